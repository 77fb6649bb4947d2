//! The skills of one host, as they were at one look.

use crate::catalog::View;
use crate::features::offer::{Offer, offers};
use crate::mcp::tools::Choice;
use crate::project::{self, Asked, Start};
use crate::workspace::{Snapshot, Wanted};

/// What one look saw.
pub(crate) struct Shelf {
    /// Everything that is known.
    pub(crate) snapshot: Snapshot,
    /// What could not be read.
    pub(crate) problems: Vec<String>,
}

impl Shelf {
    /// Looks at the disk. An error says what stands in the way of any look.
    pub(crate) fn look(start: &Start) -> Result<Shelf, String> {
        if let Some(folder) = &start.surroundings.working_directory {
            project::can_start_in(folder)?;
        }
        let setting = start.setting()?;
        let mut problems: Vec<String> = setting.disk_problems.into_iter().map(|problem| problem.message).collect();
        let walked = project::walk(setting.config, setting.environment, Wanted::All, Asked::Nothing);
        problems.extend(walked.control_problems.iter().map(|(path, words)| format!("{}: {words}", path.display())));
        let (workspace, unread) = walked.read(|| ());
        problems.extend(unread.into_iter().map(|problem| problem.message));
        Ok(Shelf { snapshot: workspace.snapshot(), problems })
    }

    /// The host's view; there is one unless the host went out of the settings meanwhile.
    pub(crate) fn view(&self) -> Result<&View, String> {
        self.snapshot.catalog.views().first().ok_or_else(|| "the host is not in the settings any more".to_owned())
    }

    /// How a skill is chosen.
    pub(crate) fn choice(&self) -> Choice {
        let is_by_id = |view: &View| view.host.loading.as_ref().is_some_and(|it| it.by_id);
        match self.view().is_ok_and(is_by_id) {
            true => Choice::Id,
            false => Choice::Text,
        }
    }

    /// What may be loaded.
    pub(crate) fn offers(&self) -> Vec<Offer<'_>> {
        self.view().map(|view| offers(&self.snapshot.catalog, view)).unwrap_or_default()
    }
}
