"""A tree tried with the real host: against us, or against what it once said."""
from proof import case, cell, install, ours
from proof.difference import difference, first
from proof.problem import Problem
from proof.steady import steady, without


def tried(manifest, keep=False, debug=None, with_ours=True):
    """The answers of the host and, unless it is not asked, of `skill-lsp`."""
    order = {"manifest": manifest, "hosts": str(install.folder().resolve()), "keep": keep, "debug": debug,
             "binary": str(ours.binary()) if with_ours else ""}
    try:
        return cell.run(order)
    except Problem as problem:
        return {"host": {"problem": str(problem)}, "ours": {}, "real": {}}


def compared(manifest, keep, debug):
    """One tree: the word for it, and what there is to say. Where the two differ the host is asked again: some vary."""
    result = tried(manifest, keep, debug)
    if problem := result["host"].get("problem"):
        return "no trial", f"\n  {problem}"
    found = difference(result["host"], result["ours"], result["real"])
    if not found:
        return "equal", f" ({len(result['host']['entries'] or result['host']['loaded'])} entries)"
    again = [tried(manifest, keep, debug) for _ in range(2)]
    runs = [each for each in [result, *again] if "problem" not in each["host"]]
    real = {path: where for each in runs for path, where in each["real"].items()}
    held = steady([each["host"] for each in runs], manifest.get("duplicates", ()))
    found = difference(held, result["ours"], real)
    if not found:
        return "equal", ", as far as the host is sure itself"
    varies = "\n  (the host varies)" if held.get("unstable") or held.get("unordered") else ""
    return "differs", f" at {found}{varies}"


def changed(path):
    """What the host now says otherwise than a stored case."""
    for _ in range(3):
        # Some hosts vary now and then; what they still say at times they still say.
        found = changed_this_time(case.manifest(path), case.expected(path))
        if not found:
            return None
    return found


def changed_this_time(manifest, stored):
    now = tried(manifest, with_ours=False)["host"]
    if "problem" in now:
        return now["problem"]
    names = set(stored.get("ambiguous", ()))
    for what, wanted, got in zip(("entry", "file", "announcement"), without(stored, names), without(now, names)):
        if stored.get("unordered"):
            wanted, got = sorted(wanted, key=str), sorted(got, key=str)
        if found := first(what, wanted, got):
            return found.replace("  host:", "  then:").replace("  ours:", "  now: ")
    if stored.get("calls") != now.get("calls"):
        return f"calls\n  then: {stored.get('calls')}\n  now:  {now.get('calls')}"
    return None
