//! What is told about a place below the frontmatter.

use crate::features::Context;
use crate::features::hover::{Hover, link, mention, placeholder};

/// What is told about an offset in the body. In a file that is no skill only mentions of skills are looked at.
pub(super) fn hover(context: &Context<'_>, offset: usize) -> Option<Hover> {
    if context.skill().is_none() {
        return mention::hover(context, offset);
    }
    let body = &context.document.body;
    let placeholder = body.placeholders.iter().find(|it| it.span.touches(offset));
    let told = placeholder.and_then(|it| placeholder::hover(context, it));
    let told = told.or_else(|| mention::hover(context, offset)).or_else(|| link::hover(context, offset));
    let command = || body.commands.iter().find(|it| it.span.touches(offset));
    told.or_else(|| command().and_then(|it| placeholder::command(context, it.span)))
}
