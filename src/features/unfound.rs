//! Why a question has no answer: what it is about is not there, or it makes no sense.

/// A refusal in one sentence, without a full stop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unfound {
    /// There is nothing of this name.
    Absent(String),
    /// The question is wrong, or something went wrong on the way.
    Wrong(String),
}

impl From<String> for Unfound {
    fn from(sentence: String) -> Unfound {
        Unfound::Wrong(sentence)
    }
}

impl From<Unfound> for String {
    fn from(unfound: Unfound) -> String {
        match unfound {
            Unfound::Absent(sentence) | Unfound::Wrong(sentence) => sentence,
        }
    }
}
