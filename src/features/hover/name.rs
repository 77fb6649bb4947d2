//! A name: who wins it in each host, with links to the files.

use std::path::Path;

use crate::catalog::View;
use crate::catalog::rivals::NAMED;
use crate::features::Context;
use crate::features::page::{Page, PageBlock, Piece, strong, words};
use crate::features::why::{self, Why};
use crate::words::{add_to, capitalized, enumeration, short, shortened};

/// What is told about the name of the document.
pub(super) fn page(context: &Context<'_>) -> Option<Page> {
    let (id, skill) = context.skill()?;
    let mut met: Vec<(&View, Why)> =
        why::of_skill(context.catalog, id).into_iter().map(|(view, _, why)| (view, why)).collect();
    why::tell_shown(met.iter_mut().map(|(_, why)| why), context.catalog, context.listings);
    let mut page = who_wins(context, &met);
    // Those who never see the file, with what keeps them from it.
    let mut groups: Vec<((String, String), Vec<&str>)> = Vec::new();
    let is_met = |view: &View| met.iter().any(|(known, _)| known.host.id == view.host.id);
    for view in context.catalog.views().iter().filter(|view| !is_met(view)) {
        let deed = why::unread(context.files, &context.config.known_hosts, view, skill).of_hosts();
        add_to(&mut groups, deed, &view.host.name);
    }
    for ((one, many), hosts) in groups {
        let deed = if hosts.len() == 1 { one } else { many };
        page.line([words(format!("{} {deed}", capitalized(&shortened(&hosts))))]);
    }
    Some(page)
}

/// What each host makes of a name, those that do the same together; the hosts written for come first.
pub(super) fn who_wins(context: &Context<'_>, answers: &[(&View, Why)]) -> Page {
    let is_written_for = |view: &View| context.hosts.iter().any(|host| host.id == view.host.id);
    let (first, others): (Vec<_>, Vec<_>) = answers.iter().partition(|(view, _)| is_written_for(view));
    let mut groups: Vec<(Vec<Vec<Piece>>, Vec<&str>)> = Vec::new();
    for (view, answer) in first.into_iter().chain(others) {
        let said = candidates(context, answer);
        add_to(&mut groups, said, &view.host.name);
    }
    let mut page = Page::default();
    for (said, hosts) in groups {
        let hosts = strong(capitalized(&enumeration(&hosts)));
        match <[Vec<Piece>; 1]>::try_from(said) {
            Ok([only]) => page.line([vec![hosts, words(": ")], only].concat()),
            Err(said) => {
                page.line([hosts]);
                page.blocks.extend(said.into_iter().map(PageBlock::Item));
            }
        }
    }
    page
}

/// A line for each candidate.
fn candidates(context: &Context<'_>, answer: &Why) -> Vec<Vec<Piece>> {
    let shown = answer.candidates.iter().take(NAMED).enumerate().map(|(index, candidate)| {
        let said = answer.short_words(index);
        match candidate.path == context.path {
            true if answer.candidates.len() == 1 => vec![words(said)],
            true => vec![words(format!("this one: {said}"))],
            false => vec![file(context, &candidate.path), words(format!(": {said}"))],
        }
    });
    let more = answer.candidates.len().saturating_sub(NAMED);
    let more = (more > 0).then(|| vec![words(format!("and {more} more"))]);
    shown.chain(more).collect()
}

/// A file as people call it, with the way to it.
pub(super) fn file(context: &Context<'_>, path: &Path) -> Piece {
    Piece::File { shown: short(path, context.environment), path: path.to_owned() }
}

#[cfg(test)]
mod tests {
    use crate::features::hover::hover;
    use crate::features::hover::testing::check;
    use crate::features::testing::ask;

    const CLASH: &str = "
        //- /home/shop/.claude/skills/deploy/SKILL.md
        ---
        name: de$0ploy
        description: Deploys the shop.
        ---
        //- /home/.claude/skills/deploy/SKILL.md
        ---
        name: deploy
        description: Deploys anything.
        ---
        ";

    #[test]
    fn two_of_a_name() {
        check(
            CLASH,
            "
            [deploy]
            Claude Code

            - ~/.claude/skills/deploy: wins: user skills come before project skills
            - this one: shadowed

            OpenCode

            - ~/.claude/skills/deploy: not decided: a race, not a rule: files of one name are read at the same time, and whichever is finished last stays
            - this one: or this one

            Copilot CLI: listed: the only skill of its name

            Copilot in VS Code, Kimi CLI and Goose

            - this one: wins: project skills come before user skills
            - ~/.claude/skills/deploy: shadowed

            Amp

            - this one: wins: `.claude/skills` comes before `~/.claude/skills`
            - ~/.claude/skills/deploy: shadowed

            Crush

            - ~/.claude/skills/deploy: shadowed: all are sorted by path, whatever root they lie in, and the last of a name counts
            - this one: wins

            Cursor

            - this one: not known: which of two skills of one name Cursor uses is not documented
            - ~/.claude/skills/deploy: or this one

            A plain Agent Skills client, Codex, Gemini CLI, Qwen Code and 3 more never read `.claude/skills`
            ",
        );
    }

    #[test]
    fn others_are_linked() {
        let markdown = ask(CLASH, |context, cursor| {
            let told = hover(context, cursor).expect("something is told");
            told.page.markdown(|path| Some(format!("file://{}", path.display())))
        });
        let first =
            "**Claude Code**\n\n- [~/.claude/skills/deploy](file:///home/.claude/skills/deploy/SKILL.md): wins: ";
        assert!(markdown.starts_with(first), "{markdown}");
    }

    #[test]
    fn where_no_host_looks() {
        check(
            "
            //- /home/shop/drafts/pdf/SKILL.md
            ---
            name: pd$0f
            ---
            ",
            "
            [pdf]
            A plain Agent Skills client, Claude Code, Codex, OpenCode and 12 more do not read it from this working directory
            ",
        );
    }
}
