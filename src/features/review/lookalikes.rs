//! Packages that are called nearly as well-known ones: whoever mistypes a name gets somebody else's program.

use std::sync::LazyLock;

use regex::Regex;

use crate::features::review::Weight;
use crate::features::review::language::Language;
use crate::features::review::note::Notes;
use crate::features::review::signs::line_around;

/// Names that everybody installs, and some that are near to one of them and well-known themselves.
const KNOWN: &str = include_str!("well_known_packages.txt");

/// Shorter names have too many neighbours.
const SHORTEST: usize = 5;
/// No more names of owners are held against each other in one file.
const MOST_OWNED: usize = 2000;

/// A dependency of a manifest: `"express": "^4"`, `requests>=2`.
static IN_JSON: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r#""(@?[A-Za-z0-9][\w./-]*)"\s*:\s*"(?:[\^~<>=]*\s*\d|\*|latest|workspace:|npm:|git|https?:|file:)"#)
        .ok()
});
static IN_LINES: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"(?m)^[ \t]*([A-Za-z][\w.-]*)(?:\[[\w,]*\])?[ \t]*(?:[=<>~!]=|[<>]|$|;|#)").ok());
/// `gem "rake"`.
static IN_GEMFILE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r#"(?m)^[ \t]*(?:gem|\w+\.add_(?:\w+_)?dependency)[ \t(]+["']([A-Za-z][\w.-]*)["']"#).ok()
});
/// `serde = "1"`, `serde = { version = "1" }`.
static IN_TOML: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r#"(?m)^[ \t]*["']?([A-Za-z][\w-]*)["']?[ \t]*=[ \t]*(?:["'][\^~<>=]*\s*[\d*]|\{)"#).ok()
});
/// A package that a command installs or runs.
static INSTALLED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r#"\b(?:npx|bunx|uvx|pipx\s+(?:run|install)|pip3?\s+install|uv\s+(?:pip\s+install|add|tool\s+(?:install|run))|npm\s+(?:i|install|add|exec)|pnpm\s+(?:add|dlx|install)|yarn\s+(?:add|dlx)|bun\s+(?:add|install)|gem\s+install|cargo\s+(?:install|add))((?:[ \t"',\[\]]+[@A-Za-z-][\w@./=<>~^-]*)+)"#).ok()
});
/// What only runs a package: what stands behind its name is for the package.
static RUNS_ONE: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"^(?:npx|bunx|uvx|pipx\s+run|pnpm\s+dlx|yarn\s+dlx|npm\s+exec|uv\s+tool\s+run)").ok());
static ARGUMENTS: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r#""(?:-y|--yes|-q)"\s*,\s*"(@?[A-Za-z0-9][\w./@-]*)""#).ok());

/// Notes the packages whose names are one slip away from a well-known one.
pub(super) fn lookalikes(name: &str, text: &str, language: Language, notes: &mut Notes<'_>) {
    let file = name.rsplit('/').next().unwrap_or(name).to_ascii_lowercase();
    let mut found: Vec<(usize, &str)> = Vec::new();
    let all = |pattern: &'static LazyLock<Option<Regex>>| {
        let captures = pattern.iter().flat_map(|it| it.captures_iter(text));
        captures.filter_map(|it| it.get(1)).map(|it| (it.start(), it.as_str())).collect::<Vec<_>>()
    };
    if file.ends_with(".json") {
        found.extend(all(&IN_JSON));
        found.extend(all(&ARGUMENTS));
    }
    if file.contains("requirements") && file.ends_with(".txt") {
        found.extend(all(&IN_LINES));
    }
    if file == "gemfile" || file.ends_with(".gemspec") {
        found.extend(all(&IN_GEMFILE));
    }
    if matches!(file.as_str(), "cargo.toml" | "pyproject.toml" | "pipfile") {
        found.extend(all(&IN_TOML));
    }
    if language != Language::Data || file.ends_with(".yml") || file.ends_with(".yaml") {
        for installed in INSTALLED.iter().flat_map(|it| it.captures_iter(text)) {
            let (Some(whole), Some(group)) = (installed.get(0), installed.get(1)) else { continue };
            let (start, words) = (group.start(), group.as_str());
            let runs_one = RUNS_ONE.as_ref().is_some_and(|it| it.is_match(whole.as_str()));
            let most = if runs_one { 1 } else { usize::MAX };
            for word in words
                .split([' ', '\t', '"', '\'', ',', '[', ']'])
                .filter(|it| !it.is_empty() && !it.starts_with('-'))
                .take(most)
            {
                let at = word.as_ptr() as usize - words.as_ptr() as usize;
                found.push((start + at, word));
            }
        }
    }
    beside(text, notes);
    for (start, word) in found.into_iter().filter(|(_, word)| !word.starts_with('-')) {
        if let Some(known) = nearest(word) {
            let message = format!("names the package `{word}`, which is not `{known}` but nearly");
            notes.add(Weight::Look, "lookalike", start, message);
        }
    }
}

/// A package of a repository: a machine, an owner, a name.
static OWNED: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"\b((?:[\w-]+\.)+[a-z]{2,})/([\w-]+)/([\w.-]*\w)").ok());

/// Notes two packages on one line that differ by a letter of their owner's name.
fn beside(text: &str, notes: &mut Notes<'_>) {
    let Some(owned) = OWNED.as_ref() else { return };
    let mut before: Vec<(usize, regex::Captures<'_>)> = Vec::new();
    for found in owned.captures_iter(text).take(MOST_OWNED) {
        let at = found.get(0).map_or(0, |it| it.start());
        let from = line_around(text, at).0;
        before.retain(|(line, _)| *line == from);
        let (owner, rest) = (part(&found, 2), (part(&found, 1), part(&found, 3)));
        let is_twin = |other: &regex::Captures<'_>| {
            (part(other, 1), part(other, 3)) == rest
                && owner.len() >= SHORTEST
                && strsim::damerau_levenshtein(owner, part(other, 2)) == 1
        };
        if let Some((_, other)) = before.iter().find(|(_, other)| is_twin(other)) {
            let message = format!("names the owner `{owner}` beside `{}`, which is nearly the same", part(other, 2));
            notes.add(Weight::Look, "lookalike", at, message);
        }
        before.push((from, found));
    }
}

fn part<'a>(of: &regex::Captures<'a>, at: usize) -> &'a str {
    of.get(at).map_or("", |it| it.as_str())
}

/// The well-known package that a name nearly is.
fn nearest(word: &str) -> Option<&'static str> {
    let lower = word.to_lowercase();
    let at = lower.get(1..).and_then(|rest| rest.find('@')).map_or(lower.len(), |at| at + 1);
    let bare = lower.get(..at)?.split(['=', '<', '>', '~', '^']).next()?;
    // Of a name in a scope the scope is what is trusted.
    let name = if bare.starts_with('@') { bare.split('/').next()? } else { bare };
    let plain = |text: &str| text.replace(['-', '_', '.'], "");
    let known = || KNOWN.lines().map(str::trim).filter(|line| !line.is_empty());
    // A hyphen and an underscore are the same to those who fetch packages.
    let name = name.replace('_', "-");
    if name.len() < SHORTEST || known().any(|known| known.replace('_', "-") == name) {
        return None;
    }
    known()
        .filter(|known| known.len() >= SHORTEST)
        .find(|known| strsim::damerau_levenshtein(&name, &known.replace('_', "-")) == 1 || plain(&name) == plain(known))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Text;

    fn told(name: &str, text: &str) -> Vec<String> {
        let lines = Text::new(text);
        let mut notes = Notes::new(name, &lines);
        lookalikes(name, text, Language::of(name, text), &mut notes);
        notes.found.iter().map(|it| format!("{} {}", it.line.unwrap_or_default(), it.message)).collect()
    }

    #[test]
    fn names_that_are_one_slip_away() {
        let json = "{\"dependencies\": {\n\"expresss\": \"^4.18.2\",\n\"crossenv\": \"^7.0.3\",\n\"preact\": \"10\"}}";
        assert_eq!(
            told("package.json", json),
            [
                "2 names the package `expresss`, which is not `express` but nearly",
                "3 names the package `crossenv`, which is not `cross-env` but nearly"
            ]
        );
        let lines = "numpy>=2\nscikit-leran>=1.5\nrequests\n";
        let leran = "names the package `scikit-leran`, which is not `scikit-learn` but nearly";
        assert_eq!(told("requirements.txt", lines), [format!("2 {leran}")]);
        assert_eq!(
            told("setup.sh", "pip install reqeusts numpy\n"),
            ["1 names the package `reqeusts`, which is not `requests` but nearly"]
        );
        let server = "{\"command\": \"npx\", \"args\": [\"-y\", \"@modelcontextprotocl/server-github\"]}";
        assert_eq!(told(".mcp.json", server).len(), 1);
        assert_eq!(
            told("Gemfile", "source \"https://rubygems.org\"\ngem \"rake\"\ngem \"nokogirl\", \"~> 1.16\"\n"),
            ["3 names the package `nokogirl`, which is not `nokogiri` but nearly"]
        );
        assert_eq!(
            told("Cargo.toml", "[dependencies]\nserde = \"1\"\nserde_jsom = \"1\"\n"),
            ["3 names the package `serde_jsom`, which is not `serde_json` but nearly"]
        );
    }

    #[test]
    fn owners_that_are_one_slip_apart() {
        let line = "replace github.com/northwind/log => github.com/nortwind/log v1\n";
        assert_eq!(told("a.md", line), ["1 names the owner `nortwind` beside `northwind`, which is nearly the same"]);
        for line in ["github.com/northwind/log => github.com/southwind/log\n", "x.example/v1/a and x.example/v2/a\n"] {
            assert_eq!(told("a.md", line), [""; 0], "{line}");
        }
    }

    #[test]
    fn ordinary_names() {
        for text in
            ["npm install express react-dom lodash\n", "pip install python_dateutil numpy pandas\n", "npx tsx a.ts\n"]
        {
            assert_eq!(told("a.sh", text), [""; 0], "{text}");
        }
    }
}
