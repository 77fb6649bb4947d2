//! What may stand at the cursor: fields, values, names, tools, skills, placeholders, files, or a whole new skill.

mod agents;
mod arguments;
mod body;
mod fields;
mod hooks;
mod inner;
mod list;
mod mentions;
mod names;
mod paths;
mod patterns;
mod placeholders;
mod scaffold;
mod skills;
mod spot;
#[cfg(test)]
mod testing;
mod tool_patterns;
#[cfg(test)]
mod tool_positions;
#[cfg(test)]
mod tool_properties;
mod tool_slot;
mod tool_words;
mod tools;
mod values;

pub use mentions::documentation_of_skill;

use crate::catalog::FoundKind;
use crate::features::Context;
use crate::hosts::Host;
use crate::knowledge::fields::fact;
use crate::text::{Edit, Span};
use crate::words::{add_to, capitalized};
use spot::Spot;

/// What may stand at the cursor, the likeliest first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Completions {
    /// The offers. Which of them fit what is typed is for the client to say.
    pub items: Vec<Completion>,
    /// There are more than these: ask again when more is typed.
    pub is_incomplete: bool,
}

/// One offer.
#[derive(Clone, Debug, PartialEq)]
pub struct Completion {
    /// What the list shows.
    pub label: String,
    /// What it is.
    pub kind: Kind,
    /// A few words beside the label; may be empty.
    pub detail: String,
    /// What is told of it.
    pub documentation: Documentation,
    /// The text that is written.
    pub text: String,
    /// The same with places to fill in, for clients that take snippets.
    pub snippet: Option<String>,
    /// The word under the cursor, which it replaces. It lies on one line.
    pub span: Span,
    /// What the typed word is compared with, when that is not the label.
    pub filter: Option<String>,
    /// Other places that must change with it: a comma that is missing, quotes around a text.
    pub more: Vec<Edit>,
    /// Whether all of the word is replaced, also where the client would let the user choose.
    pub is_whole: bool,
    /// Whether it is of use only where a snippet can put the cursor into it.
    pub only_as_snippet: bool,
    /// Whether it is the one to take without further thought.
    pub is_first_choice: bool,
}

/// What an offer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A field, or a key inside one.
    Field,
    /// A value of a field.
    Value,
    /// A name for this skill.
    Name,
    /// An agent.
    Agent,
    /// A tool.
    Tool,
    /// Another skill.
    Skill,
    /// A placeholder that hosts fill in.
    Placeholder,
    /// A file.
    File,
    /// A folder.
    Folder,
    /// A text to start from.
    Scaffold,
}

/// What is told of an offer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Documentation {
    /// Nothing.
    #[default]
    None,
    /// This, in Markdown.
    Text(String),
    /// What [`documentation_of_skill`] tells of the skill of this name, once someone looks at it.
    OfSkill(String),
}

/// What may stand at `offset`.
pub fn completions(context: &Context<'_>, offset: usize) -> Completions {
    let document = context.document;
    if !document.text.is_char_boundary(offset) {
        return Completions::default();
    }
    if !is_skill(context) {
        return mentions::in_other_file(context, offset);
    }
    let mut found = match spot::spot(document, offset) {
        Some(spot) => in_frontmatter(context, &spot),
        // Nothing is filled into the text of an agent.
        None if reads_agents(context) => return mentions::in_other_file(context, offset),
        None => body::completions(context, offset),
    };
    found.items.extend(scaffold::scaffold(context, offset));
    found
}

/// Whether the hosts for which the document is written read it as an agent.
fn reads_agents(context: &Context<'_>) -> bool {
    context.hosts.iter().any(|host| host.reads_agents())
}

/// Whether the document is a skill, a command or an agent: by its name, or because some host takes it for one.
fn is_skill(context: &Context<'_>) -> bool {
    let (_, kind) = FoundKind::of_path(context.path);
    let is_met = |id| context.catalog.views().iter().any(|view| view.of_skill(id).is_some());
    let is_by_name = matches!(kind, FoundKind::Skill | FoundKind::Command);
    is_by_name || reads_agents(context) || context.skill().is_some_and(|(id, _)| is_met(id))
}

fn in_frontmatter(context: &Context<'_>, spot: &Spot<'_>) -> Completions {
    let items = match spot {
        Spot::Key(key) => fields::fields(context, key),
        Spot::Inner(value) if tools::is_tool_field(context, value.key) => return tools::tools(context, value),
        Spot::Inner(value) if hooks::is_read(context, value.key) => hooks::hooks(context, value),
        Spot::Inner(value) if is_read(context, value.key) => match value.key {
            "arguments" => arguments::names(context, value),
            "argument-hint" => arguments::hints(context, value),
            "paths" => patterns::patterns(context, value),
            "skills" => skills::skills(context, value),
            _ => values::values(context, value),
        },
        Spot::Inner(_) | Spot::Nothing => Vec::new(),
    };
    Completions { items, is_incomplete: false }
}

/// Whether a host that the author writes for reads a field.
fn is_read(context: &Context<'_>, key: &str) -> bool {
    context.hosts.iter().any(|host| fact(host, key).is_some())
}

impl Completion {
    /// An offer that writes its label.
    pub(super) fn plain(label: impl Into<String>, kind: Kind, span: Span) -> Completion {
        let label = label.into();
        Completion {
            text: label.clone(),
            label,
            kind,
            detail: String::new(),
            documentation: Documentation::None,
            snippet: None,
            span,
            filter: None,
            more: Vec::new(),
            is_whole: false,
            only_as_snippet: false,
            is_first_choice: false,
        }
    }
}

/// The names of hosts as a list.
fn names_of<'a>(hosts: impl IntoIterator<Item = &'a Host>) -> String {
    let names: Vec<&str> = hosts.into_iter().map(|host| host.name.as_str()).collect();
    capitalized(&names.join(", "))
}

/// What hosts say of one thing: equal sentences once, each with its hosts when they do not all agree.
fn told_by<'a>(hosts: impl IntoIterator<Item = (&'a Host, &'a str)>) -> String {
    let mut groups: Vec<(&str, Vec<&Host>)> = Vec::new();
    for (host, about) in hosts.into_iter().filter(|(_, about)| !about.is_empty()) {
        add_to(&mut groups, about, host);
    }
    let told: Vec<String> =
        groups.iter().map(|(about, hosts)| format!("{}: {about}", names_of(hosts.iter().copied()))).collect();
    told.join("\n\n")
}

/// A text in which nothing is a place of a snippet.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('$', "\\$").replace('}', "\\}")
}

/// A choice among texts, as a snippet.
fn choice(values: &[String]) -> String {
    let escape = |value: &String| escaped(value).replace(',', "\\,").replace('|', "\\|");
    format!("${{1|{}|}}", values.iter().map(escape).collect::<Vec<_>>().join(","))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::testing::ask;

    #[test]
    fn what_is_no_place_of_a_snippet() {
        assert_eq!(escaped("a $1 {b} \\"), "a \\$1 {b\\} \\\\");
        assert_eq!(choice(&["a,b".to_owned(), "c|d".to_owned()]), "${1|a\\,b,c\\|d|}");
    }

    /// Every offset of texts that are half typed or odd is answered, and every answer is a change of one line that is
    /// there.
    #[test]
    fn any_position_of_any_text() {
        let texts = [
            "",
            "---",
            "---\n",
            "---\nname",
            "---\nname:\n  - x\n\tdescription: [\n---\n`scr [a](../b) $ ${ ${X}/ /\n```\n$\n",
            "\u{feff}---\r\nname: 梨\r\nallowed-tools: [Read, \"Bash(a\r\n---\r\n/梨 $é 🍐/ `🍐/\r\n<!-- / -->\r\n",
            "---\nallowed-tools: Read,,Write ( ) (\nallowed-tools:\n- Bash(x\n-\n---\n",
            "---\nhooks:\n  x: [\n agent: \"\n---\nText\n---\n",
            "--- name: x ---\n/",
            "name: x\n---\n$",
            "---\nname: x\n\nUse this.\n",
        ];
        for text in texts {
            let fixture = format!("//# hosts = claude-code, qwen-code\n//- /home/.claude/skills/pdf/SKILL.md\n{text}");
            ask(&fixture, |context, _| {
                for offset in 0..=context.document.text.len() + 2 {
                    for item in completions(context, offset).items {
                        let replaced = context.document.text.get(item.span.start..item.span.end).expect("it is there");
                        assert!(!replaced.contains(['\n', '\r']), "{text:?} at {offset}: {item:?}");
                        assert!(item.span.touches(offset), "{text:?} at {offset}: {item:?}");
                    }
                }
            });
        }
    }
}
