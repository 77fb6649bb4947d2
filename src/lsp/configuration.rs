//! Asks the client for its settings, and takes them in.

use std::sync::Arc;

use serde_json::Value;
use tower_lsp_server::Client;
use tower_lsp_server::ls_types::{ConfigurationItem, MessageType};

use crate::lsp::outbox::{Outbox, Outgoing};
use crate::lsp::settings::Settings;
use crate::lsp::state::Shared;

/// Asks now and whenever the bell rings, for as long as the server lives. Nobody waits for the answer, which may never
/// come, and only the last one counts.
pub(crate) async fn keep_configured(shared: Arc<Shared>, client: Client, outbox: Outbox) {
    loop {
        let item = ConfigurationItem { scope_uri: None, section: Some("skillLsp".to_owned()) };
        tokio::select! {
            values = client.configuration(vec![item]) => {
                let values = values.unwrap_or_default();
                if let Some(value) = values.first().filter(|value| !value.is_null()) {
                    apply(&shared, &outbox, value);
                }
                shared.settings_bell.notified().await;
            }
            () = shared.settings_bell.notified() => {}
        }
    }
}

/// Takes in settings, and reads the folders again when they say something new.
pub(crate) fn apply(shared: &Shared, outbox: &Outbox, value: &Value) {
    let (settings, problems) = Settings::read(value);
    for problem in problems {
        let _ = outbox.send(Outgoing::Log(MessageType::WARNING, problem));
    }
    let mut state = shared.lock();
    if state.settings == settings {
        return;
    }
    state.settings = settings;
    drop(state);
    shared.index_bell.notify_one();
}
