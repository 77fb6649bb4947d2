//! Kebab case: the form of a skill's name that every host takes.

/// Whether a name is lower-case letters and digits in words joined by single hyphens.
pub(crate) fn is_kebab(name: &str) -> bool {
    !name.is_empty()
        && name
            .split('-')
            .all(|word| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit()))
}

/// The name in kebab case: `My PDF_Tool` and `myPdfTool` become `my-pdf-tool`. `None` when it holds characters
/// that have no such form.
pub(crate) fn to_kebab(name: &str) -> Option<String> {
    let name = name.trim();
    // Where words are apart already, a hump is part of a word: `React TypeScript`, `iOS tools`.
    let is_one_word = name.chars().all(char::is_alphanumeric);
    let mut kebab = String::with_capacity(name.len() + 4);
    let mut previous: Option<char> = None;
    let mut characters = name.chars().peekable();
    while let Some(character) = characters.next() {
        if character.is_alphanumeric() && !character.is_ascii() {
            return None;
        }
        if character.is_ascii_alphanumeric() {
            // A hump starts a word: `myPdf`, and `PDFTool` before its last capital.
            let follows_small = previous.is_some_and(|it| it.is_ascii_lowercase() || it.is_ascii_digit());
            let ends_capitals = previous.is_some_and(|it| it.is_ascii_uppercase())
                && characters.peek().is_some_and(char::is_ascii_lowercase);
            let hump = is_one_word && character.is_ascii_uppercase() && (follows_small || ends_capitals);
            if (hump || previous.is_some_and(|it| !it.is_ascii_alphanumeric() && it != '\''))
                && !kebab.is_empty()
                && !kebab.ends_with('-')
            {
                kebab.push('-');
            }
            kebab.push(character.to_ascii_lowercase());
        }
        previous = Some(character);
    }
    (!kebab.is_empty()).then_some(kebab)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_are_and_names_that_are_not() {
        for name in ["a", "pdf", "pdf-2", "8120", "a-b-c"] {
            assert!(is_kebab(name), "{name}");
        }
        for name in ["", "-a", "a-", "a--b", "PDF", "a_b", "a b", "a:b", "é"] {
            assert!(!is_kebab(name), "{name}");
        }
    }

    #[test]
    fn conversions() {
        for (name, kebab) in [
            ("My PDF_Tool", "my-pdf-tool"),
            ("myPdfTool", "my-pdf-tool"),
            ("PDFTool", "pdf-tool"),
            ("React TypeScript", "react-typescript"),
            ("iOS tools", "ios-tools"),
            ("ns:thing", "ns-thing"),
            ("-a--b-", "a-b"),
            ("Don't panic!", "dont-panic"),
            ("v2.1", "v2-1"),
        ] {
            assert_eq!(to_kebab(name).as_deref(), Some(kebab), "{name}");
        }
        assert_eq!(to_kebab("技能"), None);
        assert_eq!(to_kebab("!!"), None);
    }
}
