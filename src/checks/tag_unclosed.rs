//! `tag-unclosed`: a tag that structures the body and is not closed.

use std::collections::HashSet;

use crate::checks::prelude::*;
use crate::checks::samples;
use crate::document::lines::lines;

/// A tag without its end.
pub(crate) static CHECK: Check = Check {
    id: "tag-unclosed",
    summary: "a tag that structures the body and is not closed",
    documentation: "\
## What it reports

A tag alone on its line, such as `<instructions>`, that nothing closes: neither further down nor anywhere else. Tags of HTML,
what stands in code, and placeholders such as `<your-name>` are left alone: it must be a word that structures a prompt, or
the body must close other tags in the same way.

## Why it matters

The model takes what follows for a part of it, to the end of the skill, or further into the conversation.

## Example

```markdown
<instructions>
Fill in the form.

The form lies in `forms/`.
```

## Instead

```markdown
<instructions>
Fill in the form.
</instructions>

The form lies in `forms/`.
```
",
    levels: [Level::Information, Level::Information, Level::Information],
    fixable: true,
    run: Run::Document(run),
};

/// Words that structure a prompt.
const WORDS: [&str; 26] = [
    "background",
    "constraints",
    "context",
    "critical",
    "critical_rules",
    "example",
    "examples",
    "guidelines",
    "important",
    "input",
    "instruction",
    "instructions",
    "notes",
    "objective",
    "output",
    "output_format",
    "persona",
    "process",
    "role",
    "rules",
    "steps",
    "success_criteria",
    "system",
    "task",
    "thinking",
    "workflow",
];

/// Tags of HTML: they are for whoever looks at the page, and many need no end.
const HTML: &str = "\
    a abbr address area article aside audio b base blockquote body br button canvas caption center cite code col colgroup \
    dd del details dialog div dl dt em embed fieldset figcaption figure font footer form h1 h2 h3 h4 h5 h6 head header hr \
    html i iframe img input ins kbd label legend li link main map mark menu meta nav noscript object ol optgroup option p \
    param picture pre progress q s samp script section select small source span strong style sub summary sup svg table \
    tbody td template textarea tfoot th thead time title tr track tt u ul var video wbr";

/// A body with more different tags than this is no prompt that somebody wrote: each would be held against all the others.
const MOST: usize = 400;

/// A tag alone on its line.
struct Tag<'a> {
    name: &'a str,
    span: Span,
    is_end: bool,
}

fn run(context: &DocumentContext<'_>, report: &mut Report<'_>) {
    let document = context.document;
    let (text, body) = (&*document.text, &document.body);
    if !body.span.of(text).contains("\n<") && !body.span.of(text).starts_with('<') {
        return;
    }
    let mut hidden: Vec<Span> =
        body.code_blocks.iter().map(|block| block.span).chain(body.comments.iter().copied()).collect();
    hidden.sort();
    let is_hidden = |at: usize| {
        let before = hidden.partition_point(|span| span.start <= at).checked_sub(1).and_then(|it| hidden.get(it));
        before.is_some_and(|span| at < span.end)
    };
    let all = lines(text, body.span).filter(|line| line.text.starts_with('<') && !is_hidden(line.start));
    let tags: Vec<Tag<'_>> = all.filter_map(|line| tag(line.text, line.start)).collect();
    let ends: HashSet<&str> = tags.iter().filter(|tag| tag.is_end).map(|tag| tag.name).collect();
    let starts: HashSet<&str> = tags.iter().filter(|tag| !tag.is_end).map(|tag| tag.name).collect();
    if ends.union(&starts).count() > MOST {
        return;
    }
    let closed = closed_anywhere(body.span.of(text));
    let is_structured = ends.iter().any(|name| starts.contains(name));
    let mut seen = HashSet::new();
    for (index, tag) in tags.iter().enumerate().filter(|(_, tag)| !tag.is_end) {
        // One that is closed behind other text, or in code, is closed.
        if closed.contains(tag.name) || !seen.insert(tag.name) {
            continue;
        }
        if is_part_of_sentence(text, tag.span) || samples::is_in_torn_fence(context, tag.span.start) {
            continue;
        }
        let slip = ends.iter().copied().filter(|end| !starts.contains(end));
        let slip = nearest(tag.name, slip, 2).map(|(end, _)| end).filter(|end| end.len() > 3);
        let is_word = WORDS.contains(&tag.name.to_ascii_lowercase().as_str());
        let is_placeholder = tag.name.contains('-') && !is_structured;
        if !(is_word || slip.is_some() || is_structured && !is_placeholder && is_followed(text, tag.span)) {
            continue;
        }
        let fix = match slip.and_then(|slip| tags.iter().find(|tag| tag.is_end && tag.name == slip)) {
            Some(end) => Fix::offered(
                format!("Change `</{}>` to `</{}>`", end.name, tag.name),
                vec![Edit::replace(end.span, format!("</{}>", tag.name))],
            ),
            None => closing(context, tag, tags.get(index + 1)),
        };
        report.finding(tag.span, format!("Nothing closes `<{}>`", tag.name)).fix(fix);
    }
}

/// The names of all ends, wherever they stand.
fn closed_anywhere(body: &str) -> HashSet<&str> {
    let names = body.split("</").skip(1).filter_map(|rest| rest.split_once('>'));
    names.map(|(name, _)| name.trim_end()).collect()
}

/// Whether the text around goes on through the tag: it speaks of it (`begin with`, a line below `<answer>`), or what
/// the tag stands for is to be put there.
fn is_part_of_sentence(text: &str, span: Span) -> bool {
    let before = text.get(..span.start).unwrap_or_default();
    let after = text.get(span.end..).unwrap_or_default();
    let above = before.trim_end().rsplit('\n').next().unwrap_or_default().trim();
    let below = after.trim_start();
    let is_prose = !above.starts_with(['#', '<', '-', '*', '>', '|']) && above.chars().any(char::is_whitespace);
    let leads_in =
        is_prose && above.ends_with(|sign: char| sign.is_alphanumeric() || matches!(sign, ',' | '，' | '、'));
    let goes_on =
        below.starts_with(|sign: char| sign.is_lowercase() || matches!(sign, ',' | '.' | ';' | ')' | '，' | '。'));
    // `Write:`, a placeholder between blank lines, and the next thing.
    let stands_alone = !is_followed(text, span) && above.ends_with([':', '：']);
    leads_in && goes_on || stands_alone || goes_on && !is_followed(text, span)
}

/// Whether text follows on the next line: a placeholder stands alone.
fn is_followed(text: &str, span: Span) -> bool {
    let rest = text.get(span.end..).unwrap_or_default();
    rest.lines().nth(1).is_some_and(|line| !line.trim().is_empty())
}

/// The end of a tag before the next one, or at the end of the body.
fn closing(context: &DocumentContext<'_>, tag: &Tag<'_>, next: Option<&Tag<'_>>) -> Fix {
    let text = &*context.document.text;
    let end = next.map_or(context.document.body.span.end, |next| next.span.start);
    let inside = Span::new(tag.span.end, end).of(text);
    let at = tag.span.end + inside.trim_end().len();
    Fix::offered(
        format!("Close it: `</{}>`", tag.name),
        vec![Edit::insert(at, format!("{}</{}>", context.line_break(), tag.name))],
    )
}

/// The tag that is all of a line: `<name>`, `<name key=\"value\">`, `</name>`.
fn tag(line: &str, start: usize) -> Option<Tag<'_>> {
    let line = line.trim_end();
    let inner = line.strip_prefix('<')?.strip_suffix('>')?;
    let (is_end, inner) = inner.strip_prefix('/').map_or((false, inner), |inner| (true, inner));
    let length =
        inner.find(|sign: char| !(sign.is_ascii_alphanumeric() || matches!(sign, '_' | '-'))).unwrap_or(inner.len());
    let (name, rest) = inner.split_at_checked(length)?;
    let has_keys = rest.starts_with(' ') && rest.contains("=\"") && !rest.contains(['<', '>']);
    let is_name = name.starts_with(|sign: char| sign.is_ascii_alphabetic()) && (rest.is_empty() || has_keys);
    let lower = name.to_ascii_lowercase();
    let is_html = HTML.split_ascii_whitespace().any(|html| html == lower) || name.len() < 2;
    (is_name && !is_html && !rest.ends_with('/')).then(|| Tag {
        name,
        span: Span::new(start, start + line.len()),
        is_end,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::testing::{check, check_fix, silent};

    #[test]
    fn a_word_that_structures() {
        let before = "
            <instructions>
            ^^^^^^^^^^^^^^ tag-unclosed (information): Nothing closes `<instructions>`
            Fill in the form.

            ";
        check(&CHECK, before);
        check_fix(&CHECK, before, "<instructions>\nFill in the form.\n</instructions>\n\n");
    }

    #[test]
    fn a_slip_in_the_end() {
        let before = "
            <review_rules>
            ^^^^^^^^^^^^^^ tag-unclosed (information): Nothing closes `<review_rules>`
            Be kind.
            </review_rule>
            ";
        check(&CHECK, before);
        check_fix(&CHECK, before, "<review_rules>\nBe kind.\n</review_rules>\n");
    }

    #[test]
    fn among_others_that_are_closed() {
        let before = "
            <intro kind=\"a\">
            Hello.
            </intro>
            <middle>
            ^^^^^^^^ tag-unclosed: Nothing closes `<middle>`
            World.
            <final>
            The end.
            </final>
            ";
        check(&CHECK, before);
        let after = "<intro kind=\"a\">\nHello.\n</intro>\n<middle>\nWorld.\n</middle>\n<final>\nThe end.\n</final>\n";
        check_fix(&CHECK, before, after);
    }

    #[test]
    fn more_tags_than_anybody_writes() {
        let many: String = (0..401).map(|number| format!("<rules{number}>\nBe kind.\n</rules{number}>\n")).collect();
        silent(&CHECK, &format!("{many}<rules>\nBe kind.\n"));
        let pairs = "<example>\nOne.\n</example>\n".repeat(1000);
        let found = crate::checks::testing::levels(&CHECK, &format!("{pairs}<rules>\nBe kind.\n"));
        assert_eq!(found, [Level::Information]);
    }

    #[test]
    fn what_is_spoken_of() {
        for text in [
            "Begin your answer with\n<thinking>\nand end it with a full stop.\n",
            "Send\n\n<task>\n\n, which is replaced by the request.\n",
            "Write:\n\n<output>\n\nThen stop.\n",
            "<rules>\nBe kind.\n</rules>\n\n<section>\nText.\n",
            "```markdown\nUse:\n```bash\nls\n```\n\n<rules>\nBe kind.\n\n```\n",
        ] {
            silent(&CHECK, text);
        }
    }

    #[test]
    fn what_is_no_structure() {
        silent(
            &CHECK,
            "
            <your-name>

            <details>
            <summary>More</summary>

            <title>

            <br>
            <img src=\"a.png\">
            <rules/>
            <https://example.com>

            ```xml
            <instructions>
            ```

            <!--
            <instructions>
            -->

            <context>Here</context>
            <example>
            Text. </example>
            ",
        );
    }
}
