//! Skills are turned on and off in the agents' own settings files, and nothing else in them changes.

mod command;
pub(crate) mod grower;
mod round_trip;
mod tree;
