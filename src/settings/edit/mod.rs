//! Changes one value of a settings file and keeps every other byte: comments, order, line ends, indentation.
//!
//! Text in, text out. What is added is written so that it can be told from what the user wrote: taking it away again
//! (the `without_…` functions) gives back exactly the text that was there before, or says that it cannot. That is
//! checked, not hoped for: a text without the value is given out only if adding the value to it yields the text at
//! hand.
//!
//! - A new entry is the last of its container: on a line of its own where the entry before it stands on one.
//! - A container that had to be made opens with white space (`{ "a": 1 }`, or line by line); an empty one that was
//!   there gets its entry right behind the bracket (`{"a": 1}`). So the made one goes away again, and the other stays.
//! - A value that is changed where it stands, though it looks like one that was added, gets one space more in front;
//!   changed back, it loses it.
//! - An item of a list that does not look like one that was added leaves a mark where it stood, a space and a tab, and
//!   comes back to it. Comments between it and its comma stay.

mod brackets;
mod change;
#[cfg(test)]
mod tests;
mod toml_lines;
mod yaml_lines;

pub use change::{
    Found, Weight, blank, change, change_in_item, find, find_key, pull, push, remove, set, unset, without_item,
};
