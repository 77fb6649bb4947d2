//! What the server says of its own accord besides findings, sent in the order in which it was decided.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tower_lsp_server::Client;
use tower_lsp_server::ls_types::MessageType;
use tower_lsp_server::ls_types::notification::Notification;

use crate::lsp::settings::LogLevel;
use crate::lsp::state::Shared;
use crate::words::one_line;

/// Something to be said.
pub(crate) enum Outgoing {
    /// The client should ask for these again.
    Refresh(Refresh),
    /// The catalogue or a listing has changed.
    CatalogChanged,
    /// A line for the log.
    Log(MessageType, String),
    /// A message to whoever sits before the editor.
    Message(MessageType, String),
}

/// What the client asks for, and may ask for again.
#[derive(Clone, Copy)]
pub(crate) enum Refresh {
    Diagnostics,
    Lenses,
    Hints,
    Tokens,
}

/// Where to put what is to be said.
pub(crate) type Outbox = UnboundedSender<Outgoing>;

/// Prints a line for whoever looks at the server from outside.
pub type Print = fn(&str);

/// An outbox, and a task that empties it.
pub(crate) fn outbox(client: Client, shared: Arc<Shared>, print: Print) -> Outbox {
    let (sender, receiver) = unbounded_channel();
    tokio::spawn(send_all(client, shared, print, receiver));
    sender
}

async fn send_all(client: Client, shared: Arc<Shared>, print: Print, mut waiting: UnboundedReceiver<Outgoing>) {
    while let Some(outgoing) = waiting.recv().await {
        match outgoing {
            Outgoing::Log(kind, line) => {
                let line = one_line(&line);
                let (level, wanted) = (LogLevel::of(kind), shared.lock().settings.log);
                // Editors take every line here for an error: what merely was done is printed only for who looks for it.
                if level <= wanted && (level <= LogLevel::Warning || wanted == LogLevel::Debug) {
                    print(&format!("skill-lsp: {line}"));
                }
                if level <= wanted {
                    client.log_message(kind, &line).await;
                }
            }
            Outgoing::Message(kind, line) => client.show_message(kind, one_line(&line)).await,
            Outgoing::CatalogChanged => client.send_notification::<CatalogChanged>(Nothing {}).await,
            // Requests are not waited for: their answers say nothing, and what comes next must not wait for them.
            Outgoing::Refresh(what) => {
                let client = client.clone();
                tokio::spawn(async move {
                    match what {
                        Refresh::Diagnostics => client.workspace_diagnostic_refresh().await,
                        Refresh::Lenses => client.code_lens_refresh().await,
                        Refresh::Hints => client.inlay_hint_refresh().await,
                        Refresh::Tokens => client.semantic_tokens_refresh().await,
                    }
                });
            }
        }
    }
}

/// `skill-lsp/catalogChanged`: previews may want to follow.
enum CatalogChanged {}

/// An empty object.
#[derive(Serialize, Deserialize)]
struct Nothing {}

impl Notification for CatalogChanged {
    type Params = Nothing;
    const METHOD: &'static str = "skill-lsp/catalogChanged";
}
