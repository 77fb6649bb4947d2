//! The agents that lie beside the skills of a workspace: `.claude/agents` beside `.claude/skills`.

use std::path::PathBuf;

use crate::checks::field_knowledge::fact;
use crate::checks::rivals::short;
use crate::document;
use crate::features::Context;
use crate::features::completion::spot::Word;
use crate::features::completion::values::value_at;
use crate::features::completion::{Completion, Documentation, Kind};

/// How many files are read.
const MOST: usize = 100;

/// The agents of the hosts that know the field `agent`.
pub(super) fn agents(context: &Context<'_>, word: Word) -> Vec<Completion> {
    let mut items: Vec<Completion> = Vec::new();
    let files = folders(context).into_iter().flat_map(|folder| {
        let names = context.files.list(&folder).into_iter().filter(|name| name.ends_with(".md"));
        names.map(move |name| folder.join(name)).collect::<Vec<_>>()
    });
    for path in files.take(MOST) {
        let Some(text) = context.files.text(&path) else { continue };
        let agent = document::parse(&text);
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let name = agent.scalar("name").map(str::trim).filter(|name| !name.is_empty()).unwrap_or(&stem);
        if items.iter().any(|item| item.label == name) {
            continue;
        }
        let description = agent.scalar("description").map(str::trim).unwrap_or_default();
        items.push(Completion {
            detail: short(&path, context.environment),
            documentation: match description {
                "" => Documentation::None,
                description => Documentation::Text(description.to_owned()),
            },
            ..value_at(word, name, Kind::Agent)
        });
    }
    items
}

/// The folders `agents` beside the roots of skills. Only those of the workspace: nothing else is read.
fn folders(context: &Context<'_>) -> Vec<PathBuf> {
    let mut folders: Vec<PathBuf> = Vec::new();
    for host in context.hosts.iter().filter(|host| fact(host, "agent").is_some()) {
        let places = context.catalog.view(&host.id).into_iter().flat_map(|view| view.places.iter());
        for place in places.filter(|place| place.path.ends_with("skills")) {
            let folder = place.path.with_file_name("agents");
            if folder.starts_with(&context.environment.working_directory) && !folders.contains(&folder) {
                folders.push(folder);
            }
        }
    }
    folders
}

#[cfg(test)]
mod tests {
    use crate::features::completion::testing::{documentation, offers};

    #[test]
    fn those_of_the_workspace() {
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
            Tests.
            //- /home/.claude/agents/elsewhere.md
            Not in the workspace.
            ";
        assert_eq!(offers(fixture), "\ncode-reviewer — .claude/agents/reviewer.md\ntester — .claude/agents/tester.md");
        assert_eq!(documentation(fixture, "code-reviewer"), "Reads code.");
    }
}
