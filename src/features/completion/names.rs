//! Names for a skill: its folder's first; one that is taken says by whom.

use crate::catalog::{FoundKind, is_callable};
use crate::features::Context;
use crate::features::completion::spot::Word;
use crate::features::completion::values::value_at;
use crate::features::completion::{Completion, Documentation, Kind};
use crate::hosts::{Host, IdSource};
use crate::mending::kebab::to_kebab;
use crate::words::{capitalized, short};

/// The names that suggest themselves, and the one that is typed when somebody has it.
pub(super) fn names(context: &Context<'_>, word: Word) -> Vec<Completion> {
    let (folder, kind) = FoundKind::of_path(context.path);
    let mut offered: Vec<(String, &str)> = Vec::new();
    let mut offer = |name: Option<String>, why: &'static str| {
        let is_new = |name: &String| !name.is_empty() && !offered.iter().any(|(known, _)| known == name);
        offered.extend(name.filter(is_new).map(|name| (name, why)));
    };
    match kind {
        FoundKind::Skill => {
            offer(Some(folder.clone()), "the folder's name");
            offer(to_kebab(&folder), "the folder's name, in lower case with hyphens");
        }
        FoundKind::Flat | FoundKind::Agent => offer(Some(folder.clone()), "the file's name"),
        // A command goes by its path.
        FoundKind::Command | FoundKind::Written => {}
    }
    let title = context.document.body.headings.first().and_then(|heading| to_kebab(&heading.text));
    offer(title.filter(|title| title.len() <= 64), "the first heading");
    let typed = word.span.of(&context.document.text);
    if !taken(context, &folder, typed).is_empty() {
        offer(Some(typed.to_owned()), "");
    }
    offered.iter().enumerate().map(|(at, (name, why))| completion(context, &folder, word, name, why, at == 0)).collect()
}

fn completion(
    context: &Context<'_>,
    folder: &str,
    word: Word,
    name: &str,
    why: &str,
    is_first_choice: bool,
) -> Completion {
    let takers = taken(context, folder, name);
    let detail = match (takers.first(), why) {
        (Some(taker), "") => taker.clone(),
        (Some(taker), why) => format!("{why} · {taker}"),
        (None, why) => why.to_owned(),
    };
    let told: Vec<String> = takers.iter().map(|taker| format!("- {}", capitalized(taker))).collect();
    Completion {
        detail,
        documentation: if told.is_empty() { Documentation::None } else { Documentation::Text(told.join("\n")) },
        is_first_choice,
        ..value_at(word, name, Kind::Name)
    }
}

/// Who has a name already: `taken in Codex by ~/.codex/skills/deploy`, once for each host and file.
fn taken(context: &Context<'_>, folder: &str, name: &str) -> Vec<String> {
    // Where the folder is the id, another name takes nothing from anyone.
    let counts = |host: &Host| host.identity.id != IdSource::Folder || name == folder;
    let mut takers = Vec::new();
    for host in context.hosts.iter().filter(|host| counts(host)) {
        let Some(view) = context.catalog.view(&host.id) else { continue };
        for candidate in view.named(name).filter(|it| is_callable(it.verdict.status)) {
            let Some(skill) = context.catalog.skill(candidate.skill) else { continue };
            if skill.path != context.path {
                takers.push(format!("taken in {} by {}", host.name, short(&skill.path, context.environment)));
            }
        }
        if host.reserved.replaces.iter().any(|own| own == name) {
            takers.push(format!("taken by {} itself", host.name));
        }
    }
    takers.dedup();
    takers
}

#[cfg(test)]
mod tests {
    use crate::features::completion::testing::{after, offers};

    #[test]
    fn the_folder_comes_first() {
        let fixture = "
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            name: $0
            ---

            # Fill in forms
            ";
        assert_eq!(offers(fixture), "\npdf — the folder's name\nfill-in-forms — the first heading");
        assert_eq!(after(fixture, "pdf"), "---\nname: pdf\n---\n\n# Fill in forms\n");
    }

    #[test]
    fn a_name_that_is_no_plain_text_is_quoted() {
        let fixture = "
            //- /home/.claude/skills/2024/SKILL.md
            ---
            name:$0
            ---
            ";
        assert_eq!(after(fixture, "2024"), "---\nname: \"2024\"\n---\n");
    }

    #[test]
    fn a_taken_name_says_by_whom() {
        let fixture = "
            //# hosts = codex
            //- /home/shop/.codex/skills/ship/SKILL.md
            ---
            name: deploy$0
            description: Ships it.
            ---
            //- /home/.agents/skills/deploy/SKILL.md
            ---
            name: deploy
            description: Deploys it.
            ---
            ";
        assert_eq!(offers(fixture), "\nship — the folder's name\ndeploy — taken in Codex by ~/.agents/skills/deploy");
    }
}
