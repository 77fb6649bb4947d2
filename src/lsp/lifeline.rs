//! Ends the server when its client has died but left the pipes open.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Notify;

use crate::disk;

/// So often it is asked whether the client still lives.
const PULSE: Duration = Duration::from_secs(3);

/// Rings when the client has died.
#[derive(Clone, Default)]
pub(crate) struct Lifeline {
    cut: Arc<Notify>,
}

impl Lifeline {
    /// Waits until the client has died.
    pub(crate) async fn is_cut(&self) {
        self.cut.notified().await;
    }

    /// Watches over the process of the client.
    pub(crate) fn hold(&self, process: u32) {
        let cut = self.cut.clone();
        tokio::spawn(async move {
            while disk::is_alive(process) {
                tokio::time::sleep(PULSE).await;
            }
            cut.notify_one();
        });
    }
}
