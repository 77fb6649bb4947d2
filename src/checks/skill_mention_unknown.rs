//! `skill-mention-unknown`: a near miss of the name of another skill.

use std::collections::{HashMap, HashSet};
use std::hash::BuildHasher;
use std::sync::Arc;

use foldhash::quality::FixedState;

use crate::catalog::Catalog;
use crate::checks::prelude::*;
use crate::config::Config;

/// A near miss of a skill.
pub(crate) static CHECK: Check = Check {
    id: "skill-mention-unknown",
    summary: "a near miss of the name of another skill",
    documentation: "\
## What it reports

`/deplyo` or `$deplyo` in the text, when there is a skill `deploy` and none called `deplyo`. Only near misses of skills
that exist are reported: a skill may be installed elsewhere, and most words after a slash are not skills at all. A word
with another ending (`/slides` beside a skill `slidev`) is taken for another word.

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
    if context.skill.mentions.is_empty() {
        return;
    }
    let names = context.gathered.names(context.catalog, context.config);
    for mention in &context.skill.mentions {
        let Some(meant) = names.meant(&mention.text) else { continue };
        // The span holds the sign as well.
        let name = Span::new(mention.span.end.saturating_sub(mention.text.len()), mention.span.end);
        report
            .finding(mention.span, format!("There is no skill `{}`; did you mean `{meant}`?", mention.text))
            .fix(Fix::safe(format!("Change to `{meant}`"), vec![Edit::replace(name, meant)]));
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
        (!is_form_of(name, meant)).then_some(meant)
    }
}

fn key(length: usize, index: usize, piece: &str) -> u64 {
    FixedState::default().hash_one((length, index, piece))
}

/// Whether two words differ in what tells names apart rather than by a slip: an ending, or a number.
fn is_form_of(one: &str, other: &str) -> bool {
    let digits = |text: &str| text.chars().filter(char::is_ascii_digit).collect::<String>();
    let stem = |text: &str| {
        let text = text.strip_suffix("es").or_else(|| text.strip_suffix('s')).unwrap_or(text);
        let text = text.strip_suffix("ed").or_else(|| text.strip_suffix("er")).unwrap_or(text);
        text.trim_end_matches(['e', 'd', 'r', 's']).to_owned()
    };
    let plain = |text: &str| text.replace(['-', '_', ':'], "");
    digits(one) != digits(other)
        || stem(one) == stem(other)
        || differ_in_ending(one, other)
        // A word more is another name: `review-pr` and `review`.
        || (one.split(['-', ':']).count() != other.split(['-', ':']).count() && plain(one) != plain(other))
}

/// Whether only the ending tells two words apart: `create` and `creator`, `slides` and `slidev`. Two letters that
/// changed places are a slip, and so is one that was left out before the last.
fn differ_in_ending(one: &str, other: &str) -> bool {
    if one.bytes().last() == other.bytes().last() {
        return false;
    }
    let common = one.bytes().zip(other.bytes()).take_while(|(left, right)| left == right).count();
    let ending = |text: &str| {
        let mut bytes = text.as_bytes().get(common..).unwrap_or_default().to_vec();
        bytes.sort_unstable();
        bytes
    };
    let (one, other) = (ending(one), ending(other));
    one.len() <= 2 && other.len() <= 2 && !one.is_empty() && !other.is_empty() && one != other
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
    use crate::checks::testing::{check, check_fix, silent};

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
            Run /deplyo or /deply.
                ^^^^^^^ skill-mention-unknown: There is no skill `deplyo`; did you mean `deploy`?
                           ^^^^^^ skill-mention-unknown: There is no skill `deply`; did you mean `deploy`?
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
            Serve it under `/slides`, then run /skill-create.
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
