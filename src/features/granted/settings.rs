//! What the rules of settings do to an entry: they stand over it, ask in between, or allow more anyway.

use std::path::PathBuf;

use serde::Serialize;

use crate::catalog::{Declared, Permission};
use crate::document::tool_rule::ToolRule;
use crate::grants::{Grant, List, Meaning, covers, grant};
use crate::hosts::Host;

/// A rule of the settings, and what it does to an entry.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RuleEffect {
    /// What it does.
    pub effect: Effect,
    /// The rule as it is written.
    pub rule: String,
    /// The file. Absolute.
    pub path: PathBuf,
    /// The line, counted from 1.
    pub line: usize,
}

/// What a rule does to an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Effect {
    /// All that the entry allows is denied.
    Denies,
    /// Some of it is denied.
    DeniesSome,
    /// The user is asked about all of it.
    Asks,
    /// The user is asked about some of it.
    AsksSome,
    /// The settings allow all of it anyway, and more.
    Widens,
    /// The settings allow just this anyway.
    Repeats,
}

impl Effect {
    /// What the settings do, before the rule: `denied by` a rule.
    pub fn words(self) -> &'static str {
        match self {
            Effect::Denies => "denied by",
            Effect::DeniesSome => "denied in part by",
            Effect::Asks => "asked about by",
            Effect::AsksSome => "asked about in part by",
            Effect::Widens => "allowed anyway, with more, by",
            Effect::Repeats => "allowed anyway by",
        }
    }
}

/// The rules of the host's settings that concern an entry, the gravest first.
pub(super) fn effects(host: &Host, declared: &Declared, entry: &Grant) -> Vec<RuleEffect> {
    let mut found = Vec::new();
    for rule in declared.rules_of(&host.id) {
        let list = if rule.permission == Permission::Allow { List::Allow } else { List::Deny };
        let read = grant(host, &ToolRule::parse(&rule.text), list);
        let Some(effect) = effect(host, rule.permission, &read, entry) else { continue };
        let (path, line) = (rule.at.path.clone(), rule.at.line);
        found.push(RuleEffect { effect, rule: rule.text.clone(), path, line });
    }
    found.sort_by_key(|it| it.effect);
    found
}

fn effect(host: &Host, permission: Permission, rule: &Grant, entry: &Grant) -> Option<Effect> {
    let (over, under) = (covers(rule, entry), covers(entry, rule) || takes_files_from(host, rule, entry));
    match permission {
        Permission::Deny if over => Some(Effect::Denies),
        Permission::Deny => under.then_some(Effect::DeniesSome),
        Permission::Ask if over => Some(Effect::Asks),
        Permission::Ask => under.then_some(Effect::AsksSome),
        Permission::Allow if over && under => Some(Effect::Repeats),
        Permission::Allow => over.then_some(Effect::Widens),
    }
}

/// Whether a rule about paths is about some files of a tool that the entry allows for all.
fn takes_files_from(host: &Host, rule: &Grant, entry: &Grant) -> bool {
    let (Some(of_rule), Some(of_entry)) = (&rule.tool, &entry.tool) else { return false };
    let paths_of = host.tools.iter().find(|tool| tool.name == *of_entry).and_then(|tool| tool.paths_of.as_ref());
    let is_wide = matches!(entry.meaning, Meaning::Everything | Meaning::WorkingFolders);
    matches!(rule.meaning, Meaning::Path(_)) && is_wide && (of_rule == of_entry || paths_of == Some(of_rule))
}

#[cfg(test)]
mod tests {
    use crate::features::granted::testing::in_claude_code;
    use crate::grants::List;

    const SETTINGS: &str = r#"
        //- /home/shop/.claude/settings.json
        {"permissions": {
          "deny": ["Bash(rm *)", "Read(./.env)", "WebSearch"],
          "ask": ["Bash(git push *)"],
          "allow": ["Bash(npm run *)", "Bash(git status)"]
        }}
        "#;

    fn check(entry: &str, list: List, expected: &str) {
        let granted = in_claude_code(entry, list, SETTINGS);
        let shown = granted.settings.iter().map(|it| format!("{} {}:{}", it.effect.words(), it.rule, it.line));
        assert_eq!(shown.collect::<Vec<_>>().join("; "), expected, "{entry}");
    }

    #[test]
    fn what_the_settings_do_to_an_entry() {
        check("Bash(rm -r *)", List::Allow, "denied by Bash(rm *):2");
        check("Bash", List::Allow, "denied in part by Bash(rm *):2; asked about in part by Bash(git push *):3");
        check("Bash(git *)", List::Allow, "asked about in part by Bash(git push *):3");
        check("Bash(git push origin *)", List::Allow, "asked about by Bash(git push *):3");
        check("Bash(npm run build)", List::Allow, "allowed anyway, with more, by Bash(npm run *):4");
        check("Bash(git status)", List::Allow, "allowed anyway by Bash(git status):4");
        check("Read", List::Allow, "denied in part by Read(./.env):2");
        check("Grep", List::Allow, "denied in part by Read(./.env):2");
        check("WebSearch", List::Allow, "denied by WebSearch:2");
        check("Bash(ls *)", List::Allow, "");
        check("Bash(npx:x:*)", List::Allow, "");
        check("Bash", List::Deny, "");
    }
}
