"""What the data of `src/hosts` says of a host."""
import functools
import tomllib
import unicodedata

from proof.install import REPOSITORY

DATA = REPOSITORY / "src/hosts/data"


@functools.cache
def own_texts(host, release=None):
    """The skills that the host brings itself, and how long their texts are; in a release, where there is an edition of it."""
    data = read(edition(host, release))
    while "listing" not in data and "extends" in data:
        data = read(data["extends"])
    rules = data.get("listing", [])
    return {skill["name"]: skill["text"] for rule in rules for skill in rule.get("own", {}).get("skills", [])}


def read(name):
    return tomllib.loads((DATA / f"{name}.toml").read_text(encoding="utf-8"))


def edition(host, release):
    """The name of the data that is about a release."""
    numbers = lambda version: [int(part) for part in version.split("-")[0].split(".")]
    for path in sorted(DATA.glob(f"{host}@*.toml")) if release else []:
        versions = read(path.stem).get("for-versions", {})
        if "below" in versions and numbers(versions.get("from", "0")) <= numbers(release) < numbers(versions["below"]):
            return path.stem
    return host


def package(host):
    """What the host is called in the npm registry, when somebody installs it."""
    return read(host)["installed"]["npm"][0]


def runs(text, unit):
    """The length of a text: runs of characters of one byte, with one of three bytes between two of them; None for
    others."""
    found = [0]
    for sign in text:
        if unit == "columns" and sign == "\n":
            continue
        if len(sign.encode()) == 1:
            found[-1] += 1
        elif len(sign.encode()) == 3 and unicodedata.east_asian_width(sign) not in "WF":
            found.append(0)
        else:
            return None
    return found
