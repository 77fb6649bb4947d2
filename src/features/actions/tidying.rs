//! What can be done to a list of tools: narrow a shell to what the body uses, remove what others cover, sort.

use crate::document::lines::line_at;
use crate::document::tool_rule::ToolRule;
use crate::document::tools::{ToolEntry, ToolList, ToolListForm, tools};
use crate::document::yaml::Style;
use crate::document::{Document, Field};
use crate::features::Context;
use crate::features::actions::allow::line_break;
use crate::features::actions::forms::{field_at, has_anchors, says, value};
use crate::features::tool_readers::tool_readers;
use crate::features::used_commands::used_commands;
use crate::grants::{Grant, List, Meaning, covers, grant, tool_named};
use crate::hosts::{Host, PatternKind};
use crate::text::{Edit, Span};

/// Longer lists are left alone: each entry is held against each other.
const MOST_ENTRIES: usize = 300;

/// What can be done to the list under the cursor, each with its title. Nothing where it would change nothing.
pub(super) fn tidied(context: &Context<'_>, at: Span) -> Vec<(String, Edit)> {
    let document = context.document;
    let Some(field) = field_at(document, at) else { return Vec::new() };
    let list = tools(&document.text, &field.value);
    if list.entries.is_empty() || list.entries.len() > MOST_ENTRIES || has_anchors(&field.value) {
        return Vec::new();
    }
    let readers = tool_readers(context, &field.key);
    let key = &field.key;
    let narrowed = narrowed(context, field, &list, &readers);
    let mut wanted: Vec<(String, Vec<NewEntry>)> = Vec::new();
    wanted.extend(narrowed.map(|(tool, places)| (format!("Narrow `{tool}` to the commands of the body"), places)));
    wanted.extend(without_repeated(&list).map(|it| (format!("Remove repeated entries of `{key}`"), it)));
    let uncovered = without_covered(&list, &readers, List::of_field(key));
    wanted.extend(uncovered.map(|it| (format!("Remove entries of `{key}` that others cover"), it)));
    wanted.extend(sorted(&list).map(|it| (format!("Sort `{key}`"), it)));
    let edits = wanted.into_iter().filter_map(|(title, places)| {
        let edit = written(document, field, &list, &places)?;
        let texts: Vec<&str> = places.iter().filter_map(|place| place.text(&list)).collect();
        says(document, field, &texts, &edit).then_some((title, edit))
    });
    edits.collect()
}

/// An entry of the list that is to come.
#[derive(Clone, Debug, PartialEq, Eq)]
enum NewEntry {
    /// The entry at this index.
    Kept(usize),
    /// A new one.
    New(String),
}

impl NewEntry {
    fn text<'a>(&'a self, list: &'a ToolList) -> Option<&'a str> {
        match self {
            NewEntry::Kept(index) => list.entries.get(*index).map(|entry| entry.text.as_str()),
            NewEntry::New(text) => Some(text),
        }
    }
}

/// What entries mean to the hosts; `None` where a host reads the list in a way that is not known.
fn meanings(entries: &[&str], readers: &[&Host], list: List) -> Option<Vec<Vec<Grant>>> {
    let is_known = !readers.is_empty() && readers.iter().all(|host| host.tool_rules.is_some() || host.tools.is_empty());
    let ruled: Vec<&&Host> = readers.iter().filter(|host| host.tool_rules.is_some()).collect();
    let of = |entry: &&str| {
        let rule = ToolRule::parse(entry);
        ruled.iter().map(|host| grant(host, &rule, list)).collect()
    };
    (is_known && !ruled.is_empty()).then(|| entries.iter().map(of).collect())
}

fn all_cover(left: &[Grant], right: &[Grant]) -> bool {
    left.iter().zip(right).all(|(left, right)| covers(left, right))
}

/// One entry for each command of the body, in place of a shell that may run everything; with the name of that shell.
/// `None` when a command of the body cannot be said.
fn narrowed(
    context: &Context<'_>,
    field: &Field,
    list: &ToolList,
    readers: &[&Host],
) -> Option<(String, Vec<NewEntry>)> {
    if List::of_field(&field.key) != List::Allow {
        return None;
    }
    let texts: Vec<&str> = list.entries.iter().map(|entry| entry.text.as_str()).collect();
    let there = meanings(&texts, readers, List::Allow)?;
    let ruled: Vec<&&Host> = readers.iter().filter(|host| host.tool_rules.is_some()).collect();
    let runs_commands = |name: &str| {
        ruled.iter().all(|host| tool_named(host, name).is_some_and(|it| it.pattern == Some(PatternKind::Command)))
    };
    let is_bare = |index: &usize| {
        let is_everything = there.get(*index).is_some_and(|it| it.iter().all(|it| it.meaning == Meaning::Everything));
        is_everything && texts.get(*index).is_some_and(|text| runs_commands(&ToolRule::parse(text).name))
    };
    let shell = (0..texts.len()).find(is_bare)?;
    let name = ToolRule::parse(texts.get(shell)?).name;
    let used = used_commands(context.document);
    let entries: Vec<String> = used.iter().map(|used| format!("{name}({} *)", used.words)).collect();
    let new: Vec<&str> = entries.iter().map(String::as_str).collect();
    let new_meanings = meanings(&new, readers, List::Allow)?;
    let is_said = |(entry, meanings): (&&str, &Vec<Grant>)| {
        let rule = ToolRule::parse(entry);
        let names = rule.pattern.as_ref().map(|pattern| pattern.placeholders()).unwrap_or_default();
        let is_filled = |name: &str| {
            let mut rules = ruled.iter().filter_map(|host| host.tool_rules.as_ref());
            rules.all(|rules| rules.placeholders.iter().any(|known| known == name))
        };
        meanings.iter().all(|it| matches!(it.meaning, Meaning::Command(_)))
            && names.iter().all(|(name, _)| is_filled(name))
    };
    if !new.iter().zip(&new_meanings).all(is_said) {
        return None;
    }
    let is_needed = |meanings: &Vec<Grant>| {
        let mut others = there.iter().enumerate().filter(|(index, _)| *index != shell && !is_bare(index));
        !others.any(|(_, other)| all_cover(other, meanings))
    };
    let mut found = Vec::new();
    for index in 0..texts.len() {
        if index == shell {
            let needed = entries.iter().zip(&new_meanings).filter(|(_, meanings)| is_needed(meanings));
            found.extend(needed.map(|(entry, _)| NewEntry::New(entry.clone())));
        } else if !is_bare(&index) {
            found.push(NewEntry::Kept(index));
        }
    }
    found.iter().any(|place| matches!(place, NewEntry::New(_))).then_some((name, found))
}

/// The entries, each text once.
fn without_repeated(list: &ToolList) -> Option<Vec<NewEntry>> {
    let is_first = |index: &usize| {
        let entry = list.entries.get(*index).map(|entry| &entry.text);
        !list.entries.iter().take(*index).any(|before| Some(&before.text) == entry)
    };
    let kept: Vec<NewEntry> = (0..list.entries.len()).filter(is_first).map(NewEntry::Kept).collect();
    (kept.len() < list.entries.len()).then_some(kept)
}

/// The entries that no other one covers, where there is more to remove than what is repeated. Of two that mean the same,
/// the first stays.
fn without_covered(list: &ToolList, readers: &[&Host], kind: List) -> Option<Vec<NewEntry>> {
    let texts: Vec<&str> = list.entries.iter().map(|entry| entry.text.as_str()).collect();
    let there = meanings(&texts, readers, kind)?;
    let is_needless = |index: usize| {
        let (Some(text), Some(own)) = (texts.get(index), there.get(index)) else { return false };
        texts.iter().zip(&there).enumerate().filter(|(other, _)| *other != index).any(|(other, (entry, meanings))| {
            if entry == text {
                return other < index;
            }
            all_cover(meanings, own) && (other < index || !all_cover(own, meanings))
        })
    };
    let kept: Vec<NewEntry> = (0..texts.len()).filter(|index| !is_needless(*index)).map(NewEntry::Kept).collect();
    let once = without_repeated(list).map_or(texts.len(), |once| once.len());
    (kept.len() < once).then_some(kept)
}

/// The entries in order: by letters, those of MCP servers last.
fn sorted(list: &ToolList) -> Option<Vec<NewEntry>> {
    let mut order: Vec<(bool, String, &ToolEntry, usize)> = list
        .entries
        .iter()
        .enumerate()
        .map(|(index, entry)| (entry.text.starts_with("mcp__"), entry.text.to_lowercase(), entry, index))
        .collect();
    order.sort_by(|left, right| (left.0, &left.1, &left.2.text).cmp(&(right.0, &right.1, &right.2.text)));
    let is_sorted = order.iter().enumerate().all(|(at, (.., index))| at == *index);
    (!is_sorted).then(|| order.into_iter().map(|(.., index)| NewEntry::Kept(index)).collect())
}

/// The edit that writes these entries in the form and the quotes of the list.
fn written(document: &Document, field: &Field, list: &ToolList, places: &[NewEntry]) -> Option<Edit> {
    match list.form {
        ToolListForm::List => as_items(document, field, list, places),
        ToolListForm::Flow | ToolListForm::Commas | ToolListForm::Spaces => in_a_row(document, list, places),
    }
}

/// An entry with its quotes, where they are its own.
fn outer(entry: &ToolEntry, form: ToolListForm) -> Span {
    let is_quoted = matches!(entry.style, Style::Single | Style::Double) && form == ToolListForm::Flow;
    let quote = usize::from(is_quoted);
    Span::new(entry.span.start.saturating_sub(quote), entry.span.end + quote)
}

/// Entries one behind the other. What stands between them stays as it is, in the order of the places.
fn in_a_row(document: &Document, list: &ToolList, places: &[NewEntry]) -> Option<Edit> {
    let text = &*document.text;
    let spans: Vec<Span> = list.entries.iter().map(|entry| outer(entry, list.form)).collect();
    let whole = Span::new(spans.first()?.start, spans.last()?.end);
    let gap = |index: usize| Some(Span::new(spans.get(index)?.end, spans.get(index + 1)?.start).of(text));
    let usual = match list.form {
        ToolListForm::Spaces if list.entries.len() > 1 => " ",
        _ => ", ",
    };
    let is_permutation = places.len() == spans.len() && places.iter().all(|it| matches!(it, NewEntry::Kept(_)));
    let mut result = String::new();
    for (at, place) in places.iter().enumerate() {
        if at > 0 {
            let before = match place {
                _ if is_permutation => gap(at - 1),
                NewEntry::Kept(index) => index.checked_sub(1).and_then(gap),
                NewEntry::New(_) => Some(usual),
            };
            result.push_str(before.unwrap_or(usual));
        }
        match place {
            NewEntry::Kept(index) => result.push_str(spans.get(*index)?.of(text)),
            NewEntry::New(entry) => result.push_str(&newly(entry, list)),
        }
    }
    // A comment inside is about the entry beside it.
    let has_comments = document.comments.iter().any(|comment| whole.overlaps(*comment));
    (!has_comments).then(|| Edit::replace(whole, result))
}

/// A new entry as its list writes it.
fn newly(entry: &str, list: &ToolList) -> String {
    let style = list.entries.first().map_or(Style::Plain, |entry| entry.style);
    match (list.form, style) {
        (ToolListForm::List, _) => value(entry, "- ", "\n"),
        (ToolListForm::Flow, _) => value(entry, "[", "]"),
        (_, Style::Double) => entry.replace('\\', "\\\\").replace('"', "\\\""),
        (_, Style::Single) => entry.replace('\'', "''"),
        _ => entry.to_owned(),
    }
}

/// Items on lines of their own. The comments above an item and behind it go with it; those of one that is removed stay.
fn as_items(document: &Document, field: &Field, list: &ToolList, places: &[NewEntry]) -> Option<Edit> {
    let text = &*document.text;
    let first = line_at(text, list.entries.first()?.span.start);
    let indentation = first.text.get(..first.indent())?;
    let start_of_line = line_break(text, &first);
    let key_line = line_at(text, field.key_span.start);
    // Each item with the lines above it that belong to it.
    let mut blocks: Vec<Span> = Vec::new();
    let mut from = key_line.next;
    for entry in &list.entries {
        let end = line_at(text, entry.span.end);
        let start = line_at(text, entry.span.start);
        if start.start < from || !start.text.trim_start().starts_with('-') {
            return None;
        }
        blocks.push(Span::new(from, end.end));
        from = end.next;
    }
    let whole = Span::new(blocks.first()?.start, blocks.last()?.end);
    let comments_of = |span: Span| {
        let inside = document.comments.iter().filter(move |comment| span.covers(**comment));
        inside.map(|comment| format!("{indentation}{}", comment.of(text)))
    };
    let is_kept = |index: usize| places.contains(&NewEntry::Kept(index));
    let mut lines: Vec<String> = Vec::new();
    let mut left_over: Vec<String> = Vec::new();
    for place in places {
        match place {
            NewEntry::Kept(index) => lines.push(blocks.get(*index)?.of(text).to_owned()),
            NewEntry::New(entry) => lines.push(format!("{indentation}- {}", newly(entry, list))),
        }
    }
    for (_, block) in blocks.iter().enumerate().filter(|(index, _)| !is_kept(*index)) {
        left_over.extend(comments_of(*block));
    }
    lines.extend(left_over);
    Some(Edit::replace(whole, lines.join(start_of_line)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::testing::ask;
    use crate::text::apply;

    const BODY: &str = "```sh\ngit add -A\nnpm run test\ngit add .\n```\n";

    /// What is offered: the field after each, under its title.
    #[track_caller]
    fn check(field: &str, expected: &str) {
        let head = "//# hosts = claude-code\n//- /home/.claude/skills/pdf/SKILL.md\n";
        let fixture = format!("{head}---\n{field}\nname: pdf\n---\n{BODY}");
        let found: String = ask(&fixture, |context, _| {
            let text = &*context.document.text;
            let all = tidied(context, Span::at(6)).into_iter().map(|(title, edit)| {
                let after = apply(text, &[edit]);
                let field = after.trim_start_matches("---\n").split("\nname: pdf").next().unwrap_or_default();
                format!("== {title}\n{field}\n")
            });
            all.collect()
        });
        assert_eq!(found, expected, "{field}");
    }

    #[test]
    fn a_shell_is_narrowed() {
        check(
            "allowed-tools: Bash, Read",
            "== Narrow `Bash` to the commands of the body\n\
             allowed-tools: Bash(git add *), Bash(npm run test *), Read\n",
        );
        check(
            "allowed-tools: [\"Bash\"]",
            "== Narrow `Bash` to the commands of the body\n\
             allowed-tools: [Bash(git add *), Bash(npm run test *)]\n",
        );
        check(
            "allowed-tools:\n  # all\n  - Bash(*)\n  - Bash(npm run *) # tests",
            "== Narrow `Bash` to the commands of the body\n\
             allowed-tools:\n  - Bash(git add *)\n  - Bash(npm run *) # tests\n  # all\n\
             == Remove entries of `allowed-tools` that others cover\n\
             allowed-tools:\n  # all\n  - Bash(*)\n  # tests\n",
        );
        check(
            "allowed-tools: Read 'Bash'".replace('\'', "").as_str(),
            "== Narrow `Bash` to the commands of the body\n\
             allowed-tools: Read Bash(git add *) Bash(npm run test *)\n\
             == Sort `allowed-tools`\nallowed-tools: Bash Read\n",
        );
        check("disallowed-tools: Bash", "");
    }

    #[test]
    fn needless_entries_are_removed() {
        check(
            "allowed-tools: Bash(git *), Bash(git add:*), Read, Read",
            "== Remove repeated entries of `allowed-tools`\n\
             allowed-tools: Bash(git *), Bash(git add:*), Read\n\
             == Remove entries of `allowed-tools` that others cover\n\
             allowed-tools: Bash(git *), Read\n",
        );
        check(
            "allowed-tools: [Agent, 'mcp__a__b', mcp__a]",
            "== Remove entries of `allowed-tools` that others cover\nallowed-tools: [Agent, mcp__a]\n\
             == Sort `allowed-tools`\nallowed-tools: [Agent, mcp__a, 'mcp__a__b']\n",
        );
    }

    #[test]
    fn sorted_with_their_comments() {
        check(
            "allowed-tools: # these\n  - mcp__a\n  # to write\n  - \"Write\" # all\n  - Read",
            "== Sort `allowed-tools`\n\
             allowed-tools: # these\n  - Read\n  # to write\n  - \"Write\" # all\n  - mcp__a\n",
        );
        check("allowed-tools: >-\n  Write,\n  Edit", "== Sort `allowed-tools`\nallowed-tools: >-\n  Edit,\n  Write\n");
        check("allowed-tools: [\n  Write, # one\n  Edit\n  ]", "");
        check("allowed-tools: \"Read, Write\"", "");
    }
}
