//! Every test that looks at the program from outside, in one binary: linked once, and what they share is written once.
//! `cargo test --test all hosts::` runs the tests of `tests/hosts.rs` alone. What is not run on every system says why.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test may stop at the first thing amiss")]

mod adoption;
mod architecture;
mod cli;
mod conditional;
mod dependencies;
// Some situations are links.
#[cfg(unix)]
mod doctor;
// Compares paths as text, as Unix writes them.
#[cfg(unix)]
mod doors;
mod editions;
// Makes links and sockets.
#[cfg(unix)]
mod files;
mod first_settings;
mod forms;
// Makes links, pipes and sockets.
#[cfg(unix)]
mod hostile;
// What agents listed was recorded on Linux, with its paths.
#[cfg(unix)]
mod hosts;
// What agents loaded was recorded on Linux, with its paths.
#[cfg(unix)]
mod loading;
mod manifests;
// Compares paths as text, as Unix writes them.
#[cfg(unix)]
mod mcp;
// Grows trees with links.
#[cfg(unix)]
mod meeting;
mod naming;
mod one_answer;
// It is all about links.
#[cfg(unix)]
mod outside;
// Compares paths as text, as Unix writes them.
#[cfg(unix)]
mod permissions;
mod pins;
mod places;
mod program;
mod readme;
mod release;
mod relisting;
// Some of the strangers' skills have links.
#[cfg(unix)]
mod review;
mod schema;
// The documents have the paths of Unix.
#[cfg(unix)]
mod seeds;
mod server;
mod settings_files;
mod switches;
#[cfg(windows)]
mod windows;
mod workspace;
