//! A first settings file, from what is in a repository.

mod house;
mod lines;
mod others;

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::path::Path;

use toml::{Table, Value};

pub use house::House;
pub use others::Others;

use crate::config::Exclusion;
use crate::features::first_settings::lines::{Line, list, quoted, said};
use crate::words::{counted, shortened};

/// What is in a repository.
#[derive(Debug, Default)]
pub struct Seen {
    /// The reader for which every skill is judged, whoever owns it.
    pub reader: String,
    /// How many skills it has that are its own.
    pub skills: usize,
    /// The agents for which they are made, by id, each with how many, and by which folders and manifests.
    pub hosts: BTreeMap<String, Made>,
    /// The folders in which no agent looks, nor does any package bring what lies there, each with how many skills.
    pub unfound: BTreeMap<String, usize>,
    /// The patterns that mean skills of others, each with how many, and why.
    pub others: BTreeMap<String, (usize, String)>,
    /// Tools and servers that skills name and nobody knows, each with how many skills.
    pub tools: BTreeMap<String, usize>,
    /// What all its own skills have in common.
    pub house: House,
    /// The baseline, where there is one, and how many findings it remembers.
    pub baseline: Option<(String, usize)>,
}

impl Seen {
    /// What the file leaves out as others' work.
    pub fn exclusion(&self, top: &Path) -> Exclusion {
        others::exclusion(top, self.others.keys())
    }

    /// What the file sets.
    fn settings(&self) -> Table {
        let patterns: Vec<Value> = self.others.keys().map(|pattern| Value::from(pattern.as_str())).collect();
        let mut settings = Table::new();
        if !patterns.is_empty() {
            settings.insert("exclude".to_owned(), Value::Array(patterns));
        }
        settings
    }
}

/// The skills that are made for an agent.
#[derive(Debug, Default)]
pub struct Made {
    /// How many.
    pub skills: usize,
    /// The folders that the agent owns and the manifests that ship them, each with how many.
    pub by: BTreeMap<String, usize>,
}

/// A tool that fewer skills name is rather a mistake.
const FEWEST_NAMING: usize = 2;

/// The text of the file: what is sure counts, the rest waits to be uncommented, and what was not seen is not there.
///
/// # Errors
///
/// When the text would not set what it is meant to.
pub fn first_settings(seen: &Seen) -> Result<String, String> {
    let mut lines = vec![
        said(
            "What `skill-lsp init` saw in this repository. What is commented out counts for nothing yet; `skill-lsp settings`",
        ),
        said("shows what counts, docs/settings.md of skill-lsp what else there is."),
    ];
    for part in [hosts(seen), others(seen), unfound(seen), baseline(seen), tools(seen), rule(seen)] {
        if !part.is_empty() {
            lines.push(Line::Empty);
            lines.extend(part);
        }
    }
    let text: String = lines.iter().map(Line::to_string).collect();
    match text.parse::<Table>() {
        Ok(settings) if settings == seen.settings() => Ok(text),
        _ => Err("what is here cannot be written as settings that say it".to_owned()),
    }
}

fn hosts(seen: &Seen) -> Vec<Line> {
    if seen.hosts.is_empty() {
        let judged = match seen.skills {
            0 => "No skill is here yet, and no agent's folder.".to_owned(),
            count => {
                let every =
                    if count == 1 { "The one skill" } else { &format!("Each of the {}", counted(count, "skill")) };
                format!("{every} is judged for {} alone: nothing says for whom it is.", seen.reader)
            }
        };
        let example = "Name the agents you write for:\nhosts = [\"claude-code\", \"codex\"]";
        return [judged.as_str()].into_iter().chain(example.lines()).map(said).collect();
    }
    let mut lines = vec![
        said(format!(
            "Each skill is judged for the agents that own its folder or get it in a package, and for {}.",
            seen.reader
        )),
        said("With `hosts` all are judged for those that are named."),
    ];
    for (id, made) in &seen.hosts {
        let mut by: Vec<(&String, &usize)> = made.by.iter().collect();
        by.sort_by_key(|(_, count)| Reverse(**count));
        let by: Vec<&str> = by.into_iter().map(|(by, _)| by.as_str()).collect();
        lines.push(said(format!("  {id}: {}, by {}", counted(made.skills, "skill"), shortened(&by))));
    }
    lines.push(said(format!("hosts = {}", list(seen.hosts.keys()))));
    lines
}

fn others(seen: &Seen) -> Vec<Line> {
    if seen.others.is_empty() {
        return Vec::new();
    }
    let mut lines =
        vec![said("Others' work: never checked, never fixed."), Line::Counts("exclude = [".to_owned(), String::new())];
    for (pattern, (count, why)) in &seen.others {
        let why = if why.is_empty() { String::new() } else { format!(" {why}") };
        lines.push(Line::Counts(format!("  {},", quoted(pattern)), counted(*count, "skill") + &why));
    }
    lines.push(Line::Counts("]".to_owned(), String::new()));
    lines
}

fn unfound(seen: &Seen) -> Vec<Line> {
    // Where nothing says for whom, nobody has to find them.
    if seen.unfound.is_empty() || seen.hosts.is_empty() {
        return Vec::new();
    }
    let mut lines = vec![said(
        "No agent looks into these folders, and no package brings what lies there; `skill-lsp doctor` says what to do:",
    )];
    let folders = seen.unfound.iter().map(|(folder, count)| said(format!("  {folder}: {}", counted(*count, "skill"))));
    lines.extend(folders);
    lines
}

fn baseline(seen: &Seen) -> Vec<Line> {
    let Some((file, count)) = &seen.baseline else { return Vec::new() };
    let findings = counted(*count, "finding");
    vec![
        said(format!("{findings} in {file} are not told. It is found by its name; another is named so:")),
        said(format!("baseline = {}", quoted(file))),
    ]
}

fn tools(seen: &Seen) -> Vec<Line> {
    let often = || seen.tools.iter().filter(|(_, count)| **count >= FEWEST_NAMING);
    if often().next().is_none() {
        return Vec::new();
    }
    let mut lines =
        vec![said("Named in `allowed-tools`, and known to no agent here. Those that you have are no mistake:")];
    lines.extend(often().map(|(tool, count)| said(format!("  {tool} in {}", counted(*count, "skill")))));
    lines.push(said("[tools]"));
    lines.push(said(format!("known = {}", list(often().map(|(tool, _)| tool)))));
    lines
}

fn rule(seen: &Seen) -> Vec<Line> {
    let House { skills, fields, licenses, sections, name_begins } = &seen.house;
    let demands = [("required-fields", fields), ("licenses", licenses), ("required-sections", sections)];
    let demands = demands.into_iter().filter(|(_, values)| !values.is_empty());
    let demands = demands.map(|(key, values)| said(format!("{key} = {}", list(values))));
    let names = name_begins.iter().map(|begins| said(format!("name-pattern = {}", quoted(&format!("^{begins}")))));
    let demands: Vec<Line> = demands.chain(names).collect();
    if demands.is_empty() {
        return Vec::new();
    }
    let skills = counted(*skills, "skill");
    let mut lines = vec![
        said(format!(
            "Each of the {skills} keeps to this already. As a rule of the house it stays so; add `message` in your own words."
        )),
        said("[[rules]]"),
    ];
    lines.extend(demands);
    lines
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use proptest::prelude::*;

    use super::*;
    use crate::config::{Overlay, resolve};

    fn uncommented(text: &str) -> String {
        let is_setting = |line: &str| line.starts_with("# ") && (line.contains(" = ") || line.starts_with("# ["));
        text.lines()
            .map(|line| if is_setting(line) { &line[2..] } else { line })
            .map(|line| format!("{line}\n"))
            .collect()
    }

    fn of_a_collection() -> Seen {
        let made = |skills, by: &[(&str, usize)]| Made {
            skills,
            by: by.iter().map(|(by, count)| ((*by).to_owned(), *count)).collect(),
        };
        Seen {
            reader: "any client".to_owned(),
            skills: 12,
            hosts: BTreeMap::from([
                (
                    "claude-code".to_owned(),
                    made(11, &[("a/plugin.json", 1), ("b/plugin.json", 7), ("c/plugin.json", 2), ("d/plugin.json", 1)]),
                ),
                ("codex".to_owned(), made(1, &[(".codex/skills", 1)])),
            ]),
            unfound: BTreeMap::from([("docs/skills".to_owned(), 1)]),
            others: BTreeMap::from([
                ("/tests/fixtures".to_owned(), (2, String::new())),
                ("/.agents/skills/tdd".to_owned(), (1, "from a/b, by skills-lock.json".to_owned())),
            ]),
            tools: BTreeMap::from([("Reed".to_owned(), 1), ("Deploy\"Tool".to_owned(), 4)]),
            house: House {
                skills: 12,
                fields: vec!["license".to_owned()],
                licenses: vec!["MIT".to_owned()],
                sections: vec!["When to use".to_owned()],
                name_begins: Some("acme-".to_owned()),
            },
            baseline: Some(("skill-lsp-baseline.json".to_owned(), 900)),
        }
    }

    #[test]
    fn it_is_right_as_it_is_and_with_everything_uncommented() {
        for seen in [Seen::default(), Seen { skills: 1, ..Seen::default() }, of_a_collection()] {
            let text = first_settings(&seen).unwrap();
            for text in [uncommented(&text), text] {
                let settings = (PathBuf::from("/p/skill-lsp.toml"), text.as_str());
                let (_, problems) = resolve(Some(settings), &Overlay::default(), &[]);
                assert_eq!(problems, [], "{text}");
            }
        }
    }

    #[test]
    fn only_what_was_seen_is_told() {
        assert_eq!(
            first_settings(&of_a_collection()).unwrap(),
            r##"# What `skill-lsp init` saw in this repository. What is commented out counts for nothing yet; `skill-lsp settings`
# shows what counts, docs/settings.md of skill-lsp what else there is.

# Each skill is judged for the agents that own its folder or get it in a package, and for any client.
# With `hosts` all are judged for those that are named.
#   claude-code: 11 skills, by b/plugin.json, c/plugin.json, a/plugin.json and d/plugin.json
#   codex: 1 skill, by .codex/skills
# hosts = ["claude-code", "codex"]

# Others' work: never checked, never fixed.
exclude = [
  "/.agents/skills/tdd",  # 1 skill from a/b, by skills-lock.json
  "/tests/fixtures",  # 2 skills
]

# No agent looks into these folders, and no package brings what lies there; `skill-lsp doctor` says what to do:
#   docs/skills: 1 skill

# 900 findings in skill-lsp-baseline.json are not told. It is found by its name; another is named so:
# baseline = "skill-lsp-baseline.json"

# Named in `allowed-tools`, and known to no agent here. Those that you have are no mistake:
#   Deploy"Tool in 4 skills
# [tools]
# known = ["Deploy\"Tool"]

# Each of the 12 skills keeps to this already. As a rule of the house it stays so; add `message` in your own words.
# [[rules]]
# required-fields = ["license"]
# licenses = ["MIT"]
# required-sections = ["When to use"]
# name-pattern = "^acme-"
"##
        );
        let nothing = first_settings(&Seen::default()).unwrap();
        assert!(nothing.contains("No skill is here yet"), "{nothing}");
        assert_eq!(nothing.matches(" = ").count(), 1, "{nothing}");
    }

    /// What a repository may hold: anything, and what would be a setting of its own.
    fn text() -> impl Strategy<Value = String> {
        let signs =
            ["\n", "\r\n", "\r", "\"", "\"\"\"", "'''", "\\", "#", "]", "\u{7f}", "\u{85}", "\u{2028}", "\u{2029}"];
        let settings = ["]\n[checks]\nall = \"off\"\n", "\nhosts = []\n", "\nexclude = [\n", " = ", "= [", "[[rules]]"];
        let own = prop::sample::select([signs.as_slice(), &settings].concat()).prop_map(str::to_owned);
        prop::collection::vec(prop_oneof![own, any::<String>(), "[a-z./-]{1,6}"], 0..5).prop_map(|parts| parts.concat())
    }

    fn texts() -> impl Strategy<Value = Vec<String>> {
        prop::collection::vec(text(), 0..4)
    }

    fn any_seen() -> impl Strategy<Value = Seen> {
        let house = (texts(), texts(), texts());
        (texts(), texts(), texts(), texts(), texts(), house, prop::option::of(text())).prop_map(
            |(hosts, by, unfound, others, whys, (fields, licenses, sections), baseline)| {
                let why = |at: usize| whys.get(at).cloned().unwrap_or_default();
                let each = |texts: &[String]| texts.iter().map(|it| (it.clone(), 2)).collect::<BTreeMap<_, _>>();
                let made = |_| Made { skills: 2, by: each(&by) };
                Seen {
                    reader: why(0),
                    skills: whys.len(),
                    hosts: hosts.iter().enumerate().map(|(at, id)| (id.clone(), made(at))).collect(),
                    unfound: each(&unfound),
                    others: others.into_iter().enumerate().map(|(at, it)| (it, (1, why(at)))).collect(),
                    tools: each(&whys),
                    house: House { skills: 5, fields, licenses, sections, name_begins: None },
                    baseline: baseline.map(|file| (file, 3)),
                }
            },
        )
    }

    proptest! {
        /// Without its comments it leaves out what is others', and sets nothing else; what waits in them says what was seen.
        #[test]
        fn nothing_in_a_repository_becomes_a_setting(seen in any_seen()) {
            let text = first_settings(&seen).unwrap();
            let is_harmful = |it: char| it != '\n' && (it.is_control() || "\u{2028}\u{2029}".contains(it));
            prop_assert!(!text.contains(is_harmful), "{:?}", text);
            let values = |texts: Vec<&String>| Value::from(texts.into_iter().cloned().collect::<Vec<String>>());
            let exclude = values(seen.others.keys().collect());
            let is_bare = |line: &&str| !line.starts_with('#');
            let bare: String = text.lines().filter(is_bare).map(|line| format!("{line}\n")).collect();
            for text in [&bare, &text] {
                let mut table: Table = text.parse().unwrap();
                let none = Value::Array(Vec::new());
                prop_assert_eq!(&table.remove("exclude").unwrap_or(none), &exclude);
                prop_assert_eq!(table, Table::new());
            }
            let keys = ["hosts", "baseline", "known", "required-fields", "licenses", "required-sections"];
            let mut waiting = Table::new();
            for line in text.lines().filter_map(|line| line.strip_prefix("# ")) {
                if keys.iter().any(|key| line.starts_with(&format!("{key} = "))) {
                    waiting.extend(line.parse::<Table>().unwrap());
                }
            }
            let expected = [
                ("known", seen.tools.keys().collect::<Vec<_>>()),
                ("required-fields", seen.house.fields.iter().collect()),
                ("licenses", seen.house.licenses.iter().collect()),
                ("required-sections", seen.house.sections.iter().collect()),
            ];
            for (key, texts) in expected {
                let texts = Some(texts).filter(|it| !it.is_empty()).map(values);
                prop_assert_eq!(waiting.get(key), texts.as_ref(), "{}", key);
            }
            prop_assert_eq!(waiting.get("baseline").and_then(Value::as_str), seen.baseline.as_ref().map(|it| &*it.0));
            if !seen.hosts.is_empty() {
                prop_assert_eq!(&waiting["hosts"], &values(seen.hosts.keys().collect()));
            }
        }
    }
}
