//! The other ways to write a list of tools: as a list, in brackets, with commas, with spaces.

use crate::document::lines::line_at;
use crate::document::tools::{ToolList, ToolListForm, is_tool_field, tools};
use crate::document::yaml::{Node, Resolved, Schema, Style, Value, parse_strict};
use crate::document::{self, Document, Field};
use crate::features::actions::allow::line_break;
use crate::features::actions::meaning::meaning;
use crate::text::{Edit, Span, apply};

/// The forms in which the tools under the cursor could be written too, each with its title.
pub(super) fn forms(document: &Document, at: Span) -> Vec<(String, Edit)> {
    let Some(field) = field_at(document, at) else { return Vec::new() };
    let list = tools(&document.text, &field.value);
    if list.entries.is_empty() || has_anchors(&field.value) {
        return Vec::new();
    }
    let Some(written) = Written::new(document, field, &list) else { return Vec::new() };
    let key = &field.key;
    let others = [
        (ToolListForm::List, format!("Write `{key}` as a list")),
        (ToolListForm::Flow, format!("Write `{key}` as a list in brackets")),
        (ToolListForm::Commas, format!("Write `{key}` with commas")),
        (ToolListForm::Spaces, format!("Write `{key}` with spaces")),
    ];
    let is_text = |form: ToolListForm| matches!(form, ToolListForm::Commas | ToolListForm::Spaces);
    let is_other = |form: ToolListForm| {
        // One tool is written the same way with commas and with spaces.
        form != list.form
            && !(list.entries.len() == 1 && form == ToolListForm::Commas)
            && !(list.entries.len() == 1 && is_text(form) && is_text(list.form))
    };
    others
        .into_iter()
        .filter(|(form, _)| is_other(*form))
        .filter_map(|(form, title)| {
            let edit = Edit::replace(written.span, written.anew(form));
            says_the_same(document, field, &list, &edit).then_some((title, edit))
        })
        .collect()
}

/// The list of tools under the cursor.
pub(super) fn field_at(document: &Document, at: Span) -> Option<&Field> {
    let touched = |field: &&Field| field.span.start <= at.end && at.start <= field.span.end;
    document.fields.iter().filter(|field| is_tool_field(&field.key)).find(touched)
}

/// A list of tools as it stands in the file, with its comments.
struct Written<'a> {
    /// From the key to the end of the last line.
    span: Span,
    /// The key and its colon.
    key: &'a str,
    /// The comment on the line of the key.
    beside: Option<&'a str>,
    /// Each entry with the comments before it and behind it.
    entries: Vec<Commented<'a>>,
    /// Comments after the last entry.
    below: Vec<&'a str>,
    indentation: &'a str,
    line_break: &'a str,
}

struct Commented<'a> {
    before: Vec<&'a str>,
    tool: &'a str,
    behind: Vec<&'a str>,
}

impl<'a> Written<'a> {
    /// `None` when the field shares its first line with something else.
    fn new(document: &'a Document, field: &Field, list: &'a ToolList) -> Option<Written<'a>> {
        let text = &*document.text;
        let line = line_at(text, field.key_span.start);
        let key_start = line.start;
        let is_alone = Span::new(key_start, field.key_span.start).of(text).trim_matches(['"', '\'']).is_empty();
        let colon = field.key_span.end + Span::new(field.key_span.end, line.end).of(text).find(':')?;
        if !is_alone {
            return None;
        }
        let span = Span::new(key_start, field.span.end);
        let mut written = Written {
            span,
            key: Span::new(key_start, colon + 1).of(text),
            beside: None,
            entries: Vec::new(),
            below: Vec::new(),
            indentation: indentation(text, list),
            line_break: line_break(text, &line),
        };
        let mut comments = document.comments.iter().filter(|comment| span.covers(**comment)).copied().peekable();
        let mut last_line = line;
        for (index, entry) in list.entries.iter().enumerate() {
            let mut commented = Commented { before: Vec::new(), tool: &entry.text, behind: Vec::new() };
            while let Some(comment) = comments.next_if(|comment| comment.start < entry.span.start) {
                if comment.start < line.end {
                    written.beside = Some(comment.of(text));
                } else {
                    commented.before.push(comment.of(text));
                }
            }
            // Very many may stand on one line: it is not searched for its end each time.
            if entry.span.end > last_line.end {
                last_line = line_at(text, entry.span.end);
            }
            let next = list.entries.get(index + 1).map_or(usize::MAX, |next| next.span.start);
            while let Some(comment) = comments.next_if(|it| it.start < last_line.end && it.start < next) {
                match comment.start < line.end {
                    true => written.beside = Some(comment.of(text)),
                    false => commented.behind.push(comment.of(text)),
                }
            }
            written.entries.push(commented);
        }
        written.below = comments.map(|comment| comment.of(text)).collect();
        Some(written)
    }

    /// The same in another form. On one line there is no room for comments: they go before it.
    fn anew(&self, form: ToolListForm) -> String {
        let beside = self.beside.map(|comment| format!(" {comment}")).unwrap_or_default();
        let tools: Vec<&str> = self.entries.iter().map(|entry| entry.tool).collect();
        let value = match form {
            ToolListForm::List => return self.as_list(&beside),
            ToolListForm::Flow => {
                let items: Vec<String> = tools.iter().map(|tool| value(tool, "[", "]")).collect();
                format!("[{}]", items.join(", "))
            }
            ToolListForm::Commas => value(&tools.join(", "), "- ", "\n"),
            ToolListForm::Spaces => value(&tools.join(" "), "- ", "\n"),
        };
        let comments =
            self.entries.iter().flat_map(|entry| entry.before.iter().chain(&entry.behind)).chain(&self.below);
        let above: String = comments.map(|comment| format!("{comment}{}", self.line_break)).collect();
        format!("{above}{} {value}{beside}", self.key)
    }

    fn as_list(&self, beside: &str) -> String {
        let (start, indentation) = (self.line_break, self.indentation);
        let mut text = format!("{}{beside}", self.key);
        for entry in &self.entries {
            for comment in &entry.before {
                text.push_str(&format!("{start}{indentation}{comment}"));
            }
            text.push_str(&format!("{start}{indentation}- {}", value(entry.tool, "- ", "\n")));
            for comment in &entry.behind {
                text.push_str(&format!(" {comment}"));
            }
        }
        for comment in &self.below {
            text.push_str(&format!("{start}{indentation}{comment}"));
        }
        text
    }
}

/// The indentation of list items: as they are, or two spaces.
fn indentation<'a>(text: &'a str, list: &ToolList) -> &'a str {
    let first = list.entries.first().filter(|_| list.form == ToolListForm::List);
    let line = first.map(|entry| line_at(text, entry.span.start));
    line.and_then(|line| line.text.get(..line.indent())).unwrap_or("  ")
}

/// A text as a YAML value: plain where it is read back as it is between these signs, else in quotes.
pub(super) fn value(text: &str, before: &str, after: &str) -> String {
    let plain = format!("{before}{text}{after}");
    let root = parse_strict(&plain, Span::new(0, plain.len())).ok().flatten();
    let is_plain = root.is_some_and(|root| match &root.value {
        Value::Sequence { items, .. } => matches!(items.as_slice(), [only] if is_text(only, text)),
        _ => false,
    });
    if is_plain {
        return text.to_owned();
    }
    if text.contains(['"', '\\']) && !text.contains('\'') {
        return format!("'{text}'");
    }
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

fn is_text(node: &Node, text: &str) -> bool {
    let is_same = matches!(&node.value, Value::Scalar(it) if it.text == text && it.style == Style::Plain);
    is_same && node.resolve(Schema::Yaml11) == Some(Resolved::Text)
}

/// Whether something in a value is named for use elsewhere, or has a type of its own.
pub(super) fn has_anchors(value: &Node) -> bool {
    let inner = match &value.value {
        Value::Sequence { items, .. } => items.iter().any(has_anchors),
        Value::Scalar(_) | Value::Missing | Value::Broken => false,
        // What is not a list of tools is left alone.
        Value::Mapping { .. } | Value::Alias(_) => true,
    };
    inner || value.tag.is_some() || value.anchor.is_some()
}

/// Whether the same tools, fields and comments are there after the edit.
fn says_the_same(document: &Document, field: &Field, list: &ToolList, edit: &Edit) -> bool {
    let texts: Vec<&str> = list.entries.iter().map(|entry| entry.text.as_str()).collect();
    says(document, field, &texts, edit)
}

/// Whether these tools are there after the edit, and the other fields and comments as they were.
pub(super) fn says(document: &Document, field: &Field, entries: &[&str], edit: &Edit) -> bool {
    let after = document::parse(&apply(&document.text, std::slice::from_ref(edit)));
    let Some(new) = after.field(&field.key) else { return false };
    let comments = |document: &Document| {
        let mut comments: Vec<String> = document.comments.iter().map(|it| it.of(&document.text).to_owned()).collect();
        comments.sort();
        comments
    };
    tools(&after.text, &new.value).entries.iter().map(|entry| entry.text.as_str()).eq(entries.iter().copied())
        && comments(&after) == comments(document)
        && meaning(&after, Some(&field.key)) == meaning(document, Some(&field.key))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::document::tool_rule::ToolRule;
    use crate::grants::{Grant, List, grant};
    use crate::hosts::builtin;

    /// Every form that is offered: the frontmatter after each, under its title.
    fn check(frontmatter: &str, expected: &str) {
        let text = format!("---\n{frontmatter}---\n");
        let document = document::parse(&text);
        let at = text.find("-tools").unwrap_or(0);
        let mut found = String::new();
        for (title, edit) in forms(&document, Span::at(at)) {
            let after = apply(&text, &[edit]);
            let inner = after.strip_prefix("---\n").and_then(|it| it.strip_suffix("---\n")).unwrap_or(&after);
            found.push_str(&format!("== {title}\n{inner}"));
        }
        assert_eq!(found, expected);
    }

    #[test]
    fn from_commas() {
        check(
            "name: x\nallowed-tools: Read, Bash(git add *), mcp__a__b # why\nmodel: y\n",
            "== Write `allowed-tools` as a list\n\
             name: x\nallowed-tools: # why\n  - Read\n  - Bash(git add *)\n  - mcp__a__b\nmodel: y\n\
             == Write `allowed-tools` as a list in brackets\n\
             name: x\nallowed-tools: [Read, Bash(git add *), mcp__a__b] # why\nmodel: y\n\
             == Write `allowed-tools` with spaces\n\
             name: x\nallowed-tools: Read Bash(git add *) mcp__a__b # why\nmodel: y\n",
        );
    }

    #[test]
    fn from_a_list_with_comments() {
        check(
            "allowed-tools: # these\n    # to read\n    - Read # all\n    - \"Bash(a, b: c)\"\nname: x\n",
            "== Write `allowed-tools` as a list in brackets\n\
             # to read\n# all\nallowed-tools: [Read, \"Bash(a, b: c)\"] # these\nname: x\n\
             == Write `allowed-tools` with commas\n\
             # to read\n# all\nallowed-tools: \"Read, Bash(a, b: c)\" # these\nname: x\n\
             == Write `allowed-tools` with spaces\n\
             # to read\n# all\nallowed-tools: \"Read Bash(a, b: c)\" # these\nname: x\n",
        );
    }

    #[test]
    fn from_brackets_over_lines() {
        check(
            "allowed-tools: [\n  Read, # one\n  Write,\n]\n",
            "== Write `allowed-tools` as a list\n\
             allowed-tools:\n  - Read # one\n  - Write\n\
             == Write `allowed-tools` with commas\n\
             # one\nallowed-tools: Read, Write\n\
             == Write `allowed-tools` with spaces\n\
             # one\nallowed-tools: Read Write\n",
        );
    }

    #[test]
    fn a_tool_with_a_space_has_no_form_with_spaces() {
        check(
            "allowed-tools: [My Tool, '*']\n",
            "== Write `allowed-tools` as a list\nallowed-tools:\n  - My Tool\n  - \"*\"\n",
        );
    }

    #[test]
    fn patterns_get_the_quotes_they_need() {
        check(
            "allowed-tools: ['Bash(${DIR}/x *)', \"Bash(a: \\\"b\\\")\", 'Bash(c, d)', mcp__a__*]\n",
            "== Write `allowed-tools` as a list\n\
             allowed-tools:\n  - Bash(${DIR}/x *)\n  - 'Bash(a: \"b\")'\n  - Bash(c, d)\n  - mcp__a__*\n\
             == Write `allowed-tools` with commas\n\
             allowed-tools: 'Bash(${DIR}/x *), Bash(a: \"b\"), Bash(c, d), mcp__a__*'\n\
             == Write `allowed-tools` with spaces\n\
             allowed-tools: 'Bash(${DIR}/x *) Bash(a: \"b\") Bash(c, d) mcp__a__*'\n",
        );
    }

    #[test]
    fn one_tool() {
        check(
            "allowed-tools: Read\n",
            "== Write `allowed-tools` as a list\nallowed-tools:\n  - Read\n\
             == Write `allowed-tools` as a list in brackets\nallowed-tools: [Read]\n",
        );
    }

    #[test]
    fn what_is_no_list_stays() {
        check("allowed-tools:\n", "");
        check("allowed-tools: &a [Read]\n", "");
        check("allowed-tools:\n  a: b\n", "");
        check("name: x\n", "");
    }

    /// Entries as people write them, good and bad.
    fn entry() -> impl Strategy<Value = &'static str> {
        prop::sample::select(vec![
            "Read",
            "Bash(git add *)",
            "Bash(git add:*)",
            "Bash(echo a, b: c)",
            "Bash(echo \"x\" 'y' #z)",
            "Bash(f(x) y)",
            "Bash(git add",
            "Edit(/src/**)",
            "WebFetch(domain:*.x.y)",
            "mcp__a__*",
            "*",
            "Read)",
            "yes",
            "梨",
            "@x",
            "{a}",
        ])
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(256))]

        /// Every form that is offered says the same entries, which mean the same to every host.
        #[test]
        fn another_form_keeps_the_meaning(entries in prop::collection::vec(entry(), 1..6), form in 0..4_usize) {
            let quoted = |entry: &str| format!("\"{}\"", entry.replace('"', "\\\""));
            let items: Vec<String> = entries.iter().map(|entry| quoted(entry)).collect();
            let value = match form {
                0 => items.iter().map(|item| format!("\n  - {item}")).collect::<String>(),
                1 => format!("[{}]", items.join(", ")),
                2 => quoted(&entries.join(", ")),
                _ => quoted(&entries.join(" ")),
            };
            let text = format!("---\nname: x\nallowed-tools: {value}\nmodel: y\n---\n");
            let meanings = |text: &str| -> Vec<Vec<Grant>> {
                let document = document::parse(text);
                let Some(field) = document.field("allowed-tools") else { return Vec::new() };
                let rules = tools(text, &field.value).entries.into_iter().map(|entry| ToolRule::parse(&entry.text));
                let hosts = builtin();
                rules.map(|rule| hosts.iter().map(|host| grant(host, &rule, List::Allow)).collect()).collect()
            };
            let document = document::parse(&text);
            let at = Span::at(text.find("-tools").unwrap_or(0));
            for (title, edit) in forms(&document, at) {
                let after = apply(&text, &[edit]);
                prop_assert_eq!(meanings(&after), meanings(&text), "{} made {:?} of {:?}", title, &after, &text);
            }
        }
    }
}
