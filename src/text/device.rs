//! Names that no file can have on Windows.

/// Whether Windows gives this name to a device: in every folder, in any case and with every ending (`nul`, `CON.md`, `com1`).
pub(crate) fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default().trim_end().to_ascii_uppercase();
    let numbered = |word: &str| stem.strip_prefix(word).is_some_and(|number| number.chars().count() == 1);
    matches!(stem.as_str(), "CON" | "PRN" | "AUX" | "NUL" | "CONIN$" | "CONOUT$") || numbered("COM") || numbered("LPT")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn devices() {
        for name in ["NUL", "aux", "con.txt", "Lpt1", "COM9 .md", "CONIN$"] {
            assert!(is_device(name), "{name}");
        }
        for name in ["console.md", "nullable", "COM10", "com", "auxiliary", ""] {
            assert!(!is_device(name), "{name}");
        }
    }
}
