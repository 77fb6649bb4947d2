//! What each host does: one data file per host, and the named policies that the data selects.

mod data;
mod extending;
mod fence;
mod field_reader;
mod glob;
mod host;
mod indented_quotes;
mod kept;
mod load;
mod order;
mod plain_lines;
mod repair;
mod template;
mod version;

pub use fence::{Cut, is_space};
pub(crate) use field_reader::fields as fields_as_written;
pub use glob::{glob_matches, signs, star_matches};
pub use host::*;
pub use indented_quotes::indented_quotes;
pub use load::{HostError, Hosts, builtin, kept_folders, memory_files, pinning_host, usual_host};
pub use repair::{Alone, quoted_commas, repaired};
pub use template::{ENTRY_KEYS, FRAME_KEYS, Filled, LOADING_KEYS, fill, pieces, strange_keys};
pub use version::{Installed, Version};
