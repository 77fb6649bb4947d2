//! Holds that a level follows from its consequence: every host, every fault, and the same for what it does not list.

use std::path::Path;

use crate::catalog::BlockState;
use crate::checks::testing::{MemoryFiles, config, with_context};
use crate::checks::{check, diagnostics_of_document, finish};
use crate::config::Level;
use crate::document;

/// What can be wrong with a skill, each fault by itself; the folder is called `pdf`.
fn faults() -> Vec<(&'static str, String)> {
    let skill = |block: &str| format!("---\n{block}---\nFill in the form.\n");
    let long = |count: usize| "a".repeat(count);
    let described = |field: &str| skill(&format!("name: pdf\ndescription: Fills in forms.\n{field}\n"));
    vec![
        ("nothing", described("license: MIT")),
        ("no frontmatter", "# Forms\n".to_owned()),
        ("an unclosed block", "---\nname: pdf\ndescription: Fills in forms.\n\n# Forms\n".to_owned()),
        ("an empty block", skill("")),
        ("a list for a block", skill("- pdf\n- forms\n")),
        ("a blank line first", format!("\n{}", described("license: MIT"))),
        ("a byte order mark", format!("\u{FEFF}{}", described("license: MIT"))),
        ("broken YAML", skill("name: pdf\ndescription: \"Fills in\\qforms.\"\n")),
        ("a colon in a value", skill("name: pdf\ndescription: Use when: forms come in.\n")),
        ("a sign that is reserved", skill("name: pdf\ndescription: @forms are filled in.\n")),
        ("a field without a colon", described("license MIT")),
        ("a tab before a key", described("metadata:\n\tteam: forms")),
        ("a key given twice", described("description: Fills in all forms.")),
        ("lone carriage returns", described("license: MIT").replace('\n', "\r")),
        ("a full-width colon", skill("name: pdf\ndescription：Fills in forms.\n")),
        ("a conflict marker", described("<<<<<<< HEAD")),
        ("a capital key", skill("name: pdf\nDescription: Fills in forms.\n")),
        ("a misspelled key", skill("name: pdf\ndescripton: Fills in forms.\n")),
        ("a capital name key", skill("Name: pdf\ndescription: Fills in forms.\n")),
        ("no name", skill("description: Fills in forms.\n")),
        ("an empty name", skill("name:\ndescription: Fills in forms.\n")),
        ("a name in quotes that is empty", skill("name: \"\"\ndescription: Fills in forms.\n")),
        ("a number for a name", skill("name: 8120\ndescription: Fills in forms.\n")),
        ("a list for a name", skill("name: [pdf]\ndescription: Fills in forms.\n")),
        ("a long name", skill(&format!("name: {}\ndescription: Fills in forms.\n", long(65)))),
        ("a name with spaces", skill("name: PDF Miner\ndescription: Fills in forms.\n")),
        ("a name with a sign", skill("name: pdf & more\ndescription: Fills in forms.\n")),
        ("a name in another script", skill("name: 技能\ndescription: Fills in forms.\n")),
        ("another name than the folder", skill("name: pdfs\ndescription: Fills in forms.\n")),
        ("no description", skill("name: pdf\n")),
        ("an empty description", skill("name: pdf\ndescription:\n")),
        ("a description in quotes that is empty", skill("name: pdf\ndescription: \"\"\n")),
        ("a blank description", skill("name: pdf\ndescription: \"  \"\n")),
        ("a number for a description", skill("name: pdf\ndescription: 42\n")),
        ("a list for a description", skill("name: pdf\ndescription: [forms]\n")),
        ("a mapping for a description", skill("name: pdf\ndescription:\n  what: forms\n")),
        ("a long description", skill(&format!("name: pdf\ndescription: {}\n", long(1025)))),
        ("a very long description", skill(&format!("name: pdf\ndescription: {}\n", long(2000)))),
        ("no body", "---\nname: pdf\ndescription: Fills in forms.\n---\n".to_owned()),
        ("neither true nor false", described("disable-model-invocation: maybe")),
        ("another one", described("user-invocable: [maybe]")),
        ("a list of tools that is none", described("allowed-tools: {Read: yes}")),
        ("tools of its own spelling", described("allowedTools: Read")),
        ("a list for a hint", described("argument-hint: [file]")),
        ("text for a mapping", described("metadata: forms")),
        ("a mapping in a mapping", described("metadata:\n  team: {name: forms}")),
        ("a list for a licence", described("license: [MIT]")),
        ("a list for the compatibility", described("compatibility: [linux]")),
        ("a word for a type", described("type: odd")),
        ("a list for a model", described("model: [opus]")),
        ("text for paths", described("paths: 5")),
        ("text for a switch", described("enabled: maybe")),
    ]
}

/// What one host makes of one fault.
struct Outcome {
    host: String,
    fault: &'static str,
    /// Why the host refuses the skill, or that it loses what the skill says of itself.
    loss: Option<String>,
    told: Vec<(&'static str, Level, String, bool)>,
}

fn outcomes() -> Vec<Outcome> {
    let path = Path::new("/x/skills/pdf/SKILL.md");
    let files = MemoryFiles::default();
    let config = config();
    let mut outcomes = Vec::new();
    for host in config.known_hosts.iter() {
        for (fault, text) in faults() {
            let document = document::parse(&text);
            let hosts = [host.id.clone()];
            let outcome = with_context(path, &document, Some(&hosts), &files, |context| {
                let reading = context.judges[0].reading;
                let loss = match (&reading.refusal, &reading.block) {
                    (Some(refusal), _) => Some(refusal.words().into_owned()),
                    (None, BlockState::Void) => Some("its block is ignored".to_owned()),
                    (None, _) if reading.unlisted => Some("it is not listed".to_owned()),
                    (None, _) => None,
                };
                let raw = diagnostics_of_document(context);
                let found = finish(path, &document.allows, &config, raw);
                let told = found.into_iter().map(|it| {
                    let names_host = it.hosts.contains(&host.id);
                    (it.check, it.level, it.whole_message(), it.loses_skill && names_host)
                });
                Outcome { host: host.id.clone(), fault, loss, told: told.collect() }
            });
            outcomes.push(outcome);
        }
    }
    outcomes
}

#[test]
fn what_costs_the_skill_is_an_error() {
    let outcomes = outcomes();
    let mut wrong = Vec::new();
    for Outcome { host, fault, loss, told } in &outcomes {
        for (id, level, message, loses_skill) in told {
            let says_so = ["skips the skill", "does not list the skill", "ignores the whole frontmatter"]
                .iter()
                .any(|words| message.contains(words));
            let declares = check(id).is_some_and(|check| check.levels[0] == Level::Error);
            if (says_so || *loses_skill) && (*level != Level::Error || !declares) {
                wrong.push(format!("{host}: {fault}: {id} is {}: {message}", level.word()));
            }
        }
        let is_told = told.iter().any(|(_, level, _, loses_skill)| *level == Level::Error && *loses_skill);
        if let Some(loss) = loss.as_ref().filter(|_| !is_told) {
            let told: Vec<String> = told.iter().map(|(id, level, ..)| format!("{id} {}", level.word())).collect();
            wrong.push(format!("{host}: {fault}: {loss}, and nothing says so: {}", told.join(", ")));
        }
    }
    assert!(wrong.is_empty(), "{} of {} pairs:\n{}", wrong.len(), outcomes.len(), wrong.join("\n"));
    // The matrix would be empty, and hold nothing, if the faults were none.
    assert!(outcomes.iter().filter(|it| it.loss.is_some()).count() > 200);
    let mut right = outcomes.iter().filter(|it| it.fault == "nothing");
    assert!(right.all(|it| it.loss.is_none() && it.told.iter().all(|(_, level, ..)| *level == Level::Hint)));
}

/// Names, descriptions and a field in every combination; the folder is called `pdf`.
fn combined() -> Vec<String> {
    let long = format!("name: {}\n", "a".repeat(65));
    let names = ["name: pdf\n", "", "name: X Y\n", "name: pdfs\n", "name: 8120\n", "name: [pdf]\n", &long];
    let wordy = format!("description: {}\n", "a".repeat(2000));
    let descriptions = ["description: Fills in forms.\n", "", "description: \"\"\n", "description: [forms]\n", &wordy];
    let fields = ["", "metadata: [a]\n", "context: fork\nagent: nobody\n", "license MIT\n"];
    let mut texts = Vec::new();
    for name in names {
        for description in descriptions {
            texts.extend(fields.iter().map(|it| format!("---\n{name}{description}{it}---\nFill in the form.\n")));
        }
    }
    texts
}

#[test]
fn what_is_said_of_a_host_is_what_it_does() {
    let path = Path::new("/x/skills/pdf/SKILL.md");
    let (files, config) = (MemoryFiles::default(), config());
    let texts: Vec<String> = faults().into_iter().map(|(_, text)| text).chain(combined()).collect();
    let (mut wrong, mut refused) = (Vec::new(), 0);
    for host in config.known_hosts.iter() {
        for text in &texts {
            let document = document::parse(text);
            let hosts = [host.id.clone()];
            with_context(path, &document, Some(&hosts), &files, |context| {
                let reading = context.judges[0].reading;
                let is_refused = reading.refusal.is_some();
                refused += usize::from(is_refused);
                for it in diagnostics_of_document(context) {
                    let said = it.consequence.as_deref().unwrap_or_default();
                    let says = |words: &str| said.contains(&format!("{} {words}", host.name));
                    let uses = ["calls it", "lists it", "loads it", "runs the skill", "cuts it", "cuts the entry"];
                    let is_false = is_refused && uses.into_iter().any(says)
                        || !is_refused && says("skips the skill")
                        || !reading.unlisted && says("does not list the skill")
                        || reading.block != BlockState::Void && says("ignores the whole frontmatter")
                        || says("calls it `") && !says(&format!("calls it `{}`", reading.id));
                    if is_false {
                        wrong.push(format!("{}: {text:?}: {}: {said}", host.id, it.check));
                    }
                }
            });
        }
    }
    assert!(refused > 1000);
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
}
