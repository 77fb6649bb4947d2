//! `skill-mention-unknown`: a near miss of the name of another skill.

use std::collections::{HashMap, HashSet};
use std::hash::BuildHasher;
use std::sync::Arc;

use foldhash::quality::FixedState;

use crate::catalog::Catalog;
use crate::checks::prelude::*;
use crate::config::Config;
use crate::document::{self, Document};
use crate::knowledge::own_words;

/// A near miss of a skill.
pub(crate) static CHECK: Check = Check {
    id: "skill-mention-unknown",
    summary: "a near miss of the name of another skill",
    documentation: "\
## What it reports

`/deplyo` or `$deplyo` in the text, when there is a skill `deploy` and none called `deplyo`. Only slips of the names of
skills that exist are reported: letters that changed places, a letter doubled or left out of a pair, a hyphen forgotten,
and in names of several words one letter too many or too few. A skill may be installed elsewhere, and most words after a
slash are not skills at all: what the text has in a heading, a table, a code block, at the head of a list item or with
arguments, what it uses anywhere else, and what it calls a route or a path is a word of its own.

## Why it matters

The model is told to use a skill and finds none of that name.

## Example

```markdown
When all tests pass, run /deplyo.
```

## Instead

```markdown
When all tests pass, run /deploy.
```
",
    levels: [Level::Warning, Level::Warning, Level::Warning],
    fixable: true,
    run: Run::Catalog(run),
};

fn run(context: &CatalogContext<'_>, report: &mut Report<'_>) {
    let skill = context.skill;
    if skill.mentions.is_empty() {
        return;
    }
    let names = context.gathered.names(context.catalog, context.config);
    let mut read: Option<Document> = None;
    for mention in &skill.mentions {
        let Some(meant) = names.meant(&mention.text) else { continue };
        // What resembles its own name is a command of its own.
        if meant == &*skill.folder || skill.name.as_ref().is_some_and(|name| *name.text == *meant) {
            continue;
        }
        if read.is_none() {
            let Some(text) = context.files.text(&skill.path) else { return };
            read = Some(document::parse(&text));
        }
        let is_own = read.as_ref().is_none_or(|document| own_words::is_own(document, mention.span, &mention.text));
        if is_own {
            continue;
        }
        // The span holds the sign as well.
        let name = Span::new(mention.span.end.saturating_sub(mention.text.len()), mention.span.end);
        report
            .finding(mention.span, format!("There is no skill `{}`; did you mean `{meant}`?", mention.text))
            .fix(Fix::offered(format!("Change to `{meant}`"), vec![Edit::replace(name, meant)]));
    }
}

/// The shortest name whose near misses are recognised.
const SHORTEST: usize = 5;

/// How many names that share a piece are compared; when there are more, none stands clearly nearest.
const COMPARED: usize = 64;

/// Commands of the hosts and words that follow a slash in addresses and paths.
const OTHER_WORDS: &str = "\
    about admin agent agents assets build callback checkout clear client commands commit compact compare config \
    context contact dashboard debug deploy design doctor events export feedback files graphql health healthz hooks \
    images import index items login logout memory metrics model models orders output pages permissions posts price \
    pricing product products profile project projects prompt public query ready readyz register release report \
    reports resume review reviews scripts search server service services session sessions settings shared signin \
    signup skill skills static stats status store tasks tests token tools update upload usage users version webhook \
    webhooks";

/// The names by which skills can be called, and a way to find near ones without looking at all of them.
#[derive(Debug, Default)]
pub(crate) struct Names {
    known: HashSet<Arc<str>>,
    /// By the hash of the length of the name, the number of the piece and its text: the names that have it. A name
    /// with at most two slips still has one of its three pieces whole.
    pieces: HashMap<u64, Vec<Arc<str>>, FixedState>,
}

impl Names {
    pub(crate) fn new(catalog: &Catalog, config: &Config) -> Names {
        let mut names = Names::default();
        let mut skills: HashSet<Arc<str>> = HashSet::new();
        for (_, skill) in catalog.skills() {
            skills.insert(skill.folder.clone());
            skills.extend(skill.name.as_ref().map(|name| name.text.clone()));
        }
        for view in catalog.views() {
            for candidate in view.candidates.iter() {
                names.known.insert(candidate.id.clone());
            }
        }
        for host in config.known_hosts.iter() {
            names.known.extend(host.reserved.replaces.iter().map(|name| Arc::from(name.as_str())));
        }
        for name in skills {
            names.insert(name);
        }
        names
    }

    fn insert(&mut self, name: Arc<str>) {
        if name.len() >= SHORTEST && name.is_ascii() {
            for (index, piece) in pieces(&name) {
                self.pieces.entry(key(name.len(), index, piece)).or_default().push(name.clone());
            }
        }
        self.known.insert(name);
    }

    /// The skill that a name is a near miss of, when there is clearly one.
    pub(crate) fn meant(&self, name: &str) -> Option<&str> {
        let is_other = || OTHER_WORDS.split(' ').any(|word| word == name);
        if name.len() < SHORTEST || !name.is_ascii() || self.known.contains(name) || is_other() {
            return None;
        }
        let most = if name.len() < 8 { 1 } else { 2 };
        let mut near: Vec<&str> = Vec::new();
        for length in name.len().saturating_sub(most)..=name.len() + most {
            for (index, start, width) in bounds(length) {
                for shifted in start.saturating_sub(most)..=start + most {
                    let Some(piece) = name.get(shifted..shifted + width) else { continue };
                    let Some(having) = self.pieces.get(&key(length, index, piece)) else { continue };
                    if having.len() > COMPARED {
                        return None;
                    }
                    near.extend(having.iter().map(|it| &**it));
                }
            }
        }
        near.sort_unstable();
        near.dedup();
        let (meant, _) = nearest(name, near, most)?;
        is_slip(name, meant).then_some(meant)
    }
}

fn key(length: usize, index: usize, piece: &str) -> u64 {
    FixedState::default().hash_one((length, index, piece))
}

/// Whether a name was evidently to be the other one. A letter more or less makes another word of a single one as
/// often as not (`stream` and `steam`), and another letter does so in any name (`pump-buy` and `pump-fun`).
fn is_slip(written: &str, meant: &str) -> bool {
    if written.replace('-', "") == meant.replace('-', "") {
        return true;
    }
    let digits = |text: &str| text.bytes().filter(u8::is_ascii_digit).collect::<Vec<_>>();
    let words = |text: &'_ str| text.split(['-', ':', '_']).map(str::to_owned).collect::<Vec<_>>();
    let (written_words, meant_words) = (words(written), words(meant));
    if written_words.len() != meant_words.len() || digits(written) != digits(meant) {
        return false;
    }
    let mut differing = written_words.iter().zip(&meant_words).filter(|(one, other)| one != other);
    let (Some((one, other)), None) = (differing.next(), differing.next()) else { return false };
    let is_ending = one.bytes().last() != other.bytes().last() && one.len() != other.len() && meant_words.len() == 1;
    changed_places(one, other)
        || doubled(one, other)
        || doubled(other, one)
        || (meant_words.len() > 1 && !is_ending && !is_form_of(one, other) && one.len().abs_diff(other.len()) == 1 && {
            let (short, long) = if one.len() < other.len() { (one, other) } else { (other, one) };
            without_one(long).any(|it| it == *short)
        })
}

/// Whether two neighbours changed places.
fn changed_places(one: &str, other: &str) -> bool {
    let differing: Vec<usize> = one
        .bytes()
        .zip(other.bytes())
        .enumerate()
        .filter(|(_, (left, right))| left != right)
        .map(|(at, _)| at)
        .collect();
    let byte = |text: &str, at: usize| text.as_bytes().get(at).copied();
    one.len() == other.len()
        && matches!(differing[..], [first, second] if first + 1 == second
            && byte(one, first) == byte(other, second)
            && byte(one, second) == byte(other, first))
}

/// Whether `long` is `short` with a letter doubled.
fn doubled(short: &str, long: &str) -> bool {
    long.len() == short.len() + 1
        && long
            .bytes()
            .zip(long.bytes().skip(1))
            .enumerate()
            .any(|(at, (left, right))| left == right && [&long[..at], &long[at + 1..]].concat() == short)
}

/// A word without each of its letters in turn.
fn without_one(word: &str) -> impl Iterator<Item = String> + '_ {
    (0..word.len()).map(|at| [&word[..at], &word[at + 1..]].concat())
}

/// Whether two words are one word in two forms: only its ending differs.
fn is_form_of(one: &str, other: &str) -> bool {
    let stem = |text: &str| text.trim_end_matches(['e', 'd', 'r', 's', 'y']).to_owned();
    let is_plural = one.strip_suffix('s') == Some(other) || other.strip_suffix('s') == Some(one);
    is_plural || stem(one) == stem(other) && one.len() > 4
}

/// The three pieces of a name, each with its number.
fn pieces(name: &str) -> impl Iterator<Item = (usize, &str)> {
    bounds(name.len()).into_iter().filter_map(|(index, start, width)| Some((index, name.get(start..start + width)?)))
}

/// Number, start and width of the three pieces of a name of this length.
fn bounds(length: usize) -> [(usize, usize, usize); 3] {
    let third = length / 3;
    [(0, 0, third), (1, third, third), (2, 2 * third, length - 2 * third)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::testing::{Fixture, check, check_fix, silent};

    #[test]
    fn a_slip() {
        let other = "
            //- /home/.claude/skills/deploy-app/SKILL.md
            ---
            name: deploy-app
            ---
            ";
        check(
            &CHECK,
            &format!(
                "
            //- /home/.claude/skills/ship/SKILL.md
            Then run /deplyo-app, not /other-skill.
                     ^^^^^^^^^^^ skill-mention-unknown (warning): There is no skill `deplyo-app`; did you mean `deploy-app`?{other}"
            ),
        );
        check_fix(
            &CHECK,
            &format!(
                "
            //- /home/.claude/skills/ship/SKILL.md
            Then run /deplyo-app.{other}"
            ),
            "
            Then run /deploy-app.
            ",
        );
    }

    #[test]
    fn slips_near_the_end() {
        check(
            &CHECK,
            "
            //- /home/.claude/skills/ship/SKILL.md
            Run /deplyo or /depploy.
                ^^^^^^^ skill-mention-unknown: There is no skill `deplyo`; did you mean `deploy`?
                           ^^^^^^^^ skill-mention-unknown: There is no skill `depploy`; did you mean `deploy`?
            //- /home/.claude/skills/deploy/SKILL.md
            ---
            name: deploy
            ---
            ",
        );
    }

    #[test]
    fn another_ending_is_another_word() {
        silent(
            &CHECK,
            "
            //- /home/.claude/skills/ship/SKILL.md
            Serve it under `/slides` and /rest-apis, then run /skill-create.
            //- /home/.claude/skills/rest-api/SKILL.md
            ---
            name: rest-api
            ---
            //- /home/.claude/skills/slidev/SKILL.md
            ---
            name: slidev
            ---
            //- /home/.claude/skills/skill-creator/SKILL.md
            ---
            name: skill-creator
            ---
            ",
        );
    }

    #[test]
    fn the_skill_is_there() {
        silent(
            &CHECK,
            "
            //- /home/.claude/skills/ship/SKILL.md
            Then run /deploy-app.
            //- /home/.claude/skills/deploy-app/SKILL.md
            ---
            name: deploy-app
            ---
            ",
        );
    }

    /// A skill `steam`, a skill `pump-fun`, and what another says.
    fn beside_others(text: &str) -> String {
        format!(
            "
            //- /home/.claude/skills/ship/SKILL.md
            {text}
            //- /home/.claude/skills/steam/SKILL.md
            ---
            name: steam
            ---
            //- /home/.claude/skills/deploy-app/SKILL.md
            ---
            name: deploy-app
            ---
            "
        )
    }

    #[test]
    fn words_of_its_own() {
        for text in [
            "| `/deplyo-app` | Ships it |",
            "## /deplyo-app",
            "- `/deplyo-app`: ships it",
            "* **/deplyo-app** ships it",
            "1. /deplyo-app ships it",
            "Say `/deplyo-app <target>` for it.",
            "Say /deplyo-app [target] for it.",
            "Call `POST /deplyo-app` for it.",
            "The endpoint `/deplyo-app` answers.",
            "Open the /deplyo-app page.",
            "It is called deplyo-app. Say /deplyo-app.",
            "Say /deplyo-app, and again /deplyo-app.",
            "Say `/stream`, or /strem, or /staem-x.",
            "Say /deploy_app.",
        ] {
            silent(&CHECK, &beside_others(text));
        }
    }

    #[test]
    fn its_own_name_in_another_form_is_its_own() {
        silent(
            &CHECK,
            "
            //- /home/.claude/skills/deploy-app/SKILL.md
            ---
            name: deploy-app
            ---
            Say /deplyo-app.
            ",
        );
    }

    #[test]
    fn the_fix_is_never_safe() {
        let fixture = Fixture::parse(&beside_others("Then run /deplyo-app."));
        let found = fixture.findings(&CHECK);
        let fixes: Vec<bool> = found.values().flatten().flat_map(|it| &it.fixes).map(|fix| fix.safe).collect();
        assert_eq!(fixes, [false]);
    }

    fn names(names: &[&str]) -> Names {
        let mut all = Names::default();
        for name in names {
            all.insert(Arc::from(*name));
        }
        all
    }

    #[test]
    fn near_misses() {
        let names = names(&["deploy-app", "code-review", "brainstorm"]);
        for (written, meant) in [
            ("deplyo-app", "deploy-app"),
            ("deploy-ap", "deploy-app"),
            ("code-reveiw", "code-review"),
            ("cod-review", "code-review"),
            ("codereview", "code-review"),
            ("brianstorm", "brainstorm"),
            ("brainstrom", "brainstorm"),
        ] {
            assert_eq!(names.meant(written), Some(meant), "{written}");
        }
    }

    #[test]
    fn other_words() {
        let names = names(&["deploy-app", "code-review", "user", "users-list", "reviewer", "part-1", "test-runner"]);
        for written in [
            "deploy-app",
            "users",
            "review",
            "status",
            "reviews",
            "part-2",
            "test-runners",
            "xyz",
            "code",
            "code-review-pr",
            // A letter more or less, or another one, is another word.
            "reviewe",
            "deploy-api",
            "deploy_app",
        ] {
            assert_eq!(names.meant(written), None, "{written}");
        }
    }

    #[test]
    fn many_alike_are_given_up() {
        let alike: Vec<String> =
            ('a'..='z').flat_map(|one| ('a'..='z').map(move |two| format!("skill-{one}{two}-notes"))).collect();
        let names = names(&alike.iter().map(String::as_str).collect::<Vec<_>>());
        assert_eq!(names.meant("skill-00-notes"), None);
    }
}
