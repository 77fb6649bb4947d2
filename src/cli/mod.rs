//! The command line: the only printer.

mod arguments;
mod console;
mod diff;
mod report;
mod terminal;
