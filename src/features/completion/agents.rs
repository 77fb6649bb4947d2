//! The agents that a host knows here: those of folders, of plugins, and its own.

use crate::features::Context;
use crate::features::completion::spot::Word;
use crate::features::completion::values::value_at;
use crate::features::completion::{Completion, Documentation, Kind};
use crate::knowledge::fields::fact;
use crate::words::short;

/// The agents of the hosts that know the field `agent`.
pub(super) fn agents(context: &Context<'_>, word: Word) -> Vec<Completion> {
    let mut items: Vec<Completion> = Vec::new();
    for host in context.hosts.iter().filter(|host| fact(host, "agent").is_some()) {
        for agent in context.environment.declared.agents_of(&host.id) {
            if items.iter().any(|item| item.label == agent.name) {
                continue;
            }
            items.push(Completion {
                detail: match &agent.path {
                    Some(path) => short(path, context.environment),
                    None => format!("{}'s own", host.name),
                },
                documentation: match agent.about.as_str() {
                    "" => Documentation::None,
                    about => Documentation::Text(about.to_owned()),
                },
                ..value_at(word, &agent.name, Kind::Agent)
            });
        }
    }
    items
}

#[cfg(test)]
mod tests {
    use crate::features::completion::testing::{documentation, offers};

    #[test]
    fn those_that_the_host_knows() {
        let fixture = "
            //- /home/shop/.claude/skills/review/SKILL.md
            ---
            context: fork
            agent: $0
            ---
            //- /home/shop/.claude/agents/reviewer.md
            ---
            name: code-reviewer
            description: Reads code.
            ---
            //- /home/shop/.claude/agents/tester.md
            No agent without a name.
            //- /home/.claude/agents/writer.md
            ---
            name: writer
            description: Writes.
            ---
            ";
        assert_eq!(
            offers(fixture),
            "
code-reviewer — .claude/agents/reviewer.md
writer — ~/.claude/agents/writer.md
general-purpose — Claude Code's own
Explore — Claude Code's own
Plan — Claude Code's own
claude — Claude Code's own
claude-code-guide — Claude Code's own
statusline-setup — Claude Code's own"
        );
        assert_eq!(documentation(fixture, "code-reviewer"), "Reads code.");
    }
}
