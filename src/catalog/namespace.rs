//! The plugins in whose folders skills lie, also where no plugin is installed.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};

use serde_json::Value;

use crate::catalog::{FileKind, Files};

/// The plugins found so far, by folder: each folder is looked at once.
#[derive(Debug, Default)]
pub struct Namespaces {
    /// By the manifests that are looked for, then by folder.
    known: RwLock<HashMap<Vec<String>, NamesByFolder>>,
}

/// The name of the plugin at or above each folder, when there is one.
type NamesByFolder = HashMap<PathBuf, Option<Arc<str>>>;

impl Namespaces {
    /// The name of the nearest plugin in whose folder, or below it, a file lies. Links are to be resolved before.
    pub(crate) fn of(&self, manifests: &[String], file: &Path, files: &dyn Files) -> Option<Arc<str>> {
        if manifests.is_empty() {
            return None;
        }
        let folder = file.parent()?;
        // A skill's own folder is asked for once, so that keeping the answer would be of no use.
        own_name(manifests, folder, files).or_else(|| self.at_or_above(manifests, folder.parent()?, files))
    }

    fn at_or_above(&self, manifests: &[String], folder: &Path, files: &dyn Files) -> Option<Arc<str>> {
        let known = |folder: &Path| {
            let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
            known.get(manifests)?.get(folder).cloned()
        };
        let mut passed = Vec::new();
        let mut name = None;
        for folder in folder.ancestors() {
            if let Some(answer) = known(folder) {
                name = answer;
                break;
            }
            passed.push(folder);
            name = own_name(manifests, folder, files);
            if name.is_some() {
                break;
            }
        }
        if !passed.is_empty() {
            let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
            let known = known.entry(manifests.to_vec()).or_default();
            known.extend(passed.into_iter().map(|folder| (folder.to_owned(), name.clone())));
        }
        name
    }
}

/// The name of the plugin whose folder this is. A manifest that cannot be read makes no plugin, and hides the next.
fn own_name(manifests: &[String], folder: &Path, files: &dyn Files) -> Option<Arc<str>> {
    let mut paths = manifests.iter().map(|manifest| folder.join(manifest));
    let path = paths.find(|path| files.kind(path) == Some(FileKind::File))?;
    let manifest: Value = serde_json::from_str(&files.text(&path)?).ok()?;
    let name = match manifest.as_object()?.get("name") {
        Some(name) => name.as_str()?,
        None => "",
    };
    match name.trim().is_empty() {
        true => Some(Arc::from(folder.file_name()?.to_string_lossy())),
        false => Some(Arc::from(name)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Tree(Vec<(&'static str, &'static str)>);

    impl Files for Tree {
        fn kind(&self, path: &Path) -> Option<FileKind> {
            self.0.iter().any(|(known, _)| Path::new(known) == path).then_some(FileKind::File)
        }
        fn list(&self, _: &Path) -> Vec<String> {
            Vec::new()
        }
        fn text(&self, path: &Path) -> Option<String> {
            self.0.iter().find(|(known, _)| Path::new(known) == path).map(|(_, text)| (*text).to_owned())
        }
    }

    #[test]
    fn the_nearest_manifest_that_can_be_read_names_the_plugin() {
        let tree = Tree(vec![
            ("/w/.b/plugin.json", r#"{"name": "outer"}"#),
            ("/w/s/inner/.a/plugin.json", r#"{"name": "inner"}"#),
            ("/w/s/broken/.a/plugin.json", "{"),
            ("/w/s/broken/.b/plugin.json", r#"{"name": "hidden by the broken one"}"#),
            ("/w/s/blank/.a/plugin.json", r#"{"name": " "}"#),
            ("/w/s/number/.a/plugin.json", r#"{"name": 1}"#),
        ]);
        let manifests = [".a/plugin.json".to_owned(), ".b/plugin.json".to_owned()];
        let namespaces = Namespaces::default();
        let of = |path: &str| namespaces.of(&manifests, Path::new(path), &tree).map(|name| name.to_string());
        for _ in 0..2 {
            assert_eq!(of("/w/s/x/SKILL.md").as_deref(), Some("outer"));
            assert_eq!(of("/w/s/inner/SKILL.md").as_deref(), Some("inner"));
            assert_eq!(of("/w/s/inner/x/SKILL.md").as_deref(), Some("inner"));
            assert_eq!(of("/w/s/broken/x/SKILL.md").as_deref(), Some("outer"));
            assert_eq!(of("/w/s/blank/x/SKILL.md").as_deref(), Some("blank"));
            assert_eq!(of("/w/s/number/x/SKILL.md").as_deref(), Some("outer"));
            assert_eq!(of("/v/x/SKILL.md"), None);
        }
        assert_eq!(namespaces.of(&[], Path::new("/w/s/x/SKILL.md"), &tree), None);
    }
}
