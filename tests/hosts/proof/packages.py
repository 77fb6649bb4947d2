"""Packages of an author's repository: what the host lists once they are installed, and what we say before."""
import collections
import re

from proof.agents import AGENTS
from proof.agents.agent import MARK
from proof.side_by_side import tried


def listed(manifest, host):
    """What the host lists of the packages, in the form of a stored case: entries, each with its file where one can
    tell, and which of its commands it refused."""
    agent, entries = AGENTS[manifest["host"]], []
    for text in host["entries"]:
        entries.append({"text": agent.without_place(text), "path": file_of(manifest, text)})
    entries.sort(key=order)
    refused = [words for words, done in zip(manifest["installs"], host["installs"]) if done["code"] != 0]
    return {"host": host["host"], "version": host["version"], "entries": entries, "refused": refused}


def order(entry):
    return entry["text"], entry["path"] or ""


def file_of(manifest, text):
    """The file of the repository with the mark that the entry has, relative to the repository."""
    inside = manifest["repository"] + "/"
    mark = MARK.search(text)
    for item in manifest["files"]:
        if mark and item["path"].startswith(inside) and re.search(rf"\b{mark[0]}\b", item.get("text", "")):
            return item["path"].removeprefix(inside)
    return None


def difference(manifest, expected, ours):
    """What only the host lists, and what only we do; or what we say in one place and not in another; or None."""
    if "problem" in ours:
        return f" at us\n  {ours['problem']}"
    agent = AGENTS[manifest["host"]]
    theirs = [(entry["text"], entry["path"]) for entry in expected["entries"]]
    mine = [(agent.without_place(entry["text"]), entry["path"]) for entry in ours["entries"]]
    # An entry without a mark has a file that nobody can tell.
    unmarked = {text for text, path in theirs if path is None}
    mine = [(text, None if text in unmarked else path) for text, path in mine]
    if found := apart(theirs, mine, "only the host", "only ours  "):
        return found
    entered = [(entry["name"], entry["path"]) for entry in ours["entries"]]
    active = [(skill["id"], skill["path"]) for skill in ours["skills"] if skill["status"] == "active"]
    return apart(entered, active, "only our `prompt`", "only our `list`  ")


def apart(left, right, left_word, right_word):
    """What is in one list and not in the other, one line each."""
    left, right = collections.Counter(left), collections.Counter(right)
    lines = [f"\n  {word}: {path}: {text!r}" for word, rest in ((left_word, left - right), (right_word, right - left))
             for text, path in sorted(rest.elements(), key=str)]
    return "".join(lines) or None


def compared(manifest, keep=False, debug=None):
    """One repository: the word for it, and what there is to say."""
    result = tried(manifest, keep, debug)
    if problem := result["host"].get("problem"):
        return "no trial", f"\n  {problem}"
    expected = listed(manifest, result["host"])
    refused = "".join(f"\n  refused: {' '.join(words)}" for words in expected["refused"])
    if found := difference(manifest, expected, result["ours"]):
        return "differs", found + refused
    count = len(manifest["installs"])
    return "equal", f" ({len(expected['entries'])} entries, {count - len(expected['refused'])} of {count} commands)"
