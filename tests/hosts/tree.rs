//! The tree of a case on disk.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};

use crate::hosts::case::Manifest;

/// A tree that is removed when it is dropped.
pub(crate) struct Tree {
    root: PathBuf,
    _folder: tempfile::TempDir,
}

impl Tree {
    /// Writes the tree of a case into a temporary folder.
    pub(crate) fn write(manifest: &Manifest) -> Tree {
        Tree::write_into(manifest, tempfile::tempdir().expect("a temporary folder"))
    }

    /// Writes the tree into a temporary folder whose path is as long as the one the case was captured in: some hosts
    /// count the bytes of paths. `None` where every temporary folder has a longer path.
    #[allow(dead_code, reason = "not every test compares with a capture")]
    pub(crate) fn write_as_long(manifest: &Manifest) -> Option<Tree> {
        let length = Path::new("/tmp/skill-oracle").join(&manifest.case).as_os_str().len();
        let folder = [std::env::temp_dir(), PathBuf::from("/tmp")].into_iter().find_map(|outer| {
            let outer = outer.canonicalize().ok()?;
            let name = length.checked_sub(outer.as_os_str().len() + 1).filter(|name| *name >= 6)?;
            tempfile::Builder::new().prefix("").rand_bytes(name).tempdir_in(outer).ok()
        })?;
        Some(Tree::write_into(manifest, folder))
    }

    fn write_into(manifest: &Manifest, folder: tempfile::TempDir) -> Tree {
        let tree = Tree { root: folder.path().canonicalize().expect("its real path"), _folder: folder };
        for item in &manifest.files {
            let path = tree.root.join(&item.path);
            fs::create_dir_all(path.parent().expect("a parent")).expect("the parent is made");
            if item.dir {
                fs::create_dir_all(&path).expect("the folder is made");
            } else if let Some(target) = &item.symlink {
                symlink(tree.expand(target), &path).expect("the link is made");
            } else if let Some(text) = &item.text {
                fs::write(&path, tree.expand(text)).expect("the file is written");
            } else if let Some(encoded) = &item.base64 {
                fs::write(&path, decoded(encoded)).expect("the file is written");
            }
            if let Some(mode) = &item.mode {
                let mode = u32::from_str_radix(mode, 8).expect("an octal mode");
                fs::set_permissions(&path, fs::Permissions::from_mode(mode)).expect("the mode is set");
            }
        }
        fs::create_dir_all(tree.root.join(&manifest.cwd)).expect("the working directory is made");
        fs::create_dir_all(tree.root.join("home")).expect("the home is made");
        tree
    }

    /// Its root.
    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    /// A text with the root in place of its stand-in.
    pub(crate) fn expand(&self, text: &str) -> String {
        text.replace("@ROOT@", &self.root.to_string_lossy())
    }
}

fn decoded(encoded: &str) -> Vec<u8> {
    const DIGITS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let (mut bytes, mut buffer, mut bits) = (Vec::new(), 0u32, 0);
    for byte in encoded.bytes().filter(|byte| !byte.is_ascii_whitespace() && *byte != b'=') {
        let digit = DIGITS.iter().position(|digit| *digit == byte).expect("a base64 digit");
        buffer = (buffer << 6) | digit as u32;
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            bytes.push((buffer >> bits) as u8);
            buffer &= (1 << bits) - 1;
        }
    }
    bytes
}
