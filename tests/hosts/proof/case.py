"""A manifest with what the host made of it, as stored under tests/hosts/cases."""
import json
import pathlib

CASES = pathlib.Path(__file__).resolve().parent.parent / "cases"


def manifest(path):
    """The manifest in a file, alone or with what was expected."""
    value = json.loads(pathlib.Path(path).read_text(encoding="utf-8"))
    return value.get("manifest", value)


def stored(host):
    """The cases of a host that are in the repository."""
    return sorted((CASES / host).glob("*.json"))


def expected(path):
    return json.loads(pathlib.Path(path).read_text(encoding="utf-8"))["expected"]


def write(path, value):
    path = pathlib.Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
