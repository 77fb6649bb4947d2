//! `checks` and `explain`: what can be found, and what a finding means.

use crate::checks::{CHECKS, Check, GROUPS};
use crate::cli::arguments::{AnswerFormat, ExplainArguments, TableArguments};
use crate::cli::console::Console;
use crate::cli::report::indented_table;
use crate::cli::terminal::{columns, width, wrapped};
use crate::cli::{Answer, FINE};
use crate::config::Level;
use crate::features::explain::{as_json, explained};
use crate::words::add_new;

/// Runs `checks`.
pub(crate) fn checks(arguments: &TableArguments, console: &Console) -> Answer {
    if arguments.format == AnswerFormat::Json {
        console.print_json(&CHECKS.iter().map(|check| as_json(check)).collect::<Vec<_>>());
        return Ok(FINE);
    }
    let row = |check: &&Check| {
        let fix = if check.fixable { "fix" } else { "" };
        vec![check.id.to_owned(), levels(check), fix.to_owned(), check.summary.to_owned()]
    };
    let block = |(group, checks): &(&str, &[&Check])| {
        let rows: Vec<Vec<String>> = checks.iter().map(row).collect();
        format!("\u{1b}[1m{group}\u{1b}[0m\n{}", indented_table(&rows))
    };
    console.print(&GROUPS.iter().map(block).collect::<Vec<_>>().join("\n"));
    Ok(FINE)
}

/// The default levels, the loudest first: `error/warning`.
fn levels(check: &Check) -> String {
    let mut words: Vec<&str> = Vec::new();
    add_new(&mut words, check.levels.map(Level::word));
    words.join("/")
}

/// Runs `explain`.
pub(crate) fn explain(arguments: &ExplainArguments, console: &Console) -> Answer {
    let check = explained(&arguments.check)?;
    match arguments.format {
        AnswerFormat::Json => console.print_json(&as_json(check)),
        AnswerFormat::Text => {
            let off = check.levels.iter().all(|level| *level == Level::Off);
            let words = levels(check);
            let level = match words.rsplit_once('/') {
                _ if off => "off by default".to_owned(),
                Some((louder, last)) => {
                    format!("by default: {} or {last}, by how grave it is", louder.replace('/', ", "))
                }
                None => format!("by default: {words}"),
            };
            let fix = if check.fixable { "; with a fix" } else { "" };
            console.print(&format!(
                "\u{1b}[1m{}\u{1b}[0m: {}\n{level}{fix}\n\n{}",
                check.id,
                check.summary,
                rendered(check.documentation, columns())
            ));
        }
    }
    Ok(FINE)
}

/// Markdown for the terminal: headings stand out, code is indented, and paragraphs that are too wide are broken anew.
fn rendered(markdown: &str, columns: usize) -> String {
    let mut text = String::new();
    let mut code = false;
    let mut paragraph: Vec<&str> = Vec::new();
    for line in markdown.trim().lines().chain([""]) {
        let is_fence = line.trim_start().starts_with("```");
        let is_plain = !code && !is_fence && !line.starts_with('#') && !line.trim().is_empty();
        let is_item = line.trim_start().starts_with(['-', '*', '|', '>']) && !line.starts_with("**");
        if !is_plain || is_item {
            flush(&mut paragraph, columns, &mut text);
        }
        match () {
            () if is_plain => paragraph.push(line),
            () if is_fence => code = !code,
            () if code => text.push_str(&format!("    {line}\n")),
            () if line.starts_with('#') => {
                text.push_str(&format!("\u{1b}[1m{}\u{1b}[0m\n", line.trim_start_matches('#').trim()));
            }
            () => text.push('\n'),
        }
    }
    format!("{}\n", text.trim_end())
}

/// Writes the lines of a paragraph: as they are, or broken anew where they are too wide.
fn flush(paragraph: &mut Vec<&str>, columns: usize, text: &mut String) {
    let lines: Vec<String> = paragraph.drain(..).map(|line| line.replace("**", "")).collect();
    let Some(first) = lines.first() else { return };
    let lines = match lines.iter().any(|line| width(line) > columns) {
        true => {
            let indent = if first.trim_start().starts_with("- ") { "  " } else { "" };
            let words = lines.iter().flat_map(|line| line.split_whitespace()).collect::<Vec<_>>().join(" ");
            let broken = wrapped(&words, columns.saturating_sub(indent.len()));
            vec![broken.join(&format!("\n{indent}"))]
        }
        false => lines,
    };
    lines.iter().for_each(|line| text.push_str(&format!("{line}\n")));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documentation_reads_well_without_its_signs() {
        assert_eq!(
            rendered("# Why\n**Never** do `x`:\n\n```yaml\na: 1\n```\n", 80),
            "\u{1b}[1mWhy\u{1b}[0m\nNever do `x`:\n\n    a: 1\n"
        );
        assert_eq!(
            rendered("One two three.\nFour.\n\n- a\n- five six seven", 10),
            "One two\nthree.\nFour.\n\n- a\n- five\n  six\n  seven\n"
        );
    }
}
