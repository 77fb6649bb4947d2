//! `description-missing`: the frontmatter has no `description`.

use crate::checks::prelude::*;
use crate::checks::{text_invisible, undescribed};
use crate::document::Field;
use crate::document::yaml::Value;
use crate::knowledge::fields::Knowledge;
use crate::mending::new_field;

/// No `description`.
pub(crate) static CHECK: Check = Check {
    id: "description-missing",
    summary: "the frontmatter has no `description`",
    documentation: "\
## What it reports

Frontmatter without a `description`. The message says what each host does about it: skip the skill, load it without
listing it, or take a line of the body instead.

## Why it matters

The description is all that the model knows of a skill until it loads it. Without one, the skill is not found when it is
needed, and many hosts refuse it altogether.

## Example

```yaml
---
name: pdf
---
```

## Instead

Say what the skill does, and when it is to be used:

```yaml
---
name: pdf
description: Fills in PDF forms. Use when a form is to be filled in or its fields are to be listed.
---
```

The fix takes the first sentence of the body. Read it before you keep it.

## Hosts

Codex, Gemini CLI, Qwen Code and Pi skip the skill, as the open specification has it; OpenCode and VS Code do not list
it; Claude Code, Kimi CLI and Copilot CLI take text of the body.
",
    levels: [Level::Error, Level::Warning, Level::Warning],
    fixable: true,
    run: Run::Text(run),
};

fn run(context: &DocumentContext<'_>, report: &mut Report<'_>) {
    let document = context.document;
    // A command needs none, and other checks speak about a block that is not there or cannot be read.
    let is_other = context.is_agent() && document.field("name").is_none();
    if context.is_command()
        || is_other
        || !context.is_legible()
        || document.field("description").is_some()
        || text_invisible::hides(document, "description")
        || undescribed::spelled_otherwise(context, "description")
    {
        return;
    }
    let span = document.field("name").filter(|name| !name.value.span.is_empty()).map(|name| name.value.span);
    let (consequence, grade) = undescribed::consequence(context);
    // Where the key is only misspelled, a second one would not help.
    let misspelled = document.fields.iter().any(|field| {
        let key = field.key.to_ascii_lowercase();
        strsim::osa_distance(&key, "description") <= 2 || key == "desc"
    });
    let fix = first_sentence(context)
        .filter(|_| !misspelled)
        .and_then(|sentence| new_field::insert(context.document, "description", &sentence, Some("name")))
        .map(|edit| Fix::offered("Describe it by the first sentence of its body", vec![edit]));
    let message = match said_elsewhere(context) {
        Some(key) => format!("There is no `description`, and nobody reads the one under `{key}`"),
        None => "There is no `description`".to_owned(),
    };
    report
        .finding(span.unwrap_or_else(|| context.headline()), message)
        .grade(grade)
        .consequence(consequence)
        .fixes(fix);
}

/// The field, of those that no agent reads, under which stands what may have been meant as the description.
fn said_elsewhere(context: &DocumentContext<'_>) -> Option<String> {
    const KEYS: [&str; 10] = [
        "about",
        "abstract",
        "desc",
        "descriptions",
        "details",
        "info",
        "overview",
        "purpose",
        "short-description",
        "summary",
    ];
    let inner = |field: &Field| match &field.value.value {
        Value::Mapping { entries, .. } => entries.iter().any(|entry| entry.key.scalar() == Some("description")),
        _ => false,
    };
    context.known_fields().find_map(|(field, known)| match known {
        _ if inner(field) => Some(format!("{}.description", field.key)),
        Knowledge::Unknown if KEYS.contains(&field.key.to_lowercase().replace('_', "-").as_str()) => {
            field.value.scalar().filter(|text| text.contains(' ')).map(|_| field.key.clone())
        }
        _ => None,
    })
}

/// The first sentence of the body that is prose.
pub(crate) fn first_sentence(context: &DocumentContext<'_>) -> Option<String> {
    let document = context.document;
    let body = document.body.span;
    let mut start = body.start;
    for line in body.of(&document.text).split_inclusive(['\n', '\r']) {
        let span = Span::new(start, start + line.len());
        start = span.end;
        let text = line.trim();
        let is_prose = text.chars().next().is_some_and(char::is_alphanumeric)
            && !document.body.code_blocks.iter().any(|block| block.span.overlaps(span))
            && !document.body.comments.iter().any(|comment| comment.overlaps(span));
        if !is_prose {
            continue;
        }
        let end = text.match_indices(". ").next().map_or(text.len(), |(at, _)| at + 1);
        let sentence = text.get(..end)?;
        return Some(sentence.replace(['`', '*'], "").chars().take(500).collect());
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::testing::{check, check_fix, silent};

    #[test]
    fn each_host_says_what_it_does() {
        check(
            &CHECK,
            "
            //# hosts = claude-code, codex, opencode
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            name: pdf
                  ^^^ description-missing (error): There is no `description`
                  = Codex skips the skill; OpenCode does not list the skill; Claude Code lists it as `PDF forms`
            ---
            # PDF forms
            ",
        );
    }

    #[test]
    fn where_every_host_helps_itself() {
        check(
            &CHECK,
            "
            //# hosts = claude-code
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            ^^^ description-missing (warning): There is no `description`
            license: MIT
            ---
            # PDF forms
            ",
        );
    }

    #[test]
    fn another_key_that_resembles_it_is_none() {
        check_fix(
            &CHECK,
            "
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            name: pdf
            subscription: monthly
            ---
            Fills in forms.
            ",
            "
            ---
            name: pdf
            description: Fills in forms.
            subscription: monthly
            ---
            Fills in forms.
            ",
        );
    }

    #[test]
    fn the_first_sentence_is_taken() {
        check_fix(
            &CHECK,
            "
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            name: pdf
            license: MIT
            ---
            # PDF forms

            Fills in `PDF` forms: all of them. And more.
            ",
            "
            ---
            name: pdf
            description: \"Fills in PDF forms: all of them.\"
            license: MIT
            ---
            # PDF forms

            Fills in `PDF` forms: all of them. And more.
            ",
        );
    }

    #[test]
    fn it_is_there() {
        silent(&CHECK, "---\nname: pdf\ndescription: Fills in forms.\n---\n");
        silent(&CHECK, "---\nname: pdf\ndescription: @broken\n---\n");
    }

    #[test]
    fn it_is_there_in_another_spelling() {
        for key in ["Description", "descripton"] {
            let text = format!("//# hosts = codex\n---\nname: pdf\n{key}: Fills in forms.\n---\n");
            silent(&CHECK, &text);
        }
    }

    #[test]
    fn a_command_needs_none() {
        silent(
            &CHECK,
            "
            //- /home/.claude/commands/pdf.md
            ---
            model: opus
            ---
            ",
        );
    }

    #[test]
    fn an_agent_without_one() {
        check(
            &CHECK,
            "
            //- /home/shop/.claude/agents/reviewer.md
            ---
            name: reviewer
                  ^^^^^^^^ description-missing (error): There is no `description`
                           = Claude Code skips the agent
            ---
            ",
        );
        silent(&CHECK, "//- /home/shop/.claude/agents/README.md\n---\ntitle: Our agents\n---\n");
    }
}
