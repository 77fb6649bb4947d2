//! `tool-pattern-malformed`: an entry that cannot mean what it says.

use crate::checks::prelude::*;
use crate::document::lines::line_at;
use crate::document::tool_rule::Imbalance;
use crate::document::tools::ToolListForm;
use crate::document::yaml::Style;
use crate::grants::{Meaning, Reason, simple_commands};
use crate::hosts::Host;
use crate::knowledge::tool_entries::{ListedTool, ToolField};
use crate::mending::tool_entry;

/// A pattern that never matches.
pub(crate) static CHECK: Check = Check {
    id: "tool-pattern-malformed",
    summary: "an entry of `allowed-tools` that never matches, because of how it is written",
    documentation: "\
## What it reports

Entries that are read otherwise than they look, so that they match no call at all, or every one:

- a parenthesis that is not closed, closed twice, or nothing in it: `Bash(git add`, `Bash(git add))`, `Bash()`
- a blank before the parenthesis: `Bash (git add *)` is `Bash`, which allows every command, and a rest
- a colon in the name of the command: `Bash(npx:checkly:*)`. A colon in a later word is fine: `Bash(npm run test:unit:*)`
- a `:*` that is not at the end, or behind a `*`: `Bash(git:* main)`, `Bash(git *:*)`, `Bash(git add:*, git commit:*)`
- a wildcard in a line of several commands, which are asked for one by one: `Bash(cd x && make *)`
- quotes or blanks around the command: `Bash(\"git add *\")`
- braces, commas, variables or `..` in a path: `Edit({src,docs}/**)`, `Read($HOME/x)`, `Read(../x)`
- a page instead of a domain: `WebFetch(https://example.com/*)`
- `:*` behind a path, and an absolute path with one slash: `Read(src:*)`, `Edit(/tmp/x/**)`
- a `*` in a name: `*`, `mcp__*`, `Skill(git*)`; a pattern behind a tool of an MCP server

## Why it matters

The host takes such an entry without a word. It looks as if the commands were allowed, and the user is asked all the same.

## Example

```yaml
allowed-tools: Bash(npx:checkly:*), Bash(git add:*, git commit:*), WebFetch(https://example.com/*)
```

## Instead

```yaml
allowed-tools: Bash(npx checkly:*), Bash(git add:*), Bash(git commit:*), WebFetch(domain:example.com)
```
",
    levels: [Level::Warning, Level::Warning, Level::Warning],
    fixable: true,
    run: Run::Document(run),
};

fn run(context: &DocumentContext<'_>, report: &mut Report<'_>) {
    let text = &*context.document.text;
    for field in context.tool_fields() {
        let entries = &field.entries;
        let mut is_told = false;
        for (index, listed) in entries.iter().enumerate() {
            let before = index.checked_sub(1).and_then(|index| entries.get(index));
            if std::mem::take(&mut is_told) {
                continue;
            }
            if let Some(rest) = entries.get(index + 1).filter(|rest| is_cut_by_brackets(field, listed, rest)) {
                tell_cut(field, listed, rest, text, report);
                is_told = true;
                continue;
            }
            if listed.rule.pattern.as_ref().is_some_and(|pattern| pattern.is_closed && pattern.text.is_empty()) {
                tell_empty(listed, text, report);
                continue;
            }
            let grants = &listed.grants;
            let reasons = grants.iter().filter_map(|(host, grant)| match &grant.meaning {
                Meaning::Nothing(reason) => Some((*host, reason)).filter(|(_, reason)| is_malformed(reason)),
                _ => None,
            });
            let reasons: Vec<(&Host, &Reason)> = reasons.collect();
            let Some((_, reason)) = reasons.first() else { continue };
            report
                .finding(span(listed, reason, text), message(listed, reason))
                .deeds(reasons.iter().map(|(host, reason)| (*host, deed(reason, before))))
                .fixes(fix(field, listed, before, reason, text));
        }
    }
}

/// `[Bash(echo a, b)]`: in brackets, the comma separates.
fn is_cut_by_brackets(field: &ToolField<'_>, listed: &ListedTool<'_>, rest: &ListedTool<'_>) -> bool {
    let is_plain = |listed: &ListedTool<'_>| listed.is_whole && listed.entry.style == Style::Plain;
    field.tools.form == ToolListForm::Flow
        && is_plain(listed)
        && is_plain(rest)
        && listed.rule.imbalance() == Some(Imbalance::Unclosed)
        && rest.rule.imbalance() == Some(Imbalance::Unopened)
}

fn tell_cut(
    field: &ToolField<'_>,
    listed: &ListedTool<'_>,
    rest: &ListedTool<'_>,
    text: &str,
    report: &mut Report<'_>,
) {
    let span = listed.entry.span.cover(rest.entry.span);
    let written = span.of(text);
    let quoted = format!("\"{}\"", written.replace('\\', "\\\\").replace('"', "\\\""));
    let fix = (!written.contains(['\n', '\r']))
        .then(|| Fix::offered("Put quotes around it", vec![Edit::replace(span, quoted)]));
    report
        .finding(span, format!("`{written}` is cut in two at the comma: in brackets it needs quotes"))
        .hosts(field.readers.iter().copied())
        .fixes(fix);
}

/// `Bash()`: a pattern that is not there.
fn tell_empty(listed: &ListedTool<'_>, text: &str, report: &mut Report<'_>) {
    let entry = &listed.entry.text;
    let grants = &listed.grants;
    let deeds = grants.iter().filter_map(|(host, grant)| match &grant.meaning {
        Meaning::Everything => Some((*host, Deed::of("allow", "every call with it"))),
        Meaning::WorkingFolders => Some((*host, Deed::of("allow", "the working folders with it"))),
        Meaning::Nothing(_) => Some((*host, Deed::new("never matches it", "never match it"))),
        _ => None,
    });
    let name = &listed.rule.name;
    let fix = (!name.is_empty()).then(|| change(listed, text, name));
    report.finding(listed.entry.span, format!("`{entry}` has nothing in its parentheses")).deeds(deeds).fixes(fix);
}

/// Whether a reason lies in the writing; others are told by other checks.
fn is_malformed(reason: &Reason) -> bool {
    match reason {
        Reason::Unbalanced(_)
        | Reason::Cut
        | Reason::NoName
        | Reason::WildcardName
        | Reason::ServerPattern
        | Reason::ColonInCommand
        | Reason::PrefixInside
        | Reason::SeveralCommands
        | Reason::Compound
        | Reason::WildcardBeforePrefix
        | Reason::EmptyPrefix
        | Reason::Blank
        | Reason::Quoted
        | Reason::PrefixOfPath
        | Reason::Braces
        | Reason::Upwards
        | Reason::HomeVariable
        | Reason::OneSlash
        | Reason::NotADomain
        | Reason::GluedWildcard
        | Reason::OwnInput(_) => true,
        Reason::ParameterOnlyDenies | Reason::PathsOf(_) | Reason::NoPattern | Reason::GoneTool => false,
    }
}

fn span(listed: &ListedTool<'_>, reason: &Reason, text: &str) -> Span {
    let whole = listed.entry.span;
    match reason {
        Reason::Unbalanced(_) | Reason::NoName | Reason::WildcardName | Reason::Cut => whole,
        _ => listed.rule.pattern_range().map_or(whole, |range| listed.entry.part(text, range)),
    }
}

fn message(listed: &ListedTool<'_>, reason: &Reason) -> String {
    let entry = &listed.entry.text;
    let pattern = listed.rule.pattern.as_ref().map(|pattern| pattern.text.as_str()).unwrap_or_default();
    match reason {
        Reason::Unbalanced(Imbalance::Unclosed) => format!("`{entry}` has no closing parenthesis"),
        Reason::Unbalanced(Imbalance::Unopened) => format!("`{entry}` has no opening parenthesis"),
        Reason::Unbalanced(Imbalance::ClosedTwice) => format!("`{entry}` has a closing parenthesis too many"),
        Reason::Unbalanced(Imbalance::TextBehind) => format!("`{entry}` goes on behind its parenthesis"),
        Reason::Cut => format!("`{entry}` is cut in two behind the parenthesis inside it"),
        Reason::NoName => format!("`{entry}` has no tool before the parenthesis"),
        Reason::WildcardName => format!("`{entry}` allows nothing: `*` may stand only behind `mcp__server__`"),
        Reason::ServerPattern => format!("`{entry}` never matches: a tool of an MCP server takes no pattern"),
        Reason::ColonInCommand => {
            let command = pattern.strip_suffix(":*").unwrap_or(pattern);
            let command = command.split_whitespace().find(|word| word.contains(':')).unwrap_or(command);
            format!("`{entry}` never matches: no command is called `{command}`")
        }
        Reason::PrefixInside => format!("`{entry}` has a `:*` that is not at the end"),
        Reason::SeveralCommands => format!("`{entry}` is one pattern: a comma inside it separates nothing"),
        Reason::Compound => format!("`{entry}` never matches: each command of a line is asked for by itself"),
        Reason::WildcardBeforePrefix => format!("`{entry}` never matches: before `:*`, a `*` is a plain sign"),
        Reason::EmptyPrefix => format!("`{entry}` has no command before `:*`"),
        Reason::Blank => format!("`{entry}` never matches: the blank in its parentheses is taken literally"),
        Reason::Quoted => format!("`{entry}` never matches: the quotes in its parentheses are taken literally"),
        Reason::Braces => format!("`{entry}` never matches: in a path, braces stand for themselves"),
        Reason::Upwards => format!("`{entry}` never matches: a path may not lead upwards"),
        Reason::HomeVariable => format!("`{entry}` never matches: the home folder is `~/`"),
        Reason::PrefixOfPath => format!("`{entry}` never matches: `:*` is for commands, not for paths"),
        Reason::OneSlash => format!("`{entry}` starts in the working folder: an absolute path has two slashes"),
        Reason::NotADomain => format!("`{entry}` never matches: only `domain:example.com` is looked at"),
        Reason::GluedWildcard => format!("`{entry}` never matches: the `*` stands behind a blank"),
        Reason::OwnInput(name) => format!("`{entry}` never matches: the pattern stands there without `{name}:`"),
        Reason::ParameterOnlyDenies | Reason::PathsOf(_) | Reason::NoPattern | Reason::GoneTool => String::new(),
    }
}

fn deed(reason: &Reason, before: Option<&ListedTool<'_>>) -> Deed {
    match reason {
        Reason::NoName => match before.filter(|before| before.rule.pattern.is_none()) {
            Some(before) => {
                let name = &before.entry.text;
                Deed::of("take", format_args!("`{name}` for an entry of its own, which allows every call"))
            }
            None => Deed::new("never matches it", "never match it"),
        },
        Reason::OneSlash => Deed::of("look", "below the folder of the session"),
        Reason::Unbalanced(Imbalance::Unclosed) => {
            Deed::new("takes it, and what follows, for the name of a tool", "take it for the name of a tool")
        }
        _ => Deed::new("never matches it", "never match it"),
    }
}

fn change(listed: &ListedTool<'_>, text: &str, new: &str) -> Fix {
    Fix::offered(format!("Change to `{new}`"), vec![tool_entry::changed(&listed.entry, text, new)])
}

fn fix(
    field: &ToolField<'_>,
    listed: &ListedTool<'_>,
    before: Option<&ListedTool<'_>>,
    reason: &Reason,
    text: &str,
) -> Option<Fix> {
    let name = &listed.rule.name;
    let pattern = listed.rule.pattern.as_ref().map(|pattern| pattern.text.as_str()).unwrap_or_default();
    let with = |pattern: &str| Some(format!("{name}({pattern})"));
    let new = match reason {
        Reason::Unbalanced(Imbalance::Unclosed) => return closed(field, listed, text),
        Reason::Unbalanced(Imbalance::Unopened) => Some(name.clone()).filter(|_| listed.rule.rest == ")"),
        Reason::Unbalanced(Imbalance::ClosedTwice) => {
            listed.entry.text.strip_suffix(')').filter(|it| it.ends_with(')')).map(str::to_owned)
        }
        Reason::NoName => return join(before?, listed, text),
        Reason::SeveralCommands => return split(field, listed, &parts(pattern), text),
        Reason::Compound => return split(field, listed, &texts(simple_commands(pattern)), text),
        Reason::WildcardName => server_wildcard(name),
        Reason::ServerPattern => Some(name.clone()),
        Reason::ColonInCommand => {
            let (command, end) = match pattern.strip_suffix(":*") {
                Some(command) => (command, ":*"),
                None => (pattern, ""),
            };
            let command = command.replacen(": ", " ", 1);
            let command = if command.contains(": ") { command } else { command.replacen(':', " ", 1) };
            with(&format!("{}{end}", command.trim_end()))
        }
        Reason::PrefixInside if pattern.ends_with(":**") || pattern.ends_with(":* ") => {
            with(&format!("{}:*", pattern.trim_end_matches(['*', ' ', ':'])))
        }
        Reason::PrefixInside if pattern.ends_with(":*:*") => {
            with(&format!("{}:*", pattern.trim_end_matches(":*"))).filter(|_| !pattern.contains(','))
        }
        Reason::PrefixInside => with(&pattern.replace(":*", " *")).filter(|_| !pattern.contains(',')),
        Reason::WildcardBeforePrefix => with(pattern.strip_suffix(":*").unwrap_or(pattern)),
        Reason::EmptyPrefix => Some(name.clone()),
        Reason::Braces => return split(field, listed, &expanded(pattern), text),
        Reason::Upwards => None,
        Reason::HomeVariable => pattern.split_once('/').and_then(|(_, rest)| with(&format!("~/{rest}"))),
        Reason::Blank => match pattern.strip_suffix(":*") {
            Some(command) => with(&format!("{}:*", command.trim())),
            None => with(pattern.trim()),
        },
        Reason::Quoted => with(pattern.trim_matches(['"', '\''])),
        Reason::PrefixOfPath => with(&pattern.replace("/:*", "/**").replace(":*", "/**")),
        Reason::OneSlash => with(&format!("/{pattern}")),
        Reason::NotADomain => domain(pattern).and_then(|domain| with(&format!("domain:{domain}"))),
        Reason::GluedWildcard => pattern.strip_suffix('*').and_then(|prefix| with(&format!("{prefix} *"))),
        Reason::OwnInput(_) => pattern.split_once(':').and_then(|(_, value)| with(value.trim())),
        Reason::Unbalanced(Imbalance::TextBehind) | Reason::Cut => None,
        Reason::ParameterOnlyDenies | Reason::PathsOf(_) | Reason::NoPattern | Reason::GoneTool => None,
    };
    new.filter(|new| *new != listed.entry.text).map(|new| change(listed, text, &new))
}

/// `mcp__github*` is `mcp__github__*`.
fn server_wildcard(name: &str) -> Option<String> {
    let server = name.strip_suffix('*')?.trim_end_matches('_');
    (server.len() > "mcp__".len() && server.starts_with("mcp__") && !server.contains('*'))
        .then(|| format!("{server}__*"))
}

/// The domain that a page or a bare name lies in.
fn domain(pattern: &str) -> Option<&str> {
    let pattern = pattern.strip_prefix("domain:").unwrap_or(pattern).trim_start();
    let rest = pattern.split_once("://").map_or(pattern, |(_, rest)| rest);
    let name = rest.split(['/', ':', '?']).next().unwrap_or_default();
    let fits = |sign: char| sign.is_ascii_alphanumeric() || matches!(sign, '.' | '-' | '*');
    (name.contains('.') && name.chars().all(fits)).then_some(name)
}

/// Closes the parenthesis behind the words of the command: where nothing closes it, blanks have cut them off.
fn closed(field: &ToolField<'_>, listed: &ListedTool<'_>, text: &str) -> Option<Fix> {
    let mut last = &listed.entry;
    for next in field.tools.entries.iter().skip_while(|entry| entry.span != listed.entry.span).skip(1) {
        let gap = Span::new(last.span.end, next.span.start);
        let is_blank = !gap.is_empty() && gap.of(text).chars().all(|sign| sign == ' ');
        let is_tool = next.text.starts_with(|first: char| first.is_ascii_uppercase()) || next.text.starts_with("mcp__");
        if !is_blank || is_tool || next.text.contains(['(', ')']) {
            break;
        }
        last = next;
    }
    let span = listed.entry.span.cover(last.span);
    let written = span.of(text);
    // An escape or a line break would have to be written again.
    let is_as_written = last.span.of(text) == last.text && listed.entry.span.of(text) == listed.entry.text;
    is_as_written.then(|| Fix::offered(format!("Change to `{written})`"), vec![Edit::insert(span.end, ")")]))
}

/// Takes the blank out between a tool and its pattern.
fn join(before: &ListedTool<'_>, listed: &ListedTool<'_>, text: &str) -> Option<Fix> {
    let gap = Span::new(before.entry.span.end, listed.entry.span.start);
    let is_blank = !gap.is_empty() && gap.of(text).chars().all(|sign| sign == ' ');
    let joined = format!("{}{}", before.entry.text, listed.entry.text);
    let fits = is_blank && before.rule.pattern.is_none() && listed.rule.imbalance().is_none();
    fits.then(|| Fix::offered(format!("Change to `{joined}`"), vec![Edit::remove(gap)]))
}

fn texts(parts: Vec<&str>) -> Vec<String> {
    parts.into_iter().map(|part| part.trim().to_owned()).collect()
}

/// What stands between the commas. What the first part says of all is said again: `domain:a.b, c.d`.
fn parts(pattern: &str) -> Vec<String> {
    let parts = texts(pattern.split(',').filter(|part| !part.trim().is_empty()).collect());
    let domain = "domain:";
    let again = |part: String| if part.starts_with(domain) { part } else { format!("{domain}{part}") };
    if pattern.starts_with(domain) { parts.into_iter().map(again).collect() } else { parts }
}

/// The paths that a path with one pair of braces was meant for.
fn expanded(path: &str) -> Vec<String> {
    let Some((before, rest)) = path.split_once('{') else { return Vec::new() };
    let Some((inner, after)) =
        rest.split_once('}').filter(|(inner, after)| !inner.contains('{') && !after.contains('{'))
    else {
        return Vec::new();
    };
    inner.split(',').map(|part| format!("{before}{}{after}", part.trim())).collect()
}

/// One entry for each of the commands.
fn split(field: &ToolField<'_>, listed: &ListedTool<'_>, commands: &[String], text: &str) -> Option<Fix> {
    let parts: Vec<String> = commands.iter().map(|part| format!("{}({})", listed.rule.name, part.trim())).collect();
    let span = listed.entry.span;
    let is_plain = span.of(text) == listed.entry.text && listed.is_whole && commands.len() > 1;
    let before = text.get(..span.start)?;
    let is_list = matches!(field.tools.form, ToolListForm::List | ToolListForm::Flow);
    let quote = before.chars().next_back().filter(|sign| is_list && matches!(sign, '"' | '\''));
    let quote = quote.map(String::from).unwrap_or_default();
    let between = match field.tools.form {
        ToolListForm::Commas => ", ".to_owned(),
        // One entry alone has neither; the author writes commas.
        ToolListForm::Spaces if field.tools.entries.len() == 1 => ", ".to_owned(),
        ToolListForm::Spaces => " ".to_owned(),
        ToolListForm::Flow => format!("{quote}, {quote}"),
        ToolListForm::List => {
            let line = line_at(text, span.start);
            let mark = text.get(line.start..span.start - quote.len()).filter(|mark| mark.trim() == "-")?;
            let end = text.get(line.end..line.next).filter(|end| !end.is_empty()).unwrap_or("\n");
            format!("{quote}{end}{mark}{quote}")
        }
    };
    let title = format!("Split into {}", quoted_words(&parts));
    is_plain.then(|| Fix::offered(title, vec![Edit::replace(span, parts.join(&between))]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::testing::{check, check_fix, silent};

    #[test]
    fn closed_twice() {
        let before = "
            //# hosts = claude-code
            //- /home/.claude/skills/git/SKILL.md
            ---
            allowed-tools: Bash(git add)), Bash(echo (a)), Bash(echo \\))
                           ^^^^^^^^^^^^^^ tool-pattern-malformed (warning): `Bash(git add))` has a closing parenthesis too many
                           = Claude Code never matches it
            ---
            ";
        check(&CHECK, before);
        check_fix(&CHECK, before, "---\nallowed-tools: Bash(git add), Bash(echo (a)), Bash(echo \\))\n---\n");
    }

    #[test]
    fn a_colon_in_the_command() {
        check(
            &CHECK,
            "
            ---
            allowed-tools: Bash(npx:checkly:*), Bash(git:* main)
                                ^^^^^^^^^^^^^ tool-pattern-malformed (warning): `Bash(npx:checkly:*)` never matches: no command is called `npx:checkly`
                                = Claude Code never matches it
                                                     ^^^^^^^^^^ tool-pattern-malformed: `Bash(git:* main)` has a `:*` that is not at the end
            ---
            ",
        );
    }

    #[test]
    fn a_blank_before_the_parenthesis() {
        check(
            &CHECK,
            "
            ---
            allowed-tools: Bash (git add *)
                                ^^^^^^^^^^^ tool-pattern-malformed: `(git add *)` has no tool before the parenthesis
                                = Claude Code takes `Bash` for an entry of its own, which allows every call
            ---
            ",
        );
    }

    #[test]
    fn in_the_open_specification() {
        check(
            &CHECK,
            "
            //- /x/skills/pdf/SKILL.md
            ---
            allowed-tools: Bash(git add
                           ^^^^^^^^ tool-pattern-malformed: `Bash(git` has no closing parenthesis
            ---
            ",
        );
    }

    #[test]
    fn every_fix() {
        for (before, after) in [
            ("Bash(npx:checkly:*)", "Bash(npx checkly:*)"),
            ("Bash(git:status)", "Bash(git status)"),
            ("Bash(git:* main)", "Bash(git * main)"),
            ("Bash(git:*:*)", "Bash(git:*)"),
            ("Bash(git *:*)", "Bash(git *)"),
            ("Bash(:*)", "Bash"),
            ("Bash()", "Bash"),
            ("Bash( git:*)", "Bash(git:*)"),
            ("Bash(\"git *\")", "Bash(git *)"),
            ("\"Bash(\\\"git *\\\")\"", "\"Bash(git *)\""),
            ("Bash(command:git *)", "Bash(git *)"),
            ("Read(src:*)", "Read(src/**)"),
            ("Edit(/tmp/x/**)", "Edit(//tmp/x/**)"),
            ("Edit(${CLAUDE_PROJECT_DIR}/x)", "Edit(/${CLAUDE_PROJECT_DIR}/x)"),
            ("WebFetch(https://example.com/*)", "WebFetch(domain:example.com)"),
            ("WebFetch(example.com)", "WebFetch(domain:example.com)"),
            ("Skill(git*)", "Skill(git *)"),
            ("mcp__github*", "mcp__github__*"),
            ("mcp__github__x(y)", "mcp__github__x"),
            ("Bash (git add *)", "Bash(git add *)"),
            ("Bash(git add:*, git commit:*)", "Bash(git add:*), Bash(git commit:*)"),
            ("Read Bash(git add:*,git commit:*)", "Read Bash(git add:*) Bash(git commit:*)"),
            ("[Bash(echo a, b), Read]", "[\"Bash(echo a, b)\", Read]"),
            ("\n  - Bash(a *, b *)\n  - Read", "\n  - Bash(a *)\n  - Bash(b *)\n  - Read"),
            ("'Read)'", "'Read'"),
            ("Bash(cd x && make *)", "Bash(cd x), Bash(make *)"),
            ("'Bash(git: *)'", "'Bash(git *)'"),
            ("Bash(git:)", "Bash(git)"),
            ("Bash(git:**)", "Bash(git:*)"),
            ("Bash(git add, git commit)", "Bash(git add), Bash(git commit)"),
            ("Bash(ls,cat)", "Bash(ls), Bash(cat)"),
            ("Bash(git add", "Bash(git add)"),
            ("Bash(git add -A Read", "Bash(git add -A) Read"),
            ("Bash(git add, Read", "Bash(git add), Read"),
            ("'Bash(git add'", "'Bash(git add)'"),
            ("\n  - Bash(git add\n  - Read", "\n  - Bash(git add)\n  - Read"),
            ("\n  - 'Bash(a *, b *)'\n  - Read", "\n  - 'Bash(a *)'\n  - 'Bash(b *)'\n  - Read"),
            ("Edit({src,docs}/**)", "Edit(src/**), Edit(docs/**)"),
            ("Edit(src/**, docs/**)", "Edit(src/**), Edit(docs/**)"),
            ("Edit($HOME/x)", "Edit(~/x)"),
            ("Edit(file_path:src/**)", "Edit(src/**)"),
            ("Skill(a, b)", "Skill(a), Skill(b)"),
            ("WebFetch(domain:a.b, c.d)", "WebFetch(domain:a.b), WebFetch(domain:c.d)"),
            ("WebFetch(domain:https://a.b/c)", "WebFetch(domain:a.b)"),
        ] {
            let text = |value: &str| format!("---\nallowed-tools: {value}\n---\n");
            check_fix(&CHECK, &text(before), &text(after));
        }
    }

    #[test]
    fn patterns_that_match() {
        silent(
            &CHECK,
            "
            ---
            allowed-tools:
              - Bash(npm run test:unit:*)
              - Bash(npm run test:unit)
              - Bash(git add *)
              - Bash(git add:*)
              - Bash(./x.sh:*)
              - Bash(run_in_background:true)
              - Bash(echo a, b)
              - Bash(cd x && make)
              - Bash(grep -E 'a|b' *)
              - Bash(command:*)
              - Bash(make 2>&1 *)
              - Bash(f(x))
              - Read(//tmp/x), Edit(/src/**)
              - WebFetch(domain:example.com)
              - Skill(git *)
              - mcp__github__*
              - mcp__github__get_*
            disallowed-tools: mcp__*
            ---
            ",
        );
    }
}
