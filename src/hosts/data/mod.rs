//! The files of the built-in hosts: the only place that names them.

/// The built-in hosts, in the order in which they are shown. A host comes after the one it extends.
pub(super) const BUILTIN: [(&str, &str); 21] = [
    ("agentskills", include_str!("agentskills.toml")),
    ("claude-code", include_str!("claude-code.toml")),
    ("codex", include_str!("codex.toml")),
    ("opencode", include_str!("opencode.toml")),
    ("gemini-cli", include_str!("gemini-cli.toml")),
    ("copilot-cli", include_str!("copilot-cli.toml")),
    ("copilot-vscode", include_str!("copilot-vscode.toml")),
    ("qwen-code", include_str!("qwen-code.toml")),
    ("pi", include_str!("pi.toml")),
    ("kimi-cli", include_str!("kimi-cli.toml")),
    ("cline", include_str!("cline.toml")),
    ("amp", include_str!("amp.toml")),
    ("goose", include_str!("goose.toml")),
    ("crush", include_str!("crush.toml")),
    ("roo", include_str!("roo.toml")),
    ("cursor", include_str!("cursor.toml")),
    ("claude-code@2026-06", include_str!("claude-code@2026-06.toml")),
    ("three-layer", include_str!("three-layer.toml")),
    ("shipmyagent", include_str!("shipmyagent.toml")),
    ("shipmyagent@2025", include_str!("shipmyagent@2025.toml")),
    ("portable", include_str!("portable.toml")),
];
