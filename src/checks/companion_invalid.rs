//! `companion-invalid`: a file beside the skill that a host reads with it, and of which it takes nothing.

use crate::catalog::{CompanionFault, companion_fault};
use crate::checks::prelude::*;

/// A companion that is not as the host wants it.
pub(crate) static CHECK: Check = Check {
    id: "companion-invalid",
    summary: "a file that a host reads beside the skill, such as `agents/openai.yaml`, and takes nothing of",
    documentation: "\
## What it reports

A file beside `SKILL.md` that a host reads with it (`agents/openai.yaml` for Codex), when it is not valid YAML, holds a value
of another kind than the host takes, a known key twice, or an unknown product. The finding stands on the skill and leads to
the place.

## Why it matters

One such fault and the host takes nothing of the file, without a word: a skill that was to be kept from the model is shown to
it, and one for other products is loaded.

## Example

`agents/openai.yaml`:

```yaml
policy:
  allow_implicit_invocation: \"false\"
```

## Instead

```yaml
policy:
  allow_implicit_invocation: false
```
",
    levels: [Level::Warning, Level::Warning, Level::Warning],
    fixable: false,
    run: Run::Document(run),
};

fn run(context: &DocumentContext<'_>, report: &mut Report<'_>) {
    let Some(folder) = context.path.parent().filter(|_| !context.is_command()) else { return };
    for judge in context.judges {
        let Some(rule) = &judge.host.companion else { continue };
        let path = folder.join(&rule.file);
        let Some(CompanionFault { span, words }) =
            context.files.text(&path).and_then(|text| companion_fault(rule, &text))
        else {
            continue;
        };
        let related = Related { path, span, message: words.clone() };
        report
            .finding(context.headline(), format!("`{}` is not what it should be: {words}", rule.file))
            .deeds([(judge, Deed::of("read", "nothing of it"))])
            .related(vec![related]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::testing::{Fixture, check, silent};

    #[test]
    fn a_text_for_a_boolean() {
        check(
            &CHECK,
            "
            //- /home/.codex/skills/pdf/SKILL.md
            ---
            ^^^ companion-invalid (warning): `agents/openai.yaml` is not what it should be: `policy.allow_implicit_invocation` is not true or false
            = Codex reads nothing of it
            name: pdf
            ---
            //- /home/.codex/skills/pdf/agents/openai.yaml
            policy:
              allow_implicit_invocation: \"false\"
            ",
        );
    }

    #[test]
    fn each_with_its_place() {
        for (companion, said, place) in [
            ("policy: [\n", "YAML cannot read it", None),
            ("- a\n", "it is not a mapping", Some("- a")),
            ("policy:\n  products: codex\n", "`policy.products` is not a list", Some("codex")),
            ("policy:\n  products: [zzz]\n", "`zzz` is no product", Some("zzz")),
            ("interface:\n  display_name: [a]\n", "`interface.display_name` is not text", Some("[a]")),
            ("policy: {}\npolicy: {}\n", "`policy` stands there twice", Some("policy")),
        ] {
            let text = format!(
                "//- /home/.codex/skills/pdf/SKILL.md\n---\nname: pdf\n---\n//- /home/.codex/skills/pdf/agents/openai.yaml\n{companion}"
            );
            let found: Vec<_> = Fixture::parse(&text).findings(&CHECK).into_values().flatten().collect();
            assert_eq!(found.len(), 1, "{companion}");
            assert_eq!(found[0].related[0].message, said);
            if let Some(place) = place {
                assert_eq!(found[0].related[0].span.of(companion).trim_end(), place);
            }
        }
    }

    #[test]
    fn what_is_read() {
        for companion in
            ["", "# nothing\n", "interface:\n  display_name: PDF\n  more: 1\npolicy:\n  products: [CODEX]\n"]
        {
            let text = format!(
                "//- /home/.codex/skills/pdf/SKILL.md\n---\nname: pdf\n---\n//- /home/.codex/skills/pdf/agents/openai.yaml\n{companion}"
            );
            silent(&CHECK, &text);
        }
        silent(
            &CHECK,
            "
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            name: pdf
            ---
            //- /home/.claude/skills/pdf/agents/openai.yaml
            policy: 3
            ",
        );
    }
}
