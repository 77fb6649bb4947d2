//! Code lenses in the words of the protocol.

use serde_json::json;
use tower_lsp_server::ls_types::{CodeLens, Command};

use crate::features::lens::{Destination, lenses};
use crate::lsp::state::Question;

/// The lenses of a document.
pub(crate) fn answer(question: &Question) -> Vec<CodeLens> {
    let uri = question.open.uri.as_str();
    let lenses = question.ask(lenses).into_iter().map(|lens| {
        let (command, argument) = match lens.leads_to {
            Destination::Why { name } => ("skill-lsp.why", json!({"name": name, "uri": uri, "show": true})),
            Destination::Prompt { host } => ("skill-lsp.prompt", json!({"host": host, "uri": uri, "show": true})),
        };
        let command = Command { title: lens.title, command: command.to_owned(), arguments: Some(vec![argument]) };
        CodeLens { range: question.range(lens.span), command: Some(command), data: None }
    });
    lenses.collect()
}
