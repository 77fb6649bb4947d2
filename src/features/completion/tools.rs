//! The tools of the hosts in a list of tools, in whichever form it is written.

use crate::checks::field_knowledge::fact;
use crate::document::lines::{line_at, lines};
use crate::features::Context;
use crate::features::completion::spot::ValueSpot;
use crate::features::completion::{Completion, Documentation, Kind, names_of, told_by};
use crate::hosts::{FieldKind, Host};
use crate::text::{Edit, Span};

/// The fields that hold tools, with the spellings that hosts read.
const FIELDS: [&str; 4] = ["allowed-tools", "allowedTools", "allowed_tools", "disallowed-tools"];

/// Whether a field holds tools, and a host that the author writes for reads it.
pub(super) fn is_tool_field(context: &Context<'_>, key: &str) -> bool {
    FIELDS.contains(&key) && context.hosts.iter().any(|host| fact(host, key).is_some())
}

/// The tools that are not in the list yet.
pub(super) fn tools(context: &Context<'_>, spot: &ValueSpot<'_>) -> Vec<Completion> {
    let text = &context.document.text;
    let readers: Vec<&Host> =
        context.hosts.iter().filter(|host| fact(host, spot.key).is_some()).map(AsRef::as_ref).collect();
    let wants_list =
        readers.iter().any(|host| fact(host, spot.key).is_some_and(|fact| fact.kind == FieldKind::Sequence));
    let entries = entries(text, spot.raw);
    let Some(slot) = Slot::at(text, spot, &entries, wants_list) else { return Vec::new() };
    let there: Vec<&str> =
        entries.iter().filter(|entry| !entry.touches(spot.offset)).map(|entry| entry.of(text)).collect();
    let mut known: Vec<(&str, Vec<(&Host, &str)>)> = Vec::new();
    for host in readers {
        for tool in host.tools.iter().filter(|tool| !tool.gone && !there.contains(&tool.name.as_str())) {
            match known.iter_mut().find(|(name, _)| *name == tool.name) {
                Some((_, hosts)) => hosts.push((host, &tool.about)),
                None => known.push((&tool.name, vec![(host, &tool.about)])),
            }
        }
    }
    let mut items: Vec<Completion> = known
        .into_iter()
        .map(|(name, hosts)| Completion {
            detail: names_of(hosts.iter().map(|(host, _)| *host)),
            documentation: Documentation::Text(told_by(hosts)),
            ..slot.completion(name)
        })
        .collect();
    let of_settings = context.config.known_tools.iter().filter(|tool| !tool.contains('*'));
    for tool in of_settings.filter(|tool| !there.contains(&tool.as_str())) {
        if !items.iter().any(|item| item.label == *tool) {
            items.push(Completion { detail: "from the settings".to_owned(), ..slot.completion(tool) });
        }
    }
    items
}

/// Where a tool is written, and what must stand around it.
struct Slot {
    word: Span,
    before: &'static str,
    behind: &'static str,
    more: Option<Edit>,
}

impl Slot {
    /// The slot at the cursor; `None` where no tool can stand: in a pattern, behind the list, in its sign.
    fn at(text: &str, spot: &ValueSpot<'_>, entries: &[Span], wants_list: bool) -> Option<Slot> {
        let before = spot.before(text);
        let line = line_at(text, spot.offset);
        let in_line = Span::new(line.start.max(spot.raw.start), spot.offset).of(text);
        if is_in_parentheses(in_line) {
            return None;
        }
        let word = entries.iter().copied().find(|entry| entry.touches(spot.offset)).unwrap_or(Span::at(spot.offset));
        // A pattern behind the name stays as it is.
        let name = word.of(text).find('(').map_or(word.end, |at| word.start + at);
        let word = Span::new(word.start, name.max(spot.offset));
        let slot = Slot { word, before: "", behind: "", more: None };
        let written = before.trim_start();
        let is_below = before.contains(['\n', '\r']);
        match written.chars().next() {
            None if !is_below => {
                let (open, close) = if wants_list { ("[", "]") } else { ("", "") };
                let is_alone = Span::new(spot.offset, spot.raw.end).of(text).trim().is_empty();
                let (before, behind) = match (before.is_empty(), is_alone) {
                    (true, true) if wants_list => (" [", close),
                    (true, _) => (" ", ""),
                    (false, true) => (open, close),
                    (false, false) => ("", ""),
                };
                Some(Slot { before, behind, ..slot })
            }
            // An indented line below the key: an item of a list begins.
            None => in_line.trim().is_empty().then_some(Slot { before: "- ", ..slot }),
            Some('-') if is_below => slot.in_list(in_line, text.get(word.end..line.end)?),
            Some('[') => {
                let closes = written.contains(']');
                (!closes).then(|| slot.between_commas(text, entries))
            }
            Some(sign @ ('"' | '\'')) => {
                let inside = written.get(1..)?;
                (!inside.contains(sign)).then(|| slot.in_text(text, spot.raw, entries))
            }
            Some('|' | '>') if !is_below => None,
            Some('{' | '&' | '*' | '!' | '#') => None,
            Some(_) => Some(slot.in_text(text, spot.raw, entries)),
        }
    }

    /// In a list with one item on each line.
    fn in_list(self, before: &str, behind: &str) -> Option<Slot> {
        let item = before.trim_start();
        if item.is_empty() {
            return Some(Slot { before: "- ", ..self });
        }
        let inner = item.strip_prefix('-')?;
        let is_first = !inner.trim_start_matches([' ', '\t', '"', '\'']).contains(char::is_whitespace);
        let is_last =
            behind.trim_matches(['"', '\'', ' ', '\t']).is_empty() || behind.trim_start().starts_with(['#', '(']);
        let before = if inner.is_empty() { " " } else { "" };
        (is_first && is_last).then_some(Slot { before, ..self })
    }

    /// In text: with commas when there are some already, else with spaces.
    fn in_text(self, text: &str, raw: Span, entries: &[Span]) -> Slot {
        let mut gaps = entries.windows(2).map(|pair| match pair {
            [left, right] => Span::new(left.end, right.start).of(text),
            _ => "",
        });
        let ends_in_comma = raw.of(text).trim_end().ends_with(',') || self.comma_before(text);
        match gaps.any(|gap| gap.contains(',')) || ends_in_comma {
            true => self.between_commas(text, entries),
            false => self,
        }
    }

    fn comma_before(&self, text: &str) -> bool {
        text.get(..self.word.start).is_some_and(|before| before.trim_end().ends_with(','))
    }

    /// With a comma on either side where there is a neighbour.
    fn between_commas(self, text: &str, entries: &[Span]) -> Slot {
        let left = entries.iter().rev().find(|entry| entry.end <= self.word.start && **entry != self.word);
        let right = entries.iter().find(|entry| entry.start >= self.word.end && **entry != self.word);
        let more = left.and_then(|left| {
            let gap = Span::new(left.end, self.word.start).of(text);
            // Behind the quote that ends the neighbour.
            let quote = usize::from(gap.starts_with(['"', '\'']));
            (!gap.contains(',')).then(|| Edit::insert(left.end + quote, ","))
        });
        let lacks_comma = right.is_some_and(|right| !Span::new(self.word.end, right.start).of(text).contains(','));
        let is_glued = text.get(..self.word.start).is_some_and(|before| before.ends_with(','));
        let before = if is_glued { " " } else { "" };
        Slot { before, behind: if lacks_comma { "," } else { "" }, more, ..self }
    }

    fn completion(&self, name: &str) -> Completion {
        Completion {
            text: format!("{}{name}{}", self.before, self.behind),
            more: self.more.clone(),
            ..Completion::plain(name, Kind::Tool, self.word)
        }
    }
}

fn is_in_parentheses(before: &str) -> bool {
    let mut depth = 0_usize;
    for sign in before.chars() {
        match sign {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    depth > 0
}

/// The entries of a list of tools that may be half typed: words between blanks, commas, brackets and quotes. What stands
/// in parentheses belongs to its word, at most to the end of the line.
fn entries(text: &str, raw: Span) -> Vec<Span> {
    let mut found = Vec::new();
    for line in lines(text, raw) {
        let source = line.text.find(" #").and_then(|comment| line.text.get(..comment)).unwrap_or(line.text);
        let (mut start, mut depth) = (None, 0_usize);
        let mut is_sign = true;
        for (at, sign) in source.char_indices().chain([(source.len(), '\n')]) {
            let separates = sign == '\n'
                || depth == 0 && (sign.is_whitespace() || matches!(sign, ',' | '[' | ']' | '"' | '\'' | '{' | '}'));
            if separates {
                let word = start.take().map(|start| Span::new(line.start + start, line.start + at));
                // The sign of an item, of a text over several lines.
                let is_entry = |word: &Span| !(is_sign && matches!(word.of(text), "-" | ">" | ">-" | "|" | "|-"));
                found.extend(word.filter(is_entry));
                is_sign = is_sign && word.is_none();
                continue;
            }
            match sign {
                '(' => depth += 1,
                ')' => depth = depth.saturating_sub(1),
                _ => {}
            }
            start.get_or_insert(at);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use crate::features::completion::testing::{after, labels, offers};

    fn fixture(field: &str) -> String {
        format!("//# hosts = claude-code\n//- /home/.claude/skills/pdf/SKILL.md\n---\n{field}\nlicense: MIT\n---\n")
    }

    /// The field after `Write` was taken.
    fn with_write(field: &str) -> String {
        let text = after(&fixture(field), "Write");
        text.trim_start_matches("---\n").trim_end_matches("\nlicense: MIT\n---\n").to_owned()
    }

    #[test]
    fn every_form() {
        assert_eq!(with_write("allowed-tools: $0"), "allowed-tools: Write");
        assert_eq!(with_write("allowed-tools:$0"), "allowed-tools: Write");
        assert_eq!(with_write("allowed-tools: Wr$0"), "allowed-tools: Write");
        assert_eq!(with_write("allowed-tools: Read Wr$0"), "allowed-tools: Read Write");
        assert_eq!(with_write("allowed-tools: Read, Wr$0"), "allowed-tools: Read, Write");
        assert_eq!(with_write("allowed-tools: Read,$0"), "allowed-tools: Read, Write");
        assert_eq!(with_write("allowed-tools: [$0"), "allowed-tools: [Write");
        assert_eq!(with_write("allowed-tools: [Read, $0]"), "allowed-tools: [Read, Write]");
        assert_eq!(with_write("allowed-tools: [\"Read\", \"W$0\"]"), "allowed-tools: [\"Read\", \"Write\"]");
        assert_eq!(with_write("allowed-tools: \"Read, W$0\""), "allowed-tools: \"Read, Write\"");
        assert_eq!(with_write("allowed-tools:\n  - Read\n  - W$0"), "allowed-tools:\n  - Read\n  - Write");
        assert_eq!(with_write("allowed-tools:\n- Read\n-$0"), "allowed-tools:\n- Read\n- Write");
        assert_eq!(with_write("allowed-tools:\n  $0"), "allowed-tools:\n  - Write");
        assert_eq!(with_write("allowed-tools:\n  - Read\n  $0"), "allowed-tools:\n  - Read\n  - Write");
        assert_eq!(with_write("allowed-tools: [\n  Read,\n  $0\n  ]"), "allowed-tools: [\n  Read,\n  Write\n  ]");
        assert_eq!(with_write("allowed-tools: >-\n  Read,\n  W$0"), "allowed-tools: >-\n  Read,\n  Write");
        assert_eq!(with_write("allowed-tools: Bash(a, b), W$0"), "allowed-tools: Bash(a, b), Write");
    }

    #[test]
    fn a_missing_comma_is_added() {
        assert_eq!(with_write("allowed-tools: [Read $0]"), "allowed-tools: [Read, Write]");
        assert_eq!(with_write("allowed-tools: [$0 Read]"), "allowed-tools: [Write, Read]");
        assert_eq!(with_write("allowed-tools: ['Read' $0]"), "allowed-tools: ['Read', Write]");
        assert_eq!(with_write("allowed-tools: Read, Edit $0"), "allowed-tools: Read, Edit, Write");
        assert_eq!(with_write("allowed-tools: Read, $0 Edit"), "allowed-tools: Read, Write, Edit");
        assert_eq!(with_write("allowed-tools: Read Edit $0"), "allowed-tools: Read Edit Write");
    }

    #[test]
    fn what_is_there_is_left_out() {
        let labels = |field: &str| labels(&fixture(field));
        let offered = labels("allowed-tools: [Read, $0, 'Bash(git *)', Grep");
        assert!(!offered.iter().any(|it| it == "Read" || it == "Grep"), "{offered:?}");
        assert!(offered.iter().any(|it| it == "Bash"), "another pattern may follow");
        let offered = labels("allowed-tools: Re$0ad Write");
        assert!(offered.iter().any(|it| it == "Read"), "it is the one under the cursor");
    }

    #[test]
    fn where_no_tool_can_stand() {
        for field in [
            "allowed-tools: Bash(git $0)",
            "allowed-tools: [Read] $0",
            "allowed-tools: \"Read\" $0",
            "allowed-tools: >-$0",
            "allowed-tools:\n  - Read $0",
            "allowed-tools: # Re$0",
        ] {
            assert_eq!(labels(&fixture(field)), Vec::<String>::new(), "{field}");
        }
    }

    #[test]
    fn the_hosts_say_what_a_tool_does() {
        let fixture = "
            //# hosts = claude-code, copilot-cli
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            allowed-tools: $0
            ---
            ";
        assert!(offers(fixture).contains("\nBash — Claude Code\n"), "{}", offers(fixture));
    }

    #[test]
    fn a_host_that_takes_only_lists() {
        let fixture = "
            //# hosts = qwen-code
            //- /home/.qwen/skills/pdf/SKILL.md
            ---
            allowedTools: $0
            ---
            ";
        let first = labels(fixture).first().cloned().expect("there are some");
        assert_eq!(after(fixture, &first), format!("---\nallowedTools: [{first}]\n---\n"));
    }
}
