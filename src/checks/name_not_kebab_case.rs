//! `name-not-kebab-case`: a `name` that is not lower-case words joined by hyphens.

use crate::catalog::{FoundKind, Refusal, breaks};
use crate::checks::prelude::*;
use crate::hosts::{Consequence, Host, IdSource};
use crate::mending::kebab::{is_kebab, to_kebab};
use crate::mending::new_field;
use crate::words::consequence::of_deeds;

/// Not kebab case.
pub(crate) static CHECK: Check = Check {
    id: "name-not-kebab-case",
    summary: "a `name` that is not lower-case words joined by hyphens",
    documentation: "\
## What it reports

A `name` that is anything but lower-case letters and digits, in words joined by single hyphens.

## Why it matters

The open specification allows nothing else. Many hosts take any name, but some refuse the skill, and people type the
name: `/pdf-forms` is easier to remember than `/PDF_Forms`.

## Example

```yaml
name: PDF Forms
```

## Instead

```yaml
name: pdf-forms
```

The fix converts the name; it is offered only, because commands and other skills may call the skill by its old name.

Letters of other scripts are a hint: the reference of the specification takes them. So is any name where none of the
hosts you write for minds it.

## Hosts

Amp, Crush and Roo refuse such a name. Claude Code calls a skill by its folder and shows the name beside it. Of the name of
an agent only what a host refuses is reported: Claude Code skips one with a colon, or with a hyphen in front.
",
    levels: [Level::Error, Level::Warning, Level::Hint],
    fixable: true,
    run: Run::Text(run),
};

fn run(context: &DocumentContext<'_>, report: &mut Report<'_>) {
    let Some((field, name)) = context.name() else { return };
    if name.is_empty() || is_kebab(name) {
        return;
    }
    if context.kind == FoundKind::Agent {
        return refused_agent(context, field.value.span, name, report);
    }
    let judged = context.judges.iter().map(|judge| {
        let refused = judge.reading.refusal == Some(Refusal::NameInvalid);
        (judge, if refused { Deed::skips() } else { deed(judge.host, name) })
    });
    let elsewhere = context
        .config
        .known_hosts
        .real()
        .filter(|host| !context.judges.iter().any(|judge| judge.host.id == host.id))
        .filter(|host| refuses(host, name))
        .map(|host| (host, Deed::new("would skip the skill", "would skip the skill")));
    let grade = if context.judges.iter().any(|judge| minds(judge.host, name)) { Grade::Mild } else { Grade::Slight };
    let fix = conversion(name, context.folder).map(|kebab| {
        Fix::offered(format!("Convert to `{kebab}`"), vec![new_field::set(context.document, field.value.span, &kebab)])
    });
    report
        .finding(field.value.span, format!("`{name}` is not lower-case words joined by hyphens"))
        .grade(grade)
        .consequence(of_deeds(judged).and_elsewhere(of_deeds(elsewhere)))
        .fixes(fix);
}

/// Agents may be called nearly anything: only what a host refuses is told.
fn refused_agent(context: &DocumentContext<'_>, span: Span, name: &str, report: &mut Report<'_>) {
    let is_refused = |judge: &&Judge<'_>| judge.reading.refusal == Some(Refusal::NameInvalid);
    let deeds: Vec<_> = context.judges.iter().filter(is_refused).map(|judge| (judge, Deed::skips())).collect();
    if !deeds.is_empty() {
        let message = format!("`{name}` cannot be the name of an agent");
        report.finding(span, message).grade(Grade::Severe).deeds(deeds);
    }
}

/// Whether a host has a rule that the name breaks. The reference of the specification takes small letters and digits of
/// every script.
fn minds(host: &Host, name: &str) -> bool {
    let is_small = |sign: char| sign.is_alphanumeric() && sign.to_lowercase().eq([sign]);
    let is_taken = || name.split('-').all(|word| !word.is_empty() && word.chars().all(is_small));
    let identity = &host.identity;
    let breaks_rule = || identity.pattern.as_ref().is_some_and(|pattern| breaks(pattern, name));
    if host.specification { !is_taken() } else { identity.pattern_broken != Consequence::None && breaks_rule() }
}

fn refuses(host: &Host, name: &str) -> bool {
    let identity = &host.identity;
    identity.pattern_broken == Consequence::Skipped && identity.pattern.as_ref().is_some_and(|it| breaks(it, name))
}

fn deed(host: &Host, name: &str) -> Deed {
    if refuses(host, name) {
        return Deed::skips();
    }
    match host.identity.id {
        IdSource::Folder => Deed::of("call", "it by its folder"),
        IdSource::Name | IdSource::NameOrFolder | IdSource::SourceAndName if host.specification => {
            Deed::of("warn", "about it")
        }
        IdSource::Name | IdSource::NameOrFolder | IdSource::SourceAndName => Deed::of("take", "it"),
    }
}

/// The name in kebab case. The folder says where the words are, when it has the same letters.
fn conversion(name: &str, folder: &str) -> Option<String> {
    let letters = |text: &str| -> String { text.chars().filter(char::is_ascii_alphanumeric).collect() };
    let converted = to_kebab(name);
    let same = letters(name).eq_ignore_ascii_case(&letters(folder));
    if is_kebab(folder) && (same || converted.is_none()) {
        return Some(folder.to_owned());
    }
    converted
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::testing::{check, check_fix, silent};

    #[test]
    fn spaces_and_capitals() {
        check(
            &CHECK,
            "
            //- /home/.claude/skills/pdf-forms/SKILL.md
            ---
            name: PDF Forms
                  ^^^^^^^^^ name-not-kebab-case (warning): `PDF Forms` is not lower-case words joined by hyphens
            description: Fills in forms.
            ---
            ",
        );
    }

    #[test]
    fn letters_of_other_scripts() {
        check(
            &CHECK,
            "
            //# hosts = agentskills
            //- /home/skills/技能/SKILL.md
            ---
            name: 技能-2
                  ^^^^ name-not-kebab-case (hint): `技能-2` is not lower-case words joined by hyphens
            ---
            ",
        );
        check(
            &CHECK,
            "
            //# hosts = agentskills
            //- /home/skills/elan/SKILL.md
            ---
            name: Élan
                  ^^^^ name-not-kebab-case (warning): `Élan` is not lower-case words joined by hyphens
            ---
            ",
        );
    }

    #[test]
    fn nobody_minds() {
        for host in ["claude-code", "shipmyagent", "portable"] {
            let text = format!("//# hosts = {host}\n//- /home/skills/pdf/SKILL.md\n---\nname: PDF Miner\n---\n");
            assert_eq!(crate::checks::testing::levels(&CHECK, &text), [Level::Hint], "{host}");
        }
    }

    #[test]
    fn a_host_that_skips_the_skill() {
        check(
            &CHECK,
            "
            //# hosts = claude-code, amp
            //- /home/skills/pdf/SKILL.md
            ---
            name: PDF Miner
                  ^^^^^^^^^ name-not-kebab-case (error): `PDF Miner` is not lower-case words joined by hyphens
                  = Amp skips the skill; Claude Code calls it by its folder; Qwen Code, Crush and Roo Code would skip the skill
            ---
            ",
        );
    }

    #[test]
    fn a_host_that_refuses_it() {
        let config = crate::checks::testing::config();
        let mut host = Host::clone(config.known_hosts.get("codex").expect("it is built in"));
        host.identity.pattern = Some("^[a-z-]+$".to_owned());
        assert!(!refuses(&host, "pdf_forms"), "it may only warn");
        host.identity.pattern_broken = Consequence::Skipped;
        assert!(refuses(&host, "pdf_forms") && !refuses(&host, "pdf-forms"));
    }

    #[test]
    fn it_is_converted() {
        check_fix(
            &CHECK,
            "
            //- /home/.claude/skills/x/SKILL.md
            ---
            name: \"PDF_Forms\"
            ---
            ",
            "
            ---
            name: pdf-forms
            ---
            ",
        );
        assert_eq!(conversion("PDFforms", "pdf-forms").as_deref(), Some("pdf-forms"), "the folder knows the words");
        assert_eq!(conversion("技能", "pdf").as_deref(), Some("pdf"));
        assert_eq!(conversion("技能", "技能"), None);
    }

    #[test]
    fn good_names() {
        for name in ["pdf", "pdf-2", "2024"] {
            silent(&CHECK, &format!("---\nname: {name}\n---\n"));
        }
    }

    #[test]
    fn a_command_has_no_name() {
        silent(
            &CHECK,
            "
            //- /home/.claude/commands/pdf.md
            ---
            name: My PDF
            ---
            ",
        );
    }
}
