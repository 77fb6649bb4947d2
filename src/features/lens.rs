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

/// So many parts are shown, if those of the hosts written for are not more; the rest is counted.
const PARTS: usize = 4;

/// The lenses of a document.
pub fn lenses(context: &Context<'_>) -> Vec<Lens> {
    let Some((_, skill)) = context.skill() else { return Vec::new() };
    let first_line = context.document.text.find(['\n', '\r']).unwrap_or(context.document.text.len());
    let span = context.document.fence.opening.unwrap_or(Span::new(0, first_line));
    let (all, written_for) = candidates(context);
    let name = all.first().map_or_else(|| skill.folder.to_string(), |(_, candidate)| candidate.id.to_string());
    let mut lenses = vec![Lens { span, title: title(context, &all, written_for), leads_to: Destination::Why { name } }];
    let shown: Vec<&View> = prompts(all.get(..written_for).unwrap_or_default())
        .or_else(|| Some(prompts(&all)?.into_iter().take(1).collect()))
        .unwrap_or_default();
    for view in &shown {
        let title = match shown.as_slice() {
            [_] => "preview prompt".to_owned(),
            _ => format!("preview prompt: {}", view.host.name),
        };
        lenses.push(Lens { span, title, leads_to: Destination::Prompt { host: view.host.id.clone() } });
    }
    lenses
}

/// The hosts whose listing is known; `None` when there is none.
fn prompts<'a>(hosts: &[(&'a View, &'a Candidate)]) -> Option<Vec<&'a View>> {
    let views = hosts.iter().map(|(view, _)| *view).filter(|view| !view.host.listing.is_empty());
    Some(views.collect::<Vec<_>>()).filter(|views| !views.is_empty())
}

/// The verdicts, those that are the same together. The first `written_for` hosts are never left out.
fn title(context: &Context<'_>, all: &[(&View, &Candidate)], written_for: usize) -> String {
    let mut groups: Vec<(String, Vec<&str>)> = Vec::new();
    let mut kept = 0;
    for (index, (view, candidate)) in all.iter().enumerate() {
        let verdict = verdict(context, view, candidate);
        add_to(&mut groups, verdict, &view.host.name);
        kept = if index < written_for { groups.len() } else { kept };
    }
    let mut more = 0;
    if groups.len() > PARTS.max(kept) {
        let rest = groups.split_off(kept.max(PARTS - 1));
        more = rest.iter().map(|(_, hosts)| hosts.len()).sum();
    }
    match groups.as_slice() {
        [] => "no host reads it from here".to_owned(),
        [(verdict, hosts)] if hosts.len() > NAMED && more == 0 => format!("{verdict} in {} hosts", hosts.len()),
        groups => {
            let parts = groups.iter().map(|(verdict, hosts)| part(verdict, hosts));
            let more = (more > 0).then(|| format!("{more} more {}", if more == 1 { "host" } else { "hosts" }));
            parts.chain(more).collect::<Vec<_>>().join(" · ")
        }
    }
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
            &[
                "Codex: listed twice · OpenCode: decided by a race · A plain Agent Skills client and 9 more: wins over 1 · \
                 3 more hosts → why deploy",
                "preview prompt: Codex → codex",
                "preview prompt: OpenCode → opencode",
            ],
        );
    }

    #[test]
    fn in_the_folder_of_one_host() {
        check(
            &CLASH.replace(".agents", ".claude").replace(", codex, opencode", ""),
            &[
                "Claude Code: your user skill wins · OpenCode: decided by a race · Copilot CLI: listed · \
                 6 more hosts → why deploy",
                "preview prompt → claude-code",
            ],
        );
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
            &["listed in 9 hosts → why pdf", "preview prompt → claude-code"],
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
            &[
                "Claude Code and 4 more: hidden from the model · OpenCode and 3 more: listed → why pdf",
                "preview prompt → claude-code",
            ],
        );
        check(
            &described("paths: src/**"),
            &["Claude Code: waits for a file · OpenCode and 7 more: listed → why pdf", "preview prompt → claude-code"],
        );
        check(
            &skill("license: MIT"),
            &[
                "Claude Code and 3 more: listed · OpenCode, Copilot in VS Code: hidden from the model · \
                 Amp and 2 more: skipped: it has no description → why pdf",
                "preview prompt → claude-code",
            ],
        );
    }

    #[test]
    fn where_no_host_looks() {
        check("//- /home/shop/drafts/pdf/SKILL.md\n---\nname: pdf\n---\n", &["no host reads it from here → why pdf"]);
    }
}
