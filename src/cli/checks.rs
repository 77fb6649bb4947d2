//! `checks` and `explain`: what can be found, and what a finding means.

use crate::checks::{CHECKS, Check, GROUPS};
use crate::cli::arguments::{AnswerFormat, ExplainArguments, TableArguments};
use crate::cli::console::Console;
use crate::cli::report::indented_table;
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
                rendered(check.documentation)
            ));
        }
    }
    Ok(FINE)
}

/// Markdown for the terminal: headings stand out, code is indented, the rest stays as it is written.
fn rendered(markdown: &str) -> String {
    let mut text = String::new();
    let mut code = false;
    for line in markdown.trim().lines() {
        if line.trim_start().starts_with("```") {
            code = !code;
        } else if code {
            text.push_str(&format!("    {line}\n"));
        } else if line.starts_with('#') {
            text.push_str(&format!("\u{1b}[1m{}\u{1b}[0m\n", line.trim_start_matches('#').trim()));
        } else {
            text.push_str(&format!("{}\n", line.replace("**", "")));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documentation_reads_well_without_its_signs() {
        assert_eq!(
            rendered("# Why\n**Never** do `x`:\n\n```yaml\na: 1\n```\n"),
            "\u{1b}[1mWhy\u{1b}[0m\nNever do `x`:\n\n    a: 1\n"
        );
    }
}
