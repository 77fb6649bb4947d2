//! The command line: the only printer.
