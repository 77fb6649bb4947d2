"""The first place where we say something else than the host."""
import json
import os
import unicodedata


def difference(expected, ours, real):
    """A text with the host's line and ours; None where both say the same. `real` leads from paths to where links go."""
    if "problem" in ours:
        return ours["problem"]
    if not expected["entries"] and "rejected" in expected:
        return in_report(expected, ours, real)
    if "problem" in ours["prompt"]:
        return ours["prompt"]["problem"]
    listing = ours["prompt"]["answer"]
    shown = [entry for entry in listing["entries"] if entry["text"] and not is_later(entry, listing)]
    racing = candidates(ours, real)
    for name, winners in expected.get("winners", {}).items():
        if len(winners) > 1 and name not in racing:
            return f"`{name}`\n  host: now one, now the other of {', '.join(winners)}\n  ours: sure of its winner"
    got = [entry["text"] for entry in shown]
    wanted = list(expected["entries"])
    if len(expected["loaded"]) == len(wanted):
        # Any of the files that race for a name may stand in its entry.
        for at, (entry, item) in enumerate(zip(shown, expected["loaded"])):
            if entry["id"] == item["name"] and real[item["path"]] in racing.get(entry["id"], ()):
                got[at] = wanted[at]
    if expected.get("unordered"):
        # Two that race may be one name to the host in upper and lower case: either of them may stand there.
        folded = {name.casefold() for name in racing}
        wanted, got = (sorted(text.casefold() if text.casefold() in folded else text for text in side)
                       for side in (wanted, got))
    found = first("entry", wanted, got)
    if not found and not expected.get("unordered") and not racing:
        found = in_text(expected, listing["text"])
    return found or in_later(expected, listing) or in_files(expected, shown, racing, real)


def is_later(entry, listing):
    """Whether an entry is only announced after files were touched."""
    has = lambda text: f"\n{entry['text']}\n" in f"\n{text}\n"
    return not has(listing["text"]) and any(has(text) for text in listing["later"])


def candidates(ours, real):
    """The names that several files race for, with those files."""
    racing = {}
    for skill in ours["skills"]:
        if skill["status"] == "ambiguous":
            racing.setdefault(skill["id"], set()).add(real[skill["path"]])
    return racing


def in_text(expected, text):
    """Headers, separators and footers; most captures keep only the last line of what stands before the entries."""
    if not expected["entries"]:
        return None
    wanted = (expected["header"] + expected["listing"] + expected["footer"]).split("\n")
    return first("line", wanted, text.split("\n")[-len(wanted):])


def in_later(expected, listing):
    """What was announced after the start, or after files were touched."""
    header, footer = expected.get("later_header", expected["header"]), expected.get("later_footer", "")
    wanted = [header + "\n".join(block) + footer for block in expected.get("later", [])]
    return first("announcement", wanted, listing["later"])


def in_files(expected, entries, racing, real):
    """The file behind each entry, where the host shows it."""
    loaded = expected["loaded"]
    go_together = len(loaded) == len(expected["entries"]) == len(entries) and not expected.get("unordered")
    for at, item in enumerate(loaded):
        if item["name"] in racing or item["name"] in expected.get("ambiguous", ()):
            continue
        # A name that is cut out of a line may be cut in the wrong place.
        ours = [real[entry["path"]] for entry in ([entries[at]] if go_together else entries)
                if go_together or composed(entry["id"]) == composed(item["name"])]
        if real[item["path"]] not in ours:
            return f"file of `{item['name']}`\n  host: {real[item['path']]}\n  ours: {', '.join(ours) or '(none)'}"
    return None


def composed(name):
    """Some hosts print the letters of a name and their accents as one."""
    return unicodedata.normalize("NFC", name)


def in_report(expected, ours, real):
    """What a loader says it loaded: name, folder and description, in any order."""
    counts = ("active",) if expected.get("only_active") else ("active", "hidden", "conditional")
    loaded = [skill for skill in ours["skills"] if skill["status"] in counts]
    # Any of those that race for a name may be loaded.
    racing = {(skill["name"], real[os.path.dirname(skill["path"])]) for skill in ours["skills"]
              if skill["status"] == "ambiguous"}
    wanted = sorted([item["name"], real[item["path"]], as_text(item["description"])] for item in expected["loaded"]
                    if (item["name"], real[item["path"]]) not in racing)
    # Of some it is not known which file they are.
    unsure = [item["name"] for item in expected["loaded"] if not item["path"]]
    folder = lambda skill: real[""] if skill["name"] in unsure else real[os.path.dirname(skill["path"])]
    got = sorted([skill["name"], folder(skill), skill["description"] or ""] for skill in loaded)
    found = first("skill", wanted, got)
    if found or not expected.get("rejected") or not expected.get("only_active"):
        return found
    refused = sorted({skill["path"] for skill in ours["skills"] if skill["status"] == "skipped"})
    return first("refusal", expected["rejected"], refused)


def as_text(description):
    """A loader may report a value as it stands; a list or a table would be no text in a listing."""
    if isinstance(description, (dict, list)):
        return ""
    return description if isinstance(description, str) else json.dumps(description)


def first(what, wanted, got):
    for at in range(max(len(wanted), len(got))):
        theirs, mine = (side[at] if at < len(side) else "(none)" for side in (wanted, got))
        if theirs != mine:
            return f"{what} {at + 1} of {len(wanted)}\n  host: {theirs!r}\n  ours: {mine!r}"
    return None
