//! The protocol: the only user of its types. Every handler converts in, asks once, and converts out.

mod abilities;
mod actions;
mod analysis;
mod capabilities;
mod commands;
mod completion;
mod convert;
mod document;
mod edits;
mod files;
mod findings;
mod folder;
mod hover;
mod indexing;
mod inlay;
mod lens;
mod lifeline;
mod navigation;
mod notes;
mod outbox;
mod output;
mod overview;
mod pipes;
mod publisher;
mod pulling;
mod ranges;
mod rename;
mod server;
mod settings;
mod showing;
mod state;
mod symbols;
mod tokens;
mod watching;

use std::io::Write;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use tower_lsp_server::{ClientSocket, LspService, Server};

use crate::lsp::lifeline::Lifeline;
pub use crate::lsp::outbox::Print;
use crate::lsp::output::Output;
use crate::lsp::server::SkillServer;

/// So many requests may wait for their answers at once. Each begins in the order in which it was sent.
const CONCURRENT_REQUESTS: usize = 64;

fn service(lifeline: &Lifeline, output: &Arc<Output>, print: Print) -> (LspService<SkillServer>, ClientSocket) {
    let service = LspService::build(|client| SkillServer::new(client, lifeline.clone(), output.clone(), print));
    // So that it can be tried what a panic does; not there in a release.
    #[cfg(debug_assertions)]
    let service = service.custom_method("skill-lsp/panic", SkillServer::panic);
    service.finish()
}

/// Serves on standard input and `output` until the client says `exit`, closes the pipe, or dies. `print` is for the log.
pub fn serve(output: Box<dyn Write + Send>, print: Print) -> ExitCode {
    // Messages pass through one thread, which is faster than handing them around; answers are made on others.
    let runtime = match tokio::runtime::Builder::new_current_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => {
            print(&format!("skill-lsp: cannot start: {error}"));
            return ExitCode::from(2);
        }
    };
    let was_shut_down = runtime.block_on(async {
        let lifeline = Lifeline::default();
        let output = Output::new(output);
        let (service, socket) = service(&lifeline, &output, print);
        let shut_down = service.inner().shut_down_flag();
        let (input, output, carried_out) = pipes::connect(tokio::io::stdin(), output);
        let serving = Server::new(input, output, socket).concurrency_level(CONCURRENT_REQUESTS).serve(service);
        let serving = tokio::spawn(serving);
        tokio::select! {
            // Ends when the server has said its last word, and when nobody reads it any more.
            () = carried_out => {}
            () = lifeline.is_cut() => {}
        }
        serving.abort();
        shut_down.load(Ordering::Relaxed)
    });
    // A thread may still wait for input that never comes.
    runtime.shutdown_background();
    // As the protocol has it: an exit that was not announced is an error.
    if was_shut_down { ExitCode::SUCCESS } else { ExitCode::from(1) }
}
