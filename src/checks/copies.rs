//! The copies of a skill for several agents, and in how much they differ.

use crate::catalog::rivals::are_identical;
use crate::catalog::{Catalog, Files, Kin, SkillId};
use crate::mending::diff::compared;

/// A copy that is no longer the same.
pub(crate) struct Drift {
    /// The other skill.
    pub(crate) other: SkillId,
    /// In how many lines.
    pub(crate) lines: usize,
}

/// The copies of a skill that differ from it, line ends apart. A text that is withheld is compared with nothing.
pub(crate) fn drifts<'a>(
    kin: &'a Kin,
    catalog: &'a Catalog,
    files: &'a dyn Files,
    id: SkillId,
) -> impl Iterator<Item = Drift> + 'a {
    let skill = catalog.skill(id).filter(|skill| !skill.is_outside);
    let others = kin.copies(id).map_or(&[][..], |group| &group.skills).iter().copied().filter(move |it| *it != id);
    let mut text = None;
    others.filter_map(move |other| {
        let (skill, theirs) = (skill?, catalog.skill(other)?);
        if theirs.is_outside || are_identical(skill, theirs) {
            return None;
        }
        let mine = text.get_or_insert_with(|| files.text(&skill.path)).as_deref()?;
        let (lines, shared) = compared(mine, &files.text(&theirs.path)?);
        // Two skills that have little but their name in common were never copies.
        (lines > 0 && shared >= lines).then_some(Drift { other, lines })
    })
}
