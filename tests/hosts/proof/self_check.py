"""The tests of this program, without any host: `prove self-check`."""
import json
import pathlib
import tempfile
import unittest

from proof import manifest as manifests
from proof import drift, models, packages, pins, validator
from proof.agents import AGENTS
from proof.difference import difference
from proof.shrink import shrunk
from proof.steady import steady
from proof.trees import loads
from proof.trees import packages as repositories
from proof.trees.grower import KINDS, grown


class Trees(unittest.TestCase):
    def test_the_same_seed_grows_the_same_tree(self):
        for host in AGENTS:
            self.assertEqual(grown(host, 7), grown(host, 7))
            self.assertNotEqual(grown(host, 7)["files"], grown(host, 8)["files"])

    def test_every_tree_can_be_written(self):
        for host in AGENTS:
            for kind in ["all", *KINDS]:
                for seed in range(2):
                    if tree := grown(host, seed, kind):
                        with tempfile.TemporaryDirectory() as folder:
                            manifests.write(tree, pathlib.Path(folder))

    def test_a_kind_that_the_host_does_not_have_is_skipped(self):
        self.assertIsNone(grown("cline", 1, "commands"))
        self.assertIsNone(grown("pi", 1, budget=100))

    def test_texts_survive_the_stand_in(self):
        value = {"path": ["@ROOT@/a", 1, None]}
        self.assertEqual(manifests.abstract(manifests.expand(value, "/r"), "/r"), value)


class Repositories(unittest.TestCase):
    def test_the_same_seed_grows_the_same_repository(self):
        for host in repositories.HOSTS:
            self.assertEqual(repositories.grown(host, 7), repositories.grown(host, 7))
            self.assertNotEqual(repositories.grown(host, 7)["files"], repositories.grown(host, 8)["files"])

    def test_every_repository_can_be_written_and_installed(self):
        for host in repositories.HOSTS:
            for seed in range(10):
                tree = repositories.grown(host, seed)
                self.assertTrue(tree["installs"], tree["case"])
                with tempfile.TemporaryDirectory() as folder:
                    manifests.write(tree, pathlib.Path(folder))

    def test_what_only_one_side_lists(self):
        manifest = {"host": "codex", "repository": "r", "installs": [["a"], ["b"]],
                    "files": [{"path": "r/s/SKILL.md", "text": "mark-1"}, {"path": "r/t/SKILL.md", "text": "mark-2"}]}
        host = {"host": "codex", "version": "1", "installs": [{"code": 0, "said": ""}, {"code": 1, "said": "no"}],
                "entries": ["- p:s: mark-1 (file: /copy/s/SKILL.md)", "- p:t: odd (file: /copy/t/SKILL.md)"]}
        expected = packages.listed(manifest, host)
        self.assertEqual(expected["refused"], [["b"]])
        ours = {"entries": [{"name": "p:s", "path": "s/SKILL.md", "text": "- p:s: mark-1 (file: s/SKILL.md)"},
                            {"name": "p:t", "path": "t/SKILL.md", "text": "- p:t: odd (file: t/SKILL.md)"}],
                "skills": [{"id": "p:s", "status": "active", "path": "s/SKILL.md"},
                           {"id": "p:t", "status": "active", "path": "t/SKILL.md"}]}
        self.assertIsNone(packages.difference(manifest, expected, ours))
        moved = ours | {"entries": [ours["entries"][0] | {"path": "u/SKILL.md"}, ours["entries"][1]]}
        self.assertEqual(packages.difference(manifest, expected, moved),
                         "\n  only the host: s/SKILL.md: '- p:s: mark-1'\n  only ours  : u/SKILL.md: '- p:s: mark-1'")
        unlisted = ours | {"skills": ours["skills"][:1]}
        self.assertEqual(packages.difference(manifest, expected, unlisted),
                         "\n  only our `prompt`: t/SKILL.md: 'p:t'")


class Pins(unittest.TestCase):
    def test_every_host_that_can_be_run_is_pinned(self):
        # The validator is no agent that is started in a tree: `prove validator` runs it.
        self.assertEqual(set(pins.pins()), set(AGENTS) | {validator.HOST})

    def test_the_mark_of_a_platform_is_no_part_of_the_version(self):
        pin = pins.Pin("codex", "0.1.0", "npm", "@openai/codex@{version}-linux-x64")
        self.assertEqual(pins.with_version(pin, "0.2.0-linux-x64"), pins.with_version(pin, "0.2.0"))
        self.assertEqual(pins.with_version(pin, "0.2.0").package, "@openai/codex@0.2.0-linux-x64")

    def test_lifting_changes_one_word(self):
        with tempfile.TemporaryDirectory() as folder:
            kept, pins.FILE = pins.FILE, pathlib.Path(folder, "pins.txt")
            try:
                pins.FILE.write_text(kept.read_text())
                before = pins.pins()
                pins.write("codex", "9.9.9")
                self.assertEqual(pins.pins(), before | {"codex": pins.with_version(before["codex"], "9.9.9")})
                pins.write("codex", before["codex"].version)
                self.assertEqual(pins.FILE.read_text(), kept.read_text())
            finally:
                pins.FILE = kept


class Drift(unittest.TestCase):
    def test_the_table_says_what_changed(self):
        row = drift.Row("codex", "1.0", "1.1", "3/4", "20/20", "19/20", [("case a", "entry 1 of 2")])
        same = drift.Row("pi", "2.0", "2.0", "4/4", "20/20", "20/20")
        text = drift.table([row, same])
        self.assertIn("| codex | 1.0 | 1.1 | 3/4 | 20/20 | 19/20 |", text)
        self.assertIn("| pi | 2.0 | the same |", text)
        self.assertIn("codex, case a: entry 1 of 2", text)
        self.assertTrue(drift.has_drifted([row]))
        self.assertFalse(drift.has_drifted([same]))


class Listings(unittest.TestCase):
    """What each host sends, in small, taken apart."""

    def listing(self, host, requests, printed="", **manifest):
        manifest, root = {"files": [], "host": host} | manifest, pathlib.Path("/r")
        return AGENTS[host](manifest, pathlib.Path("/hosts"), root, root).listing(requests, printed)

    def test_lines_after_a_header(self):
        header = "The following skills are available for use with the Skill tool:\n\n"
        text = f"{header}- a: mark-1 x\n- plugin-authoring: y\n\nmore"
        request = ("/v1/messages", {"model": "m", "messages": [{"content": text}]})
        files = [{"path": "f/SKILL.md", "text": "mark-1"}]
        listing = self.listing("claude-code", [request], files=files)
        self.assertEqual(listing.entries, ["- a: mark-1 x"])
        self.assertEqual(listing.loaded, [{"name": "a", "path": "/r/f/SKILL.md"}])

    def test_elements_without_those_of_the_host(self):
        skill = ("  <skill>\n    <name>{}</name>\n    <description>d</description>\n"
                 "    <location>{}</location>\n  </skill>\n")
        text = f"<available_skills>\n{skill.format('a', '/r/a')}{skill.format('b', '/own/b')}</available_skills>"
        listing = self.listing("gemini-cli", [("/x", {"systemInstruction": {"parts": [{"text": text}]}})])
        self.assertEqual(listing.loaded, [{"name": "a", "path": "/r/a"}])

    def test_short_paths_are_made_long(self):
        text = ("<skills_instructions>\n### Skill roots\n- `r0` = `/r/x`\n### Available skills\n"
                "- n: d (file: r0/n/SKILL.md)\n</skills_instructions>")
        listing = self.listing("codex", [], printed=json.dumps([{"text": text}]))
        self.assertEqual(listing.loaded, [{"name": "n", "path": "/r/x/n/SKILL.md"}])
        self.assertTrue(listing.header.startswith("### Skill roots\n"))


class Models(unittest.TestCase):
    def test_tools_are_called_once_and_only_where_they_are_offered(self):
        call = ("Read", {"file_path": "/f"})
        sent = {"stream": True, "tools": [{"name": "Read"}], "messages": []}
        self.assertIn("tool_use", "".join(models.reply("/v1/messages", sent, [call])))
        self.assertIn("end_turn", "".join(models.reply("/v1/messages", sent | {"tools": []}, [call])))
        sent["messages"] = [{"content": [{"type": "tool_result"}]}]
        self.assertIn("end_turn", "".join(models.reply("/v1/messages", sent, [call])))


class Loads(unittest.TestCase):
    def test_the_same_seed_grows_the_same_tree(self):
        self.assertEqual(loads.grown("claude-code", 7), loads.grown("claude-code", 7))
        self.assertNotEqual(loads.grown("claude-code", 7), loads.grown("claude-code", 8))

    def test_the_order_of_files_is_set_aside_where_the_host_has_none(self):
        left, right = "x\n<file>b</file>\n<file>a</file>\n", "x\n<file>a</file>\n<file>b</file>\n"
        self.assertTrue(loads.same("opencode", left, right))
        self.assertFalse(loads.same("claude-code", left, right))
        self.assertTrue(loads.same("cline", {"refused": "a"}, {"problem": "b"}))


def run(*names, paths=None):
    paths = paths or [f"/{name}" for name in names]
    return {"entries": [f"- {name}" for name in names], "listing": "", "header": "", "footer": "",
            "loaded": [{"name": name, "path": path} for name, path in zip(names, paths)]}


class Steady(unittest.TestCase):
    def test_equal_runs(self):
        self.assertEqual(steady([run("a", "b")] * 2), run("a", "b"))

    def test_another_order(self):
        self.assertTrue(steady([run("a", "b"), run("b", "a")])["unordered"])

    def test_another_winner(self):
        held = steady([run("a", paths=["/1"]), run("a", paths=["/2"])])
        self.assertEqual(held["winners"], {"a": ["/1", "/2"]})
        self.assertNotIn("unstable", held)


class Difference(unittest.TestCase):
    def ours(self, *names):
        entries = [{"id": name, "name": name, "path": f"/{name}", "text": f"- {name}"} for name in names]
        text = "\n".join(entry["text"] for entry in entries)
        return {"prompt": {"answer": {"entries": entries, "text": text, "later": []}}, "skills": []}

    def found(self, expected, ours):
        expected = expected | {"listing": "\n".join(expected["entries"])}
        return difference(expected, ours, {f"/{name}": f"/{name}" for name in "abc"})

    def test_none(self):
        self.assertIsNone(self.found(run("a", "b"), self.ours("a", "b")))

    def test_an_entry_is_missing(self):
        self.assertEqual(self.found(run("a", "b"), self.ours("a")), "entry 2 of 2\n  host: '- b'\n  ours: '(none)'")

    def test_order_counts_unless_the_host_varies(self):
        self.assertIsNotNone(self.found(run("a", "b"), self.ours("b", "a")))
        self.assertIsNone(self.found(run("a", "b") | {"unordered": True}, self.ours("b", "a")))


class Shrink(unittest.TestCase):
    def test_what_is_not_needed_is_left_out(self):
        whole = {"files": list(range(20)), "flags": ["--a", "1", "--b", "2"], "env": {"X": "1"}}
        shows = lambda manifest: 7 in manifest["files"] and 13 in manifest["files"] and "--b" in manifest["flags"]
        self.assertEqual(shrunk(whole, shows), {"files": [7, 13], "flags": ["--b", "2"], "env": {}})
