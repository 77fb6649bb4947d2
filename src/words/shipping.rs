//! What a package of this repository leaves behind, in words.

use std::path::Path;

use crate::catalog::{Fate, Files, MadeFor, OwnPackages, Package, View};
use crate::words::short;

/// How many folders are named.
const NAMED: usize = 3;

/// Why a skill in the folder of a package is not shipped to a host for which the package is made; `None` where the host
/// refuses all of it, which is told of the manifest.
pub(crate) fn left_out(
    own: &OwnPackages,
    view: &View,
    files: &dyn Files,
    folder: &Path,
    made: &MadeFor,
) -> Option<String> {
    let environment = &view.environment;
    Some(match made.fate {
        Fate::Refused => return None,
        Fate::Unlisted => format!("no marketplace here lists the package `{}`", short(folder, environment)),
        Fate::Taken => {
            let packages = own.of(&view.host.id).iter().filter(|package| package.path == folder);
            let roots = packages.flat_map(|package: &Package| package.roots(&view.host));
            let mut roots: Vec<String> = roots
                .filter(|root| files.kind(root).is_some())
                .map(|root| format!("`{}`", short(&root, environment)))
                .collect();
            roots.dedup();
            let more = roots.len().saturating_sub(NAMED);
            roots.truncate(NAMED);
            match (roots.len(), more) {
                (0, _) => "the package has no skills where they are looked for".to_owned(),
                (_, 0) => format!("the package ships {}", roots.join(", ")),
                (_, more) => format!("the package ships {} and {more} more", roots.join(", ")),
            }
        }
    })
}
