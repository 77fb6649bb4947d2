//! `new`: a new skill from a template, where a host will find it.

use std::path::Path;

use crate::cli::arguments::{Global, NewArguments, Sight};
use crate::cli::console::Console;
use crate::cli::session::{self, placed};
use crate::cli::why::shown_place;
use crate::cli::{Answer, FINE};
use crate::features::creation::{NotMade, Order, Reach, Remedy, Root};
use crate::project::{self, Uncreated};

/// Runs `new`.
pub(crate) fn new(global: &Global, arguments: &NewArguments, console: &Console) -> Answer {
    let NewArguments { name, root, host, description, even_if_taken } = arguments;
    let host = session::one_host(global, host.as_deref())?;
    let session = session::about(global, &Sight::default(), std::slice::from_ref(&host), console)?;
    let here = std::env::current_dir().ok();
    let placed = |folder: &Path| placed(folder, here.as_deref(), &session.snapshot.environment.working_directory);
    let order = Order {
        name,
        description: description.as_deref(),
        instructions: None,
        root: Root::of(root, placed),
        reach: Reach::Anywhere,
        even_if_taken: *even_if_taken,
    };
    let shown = |path: &Path| shown_place(&session.around, path);
    let path = project::create(&session.snapshot, &host, &order, shown).map_err(refusal)?;
    console.print_exactly(&format!("{}\n", path.display()));
    Ok(FINE)
}

fn refusal(error: Uncreated) -> String {
    match error {
        Uncreated::Unwritten(sentence) => sentence,
        Uncreated::Refused(NotMade { sentence, remedy }) => match remedy {
            Some(Remedy::Folder) => format!("{sentence}: use --root DIR"),
            Some(Remedy::EvenIfTaken) => format!("{sentence}; --even-if-taken makes it all the same"),
            None => sentence,
        },
    }
}
