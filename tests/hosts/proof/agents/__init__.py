"""The hosts that can be run, by id."""
from proof.agents.amp import Amp
from proof.agents.claude_code import ClaudeCode
from proof.agents.cline import Cline
from proof.agents.codex import Codex
from proof.agents.copilot_cli import CopilotCli
from proof.agents.gemini_cli import GeminiCli
from proof.agents.goose import Goose
from proof.agents.kimi_cli import KimiCli
from proof.agents.npx_skills import NpxSkills, OlderNpxSkills
from proof.agents.opencode import OpenCode
from proof.agents.pi import Pi
from proof.agents.qwen_code import QwenCode

AGENTS = {agent.id: agent for agent in (
    ClaudeCode, OpenCode, Codex, GeminiCli, CopilotCli, QwenCode, Pi, KimiCli, Cline, Amp, Goose, NpxSkills,
    OlderNpxSkills)}
