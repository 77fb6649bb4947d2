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
mod json;
#[cfg(test)]
mod tests;
mod toml;
mod tree;
mod yaml;

pub use change::{
    Format, Found, Weight, change, change_in_item, find, find_key, pull, push, remove, set, unset, without_item,
};

use crate::text::{Encoding, Text};

/// Why a text is left as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The byte where it is wrong.
    pub offset: usize,
    /// What is wrong there, without a full stop.
    pub message: String,
}

impl Refusal {
    fn new(offset: usize, message: impl Into<String>) -> Refusal {
        Refusal { offset, message: message.into() }
    }

    /// The place and what is wrong with it, for a file called `name`: `name:2:5: …`.
    pub fn in_file(&self, name: &str, text: &str) -> String {
        let position = Text::new(text).position(self.offset, Encoding::Utf32);
        format!("{name}:{}:{}: {}", position.line + 1, position.column + 1, self.message)
    }
}
