//! What real hosts listed for a tree of skills, held against what this program says they list.
//!
//! A case in `tests/hosts/cases/HOST` is `{manifest, expected}`: a tree, and what the real host put before its model
//! for it. Nobody wrote the expected side by hand. More cases in the same form are tried when `SKILL_LSP_CASES` names
//! a folder of them.

pub(crate) mod case;
pub(crate) mod engine;
mod packages;
mod pins;
mod switches;
pub(crate) mod tree;
mod validator;

use std::path::{Path, PathBuf};

use case::Case;

#[test]
fn every_case_is_listed_as_the_host_listed_it() {
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hosts/cases")];
    folders.extend(std::env::var_os("SKILL_LSP_CASES").map(PathBuf::from));
    let cases: Vec<PathBuf> = folders.iter().flat_map(|folder| case::cases_in(folder)).collect();
    assert!(!cases.is_empty(), "there are cases");
    let differences: Vec<String> = cases
        .iter()
        .filter_map(|path| {
            let case = Case::read(path);
            let difference = engine::difference(&case)?;
            Some(format!("{} ({}): {difference}", case.manifest.case, path.display()))
        })
        .collect();
    let count = differences.len();
    assert!(differences.is_empty(), "{count} of {} cases differ:\n{}", cases.len(), differences.join("\n"));
}
