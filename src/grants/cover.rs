//! Whether one entry means all that another one means.

use crate::grants::{Grant, Meaning, domain_matches};
use crate::hosts::glob_matches;

/// Whether every call that `other` means is meant by `one`. What cannot be told is `false`.
pub fn covers(one: &Grant, other: &Grant) -> bool {
    match (&one.meaning, &other.meaning) {
        (Meaning::Nothing(_) | Meaning::UnknownTool | Meaning::Unsaid, _) => false,
        (_, Meaning::Nothing(_) | Meaning::UnknownTool | Meaning::Unsaid) => false,
        (Meaning::Server(left), Meaning::Server(right) | Meaning::ServerTool { server: right, .. }) => left == right,
        (Meaning::ServerTool { server: left, tool: pattern }, Meaning::ServerTool { server: right, tool }) => {
            left == right && (pattern == tool || !tool.contains('*') && glob_matches(pattern, tool))
        }
        (Meaning::Names(left), Meaning::Names(right)) => left == right,
        _ if one.tool.is_none() || one.tool != other.tool => false,
        (left, right) if left == right => true,
        // Path rules count for several tools, a tool without a path only for itself.
        (Meaning::Everything, Meaning::Path(_)) => false,
        (Meaning::Everything, _) => true,
        (Meaning::Command(left), Meaning::Command(right)) => left.covers(right),
        (Meaning::Path(left), Meaning::Path(right)) => left.covers(right),
        (Meaning::Domain(left), Meaning::Domain(right)) => {
            left == "*" || !right.contains('*') && domain_matches(left, right)
        }
        (Meaning::SkillsFrom(prefix), Meaning::Skill(name) | Meaning::SkillsFrom(name)) => name.starts_with(prefix),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use crate::document::tool_rule::ToolRule;
    use crate::grants::{List, grant};
    use crate::hosts::builtin;

    #[test]
    fn wider_entries_cover_narrower_ones() {
        let hosts = builtin();
        let host = hosts.get("claude-code").expect("a host");
        let read = |entry: &str| grant(host, &ToolRule::parse(entry), List::Allow);
        let covers = |one: &str, other: &str| super::covers(&read(one), &read(other));
        assert!(covers("Bash", "Bash(git add *)"));
        assert!(covers("Bash(*)", "Bash"));
        assert!(covers("Bash(git add:*)", "Bash(git add *)"));
        assert!(covers("Task", "Agent"));
        assert!(covers("Edit(src/**)", "Edit(src/a.rs)"));
        assert!(!covers("Edit", "Edit(src/**)"), "the second one counts for Write too");
        assert!(covers("Read", "Read"));
        assert!(covers("mcp__a", "mcp__a__b"));
        assert!(covers("mcp__a__get_*", "mcp__a__get_x"));
        assert!(!covers("mcp__a__b", "mcp__a"));
        assert!(covers("WebFetch(domain:*.a.com)", "WebFetch(domain:b.a.com)"));
        assert!(covers("Skill(git *)", "Skill(git-commit)"));
        assert!(!covers("Write", "Edit"));
        assert!(!covers("Nope", "Nope"));
    }
}
