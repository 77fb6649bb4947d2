//! The addresses of files on Windows: one path for every spelling that an editor may send, and ours as this editor writes them.

use std::sync::OnceLock;

/// How an editor writes the drive of a path: `c%3A` (VS Code), `C:` (Neovim, Helix, Zed), `c:`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct DriveForm {
    is_lower: bool,
    is_encoded: bool,
}

/// The form of the editor at hand: that of the first address that it sent. A server speaks with one editor.
static FORM: OnceLock<DriveForm> = OnceLock::new();

/// Remembers how the editor writes drives.
pub(super) fn learn(address: &str) {
    if FORM.get().is_none()
        && let Some((form, _)) = drive(address.get("file:///".len()..).unwrap_or_default())
    {
        let _ = FORM.set(form);
    }
}

/// The path that the host and the decoded path of an address mean; `None` where there is neither a drive nor a share.
pub(super) fn path(host: &str, path: &str) -> Option<String> {
    let path = path.replace('/', "\\");
    if !host.is_empty() && !host.eq_ignore_ascii_case("localhost") {
        return Some(format!(r"\\{host}{path}"));
    }
    // `file:////server/share` and `file:////?/C:/`: the path was put behind the scheme as it was.
    let below = match path.strip_prefix(r"\\?\").or_else(|| path.strip_prefix(r"\\\?\")) {
        Some(verbatim) => match verbatim.strip_prefix(r"UNC\") {
            Some(share) => return Some(format!(r"\\{share}")),
            None => verbatim,
        },
        None if path.starts_with(r"\\") => return Some(format!(r"\\{}", path.trim_start_matches('\\'))),
        None => path.strip_prefix('\\')?,
    };
    let (form, rest) = drive(below)?;
    let letter = below.chars().next().filter(|_| !form.is_encoded)?.to_ascii_uppercase();
    match rest {
        "" => Some(format!(r"{letter}:\")),
        rest => rest.starts_with('\\').then(|| format!("{letter}:{rest}")),
    }
}

/// An address of a path with its drive as the editor writes it, and a share where its host belongs.
pub(super) fn rewritten(address: &str) -> String {
    written(address, FORM.get().copied().unwrap_or(DriveForm { is_lower: true, is_encoded: true }))
}

fn written(address: &str, form: DriveForm) -> String {
    let Some(rest) = address.strip_prefix("file:///") else { return address.to_owned() };
    let rest = ["//%3F/", "//?/"].iter().find_map(|verbatim| rest.strip_prefix(verbatim)).unwrap_or(rest);
    if let Some(share) = rest.strip_prefix("//").or_else(|| rest.strip_prefix("UNC/")) {
        return format!("file://{share}");
    }
    let Some((_, below)) = drive(rest) else { return address.to_owned() };
    let letter = rest.chars().next().unwrap_or_default();
    let letter = if form.is_lower { letter.to_ascii_lowercase() } else { letter.to_ascii_uppercase() };
    format!("file:///{letter}{}{below}", if form.is_encoded { "%3A" } else { ":" })
}

/// The drive with which a text begins, and what follows it.
fn drive(text: &str) -> Option<(DriveForm, &str)> {
    let letter = text.chars().next().filter(char::is_ascii_alphabetic)?;
    let behind = text.get(1..)?;
    let (is_encoded, rest) = match behind.strip_prefix("%3A").or_else(|| behind.strip_prefix("%3a")) {
        Some(rest) => (true, rest),
        None => (false, behind.strip_prefix(':')?),
    };
    Some((DriveForm { is_lower: letter.is_ascii_lowercase(), is_encoded }, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_spelling_is_one_path() {
        // What stands behind `file://`, decoded.
        for (host, spelled) in [
            ("", "/c:/Shop/SKILL.md"),
            ("", "/C:/Shop/SKILL.md"),
            ("localhost", "/C:/Shop/SKILL.md"),
            ("", r"/c:\Shop\SKILL.md"),
            ("", "//?/C:/Shop/SKILL.md"),
        ] {
            assert_eq!(path(host, spelled).as_deref(), Some(r"C:\Shop\SKILL.md"), "{host} {spelled}");
        }
        assert_eq!(path("", "/z:").as_deref(), Some(r"Z:\"));
    }

    #[test]
    fn a_share_has_its_server_as_host_or_in_front() {
        let share = Some(r"\\server\share\SKILL.md");
        assert_eq!(path("server", "/share/SKILL.md").as_deref(), share);
        assert_eq!(path("", "//server/share/SKILL.md").as_deref(), share);
        assert_eq!(path("", "//?/UNC/server/share/SKILL.md").as_deref(), share);
    }

    #[test]
    fn without_a_drive_there_is_no_path() {
        for spelled in ["/home/me/SKILL.md", "/", "", "/c:relative", "/1:/a"] {
            assert_eq!(path("", spelled), None, "{spelled}");
        }
    }

    #[test]
    fn addresses_are_written_as_the_editor_writes_them() {
        let form = |address: &str| drive(address.strip_prefix("file:///").unwrap()).unwrap().0;
        for editor in ["file:///c%3A/Shop/a%20b.md", "file:///C:/Shop/a%20b.md", "file:///c:/Shop/a%20b.md"] {
            assert_eq!(written("file:///C%3A/Shop/a%20b.md", form(editor)), editor);
            assert_eq!(written("file:///%2F", form(editor)), "file:///%2F");
        }
        let form = form("file:///c%3A/");
        assert_eq!(written("file://///server/share/a.md", form), "file://server/share/a.md");
        assert_eq!(written("file://///%3F/UNC/server/share/a.md", form), "file://server/share/a.md");
        assert_eq!(written("file://///%3F/C%3A/a.md", form), "file:///c%3A/a.md");
    }
}
