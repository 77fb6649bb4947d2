//! Turns skills on and off in the settings files of hosts.

use std::path::Path;

use crate::catalog::Reach;
use crate::disk::{self, DiskProblem};
use crate::features::switching::{self, Around, Plan, Refused, Wish};
use crate::workspace::Snapshot;

/// What has to be written so that a skill is on or off in a host, as the files are now.
pub fn plan(snapshot: &Snapshot, host: &str, wish: &Wish<'_>) -> Result<Plan, Refused> {
    let view = snapshot.catalog.view(host);
    let view = view.ok_or_else(|| Refused::Wrong(format!("nothing is known of `{host}` here")))?;
    let environment = &snapshot.environment;
    switching::plan(
        &Around {
            catalog: &snapshot.catalog,
            view,
            files: &*snapshot.files,
            read: &|path| read(&environment.reach, path),
            controls_if: &|path, text| disk::controls_if(&view.host, environment, Some((path, text))),
        },
        wish,
    )
}

/// Writes what was planned, when anything has to be written and the file is still as it was.
pub fn write(reach: &Reach, plan: &Plan) -> Result<(), DiskProblem> {
    if !plan.changed {
        return Ok(());
    }
    let before = plan.before.as_deref().map(str::as_bytes);
    match &plan.after {
        Some(after) => disk::write(reach, &plan.path, before, after),
        None => disk::remove_file(reach, &plan.path, before, plan.blank),
    }
}

fn read(reach: &Reach, path: &Path) -> Result<Option<String>, String> {
    match disk::text_inside(reach, path) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(format!("cannot read {}: {}", path.display(), disk::words(&error))),
    }
}
