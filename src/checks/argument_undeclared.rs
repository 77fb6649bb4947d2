//! `argument-undeclared`: `$name` or `$2` where no such argument is declared.

use crate::checks::prelude::*;
use crate::document::Field;
use crate::document::arguments::{Argument, MOST_DECLARED, declared};
use crate::document::body::{Placeholder, PlaceholderKind};
use crate::document::yaml::Value;
use crate::hosts::Host;

/// An argument that is not declared.
pub(crate) static CHECK: Check = Check {
    id: "argument-undeclared",
    summary: "`$name` or `$2` where no such argument is declared",
    documentation: "\
## What it reports

In a skill that declares its `arguments`, a `$name` in the text that is not among them, or a number beyond their count.
In a skill that only has an `argument-hint`, a number beyond the arguments it shows. Code is left alone: `$1` and
`$name` mean something else to a shell.

## Why it matters

What is not declared is not filled in: the model sees `$branch` instead of what the user typed. Numbers are easily one
off: some hosts call the first argument `$0`, others `$1`.

## Example

```markdown
---
arguments: [issue]
---
Fix $issue on the branch $branch.
```

## Instead

```markdown
---
arguments: [issue, branch]
---
Fix $issue on the branch $branch.
```
",
    levels: [Level::Hint, Level::Hint, Level::Hint],
    fixable: true,
    run: Run::Document(run),
};

fn run(context: &DocumentContext<'_>, report: &mut Report<'_>) {
    let document = context.document;
    let hosts: Vec<&Host> =
        context.judges.iter().map(|it| it.host.as_ref()).filter(|it| it.placeholders.arguments).collect();
    if hosts.is_empty() {
        return;
    }
    let field = document.field("arguments");
    let declared = declared(document);
    let count = match (declared.is_empty(), document.scalar("argument-hint")) {
        (false, _) => declared.len(),
        (true, Some(hint)) => shown(hint),
        (true, None) => return,
    };
    // Nobody has so many: a file that does was made to keep us busy.
    if count == 0 || declared.len() > MOST_DECLARED {
        return;
    }
    let text = &document.text;
    for placeholder in document.body.placeholders.iter().filter(|it| !it.in_code) {
        let written = placeholder.span.of(text);
        match &placeholder.kind {
            PlaceholderKind::Number(number) => {
                let is_beyond = |host: &&&Host| *number >= count + usize::from(!host.placeholders.from_zero);
                let leaving: Vec<&Host> = hosts.iter().filter(is_beyond).copied().collect();
                if !leaving.is_empty() {
                    report
                        .finding(placeholder.span, beyond(written, count))
                        .deeds(leaving.into_iter().map(|host| (host, counting(host))));
                }
            }
            PlaceholderKind::ArgumentAt(index) if *index >= count => {
                report.finding(placeholder.span, beyond(written, count));
            }
            PlaceholderKind::Named(name) if is_meant(context, placeholder, name, &declared) => {
                if report.is_only_counted(placeholder.span) {
                    continue;
                }
                let names = declared.iter().map(|argument| argument.name.trim_end_matches(','));
                let most = if name.len() < 6 { 1 } else { 2 };
                match nearest(name, names, most).filter(|_| name.len() > 2) {
                    Some((meant, _)) => report
                        .finding(
                            placeholder.span,
                            format!("`{written}` is not among the declared arguments; did you mean `${meant}`?"),
                        )
                        .fix(Fix::safe(
                            format!("Change to `${meant}`"),
                            vec![Edit::replace(placeholder.span, format!("${meant}"))],
                        )),
                    None => report
                        .finding(placeholder.span, format!("`{written}` is not among the declared arguments"))
                        .fixes(field.and_then(|field| declaration(field, name))),
                };
            }
            _ => {}
        }
    }
}

fn beyond(written: &str, count: usize) -> String {
    match count {
        1 => format!("`{written}` is beyond the one declared argument"),
        count => format!("`{written}` is beyond the {count} declared arguments"),
    }
}

fn counting(host: &Host) -> Deed {
    Deed::of("call", format_args!("the first argument `${}`", u8::from(!host.placeholders.from_zero)))
}

/// Whether a `$name` in the text is an argument: not one of those declared, not a variable in capitals, and not the
/// mention of another skill (`$fill-form`).
fn is_meant(context: &DocumentContext<'_>, placeholder: &Placeholder, name: &str, declared: &[Argument]) -> bool {
    let after = context.document.text.get(placeholder.span.end..).unwrap_or_default();
    let is_declared = |it: &Argument| {
        // A name with other signs in it is read to its end by the host.
        let rest = it.name.strip_prefix(name);
        rest.is_some_and(|rest| rest.trim_end_matches(',').is_empty() || after.starts_with(rest))
    };
    name.starts_with(|first: char| first.is_ascii_lowercase())
        && !goes_on(after)
        && !declared.is_empty()
        && !declared.iter().any(is_declared)
}

/// Whether a word goes on behind the name, as in `$fill-form`, `$object.field` or `$call(`.
fn goes_on(after: &str) -> bool {
    let mut characters = after.chars();
    match characters.next() {
        Some('.' | '-' | ':') => characters.next().is_some_and(|next| next.is_alphanumeric() || next == ':'),
        Some('(' | '[' | '$' | '{' | '\\' | '/' | '=') => true,
        _ => false,
    }
}

/// How many arguments a hint shows: `[issue] [branch]` is two. None when it leaves their number open.
fn shown(hint: &str) -> usize {
    let is_open = hint.contains("...") || hint.contains('…') || hint.contains('|') || hint.contains('*');
    let groups = hint.matches(['[', '<']).count();
    let is_made_of_groups =
        hint.split_whitespace().all(|word| word.starts_with(['[', '<']) && word.ends_with([']', '>']));
    if is_open || !is_made_of_groups { 0 } else { groups }
}

/// Adds the name to the declared ones.
fn declaration(field: &Field, name: &str) -> Option<Fix> {
    let edit = match &field.value.value {
        Value::Scalar(scalar) if !scalar.text.contains(['\n', ',']) => {
            Edit::insert(plain_end(field)?, format!(" {name}"))
        }
        Value::Sequence { flow: true, items } => Edit::insert(items.last()?.span.end, format!(", {name}")),
        _ => return None,
    };
    Some(Fix::offered(format!("Declare `{name}`"), vec![edit]))
}

/// The end of a value that is written without quotes.
fn plain_end(field: &Field) -> Option<usize> {
    use crate::document::yaml::Style;
    match &field.value.value {
        Value::Scalar(scalar) if scalar.style == Style::Plain => Some(field.value.span.end),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::testing::{check, check_fix, silent};

    #[test]
    fn a_name_that_is_not_declared() {
        check(
            &CHECK,
            "
            //# hosts = claude-code
            ---
            arguments: [issue]
            ---
            Fix $issue on $branch, then $3.
                          ^^^^^^^ argument-undeclared (hint): `$branch` is not among the declared arguments
                                        ^^ argument-undeclared: `$3` is beyond the one declared argument
                                           = Claude Code calls the first argument `$0`
            ",
        );
    }

    #[test]
    fn it_is_declared() {
        check_fix(
            &CHECK,
            "
            //# hosts = claude-code
            ---
            arguments: [issue]
            ---
            Fix $issue on $branch.
            ",
            "
            ---
            arguments: [issue, branch]
            ---
            Fix $issue on $branch.
            ",
        );
        check_fix(
            &CHECK,
            "
            //# hosts = claude-code
            ---
            arguments: issue
            ---
            Fix $issue on $branch.
            ",
            "
            ---
            arguments: issue branch
            ---
            Fix $issue on $branch.
            ",
        );
    }

    #[test]
    fn beyond_the_hint() {
        check(
            &CHECK,
            "
            //# hosts = claude-code
            ---
            argument-hint: \"[issue] [branch]\"
            ---
            Fix $0 on $1, then $2 and $4.
                               ^^ argument-undeclared: `$2` is beyond the 2 declared arguments
                                  = Claude Code calls the first argument `$0`
                                      ^^ argument-undeclared: `$4` is beyond the 2 declared arguments
                                         = Claude Code calls the first argument `$0`
            ",
        );
    }

    #[test]
    fn one_of_all_arguments_by_its_index() {
        check(
            &CHECK,
            "
            //# hosts = claude-code
            ---
            arguments: [issue, branch]
            ---
            Fix $ARGUMENTS[0] on $ARGUMENTS[1], then $ARGUMENTS[2].
                                                     ^^^^^^^^^^^^^ argument-undeclared: `$ARGUMENTS[2]` is beyond the 2 declared arguments
            ",
        );
    }

    #[test]
    fn a_slip() {
        check_fix(
            &CHECK,
            "
            //# hosts = claude-code
            ---
            arguments: issue branch
            ---
            Fix $isue on $branch.
            ",
            "
            ---
            arguments: issue branch
            ---
            Fix $issue on $branch.
            ",
        );
    }

    #[test]
    fn two_slips_in_six_letters() {
        check(
            &CHECK,
            "
            //# hosts = claude-code
            ---
            arguments: [issue, branch]
            ---
            Fix $issue on $barnhc.
                          ^^^^^^^ argument-undeclared (hint): `$barnhc` is not among the declared arguments; did you mean `$branch`?
            ",
        );
    }

    #[test]
    fn a_host_that_counts_from_one() {
        let text = |hosts: &str| format!("//# hosts = {hosts}\n---\nargument-hint: \"[a] [b]\"\n---\nUse $1 and $2.\n");
        silent(&CHECK, &text("goose"));
        check(
            &CHECK,
            &format!(
                "{}           ^^ argument-undeclared: `$2` is beyond the 2 declared arguments\n           = Claude Code calls the first argument `$0`\n",
                text("claude-code, goose")
            ),
        );
    }

    #[test]
    fn names_with_other_signs() {
        silent(
            &CHECK,
            "//# hosts = claude-code\n---\narguments: [branch-name, \"x y\"]\n---\nUse $branch-name, $x y.\n",
        );
    }

    #[test]
    fn nothing_is_declared() {
        silent(&CHECK, "//# hosts = claude-code\n---\nname: x\n---\nFix $1, $name and $9.\n");
    }

    #[test]
    fn code_is_left_alone() {
        silent(
            &CHECK,
            "
            //# hosts = claude-code
            ---
            arguments: [issue]
            ---
            `awk '{print $7}'` and $fill-form and $HOME

            ```bash
            echo $branch $9
            ```
            ",
        );
    }

    #[test]
    fn a_hint_that_leaves_it_open() {
        for hint in ["[file...]", "[a|b]", "file name", "[a] or nothing", "[issue number]"] {
            silent(&CHECK, &format!("//# hosts = claude-code\n---\nargument-hint: \"{hint}\"\n---\nUse $5.\n"));
        }
    }
}
