//! Patterns in `paths`: the folders and files of the workspace, step by step, and a pattern for each ending.

use std::collections::BTreeMap;

use crate::catalog::is_glob;
use crate::document::patterns::patterns as written_patterns;
use crate::features::Context;
use crate::features::completion::list::{Between, Slot, slot};
use crate::features::completion::spot::ValueSpot;
use crate::features::completion::{Completion, Kind};
use crate::text::Span;

/// How many names of a folder are offered.
const MOST: usize = 100;
/// How many endings are offered.
const MOST_ENDINGS: usize = 8;
/// Folders whose files nobody writes by hand.
const PASSED_BY: [&str; 4] = ["node_modules", "target", "__pycache__", "dist"];

/// What may stand in a pattern at the cursor.
pub(super) fn patterns(context: &Context<'_>, spot: &ValueSpot<'_>) -> Vec<Completion> {
    let text = &context.document.text;
    let Some(slot) = slot(text, spot, Between::Commas) else { return Vec::new() };
    let typed = Span::new(slot.word.start, spot.offset).of(text);
    let (folder, _) = typed.split_at(typed.rfind('/').map_or(0, |at| at + 1));
    // Behind a star there is no one folder any more.
    let is_plain = !is_glob(folder) && !folder.contains(['{', '[', '\\', '!', '~']) && !folder.contains("..");
    if !is_plain || folder.starts_with("./") {
        return Vec::new();
    }
    let here = &context.environment.working_directory;
    let place = here.join(folder.trim_start_matches('/'));
    let names = context.files.list(&place);
    let is_offered = |name: &&String| !name.starts_with(".git") && !PASSED_BY.contains(&name.trim_end_matches('/'));
    let there: Vec<String> = context.document.field("paths").map_or(Vec::new(), |field| {
        let others = written_patterns(text, &field.value).into_iter().filter(|it| !it.span.touches(spot.offset));
        others.map(|it| it.span.of(text).to_owned()).collect()
    });
    let mut items: Vec<Completion> = Vec::new();
    let mut offer = |written: String, label: &str, kind: Kind, detail: String| {
        if !there.contains(&written) {
            items.push(offered(&slot, label, &written, kind, detail));
        }
    };
    if !names.is_empty() && !folder.is_empty() {
        offer(format!("{folder}**"), "**", Kind::Value, "everything in it".to_owned());
    }
    for name in names.iter().filter(is_offered).filter(|name| name.ends_with('/')).take(MOST) {
        offer(format!("{folder}{name}"), name, Kind::Folder, String::new());
    }
    for (ending, count) in endings(&names) {
        let files = if count == 1 { "file".to_owned() } else { format!("{count} files") };
        offer(format!("{folder}*.{ending}"), &format!("*.{ending}"), Kind::Value, format!("{files} here"));
    }
    for name in names.iter().filter(is_offered).filter(|name| !name.ends_with('/')).take(MOST) {
        offer(format!("{folder}{name}"), name, Kind::File, String::new());
    }
    items
}

fn offered(slot: &Slot, label: &str, written: &str, kind: Kind, detail: String) -> Completion {
    Completion { detail, filter: Some(written.to_owned()), ..slot.completion(label, written, kind) }
}

/// The endings of the files of a folder, the commonest first.
fn endings(names: &[String]) -> Vec<(&str, usize)> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for name in names.iter().filter(|name| !name.ends_with('/')) {
        if let Some((stem, ending)) = name.rsplit_once('.')
            && !stem.is_empty()
            && !ending.is_empty()
        {
            *counts.entry(ending).or_default() += 1;
        }
    }
    let mut endings: Vec<(&str, usize)> = counts.into_iter().collect();
    endings.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    endings.truncate(MOST_ENDINGS);
    endings
}

#[cfg(test)]
mod tests {
    use crate::features::completion::testing::{after, labels, offers};

    fn fixture(line: &str) -> String {
        format!(
            "//- /home/shop/.claude/skills/pdf/SKILL.md\n---\n{line}\nlicense: MIT\n---\n//- /home/shop/src/a.ts\nx\n\
             //- /home/shop/src/b.ts\nx\n//- /home/shop/src/ui/c.tsx\nx\n//- /home/shop/README.md\nx\n\
             //- /home/shop/node_modules/d.js\nx\n"
        )
    }

    fn with(line: &str, label: &str) -> String {
        let text = after(&fixture(line), label);
        text.trim_start_matches("---\n").split("\nlicense").next().unwrap_or_default().to_owned()
    }

    #[test]
    fn step_by_step() {
        assert_eq!(labels(&fixture("paths: $0")), [".claude/", "src/", "*.md", "README.md"]);
        assert_eq!(offers(&fixture("paths: src/$0")), "\n** — everything in it\nui/\n*.ts — 2 files here\na.ts\nb.ts");
        assert_eq!(labels(&fixture("paths: [src/a.ts, src/$0]")), ["**", "ui/", "*.ts", "b.ts"]);
        for line in ["paths: src/*/$0", "paths: ../$0", "paths: ./$0", "paths: [src] $0", "paths: nowhere/$0"] {
            assert_eq!(labels(&fixture(line)), Vec::<String>::new(), "{line}");
        }
    }

    #[test]
    fn in_every_form() {
        assert_eq!(with("paths:$0", "src/"), "paths: src/");
        assert_eq!(with("paths: src/$0", "*.ts"), "paths: src/*.ts");
        assert_eq!(with("paths: s$0", "*.md"), "paths: \"*.md\"");
        assert_eq!(with("paths: \"s$0\"", "*.md"), "paths: \"*.md\"");
        assert_eq!(with("paths: docs/**, src/u$0", "ui/"), "paths: docs/**, src/ui/");
        assert_eq!(with("paths: \"a.{b,c},$0\"", "src/"), "paths: \"a.{b,c}, src/\"");
        assert_eq!(with("paths: [docs/**,$0]", "src/"), "paths: [docs/**, src/]");
        assert_eq!(with("paths: ['s$0']", "*.md"), "paths: ['*.md']");
        assert_eq!(with("paths:\n  - src/$0", "**"), "paths:\n  - src/**");
        assert_eq!(with("paths:\n  - x\n  $0", "src/"), "paths:\n  - x\n  - src/");
        assert_eq!(with("paths:\n  - \"src/$0\"", "*.ts"), "paths:\n  - \"src/*.ts\"");
    }
}
