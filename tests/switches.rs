//! Skills are turned on and off in the agents' own settings files, and nothing else in them changes.
#![allow(clippy::unwrap_used, clippy::expect_used)]

#[path = "switches/command.rs"]
mod command;
#[path = "switches/grower.rs"]
mod grower;
#[path = "switches/round_trip.rs"]
mod round_trip;
#[path = "switches/tree.rs"]
mod tree;
