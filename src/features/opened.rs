//! Which open files would wake a skill that waits for one.

use std::path::PathBuf;
use std::sync::Arc;

use crate::catalog::{PathMatcher, View, waits};
use crate::features::Context;
use crate::features::inlay::Hint;
use crate::features::page::{Page, Piece, code, strong, words};
use crate::hosts::PathPatterns;
use crate::words::{add_new, capitalized, enumeration};

/// The open files that wake the skill, in the hosts that read `paths` in one way.
#[derive(Debug, PartialEq, Eq)]
pub struct Woken<'a> {
    /// The names of the hosts.
    pub hosts: Vec<&'a str>,
    /// The files, each with the pattern that matches it.
    pub files: Vec<(&'a PathBuf, Arc<str>)>,
}

/// What the open files do to this skill; nothing when it waits for none. Only what is open is looked at, never the disk.
pub fn woken<'a>(context: &Context<'a>) -> Vec<Woken<'a>> {
    let Some((id, _)) = context.skill() else { return Vec::new() };
    let mut ways: Vec<(PathPatterns, &[Arc<str>], Woken)> = Vec::new();
    for host in context.hosts {
        let Some(view) = context.catalog.view(&host.id) else { continue };
        let waiting = view.all_of_skill(id).find(|candidate| waits(view, candidate));
        let Some(candidate) = waiting else { continue };
        let (kind, patterns) = (host.controls.path_patterns, &*candidate.reading.paths);
        match ways.iter_mut().find(|(known, read, _)| (*known, *read) == (kind, patterns)) {
            Some((_, _, woken)) => woken.hosts.push(&host.name),
            None => {
                ways.push((kind, patterns, Woken { hosts: vec![&host.name], files: matching(context, view, patterns) }))
            }
        }
    }
    ways.into_iter().map(|(_, _, woken)| woken).collect()
}

/// The open files that some patterns match in a host. The skill itself is open whenever it is asked about.
fn matching<'a>(context: &Context<'a>, view: &View, patterns: &[Arc<str>]) -> Vec<(&'a PathBuf, Arc<str>)> {
    let (kind, here) = (view.host.controls.path_patterns, &view.environment.working_directory);
    let Some(all) = PathMatcher::new(kind, patterns, here) else { return Vec::new() };
    let files: Vec<&PathBuf> = context.open.iter().filter(|file| *file != context.path && all.matches(file)).collect();
    if files.is_empty() {
        return Vec::new();
    }
    let each: Vec<(&Arc<str>, PathMatcher)> = patterns
        .iter()
        .filter_map(|pattern| Some((pattern, PathMatcher::new(kind, std::slice::from_ref(pattern), here)?)))
        .collect();
    // The last one decides: those before it may be taken back in between.
    let decides = |file: &PathBuf| each.iter().rev().find(|(_, matcher)| matcher.matches(file));
    files.into_iter().filter_map(|file| Some((file, decides(file)?.0.clone()))).collect()
}

/// How many open files wake the skill, at its `paths`.
pub(super) fn hint(context: &Context<'_>) -> Option<Hint> {
    let woken = woken(context);
    let count = |woken: &Woken| match woken.files.len() {
        0 => "no open file matches".to_owned(),
        1 => "1 open file matches".to_owned(),
        count => format!("{count} open files match"),
    };
    let label = match woken.as_slice() {
        [] => return None,
        [woken] => count(woken),
        several => {
            let said = several.iter().map(|it| format!("{}: {}", capitalized(&enumeration(&it.hosts)), count(it)));
            said.collect::<Vec<_>>().join(", ")
        }
    };
    let field = context.document.field("paths")?;
    let line = field.span.of(&context.document.text).lines().next().unwrap_or_default();
    let mut files: Vec<String> = Vec::new();
    let matching = woken.iter().flat_map(|woken| &woken.files);
    let line_of =
        |(file, pattern): &(&PathBuf, Arc<str>)| format!("{} matches {pattern}", context.environment.short(file));
    add_new(&mut files, matching.map(line_of));
    Some(Hint { offset: field.span.start + line.trim_end().len(), label, tooltip: files.join("\n") })
}

/// So many files are named.
const NAMED: usize = 5;

/// Adds to a page which open files wake the skill; with a pattern, only those that it matches.
pub(super) fn tell(context: &Context<'_>, pattern: Option<&str>, page: &mut Page) {
    let woken = woken(context);
    let is_one_way = woken.len() == 1;
    for Woken { hosts, files } in woken {
        let files: Vec<_> = files.iter().filter(|(_, by)| pattern.is_none_or(|it| it == &**by)).collect();
        let said = match (files.is_empty(), pattern.is_some()) {
            (true, true) => continue,
            (true, false) => "No open file activates it",
            (false, _) => "Activated by open files",
        };
        page.line(match is_one_way {
            true => vec![words(said)],
            false => vec![strong(capitalized(&enumeration(&hosts))), words(format!(": {}", lowered(said)))],
        });
        for (file, by) in files.iter().take(NAMED) {
            let file = Piece::File { shown: context.environment.short(file), path: (*file).clone() };
            page.item(match pattern {
                Some(_) => vec![file],
                None => vec![file, words(" matches "), code(&**by)],
            });
        }
        if files.len() > NAMED {
            page.item([words(format!("and {} more", files.len() - NAMED))]);
        }
    }
}

fn lowered(sentence: &str) -> String {
    let mut characters = sentence.chars();
    characters.next().map(|first| first.to_lowercase().chain(characters).collect()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::hover::testing::told;
    use crate::features::testing::ask;

    /// The hint of a skill in a shop where some files are open, and where it stands.
    fn drawn(hosts: &str, open: &str, written: &str) -> String {
        ask(&fixture(hosts, open, written), |context, _| {
            let mut text = context.document.text.to_string();
            let Some(hint) = hint(context) else { return "no hint".to_owned() };
            text.insert_str(hint.offset, &format!(" ⟦{}⟧", hint.label));
            let line = text.lines().find(|line| line.contains('⟦')).unwrap_or_default().trim_end();
            [line, &hint.tooltip].join("\n").trim_end().to_owned()
        })
    }

    fn fixture(hosts: &str, open: &str, written: &str) -> String {
        format!(
            "//# hosts = {hosts}\n//# open = {open}\n//- /home/shop/.claude/skills/pdf/SKILL.md\n---\ndescription: d\npaths: {written}\n---\n"
        )
    }

    #[test]
    fn counted_at_the_key() {
        let open = "/home/shop/src/a.rs, /home/shop/src/b.py, /home/shop/notes.md, /elsewhere/c.rs";
        let claude = |written| drawn("claude-code", open, written);
        assert_eq!(claude("'*.rs'"), "paths: '*.rs' ⟦1 open file matches⟧\nsrc/a.rs matches *.rs");
        assert_eq!(
            claude("\n  - docs/**\n  - src/**\n  - '*.py'"),
            "paths: ⟦2 open files match⟧\nsrc/a.rs matches src/**\nsrc/b.py matches *.py"
        );
        let taken_back = claude("['*', '!*.rs', '!*.py']");
        assert!(taken_back.ends_with("⟦1 open file matches⟧\nnotes.md matches *"), "{taken_back}");
        assert_eq!(claude("[go/**]"), "paths: [go/**] ⟦no open file matches⟧");
        assert_eq!(drawn("claude-code", "", "'*.rs'"), "paths: '*.rs' ⟦no open file matches⟧");
        assert_eq!(claude("'**'"), "no hint", "it does not wait");
        assert_eq!(claude("[]"), "no hint");
        assert_eq!(drawn("codex", open, "'*.rs'"), "no hint", "Codex does not look at it");
    }

    #[test]
    fn each_host_in_its_way() {
        let qwen = |written: &str| {
            let fixture = fixture("qwen-code", "/home/shop/src/a.rs", written).replace(".claude", ".qwen");
            ask(&fixture, |context, _| hint(context).map(|hint| hint.label))
        };
        assert_eq!(qwen("['*.rs']").as_deref(), Some("no open file matches"));
        assert_eq!(qwen("['src/*.rs']").as_deref(), Some("1 open file matches"));
    }

    #[test]
    fn told_when_asked() {
        let hover =
            |open: &str, written: &str| told(&fixture("claude-code", open, written).replace("paths:", "pat$0hs:"));
        let page = hover("/home/shop/src/a.rs", "src/**");
        assert!(page.ends_with("Activated by open files\n\n- src/a.rs matches `src/**`"), "{page}");
        let page = hover("/home/shop/a.py", "src/**");
        assert!(page.ends_with("No open file activates it"), "{page}");
        let page = told(&fixture("claude-code", "/home/shop/src/a.rs, /home/shop/b.py", "[$0src/**, '*.py']"));
        assert!(page.ends_with("Activated by open files\n\n- src/a.rs"), "{page}");
    }
}
