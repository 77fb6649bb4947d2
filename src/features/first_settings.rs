//! A first settings file, from what is in a repository.

use std::collections::BTreeSet;

use crate::hosts::builtin;

/// What is in a repository.
#[derive(Debug, Default)]
pub struct Seen {
    /// The agents for which its skills are judged.
    pub hosts: BTreeSet<String>,
    /// Folders with skills that somebody else wrote, by their names.
    pub vendored: BTreeSet<String>,
    /// Tools that skills name and no agent has.
    pub tools: BTreeSet<String>,
}

/// The names of folders in which others' work lies, or what tests are fed with.
pub const VENDORED: [&str; 7] =
    ["vendor", "vendored", "third_party", "third-party", "fixtures", "testdata", "external"];

/// The text of the file: what was seen is said, everything else is there to be uncommented.
pub fn first_settings(seen: &Seen) -> String {
    let list = |items: &BTreeSet<String>| {
        let quoted: Vec<String> = items.iter().map(|it| format!("\"{}\"", it.replace(['\\', '"'], ""))).collect();
        format!("[{}]", quoted.join(", "))
    };
    let hosts = match seen.hosts.is_empty() {
        true => {
            let real = builtin();
            let some = real.iter().filter(|host| !host.only_when_named && !host.specification).take(2);
            list(&some.map(|host| host.id.clone()).collect())
        }
        false => list(&seen.hosts),
    };
    let exclude = match seen.vendored.is_empty() {
        true => "# exclude = [\"vendor\"]".to_owned(),
        false => format!("exclude = {}", list(&seen.vendored)),
    };
    let tools = match seen.tools.is_empty() {
        true => "# [tools]\n# known = [\"DeployTool\", \"mcp__github__*\"]".to_owned(),
        false => format!(
            "# Named by skills here, and known to no agent: yours, or mistakes?\n# [tools]\n# known = {}",
            list(&seen.tools)
        ),
    };
    format!(
        "# Settings of skill-lsp; `skill-lsp settings` shows what counts where.\n\n\
         # The agents you write for. Without this, each skill is judged for the agent whose folder it lies in.\n\
         # hosts = {hosts}\n\n\
         # Never checked and never fixed, written as in .gitignore.\n{exclude}\n\n\
         # extends = \"../team.toml\"\n\n\
         # Levels: off, hint, information, warning, error. `skill-lsp checks` lists the checks.\n\
         # [checks]\n# description-without-trigger = \"warning\"\n\n\
         # [[overrides]]\n# paths = [\"experimental\"]\n# checks = {{ all = \"hint\" }}\n\n\
         # What your team demands, in its own words.\n\
         # [[rules]]\n# required-fields = [\"license\"]\n# message = \"Every skill names its licence\"\n# level = \"error\"\n\n\
         {tools}\n"
    )
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;
    use crate::config::{Overlay, resolve};

    #[test]
    fn it_is_right_as_it_is_and_with_everything_uncommented() {
        let set = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        let full = Seen { hosts: set(&["codex"]), vendored: set(&["vendor"]), tools: set(&["Deploy\"Tool"]) };
        for seen in [Seen::default(), full] {
            let text = first_settings(&seen);
            let is_setting = |line: &&str| line.starts_with("# ") && (line.contains(" = ") || line.starts_with("# ["));
            let bare = |line: &str| if is_setting(&line) { line[2..].to_owned() } else { line.to_owned() };
            let uncommented: String = text.lines().map(|line| bare(line) + "\n").collect();
            for text in [text, uncommented] {
                let checks = ["description-without-trigger"];
                let settings = (PathBuf::from("/p/skill-lsp.toml"), text.as_str());
                let (_, problems) = resolve(Some(settings), &Overlay::default(), &checks);
                assert_eq!(problems, [], "{text}");
            }
        }
    }
}
