//! `placeholder-in-code`: `$1` in code, which the arguments of an invocation would replace.

use crate::checks::placeholder_unknown::names_set;
use crate::checks::prelude::*;
use crate::document::arguments::declared;
use crate::document::body::{Body, CodeBlock, Placeholder, PlaceholderKind};
use crate::hosts::Host;

/// A sign of the code that the host takes for its own.
pub(crate) static CHECK: Check = Check {
    id: "placeholder-in-code",
    summary: "`$1` or `$name` in code that an invocation with arguments would replace",
    documentation: "\
## What it reports

`$0`, `$1` … in code where they belong to the code: a field in an `awk` program, a parameter of a shell function, the name
of a script, a parameter of an SQL statement, a group in a replacement. `$name` in code that sets `name` itself, where the
skill declares an argument of that name.

Other numbers in code are a hint, since nobody can tell; none at all where the skill speaks of its arguments, in
`argument-hint`, `arguments` or the text: then the number may well be meant.

## Why it matters

Claude Code fills in arguments by text search, in code as everywhere. `/report sales 2026` makes `awk '{print 2026}'` of
`awk '{print $1}'`, and the model runs that.

## Example

````markdown
```sh
ps aux | awk '{print $1}'
```
````

## Instead

````markdown
```sh
ps aux | awk '{print \\$1}'
```
````

The backslash keeps the sign, and is gone when the model sees it.

## Hosts

Claude Code counts from `$0` and takes the backslash away. Other hosts that fill in no arguments show the text as it is
written, with the backslash: there, leave it out.
",
    levels: [Level::Warning, Level::Warning, Level::Hint],
    fixable: true,
    run: Run::Document(run),
};

/// So many placeholders are looked at in one piece of code, each with what stands before it.
const MOST: usize = 50;

fn run(context: &DocumentContext<'_>, report: &mut Report<'_>) {
    let document = context.document;
    let body = &document.body;
    let text = &*document.text;
    if !body.placeholders.iter().any(|it| it.in_code) {
        return;
    }
    let fills = |judge: &&Judge<'_>| judge.host.placeholders.arguments && judge.host.loading.is_some();
    let filling: Vec<&Judge<'_>> = context.judges.iter().filter(fills).collect();
    let Some(first) = filling.first() else { return };
    let names: Vec<String> = declared(document).into_iter().map(|it| it.name).collect();
    let set = if names.is_empty() { Default::default() } else { names_set(text) };
    let is_told = context.is_command()
        || ["argument-hint", "arguments"].iter().any(|key| document.field(key).is_some())
        || body.placeholders.iter().any(speaks_of_arguments);
    for (code, inside) in pieces(body) {
        let mut found: Vec<(&Placeholder, Grade)> = Vec::new();
        for placeholder in inside.into_iter().take(MOST) {
            let grade = match &placeholder.kind {
                PlaceholderKind::Named(name) if names.contains(name) && set.contains(name.as_str()) => Grade::Mild,
                PlaceholderKind::Number(_) => grade_of(text, code, placeholder.span),
                _ => continue,
            };
            if grade == Grade::Mild || !is_told {
                found.push((placeholder, grade));
            }
        }
        let Some(grade) = found.iter().map(|(_, grade)| *grade).min() else { continue };
        found.retain(|(_, it)| *it == grade);
        tell(first.host, &filling, text, &found, report);
    }
}

/// Whether a placeholder says that the skill takes arguments.
fn speaks_of_arguments(placeholder: &Placeholder) -> bool {
    match placeholder.kind {
        PlaceholderKind::Arguments | PlaceholderKind::ArgumentAt(_) => true,
        PlaceholderKind::Number(_) => !placeholder.in_code,
        PlaceholderKind::Named(_) | PlaceholderKind::Braced(_) => false,
    }
}

/// A piece of code.
#[derive(Clone, Copy)]
enum Code<'a> {
    Block(&'a CodeBlock),
    Inline(Span),
}

/// The pieces of code that hold placeholders, with those.
fn pieces(body: &Body) -> Vec<(Code<'_>, Vec<&Placeholder>)> {
    let blocks = body.code_blocks.iter().map(|block| (block.span, Code::Block(block)));
    let spans = body.code_spans.iter().map(|span| (*span, Code::Inline(*span)));
    let mut all: Vec<(Span, Code<'_>)> = blocks.chain(spans).collect();
    all.sort_by_key(|(span, _)| span.start);
    let mut left = body.placeholders.iter().filter(|it| it.in_code).peekable();
    let mut found = Vec::new();
    for (span, code) in all {
        while left.next_if(|it| it.span.start < span.start).is_some() {}
        let mut inside = Vec::new();
        while let Some(placeholder) = left.next_if(|it| it.span.start < span.end) {
            inside.push(placeholder);
        }
        if !inside.is_empty() {
            found.push((code, inside));
        }
    }
    found
}

/// How sure it is that a number belongs to the code.
fn grade_of(text: &str, code: Code<'_>, at: Span) -> Grade {
    let (whole, language) = match code {
        Code::Block(block) => (block.span, block.language.split([' ', ',', '{']).next().unwrap_or_default()),
        Code::Inline(span) => (span, ""),
    };
    let before = Span::new(whole.start, at.start).of(text);
    let line = before.rsplit('\n').next().unwrap_or_default();
    let is_own = match language.to_ascii_lowercase().as_str() {
        // In these, numbers behind the sign are the language's own.
        "sql" | "postgresql" | "pgsql" | "awk" | "perl" | "nginx" | "apache" => true,
        _ => is_awk(before, line) || is_in_function(before) || is_own_name(line, at.of(text)) || is_sql(line),
    };
    if is_own { Grade::Mild } else { Grade::Slight }
}

/// Whether a program for awk is open before a place: `awk '{print`.
fn is_awk(before: &str, line: &str) -> bool {
    let opens = |part: &str| {
        let Some((at, _)) = part.match_indices("awk ").last() else { return false };
        let program = part.get(at..).unwrap_or_default();
        program.matches('\'').count() % 2 == 1
    };
    // A program may go over several lines.
    opens(line) || opens(before)
}

/// Whether a function of the shell is open before a place.
fn is_in_function(before: &str) -> bool {
    let mut is_open = false;
    for line in before.lines() {
        let written = line.trim();
        let is_head = written.ends_with('{')
            && (written.contains("() {") || written.contains("(){") || written.starts_with("function "));
        if is_head {
            is_open = true;
        } else if line.starts_with('}') {
            is_open = false;
        }
        // `name() { use "$1"; }` on one line.
        if let Some((_, after)) = written.split_once("() {") {
            is_open = !after.contains('}');
        }
    }
    is_open
}

/// Whether `$0` is the name of a script: `dirname "$0"`.
fn is_own_name(line: &str, written: &str) -> bool {
    let before = line.trim_end_matches(['"', '\'']);
    written == "$0" && (before.ends_with("dirname ") || before.ends_with("basename "))
}

/// Whether a statement of SQL has a parameter here.
fn is_sql(line: &str) -> bool {
    let upper = line.to_uppercase();
    ["SELECT ", "INSERT INTO ", "UPDATE ", "DELETE FROM "].iter().any(|word| upper.contains(word))
        && [" = ", "= ", "VALUES (", "LIMIT ", "ANY("].iter().any(|end| upper.ends_with(end))
}

fn tell(host: &Host, filling: &[&Judge<'_>], text: &str, found: &[(&Placeholder, Grade)], report: &mut Report<'_>) {
    let Some((first, grade)) = found.first() else { return };
    let written = first.span.of(text);
    let more = if found.len() > 1 { format!(" (and {} more here)", found.len() - 1) } else { String::new() };
    let message = match &first.kind {
        PlaceholderKind::Number(number) => {
            let which = ordinal(number + usize::from(host.placeholders.from_zero));
            format!("`{written}` in this code{more} becomes the {which} argument of an invocation that has one")
        }
        _ => format!("`{written}` in this code{more} becomes the argument of that name"),
    };
    let escapes = filling.iter().all(|judge| judge.host.loading.as_ref().is_some_and(|rule| rule.escapes));
    let edits = found.iter().map(|(it, _)| Edit::insert(it.span.start, "\\")).collect();
    report
        .finding(first.span, message)
        .grade(*grade)
        .hosts(filling.iter().map(|judge| judge.host))
        .fixes(escapes.then(|| Fix::offered("Put a backslash before it", edits)));
}

/// `first`, `second` … `21st`.
fn ordinal(number: usize) -> String {
    const WORDS: [&str; 5] = ["first", "second", "third", "fourth", "fifth"];
    let end = match (number % 10, number % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    let word = number.checked_sub(1).and_then(|at| WORDS.get(at));
    word.map_or_else(|| format!("{number}{end}"), |word| (*word).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::testing::{check, check_fix, silent};

    #[test]
    fn fields_of_awk() {
        let before = "
            //- /home/.claude/skills/report/SKILL.md
            ```sh
            ps aux | awk '{print $1, $3}'
                                 ^^ placeholder-in-code (warning): `$1` in this code (and 1 more here) becomes the second argument of an invocation that has one
            ```
            ";
        check(&CHECK, before);
        check_fix(&CHECK, before, "```sh\nps aux | awk '{print \\$1, \\$3}'\n```\n");
    }

    #[test]
    fn parameters_of_functions_statements_and_scripts() {
        check(
            &CHECK,
            "
            //# hosts = claude-code
            ```bash
            greet() {
              echo \"$1\"
                    ^^ placeholder-in-code (warning): `$1` in this code becomes the second argument of an invocation that has one
            }
            ```

            ```sql
            SELECT * FROM users WHERE id = $1
                                           ^^ placeholder-in-code (warning): `$1` in this code becomes the second argument of an invocation that has one
            ```

            Run `cd \"$(dirname \"$0\")\"`.
                                ^^ placeholder-in-code (warning): `$0` in this code becomes the first argument of an invocation that has one
            ",
        );
    }

    #[test]
    fn a_variable_with_the_name_of_an_argument() {
        check(
            &CHECK,
            "
            //# hosts = claude-code
            ---
            arguments: [file, branch]
            ---
            ```sh
            for file in *.md; do echo $file $branch; done
                                      ^^^^^ placeholder-in-code (warning): `$file` in this code becomes the argument of that name
            ```
            ",
        );
    }

    #[test]
    fn what_may_be_meant_is_a_hint() {
        check(
            &CHECK,
            "
            //# hosts = claude-code
            Run `gh issue view $0`.
                               ^^ placeholder-in-code (hint): `$0` in this code becomes the first argument of an invocation that has one
            ",
        );
    }

    #[test]
    fn counting() {
        assert_eq!([1, 2, 6, 11, 21, 42, 53].map(ordinal).join(" "), "first second 6th 11th 21st 42nd 53rd");
    }

    #[test]
    fn where_arguments_are_meant_or_nothing_is_filled() {
        let (awk, view) = ("`awk '{print $1}'`", "`gh issue view $1`");
        silent(&CHECK, &format!("//# hosts = claude-code\n---\nargument-hint: \"[a] [b]\"\n---\n{view}\n"));
        silent(&CHECK, &format!("//# hosts = claude-code\nLook at $0: {view}\n"));
        silent(&CHECK, &format!("//# hosts = claude-code\nFor $ARGUMENTS: {view}\n"));
        silent(&CHECK, &format!("//# hosts = codex\n{awk}\n"));
        silent(&CHECK, &format!("//# hosts = claude-code\n{}\n", awk.replace('$', "\\$")));
        silent(&CHECK, "//# hosts = claude-code\n`echo $HOME ${1} $PATH $100`\n");
    }
}
