//! Definitions, references, highlights and links as the protocol writes them.

use std::path::PathBuf;

use tower_lsp_server::ls_types::*;

use crate::features::definition::definition;
use crate::features::highlight::highlights;
use crate::features::links::links;
use crate::features::references::{Declaration, references, wanted};
use crate::features::{self, Context, Lazily};
use crate::lsp::convert::{range_of, uri_of};
use crate::lsp::findings::Texts;
use crate::lsp::notes::Wide;
use crate::lsp::state::Question;
use crate::text::Encoding;

/// Where what stands at a position comes from.
pub(crate) fn definition_at(question: &Question, position: Position) -> Option<GotoDefinitionResponse> {
    let found = question.ask(|context| definition(context, question.offset(position)))?;
    let targets = locations(&found.targets, &mut Texts::new(&question.files), question.abilities.encoding);
    if !question.abilities.definition_links {
        return Some(GotoDefinitionResponse::Array(targets));
    }
    let origin = question.range(found.origin);
    let link = |target: Location| LocationLink {
        origin_selection_range: Some(origin),
        target_uri: target.uri,
        target_range: target.range,
        target_selection_range: target.range,
    };
    Some(GotoDefinitionResponse::Link(targets.into_iter().map(link).collect()))
}

/// Everywhere else that what stands at a position stands too.
pub(crate) fn references_at(wide: &Wide, position: Position, declared: bool) -> Option<Vec<Location>> {
    let question = &wide.question;
    let declaration = if declared { Declaration::Included } else { Declaration::LeftOut };
    let sought = question.ask(|context| wanted(context, question.offset(position), declaration))?;
    let mut found: Vec<features::Location> = Vec::new();
    in_every_folder(wide, |context, notes| found.extend(references(context, &sought, declaration, notes)));
    found.sort();
    found.dedup();
    Some(locations(&found, &mut Texts::new(&question.files), question.abilities.encoding))
}

/// Asks in the folder of the document, and then in every other.
pub(crate) fn in_every_folder(wide: &Wide, mut ask: impl FnMut(&Context<'_>, &[PathBuf])) {
    let question = &wide.question;
    question.ask(|context| ask(context, &wide.notes_in(&context.environment.working_directory)));
    let nothing = Lazily::new(&Vec::new);
    for snapshot in &wide.elsewhere {
        let context = snapshot.context(&question.path, &question.document, &nothing, &[], &question.files);
        ask(&context, &wide.notes_in(&snapshot.environment.working_directory));
    }
}

/// The same thing elsewhere in the document.
pub(crate) fn highlights_at(question: &Question, position: Position) -> Vec<DocumentHighlight> {
    let found = question.ask(|context| highlights(context, question.offset(position)));
    let highlight = |it: features::highlight::Highlight| DocumentHighlight {
        range: question.range(it.span),
        kind: Some(if it.declares { DocumentHighlightKind::WRITE } else { DocumentHighlightKind::READ }),
    };
    found.into_iter().map(highlight).collect()
}

/// The links of a document.
pub(crate) fn links_in(question: &Question) -> Vec<DocumentLink> {
    let link = |link: features::links::FileLink| {
        let target = Some(uri_of(&link.target)?);
        Some(DocumentLink { range: question.range(link.span), target, tooltip: Some(link.tooltip), data: None })
    };
    question.ask(links).into_iter().filter_map(link).collect()
}

/// Our places as those of the protocol; those that have no address are left out.
pub(crate) fn locations(found: &[features::Location], texts: &mut Texts<'_>, encoding: Encoding) -> Vec<Location> {
    let mut location = |it: &features::Location| {
        let range = range_of(texts.of(&it.path), it.span, encoding);
        Some(Location { uri: uri_of(&it.path)?, range })
    };
    found.iter().filter_map(&mut location).collect()
}
