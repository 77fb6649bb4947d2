//! The placeholders that the hosts fill in, and the arguments that the skill declares.

use crate::checks::argument_undeclared::declared;
use crate::features::Context;
use crate::features::completion::body::Signed;
use crate::features::completion::{Completion, Documentation, Kind, names_of};
use crate::hosts::Host;

/// The placeholders of the hosts that the author writes for.
pub(super) fn placeholders(context: &Context<'_>, signed: &Signed<'_>) -> Vec<Completion> {
    let hosts = || context.hosts.iter().map(AsRef::as_ref);
    let filling: Vec<&Host> = hosts().filter(|host| host.placeholders.arguments).collect();
    let mut items = Vec::new();
    let mut offer = |label: String, hosts: &[&Host], about: &str| {
        let names = names_of(hosts.iter().copied());
        items.push(Completion {
            detail: names.clone(),
            documentation: Documentation::Text(format!("{about} Filled in by {names}.")),
            ..Completion::plain(label, Kind::Placeholder, signed.span)
        });
    };
    if !filling.is_empty() {
        let declared = declared(context.document);
        let is_name =
            |name: &&String| !name.is_empty() && name.bytes().all(|it| it.is_ascii_alphanumeric() || it == b'_');
        for name in declared.iter().filter(is_name) {
            offer(format!("${name}"), &filling, &format!("The argument `{name}`, which this skill declares."));
        }
        offer("$ARGUMENTS".to_owned(), &filling, "All that is typed behind the skill's name.");
        for number in 1..=declared.len().clamp(1, 9) {
            offer(format!("${number}"), &filling, "One argument, by its number.");
        }
    }
    let mut names: Vec<&str> = Vec::new();
    for name in hosts().flat_map(|host| &host.placeholders.names) {
        if !names.contains(&name.as_str()) {
            names.push(name);
        }
    }
    for name in names {
        let hosts: Vec<&Host> = hosts().filter(|host| host.placeholders.names.iter().any(|it| it == name)).collect();
        offer(format!("${{{name}}}"), &hosts, "");
    }
    items
}

#[cfg(test)]
mod tests {
    use crate::features::completion::testing::{after, documentation, labels};

    fn fixture(hosts: &str, body: &str) -> String {
        format!(
            "//# hosts = {hosts}\n//- /home/.claude/skills/pdf/SKILL.md\n---\nname: pdf\narguments: [issue, branch]\n---\n{body}\n"
        )
    }

    #[test]
    fn what_the_hosts_fill_in() {
        assert_eq!(
            labels(&fixture("claude-code", "Fix $$0")),
            [
                "$issue",
                "$branch",
                "$ARGUMENTS",
                "$1",
                "$2",
                "${CLAUDE_SKILL_DIR}",
                "${CLAUDE_PROJECT_DIR}",
                "${CLAUDE_SESSION_ID}",
                "${CLAUDE_EFFORT}",
                "${CLAUDE_PLUGIN_ROOT}",
                "${CLAUDE_PLUGIN_DATA}",
            ]
        );
        assert_eq!(labels(&fixture("agentskills", "Fix $$0")), Vec::<String>::new());
        assert_eq!(
            documentation(&fixture("claude-code", "Fix $$0"), "$issue"),
            "The argument `issue`, which this skill declares. Filled in by Claude Code."
        );
    }

    #[test]
    fn also_in_code_and_with_a_brace_that_the_editor_closed() {
        let text = after(&fixture("claude-code", "```sh\nsh ${CL$0}/x\n```"), "${CLAUDE_SKILL_DIR}");
        assert!(text.ends_with("---\n```sh\nsh ${CLAUDE_SKILL_DIR}/x\n```\n"), "{text}");
    }
}
