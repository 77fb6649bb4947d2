//! What stands over the frontmatter: the verdict of each host, and a way to the prompt.

use crate::catalog::{Candidate, View};
use crate::features::Context;
use crate::features::verdict::{candidates, verdict};
use crate::text::Span;
use crate::words::{add_to, capitalized};

/// A line over the text, with what it leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lens {
    /// The line it stands over.
    pub span: Span,
    /// What it says.
    pub title: String,
    /// What it leads to.
    pub leads_to: Destination,
}

/// What a lens leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Destination {
    /// Who wins a name, and why.
    Why {
        /// The name.
        name: String,
    },
    /// The listing of a host.
    Prompt {
        /// The host's id.
        host: String,
    },
}

/// So many hosts are named in one part; of more, some, and how many others there are.
const NAMED: usize = 2;

/// So many parts are shown; the rest is counted. What a lens leads to must stay in sight beside it in a narrow window.
const PARTS: usize = 3;

/// So long a lens may become by another part than the first one: with the count of the others and what stands beside it, it
/// is whole in a window of 80 columns.
const LENGTH: usize = 50;

/// The lenses of a document.
pub fn lenses(context: &Context<'_>) -> Vec<Lens> {
    let Some((_, skill)) = context.skill() else { return Vec::new() };
    let first_line = context.document.text.find(['\n', '\r']).unwrap_or(context.document.text.len());
    let span = context.document.fence.opening.unwrap_or(Span::new(0, first_line));
    let (all, written_for) = candidates(context);
    let name = all.first().map_or_else(|| skill.folder.to_string(), |(_, candidate)| candidate.id.to_string());
    let mut lenses = vec![Lens { span, title: title(context, &all, written_for), leads_to: Destination::Why { name } }];
    // One is enough: in the preview another host can be chosen.
    let known = all.iter().map(|(view, _)| *view).find(|view| !view.host.listing.is_empty());
    lenses.extend(known.map(|view| {
        let leads_to = Destination::Prompt { host: view.host.id.clone() };
        Lens { span, title: "preview prompt".to_owned(), leads_to }
    }));
    lenses
}

/// The verdicts, those that are the same together: those of the hosts written for as far as there is room, the others counted.
fn title(context: &Context<'_>, all: &[(&View, &Candidate)], written_for: usize) -> String {
    let mut groups: Vec<(String, Vec<&str>)> = Vec::new();
    let mut kept = 0;
    for (index, (view, candidate)) in all.iter().enumerate() {
        let verdict = verdict(context, view, candidate);
        add_to(&mut groups, verdict, &view.host.name);
        kept = if index < written_for { groups.len() } else { kept };
    }
    match groups.as_slice() {
        [] => return "no agent reads it from here".to_owned(),
        [(verdict, hosts)] if hosts.len() > NAMED => return format!("{verdict} in {} agents", hosts.len()),
        _ => {}
    }
    let mut title = String::new();
    let mut more = 0;
    for (index, (verdict, hosts)) in groups.iter().enumerate() {
        let part = part(verdict, hosts);
        let is_short = title.chars().count() + part.chars().count() <= LENGTH;
        if title.is_empty() {
            title = part;
        } else if more == 0 && index < kept.clamp(1, PARTS) && is_short {
            title = format!("{title} · {part}");
        } else {
            more += hosts.len();
        }
    }
    if more > 0 { format!("{title} · {more} more") } else { title }
}

fn part(verdict: &str, hosts: &[&str]) -> String {
    let names = match hosts {
        [one] => (*one).to_owned(),
        [one, two] => format!("{one}, {two}"),
        [first, rest @ ..] => format!("{first} and {} more", rest.len()),
        [] => String::new(),
    };
    format!("{}: {verdict}", capitalized(&names))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::testing::ask;

    /// The lenses of a fixture, line by line.
    fn check(fixture: &str, expected: &[&str]) {
        let titles = ask(fixture, |context, _| {
            let shown = lenses(context).into_iter().map(|lens| match lens.leads_to {
                Destination::Why { name } => format!("{} → why {name}", lens.title),
                Destination::Prompt { host } => format!("{} → {host}", lens.title),
            });
            shown.collect::<Vec<_>>()
        });
        assert_eq!(titles, expected);
    }

    const CLASH: &str = "
        //# hosts = claude-code, codex, opencode
        //- /home/shop/.agents/skills/deploy/SKILL.md
        ---
        name: deploy
        description: Deploys the shop.
        ---
        Do it.
        //- /home/.agents/skills/deploy/SKILL.md
        ---
        name: deploy
        description: Deploys anything.
        ---
        Do it.
        ";

    #[test]
    fn a_clash() {
        check(
            CLASH,
            &["Codex: listed twice · OpenCode: decided by a race · 13 more → why deploy", "preview prompt → codex"],
        );
    }

    #[test]
    fn in_the_folder_of_one_host() {
        check(
            &CLASH.replace(".agents", ".claude").replace(", codex, opencode", ""),
            &["Claude Code: your user skill wins · 8 more → why deploy", "preview prompt → claude-code"],
        );
    }

    #[test]
    fn all_of_it_is_seen_in_80_columns() {
        let copies = |count: usize, folder: &str| {
            let copy = |number: usize| {
                let more = ["", "disable-model-invocation: true\n", "paths: src/**\n", "license: MIT\n"][number % 4];
                format!("//- {folder}{number}/SKILL.md\n---\nname: deploy\ndescription: Deploys.\n{more}---\nDo it.\n")
            };
            (0..count).map(copy).collect::<String>()
        };
        for hosts in
            ["claude-code, codex, opencode", "gemini-cli, copilot-cli", "goose, qwen-code, kimi-cli, cline", "amp"]
        {
            for folder in [".claude/skills/deploy", ".agents/skills/deploy", ".agents/skills/de/ploy"] {
                let fixture = ["/home/shop", "/home"].map(|base| copies(3, &format!("{base}/{folder}"))).concat();
                let titles = ask(&format!("//# hosts = {hosts}\n{fixture}"), |context, _| {
                    lenses(context).into_iter().map(|lens| lens.title).collect::<Vec<_>>()
                });
                // As Neovim puts them beside each other.
                let line = titles.join(" | ");
                assert!(line.starts_with(|first: char| first.is_uppercase()), "no agent is named: `{line}`");
                assert!(line.chars().count() <= 80, "{line}");
            }
        }
    }

    #[test]
    fn alone() {
        check(
            "
            //- /home/shop/.claude/skills/pdf/SKILL.md
            ---
            name: pdf
            description: Reads PDF files.
            ---
            Read it.
            ",
            &["listed in 9 agents → why pdf", "preview prompt → claude-code"],
        );
    }

    #[test]
    fn hidden_waiting_and_skipped() {
        let skill = |field: &str| {
            format!("//- /home/shop/.claude/skills/pdf/SKILL.md\n---\nname: pdf\n{field}\n---\nRead it.\n")
        };
        let described = |field: &str| skill(&format!("description: Reads.\n{field}"));
        check(
            &described("disable-model-invocation: true"),
            &["Claude Code and 4 more: hidden from the model · 4 more → why pdf", "preview prompt → claude-code"],
        );
        check(
            &described("paths: src/**"),
            &["Claude Code: waits for a file · 8 more → why pdf", "preview prompt → claude-code"],
        );
        check(
            &skill("license: MIT"),
            &["Claude Code and 3 more: listed · 5 more → why pdf", "preview prompt → claude-code"],
        );
    }

    #[test]
    fn where_no_host_looks() {
        check("//- /home/shop/drafts/pdf/SKILL.md\n---\nname: pdf\n---\n", &["no agent reads it from here → why pdf"]);
    }
}
