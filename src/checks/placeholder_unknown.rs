//! `placeholder-unknown`: a near miss of a placeholder that hosts fill in.

use std::cell::LazyCell;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use crate::checks::prelude::*;
use crate::document::arguments::names;
use crate::document::body::PlaceholderKind;
use crate::hosts::Host;
use crate::knowledge::fields::fact;

/// A near miss.
pub(crate) static CHECK: Check = Check {
    id: "placeholder-unknown",
    summary: "a near miss of a placeholder that hosts fill in",
    documentation: "\
## What it reports

`$ARGUMENT`, `${CLAUDE_SKILLDIR}` and other near misses of the placeholders that hosts fill in when they load a skill;
`${issue}` for a declared argument that is filled in as `$issue`.
Other variables are left alone: skills are full of shell commands, and `${HOME}` is not a placeholder. So is a name that
the skill itself sets (`ARGUMENT=…`).

## Why it matters

A placeholder that no host knows stays in the text as it is. The model sees `$ARGUMENT` where the user's words should be.

## Example

```markdown
Fix the issue $ARGUMENT.
```

## Instead

```markdown
Fix the issue $ARGUMENTS.
```
",
    levels: [Level::Warning, Level::Warning, Level::Warning],
    fixable: true,
    run: Run::Document(run),
};

fn run(context: &DocumentContext<'_>, report: &mut Report<'_>) {
    let document = context.document;
    if document.body.placeholders.is_empty() {
        return;
    }
    let mut known: Vec<&str> = context
        .config
        .known_hosts
        .iter()
        .flat_map(|host| &host.placeholders.names)
        .map(String::as_str)
        .chain(["ARGUMENTS"])
        .collect();
    known.sort_unstable();
    known.dedup();
    let declared = names(document);
    let set = LazyCell::new(|| names_set(&document.text));
    let mut meant_by: HashMap<&str, Option<&str>> = HashMap::new();
    let is_braceless = |judge: &Judge<'_>| judge.host.placeholders.arguments && fact(judge.host, "arguments").is_some();
    let fills = context.judges.iter().any(is_braceless);
    for placeholder in &document.body.placeholders {
        let (name, braced) = match &placeholder.kind {
            PlaceholderKind::Braced(name) => (name, true),
            PlaceholderKind::Named(name) => (name, false),
            PlaceholderKind::Arguments | PlaceholderKind::ArgumentAt(_) | PlaceholderKind::Number(_) => continue,
        };
        // Hosts fill a declared argument as `$name` alone.
        if braced && !placeholder.in_code && fills && declared.contains(name) {
            report.finding(placeholder.span, format!("`${{{name}}}` is not filled in; did you mean `${name}`?")).fix(
                Fix::safe(format!("Change to `${name}`"), vec![Edit::replace(placeholder.span, format!("${name}"))]),
            );
            continue;
        }
        let Some(meant) = *meant_by.entry(name).or_insert_with(|| meant(name, &known)) else { continue };
        // `${ARGUMENTS}` and `$CLAUDE_SKILL_DIR` are another matter: the name is right.
        let is_other = |host: &Arc<Host>| host.placeholders.other_variables.contains(name);
        if context.config.known_hosts.iter().any(is_other) || set.contains(&**name) {
            continue;
        }
        let right = if meant == "ARGUMENTS" { format!("${meant}") } else { format!("${{{meant}}}") };
        let written = placeholder.span.of(&document.text);
        // Bare shell variables are common in code; only a braced one is surely meant for the host there.
        if placeholder.in_code && !braced && meant != "ARGUMENTS" {
            continue;
        }
        report
            .finding(placeholder.span, format!("`{written}` is not filled in; did you mean `{right}`?"))
            .fix(Fix::safe(format!("Change to `{right}`"), vec![Edit::replace(placeholder.span, right)]));
    }
}

/// The placeholder that a name is a near miss of: the same letters but for `_` and case, or one slip.
fn meant<'a>(name: &str, known: &[&'a str]) -> Option<&'a str> {
    if name.len() < 7 || known.contains(&name) {
        return None;
    }
    let letters = |text: &str| text.replace('_', "").to_ascii_uppercase();
    // `$arguments` is a variable in many languages.
    let is_shouted = !name.contains(|character: char| character.is_ascii_lowercase());
    if !is_shouted {
        return None;
    }
    let mut same = known.iter().filter(|it| letters(it) == letters(name));
    if let (Some(only), None) = (same.next(), same.next()) {
        return Some(only);
    }
    let most = if name.len() >= 12 { 2 } else { 1 };
    nearest(name, known.iter().copied(), most).map(|(meant, _)| meant)
}

/// The variables that the text gives a value.
pub(crate) fn names_set(text: &str) -> HashSet<&str> {
    let mut names = HashSet::new();
    let (mut previous, mut at) = ("", 0);
    let is_name = |sign: char| sign.is_ascii_alphanumeric() || sign == '_';
    for word in text.split_inclusive(|sign: char| !is_name(sign)) {
        let name = word.trim_end_matches(|sign: char| !is_name(sign));
        let after = text.get(at + name.len()..).unwrap_or_default();
        let is_told = matches!(previous, "export " | "read " | "local ");
        if !name.is_empty() && (is_told || ["=", " =", ":-", " in "].iter().any(|sign| after.starts_with(sign))) {
            names.insert(name);
        }
        (previous, at) = (word, at + word.len());
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::testing::{check, check_fix, silent};

    #[test]
    fn a_letter_is_missing() {
        check(
            &CHECK,
            "
            Fix the issue $ARGUMENT now.
                          ^^^^^^^^^ placeholder-unknown (warning): `$ARGUMENT` is not filled in; did you mean `$ARGUMENTS`?
            ",
        );
    }

    #[test]
    fn a_name_of_ones_own_that_resembles_it() {
        silent(&CHECK, "Run `python ${CLAUDE_SKILLS_DB}/fill.py`.\n");
    }

    #[test]
    fn the_folder_of_the_skill() {
        check_fix(
            &CHECK,
            "
            Run `python ${CLAUDE_SKILLDIR}/fill.py`.
            ",
            "
            Run `python ${CLAUDE_SKILL_DIR}/fill.py`.
            ",
        );
    }

    #[test]
    fn a_declared_argument_in_braces() {
        let before = "
            //# hosts = claude-code
            ---
            arguments: [issue]
            ---
            Fix ${issue} in ${HOME}.
                ^^^^^^^^ placeholder-unknown: `${issue}` is not filled in; did you mean `$issue`?

            ```sh
            echo ${issue}
            ```
            ";
        check(&CHECK, before);
        check_fix(
            &CHECK,
            before,
            "
            ---
            arguments: [issue]
            ---
            Fix $issue in ${HOME}.

            ```sh
            echo ${issue}
            ```
            ",
        );
    }

    #[test]
    fn variables_are_not_placeholders() {
        silent(
            &CHECK,
            "
            $ARGUMENTS $1 ${HOME} $PATH ${CLAUDE_SKILL_DIR} $args $arguments ${SKILL_DIR}

            ```bash
            ARGUMENT=$(first)
            echo $ARGUMENT ${CLAUDE_SKILLS_DIR} $CLAUDE_SKILLDIR
            ```
            ",
        );
    }
}
