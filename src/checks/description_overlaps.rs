//! `description-overlaps`: a `description` that is nearly that of another skill.

use crate::catalog::SkillId;
use crate::checks::overlaps::{Cluster, SHARE, named};
use crate::checks::prelude::*;

/// Nearly the same.
pub(crate) static CHECK: Check = Check {
    id: "description-overlaps",
    summary: "a `description` that is nearly that of another skill",
    documentation: "\
## What it reports

A `description` that shares at least four of five words with that of another skill of a different name, and the words that
they share. Skills that are linked so are one cluster, and each of them says the same of it: `check --format grouped` and
`skill-lsp stats` tell it once. Words that every description has (`the`, `use`, `when`, `skill` …) do not count.
`overlap = 60` in the settings compares with 60 % instead of 80 %. Off by default: families of skills often resemble each
other for good reason.

## Why it matters

The model chooses between skills by their descriptions. Where two say the same, it chooses by chance.

## Example

```yaml
description: Fills in PDF forms from a table. Use when a form is to be filled in.
```

beside another skill's

```yaml
description: Fills in PDF forms from a list. Use when a form is to be filled in.
```

## Instead

Say in each when it is to be used and the other is not, or make one skill of the two.
",
    levels: [Level::Off, Level::Off, Level::Off],
    fixable: false,
    run: Run::Catalog(run),
};

fn run(context: &CatalogContext<'_>, report: &mut Report<'_>) {
    let overlaps = context.gathered.overlaps(context.catalog, context.config.overlap.map_or(SHARE, usize::from));
    let Some(cluster) = overlaps.cluster(context.id) else { return };
    let span = context.skill.description.unwrap_or(context.skill.headline);
    let others: Vec<SkillId> = cluster.skills.iter().copied().filter(|id| *id != context.id).collect();
    let related = others.iter().take(MOST_RELATED).flat_map(|id| {
        let folder = context.catalog.skill(*id).map(|skill| skill.folder.clone()).unwrap_or_default();
        Related::skills(context.catalog, [*id], format!("the skill `{folder}`"))
    });
    report.finding(span, message(cluster)).related(related.collect::<Vec<_>>());
}

/// What is said of a cluster, the same in each of its skills, so that it can be told once.
fn message(cluster: &Cluster) -> String {
    let Cluster { names, percent, words, .. } = cluster;
    let words = match words.as_slice() {
        [] => String::new(),
        words => format!(": {}", quoted_words(words)),
    };
    if let [_, _] = names.as_slice() {
        return format!("The descriptions of {} share {percent} % of their words{words}", quoted_words(names));
    }
    let named = named(&names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>());
    let all = if words.is_empty() { String::new() } else { format!("; all have{}", words.trim_start_matches(':')) };
    format!("The descriptions of {named} are nearly the same, each shares at least {percent} % with another{all}")
}

/// So many places of others are told with a finding.
const MOST_RELATED: usize = 3;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::testing::{check, silent};

    #[test]
    fn two_skills() {
        check(
            &CHECK,
            "
            //- /home/.claude/skills/forms/SKILL.md
            ---
            description: Fills in PDF forms from a table of values and saves the result. Use when some form must be filled.
                         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ description-overlaps (off): The descriptions of `forms` and `pdf` share 83 % of their words: `fills`, `pdf`, `forms`, `values`, `saves`, `result`, `some` and `form`
            ---
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            description: Fills in PDF forms from a list of values and saves the result. Use when some form must be filled.
                         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ description-overlaps: The descriptions of `forms` and `pdf` share 83 % of their words: `fills`, `pdf`, `forms`, `values`, `saves`, `result`, `some` and `form`
            ---
            ",
        );
    }

    #[test]
    fn a_cluster_is_told_in_the_same_words_in_each_of_its_skills() {
        let names: Vec<String> = (1..=8).map(|at| format!("s{at}")).collect();
        let words = vec!["fills".to_owned(), "pdf".to_owned()];
        let cluster = |names: &[String], words: &[String]| {
            message(&Cluster { skills: Vec::new(), names: names.to_vec(), percent: 83, words: words.to_vec() })
        };
        assert_eq!(
            cluster(&names[..3], &words),
            "The descriptions of `s1`, `s2` and `s3` are nearly the same, each shares at least 83 % with another; all have \
             `fills` and `pdf`"
        );
        assert_eq!(
            cluster(&names, &[]),
            "The descriptions of `s1`, `s2`, `s3`, `s4`, `s5`, `s6` and 2 more are nearly the same, each shares at least 83 % \
             with another"
        );
    }

    #[test]
    fn a_copy_for_another_agent_is_the_same_skill() {
        silent(
            &CHECK,
            "
            //- /home/.claude/skills/forms/SKILL.md
            ---
            description: Fills in PDF forms from a table. Use when some form must be filled.
            ---
            //- /home/.codex/skills/forms/SKILL.md
            ---
            description: Fills in PDF forms from a list. Use when some form must be filled.
            ---
            ",
        );
    }
}
