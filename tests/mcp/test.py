"""`skill-lsp mcp` as a real client sees it: test.py PROGRAM [TEST…]

Every test runs twice: with the handshake that clients had until 2026, and with the protocol of 2026-07-28, in which a
server asks by its answer and a client listens by a request.
"""

import asyncio
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from contextlib import asynccontextmanager
from pathlib import Path

from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.shared.exceptions import MCPError
from mcp.types import ElicitResult

PROGRAM = str(Path(sys.argv[1]).resolve())
PATIENCE = 10.0
TESTS = []


def test(function):
    TESTS.append(function)
    return function


class Shop:
    """A home folder with a project in it, and skills in both."""

    def __init__(self, mode):
        self.mode = mode
        self.home = Path(tempfile.mkdtemp()).resolve()
        self.project = self.home / "shop"
        (self.project / ".git").mkdir(parents=True)
        self.log = open(self.home / "log", "w+")

    def write(self, path, text):
        file = self.home / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        return file

    def skill(self, path, name, description="Does it. Use when asked to.", body="Do it.\n", more=""):
        return self.write(f"{path}/{name}/SKILL.md", f"---\nname: {name}\ndescription: {description}\n{more}---\n\n{body}")

    def parameters(self, *flags):
        environment = {"HOME": str(self.home), "PATH": os.environ["PATH"]}
        return StdioServerParameters(command=PROGRAM, args=["mcp", *flags], env=environment, cwd=self.project)

    @asynccontextmanager
    async def client(self, *flags, elicit=None, heard=None):
        async def hear(message):
            heard.append(getattr(message, "method", message))

        transport = stdio_client(self.parameters(*flags), errlog=self.log)
        # In the newer protocol, what is subscribed to comes here too.
        handler = hear if heard is not None and self.mode == "legacy" else None
        async with Client(
            transport, mode=self.mode, elicitation_callback=elicit, message_handler=handler, read_timeout_seconds=30
        ) as client:
            yield client

    def process(self, *flags):
        return subprocess.Popen(
            [PROGRAM, "mcp", *flags],
            cwd=self.project,
            env={"HOME": str(self.home), "PATH": os.environ["PATH"]},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def remove(self):
        self.log.close()
        shutil.rmtree(self.home, ignore_errors=True)


async def said(client, tool, **arguments):
    """What a tool says: the texts, and whether it is an error."""
    result = await client.call_tool(tool, arguments)
    return "\n".join(block.text for block in result.content), bool(result.is_error)


async def loaded(client, **arguments):
    text, is_error = await said(client, "skills_load", **arguments)
    assert not is_error, text
    return text


async def refused(client, **arguments):
    text, is_error = await said(client, "skills_load", **arguments)
    assert is_error, text
    return text


async def ids(client):
    result = await client.call_tool("skills_list", {})
    return [skill["id"] for skill in result.structured_content["skills"]]


async def description(client):
    tools = await client.list_tools(cache_mode="bypass")
    return next(tool.description for tool in tools.tools if tool.name == "skills_load")


async def until(condition, what):
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, f"nobody told that {what}"
        await asyncio.sleep(0.02)


@asynccontextmanager
async def listening(client, shop, heard):
    """Gathers the notifications that the tools have changed, in `heard`."""
    if shop.mode == "legacy":
        yield
        return
    async with client.listen(tools_list_changed=True) as subscription:

        async def gather():
            async for _ in subscription:
                heard.append("notifications/tools/list_changed")

        task = asyncio.create_task(gather())
        yield
        task.cancel()


@test
async def tools_are_told(shop):
    shop.skill("shop/.claude/skills", "pdf", "Reads PDF files. Use when asked to.")
    async with shop.client() as client:
        assert client.server_info.name == "skill-lsp", client.server_info
        assert "skills_load" in client.instructions
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        assert list(tools) == ["skills_list", "skills_load"], tools
        assert "- pdf: Reads PDF files. Use when asked to." in tools["skills_load"].description
        assert tools["skills_load"].input_schema["required"] == ["skill"]
        for tool in tools.values():
            assert tool.annotations.read_only_hint and not tool.annotations.open_world_hint, tool


@test
async def skills_are_listed_as_the_document_says(shop):
    """The example of ShipMyAgent's page: id, name, description and allowedTools."""
    shop.write(
        "shop/.claude/skills/pdf-miner/SKILL.md",
        "---\nname: PDF Miner\ndescription: Extract text & metadata from PDFs\n"
        "allowed-tools:\n  - exec_shell\n  - read_file\n---\n\n# PDF Miner\n",
    )
    async with shop.client("--host", "shipmyagent@2025") as client:
        result = await client.call_tool("skills_list", {})
        assert result.structured_content == {
            "skills": [
                {
                    "id": "pdf-miner",
                    "name": "PDF Miner",
                    "description": "Extract text & metadata from PDFs",
                    "allowedTools": ["exec_shell", "read_file"],
                }
            ],
            "total": 1,
        }, result.structured_content
        for wanted in ["pdf-miner", "PDF Miner", "Miner", "pdf miner"]:
            text = await loaded(client, skill=wanted)
            assert "# PDF Miner" in text, text
            assert f"Base directory: {shop.project}/.claude/skills/pdf-miner" in text, text


@test
async def a_query_narrows_the_list(shop):
    shop.skill(".claude/skills", "notes", "Takes notes.")
    shop.skill(".claude/skills", "pdf", "Reads files.")
    async with shop.client() as client:
        assert await ids(client) == ["notes", "pdf"]
        result = await client.call_tool("skills_list", {"query": "READS"})
        assert [skill["id"] for skill in result.structured_content["skills"]] == ["pdf"], result
        text, is_error = await said(client, "skills_list", query="nothing like it")
        assert not is_error and text == "There is no such skill.", text


@test
async def a_skill_is_found_by_id_name_path_and_part(shop):
    shop.skill(".claude/skills", "pdf-reader", body="Read it.\n")
    shop.skill(".claude/skills", "pdf-writer", body="Write it.\n")
    file = shop.skill(".claude/skills", "notes")
    async with shop.client() as client:
        assert "Read it." in await loaded(client, skill="pdf-reader")
        assert "Read it." in await loaded(client, skill="reader")
        assert "Write it." in await loaded(client, skill="PDF-Writer")
        assert "Do it." in await loaded(client, skill=str(file.parent))
        assert "Do it." in await loaded(client, skill="/notes")
        assert "Do it." in await loaded(client, name="notes")
        assert await refused(client, skill="pdf") == "`pdf` may mean `pdf-reader` or `pdf-writer`: say which"
        assert await refused(client, skill="noets") == "there is no skill `noets`: did you mean `notes`?"
        assert await refused(client, skill="nothing-like-it") == "there is no skill `nothing-like-it`"
        assert await refused(client, skill="  ") == "no skill is named"


@test
async def a_skill_is_loaded_with_what_belongs_to_it(shop):
    shop.skill("shop/.claude/skills", "my-skill", body="# My Custom Skill\n")
    shop.write("shop/.claude/skills/my-skill/helper.py", "print()\n")
    shop.write("shop/.claude/skills/my-skill/templates/template.txt", "Dear …\n")
    async with shop.client() as client:
        result = await client.call_tool("skills_load", {"skill": "my-skill"})
        text = "\n".join(block.text for block in result.content)
        assert "# My Custom Skill" in text
        assert f"Base directory: {shop.project}/.claude/skills/my-skill" in text, text
        for line in ["- SKILL.md (markdown)", "- helper.py (script)", "- templates/template.txt (template)"]:
            assert line in text, text
        facts = result.meta["skill-lsp/skill"]
        assert facts["id"] == "my-skill" and facts["baseDirectory"].endswith("/my-skill"), facts
        assert [file["type"] for file in facts["files"]] == ["markdown", "script", "template"], facts
        assert await loaded(client, skill="my-skill", file="templates/template.txt") == "Dear …\n"


@test
async def no_file_outside_a_skill_is_read(shop):
    folder = shop.skill(".claude/skills", "pdf").parent
    shop.write(".claude/skills/secret.md", "the secret")
    (folder / "out").symlink_to("../secret.md")
    (folder / "all").symlink_to("/")
    (folder / "device").symlink_to("/dev/zero")
    os.mkfifo(folder / "pipe")
    paths = ["../secret.md", "..", "/etc/passwd", str(folder / "SKILL.md"), "out", "all/etc/passwd", "device", "pipe"]
    paths += ["./../secret.md", "a/../../secret.md", "..\\secret.md", "~/secret.md", "C:\\secret.md", "", ".", "SKILL.md\0"]
    paths += ["//etc/passwd", "file:///etc/passwd", "%2e%2e/secret.md", "a" * 5000, "nothing.md"]
    async with shop.client() as client:
        for path in paths:
            text = await refused(client, skill="pdf", file=path)
            assert "the secret" not in text and "root:" not in text, (path, text)
        assert "Do it." in await loaded(client, skill="pdf", file="SKILL.md")


@test
async def changes_on_the_disk_are_told(shop):
    shop.skill(".claude/skills", "notes", "Takes notes.")
    heard = []
    async with shop.client(heard=heard) as client, listening(client, shop, heard):
        changed = "notifications/tools/list_changed"
        assert "pdf" not in await description(client)

        shop.skill("shop/.claude/skills", "pdf", "Reads.")
        await until(lambda: heard == [changed], "a skill was added")
        assert "- pdf: Reads." in await description(client)
        assert await ids(client) == ["notes", "pdf"]

        heard.clear()
        shop.skill("shop/.claude/skills", "pdf", "Reads and writes.")
        await until(lambda: heard == [changed], "a description was edited")
        assert "- pdf: Reads and writes." in await description(client)

        heard.clear()
        shutil.rmtree(shop.project / ".claude/skills/pdf")
        await until(lambda: heard == [changed], "a skill was deleted")
        assert "pdf" not in await description(client)

        # What nobody can see is told to nobody.
        heard.clear()
        shop.skill(".claude/skills", "notes", "Takes notes.", body="Something else.\n")
        shop.write(".claude/skills/notes/helper.py", "print()\n")
        await asyncio.sleep(1)
        assert heard == [], heard
        assert "Something else." in await loaded(client, skill="notes")


@test
async def a_storm_of_changes_is_told_in_few_words(shop):
    shop.skill(".claude/skills", "notes")
    heard = []
    async with shop.client(heard=heard) as client, listening(client, shop, heard):
        await ids(client)
        for number in range(200):
            shop.skill(".claude/skills", f"skill-{number}")
        await until(lambda: heard, "skills were added")
        await asyncio.sleep(1)
        assert len(await ids(client)) == 201
        assert len(heard) <= 5, heard


@test
async def what_is_denied_is_not_offered(shop):
    """The rules of the desktop app's page: the first pattern that matches counts, and what is denied is not accessible."""
    for name in ["deploy-staging", "deploy-live", "notes"]:
        shop.skill(".claude/skills", name)
    rules = {"deploy-staging": "allow", "deploy-*": "deny", "*": "allow"}
    shop.write(".claude/three-layer.json", json.dumps({"permissions": {"skill": rules}}, indent=2))
    async with shop.client("--host", "three-layer") as client:
        assert await ids(client) == ["user:deploy-staging", "user:notes"]
        assert "deploy-live" not in await description(client)
        await loaded(client, skill="deploy-staging")
        for wanted in ["user:deploy-live", "deploy-live"]:
            text = await refused(client, skill=wanted)
            assert "denied by `deploy-*` in ~/.claude/three-layer.json:5" in text, text


@test
async def a_rule_that_changes_is_told_and_counts_at_once(shop):
    shop.skill("shop/.opencode/skills", "notes")
    shop.skill("shop/.opencode/skills", "deploy")
    shop.write("shop/opencode.json", "{}")
    heard = []
    async with shop.client("--host", "opencode", heard=heard) as client, listening(client, shop, heard):
        assert sorted(await ids(client)) == ["deploy", "notes"]
        await loaded(client, skill="deploy")
        shop.write("shop/opencode.json", '{"permission": {"skill": {"deploy": "deny"}}}')
        assert "opencode.json:1" in await refused(client, skill="deploy")
        await until(lambda: len(heard) == 1, "a rule was added")
        assert await ids(client) == ["notes"]
    for name in ["notes", "deploy"]:
        shop.skill("shop/.portable/skills", name)
    heard.clear()
    async with shop.client("--host", "portable", heard=heard) as client, listening(client, shop, heard):
        assert await ids(client) == ["deploy", "notes"]
        shop.write(".config/portable/permissions.json", '{"skill": {"deploy": "deny"}}')
        await until(lambda: len(heard) == 1, "the first rule was written")
        assert await ids(client) == ["notes"]


def asked(answers, questions):
    """Answers questions one after the other, and keeps them."""

    async def answer(_, params):
        questions.append(params)
        choice = answers.pop(0)
        return ElicitResult(action="accept", content={"load": choice}) if choice else ElicitResult(action="decline")

    return answer


@test
async def the_user_is_asked_where_the_client_can(shop):
    """A skill with allowed-tools needs a yes in Claude Code, unless a rule allows it."""
    shop.skill(".claude/skills", "tools", more="allowed-tools: Bash\n")
    questions, answers = [], ["once", None, "no", "once"]
    async with shop.client(elicit=asked(answers, questions)) as client:
        assert await ids(client) == ["tools"]
        assert "Do it." in await loaded(client, skill="tools")
        assert "the user said no" in await refused(client, skill="tools")
        assert "the user said no" in await refused(client, skill="tools", file="SKILL.md")
        assert "Do it." in await loaded(client, skill="tools")
        assert len(questions) == 4 and "May the skill `tools` be loaded?" in questions[0].message, questions
        assert "`allowed-tools`" in questions[0].message, questions[0].message
        shop.write(".claude/settings.json", '{"permissions": {"allow": ["Skill(tools)"]}}')
        assert "Do it." in await loaded(client, skill="tools")
        assert len(questions) == 4


@test
async def always_is_remembered_where_the_host_has_a_place(shop):
    """The protocol's page: once, always or no; the last rule that matches counts; always is remembered."""
    shop.skill("shop/.portable/skills", "deploy")
    shop.skill("shop/.portable/skills", "notes")
    file = shop.write(".config/portable/permissions.json", '{\n  "skill": {\n    "*": "ask"\n  }\n}\n')
    questions, answers = [], ["once", "always", "no"]
    async with shop.client("--host", "portable", elicit=asked(answers, questions)) as client:
        for _ in range(5):
            assert "Do it." in await loaded(client, skill="deploy")
        assert len(questions) == 2, questions
        assert "the user said no" in await refused(client, skill="notes")
        assert file.read_text() == '{\n  "skill": {\n    "*": "ask",\n    "deploy": "allow"\n  }\n}\n', file.read_text()
    async with shop.client("--host", "portable") as client:
        assert "Do it." in await loaded(client, skill="deploy")
    file.unlink()
    file.write_text('{"skill": {"*": "ask"}}')
    file.chmod(0o400)
    file.parent.chmod(0o500)
    if not os.access(file, os.W_OK):
        async with shop.client("--host", "portable", elicit=asked(["always"], [])) as client:
            text = await loaded(client, skill="notes")
            assert "Do it." in text and 'The answer "always" is not remembered: cannot write' in text, text
    file.parent.chmod(0o700)
    file.chmod(0o600)
    file.write_text("{broken")
    async with shop.client("--host", "portable", elicit=asked(["always"], [])) as client:
        await loaded(client, skill="notes")
        assert file.read_text() == "{broken"


@test
async def a_client_that_cannot_ask_is_told_what_to_write(shop):
    shop.skill(".claude/skills", "tools", more="allowed-tools: Bash\n")
    async with shop.client() as client:
        text = await refused(client, skill="tools")
        assert text == (
            "`tools` is not loaded: this client cannot ask the user, and loading it is asked about, as it has "
            '`allowed-tools`. To allow it, add `"Skill(tools)"` to `permissions.allow` in ~/.claude/settings.json'
        ), text
        assert "this client cannot ask" in await refused(client, skill="tools", file="SKILL.md")
    rules = {"permissions": {"skill": {"to*": "ask"}}}
    shop.write(".claude/three-layer.json", json.dumps(rules))
    async with shop.client("--host", "three-layer") as client:
        text = await refused(client, skill="tools")
        assert text.endswith('To allow it, add `"tools": "allow"` before `to*` in ~/.claude/three-layer.json:1'), text


@test
async def a_question_that_fails_is_a_no(shop):
    shop.skill(".claude/skills", "tools", more="allowed-tools: Bash\n")

    async def cancel(_, params):
        return ElicitResult(action="cancel")

    async def strange(_, params):
        return ElicitResult(action="accept", content={"load": "certainly"})

    for answer in [cancel, strange]:
        async with shop.client(elicit=answer) as client:
            assert "Do it." not in await refused(client, skill="tools")


@test
async def wrong_arguments_are_told(shop):
    shop.skill(".claude/skills", "notes")
    async with shop.client() as client:
        assert await refused(client) == "`skill` is missing: name the skill that is to be loaded"
        assert await refused(client, skill=7) == "`skill` must be a text, but is a number"
        assert await refused(client, skill=["notes"]) == "`skill` must be a text, but is a list"
        assert await refused(client, skill="notes", file={}) == "`file` must be a text, but is an object"
        assert await refused(client, skill="notes", arguments=True) == "`arguments` must be a text, but is a boolean"
        text, is_error = await said(client, "skills_list", query=7)
        assert is_error and text == "`query` must be a text, but is a number", text
        try:
            await client.call_tool("skills_delete", {})
            raise AssertionError("there is no such tool")
        except MCPError as error:
            assert "there is no tool `skills_delete`" in str(error), error
        assert await ids(client) == ["notes"]


@test
async def many_requests_at_once(shop):
    for number in range(20):
        shop.skill(".claude/skills", f"skill-{number}", body=f"Number {number}.\n")
    async with shop.client() as client:
        wanted = [number % 20 for number in range(200)]
        texts = await asyncio.gather(*(loaded(client, skill=f"skill-{number}") for number in wanted))
        for number, text in zip(wanted, texts):
            assert f"Number {number}." in text, text


@test
async def a_long_text_is_cut_and_says_so(shop):
    shop.skill(".claude/skills", "long", body="é" * 400_000)
    async with shop.client() as client:
        text = await loaded(client, skill="long")
        assert len(text.encode()) < 300_000 and "[Cut after 262144 of 8" in text, text[-400:]


@test
async def the_server_ends_with_its_client(shop):
    shop.skill(".claude/skills", "notes")
    process = shop.process()
    began = time.monotonic()
    out, error = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0 and out == "", (process.returncode, out, error)
    assert time.monotonic() - began < 5

    process = shop.process()
    process.send_signal(signal.SIGTERM)
    assert process.wait(timeout=PATIENCE) == -signal.SIGTERM
    process.communicate()

    process = shop.process("--host", "claud-code")
    out, error = process.communicate(timeout=PATIENCE)
    assert process.returncode == 2 and out == "" and "did you mean `claude-code`" in error, error


async def main():
    wanted = sys.argv[2:]
    failed = []
    for function in TESTS:
        if wanted and function.__name__ not in wanted:
            continue
        for mode in ["legacy", "auto"]:
            shop = Shop(mode)
            try:
                await function(shop)
            except Exception:
                failed.append(f"{function.__name__} ({mode})")
                print(f"FAILED {failed[-1]}", file=sys.stderr)
                traceback.print_exc()
                shop.log.seek(0)
                print(shop.log.read(), file=sys.stderr)
            finally:
                shop.remove()
    print(f"mcp: {len(TESTS)} tests, each in two protocols; {len(failed)} failed")
    sys.exit(bool(failed))


asyncio.run(main())
