"""Pi."""
import html

from proof.agents.agent import ElementAgent, texts
from proof.models import ADDRESS


class Pi(ElementAgent):
    id = "pi"
    user_roots = [".pi/agent/skills", ".agents/skills"]
    project_roots = [".pi/skills", ".agents/skills"]
    foreign_roots = [".claude/skills"]
    goes_round = True

    def variables(self):
        return {"PI_OFFLINE": "1"}

    def prepare(self):
        model = {"id": "m", "name": "m", "reasoning": False, "input": ["text"], "contextWindow": 128000,
                 "maxTokens": 4000, "cost": {"input": 0, "output": 0, "cacheRead": 0, "cacheWrite": 0}}
        self.merge(".pi/agent/models.json", {"providers": {"mock": {
            "baseUrl": f"{ADDRESS}/v1", "api": "openai-completions", "apiKey": "dummy", "models": [model]}}})

    def command(self, flags):
        return self.node("@mariozechner/pi-coding-agent/dist/cli.js") + [
            "--provider", "mock", "--model", "m", "-p", self.prompt, *flags]

    @staticmethod
    def typed(load):
        return " ".join(filter(None, [f"/skill:{load['skill']}", load.get("arguments")]))

    def typed_text(self, requests):
        said = [text for _, body in requests for message in body.get("messages", []) if message["role"] == "user"
                for text in texts(message["content"])]
        return next((text for text in said if text.startswith("<skill ")), None)

    def is_on_disk(self, location):
        return super().is_on_disk(html.unescape(location))

    def files(self, found):
        return [{"name": html.unescape(match["name"]), "path": html.unescape(match["location"])} for match in found]

    # --- What trees may hold.

    @staticmethod
    def settings(grower):
        ways = ["more", "@ROOT@/extra", "~/tilde", "../up", "missing", "more/alpha-m/SKILL.md", "!**/beta*",
                "-skills/alpha", "+skills/beta"]
        for base in ("home/.pi/agent", f"{grower.cwd}/.pi"):
            if grower.chance(0.7):
                grower.json(f"{base}/settings.json", {"skills": grower.some(ways, 1, 3)})
            for name in grower.some(grower.folders, 0, 3):
                grower.skill(f"{base}/more", f"{name}-m")
        if grower.chance(0.15):
            grower.env["PI_CODING_AGENT_DIR"] = "@ROOT@/home/.pi/agent"
        for folder in ("extra", "home/tilde"):
            for name in grower.some(grower.folders, 0, 2):
                grower.skill(folder, f"{name}-s")

    @staticmethod
    def plugins(grower):
        """Packages by path."""
        for base in ("home/.pi/agent", f"{grower.cwd}/.pi"):
            names = grower.some(["one", "two"], 0, 2)
            for name in names:
                folder = f"{base}/packs/{name}"
                manifest = {"name": name, "version": "1.0.0"}
                if grower.chance(0.5):
                    manifest["pi"] = {"skills": grower.pick(["./skills"], ["./other"], ["skills/a*"])}
                grower.json(f"{folder}/package.json", manifest)
                # Without a skill here it would be taken for an extension, and stop the host.
                grower.skill(f"{folder}/skills", f"first-{name}")
                for skill in grower.some(["alpha", "aaa", "beta", "zed"], 0, 3):
                    grower.skill(f"{folder}/{grower.pick('skills', 'skills', 'other')}", f"{skill}-{name}")
            if names:
                grower.json(f"{base}/settings.json", {"packages": [f"./packs/{name}" for name in names]})
