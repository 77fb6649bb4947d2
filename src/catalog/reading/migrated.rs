//! A command that becomes a skill when its package is installed: what the host then makes of it.

use std::sync::Arc;

use super::{BlockState, Reading, Refusal};
use crate::catalog::Found;
use crate::document::Document;
use crate::document::yaml::{Resolved, Schema};

/// The longest name, and the longest text, that a command may get as a skill.
const LONGEST_NAME: usize = 64;
const LONGEST_TEXT: usize = 4000;
/// What is written around the text, without names.
const FRAME: usize = 200;

/// What becomes of a command; `prefix` stands before its name. One that cannot be moved is refused.
pub(super) fn read_migrated(prefix: &str, document: &Document, found: &Found) -> Reading {
    let name = format!("{prefix}{}", slug(&found.name));
    let body = document.fence.body.of(&document.text).trim();
    let description = description(document).filter(|it| !it.is_empty());
    let is_readme = found.path.file_stem().is_some_and(|stem| stem == "README");
    let size = FRAME + 4 * name.len() + body.len() + description.as_ref().map_or(0, String::len);
    let refusal = match &description {
        _ if document.fence.opening.is_none() => Some(Refusal::BlockMissing),
        _ if !document.errors.is_empty() => Some(Refusal::BlockBroken),
        None => Some(Refusal::DescriptionMissing),
        Some(_) if is_readme || is_filled(body) => Some(Refusal::NotMigrated),
        Some(_) if name.len() > LONGEST_NAME => Some(Refusal::NameTooLong),
        Some(_) if size > LONGEST_TEXT => Some(Refusal::FileTooLarge),
        Some(_) => None,
    };
    let id: Arc<str> = Arc::from(name);
    Reading {
        block: if document.errors.is_empty() { BlockState::Read } else { BlockState::Void },
        refusal,
        field_refused: None,
        name: Some(id.clone()),
        id,
        description: description.map(Arc::from),
        description_written: true,
        last_resort: false,
        when: None,
        hidden: false,
        hidden_by: None,
        unlisted: false,
        paths: Box::default(),
        allowed_tools: Box::default(),
        asks_about: None,
    }
}

fn description(document: &Document) -> Option<String> {
    let value = &document.field("description")?.value;
    match value.resolve(Schema::Core)? {
        Resolved::Null => None,
        Resolved::Text | Resolved::Bool(_) | Resolved::Number(_) => Some(with_memory_file(value.scalar()?.trim())),
    }
}

/// The text with the name of the agent's own memory file in its usual case.
fn with_memory_file(text: &str) -> String {
    const NAME: &str = "AGENTS.md";
    let mut rest = text;
    let mut made = String::with_capacity(text.len());
    while !rest.is_empty() {
        let is_name = rest.get(..NAME.len()).is_some_and(|start| start.eq_ignore_ascii_case(NAME));
        let step = if is_name { NAME.len() } else { rest.chars().next().map_or(1, char::len_utf8) };
        let (taken, left) = rest.split_at(step);
        made.push_str(if is_name { NAME } else { taken });
        rest = left;
    }
    made
}

/// Whether something in the text is filled in or run when a command is called, which no skill does.
fn is_filled(body: &str) -> bool {
    let mut dollars = body.match_indices('$').map(|(at, _)| body.get(at + 1..).unwrap_or_default());
    let has_number = dollars.any(|rest| rest.starts_with(|next: char| next.is_ascii_digit()));
    body.contains("$ARGUMENTS")
        || has_number
        || body.contains("{{") && body.contains("}}")
        || body.contains("!`")
        || body.contains("! `")
        || body.split_whitespace().any(|word| word.len() > 1 && word.starts_with('@'))
}

/// The path of a command in lower case, every run of other signs than ASCII letters and digits a hyphen.
fn slug(path: &str) -> String {
    let words = path.split(|it: char| !it.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("-").to_ascii_lowercase()
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;
    use crate::catalog::FoundKind;
    use crate::document;

    fn check(path: &str, text: &str, expected: &str) {
        let path = PathBuf::from("/p/commands").join(path);
        let name = path.strip_prefix("/p/commands").unwrap().with_extension("");
        let name = name.to_string_lossy().replace('/', ":");
        let real = path.clone();
        let found = Found { path, real, name, kind: FoundKind::Command, size: 0, rank: 0, is_outside: false };
        let reading = read_migrated("source-command-", &document::parse(text), &found);
        let shown = match &reading.refusal {
            Some(refusal) => refusal.words().into_owned(),
            None => format!("{}: {}", reading.id, reading.description.unwrap_or_default()),
        };
        assert_eq!(shown, expected, "{text:?}");
    }

    #[test]
    fn a_command_as_a_skill() {
        let block = "---\ndescription: Runs, see agents.MD\n---\n";
        check("go.md", &format!("{block}Go on.\n"), "source-command-go: Runs, see AGENTS.md");
        check("sub/Cap_s x.md", block, "source-command-sub-cap-s-x: Runs, see AGENTS.md");
        check("go.md", "---\ndescription: 5\n---\n", "source-command-go: 5");
    }

    #[test]
    fn what_cannot_be_moved() {
        check("go.md", "Go on.\n", "it has no frontmatter");
        check("go.md", "---\nname: go\n---\n", "it has no description");
        check("go.md", "---\ndescription: a: b\n---\n", "its frontmatter is not valid YAML");
        let moved = "it is a command that cannot become a skill: its text is filled in when it is called";
        for body in ["Do $ARGUMENTS", "Do $1", "See !`ls`", "See @file", "{{x}}"] {
            check("go.md", &format!("---\ndescription: Goes.\n---\n{body}\n"), moved);
        }
        check(
            "go.md",
            "---\ndescription: Goes.\n---\n${CLAUDE_PLUGIN_ROOT} me@home.example\n",
            "source-command-go: Goes.",
        );
    }
}
