//! `house-rule`: what the team's own settings demand of a skill.

use crate::checks::prelude::*;
use crate::config::{Demand, HouseRule};
use crate::document::Document;
use crate::document::yaml::{Node, Value};

/// What stands in `[[rules]]` of the settings.
pub(crate) static CHECK: Check = Check {
    id: "house-rule",
    summary: "what the team's own `[[rules]]` in `skill-lsp.toml` demand",
    documentation: "\
## What it reports

What the `[[rules]]` of `skill-lsp.toml` demand of a skill and it does not have: fields that must be there or may be there,
sections, the form of names and descriptions, licences, sizes. The message is the team's own.

## Why it matters

An agent takes a skill without an owner, a licence or a section on when to use it. Your team may not.

## Example

```toml
[[rules]]
paths = [\"team\"]
required-fields = [\"license\", \"metadata.owner\"]
message = \"Every skill of ours names its licence and who answers for it\"
level = \"error\"

[[rules]]
name-pattern = \"^acme-\"
required-sections = [\"When to use\"]
max-description-characters = 300
```

## Instead

Add what is demanded; or change the rule, which stands in the settings for everyone to see.
",
    levels: [Level::Error, Level::Warning, Level::Information],
    fixable: false,
    run: Run::Document(run),
};

fn run(context: &DocumentContext<'_>, report: &mut Report<'_>) {
    if context.is_command() {
        return;
    }
    for rule in context.config.rules.iter().filter(|rule| rule.concerns(context.path)) {
        for demand in &rule.demands {
            for (span, fact) in faults(context, demand) {
                let message = match &rule.message {
                    Some(words) => format!("{words} ({fact})"),
                    None => fact,
                };
                report.finding(span, message).grade(grade(rule));
            }
        }
    }
}

fn grade(rule: &HouseRule) -> Grade {
    match rule.level {
        Level::Error => Grade::Severe,
        Level::Warning => Grade::Mild,
        Level::Information => Grade::Slight,
        level => Grade::Set(level),
    }
}

/// What is wrong by one demand, each with its place.
fn faults(context: &DocumentContext<'_>, demand: &Demand) -> Vec<(Span, String)> {
    let document = context.document;
    // What cannot be read may hold what is demanded.
    if !context.is_legible() && !matches!(demand, Demand::FileBytes(_) | Demand::BodyLines(_)) {
        return Vec::new();
    }
    match demand {
        Demand::RequiredFields(fields) => {
            let missing = fields.iter().filter(|field| !has_field(document, field));
            missing.map(|field| (context.headline(), format!("`{field}` is missing"))).collect()
        }
        Demand::AllowedFields(allowed) => {
            let other = document.fields.iter().filter(|field| !allowed.contains(&field.key));
            other
                .map(|field| (field.key_span, format!("`{}` is none of the fields that are allowed", field.key)))
                .collect()
        }
        Demand::RequiredSections(sections) => {
            let is_there = |section: &str| {
                document
                    .body
                    .headings
                    .iter()
                    .any(|heading| heading.text.trim().to_lowercase() == section.trim().to_lowercase())
            };
            let missing = sections.iter().filter(|section| !is_there(section));
            missing.map(|section| (context.headline(), format!("there is no section `{section}`"))).collect()
        }
        Demand::Name(pattern) => match context.name() {
            Some((field, name)) if !pattern.is_match(name) => {
                vec![(field.value.span, format!("`{name}` does not match `{pattern}`"))]
            }
            _ => Vec::new(),
        },
        Demand::Description(pattern) => {
            let described = document.field("description").and_then(|field| Some((field, field.value.scalar()?)));
            match described {
                Some((field, text)) if !pattern.is_match(text.trim()) => {
                    vec![(field.value.span, format!("the description does not match `{pattern}`"))]
                }
                _ => Vec::new(),
            }
        }
        Demand::Licenses(allowed) => {
            let licence = document.field("license").and_then(|field| Some((field, field.value.scalar()?.trim())));
            match licence {
                Some((field, licence)) if !allowed.iter().any(|it| it.eq_ignore_ascii_case(licence)) => {
                    vec![(field.value.span, format!("`{licence}` is none of {}", allowed.join(", ")))]
                }
                _ => Vec::new(),
            }
        }
        Demand::DescriptionCharacters(most) => {
            let described = document.field("description").and_then(|field| Some((field, field.value.scalar()?)));
            let count = described.map_or(0, |(_, text)| text.trim().chars().count());
            let field = described.filter(|_| count > *most).map(|(field, _)| field.value.span);
            field.map(|span| (span, over("the description", count, *most, "characters"))).into_iter().collect()
        }
        Demand::BodyLines(most) => {
            let body = document.fence.body.of(&document.text);
            let count = body.trim_end().lines().count();
            (count > *most).then(|| (context.headline(), over("the text", count, *most, "lines"))).into_iter().collect()
        }
        Demand::FileBytes(most) => {
            let count = usize::try_from(context.size).unwrap_or(usize::MAX);
            (count > *most).then(|| (context.headline(), over("the file", count, *most, "bytes"))).into_iter().collect()
        }
    }
}

fn over(what: &str, count: usize, most: usize, unit: &str) -> String {
    format!("{what} has {} {unit}, and {} are allowed", grouped(count), grouped(most))
}

/// Whether a field is there and says something; a dot leads into a mapping.
pub(crate) fn has_field(document: &Document, field: &str) -> bool {
    fn says(node: &Node) -> bool {
        match &node.value {
            Value::Scalar(scalar) => !scalar.text.trim().is_empty(),
            Value::Sequence { items, .. } => !items.is_empty(),
            Value::Missing => false,
            Value::Mapping { .. } | Value::Alias(_) | Value::Broken => true,
        }
    }
    fn below(node: &Node, path: &str) -> bool {
        let Value::Mapping { entries, .. } = &node.value else {
            return matches!(node.value, Value::Alias(_) | Value::Broken);
        };
        entries.iter().any(|entry| {
            let key = entry.key.scalar().unwrap_or_default();
            let rest = path.strip_prefix(key).and_then(|rest| rest.strip_prefix('.'));
            key == path && says(&entry.value) || rest.is_some_and(|rest| below(&entry.value, rest))
        })
    }
    document.fields.iter().any(|known| {
        known.key == field && says(&known.value)
            || field
                .strip_prefix(&known.key)
                .and_then(|rest| rest.strip_prefix('.'))
                .is_some_and(|rest| below(&known.value, rest))
    })
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use super::*;
    use crate::checks::Shared;
    use crate::checks::registry::found_by;
    use crate::checks::testing::{MemoryFiles, with_context};
    use crate::config::{Overlay, resolve};
    use crate::document;
    use crate::text::{Encoding, Text};

    /// What some rules find in a skill: level, line and message.
    fn check(rules: &str, skill: &str, expected: &[&str]) {
        let settings = (PathBuf::from("/p/skill-lsp.toml"), rules);
        let (config, problems) = resolve(Some(settings), &Overlay::default(), &["house-rule"]);
        assert_eq!(problems, []);
        let path = Path::new("/p/team/acme-pdf/SKILL.md");
        let text = Text::new(skill);
        let document = document::parse(skill);
        let mut found = with_context(path, &document, None, &MemoryFiles::default(), |context| {
            let judged = DocumentContext {
                path: context.path,
                folder: context.folder,
                kind: context.kind,
                document: context.document,
                size: context.size,
                judges: context.judges,
                declared: context.declared,
                files: context.files,
                config: &config,
                shared: Shared::default(),
            };
            found_by(&CHECK, |report| run(&judged, report))
        });
        found.sort_by_key(|it| it.span.start);
        let shown: Vec<String> = found
            .iter()
            .map(|it| {
                let line = text.position(it.span.start, Encoding::Utf32).line + 1;
                format!("{} {line}: {}", it.level.word(), it.message)
            })
            .collect();
        assert_eq!(shown, expected);
    }

    const SKILL: &str = "---\nname: pdf\ndescription: Fills in forms. Use for forms.\nlicense: GPL-3.0\nmetadata:\n  owner: me\n  \
                         empty:\nextra: 1\n---\n\n# PDF\n\n## When To Use\n\nAlways.\n";

    #[test]
    fn each_demand_at_its_place_in_the_words_of_the_team() {
        check(
            "[[rules]]\nrequired-fields = [\"license\", \"metadata.owner\", \"metadata.empty\", \"version\"]\nmessage = \"Say who\"\n",
            SKILL,
            &["warning 1: Say who (`metadata.empty` is missing)", "warning 1: Say who (`version` is missing)"],
        );
        check(
            "[[rules]]\nallowed-fields = [\"name\", \"description\", \"license\", \"metadata\"]\nlevel = \"error\"\n",
            SKILL,
            &["error 8: `extra` is none of the fields that are allowed"],
        );
        check(
            "[[rules]]\nrequired-sections = [\"when to use\", \"Examples\"]\nlevel = \"hint\"\n",
            SKILL,
            &["hint 1: there is no section `Examples`"],
        );
        check(
            "[[rules]]\nname-pattern = \"^acme-\"\ndescription-pattern = \"(?i)use (it )?when\"\nlicenses = [\"MIT\", \"Apache-2.0\"]\n",
            SKILL,
            &[
                "warning 2: `pdf` does not match `^acme-`",
                "warning 3: the description does not match `(?i)use (it )?when`",
                "warning 4: `GPL-3.0` is none of MIT, Apache-2.0",
            ],
        );
        check(
            "[[rules]]\nmax-description-characters = 20\nmax-body-lines = 3\nmax-file-bytes = 50\n",
            SKILL,
            &[
                "warning 1: the text has 6 lines, and 3 are allowed",
                "warning 1: the file has 151 bytes, and 50 are allowed",
                "warning 3: the description has 30 characters, and 20 are allowed",
            ],
        );
    }

    #[test]
    fn silent_elsewhere_and_when_all_is_there() {
        check("[[rules]]\npaths = [\"other\"]\nrequired-fields = [\"version\"]\n", SKILL, &[]);
        check(
            "[[rules]]\npaths = [\"team\"]\nname-pattern = \"^pdf$\"\nlicenses = [\"gpl-3.0\"]\nmax-body-lines = 10\n",
            SKILL,
            &[],
        );
        // What cannot be read is another finding.
        check("[[rules]]\nrequired-fields = [\"version\"]\n", "---\nname: a\n", &[]);
    }
}
