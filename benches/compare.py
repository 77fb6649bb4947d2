#!/usr/bin/env python3
"""Compares the CPU time of `skill-lsp check` with a plain parallel read and with agnix, in one run.

    benches/compare.py [--agnix PATH] [--runs N] [--large]

Builds what it needs, makes the trees below a temporary folder, and prints a table. CPU time is user plus system
time of the whole process; of several runs the smallest counts, because noise only adds.
"""

import argparse
import os
import resource
import shutil
import subprocess
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def cpu_time(command, folder, home):
    environment = {**os.environ, "HOME": home}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, cwd=folder, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def peak_memory(command, folder, home):
    """The largest resident set in kilobytes, as the kernel counts it for that one process."""
    environment = {**os.environ, "HOME": home}
    process = subprocess.Popen(command, cwd=folder, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, _, usage = os.wait4(process.pid, 0)
    return usage.ru_maxrss


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--agnix", default=shutil.which("agnix"))
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--large", action="store_true", help="also the tree of 50,000 skills")
    arguments = parser.parse_args()

    subprocess.run(["cargo", "build", "--release", "--bins", "--locked"], cwd=ROOT, check=True)
    # What only helps to measure need not be built as small as it can be.
    subprocess.run(["cargo", "build", "--profile", "quick", "--package", "skill-lsp-benches", "--locked"], cwd=ROOT, check=True)
    target = os.environ.get("CARGO_TARGET_DIR", os.path.join(ROOT, "target"))
    program = os.path.join(target, "release", "skill-lsp")
    tools = os.path.join(target, "quick")

    sizes = [500, 5000] + ([50000] if arguments.large else [])
    with tempfile.TemporaryDirectory() as folder:
        home = os.path.join(folder, "home")
        os.mkdir(home)
        print(f"{'skills':>7} {'plain read':>11} {'skill-lsp':>10} {'ratio':>6} {'agnix':>8} {'ratio':>7} {'memory':>9}")
        for size in sizes:
            project = os.path.join(folder, str(size))
            subprocess.run([os.path.join(tools, "make-tree"), project, str(size)], check=True)
            commands = {"plain": [os.path.join(tools, "plain-read"), project], "ours": [program, "check"]}
            best = {name: min(cpu_time(command, project, home) for _ in range(arguments.runs))
                    for name, command in commands.items()}
            agnix = None
            if arguments.agnix and size <= 5000:
                agnix = min(cpu_time([arguments.agnix, "."], project, home) for _ in range(2))
            memory = peak_memory(commands["ours"], project, home)
            print(f"{size:>7} {best['plain'] * 1000:>8.0f} ms {best['ours'] * 1000:>7.0f} ms "
                  f"{best['ours'] / best['plain']:>6.1f} "
                  + (f"{agnix * 1000:>5.0f} ms {agnix / best['ours']:>7.1f}" if agnix else f"{'':>16}")
                  + f" {memory / 1024:>6.0f} MB", flush=True)


if __name__ == "__main__":
    main()
