"""The command line."""
import argparse
import concurrent.futures
import datetime
import json
import pathlib
import re
import signal
import sys

from proof import case, cell, drift, install, manifests as stored, own, packages, pins, switches, validator
from proof.agents import AGENTS
from proof.data import own_texts
from proof.difference import difference
from proof.manifest import BASE
from proof.problem import Problem
from proof.shrink import shrunk
from proof.side_by_side import changed, compared, tried
from proof.steady import steady
from proof.trees import loads
from proof.trees import packages as repositories
from proof.trees.grower import KINDS, filling, grown

EPILOG = """examples:
  prove install claude-code codex             the pinned releases, into .tools/hosts
  prove compare codex --seeds 1000..1019      twenty fresh trees, host and `skill-lsp prompt` side by side
  prove compare codex --file manifest.json    one tree that is kept in a file
  prove compare codex --filled 120            the same, with 120 skills more, so that the budget bites
  prove compare codex --real DIR              the same, with 15 to 240 of the skills that people wrote in DIR
  prove compare codex --release 0.160.0       the same with another release, and the edition of our rules that fits it
  prove own claude-code                       what the host's own skills take, into its data
  prove shrink .tools/differences/CASE.json   the smallest part of that tree that still differs
  prove drift                                 the newest releases: stored cases and fresh trees, and what changed
  prove lift codex                            the newest release becomes the pinned one, in pins.txt and in the data
  prove tree codex 1003                       what is in that tree
  prove capture codex 1003 --to DIR           the tree and what the host lists, as a case for tests/hosts/cases
  prove check codex                           does the host still list what the stored cases say?
  prove switch codex                          does it heed what `skill-lsp disable` and `enable` write?
  prove packages codex --seeds 1..20          an author's repository installed, and `skill-lsp list` in it before
  prove packages codex --file F --to DIR      the same as a case for tests/hosts/packages
  prove load claude-code --seeds 1..9         the text that the model gets for a skill, and `skill-lsp show`
  prove load pi --typed --seeds 1..9          the text that the model gets when a person types `/skill:NAME`
  prove load claude-code --file F --to DIR    the same as a case for tests/hosts/loading
  prove manifests                             `plugin validate` and `skill-lsp check` on the manifests of packages
  prove validator                             the reference validator and `check --host skills-ref`, on 200 random files
  prove validator DIR                         the same on every SKILL.md below a folder
  prove manifests --seeds 1..30               the same on manifests that nobody has seen before

Needs Linux on x64, Python 3.11, node 20, git, `unshare` and `mount`; Kimi CLI needs Python 3.12 (SKILL_LSP_PYTHON).
SKILL_LSP names the build of skill-lsp to hold against the hosts, SKILL_LSP_HOSTS another folder with hosts,
SKILL_LSP_SECONDS how long a host may take in one trial [120]: more than that where the machine is busy.
Exit codes: 0 all equal, 1 something differs, 2 wrong use or a trial that could not be made."""


def main():
    arguments = parser().parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # So that what was begun is cleaned up.
    try:
        return arguments.run(arguments) or 0
    except Problem as problem:
        print(problem, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130


def parser():
    top = argparse.ArgumentParser(prog="prove", description="Holds `skill-lsp prompt` against the real hosts.",
                                  epilog=EPILOG, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = top.add_subparsers(required=True, metavar="COMMAND")

    def command(name, run, about):
        added = commands.add_parser(name, help=about, description=about)
        added.set_defaults(run=run)
        return added

    def with_tree(added, seeds):
        added.add_argument("host", choices=AGENTS, metavar="HOST")
        if seeds:
            added.add_argument("--seeds", type=seed_range, default=range(1000, 1020), metavar="A..B",
                               help="both ends included [1000..1019]")
        added.add_argument("--kind", choices=["all", *KINDS], default="all", help="what the trees are rich in [a mix]")
        added.add_argument("--budget", type=int, metavar="N", help="room for the listing, where the host has a budget")
        added.add_argument("--keep", action="store_true", help=f"leave the trees in {BASE}")
        added.add_argument("--debug", metavar="FILE", help="write what the host printed and sent to a file")

    added = command("install", run_install, "install the pinned hosts")
    added.add_argument("hosts", nargs="*", metavar="HOST", help="[all]")
    added = command("compare", run_compare, "host and `skill-lsp prompt` side by side: the first difference of a tree")
    with_tree(added, seeds=True)
    added.add_argument("--file", nargs="+", default=[], metavar="FILE", help="manifests or cases instead of seeds")
    added.add_argument("--save", metavar="DIR", help="where the manifests that differ are written [.tools/differences]")
    added.add_argument("--jobs", type=int, default=2, metavar="N", help="trials at a time [2]")
    added.add_argument("--without-bundled", action="store_true", help="the host's own skills off, where they can be")
    added.add_argument("--model", metavar="NAME", help="the model of all trees, where the budget hangs on it")
    added.add_argument("--filled", type=int, default=0, metavar="N",
                       help="so many skills more in the user's folder, with long descriptions, so that budgets bite")
    added.add_argument("--real", type=folder, metavar="DIR",
                       help="15 to 240 of the skills below a folder in every tree, among the others")
    added.add_argument("--release", metavar="VERSION", help="another release, which skill-lsp finds installed [the pinned one]")
    added = command("own", run_own, "the host's own skills, as it lists them now, into the data of src/hosts")
    added.add_argument("hosts", nargs="*", metavar="HOST", help="[all that are installed and have some]")
    added = command("tree", run_tree, "print the manifest of a tree")
    with_tree(added, seeds=False)
    added.add_argument("seed", type=int, metavar="SEED")
    added = command("capture", run_capture, "store a tree and what the host lists for it")
    with_tree(added, seeds=False)
    added.add_argument("of", metavar="SEED|FILE")
    added.add_argument("--to", required=True, metavar="DIR")
    added.add_argument("--name", metavar="NAME", help="the name of the file [the seed]")
    added.add_argument("--times", type=int, default=3, metavar="N", help="runs, to see what is steady [3]")
    added = command("shrink", run_shrink, "the smallest part of a tree on which the two still differ")
    added.add_argument("file", metavar="FILE", help="a manifest or a case")
    added.add_argument("--to", metavar="FILE", help="where it is written [standard output]")
    added = command("check", run_check, "does the real host still list what the stored cases say?")
    added.add_argument("hosts", nargs="*", metavar="HOST", help="[all that are installed]")
    added.add_argument("--jobs", type=int, default=2, metavar="N", help="trials at a time [2]")
    added = command("drift", run_drift, "what do the newest releases do otherwise than the pinned ones?")
    added.add_argument("hosts", nargs="*", metavar="HOST", help="[all that are pinned]")
    added.add_argument("--seeds", type=seed_range, metavar="A..B", help="fresh trees [twenty, others every day]")
    added.add_argument("--to", metavar="FILE", help="write the table there too, for a summary")
    added.add_argument("--jobs", type=int, default=2, metavar="N", help="trials at a time [2]")
    added = command("lift", run_lift, "pin the newest release of a host, and say so in its data")
    added.add_argument("host", choices=AGENTS, metavar="HOST")
    added.add_argument("--version", metavar="VERSION", help="another release [the newest]")
    added = command("switch", run_switch, "does the real host heed what `skill-lsp disable` and `enable` write?")
    added.add_argument("hosts", nargs="*", metavar="HOST", help="[all that are installed]")
    added.add_argument("--store", action="store_true", help="store what was seen, for `cargo test`")
    added.add_argument("--times", type=int, default=1, metavar="N", help="runs of each state [1]")
    added = command("packages", run_packages, "host, with the packages of an author's repository installed, and "
                    "`skill-lsp list` and `prompt` in that repository, side by side")
    added.add_argument("host", choices=repositories.HOSTS, metavar="HOST")
    added.add_argument("--seeds", type=seed_range, default=range(1000, 1020), metavar="A..B",
                       help="both ends included [1000..1019]")
    added.add_argument("--file", nargs="+", default=[], metavar="FILE", help="manifests or cases instead of seeds")
    added.add_argument("--to", metavar="DIR", help="store what the host lists, instead of comparing")
    added.add_argument("--save", metavar="DIR", help="where the manifests that differ are written [.tools/differences]")
    added.add_argument("--keep", action="store_true", help=f"leave the trees in {BASE}")
    added.add_argument("--debug", metavar="FILE", help="write what the host printed and sent to a file")
    added.add_argument("--jobs", type=int, default=2, metavar="N", help="trials at a time [2]")
    added = command("load", run_load, "host and `skill-lsp show` side by side: what the model gets for a skill")
    added.add_argument("host", choices=[host for host, agent in AGENTS.items() if agent.call or agent.typed], metavar="HOST")
    added.add_argument("--typed", action="store_true", help="a person types the names of the skills")
    added.add_argument("--seeds", type=seed_range, default=range(1000, 1020), metavar="A..B",
                       help="both ends included [1000..1019]")
    added.add_argument("--file", nargs="+", default=[], metavar="FILE", help="manifests or cases instead of seeds")
    added.add_argument("--to", metavar="DIR", help="store what the host gives, instead of comparing")
    added.add_argument("--debug", metavar="FILE", help="write what the host printed and sent to a file")
    added = command("manifests", run_manifests, "the host's own validation of manifests and `skill-lsp check`, side by side")
    added.add_argument("--seeds", type=seed_range, metavar="A..B", help="changed at random, instead of the stored ones")
    added.add_argument("--store", action="store_true", help="store what the host says, for `cargo test`")
    added = command("validator", run_validator, "the reference validator and `skill-lsp check --host skills-ref`, side by side")
    added.add_argument("folders", nargs="*", metavar="DIR", help="every SKILL.md below, instead of random ones")
    added.add_argument("--seeds", type=seed_range, default=range(1000, 1200), metavar="A..B",
                       help="both ends included [1000..1199]")
    added.add_argument("--store", action="store_true", help="store what the validator says of them, for `cargo test`")
    command("self-check", run_self_check, "the tests of this program, without any host")
    added = command("inside", lambda arguments: cell.inside(arguments.order), "(one trial; used by the others)")
    added.add_argument("order")
    return top


def seed_range(text):
    found = re.fullmatch(r"(\d+)(?:\.\.(\d+))?", text)
    if not found:
        raise argparse.ArgumentTypeError(f"`{text}` is not A..B")
    return range(int(found[1]), int(found[2] or found[1]) + 1)


def folder(text):
    if not pathlib.Path(text).is_dir():
        raise argparse.ArgumentTypeError(f"there is no folder `{text}`")
    return text


# --- One function per command.

def run_install(arguments):
    known = pins.pins()
    for host in arguments.hosts or known:
        if host not in known:
            raise Problem(f"there is no host `{host}`; there are {', '.join(known)}")
        print(install.install(known[host]), flush=True)


def run_compare(arguments):
    cell.demand()
    pin = pins.pins()[arguments.host]
    if not arguments.release:
        install.demand(pin)
        return compare(arguments)
    pin = pins.with_version(pin, arguments.release)
    with drift.release(pin):
        install.install(pin)
        return compare(arguments)


def compare(arguments):
    manifests = [case.manifest(path) for path in arguments.file]
    if manifests and arguments.release:
        manifests = [manifest | {"release": arguments.release} for manifest in manifests]
    if not manifests:
        manifests = [grown(arguments.host, seed, arguments.kind, arguments.budget, arguments.real)
                     for seed in arguments.seeds]
        manifests = [as_people_run_it(arguments, manifest) for manifest in manifests if manifest]
    if not manifests:
        raise Problem(f"{arguments.host} has no trees of this kind")
    if any(manifest["host"] != arguments.host for manifest in manifests):
        raise Problem(f"not every file is about {arguments.host}")
    return told(arguments, manifests, lambda manifest: compared(manifest, arguments.keep, arguments.debug))


def as_people_run_it(arguments, manifest):
    """With the host's own skills, the model that was asked for, and as many skills more."""
    flags = ["--model", arguments.model] if arguments.model else []
    if arguments.model and "--model" in manifest["flags"]:
        at = manifest["flags"].index("--model")
        manifest = manifest | {"flags": manifest["flags"][:at] + manifest["flags"][at + 2:]}
    agent = AGENTS[manifest["host"]]
    more = [filling(f"home/{agent.user_roots[0]}", seed) for seed in range(arguments.filled)]
    release = {"release": arguments.release} if arguments.release else {}
    return manifest | release | {"bundled": not arguments.without_bundled, "flags": manifest["flags"] + flags,
                       "files": manifest["files"] + more}


def run_own(arguments):
    known = pins.pins()
    for host in arguments.hosts or [host for host in known if own_texts(host)]:
        install.demand(known[host])
        cell.demand()
        print(f"{host}: {'renewed' if own.renew(host, AGENTS[host].small) else 'as it was'}", flush=True)


def told(arguments, manifests, compare):
    """Compares, tells what came of it, and keeps the manifests that differ."""
    counts = {"equal": 0, "differs": 0, "no trial": 0}
    for manifest, (word, text) in in_order(arguments.jobs, compare, manifests):
        counts[word] += 1
        print(f"{manifest['case']}: {word}{text}", flush=True)
        if word != "equal":
            folder = pathlib.Path(arguments.save or install.REPOSITORY / ".tools/differences")
            place = folder / f"{manifest['case']}.json"
            case.write(place, manifest)
            print(f"  tree: {place}", flush=True)
    missing = f", {counts['no trial']} could not be tried" if counts["no trial"] else ""
    print(f"{counts['equal']} of {len(manifests)} equal{missing}")
    return 2 if counts["no trial"] else 1 if counts["differs"] else 0


def run_tree(arguments):
    manifest = grown(arguments.host, arguments.seed, arguments.kind, arguments.budget)
    print(json.dumps(manifest, ensure_ascii=False, indent=1))


def run_capture(arguments):
    install.demand(pins.pins()[arguments.host])
    cell.demand()
    if arguments.of.isdigit():
        manifest = grown(arguments.host, int(arguments.of), arguments.kind, arguments.budget)
    else:
        manifest = case.manifest(arguments.of)
    runs = [tried(manifest, arguments.keep, arguments.debug, with_ours=False)["host"]
            for _ in range(max(2, arguments.times))]
    if problem := next((run["problem"] for run in runs if "problem" in run), None):
        raise Problem(problem)
    expected = steady(runs, manifest.get("duplicates", ()))
    path = pathlib.Path(arguments.to) / arguments.host / f"{arguments.name or manifest['case']}.json"
    case.write(path, {"manifest": manifest, "expected": expected})
    varies = [word for word in ("unstable", "ambiguous", "unordered") if expected.get(word)]
    print(f"{path}: {len(expected['entries'] or expected['loaded'])} entries, {', '.join(varies) or 'steady'}")
    return 1 if expected.get("unstable") else 0


def run_shrink(arguments):
    cell.demand()

    def found(manifest):
        if "repository" in manifest:
            word, text = packages.compared(manifest)
            return text.strip() if word == "differs" else None
        result = tried(manifest)
        return None if "problem" in result["host"] else difference(result["host"], result["ours"], result["real"])

    manifest = case.manifest(arguments.file)
    install.demand(pins.pins()[manifest["host"]])
    whole = found(manifest)
    if not whole:
        raise Problem("host and skill-lsp say the same")
    # A difference of another sort is another story.
    manifest = shrunk(manifest, lambda smaller: (found(smaller) or "-").split()[0] == whole.split()[0])
    print(f"{len(manifest['files'])} files: {found(manifest)}", file=sys.stderr)
    if arguments.to:
        case.write(arguments.to, manifest)
    else:
        print(json.dumps(manifest, ensure_ascii=False, indent=1))


def run_check(arguments):
    cell.demand()
    known = pins.pins()
    chosen = arguments.hosts or [host for host in known if (install.folder() / host).exists()]
    for host in chosen:
        install.demand(known[host])
    paths = [path for host in chosen for path in case.stored(host)]
    failed = 0
    for path, found in in_order(arguments.jobs, changed, paths):
        failed += bool(found)
        if found:
            print(f"{path.relative_to(case.CASES)}: {found}", flush=True)
    print(f"{len(paths) - failed} of {len(paths)} cases still hold")
    return 1 if failed else 0


def run_drift(arguments):
    cell.demand()
    known = pins.pins()
    if unknown := [host for host in arguments.hosts if host not in known]:
        raise Problem(f"there is no host `{unknown[0]}`; there are {', '.join(known)}")
    today = datetime.date.today().toordinal() * 100
    seeds = arguments.seeds or range(today, today + 20)
    rows = []
    for host in arguments.hosts or known:
        row = drift.drifted(known[host], seeds, lambda work, items: in_order(arguments.jobs, work, items))
        rows.append(row)
        print(f"{host}: {row.problem or f'{row.newest}, cases {row.cases}, trees {row.with_own} and {row.without_own}'}",
              file=sys.stderr, flush=True)
    print(text := drift.table(rows))
    if arguments.to:
        pathlib.Path(arguments.to).write_text(text + "\n", encoding="utf-8")
    return 1 if drift.has_drifted(rows) else 0


def run_lift(arguments):
    cell.demand()
    print("\n".join(drift.lift(pins.pins()[arguments.host], arguments.version)))
    print("Now: `prove drift` or `prove compare` until nothing differs, capture again the cases that changed, lift the "
          "version in each `source` that was seen again, `cargo test`, and read the diff.")


def run_switch(arguments):
    cell.demand()
    known = pins.pins()
    chosen = arguments.hosts or [host for host in switches.SCENES if (install.folder() / host).exists()]
    failed = count = 0
    for host in chosen:
        install.demand(known[host])
        for scene in switches.scenes(host):
            count += 1
            try:
                value = switches.proved(host, scene, arguments.times)
            except Problem as problem:
                failed += 1
                print(f"{host} {scene[0]}: {problem}", flush=True)
                continue
            if arguments.store:
                switches.store(host, scene, value)
            print(f"{host} {scene[0]}: heeded, and as before afterwards", flush=True)
    print(f"{count - failed} of {count} switches are heeded")
    return 1 if failed else 0


def run_packages(arguments):
    install.demand(pins.pins()[arguments.host])
    cell.demand()
    manifests = [case.manifest(path) for path in arguments.file]
    manifests = manifests or [repositories.grown(arguments.host, seed) for seed in arguments.seeds]
    if arguments.to:
        return store_packages(arguments, manifests)
    return told(arguments, manifests, lambda manifest: packages.compared(manifest, arguments.keep, arguments.debug))


def store_packages(arguments, manifests):
    for manifest in manifests:
        runs = [tried(manifest, arguments.keep, arguments.debug, with_ours=False)["host"] for _ in range(2)]
        if problem := next((run["problem"] for run in runs if "problem" in run), None):
            raise Problem(problem)
        expected, again = (packages.listed(manifest, run) for run in runs)
        if expected != again:
            raise Problem(f"{manifest['case']}: the host says something else the second time")
        path = pathlib.Path(arguments.to) / arguments.host / f"{manifest['case']}.json"
        case.write(path, {"manifest": manifest, "expected": expected})
        print(f"{path}: {len(expected['entries'])} entries", flush=True)
    return 0


def run_manifests(arguments):
    install.demand(pins.pins()[stored.HOST])
    text = stored.CASES.read_text(encoding="utf-8")
    known = stored.cases(text)
    cases = [stored.mutated(known, seed) for seed in arguments.seeds] if arguments.seeds else known
    differences = stored.compare(cases, arguments.store)
    if arguments.store:
        head = text.partition("== ")[0]
        stored.CASES.write_text(head + "\n".join(map(stored.written, cases)), encoding="utf-8")
    for difference in differences:
        print(difference)
    print(f"{len(cases)} manifests, {len(differences)} differ")
    return 1 if differences else 0


def run_load(arguments):
    install.demand(pins.pins()[arguments.host])
    cell.demand()
    manifests = [case.manifest(path) for path in arguments.file]
    manifests = manifests or [loads.grown(arguments.host, seed, arguments.typed) for seed in arguments.seeds]
    equal = every = problems = 0
    for manifest in manifests:
        result = tried(manifest, debug=arguments.debug, with_ours=not arguments.to)
        if problem := result["host"].get("problem") or result.get("ours", {}).get("problem"):
            print(f"{manifest['case']}: no trial\n  {problem}", flush=True)
            problems += 1
        elif arguments.to:
            stored = {"host": arguments.host, "version": pins.pins()[arguments.host].version} | result["host"]
            again = tried(manifest, with_ours=False)["host"]["loads"]
            if not all(loads.same(arguments.host, *both) for both in zip(result["host"]["loads"], again)):
                raise Problem(f"{manifest['case']}: the host says something else the second time")
            place = pathlib.Path(arguments.to) / arguments.host / f"{manifest['case']}.json"
            case.write(place, {"manifest": manifest, "expected": stored})
            print(f"{place}: {len(stored['loads'])} loads", flush=True)
        else:
            for load, host, ours in zip(manifest["loads"], result["host"]["loads"], result["ours"]["loads"]):
                is_same = loads.same(arguments.host, host, ours)
                every, equal = every + 1, equal + is_same
                if not is_same:
                    print(f"{manifest['case']} {json.dumps(load, ensure_ascii=False)}\n"
                          f"  host: {json.dumps(host, ensure_ascii=False)}\n"
                          f"  ours: {json.dumps(ours, ensure_ascii=False)}", flush=True)
    if not arguments.to:
        print(f"{equal} of {every} equal" + (f", {problems} trees could not be tried" if problems else ""))
    return 2 if problems else 1 if equal < every else 0


def run_validator(arguments):
    install.demand(pins.pins()[validator.HOST])
    if arguments.folders:
        files = [path for folder in arguments.folders for path in sorted(pathlib.Path(folder).rglob("SKILL.md"))]
        skills = [(str(path), path.parent.name, path.read_bytes()) for path in files if path.is_file()]
    else:
        skills = [(f"seed {seed}", *validator.grown(seed)) for seed in arguments.seeds]
    if arguments.store:
        case.write(case.CASES.parent / "validator.json", list(validator.stored(skills)))
        for start in range(arguments.seeds[0], arguments.seeds[0] + 30, 10):
            seeds = range(start, start + 10)
            case.write(case.CASES / validator.HOST / f"seeds-{start}.json", validator.listed(seeds))
        return 0
    differences = list(validator.compared(skills))
    for difference in differences:
        print(difference, flush=True)
    print(f"{len(skills)} files, {len(differences)} differences")
    return 1 if differences else 0


def run_self_check(_):
    import unittest

    from proof import self_check
    result = unittest.TextTestRunner(verbosity=1).run(unittest.defaultTestLoader.loadTestsFromModule(self_check))
    return 0 if result.wasSuccessful() else 1


def in_order(jobs, work, items):
    """Each item with what the work made of it, several at a time, in the order of the items."""
    with concurrent.futures.ThreadPoolExecutor(max(1, jobs)) as pool:
        futures = [(item, pool.submit(work, item)) for item in items]
        try:
            for item, future in futures:
                yield item, future.result()
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
