//! What is told about the place under the cursor.

mod agent;
mod argument;
mod body;
mod description;
mod field;
mod hook;
mod link;
mod mention;
mod model;
mod name;
mod pattern;
mod placeholder;
mod tool;

use crate::document::Field;
use crate::document::tools::is_tool_field;
use crate::document::yaml::Value;
use crate::features::Context;
use crate::features::opened;
use crate::features::page::Page;
use crate::text::Span;

/// A text about a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hover {
    /// The place.
    pub span: Span,
    /// The text.
    pub page: Page,
}

/// What is told about an offset; `None` when nothing is known of what stands there.
pub fn hover(context: &Context<'_>, offset: usize) -> Option<Hover> {
    let told = match context.document.fields.iter().find(|field| field.span.touches(offset)) {
        Some(field) if context.skill().is_some() => frontmatter(context, field, offset),
        Some(_) | None => body::hover(context, offset),
    };
    // In a file that is no skill only the skills it mentions are our matter.
    let is_ours = |hover: &Hover| {
        context.skill().is_some() || context.document.body.mentions.iter().any(|mention| mention.span == hover.span)
    };
    told.filter(|hover| !hover.page.blocks.is_empty() && is_ours(hover))
}

fn frontmatter(context: &Context<'_>, field: &Field, offset: usize) -> Option<Hover> {
    if field.key_span.touches(offset) {
        let mut page = field::page(context, &field.key)?;
        if field.key == "paths" {
            opened::tell(context, None, &mut page);
        }
        return Some(Hover { span: field.key_span, page });
    }
    let value = field.value.span;
    if !value.touches(offset) {
        return None;
    }
    // Also a description may mention a skill, and so may `Skill(deploy)` among the tools.
    if let Some(told) = mention::hover(context, offset) {
        return Some(told);
    }
    match field.key.as_str() {
        "name" => Some(Hover { span: value, page: name::page(context)? }),
        "description" | "when_to_use" => Some(Hover { span: value, page: description::page(context)? }),
        "paths" => pattern::hover(context, field, offset),
        "hooks" => hook::hover(context, field, offset),
        "agent" => agent::hover(context, field),
        "arguments" => argument::hover(context, offset),
        "argument-hint" => argument::hint(context, field),
        "model" => model::hover(context, field),
        key if is_tool_field(key) => tool::hover(context, field, offset),
        key => match &field.value.value {
            Value::Scalar(_) => Some(Hover { span: value, page: field::page(context, key)? }),
            Value::Sequence { .. } | Value::Mapping { .. } => None,
            Value::Alias(_) | Value::Missing | Value::Broken => None,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::testing::ask;
    use crate::features::{inlay, lens};

    #[test]
    fn every_place_of_odd_texts_has_an_answer() {
        let texts = [
            "---\r\nname: 读取\r\ndescription: \"😀\r\n  x\"\r\nallowed-tools: [Read, Bash(\r\n---\r\n[a](b.md) $ARGUMENTS[ /x `y`\r\n",
            "\u{feff}---\nname:\ndescription: |\n  a\n\n  b\npaths: ['', \"{\", '}{,', a, [b]]\narguments: x\n---\n$x ${x} [](#) [a](<>)\n",
            "---\nname: a: b\ndescription: *c\npaths: }\nallowed-tools: {a: b}\nmetadata: {c: d}\n",
            "---\n- a\n---\n!`` ``` /a:b: $a-b ``",
            "---",
            "😀",
        ];
        for text in texts {
            ask(&format!("//- /home/shop/.claude/skills/pdf/SKILL.md\n{text}"), |context, _| {
                let length = context.document.text.len();
                for offset in 0..length + 3 {
                    if let Some(hover) = hover(context, offset) {
                        assert!(hover.span.touches(offset) && hover.span.end <= length, "{offset} in {text:?}");
                        let _ = (hover.page.plain(), hover.page.markdown(|_| None));
                    }
                }
                assert!(lens::lenses(context).iter().all(|lens| lens.span.end <= length));
                let hints = inlay::hints(context, Span::new(0, length));
                assert!(hints.iter().all(|hint| hint.offset <= length));
            });
        }
    }
}

#[cfg(test)]
pub(crate) mod testing {
    use super::hover;
    use crate::features::testing::ask;

    /// The text under the cursor of a fixture and what is told about it, as plain text.
    pub(crate) fn told(fixture: &str) -> String {
        ask(fixture, |context, cursor| match hover(context, cursor) {
            Some(hover) => format!("[{}]\n{}", hover.span.of(&context.document.text), hover.page.plain()),
            None => "nothing".to_owned(),
        })
    }

    /// Asserts what is told at the cursor of a fixture. The first line is the place, in brackets.
    pub(crate) fn check(fixture: &str, expected: &str) {
        let expected = expected.strip_prefix('\n').unwrap_or(expected);
        let indentation = expected.chars().take_while(|it| *it == ' ').count();
        let lines = expected.lines().map(|line| line.get(indentation..).unwrap_or_default());
        let expected = lines.collect::<Vec<_>>().join("\n");
        assert_eq!(told(fixture).trim_end(), expected.trim_end());
    }
}
