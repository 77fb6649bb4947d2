"""The program for a platform: built on this machine, or taken from where the release's other jobs have put it."""
import os
import shutil
import subprocess
import sys

from .facts import ROOT, TARGET, this_machine


def folder_of(profile):
    return {"dev": "debug"}.get(profile, profile)


def build(platform, profile):
    """Builds the program and gives its path. None where this machine has no way to."""
    cargo = ["--locked", "--bin", "skill-lsp", "--profile", profile]
    if _has_target(platform.target):
        subprocess.run(["cargo", "build", "--target", platform.target, *cargo], cwd=ROOT, check=True, stdout=sys.stderr, env=_nameless())
        return TARGET / platform.target / folder_of(profile) / platform.program
    if platform.here and sys.platform == "linux" and os.uname().machine == "x86_64":
        return _build_with_its_own_library(platform, profile, cargo)
    return None


def build_here(profile="release"):
    """The program for this machine as cargo builds it by default."""
    subprocess.run(["cargo", "build", "--locked", "--bin", "skill-lsp", "--profile", profile], cwd=ROOT, check=True, stdout=sys.stderr)
    return TARGET / folder_of(profile) / this_machine().program


def taken(folder, platform):
    """The program that another job has built, in FOLDER/PLATFORM."""
    program = folder / platform.name / platform.program
    if not program.is_file():
        return None
    # What one job hands to another comes without leave to be run.
    program.chmod(0o755)
    return program


def _nameless():
    """Panics name the file that they come from: without the folders of whoever has built it."""
    home = os.environ.get("CARGO_HOME") or os.path.expanduser("~/.cargo")
    flags = [os.environ.get("RUSTFLAGS", ""), f"--remap-path-prefix={home}=cargo", f"--remap-path-prefix={ROOT}=skill-lsp"]
    return os.environ | {"RUSTFLAGS": " ".join(flags).strip()}


def _has_target(target):
    if not shutil.which("rustc"):
        sys.exit("building needs Rust; or name a folder with programs by --programs")
    root = subprocess.run(["rustc", "--print", "target-libdir", "--target", target], capture_output=True, text=True)
    return root.returncode == 0 and os.path.isdir(root.stdout.strip())


def _build_with_its_own_library(platform, profile, cargo):
    """With the standard library built from its source: for machines that cannot have the target of rustup."""
    scripts = ROOT / "tests/platforms"
    subprocess.run([scripts / "setup"], check=True, stdout=sys.stderr)
    subprocess.run([scripts / "cargo-for", platform.here, "build", *cargo], cwd=ROOT, check=True, stdout=sys.stderr, env=_nameless())
    target = subprocess.run([scripts / "cargo-for", platform.here, "target"], cwd=ROOT, check=True, capture_output=True, text=True)
    return TARGET / "platforms" / target.stdout.strip() / folder_of(profile) / platform.program
