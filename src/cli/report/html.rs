//! Findings as one page to send around: it needs no other file, runs nothing, and is read on a telephone too.

use std::fmt::Write as _;

use crate::checks::{Diagnostic, check};
use crate::cli::report::grouped::groups;
use crate::cli::report::{FileReport, Findings};
use crate::cli::terminal::{Around, plain};
use crate::config::Level;
use crate::text::{Encoding, Span};
use crate::words::grouped as with_commas;

const STYLE: &str = "\
:root{color-scheme:light dark;--line:#8884;--soft:#8882;--error:#c4302b;--warning:#a86200;--information:#1f6fb2;--hint:#666}
@media(prefers-color-scheme:dark){:root{--error:#ff7b72;--warning:#e3b341;--information:#79c0ff;--hint:#aaa}}
body{font:16px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:68rem;padding:0 1rem}
h1{font-size:1.5rem;margin:0}p.about{color:var(--hint);margin:.2rem 0 1.5rem}
table{border-collapse:collapse;width:100%;margin-bottom:2rem}td,th{border-bottom:1px solid var(--line);padding:.3rem .6rem;text-align:left}
td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}
.level{font-weight:600}.error{color:var(--error)}.warning{color:var(--warning)}.information{color:var(--information)}.hint{color:var(--hint)}
details{border:1px solid var(--line);border-radius:.4rem;margin:.6rem 0;padding:.5rem .8rem}summary{cursor:pointer}
ol{list-style:none;margin:.6rem 0 0;padding:0}li{border-top:1px solid var(--line);padding:.5rem 0}
code,pre{font:13px/1.5 ui-monospace,monospace}code.place{overflow-wrap:anywhere;color:var(--hint)}
pre{background:var(--soft);border-radius:.3rem;margin:.3rem 0;overflow-x:auto;padding:.3rem .6rem;white-space:pre-wrap;overflow-wrap:anywhere}
mark{background:#ffd54a;color:#000}.then{color:var(--hint);font-size:.9rem}";

/// `check --format html`; `summary` is what stands above.
pub(crate) fn html(findings: &Findings, around: &Around, summary: &str) -> String {
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
         <title>Agent Skills: {0}</title>\n<style>\n{STYLE}\n</style>\n</head>\n<body>\n<h1>Agent Skills</h1>\n\
         <p class=\"about\">{0}</p>\n",
        escape(summary)
    );
    let groups = groups(findings);
    if !groups.is_empty() {
        page.push_str("<table>\n<tr><th>level<th>check<th>finds<th class=\"n\">findings</tr>\n");
    }
    for (index, group) in groups.iter().enumerate() {
        let about = check(group.check).map_or("", |check| check.summary);
        let (level, count) = (group.level.word(), with_commas(group.found.len()));
        let _ = writeln!(
            page,
            "<tr><td class=\"level {level}\">{level}<td><a href=\"#g{index}\">{}</a><td>{}<td class=\"n\">{count}</tr>",
            escape(group.check),
            escape(about),
        );
    }
    if !groups.is_empty() {
        page.push_str("</table>\n");
    }
    for (index, group) in groups.iter().enumerate() {
        let (level, open) = (group.level.word(), if group.level == Level::Error { " open" } else { "" });
        let _ = writeln!(
            page,
            "<details id=\"g{index}\"{open}><summary><span class=\"level {level}\">{level}</span> <b>{}</b>{}</summary>\n<ol>",
            escape(group.check),
            escape(&group.extent()),
        );
        group.found.iter().for_each(|(file, diagnostic)| item(&mut page, findings, around, file, diagnostic));
        page.push_str("</ol>\n</details>\n");
    }
    if findings.more > 0 {
        let _ = writeln!(page, "<p>and {} more</p>", with_commas(findings.more));
    }
    page.push_str("</body>\n</html>\n");
    page
}

fn item(page: &mut String, findings: &Findings, around: &Around, file: &FileReport, diagnostic: &Diagnostic) {
    let (start, _) = file.range(diagnostic.span, Encoding::Utf32);
    let path = escape(&around.path(&file.path));
    let _ = writeln!(
        page,
        "<li><code class=\"place\">{path}:{}:{}</code><div>{}</div>{}",
        start.line + 1,
        start.column + 1,
        escape(&diagnostic.message),
        excerpt(file, diagnostic.span, start.line),
    );
    for line in diagnostic.consequence.iter() {
        let _ = writeln!(page, "<div class=\"then\">{}</div>", escape(line));
    }
    for related in &diagnostic.related {
        let (place, _) = findings.place(&related.path, related.span, Encoding::Utf32);
        let place = format!("{}:{}", around.path(&related.path), place.line + 1);
        let _ = writeln!(page, "<div class=\"then\">{}: {}</div>", escape(&place), escape(&related.message));
    }
}

/// So many characters of a line are shown before a place, and so many of the place and behind it.
const BEFORE: usize = 80;
const BEHIND: usize = 160;

/// The line of a finding with its place marked.
fn excerpt(file: &FileReport, span: Span, line: usize) -> String {
    let whole = file.text.line_span(line);
    let text = file.text.as_str();
    let before = Span::new(whole.start, span.start.max(whole.start)).of(text);
    let place = Span::new(span.start, span.end.min(whole.end).max(span.start)).of(text);
    let behind = Span::new(span.end.min(whole.end).max(span.start), whole.end).of(text);
    if whole.of(text).trim().is_empty() {
        return String::new();
    }
    let skipped = before.chars().count().saturating_sub(BEFORE);
    let before: String = before.chars().skip(skipped).collect();
    let cut = |text: &str| -> String {
        let short: String = text.chars().take(BEHIND).collect();
        if short.len() < text.len() { short + "…" } else { short }
    };
    let dots = if skipped > 0 { "…" } else { "" };
    format!("<pre>{dots}{}<mark>{}</mark>{}</pre>", escape(&before), escape(&cut(place)), escape(&cut(behind)))
}

/// Text of others on a page: nothing in it is a tag, and nothing acts.
fn escape(text: &str) -> String {
    plain(text)
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
        .replace('\'', "&#39;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::report::sample;

    #[test]
    fn one_page_in_which_nothing_of_others_acts() {
        let mut findings = sample::findings();
        findings.files[0].diagnostics[1].message.push_str("<script>alert(1)</script>");
        let around = Around { here: "/home/me/project".into(), home: None };
        let page = html(&findings, &around, "1 error & more");
        assert!(page.contains("<code class=\"place\">a b/SKILL.md:3:27</code>"), "{page}");
        assert!(page.contains("Use this when<mark>: </mark>you deploy"), "{page}");
        assert!(page.contains("1 error &amp; more") && !page.contains("<script"), "{page}");
        assert!(!page.contains("http://") && !page.contains("https://"), "it needs no other file");
    }
}
