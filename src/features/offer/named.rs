//! The skill that is meant by an id, a name, or a part of a name.

use std::path::Path;

use crate::catalog::permissions::verdict;
use crate::catalog::{FoundKind, Permission, Skill, Status, View};
use crate::features::offer::Offer;
use crate::words::{guessed, likely};

/// So many are named when there is a choice.
const MOST_NAMED: usize = 10;

/// The one skill that is meant; an error says in a sentence why there is none.
pub fn named<'a>(view: &View, offers: &'a [Offer<'a>], wanted: &str) -> Result<&'a Offer<'a>, String> {
    let wanted = wanted.trim();
    if wanted.is_empty() {
        return Err("no skill is named".to_owned());
    }
    let lower = wanted.to_lowercase();
    let has_path = |skill: &Skill| {
        let path = Path::new(wanted);
        path.has_root() && (skill.path == path || skill.kind == FoundKind::Skill && skill.path.parent() == Some(path))
    };
    // Who types `/pdf` to a person means the same.
    let bare = wanted.strip_prefix('/').unwrap_or(wanted);
    let ways: [&dyn Fn(&Offer<'_>) -> bool; 6] = [
        &|offer| offer.id() == wanted,
        &|offer| has_path(offer.skill),
        &|offer| offer.name() == wanted,
        &|offer| offer.id() == bare,
        &|offer| offer.id().to_lowercase() == lower || offer.name().to_lowercase() == lower,
        &|offer| offer.name().to_lowercase().contains(&lower) || offer.id().to_lowercase().contains(&lower),
    ];
    for (index, is_meant) in ways.iter().enumerate() {
        if index + 1 == ways.len()
            && let Some(reason) = withheld(view, wanted)
        {
            return Err(format!("`{wanted}` cannot be loaded: {reason}"));
        }
        let found: Vec<&Offer<'_>> = offers.iter().filter(|offer| is_meant(offer)).collect();
        match found.as_slice() {
            [] => {}
            [one] => return Ok(one),
            several => return Err(format!("`{wanted}` may mean {}: say which", choices(several))),
        }
    }
    let ids = offers.iter().map(|offer| offer.id());
    let guess = guessed(likely(wanted, ids.chain(offers.iter().map(|offer| offer.name()))));
    Err(format!("there is no skill `{wanted}`{guess}"))
}

/// Why a skill of exactly this name is not offered.
fn withheld(view: &View, wanted: &str) -> Option<String> {
    let labelled = view.candidates.iter().filter(|it| it.label_name.as_deref() == Some(wanted));
    view.named(wanted).chain(labelled).find_map(|candidate| {
        let permission = verdict(view, candidate);
        let is_denied = permission.permission == Permission::Deny;
        match candidate.verdict.status {
            Status::Active | Status::Ambiguous | Status::Disabled if is_denied => Some(permission.words(view)),
            Status::Hidden | Status::Conditional | Status::Disabled | Status::Skipped => {
                Some(candidate.verdict.reason.to_string())
            }
            Status::Active | Status::Ambiguous | Status::Shadowed | Status::Unread => None,
        }
    })
}

/// The ids of several skills, or their files where the ids are equal.
fn choices(several: &[&Offer<'_>]) -> String {
    let is_one_id = several.windows(2).all(|pair| pair.first().map(|it| it.id()) == pair.last().map(|it| it.id()));
    let names = several.iter().take(MOST_NAMED).map(|offer| match is_one_id {
        true => format!("`{}`", offer.skill.path.display()),
        false => format!("`{}`", offer.id()),
    });
    let mut names: Vec<String> = names.collect();
    if several.len() > MOST_NAMED {
        names.push(format!("{} more", several.len() - MOST_NAMED));
    }
    match names.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        _ => names.concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::offer::offers;
    use crate::features::testing::ask;

    const SKILLS: &str = "
//- /home/.claude/skills/pdf-reader/SKILL.md
---
name: pdf-reader
description: Reads.
---
//- /home/.claude/skills/pdf-writer/SKILL.md
---
name: pdf-writer
description: Writes.
---
//- /home/.claude/skills/reader/SKILL.md
---
name: reader
description: Reads aloud.
---
//- /home/.claude/skills/quiet/SKILL.md
---
name: quiet
description: Is for people.
disable-model-invocation: true
---
";

    fn check(wanted: &str, expected: &str) {
        let said = ask(SKILLS.trim_start(), |context, _| {
            let view = context.catalog.view("claude-code").unwrap();
            match named(view, &offers(context.catalog, view), wanted) {
                Ok(offer) => offer.id().to_owned(),
                Err(words) => words,
            }
        });
        assert_eq!(said, expected);
    }

    #[test]
    fn an_id_comes_before_a_part() {
        check("reader", "reader");
        check("Reader", "reader");
        check("/reader", "reader");
        check(" reader ", "reader");
    }

    #[test]
    fn a_part_that_one_has() {
        check("writ", "pdf-writer");
        check("WRITER", "pdf-writer");
        check("pdf", "`pdf` may mean `pdf-reader` or `pdf-writer`: say which");
    }

    #[test]
    fn a_file_or_its_folder() {
        check("/home/.claude/skills/reader/SKILL.md", "reader");
        check("/home/.claude/skills/reader", "reader");
    }

    #[test]
    fn what_is_not_offered_says_why() {
        check("quiet", "`quiet` cannot be loaded: `disable-model-invocation: true` keeps it from the model");
    }

    #[test]
    fn nothing_of_that_name() {
        check("raeder", "there is no skill `raeder`: did you mean `reader`?");
        check("spreadsheet", "there is no skill `spreadsheet`");
        check("", "no skill is named");
    }
}
