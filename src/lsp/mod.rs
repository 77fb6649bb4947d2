//! The protocol: the only user of its types. Every handler converts in, asks once, and converts out.

mod abilities;
mod actions;
mod address;
mod analysis;
mod capabilities;
mod commands;
mod completion;
mod configuration;
mod convert;
mod deleting;
mod doctor;
mod document;
mod edits;
mod files;
mod findings;
mod folder;
mod gate;
mod hover;
mod indexing;
mod inlay;
mod lens;
mod lifeline;
mod memory;
mod navigation;
mod notes;
mod other_files;
mod outbox;
mod output;
mod overview;
mod pipes;
mod publisher;
mod pulling;
mod ranges;
mod read_file;
mod rename;
mod server;
mod settings;
mod show;
mod showing;
mod state;
mod symbols;
mod toggling;
mod tokens;
mod told_listings;
mod versions;
mod watching;

use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use tokio::sync::Notify;
use tower_lsp_server::{ClientSocket, LspService, Server};

use crate::disk;
use crate::lsp::lifeline::Lifeline;
pub use crate::lsp::outbox::Print;
use crate::lsp::output::Output;
use crate::lsp::server::SkillServer;

/// So many requests may wait for their answers at once. Each begins in the order in which it was sent.
const CONCURRENT_REQUESTS: usize = 64;

/// So many threads make answers, write them, and read folders; each keeps memory of its own.
const ANSWERING: usize = 4;

/// So many threads more there are: input, analysis, overview, and two that watch.
const OTHERS: usize = 5;

/// So long the last answers may take after `exit`.
const FAREWELL: Duration = Duration::from_millis(500);

fn service(
    lifeline: &Lifeline,
    begun: &Arc<Notify>,
    output: &Arc<Output>,
    print: Print,
) -> (LspService<SkillServer>, ClientSocket) {
    let server = |client| SkillServer::new(client, lifeline.clone(), begun.clone(), output.clone(), print);
    let service = LspService::build(server);
    // So that it can be tried what a panic does; not there in a release.
    #[cfg(debug_assertions)]
    let service = service.custom_method("skill-lsp/panic", SkillServer::panic);
    service.custom_method("skill-lsp/openFiles", SkillServer::open_files).finish()
}

/// Serves on standard input and `output` until the client says `exit`, closes the pipe, or dies. `print` is for the log.
pub fn serve(output: Box<dyn Write + Send>, print: Print) -> ExitCode {
    // Messages pass through one thread, which is faster than handing them around; answers are made on others.
    let mut runtime = tokio::runtime::Builder::new_current_thread();
    let runtime = disk::threads_can_be_had(ANSWERING + OTHERS)
        .and_then(|()| runtime.enable_all().max_blocking_threads(ANSWERING).build());
    let served = runtime.and_then(|runtime| {
        let was_shut_down = runtime.block_on(converse(output, print));
        // A thread may still be at work on what nobody waits for any more.
        runtime.shutdown_background();
        was_shut_down
    });
    match served {
        // As the protocol has it: an exit that was not announced is an error.
        Ok(was_shut_down) => ExitCode::from(u8::from(!was_shut_down)),
        Err(error) => {
            print(&format!("skill-lsp: cannot start: {}", disk::words(&error)));
            ExitCode::from(2)
        }
    }
}

/// The whole conversation. Returns whether its end was announced.
async fn converse(output: Box<dyn Write + Send>, print: Print) -> io::Result<bool> {
    let lifeline = Lifeline::default();
    let (output, begun) = (Output::new(output), Arc::default());
    let (service, socket) = service(&lifeline, &begun, &output, print);
    let pipes = pipes::connect(io::stdin(), output, begun)?;
    let serving = Server::new(pipes.input, pipes.output, socket).concurrency_level(CONCURRENT_REQUESTS).serve(service);
    let serving = tokio::spawn(serving);
    let exited = async {
        match pipes.exit.await {
            Ok(()) => tokio::time::sleep(FAREWELL).await,
            Err(_) => std::future::pending().await,
        }
    };
    tokio::select! {
        // Ends when the server has said its last word, and when nobody reads it any more.
        () = pipes.carried_out => {}
        // The server waits for what it asked of the client, which may have left without an answer.
        () = exited => {}
        () = lifeline.is_cut() => {}
    }
    serving.abort();
    Ok(pipes.was_shut_down.load(Ordering::Relaxed))
}
