"""Puts the pinned hosts into a folder, with the npm and pip the machine already has."""
import os
import pathlib
import shutil
import subprocess
import sys

from proof.problem import Problem

REPOSITORY = pathlib.Path(__file__).resolve().parents[3]
STAMP = "pinned-version"


def folder():
    """Where the hosts are: SKILL_LSP_HOSTS, else .tools/hosts in the repository (ignored by git)."""
    return pathlib.Path(os.environ.get("SKILL_LSP_HOSTS") or REPOSITORY / ".tools/hosts")


def install(pin):
    """Installs one host, unless exactly this release is there already."""
    place = folder() / pin.host
    if is_there(pin):
        return f"{pin.host} {pin.version} is there"
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir(parents=True)
    {"npm": install_from_npm, "pypi": install_from_pypi}[pin.client](pin, place)
    (place / STAMP).write_text(pin.version)
    return f"{pin.host} {pin.version} installed"


def is_there(pin):
    stamp = folder() / pin.host / STAMP
    return stamp.exists() and stamp.read_text() == pin.version


def demand(pin):
    """Complains when the host is missing, or is another release than the pinned one."""
    place = folder() / pin.host
    if not place.exists():
        raise Problem(f"{pin.host} is not in {folder()}: run `prove install {pin.host}`")
    if (place / STAMP).exists() and not is_there(pin):
        held = (place / STAMP).read_text()
        raise Problem(f"{place} holds {held}, pinned is {pin.version}: run `prove install {pin.host}`")


def install_from_npm(pin, place):
    # A package.json of its own keeps npm from walking up into some other project; install scripts are not run.
    (place / "package.json").write_text('{"private": true}\n')
    run([tool("npm"), "install", "--prefix", place, "--ignore-scripts", "--no-audit", "--no-fund",
         "--loglevel=error", *pin.package.split("+")])


def install_from_pypi(pin, place):
    run([python(), "-m", "venv", place])
    run([place / "bin/pip", "install", "--quiet", "--disable-pip-version-check", *pin.package.split("+")])


def python():
    """A Python new enough for the hosts from PyPI: 3.12 or later."""
    wanted = [os.environ.get("SKILL_LSP_PYTHON"), "python3.14", "python3.13", "python3.12", sys.executable]
    for name in filter(None, wanted):
        test = "import sys; sys.exit(sys.version_info < (3, 12))"
        try:
            if subprocess.run([name, "-c", test], stderr=subprocess.DEVNULL).returncode == 0:
                return name
        except OSError:
            continue
    raise Problem("no Python 3.12 or newer was found: name one in SKILL_LSP_PYTHON")


def tool(name):
    path = shutil.which(name)
    if not path:
        raise Problem(f"`{name}` is not on PATH")
    return path


def run(argv):
    argv = [str(word) for word in argv]
    if subprocess.run(argv).returncode != 0:
        raise Problem(f"this failed: {' '.join(argv)}")
