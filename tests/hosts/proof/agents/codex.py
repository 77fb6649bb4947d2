"""Codex."""
import json
import re

from proof.agents.agent import Agent, Listing, texts
from proof.models import ADDRESS


class Codex(Agent):
    id = "codex"
    user_roots = [".codex/skills", ".agents/skills"]
    project_roots = [".agents/skills", ".codex/skills"]
    foreign_roots = [".claude/skills"]

    def variables(self):
        return {"OPENAI_API_KEY": "dummy"}

    def program(self):
        vendor = self.package("@openai/codex/vendor/x86_64-unknown-linux-musl")
        return [next((path for path in (vendor / "bin/codex", vendor / "codex/codex") if path.exists()), "codex")]

    def command(self, flags):
        switch = [] if self.bundled else ["-c", "skills.bundled.enabled=false"]
        named = [word for flag, value in zip(flags[::2], flags[1::2]) for word in
                 (["-c", f"model={json.dumps(value)}"] if flag == "--model" else [flag, value])]
        if "types" in self.manifest:
            # What a typed name brings is added when a turn begins, and the model is asked.
            provider = f'{{name="stand-in", base_url="{ADDRESS}/v1", wire_api="responses", env_key="OPENAI_API_KEY"}}'
            model = ["-c", 'model_provider="stand-in"', "-c", f"model_providers.stand-in={provider}"]
            return [*self.program(), "exec", "--skip-git-repo-check", *model, *switch, *named, self.prompt]
        return [*self.program(), "debug", "prompt-input", *switch, *named, self.prompt]

    @staticmethod
    def typed(load):
        return " ".join(filter(None, [f"${load['skill']}", load.get("arguments")]))

    def typed_text(self, requests):
        """What was added to what the user said."""
        for _, body in requests:
            said = [text for item in body.get("input", []) if item.get("role") == "user"
                    for text in texts(item.get("content")) if text.startswith("<skill>")]
            if said:
                return "\n".join(said)
        return None

    def lines(self, printed):
        """What stands before the entries, and each of them with its name and its file."""
        text = next((text for text in texts(json.loads(printed)) if "<skills_instructions>" in text), "")
        block = text.partition("<skills_instructions>")[2].partition("</skills_instructions>")[0]
        head, title, rest = block.partition("### Available skills\n")
        roots = "".join(head.partition("### Skill roots\n")[1:])
        folders = dict(re.findall(r"^- `(r\d+)` = `(.*)`$", roots, re.MULTILINE))
        found = []
        for line in rest.split("\n"):
            if not line.startswith("- "):
                break
            place = re.match(r"- (.*?): .*\(file: (.*)\)$", line)
            first, _, tail = place[2].partition("/") if place else ("", "", "")
            path = place and (f"{folders[first]}/{tail}" if first in folders else place[2])
            found.append((line, place and {"name": place[1], "path": path}))
        return roots + title, found

    def listing(self, _, printed):
        header, found = self.lines(printed)
        found = [(line, place) for line, place in found if not is_own(place)]
        if not found:
            return Listing([], "")
        entries = [line for line, _ in found]
        loaded = [place for _, place in found if place]
        return Listing(entries, "\n".join(entries), header, "\n</skills_instructions>", loaded)

    def own(self, _, printed):
        found = [(line, place) for line, place in self.lines(printed)[1] if is_own(place)]
        return [(place["name"], line.partition(": ")[2].rpartition(" (file: ")[0]) for line, place in found]

    @staticmethod
    def without_place(entry):
        return re.sub(r" \(file: [^()]*\)$", "", entry)

    @staticmethod
    def add_catalogue(source):
        return ["plugin", "marketplace", "add", source]

    @staticmethod
    def install_plugin(name, catalogue):
        return ["plugin", "add", f"{name}@{catalogue}"]

    # --- What trees may hold.

    @staticmethod
    def small_budget(grower, budget):
        config(grower)["skills"].insert(0, f"max_context_tokens = {budget}")

    @staticmethod
    def settings(grower):
        sections = config(grower)
        for name in grower.known_names(0, 3):
            skill = f"name = {quoted(name)}"
            if grower.chance(0.25):
                path = grower.pick(*[item["path"] for item in grower.files if item["path"].endswith("SKILL.md")])
                skill = f"path = {quoted('@ROOT@/' + path)}"
            sections["rules"].append(f"[[skills.config]]\n{skill}\nenabled = {grower.pick('false', 'false', 'true')}")
        if grower.chance(0.3):
            sections["skills"].append(f"max_context_tokens = {grower.dice.randint(1, 40) * 20}")
        if grower.chance(0.05):
            sections["skills"].append("include_instructions = false")
        if grower.chance(0.15):
            markers = grower.pick([], [".hg"], [".marker", ".git"])
            sections["top"].append(f"project_root_markers = {json.dumps(markers)}")
            grower.write("ws/.marker", "")
        if grower.chance(0.3):
            grower.overlays["/etc"] = "@ROOT@/etc"
            for name in grower.some(grower.folders, 1, 3):
                grower.skill("etc/codex/skills", name)
        if grower.chance(0.15):
            grower.env["CODEX_HOME"] = "@ROOT@/home/conf"
            grower.folder("home/conf")
            for name in grower.some(grower.folders, 1, 3):
                grower.skill("home/conf/skills", name)
        skills = [item["path"] for item in grower.files if item["path"].endswith("/SKILL.md")]
        for path in grower.some(skills, 0, 3):
            grower.write(path.removesuffix("SKILL.md") + "agents/openai.yaml", grower.pick(
                "policy:\n  allow_implicit_invocation: false\n", "policy:\n  allow_implicit_invocation: true\n",
                "interface:\n  display_name: Shown\n  short_description: In short\n", "policy: [\n",
                "policy:\n  allow_implicit_invocation: no\n", "interface:\n  display_name: 5\n"))

    @staticmethod
    def finish(grower):
        """Its configuration; the project is trusted, or its own folders would not be read."""
        sections = config(grower)
        text = "\n".join(sections["top"]) + "\n"
        if sections["skills"]:
            text += "[skills]\n" + "\n".join(sections["skills"]) + "\n"
        text += "\n".join(sections["rules"]) + "\n" + '[projects."@ROOT@/ws/proj"]\ntrust_level = "trusted"\n'
        grower.write("home/conf/config.toml" if "CODEX_HOME" in grower.env else "home/.codex/config.toml", text)


def is_own(place):
    """Whether a file is one of those that the host unpacks when it starts."""
    return bool(place) and "/skills/.system/" in place["path"]


def config(grower):
    return grower.notes.setdefault("config", {"top": [], "skills": [], "rules": []})


def quoted(text):
    return json.dumps(text, ensure_ascii=False)
