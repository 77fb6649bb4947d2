//! What is wrong in the hooks of a skill. Several checks say it: each of them its part.

mod value;

use crate::checks::{DocumentContext, Fix, Report};
use crate::document::yaml::{Entry, Node, Resolved, Scalar, Schema, Style, Value};
use crate::document::{Document, Field};
use crate::hosts::{FieldFact, HookKey, HookRule, HookType, Host};
use crate::knowledge::fields::fact;
use crate::knowledge::hook_matcher::{Matcher, matcher};
use crate::mending::lines::{first_line, line_start};
use crate::text::{Edit, Span};
use crate::words::consequence::Deed;
use crate::words::{excerpt, nearest, quoted_words};

/// The check that says a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A word that the host does not know: `field-value-unknown`.
    Unknown,
    /// Another shape than the host takes: `field-wrong-type`.
    Shape,
    /// A near miss of a key: `field-misspelled`.
    Misspelled,
    /// Something that does nothing: `field-without-effect`.
    Idle,
}

/// What a fault costs.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Cost {
    /// The event does not count.
    Event,
    /// A group of hooks, or one of them, does not count.
    Hooks,
    /// The hooks stay, and never run.
    NeverRuns,
    /// The one key is passed over.
    Key,
    /// All hooks of the skill.
    All,
    /// A guard cannot be set: all hooks of the skill are lost, and some fields with them.
    Guard,
}

/// Something wrong in the hooks, for one host.
#[derive(Clone, Debug, PartialEq)]
struct HookFault {
    kind: Kind,
    span: Span,
    message: String,
    cost: Cost,
    fix: Option<Fix>,
}

/// Reports what is wrong in the hooks, as far as it is this check's to say.
pub(crate) fn report(context: &DocumentContext<'_>, kind: Kind, report: &mut Report<'_>) {
    let document = context.document;
    let mut told: Vec<(HookFault, Vec<(&Host, Deed)>)> = Vec::new();
    for judge in context.judges {
        let host: &Host = judge.host;
        for fault in faults(context, host).into_iter().filter(|fault| fault.kind == kind) {
            let deed = deed(document, host, &fault.cost);
            match told.iter_mut().find(|(known, _)| known.span == fault.span && known.message == fault.message) {
                Some((_, deeds)) => deeds.push((host, deed)),
                None => told.push((fault, vec![(host, deed)])),
            }
        }
    }
    for (fault, deeds) in told {
        report.finding(fault.span, fault.message).deeds(deeds).fixes(fault.fix);
    }
}

/// Whether a key is an event that stands outside of `hooks`, for a host that says so.
pub(crate) fn is_stray(context: &DocumentContext<'_>, key: &str) -> bool {
    let is_event = |fact: &FieldFact| fact.keys.iter().any(|event| event.name == key);
    context.judges.iter().any(|judge| judge.host.hooks.is_known() && fact(judge.host, "hooks").is_some_and(is_event))
}

/// Whether a host reads hooks and it is known how.
pub(crate) fn is_read(host: &Host, key: &str) -> bool {
    key == "hooks" && host.hooks.is_known() && fact(host, key).is_some()
}

fn deed(document: &Document, host: &Host, cost: &Cost) -> Deed {
    match cost {
        Cost::Event => Deed::of("ignore", "the event"),
        Cost::Hooks => Deed::of("ignore", "these hooks"),
        Cost::NeverRuns => Deed::new("never runs these hooks", "never run these hooks"),
        Cost::Key => Deed::of("ignore", "it"),
        Cost::All => Deed::of("ignore", "all hooks of the skill"),
        Cost::Guard => {
            let lost = host.hooks.guarded.iter().filter(|key| document.field(key).is_some());
            let lost: String = lost.map(|key| format!(" and without its `{key}`")).collect();
            Deed::of("load", format_args!("the skill without any of its hooks{lost}"))
        }
    }
}

fn faults(context: &DocumentContext<'_>, host: &Host) -> Vec<HookFault> {
    let Some(fact) = fact(host, "hooks").filter(|_| host.hooks.is_known()) else { return Vec::new() };
    let reader = HooksReader { context, text: &context.document.text, host, rule: &host.hooks, fact };
    let mut faults = Vec::new();
    for field in &context.document.fields {
        match field.key == "hooks" {
            true => reader.field(field, &mut faults),
            false => reader.stray(field, &mut faults),
        }
    }
    faults
}

struct HooksReader<'a, 'b> {
    context: &'a DocumentContext<'b>,
    text: &'a str,
    host: &'a Host,
    rule: &'a HookRule,
    fact: &'a FieldFact,
}

/// A mapping in the place of a list, and what it takes.
fn shape(node: &Node) -> Option<&'static str> {
    match &node.value {
        Value::Mapping { .. } => Some("a mapping"),
        Value::Sequence { .. } => Some("a list"),
        Value::Scalar(_) if node.resolve(Schema::Core) == Some(Resolved::Null) => Some("empty"),
        Value::Scalar(_) => Some("text"),
        Value::Missing => Some("empty"),
        // What an alias stands for, and what is broken, is not ours to judge.
        Value::Alias(_) | Value::Broken => None,
    }
}

fn entry<'a>(entries: &'a [Entry], key: &str) -> Option<&'a Entry> {
    // The last one counts when a key is repeated; that is a finding of its own.
    entries.iter().rev().find(|entry| entry.key.scalar() == Some(key))
}

impl HooksReader<'_, '_> {
    /// An event outside of `hooks`.
    fn stray(&self, field: &Field, faults: &mut Vec<HookFault>) {
        let is_event = self.fact.keys.iter().any(|event| event.name == field.key);
        if !is_event || !matches!(field.value.value, Value::Sequence { .. } | Value::Mapping { .. }) {
            return;
        }
        let cost = if self.rule.is_guard(&field.key) { Cost::Guard } else { Cost::Key };
        let is_alone = self.context.document.field("hooks").is_none();
        let fix = is_alone.then(|| {
            let line_break = self.context.line_break();
            let mut edits = vec![Edit::insert(field.span.start, format!("hooks:{line_break}  "))];
            edits.extend(self.indented(field.span, 2));
            Fix::offered("Move it into `hooks`", edits)
        });
        let message = format!("`{}` is an event, and stands outside of `hooks`", field.key);
        faults.push(HookFault { kind: Kind::Idle, span: field.key_span, message, cost, fix });
    }

    /// The lines of a span but the first, set further in.
    fn indented(&self, span: Span, by: usize) -> Vec<Edit> {
        let breaks = span.of(self.text).match_indices('\n').map(|(at, _)| span.start + at + 1);
        let is_blank = |at: usize| self.text.get(at..).is_none_or(|rest| rest.starts_with(['\n', '\r']));
        breaks.filter(|at| *at < span.end && !is_blank(*at)).map(|at| Edit::insert(at, " ".repeat(by))).collect()
    }

    fn field(&self, field: &Field, faults: &mut Vec<HookFault>) {
        let Value::Mapping { entries, .. } = &field.value.value else {
            let Some(what @ ("a list" | "text")) = shape(&field.value) else { return };
            let cost = if self.rule.guards.is_empty() { Cost::All } else { Cost::Guard };
            let message = format!("`hooks` is {what}, but it takes events with lists of hooks below them");
            faults.push(self.shape(field.value.span, message, cost));
            return;
        };
        for entry in entries {
            self.event(entry, faults);
        }
    }

    fn event(&self, entry: &Entry, faults: &mut Vec<HookFault>) {
        let Some(event) = entry.key.scalar() else { return };
        // Where no event is known, none is unknown.
        if !self.fact.keys.is_empty() && !self.fact.keys.iter().any(|it| it.name == event) {
            faults.push(self.unknown_event(entry, event));
            return;
        }
        let cost = |cost: Cost| if self.rule.is_guard(event) { Cost::Guard } else { cost };
        match (&entry.value.value, shape(&entry.value)) {
            (Value::Sequence { items, .. }, _) => {
                for item in items {
                    self.group(event, item, &cost, faults);
                }
            }
            // An event that nobody has written on yet.
            (_, None | Some("empty")) => {}
            (_, Some(what)) => {
                let message = format!("`{event}` is {what}, but it takes a list: `- matcher: …` or `- hooks: …`");
                let fault = self.shape(self.start_of(&entry.value), message, cost(Cost::Event));
                faults.push(HookFault { fix: self.itemized(&entry.value), ..fault });
            }
        }
    }

    fn unknown_event(&self, entry: &Entry, event: &str) -> HookFault {
        let known = || self.fact.keys.iter().map(|it| it.name.as_str());
        let meant = known()
            .find(|it| it.eq_ignore_ascii_case(&event.replace(['-', '_'], "")))
            .or_else(|| nearest(event, known(), if event.len() < 8 { 1 } else { 2 }).map(|(meant, _)| meant));
        let message = match meant {
            Some(meant) => format!("{} is not a hook event; did you mean `{meant}`?", excerpt(event)),
            None => format!("{} is not a hook event", excerpt(event)),
        };
        let fix = meant.map(|meant| Fix::replacing(entry.key.span, meant));
        let cost = if self.holds_guards(&entry.value) { Cost::Guard } else { Cost::Event };
        HookFault { kind: Kind::Unknown, span: entry.key.span, message, cost, fix }
    }

    /// Whether something that is no event holds what may be guards.
    fn holds_guards(&self, node: &Node) -> bool {
        let Value::Mapping { entries, .. } = &node.value else { return false };
        let has_hooks = entry(entries, "hooks").is_some_and(|it| matches!(it.value.value, Value::Sequence { .. }));
        let has_guard = |entry: &Entry| entry.key.scalar().is_some_and(|key| self.rule.is_guard(key));
        !self.rule.guards.is_empty() && (has_hooks || entries.iter().any(has_guard))
    }

    fn group(&self, event: &str, item: &Node, cost: &dyn Fn(Cost) -> Cost, faults: &mut Vec<HookFault>) {
        let Value::Mapping { entries, flow } = &item.value else {
            if let Some(what) = shape(item) {
                let message = format!("A group of hooks is {what}, but it takes `matcher` and `hooks`");
                faults.push(self.shape(self.start_of(item), message, cost(Cost::Hooks)));
            }
            return;
        };
        let is_slip = self.misspelled(entries, &self.rule.group, cost, faults);
        if let Some(written) = entry(entries, "matcher") {
            self.matcher(event, &written.key, &written.value, cost, faults);
        }
        let Some(hooks) = entry(entries, "hooks") else {
            if !is_slip {
                faults.push(self.without_hooks(item, entries, *flow, cost(Cost::Hooks)));
            }
            return;
        };
        match (&hooks.value.value, shape(&hooks.value)) {
            (Value::Sequence { items, .. }, _) => {
                for item in items {
                    self.hook(item, cost, faults);
                }
            }
            (_, None) => {}
            (_, Some(what)) => {
                let span = if hooks.value.span.is_empty() { hooks.key.span } else { self.start_of(&hooks.value) };
                let message = format!("`hooks` is {what}, but it takes a list: `- type: …`");
                faults.push(HookFault {
                    fix: self.itemized(&hooks.value),
                    ..self.shape(span, message, cost(Cost::Hooks))
                });
            }
        }
    }

    /// A group without hooks: a hook that stands one level too high, or nothing at all.
    fn without_hooks(&self, item: &Node, entries: &[Entry], is_flow: bool, cost: Cost) -> HookFault {
        let is_of_hook = |entry: &Entry| entry.key.scalar().is_some_and(|key| self.is_hook_key(key));
        let Some(first) = entries.iter().position(is_of_hook) else {
            let span = entries.first().map_or(item.span, |entry| entry.key.span);
            return self.shape(span, "The group has no `hooks`".to_owned(), cost);
        };
        let rest = entries.get(first..).unwrap_or_default();
        let fix = rest.first().filter(|_| !is_flow && rest.iter().all(is_of_hook)).map(|entry| {
            let start = entry.key.span.start;
            let line = line_start(self.text, start);
            let indent = " ".repeat(start - line);
            let hooks = format!("hooks:{}{indent}  - ", self.context.line_break());
            let mut edits = vec![Edit::insert(start, hooks)];
            edits.extend(self.indented(Span::new(start, item.span.end), 4));
            Fix::offered("Put it below `hooks:`", edits)
        });
        let span = entries.get(first).map_or(item.span, |entry| entry.key.span);
        let message = "A hook stands where a group of hooks is expected; it belongs below `hooks:`".to_owned();
        HookFault { fix, ..self.shape(span, message, cost) }
    }

    fn is_hook_key(&self, key: &str) -> bool {
        key == "type" || self.rule.types.iter().any(|it| it.keys.iter().any(|it| it.name == key))
    }

    fn hook(&self, item: &Node, cost: &dyn Fn(Cost) -> Cost, faults: &mut Vec<HookFault>) {
        let Value::Mapping { entries, .. } = &item.value else {
            if let Some(what) = shape(item) {
                let message = format!("A hook is {what}, but it takes `type` and what belongs to it");
                faults.push(self.shape(self.start_of(item), message, cost(Cost::Hooks)));
            }
            return;
        };
        let Some(hook_type) = self.hook_type(item, entries, cost, faults) else { return };
        let keys: Vec<&str> = hook_type.keys.iter().map(|key| key.name.as_str()).chain(["type"]).collect();
        let is_slip = self.misspelled(entries, &hook_type.keys, cost, faults);
        for key in &hook_type.keys {
            match entry(entries, &key.name) {
                Some(it) => faults.extend(value::fault(self, key, it, &hook_type.name, cost(Cost::Hooks))),
                None if key.required && !is_slip => {
                    let span = entry(entries, "type").map_or(item.span, |it| it.value.span);
                    let message = format!("A `{}` hook needs `{}`", hook_type.name, key.name);
                    faults.push(self.shape(span, message, cost(Cost::Hooks)));
                }
                None => {}
            }
        }
        for other in entries {
            let Some(key) = other.key.scalar().filter(|key| !keys.contains(key)) else { continue };
            let others = self.rule.types.iter().filter(|it| it.keys.iter().any(|it| it.name == key));
            let others = quoted_words(others.map(|it| &it.name));
            if !others.is_empty() {
                let message = format!("`{key}` is a key of {others} hooks, not of `{}` hooks", hook_type.name);
                let span = other.key.span;
                faults.push(HookFault { kind: Kind::Idle, span, message, cost: Cost::Key, fix: None });
            }
        }
    }

    /// The type of a hook, when it is one that the host knows.
    fn hook_type(
        &self,
        item: &Node,
        entries: &[Entry],
        cost: &dyn Fn(Cost) -> Cost,
        faults: &mut Vec<HookFault>,
    ) -> Option<&HookType> {
        let known = || self.rule.types.iter().map(|it| it.name.as_str());
        let Some(written) = entry(entries, "type") else {
            let is_slip = |it: &&Entry| it.key.scalar().is_some_and(|key| nearest(key, ["type"], 1).is_some());
            let slip = entries.iter().find(is_slip);
            if let Some(slip) = slip {
                faults.push(misspelled(slip, "type", cost(Cost::Hooks)));
                return None;
            }
            let has = |it: &&HookType| {
                let mut needed = it.keys.iter().filter(|key| key.required);
                needed.all(|key| entry(entries, &key.name).is_some())
            };
            let mut fitting = self.rule.types.iter().filter(has);
            let only = fitting.next().filter(|_| fitting.next().is_none());
            let first = entries.first().map_or(item.span, |entry| entry.key.span);
            let fix = only.zip(entries.first()).and_then(|(only, entry)| self.typed(&only.name, entry));
            let message = "The hook has no `type`".to_owned();
            faults.push(HookFault { fix, ..self.shape(first, message, cost(Cost::Hooks)) });
            return None;
        };
        let Some(name) = written.value.scalar() else {
            if let Some(what) = shape(&written.value) {
                let span = if written.value.span.is_empty() { written.key.span } else { written.value.span };
                faults.push(self.shape(span, format!("`type` is {what}, but it is a word"), cost(Cost::Hooks)));
            }
            return None;
        };
        if let Some(hook_type) = self.rule.hook_type(name) {
            return Some(hook_type);
        }
        let lower = name.to_lowercase();
        let meant = known().find(|it| *it == lower).or_else(|| nearest(&lower, known(), 2).map(|(meant, _)| meant));
        let (host, all) = (&self.host.name, quoted_words(known()));
        let fix = meant.map(|meant| Fix::replacing(written.value.span, meant));
        faults.push(HookFault {
            kind: Kind::Unknown,
            span: written.value.span,
            message: format!("{} is not a type of hook; {host} knows {all}", excerpt(name)),
            cost: cost(Cost::Hooks),
            fix,
        });
        None
    }

    /// Adds the type before the first key of a hook.
    fn typed(&self, name: &str, first: &Entry) -> Option<Fix> {
        let start = first.key.span.start;
        let line = line_start(self.text, start);
        let before = self.text.get(line..start)?;
        // In `{…}` or `[…]` no new line is begun.
        let text = match before.chars().all(|sign| matches!(sign, ' ' | '-')) {
            true => format!("type: {name}{}{}", self.context.line_break(), " ".repeat(start - line)),
            false => format!("type: {name}, "),
        };
        Some(Fix::offered(format!("Add `type: {name}`"), vec![Edit::insert(start, text)]))
    }

    /// Keys that are near misses of these; whether one of them is needed.
    fn misspelled(
        &self,
        entries: &[Entry],
        keys: &[HookKey],
        cost: &dyn Fn(Cost) -> Cost,
        faults: &mut Vec<HookFault>,
    ) -> bool {
        let mut is_needed = false;
        for slip in entries {
            let Some(written) = slip.key.scalar() else { continue };
            let is_group_key = self.rule.group.iter().any(|it| it.name == written);
            if is_group_key || self.is_hook_key(written) {
                continue;
            }
            let missing = || keys.iter().filter(|key| key.name.len() > 2 && entry(entries, &key.name).is_none());
            let plain = |key: &str| key.replace(['-', '_'], "").to_ascii_lowercase();
            let same = missing().find(|key| plain(&key.name) == plain(written));
            let most = if written.len() < 6 { 1 } else { 2 };
            let near = || {
                let (meant, _) = nearest(written, missing().map(|key| key.name.as_str()), most)?;
                missing().find(|key| key.name == meant)
            };
            let Some(meant) = same.or_else(near) else { continue };
            is_needed |= meant.required;
            // What is not needed is only passed over.
            let cost = if meant.required { cost(Cost::Hooks) } else { Cost::Key };
            faults.push(misspelled(slip, &meant.name, cost));
        }
        is_needed
    }

    fn matcher(&self, event: &str, key: &Node, value: &Node, cost: &dyn Fn(Cost) -> Cost, faults: &mut Vec<HookFault>) {
        let Value::Scalar(scalar) = &value.value else {
            let Some(what @ ("a list" | "a mapping")) = shape(value).filter(|_| self.rule.validates) else { return };
            let fix = joined(value).map(|names| {
                Fix::offered(format!("Replace with `{names}`"), vec![Edit::replace(value.span, format!("\"{names}\""))])
            });
            let message = format!("`matcher` is {what}, but it is text: names with `|` between them");
            faults.push(HookFault { fix, ..self.shape(self.start_of(value), message, cost(Cost::Hooks)) });
            return;
        };
        let matcher = matcher(self.rule, &scalar.text);
        if !self.rule.has_matcher(event) {
            if !matches!(matcher, Matcher::All) {
                let message = format!("`matcher` has no effect: there is nothing to match in `{event}`");
                faults.push(HookFault { kind: Kind::Idle, span: key.span, message, cost: Cost::Key, fix: None });
            }
            return;
        }
        match &matcher {
            Matcher::All => {}
            Matcher::Invalid => {
                let message = format!("{} is not a regular expression", excerpt(&scalar.text));
                faults.push(self.unknown(value.span, message, None));
            }
            Matcher::Names(names) => {
                for (place, name) in names {
                    let span = self.inside(value, scalar, *place);
                    faults.extend(self.name(event, span, name));
                }
            }
            Matcher::Pattern(_) => faults.extend(self.rule_as_pattern(event, value, &scalar.text, &matcher)),
        }
    }

    /// A name in a matcher that stands for nothing.
    fn name(&self, event: &str, span: Span, name: &str) -> Option<HookFault> {
        if !self.rule.matches_tools(event) {
            let words = self.rule.subjects.get(event).filter(|words| !words.is_empty())?;
            if words.iter().any(|word| word == name) {
                return None;
            }
            let meant = nearest(&name.to_lowercase(), words.iter().map(String::as_str), 2).map(|(meant, _)| meant);
            let message = format!("{} never occurs in `{event}`; it knows {}", excerpt(name), quoted_words(words));
            return Some(self.unknown(span, message, meant));
        }
        if let Some(server) = name.strip_prefix("mcp__") {
            let message =
                format!("`{name}` matches no tool: names are compared whole; `{name}__.*` matches the server");
            let fix =
                Fix::offered(format!("Replace with `{name}__.*`"), vec![Edit::replace(span, format!("{name}__.*"))]);
            let fault = HookFault { fix: Some(fix), ..self.unknown(span, message, None) };
            return (!server.is_empty() && !server.contains("__")).then_some(fault);
        }
        let tools = || self.host.tools.iter().map(|tool| tool.name.as_str());
        let is_known = tools().any(|tool| tool == name) || self.context.config.known_tools.iter().any(|it| it == name);
        if is_known {
            return None;
        }
        let same = tools().find(|tool| tool.eq_ignore_ascii_case(name));
        let near = || nearest(name, tools(), 1).filter(|_| name.len() > 3).map(|(meant, _)| meant);
        let meant = same.or_else(near)?;
        let message = format!("`{name}` is not a tool of {}; did you mean `{meant}`?", self.host.name);
        Some(self.unknown(span, message, Some(meant)))
    }

    /// `Bash(git *)`: a permission rule, which as a pattern matches no tool.
    fn rule_as_pattern(&self, event: &str, value: &Node, text: &str, matcher: &Matcher) -> Option<HookFault> {
        let (tool, _) = text.split_once('(').filter(|_| text.ends_with(')'))?;
        let is_tool = self.rule.matches_tools(event) && self.host.tools.iter().any(|it| it.name == tool);
        let matches_none = matcher.tools(self.host).is_some_and(|tools| tools.is_empty());
        let takes_rules = self.rule.types.iter().any(|it| it.keys.iter().any(|key| key.name == "if"));
        let hint = if takes_rules { "; a rule belongs in `if`" } else { "" };
        let message = format!("{} matches no tool: a matcher is compared with names alone{hint}", excerpt(text));
        (is_tool && matches_none).then(|| self.unknown(value.span, message, None))
    }

    /// Where a part of a scalar stands, when it is written as it is read.
    fn inside(&self, node: &Node, scalar: &Scalar, place: Span) -> Span {
        let quote = match scalar.style {
            Style::Plain => 0,
            Style::Single | Style::Double => 1,
            Style::Literal | Style::Folded => return node.span,
        };
        let start = node.span.start + quote;
        let span = Span::new(start + place.start, start + place.end);
        let is_as_written = Span::new(start, start + scalar.text.len()).of(self.text) == scalar.text;
        if is_as_written { span } else { node.span }
    }

    fn unknown(&self, span: Span, message: String, meant: Option<&str>) -> HookFault {
        let fix = meant.map(|meant| Fix::replacing(span, meant));
        HookFault { kind: Kind::Unknown, span, message, cost: Cost::NeverRuns, fix }
    }

    fn shape(&self, span: Span, message: String, cost: Cost) -> HookFault {
        HookFault { kind: Kind::Shape, span, message, cost, fix: None }
    }

    /// Where a finding about a whole value is shown: its first line.
    fn start_of(&self, node: &Node) -> Span {
        first_line(self.text, node.span)
    }

    /// A mapping as the only item of a list.
    fn itemized(&self, node: &Node) -> Option<Fix> {
        let edits = match &node.value {
            Value::Mapping { flow: true, .. } => {
                vec![Edit::insert(node.span.start, "[".to_owned()), Edit::insert(node.span.end, "]".to_owned())]
            }
            Value::Mapping { flow: false, .. } => {
                let mut edits = vec![Edit::insert(node.span.start, "- ".to_owned())];
                edits.extend(self.indented(node.span, 2));
                edits
            }
            _ => return None,
        };
        Some(Fix::offered("Make it an item of a list", edits))
    }
}

fn misspelled(slip: &Entry, meant: &str, cost: Cost) -> HookFault {
    let span = slip.key.span;
    let written = excerpt(slip.key.scalar().unwrap_or_default());
    let message = format!("{written} is not a key here; did you mean `{meant}`?");
    let fix = Fix::safe(format!("Rename to `{meant}`"), vec![Edit::replace(span, meant.to_owned())]);
    HookFault { kind: Kind::Misspelled, span, message, cost, fix: Some(fix) }
}

/// The names of a list as one matcher.
fn joined(node: &Node) -> Option<String> {
    let Value::Sequence { items, .. } = &node.value else { return None };
    let names: Option<Vec<&str>> = items.iter().map(Node::scalar).collect();
    names.filter(|names| names.iter().all(|name| !name.contains(['"', '\\']))).map(|names| names.join("|"))
}

#[cfg(test)]
mod tests;
