//! Enums whose values have words.

/// An enum, with the word or the words that each of its values has for people and in settings.
macro_rules! worded {
    ($(#[$about:meta])* pub enum $name:ident { $($(#[$note:meta])* $value:ident = $word:literal,)* }) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        $(#[$about])*
        pub enum $name { $($(#[$note])* $value,)* }

        impl $name {
            /// Its word.
            pub fn word(self) -> &'static str {
                match self { $($name::$value => $word,)* }
            }

            /// The one that has this word.
            pub fn from_word(word: &str) -> Option<$name> {
                [$($name::$value,)*].into_iter().find(|it| it.word() == word)
            }
        }
    };
}

pub(crate) use worded;
