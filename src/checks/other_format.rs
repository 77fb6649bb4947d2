//! What a file is that was saved or fetched as a skill, and is no Markdown: a web page, a pointer, an archive.

/// What a text is by its first bytes, in words, with the way out; nothing where it may be Markdown.
pub(crate) fn other_format(text: &str) -> Option<String> {
    let start = text.trim_start_matches('\u{feff}');
    let first = start.trim_start().lines().next().unwrap_or_default().trim();
    let lower = first.to_ascii_lowercase();
    let answers = ["404", "not found", "403", "429", "access denied"];
    let is_short = text.len() < 200 && text.trim().lines().count() == 1;
    let starts = |sign: &str| start.starts_with(sign);
    let words = match () {
        () if starts("version https://git-lfs.github.com/") => {
            "a pointer of Git LFS, not the text itself: `git lfs pull` fetches it".to_owned()
        }
        () if starts("\0GITCRYPT") => "encrypted by git-crypt: `git-crypt unlock` makes it readable".to_owned(),
        () if lower.starts_with("<!doctype html") || lower.starts_with("<html") => {
            "a web page (HTML), not the Markdown that it shows: fetch the raw file".to_owned()
        }
        () if is_short && answers.iter().any(|it| lower.starts_with(it)) => {
            format!("only the answer `{first}` of a server: it was fetched from a wrong address")
        }
        () if starts("{\\rtf") => "RTF, as word processors save it: save it as plain text".to_owned(),
        () if starts("PK\u{3}\u{4}") => "an archive or a document of a word processor (ZIP), not a text".to_owned(),
        () if starts("%PDF-") => "a PDF, not a text".to_owned(),
        () => return None,
    };
    Some(format!("The file is {words}"))
}

#[cfg(test)]
mod tests {
    use super::other_format;

    #[test]
    fn what_was_fetched_or_saved() {
        let told = |text: &str| other_format(text).unwrap_or_default();
        assert!(told("version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 9\n").contains("Git LFS"));
        assert!(told("\n<!DOCTYPE html>\n<html></html>\n").contains("HTML"));
        assert_eq!(
            told("404: Not Found"),
            "The file is only the answer `404: Not Found` of a server: it was fetched from a wrong address"
        );
        assert!(told("{\\rtf1\\ansi\n").contains("RTF"));
        assert!(told("\0GITCRYPT\0\u{1}").contains("git-crypt unlock"));
        assert!(told("PK\u{3}\u{4}\u{14}").contains("ZIP"));
        for text in ["", "# 404 pages\n\nWrite them.\n", "<example>\n", "Version control\n", "Not Found\n\nA story.\n"]
        {
            assert_eq!(other_format(text), None, "{text}");
        }
    }
}
