//! A first settings file, from what is in a repository.

mod house;
mod others;

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

pub use house::House;
pub use others::Others;

use crate::config::Exclusion;
use crate::words::grouped;

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
    /// Whether a file is left out as others' work.
    pub fn excludes(&self, top: &Path, path: &Path) -> bool {
        let mut exclusion = Exclusion::default();
        exclusion.add(top, &self.others.keys().cloned().collect::<Vec<_>>(), &[]);
        exclusion.has(path)
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

/// So many are named in a comment.
const MOST_NAMED: usize = 3;

/// The text of the file: what is sure counts, the rest waits to be uncommented, and what was not seen is not there.
pub fn first_settings(seen: &Seen) -> String {
    let mut text = "# What `skill-lsp init` saw in this repository. What is commented out counts for nothing yet; `skill-lsp settings`\n\
                    # shows what counts, docs/settings.md of skill-lsp what else there is.\n"
        .to_owned();
    for part in [hosts(seen), others(seen), unfound(seen), baseline(seen), tools(seen), rule(seen)] {
        if !part.is_empty() {
            text.push('\n');
            text.push_str(&part);
        }
    }
    text
}

fn hosts(seen: &Seen) -> String {
    if seen.hosts.is_empty() {
        let judged = match seen.skills {
            0 => "No skill is here yet, and no agent's folder.".to_owned(),
            count => format!("{} is judged for {} alone: nothing says for whom it is.", every(count), seen.reader),
        };
        return format!("# {judged} Name the agents you write for:\n# hosts = [\"claude-code\", \"codex\"]\n");
    }
    let mut text = format!(
        "# Each skill is judged for the agents that own its folder or get it in a package, and for {}.\n\
         # With `hosts` all are judged for those that are named.\n",
        seen.reader
    );
    for (id, made) in &seen.hosts {
        let mut by: Vec<(&String, &usize)> = made.by.iter().collect();
        by.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
        let shown: Vec<&str> = by.iter().take(MOST_NAMED).map(|(by, _)| by.as_str()).collect();
        let more = by.len().saturating_sub(MOST_NAMED);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        let _ = writeln!(text, "#   {id}: {}, by {}{more}", counted(made.skills), shown.join(", "));
    }
    let ids: Vec<&str> = seen.hosts.keys().map(String::as_str).collect();
    let _ = writeln!(text, "# hosts = {}", list(&ids));
    text
}

fn others(seen: &Seen) -> String {
    if seen.others.is_empty() {
        return String::new();
    }
    let mut text = "# Others' work: never checked, never fixed.\nexclude = [\n".to_owned();
    for (pattern, (count, why)) in &seen.others {
        let why = if why.is_empty() { String::new() } else { format!(" {why}") };
        let _ = writeln!(text, "  {},  # {}{why}", quoted(pattern), counted(*count));
    }
    text + "]\n"
}

fn unfound(seen: &Seen) -> String {
    // Where nothing says for whom, nobody has to find them.
    if seen.unfound.is_empty() || seen.hosts.is_empty() {
        return String::new();
    }
    let mut text = "# No agent looks into these folders, and no package brings what lies there; `skill-lsp doctor` says what to do:\n"
        .to_owned();
    for (folder, count) in &seen.unfound {
        let _ = writeln!(text, "#   {folder}: {}", counted(*count));
    }
    text
}

fn baseline(seen: &Seen) -> String {
    let Some((file, count)) = &seen.baseline else { return String::new() };
    let findings = if *count == 1 { "1 finding".to_owned() } else { format!("{} findings", grouped(*count)) };
    format!(
        "# {findings} in {file} are not told. It is found by its name; another is named so:\n# baseline = {}\n",
        quoted(file)
    )
}

fn tools(seen: &Seen) -> String {
    let often = || seen.tools.iter().filter(|(_, count)| **count >= FEWEST_NAMING);
    if often().next().is_none() {
        return String::new();
    }
    let mut text =
        "# Named in `allowed-tools`, and known to no agent here. Those that you have are no mistake:\n".to_owned();
    for (tool, count) in often() {
        let _ = writeln!(text, "#   {tool} in {}", counted(*count));
    }
    let names: Vec<&str> = often().map(|(tool, _)| tool.as_str()).collect();
    let _ = writeln!(text, "# [tools]\n# known = {}", list(&names));
    text
}

fn rule(seen: &Seen) -> String {
    let House { fields, licenses, sections, name_begins } = &seen.house;
    let mut demands = String::new();
    let mut demand = |key: &str, values: &[String]| {
        if !values.is_empty() {
            let values: Vec<&str> = values.iter().map(String::as_str).collect();
            let _ = writeln!(demands, "# {key} = {}", list(&values));
        }
    };
    demand("required-fields", fields);
    demand("licenses", licenses);
    demand("required-sections", sections);
    if let Some(begins) = name_begins {
        let _ = writeln!(demands, "# name-pattern = {}", quoted(&format!("^{begins}")));
    }
    if demands.is_empty() {
        return String::new();
    }
    let every = every(seen.skills);
    format!(
        "# {every} keeps to this already. As a rule of the house it stays so; add `message` in your own words.\n# [[rules]]\n{demands}"
    )
}

fn every(count: usize) -> String {
    if count == 1 { "The one skill".to_owned() } else { format!("Each of the {} skills", grouped(count)) }
}

fn counted(count: usize) -> String {
    if count == 1 { "1 skill".to_owned() } else { format!("{} skills", grouped(count)) }
}

fn list(items: &[&str]) -> String {
    let quoted: Vec<String> = items.iter().map(|it| quoted(it)).collect();
    format!("[{}]", quoted.join(", "))
}

/// As a basic string of TOML, which knows the escapes of JSON.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

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
            let text = first_settings(&seen);
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
            first_settings(&of_a_collection()),
            r##"# What `skill-lsp init` saw in this repository. What is commented out counts for nothing yet; `skill-lsp settings`
# shows what counts, docs/settings.md of skill-lsp what else there is.

# Each skill is judged for the agents that own its folder or get it in a package, and for any client.
# With `hosts` all are judged for those that are named.
#   claude-code: 11 skills, by b/plugin.json, c/plugin.json, a/plugin.json and 1 more
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
        let nothing = first_settings(&Seen::default());
        assert!(nothing.contains("No skill is here yet"), "{nothing}");
        assert_eq!(nothing.matches(" = ").count(), 1, "{nothing}");
    }
}
