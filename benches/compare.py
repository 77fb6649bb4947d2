#!/usr/bin/env python3
"""Compares the CPU time of skill-lsp with a plain parallel read, with another build of it and with agnix, in one run.

    benches/compare.py [--against PATH] [--binary PATH] [--agnix PATH] [--runs N] [--large]

Builds what it needs, makes the trees below a temporary folder, and prints a table: `prompt`, `list` and `why` on 600
and 5,000 skills, `check` on 500, 5,000 and with --large 50,000, on both kinds of tree that `tree.rs` makes. CPU time is
user plus system time of the whole process; the programs take turns, and of several runs of each the smallest counts,
because noise only adds. Memory is the largest resident set of our build.
"""

import argparse
import os
import shutil
import subprocess
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
QUESTIONS = {"prompt": ["prompt"], "list": ["list"], "why": ["why", "NAME"], "check": ["check"]}


def measured(command, folder, home):
    """The CPU time in seconds and the largest resident set in megabytes of one run."""
    environment = {**os.environ, "HOME": home}
    process = subprocess.Popen(command, cwd=folder, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, _, usage = os.wait4(process.pid, 0)
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def best_of(runs, commands, folder, home):
    """For each command the least CPU time, and the memory of that run; they take turns."""
    found = {name: [] for name in commands}
    for _ in range(runs):
        for name, command in commands.items():
            found[name].append(measured(command, folder, home))
    return {name: min(each) for name, each in found.items()}


def asked(question, size, large):
    return size in ([500, 5000] + [50000] * large if question == "check" else [600, 5000])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--against", metavar="PATH", help="another build of skill-lsp")
    parser.add_argument("--binary", metavar="PATH", help="our build, if it is made already")
    parser.add_argument("--tools", metavar="DIR", help="where make-tree and plain-read are, if they are built already")
    parser.add_argument("--agnix", metavar="PATH", default=shutil.which("agnix"))
    parser.add_argument("--runs", type=int, default=5, metavar="N")
    parser.add_argument("--large", action="store_true", help="also the trees of 50,000 skills")
    arguments = parser.parse_args()

    target = os.environ.get("CARGO_TARGET_DIR", os.path.join(ROOT, "target"))
    program = arguments.binary or os.path.join(target, "release", "skill-lsp")
    tools = arguments.tools or os.path.join(target, "quick")
    if not arguments.binary:
        subprocess.run(["cargo", "build", "--release", "--bins", "--locked"], cwd=ROOT, check=True)
    if not arguments.tools:
        # What only helps to measure need not be built as small as it can be.
        build = ["cargo", "build", "--profile", "quick", "--package", "skill-lsp-benches", "--locked"]
        subprocess.run(build, cwd=ROOT, check=True)

    line = "{:<9} {:>7} {:<7} {:>10} {:>10} {:>9} {:>10} {:>9} {:>11} {:>8}"
    print(line.format("tree", "skills", "", "plain read", "against", "skill-lsp", "of against", "× read", "agnix", "memory"))
    for kind in ("ordinary", "faulty"):
        for size in [500, 600, 5000] + [50000] * arguments.large:
            with tempfile.TemporaryDirectory() as folder:
                home, project = os.path.join(folder, "home"), os.path.join(folder, "project")
                os.mkdir(home)
                subprocess.run([os.path.join(tools, "make-tree"), project, str(size), kind], check=True)
                name = sorted(os.listdir(os.path.join(project, ".claude/skills")))[size // 2]
                for question, words in QUESTIONS.items():
                    if not asked(question, size, arguments.large):
                        continue
                    words = [name if word == "NAME" else word for word in words]
                    commands = {"plain": [os.path.join(tools, "plain-read"), project], "ours": [program, *words]}
                    if arguments.against:
                        commands["against"] = [arguments.against, *words]
                    best = best_of(arguments.runs, commands, project, home)
                    if arguments.agnix and question == "check" and size <= 5000:
                        best["agnix"] = best_of(2, {"it": [arguments.agnix, "."]}, project, home)["it"]
                    milliseconds = lambda key: f"{best[key][0] * 1000:,.0f} ms" if key in best else ""
                    times = lambda key: f"{best['ours'][0] / best[key][0]:.2f}" if key in best else ""
                    print(line.format(
                        kind, f"{size:,}", question, milliseconds("plain"), milliseconds("against"), milliseconds("ours"),
                        times("against"), times("plain"), milliseconds("agnix"), f"{best['ours'][1]:.0f} MB",
                    ), flush=True)


if __name__ == "__main__":
    main()
