//! A first word that is no command: a path that somebody wants to have looked at, or the name of a skill.

use std::ffi::OsString;
use std::path::Path;

use clap::Parser;
use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};

use crate::cli::arguments::Arguments;
use crate::disk;
use crate::features::doctor::quoted;

/// The arguments of the process. Ends it where they make no sense, and says what leads on.
pub(crate) fn parsed(arguments: Vec<OsString>) -> Arguments {
    Arguments::try_parse_from(arguments).unwrap_or_else(|mut error| {
        let word = match (error.kind(), error.get(ContextKind::InvalidSubcommand)) {
            (ErrorKind::InvalidSubcommand, Some(ContextValue::String(word))) => word.clone(),
            _ => error.exit(),
        };
        let is_like_one = error.get(ContextKind::SuggestedSubcommand).is_some();
        let is_path = disk::files().kind(Path::new(&word)).is_some();
        let tips: Vec<StyledStr> = tips(&word, is_path, is_like_one).into_iter().map(StyledStr::from).collect();
        if !tips.is_empty() {
            error.insert(ContextKind::Suggested, ContextValue::StyledStrs(tips));
        }
        error.exit()
    })
}

/// What leads on from such a word.
fn tips(word: &str, is_path: bool, is_like_a_command: bool) -> Vec<String> {
    let quoted = quoted(word);
    if is_path {
        let check = format!("`skill-lsp check {quoted}` reports what is wrong there");
        return vec![check, format!("`skill-lsp review {quoted}` says what a stranger's skills there may do")];
    }
    if is_like_a_command {
        return Vec::new();
    }
    vec![
        format!("`skill-lsp doctor {quoted}` tells the life of a skill `{word}`"),
        "`skill-lsp help` lists the commands".to_owned(),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_a_slip_and_a_name() {
        assert!(tips(".", true, false)[0].starts_with("`skill-lsp check .`"));
        assert_eq!(tips("chekc", false, true), Vec::<String>::new());
        assert!(tips("notes", false, false)[0].starts_with("`skill-lsp doctor notes`"));
        assert!(tips("my dir", true, false).iter().all(|tip| tip.contains(" 'my dir'` ")));
        assert_eq!(tips("a b", false, false)[0], "`skill-lsp doctor 'a b'` tells the life of a skill `a b`");
    }
}
