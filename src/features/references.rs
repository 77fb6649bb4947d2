//! Everywhere a skill is mentioned, or an argument of the skill is used.

use std::collections::{BTreeSet, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::catalog::{Skill, SkillId};
use crate::document::Document;
use crate::features::called::{is_called_outside, names_of, same_file};
use crate::features::highlight::highlights;
use crate::features::mention_files::{files_with, readmes};
use crate::features::mention_meaning::{led_to_by, meant_by};
use crate::features::mentions::{Mention, mentions};
use crate::features::subject::{Subject, subject};
use crate::features::{Context, Location};
use crate::text::Span;

/// Whether the place where something is declared is among its references.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Declaration {
    /// It is.
    Included,
    /// It is not.
    LeftOut,
}

/// What is looked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// The mentions of skills, by their files.
    Skills(Vec<PathBuf>),
    /// Places that are known already.
    Here(Vec<Location>),
}

/// What the cursor stands on, when it can be looked for.
pub fn wanted(context: &Context<'_>, offset: usize, declaration: Declaration) -> Option<Wanted> {
    let path_of = |id: SkillId| context.catalog.skill(id).map(|skill| skill.path.clone());
    let places = || {
        let found = highlights(context, offset).into_iter();
        found.map(|found| Location { path: context.path.to_owned(), span: found.span })
    };
    match subject(context, offset)? {
        Subject::Name { .. } => Some(Wanted::Skills(vec![context.path.to_owned()])),
        Subject::Mention(mention) => {
            Some(Wanted::Skills(led_to_by(context, &mention).into_iter().filter_map(path_of).collect()))
        }
        Subject::Argument { argument, .. } => {
            let is_wanted = |span: Span| declaration == Declaration::Included || span != argument.span;
            Some(Wanted::Here(places().filter(|place| is_wanted(place.span)).collect()))
        }
        Subject::Placeholder { .. } => Some(Wanted::Here(places().collect())),
    }
}

/// The references to what is wanted among all files, by path and place. `also` are files to look at besides.
pub fn references(context: &Context<'_>, wanted: &Wanted, declaration: Declaration, also: &[PathBuf]) -> Vec<Location> {
    let paths = match wanted {
        Wanted::Skills(paths) => paths,
        Wanted::Here(places) => return places.clone(),
    };
    let mut found = Vec::new();
    for path in paths {
        let Some(id) = context.catalog.by_path(path) else { continue };
        let Some(skill) = context.catalog.skill(id) else { continue };
        if declaration == Declaration::Included {
            found.push(Location { path: path.clone(), span: skill.headline });
        }
        let names = names_of(context.catalog, id);
        let words: Vec<&str> = names.iter().map(String::as_str).collect();
        for file in mentioning(context, id, &names, &files_with(context, &words, also), Besides::Others) {
            let spans = file.mentions.into_iter().map(|mention| mention.span);
            found.extend(spans.map(|span| Location { path: file.path.clone(), span }));
        }
    }
    found.sort();
    found.dedup();
    found
}

/// A file with the mentions of one skill in it.
pub(crate) struct Mentioning {
    /// The file.
    pub(crate) path: PathBuf,
    /// The mentions, in order.
    pub(crate) mentions: Vec<Mention>,
}

/// What a mention may mean besides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Besides {
    /// Other skills of the name too, in other agents or undecided.
    Others,
    /// Nothing.
    Nothing,
}

/// Those of some files that mention a skill by one of its names.
pub(crate) fn mentioning(
    context: &Context<'_>,
    id: SkillId,
    names: &BTreeSet<String>,
    files: &[(PathBuf, Arc<Document>)],
    besides: Besides,
) -> Vec<Mentioning> {
    let Some(skill) = context.catalog.skill(id) else { return Vec::new() };
    let mut found = Vec::new();
    let same = same_file(context.catalog, id);
    let is_this = |path: &Path, document: &Document, mention: &Mention| {
        let meant = meant_by(context, path, document, mention);
        match besides {
            Besides::Others => {
                meant.now.is_empty() || meant.now.iter().chain(&meant.by_author).any(|it| same.contains(it))
            }
            Besides::Nothing => meant.by_author.iter().all(|it| same.contains(it)),
        }
    };
    let readmes = readmes(context);
    for (path, document) in files {
        let mut mentions = mentions(path, document);
        mentions.retain(|mention| names.contains(&mention.name) && is_meant(context, path, skill, &mention.name));
        mentions.retain(|mention| is_this(path, document, mention));
        if readmes.contains(path) && !context.catalog.skills().any(|(_, skill)| skill.path.parent() == path.parent()) {
            mentions.retain(|mention| mention.name.contains(':'));
        }
        if !mentions.is_empty() {
            found.push(Mentioning { path: path.clone(), mentions });
        }
    }
    one_path_each(context, &mut found);
    found
}

/// Whether a file that mentions a name can mean this skill: what a user keeps for all projects does not mean the skill
/// of one project when there is another of that name for all.
fn is_meant(context: &Context<'_>, file: &Path, skill: &Skill, name: &str) -> bool {
    let environment = context.environment;
    let project = environment.git_root.as_ref().unwrap_or(&environment.working_directory);
    let is_of_project = |path: &Path| path.starts_with(project);
    is_of_project(file) || !is_of_project(&skill.path) || !is_called_outside(context.catalog, name, project)
}

/// Leaves each file only once, though several paths lead to it.
fn one_path_each(context: &Context<'_>, found: &mut Vec<Mentioning>) {
    let mut seen = HashSet::new();
    // A path without a link in it comes first.
    let real = |path: &Path| context.files.real(path).unwrap_or_else(|| path.to_owned());
    found.sort_by_key(|file| (real(&file.path) != file.path, file.path.clone()));
    found.retain(|file| seen.insert(real(&file.path)));
    found.sort_by(|left, right| left.path.cmp(&right.path));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::testing::ask;
    use crate::text::slashed;

    /// The references at the cursor: file, line and the text of the line.
    fn check(fixture: &str, declaration: Declaration, expected: &[&str]) {
        let found = ask(fixture, |context, cursor| {
            let Some(wanted) = wanted(context, cursor, declaration) else { return Vec::new() };
            let found = references(context, &wanted, declaration, &[]);
            found
                .into_iter()
                .map(|location| {
                    let text = context.files.text(&location.path).unwrap_or_default();
                    let text = if location.path == context.path { context.document.text.to_string() } else { text };
                    let start = text[..location.span.start].rfind('\n').map_or(0, |at| at + 1);
                    let end = text[location.span.end..].find('\n').map_or(text.len(), |at| location.span.end + at);
                    let (before, after) = (&text[start..location.span.start], &text[location.span.end..end]);
                    format!("{}: {before}[{}]{after}", slashed(&location.path), location.span.of(&text))
                })
                .collect::<Vec<_>>()
        });
        assert_eq!(found, expected);
    }

    const PROJECT: &str = "
        //- /home/shop/.claude/skills/deploy/SKILL.md
        ---
        name: dep$0loy
        description: Deploys. Not for /deploy-docs.
        ---
        Before /deploy, see /home/deploy or https://x.org/deploy.
        //- /home/shop/.claude/skills/ship/SKILL.md
        ---
        name: ship
        description: Runs after /deploy.
        allowed-tools: Skill(deploy)
        ---
        Use `/deploy` and $deploy.
        ```
        /deploy
        ```
        //- /home/shop/.claude/skills/ship/references/notes.md
        See /deploy.
        //- /home/shop/CLAUDE.md
        Run /deploy.
        //- /home/shop/.claude/CLAUDE.md
        Or /deploy!
        //- /home/shop/.claude/agents/helper.md
        ---
        name: helper
        skills: [ship, deploy]
        ---
        //- /home/shop/.claude/commands/release.md
        Then /deploy.
        //- /home/.claude/CLAUDE.md
        Always /deploy
        //- /home/shop/docs/CLAUDE.md
        Nobody reads /deploy here.
        ";

    #[test]
    fn every_mention_of_a_skill() {
        check(
            PROJECT,
            Declaration::Included,
            &[
                "/home/.claude/CLAUDE.md: Always /[deploy]",
                "/home/shop/.claude/CLAUDE.md: Or /[deploy]!",
                "/home/shop/.claude/agents/helper.md: skills: [ship, [deploy]]",
                "/home/shop/.claude/commands/release.md: Then /[deploy].",
                "/home/shop/.claude/skills/deploy/SKILL.md: name: [deploy]",
                "/home/shop/.claude/skills/deploy/SKILL.md: Before /[deploy], see /home/deploy or \
                 https://x.org/deploy.",
                "/home/shop/.claude/skills/ship/SKILL.md: description: Runs after /[deploy].",
                "/home/shop/.claude/skills/ship/SKILL.md: allowed-tools: Skill([deploy])",
                "/home/shop/.claude/skills/ship/SKILL.md: Use `/[deploy]` and $deploy.",
                "/home/shop/.claude/skills/ship/SKILL.md: Use `/deploy` and $[deploy].",
                "/home/shop/.claude/skills/ship/references/notes.md: See /[deploy].",
                "/home/shop/CLAUDE.md: Run /[deploy].",
            ],
        );
    }

    #[test]
    fn from_a_mention_in_a_file_that_is_no_skill() {
        check(
            "
            //- /home/shop/AGENTS.md
            First /$0ship, then /other.
            //- /home/shop/.agents/skills/ship/SKILL.md
            ---
            name: ship
            description: Ships.
            ---
            ",
            Declaration::LeftOut,
            &["/home/shop/AGENTS.md: First /[ship], then /other."],
        );
    }

    #[test]
    fn what_is_kept_for_all_projects_means_what_is_there_for_all() {
        let rivals = |first: &str, second: &str| {
            format!(
                "
            //- /home/shop/.claude/skills/deploy/SKILL.md
            ---
            name: {first}deploy
            description: The project's.
            ---
            //- /home/.claude/skills/deploy/SKILL.md
            ---
            name: {second}deploy
            description: Mine.
            ---
            //- /home/.claude/skills/ship/SKILL.md
            Then /deploy.
            //- /home/shop/CLAUDE.md
            Use /deploy.
            "
            )
        };
        check(&rivals("$0", ""), Declaration::LeftOut, &["/home/shop/CLAUDE.md: Use /[deploy]."]);
        check(
            &rivals("", "$0"),
            Declaration::LeftOut,
            &["/home/.claude/skills/ship/SKILL.md: Then /[deploy].", "/home/shop/CLAUDE.md: Use /[deploy]."],
        );
    }

    #[test]
    fn an_argument() {
        check(
            "
            ---
            name: fix
            description: Fixes.
            arguments: [issue, branch]
            ---
            Fix $is$0sue on $branch: `$issue`, ${issue}.
            ",
            Declaration::LeftOut,
            &[
                "/home/.claude/skills/unnamed/SKILL.md: Fix $[issue] on $branch: `$issue`, ${issue}.",
                "/home/.claude/skills/unnamed/SKILL.md: Fix $issue on $branch: `$[issue]`, ${issue}.",
                "/home/.claude/skills/unnamed/SKILL.md: Fix $issue on $branch: `$issue`, ${[issue]}.",
            ],
        );
    }

    #[test]
    fn nothing_that_could_be_elsewhere() {
        check("---\nname: a\ndescription: B$0\n---\n", Declaration::Included, &[]);
        check("$0", Declaration::Included, &[]);
    }
}
