//! The Model Context Protocol: the skills of one host as two tools, for agents that have none of their own.

mod asking;
mod library;
mod lines;
mod list;
mod load;
mod permit;
mod server;
mod shelf;
mod tools;
mod watching;

use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use rmcp::ServiceExt;
use rmcp::service::ServerInitializeError;

use crate::disk;
use crate::mcp::library::Library;
use crate::mcp::server::SkillServer;
use crate::project::Start;

/// Prints a line of the log.
pub type Print = fn(&str);

/// So many threads look at skills.
const LOOKING: usize = 4;
/// So many threads more there are: input, output, and two that watch.
const OTHERS: usize = 4;
/// So long a client may take to read the last answers after it has gone.
const FAREWELL: Duration = Duration::from_secs(1);

/// Serves the skills of the one host of `start` on standard input and `output` until the input ends. The description of
/// a tool takes at most `description_limit` characters; `print` is for the log.
pub fn serve(start: Start, description_limit: usize, output: Box<dyn Write + Send>, print: Print) -> ExitCode {
    let mut runtime = tokio::runtime::Builder::new_current_thread();
    let runtime = disk::threads_can_be_had(LOOKING + OTHERS)
        .and_then(|()| runtime.enable_all().max_blocking_threads(LOOKING).build());
    let served = runtime.and_then(|runtime| {
        let served = runtime.block_on(converse(Library::new(start, description_limit, print), output, print));
        // A thread may still be at work on what nobody waits for any more.
        runtime.shutdown_background();
        served
    });
    match served {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            print(&format!("skill-lsp: cannot start: {}", disk::words(&error)));
            ExitCode::from(2)
        }
    }
}

/// The whole conversation.
async fn converse(library: Library, output: Box<dyn Write + Send>, print: Print) -> io::Result<()> {
    let library = Arc::new(library);
    let (lines, written) = lines::connect(io::stdin(), output)?;
    tokio::spawn(watching::keep_watching(library.clone()));
    let server = SkillServer::new(library, lines.end());
    loop {
        match server.clone().serve(lines.clone()).await {
            Ok(running) => {
                let _ = running.waiting().await;
                break;
            }
            Err(ServerInitializeError::ConnectionClosed(_) | ServerInitializeError::TransportError { .. }) => break,
            // Whoever begins in a wrong way may begin again.
            Err(_) => print("the client did not begin with `initialize`"),
        }
    }
    drop((server, lines));
    let _ = tokio::time::timeout(FAREWELL, written).await;
    Ok(())
}
