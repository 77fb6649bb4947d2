//! A rule about skills in a settings file, and which names it means.

use std::path::PathBuf;

use crate::catalog::{Environment, Permission, SettingsFile};
use crate::hosts::{PermissionRule, glob_matches, signs, star_matches};
use crate::settings::Node;
use crate::text::{Span, Text};

/// A rule about skills.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SkillRule {
    /// Whom it means.
    pub means: Means,
    /// What it grants.
    pub permission: Permission,
    /// How it is written: `Skill(pre *)`, `pre-*`.
    pub text: String,
    /// The file that says so; a variable with its `$` where the environment does.
    pub path: PathBuf,
    /// The line, counted from 1, where it is known.
    pub line: Option<usize>,
    /// Where it stood in its file when that was read, without quotes. The file may have changed since.
    pub span: Option<Span>,
    /// It counts once the folder is trusted, and nobody has said so yet.
    pub awaits_trust: bool,
}

impl SkillRule {
    /// How it is written, and where.
    pub fn with_place(&self, environment: &Environment) -> String {
        let line = self.line.map(|line| format!(":{line}")).unwrap_or_default();
        format!("`{}` in {}{line}", self.text, environment.short(&self.path))
    }

    /// The same, with its place in the text that it was read from.
    pub(crate) fn read_from(mut self, text: &str) -> SkillRule {
        self.span = self.places(text).into_iter().next();
        self
    }

    /// Where it stands in the text of its file, without quotes: one line may say it twice.
    pub fn places(&self, text: &str) -> Vec<Span> {
        let Some(line) = self.line.and_then(|line| line.checked_sub(1)) else { return Vec::new() };
        let start = text.split_inclusive('\n').take(line).map(str::len).sum::<usize>();
        let Some(shown) = text.get(start..).and_then(|rest| rest.lines().next()) else { return Vec::new() };
        // As JSON writes it, or bare.
        let Ok(written) = serde_json::to_string(&self.text) else { return Vec::new() };
        let inside = written.trim_matches('"');
        let span = |at: usize| Span::new(start + at, start + at + inside.len());
        let quoted: Vec<Span> = shown.match_indices(&written).map(|(at, _)| span(at + 1)).collect();
        if quoted.is_empty() { shown.find(inside).map(span).into_iter().collect() } else { quoted }
    }
}

/// Whom a rule means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Means {
    /// All skills, and with them the tool that loads them.
    All,
    /// Those of this name.
    Name(String),
    /// Those whose name begins so.
    Start(String),
    /// Those whose name fits, where `*` stands for anything.
    Stars(String),
    /// Those whose name fits, where `*` stands for anything and `?` for any sign; a last ` *` may be missing.
    Glob(String),
    /// Nobody: the host never looks at such a rule.
    Nobody,
}

impl Means {
    /// Whether it means a name.
    pub fn is_about(&self, name: &str) -> bool {
        match self {
            Means::All => true,
            Means::Name(wanted) => wanted == name,
            Means::Start(start) => name.starts_with(start),
            Means::Stars(pattern) => {
                let takes = |wanted: &char, sign: &char| *wanted == '*' || wanted == sign;
                star_matches(&signs(pattern), &signs(name), |sign| *sign == '*', takes)
            }
            Means::Glob(pattern) => {
                let shorter = pattern.strip_suffix(" *");
                glob_matches(pattern, name) || shorter.is_some_and(|pattern| glob_matches(pattern, name))
            }
            Means::Nobody => false,
        }
    }

    /// Whether it means every name there can be.
    pub fn is_everybody(&self) -> bool {
        match self {
            Means::All => true,
            Means::Start(start) => start.is_empty(),
            Means::Stars(pattern) | Means::Glob(pattern) => pattern == "*",
            Means::Name(_) | Means::Nobody => false,
        }
    }

    /// How every name begins that it means; `None` when it means nobody.
    pub fn start(&self) -> Option<&str> {
        match self {
            Means::All => Some(""),
            Means::Name(start) | Means::Start(start) => Some(start),
            Means::Stars(pattern) => pattern.split('*').next(),
            Means::Glob(pattern) => pattern.split(['*', '?']).next(),
            Means::Nobody => None,
        }
    }

    /// The one name that it means, when it means one.
    pub fn name(&self) -> Option<&str> {
        match self {
            Means::Name(name) => Some(name),
            Means::Stars(pattern) => (!pattern.contains('*')).then_some(pattern),
            Means::Glob(pattern) => (!pattern.contains(['*', '?'])).then_some(pattern),
            Means::All | Means::Start(_) | Means::Nobody => None,
        }
    }

    /// Whom an entry of a list of rules about tools means; `None` when it is about other tools.
    fn of_entry(rule: &PermissionRule, permission: Permission, text: &str) -> Option<Means> {
        let tool = rule.rule_tool.as_deref()?;
        let Some((name, inside)) = text.strip_suffix(')').and_then(|text| text.split_once('(')) else {
            // What is denied or asked about may name its tools by a pattern.
            let by_pattern = permission != Permission::Allow && text.contains('*') && glob_matches(text, tool);
            return (text == tool || by_pattern).then_some(Means::All);
        };
        if name != tool {
            return None;
        }
        if inside == "*" {
            return Some(Means::All);
        }
        let of_parameter = rule.parameter.as_ref().and_then(|parameter| {
            let (key, value) = inside.split_once(':')?;
            (key.trim() == parameter).then(|| value.trim())
        });
        if let (Some(pattern), Permission::Deny | Permission::Ask) = (of_parameter, permission) {
            return Some(Means::Stars(pattern.to_owned()));
        }
        if permission == Permission::Ask && rule.asks_by_parameter_only {
            return Some(Means::Nobody);
        }
        let inside = inside.strip_prefix('/').unwrap_or(inside);
        let start = inside.strip_suffix(":*").or_else(|| inside.strip_suffix(" *"));
        Some(start.map_or_else(|| Means::Name(inside.to_owned()), |start| Means::Start(start.to_owned())))
    }
}

/// The rules about skills in the lists of one file.
pub(crate) fn listed_rules(rule: &PermissionRule, file: &SettingsFile, root: &Node) -> Vec<SkillRule> {
    let keys = &rule.rules;
    let keys = [(Permission::Deny, &keys.deny), (Permission::Ask, &keys.ask), (Permission::Allow, &keys.allow)];
    let lines = Text::new(&*file.text);
    let mut found = Vec::new();
    for (permission, key) in keys {
        let Some(list) = key.as_ref().and_then(|key| root.look_up(key)) else { continue };
        let awaits_trust = permission == Permission::Allow
            && file.source.as_ref().is_some_and(|source| rule.allows_need_trust.contains(source));
        // A single text is a list of one.
        for item in list.items().iter().chain([list]) {
            let Some(text) = item.text() else { continue };
            let Some(means) = Means::of_entry(rule, permission, text) else { continue };
            let (path, line) = (file.path.clone(), Some(lines.line_number(item.span.start)));
            let span = Some(unquoted(&file.text, item.span));
            found.push(SkillRule { means, permission, text: text.to_owned(), path, line, span, awaits_trust });
        }
    }
    found
}

/// The rules about skills in a mapping from patterns to words, as its host meets them.
pub(crate) fn mapped_rules(rule: &PermissionRule, key: &str, file: &SettingsFile, root: &Node) -> Vec<SkillRule> {
    let Some(said) = root.look_up(key) else { return Vec::new() };
    let lines = Text::new(&*file.text);
    let of_word = |pattern: &str, word: &Node, at: usize, span: Option<Span>| {
        Some(SkillRule {
            means: Means::Glob(pattern.to_owned()),
            permission: Permission::from_word(word.text()?)?,
            text: pattern.to_owned(),
            path: file.path.clone(),
            line: Some(lines.line_number(at)),
            span,
            awaits_trust: false,
        })
    };
    let members = said.members().into_iter();
    let mut rules: Vec<SkillRule> = members
        .filter_map(|member| {
            let span = unquoted(&file.text, member.key_span);
            of_word(&member.key, &member.value, member.key_span.start, Some(span))
        })
        .collect();
    rules.extend(of_word("*", said, said.span.start, None));
    if rule.numbers_first {
        rules.sort_by_key(|rule| index(&rule.text));
    }
    rules
}

/// A text without the quotes around it.
fn unquoted(text: &str, span: Span) -> Span {
    match span.of(text).starts_with(['"', '\'']) && span.len() > 1 {
        true => Span::new(span.start + 1, span.end - 1),
        false => span,
    }
}

/// The number that a key is, when it is written as one: JavaScript puts such keys before all others.
pub(super) fn index(key: &str) -> u64 {
    key.parse().ok().filter(|number: &u32| number.to_string() == key).map_or(u64::MAX, u64::from)
}
