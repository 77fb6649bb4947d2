"""What the data of `src/hosts` says of a host."""
import functools
import tomllib
import unicodedata

from proof.install import REPOSITORY

DATA = REPOSITORY / "src/hosts/data"


@functools.cache
def own_texts(host):
    """The skills that the host brings itself, and how long their texts are."""
    rules = tomllib.loads((DATA / f"{host}.toml").read_text(encoding="utf-8")).get("listing", [])
    return {skill["name"]: skill["text"] for rule in rules for skill in rule.get("own", {}).get("skills", [])}


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
