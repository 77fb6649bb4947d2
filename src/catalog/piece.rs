//! Something in a folder that is looked through whole, with no link followed.

use std::path::PathBuf;

/// Something in the folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Its path from the folder, with `/`.
    pub name: String,
    /// What it is.
    pub kind: PieceKind,
}

/// What a piece is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PieceKind {
    /// A file.
    File {
        /// Its size in bytes.
        size: u64,
        /// Whether it may be run.
        executable: bool,
    },
    /// A link, which was not followed.
    Link {
        /// What it says.
        target: PathBuf,
        /// Where it leads.
        leads: Leads,
    },
    /// A pipe, a socket, a device.
    Other,
    /// Something that could not be read, and why.
    Unread(String),
}

/// Where a link leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leads {
    /// To something in the folder.
    Inside,
    /// Out of it.
    Outside,
    /// To nothing.
    Nowhere,
}
