//! Every test that looks at the program from outside, in one binary: linked once, and what they share is written once.
//! `cargo test --test all hosts::` runs the tests of `tests/hosts.rs` alone.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test may stop at the first thing amiss")]

mod adoption;
mod architecture;
mod cli;
mod conditional;
mod dependencies;
#[cfg(unix)]
mod doctor;
#[cfg(unix)]
mod doors;
mod editions;
#[cfg(unix)]
mod files;
mod forms;
#[cfg(unix)]
mod hostile;
#[cfg(unix)]
mod hosts;
#[cfg(unix)]
mod loading;
mod manifests;
#[cfg(unix)]
mod mcp;
#[cfg(unix)]
mod meeting;
mod naming;
mod one_answer;
#[cfg(unix)]
mod outside;
#[cfg(unix)]
mod permissions;
mod pins;
mod places;
mod program;
mod readme;
mod release;
#[cfg(unix)]
mod review;
mod schema;
#[cfg(unix)]
mod seeds;
mod server;
mod settings_files;
mod switches;
mod workspace;
