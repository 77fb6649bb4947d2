//! Whether the target of a link that leads nowhere may be there all the same for who follows it.

use std::cell::OnceCell;
use std::collections::HashSet;
use std::path::Path;

use crate::checks::said_of_file::{Said, is_made_behind, last_said, said_before};
use crate::checks::{DocumentContext, samples};
use crate::document::body::Link;
use crate::knowledge::relative_link;

/// Folders into which work is written.
const OF_WORK: [&str; 21] = [
    "artifacts",
    "ausgabe",
    "build",
    "coverage",
    "data",
    "deliverables",
    "dist",
    "figures",
    "logs",
    "node_modules",
    "out",
    "output",
    "outputs",
    "plots",
    "reports",
    "results",
    "salida",
    "screenshots",
    "sortie",
    "temp",
    "tmp",
];

/// Folders in which the files of a skill lie: who links there means its own files.
pub(crate) const OF_SKILLS: [&str; 12] = [
    "assets",
    "docs",
    "examples",
    "guides",
    "reference",
    "references",
    "resource",
    "resources",
    "rules",
    "scripts",
    "templates",
    "workflows",
];

/// Folders in which the code of a project lies, which is what a skill is used on.
const OF_CODE: [&str; 22] = [
    ".github",
    ".vscode",
    "app",
    "apps",
    "backend",
    "client",
    "cmd",
    "components",
    "config",
    "crates",
    "frontend",
    "internal",
    "lib",
    "packages",
    "pages",
    "pkg",
    "public",
    "server",
    "src",
    "supabase",
    "test",
    "tests",
];

/// Files that every project has of its own.
const OF_PROJECTS: [&str; 32] = [
    ".env",
    ".env.example",
    ".env.local",
    ".gitignore",
    ".mcp.json",
    "agents.md",
    "build.gradle",
    "cargo.toml",
    "changelog.md",
    "claude.md",
    "code_of_conduct.md",
    "composer.json",
    "contributing.md",
    "docker-compose.yml",
    "gemfile.lock",
    "gemini.md",
    "go.mod",
    "index.html",
    "jsconfig.json",
    "license.md",
    "license.txt",
    "main.py",
    "manifest.json",
    "package-lock.json",
    "package.json",
    "plugin.json",
    "pnpm-lock.yaml",
    "pom.xml",
    "pyproject.toml",
    "requirements.txt",
    "security.md",
    "tsconfig.json",
];

/// What headings say of what the skill is to write.
const OF_SAMPLES: [&str; 22] = [
    "deliverable",
    "deliverables",
    "example",
    "examples",
    "format",
    "output",
    "outputs",
    "report",
    "sample",
    "template",
    "templates",
    "ausgabe",
    "ausgabeformat",
    "beispiel",
    "beispiele",
    "vorlage",
    "sortie",
    "exemple",
    "salida",
    "ejemplo",
    "saída",
    "exemplo",
];

/// The same in languages that have no blanks between words.
const SAMPLE_STEMS: [&str; 9] = ["输出", "示例", "模板", "格式", "样例", "出力", "テンプレート", "출력", "예시"];

/// What is known of the doubts about one document.
#[derive(Default)]
pub(crate) struct Doubts {
    /// The names of the files that the text says are made.
    made: OnceCell<HashSet<String>>,
}

impl Doubts {
    /// Whether somebody who follows the link may find something.
    pub(crate) fn is_doubtful(&self, context: &DocumentContext<'_>, link: &Link, path: &str) -> bool {
        stands_above(context, path)
            || is_of_project(context, path)
            || is_of_work(context, link, path)
            || samples::is_in_torn_fence(context, link.span.start)
            || self.is_made(context, path)
    }

    /// Whether the text says of this very file, elsewhere, that it is made: `` It writes `findings.json`. ``
    fn is_made(&self, context: &DocumentContext<'_>, path: &str) -> bool {
        let inner = path.trim_start_matches("./");
        let is_own = inner.split_once('/').is_some_and(|(first, _)| OF_SKILLS.contains(&first));
        if is_own || relative_link::leaves(path) {
            return false;
        }
        let made = self.made.get_or_init(|| made_files(context.document.body.span.of(&context.document.text)));
        made.contains(&name_of(inner).to_lowercase())
    }
}

/// The names of files behind a word of making, as `` `report.md` `` or as a link, in lower case.
fn made_files(body: &str) -> HashSet<String> {
    let mut made = HashSet::new();
    for line in body.lines().filter(|line| line.contains('`')) {
        let mut said: Option<Said> = None;
        let mut from = 0;
        // What is in backticks may be a file; the words before it decide.
        for (index, part) in line.split('`').enumerate() {
            if index % 2 == 0 {
                said = last_said(line.get(from..from + part.len()).unwrap_or_default()).or(said);
            } else if said == Some(Said::Made) && part.contains('.') && !part.contains(char::is_whitespace) {
                made.insert(name_of(part).to_lowercase());
            }
            from += part.len() + 1;
        }
    }
    made
}

fn name_of(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// Whether the path leads there from a folder further up, within the repository: agents work from its root.
fn stands_above(context: &DocumentContext<'_>, path: &str) -> bool {
    const HIGHEST: usize = 8;
    let Some(mut folder) = context.path.parent().filter(|_| !relative_link::leaves(path)) else { return false };
    for _ in 0..HIGHEST {
        if context.files.kind(&folder.join(".git")).is_some() {
            return false;
        }
        let Some(above) = folder.parent() else { return false };
        if context.files.kind(&relative_link::resolved(above, path)).is_some() {
            return true;
        }
        folder = above;
    }
    false
}

/// Whether the path means a file of the project in which the skill is used: it leaves the skill for one that is no text
/// to read, it is one that every project has, or it leads into a folder of code that the skill has not.
fn is_of_project(context: &DocumentContext<'_>, path: &str) -> bool {
    let is_text = Path::new(path).extension().is_none_or(|it| it.eq_ignore_ascii_case("md"));
    if relative_link::leaves(path) {
        return !is_text;
    }
    let inner = path.trim_start_matches("./");
    let lower = name_of(inner).to_lowercase();
    // `vite.config.ts`
    let is_settings = lower.contains(".config.");
    match inner.split_once('/') {
        Some((first, _)) if OF_CODE.contains(&first) => {
            let folder = context.path.parent().map(|folder| folder.join(first));
            !is_text && folder.is_none_or(|folder| context.files.kind(&folder).is_none())
        }
        Some(_) => false,
        None => is_settings || OF_PROJECTS.contains(&lower.as_str()),
    }
}

/// Whether the file is made while the skill is at work, or the link is part of what the skill is to write.
fn is_of_work(context: &DocumentContext<'_>, link: &Link, path: &str) -> bool {
    if relative_link::leaves(path) {
        return false;
    }
    let inner = path.trim_start_matches("./");
    let first = inner.split_once('/').map(|(first, _)| first.to_lowercase());
    if first.as_deref().is_some_and(|first| OF_WORK.contains(&first)) || is_numbered(inner) {
        return true;
    }
    let is_own = first.as_deref().is_some_and(|first| OF_SKILLS.contains(&first));
    match said_before(context, link) {
        Some(said) => said == Said::Made,
        None => is_made_behind(context, link) || !is_own && is_below_sample(context, link),
    }
}

/// Whether a file has a number or a date for a name: `0001-use-postgres.md`, `2026-01-31.md`.
fn is_numbered(path: &str) -> bool {
    name_of(path).as_bytes().windows(3).any(|three| three.iter().all(u8::is_ascii_digit))
}

/// Whether the heading above speaks of what the skill is to write.
fn is_below_sample(context: &DocumentContext<'_>, link: &Link) -> bool {
    let headings = &context.document.body.headings;
    let after = headings.partition_point(|heading| heading.span.end <= link.span.start);
    let heading = after.checked_sub(1).and_then(|at| headings.get(at));
    let Some(heading) = heading.map(|heading| heading.text.to_lowercase()) else { return false };
    heading.split(|sign: char| !sign.is_alphanumeric()).any(|word| OF_SAMPLES.contains(&word))
        || SAMPLE_STEMS.iter().any(|stem| heading.contains(stem))
}

#[cfg(test)]
mod tests {
    use crate::checks::check;
    use crate::checks::testing::levels;
    use crate::config::Level;

    fn level(body: &str, others: &str) -> Vec<Level> {
        let text = format!("//- /home/shop/skills/pdf/SKILL.md\n---\nname: pdf\n---\n{body}\n{others}");
        levels(check("link-target-missing").expect("it is there"), &text)
    }

    #[test]
    fn from_a_folder_further_up() {
        let file = "//- /home/shop/docs/style.md\ntext\n";
        assert_eq!(level("See [it](docs/style.md).", file), [Level::Hint]);
        assert_eq!(level("See [it](docs/other.md).", file), [Level::Warning]);
        // Above the repository nobody looks.
        let git = "//- /home/shop/.git/HEAD\nref\n//- /home/docs/other.md\ntext\n";
        assert_eq!(level("See [it](docs/other.md).", git), [Level::Warning]);
    }

    #[test]
    fn made_while_the_skill_is_at_work() {
        for body in [
            "Create [the plan](plan.md) first.",
            "Maintain [the registry](references/registry.md).",
            "![chart](output/chart.png)",
            "[ADR 1](0001-use-postgres.md)",
            "## Output format\n\n- [Summary](summary.md)",
        ] {
            assert_eq!(level(body, ""), [Level::Hint], "{body}");
        }
    }

    #[test]
    fn meant_to_be_read() {
        for body in [
            "See [the plan](plan.md).",
            "To create one, see [the plan](plan.md).",
            "## Output format\n\nSee [the format](format.md).",
            "## Examples\n\n- [Forms](references/forms.md)",
            "- [another](../other/SKILL.md)",
            "| Task | File |\n|---|---|\n| Create routes | [routes](references/routes.md) |",
        ] {
            assert_eq!(level(body, ""), [Level::Warning], "{body}");
        }
    }

    #[test]
    fn a_file_of_the_project() {
        for target in ["../../vite.config.ts", "vite.config.ts", "./package.json", "CHANGELOG.md", "src/index.ts"] {
            assert_eq!(level(&format!("Look at [it]({target})."), ""), [Level::Hint], "{target}");
        }
        for target in ["README.md", "scripts/fill.py", "src/notes.md"] {
            assert_eq!(level(&format!("Look at [it]({target})."), ""), [Level::Warning], "{target}");
        }
        // A skill that has such a folder means its own.
        let file = "//- /home/shop/skills/pdf/src/fill.py\ntext\n";
        assert_eq!(level("Look at [it](src/sign.py).", file), [Level::Warning]);
    }

    #[test]
    fn said_elsewhere_to_be_made() {
        let body = "Run it; it writes `findings.md`.\n\nThen read [the findings](findings.md).";
        assert_eq!(level(body, ""), [Level::Hint]);
        let body = "To create one, read `findings.md`.\n\nThen read [the findings](findings.md).";
        assert_eq!(level(body, ""), [Level::Warning]);
    }

    #[test]
    fn in_other_languages() {
        for body in [
            "Das Skript schreibt [bericht.md](bericht.md).",
            "Am Ende wird [ergebnis.md](references/ergebnis.md) erzeugt.",
            "[das](references/liste.md) wird gespeichert.",
            "Le fichier [rapport](references/rapport.md) sera créé.",
            "Il file [risultato](references/risultato.md) viene generato.",
            "Het bestand [uitvoer](references/uitvoer.md) wordt aangemaakt.",
            "Файл [отчёт](references/отчёт.md) будет создан.",
            "El script genera [informe](informe.md).",
            "报告写入 [报告](报告.md)。",
            "[レポート](./レポート.md) を作成する",
            "## 输出格式\n\n- [参考](报告.md)",
        ] {
            assert!(level(body, "").contains(&Level::Hint), "{body}");
        }
        for body in [
            "Siehe [die Regeln](regeln.md).",
            "参见 [参考](参考.md)。",
            "[仕様](references/仕様.md) を読む",
            "[die Regeln](references/regeln.md)",
            "Lee [las reglas](reglas.md).",
        ] {
            assert_eq!(level(body, ""), [Level::Warning], "{body}");
        }
    }

    #[test]
    fn in_a_block_that_was_torn() {
        let torn = "```markdown\nRun:\n```bash\nls\n```\nSee [plan](plan.md)\n```\n";
        assert_eq!(level(torn, ""), [Level::Hint]);
        let whole = "````markdown\nRun:\n```bash\nls\n```\n````\nSee [plan](plan.md)\n";
        assert_eq!(level(whole, ""), [Level::Warning]);
    }
}
