//! A place in the hooks of a skill: what an event, a key, a type or a matcher does, and in which hosts.

use crate::document::Field;
use crate::document::yaml::{Entry, Node, Value};
use crate::features::Context;
use crate::features::hover::Hover;
use crate::features::page::{Page, code, strong, words};
use crate::hosts::{HookKey, Host};
use crate::knowledge::fields::fact;
use crate::knowledge::hook_matcher::{Matcher, matcher};
use crate::text::Span;
use crate::words::{add_to, capitalized, enumeration, quoted_words};

/// So many tools are named one by one.
const NAMED: usize = 8;

/// What is told about a place in the hooks.
pub(super) fn hover(context: &Context<'_>, field: &Field, offset: usize) -> Option<Hover> {
    let event = entry_at(&field.value, offset)?;
    let name = event.key.scalar()?;
    if event.key.span.touches(offset) {
        return told(context, event.key.span, name, |host| about_event(host, name));
    }
    let group = item_at(&event.value, offset)?;
    let inner = entry_at(group, offset)?;
    let key = inner.key.scalar()?;
    if inner.key.span.touches(offset) {
        return told(context, inner.key.span, key, |host| about_key(&host.hooks.group, key));
    }
    if key == "matcher" {
        return matched(context, name, &inner.value);
    }
    let hook = item_at(&inner.value, offset).filter(|_| key == "hooks")?;
    let inner = entry_at(hook, offset)?;
    let key = inner.key.scalar()?;
    let hook_type = value_of(hook, "type").and_then(Node::scalar).unwrap_or_default();
    let span = if inner.key.span.touches(offset) { inner.key.span } else { inner.value.span };
    if key != "type" {
        let about = |host: &Host| about_key(&host.hooks.hook_type(hook_type)?.keys, key);
        return told(context, span, key, about).filter(|_| inner.key.span.touches(offset) || is_one_word(&inner.value));
    }
    let types = |host: &Host| {
        let types = quoted_words(host.hooks.types.iter().map(|it| &it.name));
        (!types.is_empty()).then(|| format!("What kind of hook it is: {types}"))
    };
    match inner.key.span.touches(offset) {
        true => told(context, span, key, types),
        false => told(context, span, hook_type, |host| Some(host.hooks.hook_type(hook_type)?.about.clone())),
    }
}

fn is_one_word(node: &Node) -> bool {
    node.scalar().is_some_and(|text| !text.contains(char::is_whitespace))
}

/// The entry of a mapping that an offset stands in.
fn entry_at(node: &Node, offset: usize) -> Option<&Entry> {
    let Value::Mapping { entries, .. } = &node.value else { return None };
    entries.iter().find(|entry| entry.key.span.touches(offset) || entry.value.span.touches(offset))
}

fn item_at(node: &Node, offset: usize) -> Option<&Node> {
    let Value::Sequence { items, .. } = &node.value else { return None };
    items.iter().find(|item| item.span.touches(offset))
}

fn value_of<'a>(node: &'a Node, key: &str) -> Option<&'a Node> {
    let Value::Mapping { entries, .. } = &node.value else { return None };
    entries.iter().find(|entry| entry.key.scalar() == Some(key)).map(|entry| &entry.value)
}

fn about_event(host: &Host, name: &str) -> Option<String> {
    let event = fact(host, "hooks")?.keys.iter().find(|event| event.name == name)?;
    let rule = &host.hooks;
    let subject = match rule.subjects.get(name) {
        _ if rule.matches_tools(name) => " A matcher is compared with the tool's name.".to_owned(),
        Some(subjects) if !subjects.is_empty() => {
            format!(" A matcher is compared with one of {}.", quoted_words(subjects))
        }
        Some(_) => String::new(),
        None if rule.is_known() => " There is nothing for a matcher to match.".to_owned(),
        None => String::new(),
    };
    Some(format!("{}{subject}", event.about))
}

fn about_key(keys: &[HookKey], name: &str) -> Option<String> {
    let key = keys.iter().find(|key| key.name == name)?;
    let values = quoted_words(&key.values);
    let taken = if values.is_empty() { values } else { format!(" It takes {values}.") };
    Some(format!("{}{taken}", key.about))
}

/// The hosts that read hooks: those written for, or else any.
fn readers<'a>(context: &Context<'a>) -> Vec<&'a Host> {
    let reads = |host: &&Host| fact(host, "hooks").is_some();
    let own: Vec<&Host> = context.hosts.iter().map(AsRef::as_ref).filter(reads).collect();
    match own.is_empty() {
        true => context.catalog.views().iter().map(|view| view.host.as_ref()).filter(reads).collect(),
        false => own,
    }
}

/// What the hosts say of a word, those that say the same together.
fn told(context: &Context<'_>, span: Span, word: &str, about: impl Fn(&Host) -> Option<String>) -> Option<Hover> {
    let mut groups: Vec<(String, Vec<&str>)> = Vec::new();
    for host in readers(context) {
        let Some(about) = about(host) else { continue };
        add_to(&mut groups, about, &host.name);
    }
    let mut page = Page::of([code(word)]);
    for (about, hosts) in &groups {
        page.item([strong(capitalized(&enumeration(hosts))), words(format!(": {about}"))]);
    }
    (!groups.is_empty()).then_some(Hover { span, page })
}

/// What a matcher fits.
fn matched(context: &Context<'_>, event: &str, value: &Node) -> Option<Hover> {
    let text = value.scalar()?;
    told(context, value.span, text, |host| {
        if !host.hooks.is_known() {
            return None;
        }
        if !host.hooks.has_matcher(event) {
            return Some(format!("Ignored: there is nothing to match in `{event}`."));
        }
        let matcher = matcher(&host.hooks, text);
        let way = match &matcher {
            Matcher::All => return Some("Everything.".to_owned()),
            Matcher::Invalid => return Some("Nothing: it is not a regular expression.".to_owned()),
            Matcher::Names(_) => "Whole names",
            Matcher::Pattern(_) => "A regular expression, searched for in the name",
        };
        if !host.hooks.matches_tools(event) {
            return Some(format!("{way}."));
        }
        let tools = match (&matcher, matcher.tools(host)) {
            (_, None) => return Some(format!("{way}.")),
            (_, Some(tools)) if tools.is_empty() => "; none of its own tools has such a name".to_owned(),
            (_, Some(tools)) => {
                let mut shown: Vec<String> = tools.iter().take(NAMED).map(|tool| format!("`{tool}`")).collect();
                shown.extend((tools.len() > NAMED).then(|| format!("{} more", tools.len() - NAMED)));
                format!("; of its own tools it fits {}", enumeration(&shown))
            }
        };
        Some(format!("{way}{tools}."))
    })
}

#[cfg(test)]
mod tests {
    use crate::features::hover::testing::told;

    fn hooks(hosts: &str, lines: &str) -> String {
        told(&format!("//# hosts = {hosts}\n//- /home/.claude/skills/pdf/SKILL.md\n---\nhooks:\n{lines}\n---\n"))
    }

    #[test]
    fn events() {
        assert_eq!(
            hooks("claude-code, qwen-code", "  PreTool$0Use:\n    - hooks: []"),
            "[PreToolUse]\n`PreToolUse`\n\n\
             - Claude Code: Before a tool is called; it can stop the call. A matcher is compared with the tool's name.\n\
             - Qwen Code: Before a tool is called. A matcher is compared with the tool's name."
        );
        assert_eq!(
            hooks("claude-code", "  $0Stop:\n    - hooks: []"),
            "[Stop]\n`Stop`\n\n- Claude Code: When the model is about to end its answer; it can make it go on. \
             There is nothing for a matcher to match."
        );
        assert_eq!(hooks("claude-code", "  OnSa$0ve:\n    - hooks: []"), "nothing");
    }

    #[test]
    fn a_command_of_several_words_is_the_authors_own() {
        let command = |text: &str| {
            let lines = format!("  Stop:\n    - hooks:\n        - type: command\n          command: {text}");
            hooks("claude-code", &lines)
        };
        assert!(command("./che$0ck.sh").starts_with("[./check.sh]\n`command`"), "{}", command("./che$0ck.sh"));
        assert_eq!(command("./check.sh --a$0ll"), "nothing");
    }

    #[test]
    fn matchers() {
        let matcher =
            |text: &str| hooks("claude-code", &format!("  PreToolUse:\n    - matcher: {text}\n      hooks: []"));
        assert_eq!(
            matcher("Ed$0it|Write"),
            "[Edit|Write]\n`Edit|Write`\n\n- Claude Code: Whole names; of its own tools it fits `Edit` and `Write`."
        );
        assert_eq!(
            matcher("\"$0.*Edit$\""),
            "[\".*Edit$\"]\n`.*Edit$`\n\n- Claude Code: A regular expression, searched for in the name; of its own tools it \
             fits `Edit`, `MultiEdit` and `NotebookEdit`."
        );
        assert_eq!(
            matcher("mcp__$0a__.*"),
            "[mcp__a__.*]\n`mcp__a__.*`\n\n- Claude Code: A regular expression, searched for in the name; none of its own tools \
             has such a name."
        );
        assert_eq!(matcher("'$0*'"), "['*']\n`*`\n\n- Claude Code: Everything.");
        let broken = "['Bash(']\n`Bash(`\n\n- Claude Code: Nothing: it is not a regular expression.";
        assert_eq!(matcher("'Ba$0sh('"), broken);
    }

    #[test]
    fn keys_and_types() {
        let hook = |line: &str| hooks("claude-code", &format!("  Stop:\n    - hooks:\n        - {line}"));
        assert_eq!(
            hook("type: ht$0tp\n          url: x"),
            "[http]\n`http`\n\n- Claude Code: Sends the event as JSON to an address."
        );
        assert_eq!(
            hook("type: command\n          she$0ll: bash"),
            "[shell]\n`shell`\n\n- Claude Code: The shell that runs the command. It takes `bash` and `powershell`."
        );
        assert_eq!(
            hooks("claude-code", "  Stop:\n    - ho$0oks: []"),
            "[hooks]\n`hooks`\n\n- Claude Code: The hooks that run when the matcher fits."
        );
        assert_eq!(
            hook("ty$0pe: command"),
            "[type]\n`type`\n\n- Claude Code: What kind of hook it is: `command`, `prompt`, `agent`, `http` and `mcp_tool`"
        );
        assert_eq!(hook("type: command\n          own$0: bash"), "nothing");
    }
}
