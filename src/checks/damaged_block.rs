//! What hosts make of a block that is not as it should be.

use crate::catalog::{BlockState, Refusal};
use crate::checks::{Grade, Judge};
use crate::words::consequence::{Consequence, Deed, of_deeds};

/// What the judges make of a block that is not as it should be, and how grave that is: severe when one of them
/// drops the skill or loses its fields.
pub(crate) fn consequence(judges: &[Judge<'_>]) -> (Consequence, Grade) {
    let consequence = of_deeds(judges.iter().filter_map(|judge| Some((judge, block_deed(judge)?))));
    let grade = if judges.iter().any(loses_block) { Grade::Severe } else { Grade::Mild };
    (consequence, grade)
}

/// What the judges make of a block in which fields are not seen: besides what they do about the block itself, some miss
/// the fields.
pub(crate) fn consequence_of_lost_fields(judges: &[Judge<'_>]) -> Consequence {
    let deed = |judge: &Judge<'_>| match (&judge.reading.refusal, block_deed(judge)) {
        (Some(Refusal::NameMissing | Refusal::DescriptionMissing), _) => Some(Deed::skips()),
        (None, None | Some(_)) if judge.reading.unlisted => Some(Deed::unlisted()),
        (_, deed) => deed,
    };
    of_deeds(judges.iter().filter_map(|judge| Some((judge, deed(judge)?))))
}

/// Whether a host does not get at the fields: it refuses the skill for its block, or takes the block for nothing.
pub(crate) fn loses_block(judge: &Judge<'_>) -> bool {
    matches!(judge.reading.block, BlockState::Absent | BlockState::Void)
}

fn block_deed(judge: &Judge<'_>) -> Option<Deed> {
    match judge.reading.block {
        BlockState::Read => None,
        BlockState::Repaired => Some(Deed::of("repair", "it")),
        BlockState::Absent | BlockState::Void if judge.reading.refusal.is_some() => Some(Deed::skips()),
        BlockState::Absent => Some(Deed::of("see", "no frontmatter").losing_skill()),
        BlockState::Void => Some(Deed::of("ignore", "the whole frontmatter").losing_skill()),
    }
}
