#!/usr/bin/env python3
"""Measures the language server beside another build of it and agnix-lsp, as real processes on the same trees in one run.

    benches/server.py [--against PATH] [--agnix PATH] [--rounds N] [--sizes 500,5000] [--pause SECONDS]

Makes the trees below a temporary folder, starts the servers, and lets them take turns: a change in an open skill until
its findings come back, then hover and completion in ours. Prints the 50th and the 95th percentile in milliseconds, the
time until `initialize` is answered, the CPU time (user and system) until all is indexed and one skill is open, the CPU
time of the middle change, hover and completion (which a busy machine changes less than how long they take), and the
resident memory once all is quiet.
"""

import argparse
import collections
import itertools
import json
import os
import queue
import shutil
import subprocess
import tempfile
import threading
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PATIENCE = 120


class Server:
    """A language server as a process, and what it says."""

    def __init__(self, command, folder, home):
        environment = {**os.environ, "HOME": home}
        self.process = subprocess.Popen(
            command, cwd=folder, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        self.incoming = queue.Queue()
        self.last_id = 0
        self.folder = folder
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self):
        stream = self.process.stdout
        while True:
            length = 0
            while line := stream.readline().strip():
                name, value = line.split(b":", 1)
                if name.lower() == b"content-length":
                    length = int(value)
            body = stream.read(length) if length else b""
            if not body:
                return
            self.incoming.put((time.perf_counter(), json.loads(body)))

    def send(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def notify(self, method, parameters):
        self.send({"method": method, "params": parameters})

    def until(self, wanted, patience=PATIENCE):
        """The moment and the message of the first one that is wanted; requests of the server are answered on the way."""
        end = time.perf_counter() + patience
        while (left := end - time.perf_counter()) > 0:
            try:
                moment, message = self.incoming.get(timeout=left)
            except queue.Empty:
                break
            if "method" in message and "id" in message:
                result = [None] * len(message["params"]["items"]) if message["method"] == "workspace/configuration" else None
                self.send({"id": message["id"], "result": result})
            if wanted(message):
                return moment, message
        return None, None

    def request(self, method, parameters):
        """The answer, and how long it took."""
        self.last_id += 1
        number = self.last_id
        begin = time.perf_counter()
        self.send({"id": number, "method": method, "params": parameters})
        moment, message = self.until(lambda it: it.get("id") == number and "method" not in it)
        return message, moment - begin

    def start(self):
        """Shakes hands. Returns how long the answer took."""
        uri = "file://" + self.folder
        capabilities = {
            "general": {"positionEncodings": ["utf-16"]},
            "textDocument": {
                "publishDiagnostics": {"relatedInformation": True, "versionSupport": True},
                "hover": {"contentFormat": ["markdown"]},
                "completion": {"completionItem": {"snippetSupport": True}},
            },
            "workspace": {"workspaceFolders": True},
        }
        parameters = {
            "processId": os.getpid(), "rootUri": uri, "capabilities": capabilities,
            "workspaceFolders": [{"uri": uri, "name": "bench"}],
        }
        _, taken = self.request("initialize", parameters)
        self.notify("initialized", {})
        return taken

    def open(self, path, text):
        item = {"uri": "file://" + path, "languageId": "markdown", "version": 1, "text": text}
        self.notify("textDocument/didOpen", {"textDocument": item})

    def change(self, path, version, line, text, gone=0):
        """Types `text` at the beginning of a line, in the place of `gone` letters. Returns how long the findings take."""
        uri = "file://" + path
        at = {"line": line, "character": 0}
        end = {"line": line, "character": gone}
        begin = time.perf_counter()
        self.notify(
            "textDocument/didChange",
            {
                "textDocument": {"uri": uri, "version": version},
                "contentChanges": [{"range": {"start": at, "end": end}, "text": text}],
            },
        )

        def is_answer(message):
            if message.get("method") != "textDocument/publishDiagnostics" or message["params"]["uri"] != uri:
                return False
            return message["params"].get("version") in (version, None)

        moment, _ = self.until(is_answer, 30)
        return moment - begin if moment else None

    def memory(self):
        """Resident memory in megabytes."""
        with open(f"/proc/{self.process.pid}/status") as status:
            return next(int(line.split()[1]) for line in status if line.startswith("VmRSS")) / 1024

    def settle(self):
        """Waits until it uses no more time."""
        used = None
        while used != (used := self.cpu_time()):
            self.until(lambda _: False, 1.5)

    def cpu_time(self):
        """User and system time in hundredths of a second."""
        with open(f"/proc/{self.process.pid}/stat") as stat:
            fields = stat.read().rsplit(")", 1)[1].split()
        return int(fields[11]) + int(fields[12])

    def busy(self):
        """The CPU time of its threads in seconds, to the nanosecond."""
        spent = 0
        for thread in os.listdir(f"/proc/{self.process.pid}/task"):
            try:
                with open(f"/proc/{self.process.pid}/task/{thread}/schedstat") as schedstat:
                    spent += int(schedstat.read().split()[0])
            except OSError:
                pass  # It has ended since.
        return spent / 1e9

    def stop(self):
        self.request("shutdown", None)
        self.notify("exit", None)
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()


def index(server, path, text):
    """Opens a skill. Returns the CPU time in seconds until all is read and told."""
    server.settle()
    server.open(path, text)
    server.settle()
    return server.cpu_time() / os.sysconf("SC_CLK_TCK")


def typing(version, body):
    """A change: letters that come and go, in the body, in a field and in the name of a field in turn."""
    place = [body, 2, 1][version // 2 % 3]
    return (place, "x", 0) if version % 2 == 0 else (place, "", 1)


def percentile(values, share):
    values = sorted(values)
    return values[min(len(values) - 1, int(len(values) * share))] * 1000


def measure(size, arguments, skill_lsp, make_tree):
    with tempfile.TemporaryDirectory() as folder:
        home, project = os.path.join(folder, "home"), os.path.join(folder, "project")
        os.makedirs(home)
        subprocess.run([make_tree, project, str(size)], check=True, stdout=subprocess.DEVNULL)
        skills = []
        for path, _, files in os.walk(project):
            skills.extend(os.path.join(path, name) for name in files if name == "SKILL.md")
        skills.sort()
        path = skills[len(skills) // 2]
        with open(path, encoding="utf-8", newline="") as file:
            text = file.read()
        body = text[: text.index("\n---", 4)].count("\n") + 3
        servers = {"skill-lsp": [skill_lsp, "serve"]}
        if arguments.against:
            servers["against"] = [arguments.against, "serve"]
        ours = list(servers)
        if arguments.agnix:
            servers["agnix-lsp"] = [arguments.agnix]
        found = {}
        running = {}
        for name, command in servers.items():
            running[name] = Server(command, project, home)
            found[name] = collections.defaultdict(list, {"initialize": [running[name].start()]})
            found[name]["index"] = [index(running[name], path, text)]
        # Twice more without anything to wait for: the first start reads the program from the disk.
        for name, command in [*servers.items()] * 2:
            again = Server(command, project, home)
            found[name]["initialize"].append(again.start())
            found[name]["index"].append(index(again, path, text))
            again.stop()
        for version in range(2, arguments.rounds + 2):
            for name, server in running.items():
                before = server.busy()
                taken = server.change(path, version, *typing(version, body))
                if taken is not None:
                    found[name]["change"].append(taken)
                    found[name]["CPU of change"].append(server.busy() - before)
            document = {"uri": "file://" + path}
            places = {"hover": {"line": 1, "character": 7}, "completion": {"line": body, "character": 0}}
            for name, (question, place) in itertools.product(ours, places.items()):
                asked = {"textDocument": document, "position": place}
                before = running[name].busy()
                found[name][question].append(running[name].request(f"textDocument/{question}", asked)[1])
                found[name][f"CPU of {question}"].append(running[name].busy() - before)
            time.sleep(arguments.pause)
        for name, server in running.items():
            server.settle()
            found[name]["memory"] = server.memory()
            server.stop()
        return found


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--agnix", default=shutil.which("agnix-lsp"))
    parser.add_argument("--against", help="another build of skill-lsp")
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--sizes", default="500,5000")
    parser.add_argument("--pause", type=float, default=0.02)
    parser.add_argument("--binary", help="a skill-lsp that is already built")
    parser.add_argument("--tools", help="where make-tree is, if it is built already")
    arguments = parser.parse_args()
    build = ["cargo", "build", "--locked", "--quiet"]
    if not arguments.binary:
        subprocess.run([*build, "--release", "--bin", "skill-lsp"], cwd=ROOT, check=True)
    if not arguments.tools:
        subprocess.run([*build, "--profile", "quick", "--package", "skill-lsp-benches"], cwd=ROOT, check=True)
    target = os.environ.get("CARGO_TARGET_DIR", os.path.join(ROOT, "target"))
    skill_lsp = arguments.binary or os.path.join(target, "release", "skill-lsp")
    make_tree = os.path.join(arguments.tools or os.path.join(target, "quick"), "make-tree")
    line = "{:>7}  {:<10} {:>10} {:>9} {:>16} {:>16} {:>16} {:>18} {:>8}"
    print(line.format("skills", "server", "initialize", "index CPU", "change 50/95", "hover 50/95", "complete 50/95",
                      "CPU of each", "memory"))
    for size in [int(size) for size in arguments.sizes.split(",")]:
        for name, found in measure(size, arguments, skill_lsp, make_tree).items():
            pair = lambda key: (
                f"{percentile(found[key], 0.5):.2f}/{percentile(found[key], 0.95):.2f} ms" if found[key] else ""
            )
            spent = [found[f"CPU of {question}"] for question in ("change", "hover", "completion")]
            each = "/".join(f"{percentile(values, 0.5):.2f}" for values in spent if values) + " ms"
            print(
                line.format(
                    size, name, f"{min(found['initialize']) * 1000:.1f} ms", f"{min(found['index']) * 1000:.0f} ms",
                    pair("change"), pair("hover"), pair("completion"), each, f"{found['memory']:.0f} MB",
                ),
                flush=True,
            )


if __name__ == "__main__":
    main()
