#!/usr/bin/env python3
"""Compares the static program with the one for glibc, in one run: size, start, and `check` on 500 skills.

    benches/musl.py MUSL GLIBC [--runs N] [--skills N]

Both are programs of one compiler: `tests/platforms/cargo-for x64-musl build --release`, and `x64-glibc`. They take turns, and of
all runs of each the least counts, because noise only adds; memory is the largest resident set of any run.
"""
import argparse
import os
import subprocess
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def measured(command, folder, home):
    """The time by the clock and of the CPU in milliseconds, and the largest resident set in megabytes, of one run."""
    environment = {**os.environ, "HOME": home}
    began = time.perf_counter()
    process = subprocess.Popen(command, cwd=folder, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, _, usage = os.wait4(process.pid, 0)
    took = time.perf_counter() - began
    return took * 1000, (usage.ru_utime + usage.ru_stime) * 1000, usage.ru_maxrss / 1024


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("musl")
    parser.add_argument("glibc")
    parser.add_argument("--runs", type=int, default=80)
    parser.add_argument("--skills", type=int, default=500)
    given = parser.parse_args()
    programs = {"musl": os.path.abspath(given.musl), "glibc": os.path.abspath(given.glibc)}

    rows = [("size, MB", *(os.path.getsize(path) / 1e6 for path in programs.values()))]
    with tempfile.TemporaryDirectory() as folder:
        maker, home, project = (os.path.join(folder, name) for name in ("make-tree", "home", "project"))
        os.mkdir(home)
        subprocess.run(["rustc", "-O", "--edition", "2024", "benches/make_tree.rs", "-o", maker], cwd=ROOT, check=True)
        subprocess.run([maker, project, str(given.skills)], check=True)
        for words in (["--version"], ["check"]):
            found = {name: [] for name in programs}
            for _ in range(given.runs):
                for name, path in programs.items():
                    found[name].append(measured([path, *words], project, home))
            for at, (unit, of_all) in enumerate((("ms by the clock", min), ("ms of CPU", min), ("MB of memory", max))):
                rows.append((f"{words[0]}, {unit}", *(of_all(run[at] for run in runs) for runs in found.values())))
    print(f"{'':<28}{'musl':>8}{'glibc':>8}{'ratio':>8}")
    for name, musl, glibc in rows:
        print(f"{name:<28}{musl:>8.1f}{glibc:>8.1f}{musl / glibc:>8.2f}")


if __name__ == "__main__":
    main()
