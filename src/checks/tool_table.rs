//! What entries of tool lists mean to hosts, what is found about them, and what the fix makes of them: one table.

use std::fmt::Write as _;
use std::path::Path;

use proptest::prelude::*;

use crate::checks::registry::CHECKS;
use crate::checks::testing::Fixture;
use crate::document;
use crate::document::tool_rule::ToolRule;
use crate::document::tools::tools;
use crate::grants::{CommandPattern, Grant, List, Meaning, PathBase, PathPattern, grant};
use crate::text::{Edit, apply};

/// The table. Its first column is written by hand; `UPDATE_TABLE=1` renews the others.
const TABLE: &str = include_str!("tool_table.txt");

/// `entry | reading | finding | fix`
fn row(host: &str, list: List, entry: &str) -> String {
    let key = match (host, list) {
        ("qwen-code", _) => "allowedTools",
        (_, List::Allow) => "allowed-tools",
        (_, List::Deny) => "disallowed-tools",
    };
    let quoted = entry.replace('\'', "''");
    let fixture = Fixture::parse(&format!(
        "//# hosts = {host}\n//- /x/skills/pdf/SKILL.md\n---\n{key}:\n  - '{quoted}'\n  - LSP\n---\n\
         //- /home/.claude.json\n{{\"mcpServers\": {{\"github\": {{}}}}}}\n"
    ));
    let text = &fixture.files[0].text;
    let reading = match fixture_host(host) {
        Some(host) => reading(&grant(&host, &ToolRule::parse(entry), list)),
        None => "-".to_owned(),
    };
    let mut findings = Vec::new();
    let mut fixed = Vec::new();
    for check in CHECKS.iter().filter(|check| check.group() == "allowed-tools") {
        for diagnostic in fixture.findings(check).remove(Path::new("/x/skills/pdf/SKILL.md")).unwrap_or_default() {
            // The second entry is there so that the first can be taken out.
            if diagnostic.span.of(text) == "LSP" {
                continue;
            }
            findings.push(format!("{} {}", check.id, diagnostic.level.word()));
            if let Some(fix) = diagnostic.fixes.first() {
                let edits: Vec<Edit> = fix.edits_here().cloned().collect();
                fixed.push(entries_of(&apply(text, &edits), key));
            }
        }
    }
    let or_dash = |cells: Vec<String>| if cells.is_empty() { "-".to_owned() } else { cells.join(", ") };
    format!("{entry:<40} | {reading:<48} | {:<34} | {}", or_dash(findings), or_dash(fixed))
}

fn fixture_host(id: &str) -> Option<std::sync::Arc<crate::hosts::Host>> {
    crate::checks::testing::config().known_hosts.get(id).cloned()
}

/// The entries of a list but for the one that stands there for company.
fn entries_of(text: &str, key: &str) -> String {
    let document = document::parse(text);
    let field = document.field(key).expect("the field");
    let entries = tools(text, &field.value).entries;
    let entries: Vec<String> = entries.into_iter().map(|entry| entry.text).filter(|text| text != "LSP").collect();
    if entries.is_empty() { "nothing".to_owned() } else { entries.join(" + ") }
}

/// What an entry means, in a few words.
fn reading(grant: &Grant) -> String {
    let tool = grant.tool.as_deref().unwrap_or_default();
    match &grant.meaning {
        Meaning::Everything => format!("every call of {tool}"),
        Meaning::WorkingFolders => format!("{tool} in the working folders"),
        Meaning::Command(CommandPattern::Exact(command)) => format!("the command `{command}`"),
        Meaning::Command(CommandPattern::Prefix(prefix)) => format!("`{prefix}`, alone or with more"),
        Meaning::Command(CommandPattern::Wildcard(pattern)) => format!("commands like `{pattern}`"),
        Meaning::Path(PathPattern { base, pattern }) => {
            let base = match base {
                PathBase::Root => "the file system",
                PathBase::Home => "home",
                PathBase::Start => "the session's folder",
                PathBase::Current => "the current folder",
            };
            format!("{tool} paths `{pattern}` in {base}")
        }
        Meaning::Domain(domain) => format!("pages of {domain}"),
        Meaning::Skill(name) => format!("the skill {name}"),
        Meaning::SkillsFrom(prefix) => format!("skills from {prefix}…"),
        Meaning::Agent(name) => format!("the agent {name}"),
        Meaning::Parameter { name, value } => format!("{tool} with {name} = {value}"),
        Meaning::Server(server) => format!("every tool of the server {server}"),
        Meaning::ServerTool { server, tool } => format!("{tool} of the server {server}"),
        Meaning::Names(pattern) => format!("tools like {pattern}"),
        Meaning::Nothing(reason) => format!("nothing: {reason:?}"),
        Meaning::UnknownTool => "no tool".to_owned(),
        Meaning::Unsaid => "unsaid".to_owned(),
    }
}

/// What lists of tools and their accidents are made of.
const PIECES: [&str; 36] = [
    "Read",
    "Reed",
    "bash",
    "Bash",
    "Write",
    "WebFetch",
    "Skill",
    "mcp__",
    "github",
    "_",
    "(",
    ")",
    "()",
    "(*)",
    " ",
    ", ",
    ",",
    ":*",
    ":",
    "*",
    "git",
    "npx:x",
    "/tmp/x",
    "src/**",
    "domain:",
    "https://a.b/c",
    "&&",
    "\"",
    "'",
    "\\",
    "${CLAUDE_SKILL_DIR}",
    "\n  - ",
    "]",
    " # c",
    "梨",
    "TodoRead",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_entry() {
        let mut hosts = String::new();
        let mut list = List::Allow;
        let mut found = String::new();
        let mut entries = 0;
        for line in TABLE.lines() {
            if let Some(heading) = line.strip_prefix("== ") {
                let (host, field) = heading.split_once(": ").expect("`== host: field`");
                hosts = host.to_owned();
                list = List::of_field(field);
                let _ = writeln!(found, "{line}");
            } else if line.trim().is_empty() || line.starts_with('#') {
                let _ = writeln!(found, "{line}");
            } else {
                let entry = line.split(" | ").next().unwrap_or_default().trim_end();
                entries += 1;
                let _ = writeln!(found, "{}", row(&hosts, list, entry).trim_end());
            }
        }
        assert!(entries >= 120, "{entries} entries");
        if std::env::var_os("UPDATE_TABLE").is_some() {
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/checks/tool_table.txt");
            std::fs::write(path, &found).expect("the table is written");
            return;
        }
        assert_eq!(found, TABLE, "\nleft: found, right: the table");
    }

    #[test]
    fn an_entry_over_several_lines_is_told_in_one() {
        let text = "//# hosts = agentskills\n//- /x/skills/pdf/SKILL.md\n---\nallowed-tools: |\n  Bash(\n  - )\n---\n";
        let malformed = CHECKS.iter().find(|check| check.id == "tool-pattern-malformed").unwrap();
        let found: Vec<_> = Fixture::parse(text).findings(malformed).into_values().flatten().collect();
        assert!(found.iter().any(|it| it.message.starts_with("`Bash( - )` never matches")), "{found:?}");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(96))]

        /// Whatever stands in the list: every finding has its place in the text, and every fix can be made.
        #[test]
        fn no_list_of_tools_harms(
            pieces in prop::collection::vec(prop::sample::select(PIECES.to_vec()), 0..14),
            form in prop::sample::select(vec!["", "\n  - ", "[", "\"", "'", "|\n  ", ">-\n  "]),
            host in prop::sample::select(vec!["claude-code", "qwen-code", "agentskills"]),
        ) {
            let key = if host == "qwen-code" { "allowedTools" } else { "allowed-tools" };
            let text = format!("---\n{key}: {form}{}\n---\n", pieces.concat());
            let fixture = Fixture::parse(&format!("//# hosts = {host}\n//- /x/skills/pdf/SKILL.md\n{text}"));
            for check in CHECKS.iter().filter(|check| check.group() == "allowed-tools") {
                for diagnostic in fixture.findings(check).into_values().flatten() {
                    let text = &fixture.files[0].text;
                    prop_assert!(text.get(diagnostic.span.start..diagnostic.span.end).is_some(), "{diagnostic:?} in {text:?}");
                    for fix in &diagnostic.fixes {
                        let edits: Vec<Edit> = fix.edits_here().cloned().collect();
                        prop_assert!(edits.iter().all(|it| text.get(it.span.start..it.span.end).is_some()), "{fix:?} in {text:?}");
                        prop_assert!(apply(text, &edits) != *text, "{fix:?} changes nothing in {text:?}");
                    }
                }
            }
        }
    }
}
