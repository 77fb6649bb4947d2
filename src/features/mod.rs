//! What an editor or a person can ask: one file per question.
