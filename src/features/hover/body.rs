//! What is told about a place below the frontmatter.

use crate::features::Context;
use crate::features::hover::{Hover, link, mention, placeholder};

/// What is told about an offset in the body. In a file that is no skill only mentions of skills are looked at.
pub(super) fn hover(context: &Context<'_>, offset: usize) -> Option<Hover> {
    let body = &context.document.body;
    let mention = || body.mentions.iter().find(|it| it.span.touches(offset)).and_then(|it| mention::hover(context, it));
    if context.skill().is_none() {
        return mention();
    }
    let placeholder = body.placeholders.iter().find(|it| it.span.touches(offset));
    let told = placeholder.and_then(|it| placeholder::hover(context, it)).or_else(mention);
    // The innermost: an image in a link.
    let links = body.links.iter().filter(|it| it.span.touches(offset));
    let told = told.or_else(|| links.min_by_key(|it| it.span.len()).and_then(|it| link::hover(context, it, offset)));
    let code = || body.code_spans.iter().find(|span| span.touches(offset));
    let told = told.or_else(|| code().and_then(|span| link::in_code(context, *span, offset)));
    let command = || body.commands.iter().find(|it| it.span.touches(offset));
    told.or_else(|| command().and_then(|it| placeholder::command(context, it.span)))
}
