"""What differs on Windows, asked of the program under Wine: smoke.py PROGRAM.exe

A whole editing exchange with the addresses that editors send there, and the command line with drives, names in another case,
CRLF, lists of folders, places of settings and names of devices. Needs Python 3.11."""
import json
import os
import pathlib
import queue
import shutil
import subprocess
import sys
import tempfile
import threading

HERE = pathlib.Path(__file__).resolve().parent
PROGRAM = pathlib.Path(sys.argv[1]).resolve()
PATIENCE = 120
SKILL = "---\r\nname: {0}\r\ndescription: {1}\r\n---\r\n\r\nDo it with /ship.\r\n"
GOOD = "Deploys the shop. Use when it is ready."


def windows(path):
    """A path of this machine as Wine has it: all of it is drive Z."""
    return "Z:" + str(path).replace("/", "\\")


def address(path, drive="z%3A"):
    return f"file:///{drive}{path}"


class Tree:
    """A home with a project in it."""

    def __init__(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="skill-lsp-"))
        self.home = self.folder / "home"
        self.shop = self.home / "shop"
        (self.shop / ".git").mkdir(parents=True)

    def put(self, path, text):
        file = self.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text.encode())
        return file

    def start(self, *arguments, **variables):
        lines = "\n".join(f"{name}={value}" for name, value in variables.items())
        environment = os.environ | {"WINDOWS_HOME": str(self.home), "WINDOWS_VARIABLES": lines}
        return subprocess.Popen(
            [HERE / "run-windows", PROGRAM, *arguments], cwd=self.shop, env=environment,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )

    def run(self, *arguments, **others):
        child = self.start(*arguments, **others)
        out, err = child.communicate(timeout=PATIENCE)
        return child.returncode, out.decode(), err.decode()

    def json(self, *arguments, **others):
        code, out, err = self.run(*arguments, "--format", "json", **others)
        assert code in (0, 1) and not err, (arguments, code, out, err)
        return json.loads(out)


class Server:
    """The language server, as an editor drives it."""

    def __init__(self, tree, drive):
        self.child = tree.start("serve")
        self.incoming, self.published, self.answers, self.number = queue.Queue(), {}, {}, 0
        threading.Thread(target=self.read, daemon=True).start()
        root = address(tree.shop, drive)
        abilities = {
            "workspace": {"workspaceEdit": {"documentChanges": True, "resourceOperations": ["create", "rename", "delete"]}},
            "textDocument": {
                "publishDiagnostics": {"versionSupport": True},
                "codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["quickfix"]}}},
                "rename": {"prepareSupport": True},
            },
        }
        self.ask("initialize", {"processId": None, "rootUri": root, "workspaceFolders": [{"uri": root, "name": "shop"}], "capabilities": abilities})
        self.tell("initialized", {})

    def read(self):
        while True:
            length = 0
            while line := self.child.stdout.readline().strip():
                if line.startswith(b"Content-Length: "):
                    length = int(line.split()[1])
            if not length:
                return
            self.incoming.put(json.loads(self.child.stdout.read(length)))

    def send(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.child.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self.child.stdin.flush()

    def tell(self, method, parameters):
        self.send({"method": method, "params": parameters})

    def ask(self, method, parameters):
        self.number += 1
        self.send({"id": self.number, "method": method, "params": parameters})
        wanted = self.number
        self.until(lambda: wanted in self.answers, method)
        answer = self.answers[wanted]
        assert "error" not in answer, (method, answer)
        return answer["result"]

    def at(self, method, uri, line, character, **others):
        return self.ask(method, {"textDocument": {"uri": uri}, "position": {"line": line, "character": character}, **others})

    def until(self, holds, what):
        while not holds():
            try:
                message = self.incoming.get(timeout=PATIENCE)
            except queue.Empty:
                raise AssertionError(f"waited in vain for {what}; published {self.published}") from None
            if message.get("method") == "textDocument/publishDiagnostics":
                found = message["params"]
                self.published[found["uri"]] = (found.get("version"), [it["code"] for it in found["diagnostics"]], found["diagnostics"])
            elif "method" in message and "id" in message:
                self.send({"id": message["id"], "result": None})
            elif "id" in message:
                self.answers[message["id"]] = message

    def findings(self, uri, version):
        self.until(lambda: (self.published.get(uri, (None,))[0] or 0) >= version, f"version {version} of {uri}")
        return self.published[uri]

    def open(self, uri, text):
        self.published.pop(uri, None)
        self.tell("textDocument/didOpen", {"textDocument": {"uri": uri, "languageId": "markdown", "version": 1, "text": text}})
        return self.findings(uri, 1)

    def end(self):
        self.ask("shutdown", None)
        self.tell("exit", None)
        assert self.child.wait(PATIENCE) == 0


def an_editing_exchange(tree):
    """Open, finding, change, fix, hover, completion, rename; findings of closed files; another spelling of the address."""
    deploy = tree.put("home/shop/.claude/skills/deploy/SKILL.md", SKILL.format("deploy", "Use it when: ready"))
    ship = tree.put("home/shop/.claude/skills/ship/SKILL.md", SKILL.format("ship", "Use it when: sold"))
    for drive in ("z%3A", "Z:", "z:"):
        server = Server(tree, drive)
        here, there = address(deploy, drive), address(ship, drive)
        server.until(lambda: "yaml-syntax" in server.published.get(there, (0, []))[1], f"the finding of the closed {there}")
        _, codes, found = server.open(here, deploy.read_bytes().decode())
        assert "yaml-syntax" in codes, codes
        place = next(it for it in found if it["code"] == "yaml-syntax")["range"]
        actions = server.ask("textDocument/codeAction", {"textDocument": {"uri": here}, "range": place, "context": {"diagnostics": found}})
        fix = next(it["edit"] for it in actions if it.get("edit") and it["title"].startswith("Quote"))
        edited = [it["textDocument"]["uri"] for it in fix["documentChanges"]]
        assert edited == [here], (edited, here)
        text = SKILL.format("deploy", GOOD)
        server.tell("textDocument/didChange", {"textDocument": {"uri": here, "version": 2}, "contentChanges": [{"text": text}]})
        _, codes, _ = server.findings(here, 2)
        assert "yaml-syntax" not in codes, codes
        hover = server.at("textDocument/hover", here, 2, 3)
        assert "description" in json.dumps(hover), hover
        server.tell("textDocument/didChange", {"textDocument": {"uri": here, "version": 3}, "contentChanges": [{"text": text.replace("name: deploy\r\n", "name: deploy\r\nallowed-t")}]})
        complete = server.at("textDocument/completion", here, 2, 9)
        items = complete["items"] if isinstance(complete, dict) else complete
        assert any(it["label"] == "allowed-tools" for it in items), items
        server.tell("textDocument/didChange", {"textDocument": {"uri": here, "version": 4}, "contentChanges": [{"text": text}]})
        edit = server.at("textDocument/rename", here, 1, 7, newName="release")
        kinds = {it.get("kind", "edit") for it in edit["documentChanges"]}
        moved = next(it for it in edit["documentChanges"] if it.get("kind") == "rename")
        assert kinds == {"edit", "rename"} and moved["oldUri"] == address(deploy.parent, drive), edit
        # The same file, spelled as another editor would.
        server.tell("textDocument/didClose", {"textDocument": {"uri": here}})
        for other in ("Z%3A", "z:", "Z:"):
            _, codes, _ = server.open(address(deploy, other), deploy.read_bytes().decode())
            assert "yaml-syntax" in codes, (other, codes)
            server.tell("textDocument/didClose", {"textDocument": {"uri": address(deploy, other)}})
        server.end()


def a_change_outside_is_seen(tree):
    """The server watches by itself where the editor cannot."""
    mine = tree.put("home/.claude/skills/mine/SKILL.md", SKILL.format("mine", GOOD))
    shop = tree.put("home/shop/.claude/skills/mine/SKILL.md", SKILL.format("mine", GOOD))
    server = Server(tree, "z%3A")
    uri = address(shop)
    _, codes, _ = server.open(uri, shop.read_bytes().decode())
    server.until(lambda: "name-shadowed" in server.published[uri][1], "the skill at home to win")
    shutil.rmtree(mine.parent)
    server.until(lambda: "name-shadowed" not in server.published[uri][1], "the skill at home to be gone")
    server.end()


def paths_are_plain(tree):
    place = tree.put("home/shop/.claude/skills/deploy/SKILL.md", SKILL.format("deploy", GOOD))
    listed = tree.json("list", "--host", "all")
    assert listed and all(it["path"] == windows(place) for it in listed), listed
    code, out, err = tree.run("check")
    assert (code, out, err.strip()) == (0, "", "1 skill checked, nothing found"), (code, out, err)
    tree.put("home/shop/.claude/skills/deploy/SKILL.md", SKILL.format("deploy", "Use it when: ready"))
    plain = windows(place)
    for written in (plain, "z" + plain[1:], "\\\\?\\" + plain, plain.replace("\\", "/"), plain.replace("deploy", "DEPLOY")):
        found = tree.json("check", written)["findings"]
        assert found, written
        assert {it["path"].lower() for it in found} == {plain.lower()}, (written, found)


def agents_print_paths_as_they_do_there(tree):
    tree.put("home/shop/.agents/skills/pdf/SKILL.md", SKILL.format("pdf", GOOD))
    _, codex, _ = tree.run("prompt", "--host", "codex")
    assert "/home/shop/.agents/skills" in codex and "\\" not in codex, codex
    _, kimi, _ = tree.run("prompt", "--host", "kimi-cli", "--without-bundled")
    assert "Z:\\" in kimi and "\\home\\shop\\.agents\\skills\\pdf" in kimi and "\\\\?\\" not in kimi, kimi


def places_of_windows(tree):
    tree.put("machine/OpenAI/Codex/skills/ours/SKILL.md", SKILL.format("ours", GOOD))
    tree.put("local/crush/skills/mine/SKILL.md", SKILL.format("mine", GOOD))
    tree.put("roaming/Block/goose/config/skills/theirs/SKILL.md", SKILL.format("theirs", GOOD))
    tree.put("roaming/npm/node_modules/@openai/codex/package.json", '{"name": "@openai/codex", "version": "0.150.0"}')
    variables = {"ProgramData": windows(tree.folder / "machine"), "LOCALAPPDATA": windows(tree.folder / "local"), "APPDATA": windows(tree.folder / "roaming")}
    for host, name in (("codex", "ours"), ("crush", "mine"), ("goose", "theirs")):
        listed = tree.json("list", "--host", host, "--without-bundled", **variables)
        assert [it["id"] for it in listed] == [name], (host, listed)
    known = tree.json("hosts", "--host", "codex", **variables)
    assert known[0]["installed"]["version"] == "0.150.0", known[0]["installed"]
    tree.put("one/a/SKILL.md", SKILL.format("a", GOOD))
    tree.put("two/b/SKILL.md", SKILL.format("b", GOOD))
    folders = f"{windows(tree.folder / 'one')};{windows(tree.folder / 'two')}"
    listed = tree.json("list", "--host", "portable", PORTABLE_SKILLS=folders)
    assert sorted(it["name"] for it in listed) == ["a", "b"], listed


def names_of_devices(tree):
    tree.put("home/shop/.claude/skills/deploy/SKILL.md", SKILL.format("deploy", GOOD))
    for name in ("NUL", "con", "nul.txt", "COM1", "..\\..\\..\\secret"):
        code, out, err = tree.run("read", "deploy", name)
        assert code in (1, 2) and not out and err.startswith("error: "), (name, code, out, err)


for trial in (an_editing_exchange, a_change_outside_is_seen, paths_are_plain, agents_print_paths_as_they_do_there, places_of_windows, names_of_devices):
    tree = Tree()
    try:
        trial(tree)
    finally:
        shutil.rmtree(tree.folder, ignore_errors=True)
    print(f"ok {trial.__name__.replace('_', ' ')}")
