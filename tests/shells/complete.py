"""Presses the key for completion in real shells: complete.py SHELL…"""

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import tempfile
import termios
import time
from pathlib import Path

# What is typed before the key, and words of which each has to appear behind it.
CASES = [
    ("skill-lsp wh", ["why"]),
    ("skill-lsp che", ["check"]),
    ("skill-lsp check --fix-", ["--fix-unsafe"]),
    ("skill-lsp check --format sar", ["sarif"]),
    ("skill-lsp check --host claude-c", ["claude-code"]),
    ("skill-lsp list --host codex,claude-c", ["codex,claude-code"]),
    ("skill-lsp check --select yaml-s", ["yaml-syntax"]),
    ("skill-lsp explain yaml-s", ["yaml-syntax"]),
    ("skill-lsp why dep", ["deploy-shop"]),
    ("skill-lsp show dep", ["deploy-shop"]),
    ("skill-lsp tools --skill dep", ["deploy-shop"]),
    ("skill-lsp disable dep", ["deploy-shop"]),
    ("skill-lsp prompt --host our-b", ["our-bot"]),
    ("skill-lsp prompt --mode inl", ["inline"]),
    ("skill-lsp completions fi", ["fish"]),
    ("skill-lsp review .cl", [".claude"]),
]

START = {
    "bash": (["bash", "--noprofile", "--norc", "-i"], "PS1='> '; source <(skill-lsp completions bash)"),
    "zsh": (
        ["zsh", "-f", "-i"],
        "PS1='> '; unsetopt menu_complete auto_menu; autoload -Uz compinit; compinit -u; source <(skill-lsp completions zsh)",
    ),
    "fish": (
        ["fish", "--private", "--no-config", "-i"],
        "function fish_prompt; echo '> '; end; set -g fish_autosuggestion_enabled 0; skill-lsp completions fish | source",
    ),
}


class Screen:
    """A shell in a terminal."""

    def __init__(self, command, folder, home):
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            os.chdir(folder)
            path = os.environ["PATH"]
            os.environ.clear()
            os.environ.update(HOME=str(home), PATH=path, TERM="xterm", LANG="C.UTF-8", XDG_DATA_HOME=f"{home}/data")
            os.execvp(command[0], command)
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 160, 0, 0))

    def read(self, until, seconds=30):
        """What appears until a test of it holds, or nothing comes any more."""
        text, end = "", time.monotonic() + seconds
        while time.monotonic() < end and not until(text):
            if select.select([self.terminal], [], [], 0.2)[0]:
                try:
                    got = os.read(self.terminal, 65536)
                except OSError:
                    break
                # What some shells ask of a terminal before they do anything.
                if b"\x1b[c" in got or b"\x1b[0c" in got:
                    os.write(self.terminal, b"\x1b[?1;2c")
                if b"\x1b[6n" in got:
                    os.write(self.terminal, b"\x1b[1;1R")
                text += got.decode(errors="replace")
                # A bell says that there is more than one way to go on.
                text = text.replace("\x07", "") if "\x1b]" not in text else text
                text = re.sub(r"\x1b(\[[0-9;?>=]*[a-zA-Z]|\][^\x07\x1b]*(\x07|\x1b\\)|[=>()][0-9A-B]?)", "", text)
        return text

    def type(self, text):
        os.write(self.terminal, text.encode())

    def close(self):
        os.close(self.terminal)
        os.waitpid(self.process, 0)


def tree(folder):
    home, project = folder / "home", folder / "home/shop"
    skill = project / ".claude/skills/deploy-shop/SKILL.md"
    skill.parent.mkdir(parents=True)
    (project / ".git").mkdir()
    skill.write_text("---\nname: deploy-shop\ndescription: Deploys. Use when asked.\n---\n\nDeploy.\n")
    host = '[host.our-bot]\nname = "Our Bot"\n[[host.our-bot.listing]]\nmode = "inline"\nentry = "{name}"\n'
    (project / "skill-lsp.toml").write_text(host)
    return home, project


def failures(shell):
    command, start = START[shell]
    failed = []
    with tempfile.TemporaryDirectory() as folder:
        home, project = tree(Path(folder))
        screen = Screen(command, project, home)
        screen.read(lambda text: len(text) > 0, 20)
        time.sleep(1)
        screen.type(f"{start}; echo rea''dy\n")
        seen = screen.read(lambda text: "\nready" in text.replace("\r", ""), 60)
        if "ready" not in seen:
            return [f"it does not start: {seen!r}"]
        for typed, wanted in CASES:
            screen.read(lambda text: False, 0.3)
            screen.type(f"{typed}\t")
            has_all = lambda text: all(word in text.replace("\r", "").replace("\n", "") for word in wanted)
            text = screen.read(has_all, 20)
            if not has_all(text):
                failed.append(f"`{typed}` is not completed with {wanted}: {text!r}")
            # The line is taken back.
            screen.type("\x15" if shell != "zsh" else "\x15")
            screen.read(lambda text: False, 0.2)
        screen.type("exit\n")
        screen.read(lambda text: False, 0.3)
        screen.close()
    return failed


def main():
    wrong = False
    for shell in sys.argv[1:]:
        version = subprocess.run([shell, "--version"], capture_output=True, text=True).stdout.splitlines()[0]
        failed = failures(shell)
        print(f"{version}: {len(CASES) - len(failed)} of {len(CASES)} completed", flush=True)
        for failure in failed:
            wrong = True
            print(f"  {failure}", flush=True)
    sys.exit(wrong)


main()
