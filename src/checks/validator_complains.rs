//! `validator-complains`: what the reference validator of the specification finds wrong.

use crate::catalog::complaints;
use crate::checks::prelude::*;
use crate::words::consequence;

/// What a validator says, word for word.
pub(crate) static CHECK: Check = Check {
    id: "validator-complains",
    summary: "what the specification's own validator refuses",
    documentation: "\
## What it reports

Every complaint of the specification's reference validator (`agentskills validate`), in its own words, where that validator is
among the hosts (`--host skills-ref`). It takes the place of the checks of the frontmatter, the fields, the name and the
description there, and is the only one that fails the run.

## Why it matters

The validator reads a stricter YAML than agents do: no lists in brackets, no mappings in braces, no tags and no anchors, and
all six fields of the specification and no other. A collection that runs it refuses what it complains about.

## Example

```yaml
---
name: Pdf
description: Fills in PDF forms.
metadata: {team: forms}
---
```

## Instead

```yaml
---
name: pdf
description: Fills in PDF forms.
metadata:
  team: forms
---
```
",
    levels: [Level::Error, Level::Error, Level::Error],
    fixable: false,
    run: Run::Document(run),
};

/// The checks that look at what the validator looks at: where it alone judges, they are silent.
pub(crate) const INSTEAD_OF: [&str; 26] = [
    "frontmatter-missing",
    "frontmatter-not-first",
    "frontmatter-unclosed",
    "frontmatter-cut-short",
    "frontmatter-not-mapping",
    "yaml-syntax",
    "key-repeated",
    "encoding-damaged",
    "yaml-not-portable",
    "text-lookalike",
    "line-ends-unusual",
    "field-misspelled",
    "field-spelling-variant",
    "field-of-another-host",
    "field-unknown",
    "field-wrong-type",
    "field-value-unknown",
    "field-without-effect",
    "name-missing",
    "name-not-kebab-case",
    "name-too-long",
    "name-folder-mismatch",
    "name-reserved",
    "description-missing",
    "description-empty",
    "description-too-long",
];

/// Whether only validators judge a file.
pub(crate) fn judges_alone(context: &DocumentContext<'_>) -> bool {
    !context.judges.is_empty() && context.judges.iter().all(|judge| judge.host.validates)
}

fn run(context: &DocumentContext<'_>, report: &mut Report<'_>) {
    for judge in context.judges.iter().filter(|judge| judge.host.validates) {
        for complaint in complaints(judge.host, context.document, context.folder) {
            let field = complaint.field.as_deref().and_then(|key| context.document.field(key));
            let span = field.map_or_else(|| context.headline(), |field| field.key_span);
            let cost = consequence::of_deeds([(judge, Deed::of("refuse", "the skill").losing_skill())]);
            // A finding has no full stop; all else is word for word.
            report.finding(span, complaint.message.trim_end_matches('.')).consequence(cost);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::testing::{check, silent};

    #[test]
    fn nobody_else_complains() {
        silent(
            &CHECK,
            "
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            name: Pdf
            metadata: {team: forms}
            ---
            ",
        );
    }

    #[test]
    fn each_complaint_is_said() {
        check(
            &CHECK,
            "
            //# hosts = skills-ref
            //- /home/.agents/skills/pdf/SKILL.md
            ---
            name: Pdf
            ^^^^ validator-complains (error): Directory name 'pdf' must match skill name 'Pdf'
                 = The skills-ref validator refuses the skill
            ^^^^ validator-complains (error): Skill name 'Pdf' must be lowercase
            author: me
            ^^^^^^ validator-complains: Unexpected fields in frontmatter: author. Only ['allowed-tools', 'compatibility', \
'description', 'license', 'metadata', 'name'] are allowed
            description: Fills in forms.
            ---
            ",
        );
    }

    #[test]
    fn brackets_are_no_yaml() {
        check(
            &CHECK,
            "
            //# hosts = skills-ref
            //- /home/.agents/skills/pdf/SKILL.md
            ---
            ^^^ validator-complains (error): Invalid YAML in frontmatter
            name: pdf
            description: Fills in forms.
            metadata: {team: forms}
            ---
            ",
        );
    }
}
