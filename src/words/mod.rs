//! Words for people: names, numbers and places in a sentence, and what happens in which host.

pub(crate) mod consequence;
mod did_you_mean;
mod excerpt;
mod names;
mod number;
mod once;
mod one_line;
mod place;
pub(crate) mod shipping;
mod similarity;

pub(crate) use did_you_mean::{did_you_mean, guessed, likely};
pub(crate) use excerpt::excerpt;
pub(crate) use names::{capitalized, enumeration, hosts_named, quoted_words, shortened, uncapitalized};
pub(crate) use number::{counted, grouped};
pub(crate) use once::{add_new, add_to};
pub(crate) use one_line::{breaks_line, one_line, picture};
pub(crate) use place::short;
pub(crate) use similarity::nearest;
