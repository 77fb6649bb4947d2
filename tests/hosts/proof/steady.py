"""Several runs of a host made one expectation, in the form of a stored case."""


def steady(runs, duplicates=()):
    """The commonest run, and what varied: `ambiguous` names with the files seen to win, `unordered`, `unstable`."""
    chosen = dict(max(runs, key=runs.count))
    names = {item["name"] for run in runs for item in run["loaded"]}
    racing = {name for name in names if any(files(run, name) != files(chosen, name) for run in runs)}
    racing |= names & set(duplicates)
    if racing:
        chosen["ambiguous"] = sorted(racing)
        chosen["winners"] = {name: sorted({path for run in runs for path in files(run, name)})
                             for name in sorted(racing)}
    settled = [without(run, racing) for run in runs]
    if any(run != without(chosen, racing) for run in settled):
        in_order = [[sorted(map(str, part)) for part in run] for run in settled]
        chosen["unordered" if all(run == in_order[0] for run in in_order) else "unstable"] = True
    return chosen


def files(run, name):
    return sorted(item["path"] for item in run["loaded"] if item["name"] == name)


def without(run, names):
    """The entries and files of a run, leaving out those of some names where entries and files go together."""
    kept = [at for at, item in enumerate(run["loaded"]) if item["name"] not in names]
    go_together = len(run["entries"]) == len(run["loaded"])
    entries = [run["entries"][at] for at in kept] if go_together else run["entries"]
    return [entries, [run["loaded"][at] for at in kept], run.get("later", [])]
