//! Hover in the words of the protocol.

use tower_lsp_server::ls_types::{Hover, HoverContents, MarkupContent, MarkupKind, Position};

use crate::features::{hover, manifest};
use crate::lsp::convert::uri_of;
use crate::lsp::state::Question;

/// What is told about a position.
pub(crate) fn answer(question: &Question, position: Position) -> Option<Hover> {
    let offset = question.offset(position);
    let told = match question.open.is_manifest {
        true => question.ask_of_manifest(|asked| manifest::hover::hover(asked, offset))?,
        false => question.ask(|context| hover::hover(context, offset))?,
    };
    let contents = match question.abilities.markdown {
        true => MarkupContent {
            kind: MarkupKind::Markdown,
            value: told.page.markdown(|path| uri_of(path).map(|uri| uri.to_string())),
        },
        false => MarkupContent { kind: MarkupKind::PlainText, value: told.page.plain() },
    };
    Some(Hover { contents: HoverContents::Markup(contents), range: Some(question.range(told.span)) })
}
