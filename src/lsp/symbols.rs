//! Outlines and found skills as the protocol writes them.

use tower_lsp_server::ls_types::*;

use crate::features::symbols::{self, symbols};
use crate::features::workspace_symbols::{FoundSkill, MOST, found_skills};
use crate::lsp::convert::{range_of, uri_of};
use crate::lsp::files::OpenFiles;
use crate::lsp::findings::Texts;
use crate::lsp::state::{Question, State};
use crate::text::Encoding;
use crate::workspace::Snapshot;

/// The outline of a document: a tree, or flat where the client takes no tree.
pub(crate) fn outline(question: &Question) -> DocumentSymbolResponse {
    let found = symbols(&question.document);
    if question.abilities.symbol_tree {
        return DocumentSymbolResponse::Nested(found.into_iter().map(|symbol| nested(question, symbol)).collect());
    }
    let mut flat = Vec::new();
    for symbol in found {
        flatten(question, symbol, None, &mut flat);
    }
    DocumentSymbolResponse::Flat(flat)
}

#[allow(deprecated)]
fn nested(question: &Question, symbol: symbols::Symbol) -> DocumentSymbol {
    let children: Vec<DocumentSymbol> = symbol.children.into_iter().map(|child| nested(question, child)).collect();
    DocumentSymbol {
        name: symbol.name,
        detail: symbol.detail,
        kind: kind(symbol.kind),
        tags: None,
        deprecated: None,
        range: question.range(symbol.span),
        selection_range: question.range(symbol.selection),
        children: (!children.is_empty()).then_some(children),
    }
}

#[allow(deprecated)]
fn flatten(question: &Question, symbol: symbols::Symbol, container: Option<&str>, flat: &mut Vec<SymbolInformation>) {
    flat.push(SymbolInformation {
        name: symbol.name.clone(),
        kind: kind(symbol.kind),
        tags: None,
        deprecated: None,
        location: Location { uri: question.open.uri.clone(), range: question.range(symbol.span) },
        container_name: container.map(str::to_owned),
    });
    for child in symbol.children {
        flatten(question, child, Some(&symbol.name), flat);
    }
}

fn kind(kind: symbols::SymbolKind) -> SymbolKind {
    match kind {
        symbols::SymbolKind::Frontmatter => SymbolKind::NAMESPACE,
        symbols::SymbolKind::Field => SymbolKind::PROPERTY,
        symbols::SymbolKind::List => SymbolKind::ARRAY,
        symbols::SymbolKind::Mapping => SymbolKind::OBJECT,
        symbols::SymbolKind::Tool => SymbolKind::FUNCTION,
        symbols::SymbolKind::Heading => SymbolKind::STRING,
    }
}

/// The skills of all folders at one moment.
pub(crate) struct Everywhere {
    folders: Vec<Snapshot>,
    files: OpenFiles,
    encoding: Encoding,
}

impl Everywhere {
    /// What is known now.
    pub(crate) fn of(state: &mut State) -> Everywhere {
        state.settle();
        let folders = state.folders.iter().map(|folder| folder.snapshot.clone()).collect();
        Everywhere { folders, files: state.files(), encoding: state.abilities.encoding }
    }

    /// The skills whose names fit what was typed.
    #[allow(deprecated)]
    pub(crate) fn skills_named(&self, query: &str) -> Vec<SymbolInformation> {
        let folders = self.folders.iter();
        let mut found: Vec<FoundSkill> =
            folders.flat_map(|folder| found_skills(&folder.catalog, &folder.environment, query)).collect();
        found.sort();
        found.dedup_by(|left, right| left.location == right.location);
        found.truncate(MOST);
        let mut texts = Texts::new(&self.files);
        let symbol = |skill: FoundSkill| {
            let range = range_of(texts.of(&skill.location.path), skill.location.span, self.encoding);
            Some(SymbolInformation {
                name: skill.name,
                kind: if skill.is_command { SymbolKind::FUNCTION } else { SymbolKind::MODULE },
                tags: None,
                deprecated: None,
                location: Location { uri: uri_of(&skill.location.path)?, range },
                container_name: Some(skill.container),
            })
        };
        found.into_iter().filter_map(symbol).collect()
    }
}
