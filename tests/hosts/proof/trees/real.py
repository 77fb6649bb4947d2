"""Skills that people wrote, among those of a grown tree: their texts stay where they are, and are never stored."""
import functools
import pathlib
import random
import re

NAME = re.compile(r"^name:[ \t]*['\"]?([^'\"\r\n#]*[^'\"\r\n# \t])", re.MULTILINE)


def chosen(folder, seed, distinct):
    """15 to 240 skills of a folder, as (name of their folder, text), another choice for every seed. `distinct`: no two of
    one name."""
    dice = random.Random(f"real {seed}")
    known = list(read(pathlib.Path(folder).resolve()))
    dice.shuffle(known)
    if distinct:
        known = list({name_of(*skill): skill for skill in known}.values())
    return known[:dice.randint(15, 240)]


def name_of(folder, text):
    found = NAME.search(text)
    return (found[1] if found else folder).casefold()


@functools.cache
def read(folder):
    """Every SKILL.md below a folder that is text."""
    found = []
    for path in sorted(folder.rglob("SKILL.md")):
        try:
            found.append((path.parent.name, path.read_bytes().decode()))
        except (OSError, UnicodeDecodeError):
            continue
    return found
