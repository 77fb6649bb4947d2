//! The protocol: the only user of its types. Every handler converts in, asks once, and converts out.

mod abilities;
mod actions;
mod analysis;
mod capabilities;
mod commands;
mod convert;
mod document;
mod edits;
mod files;
mod findings;
mod folder;
mod indexing;
mod outbox;
mod ranges;
mod server;
mod settings;
mod state;
mod tokens;

use std::process::ExitCode;

use tower_lsp_server::{LspService, Server};

use crate::lsp::server::SkillServer;

/// So many requests may wait for their answers at once. Each begins in the order in which it was sent.
const CONCURRENT_REQUESTS: usize = 64;

/// Serves on standard input and output until the client says `exit`, closes the pipe, or dies.
pub fn serve() -> ExitCode {
    let runtime = match tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build() {
        Ok(runtime) => runtime,
        Err(_) => return ExitCode::from(2),
    };
    let was_shut_down = runtime.block_on(async {
        let (service, socket) = LspService::new(SkillServer::new);
        let shut_down = service.inner().shut_down_flag();
        let (input, output) = (tokio::io::stdin(), tokio::io::stdout());
        Server::new(input, output, socket).concurrency_level(CONCURRENT_REQUESTS).serve(service).await;
        shut_down.load(std::sync::atomic::Ordering::Relaxed)
    });
    // A thread may still wait for input that never comes.
    runtime.shutdown_background();
    // As the protocol has it: an exit that was not announced is an error.
    if was_shut_down { ExitCode::SUCCESS } else { ExitCode::from(1) }
}
