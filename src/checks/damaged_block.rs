//! What hosts make of a block that is not as it should be.

use crate::catalog::BlockState;
use crate::checks::{Grade, Judge};
use crate::words::consequence::{Consequence, Deed, of_deeds};

/// What the judges make of a block that is not as it should be, and how grave that is: severe when one of them
/// drops the skill or loses its fields.
pub(crate) fn consequence(judges: &[Judge<'_>]) -> (Consequence, Grade) {
    let consequence = of_deeds(judges.iter().filter_map(|judge| Some((judge.host, block_deed(judge)?))));
    let grade = if judges.iter().any(loses_block) { Grade::Severe } else { Grade::Mild };
    (consequence, grade)
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
        BlockState::Absent => Some(Deed::of("see", "no frontmatter")),
        BlockState::Void => Some(Deed::of("ignore", "the whole frontmatter")),
    }
}
