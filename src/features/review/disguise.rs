//! What a file really is, by its first bytes, and whether its name says so.

use crate::features::review::Weight;

/// What the first bytes of a file tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// A program for a machine.
    Program(&'static str),
    /// Code that is compiled for another program.
    Compiled(&'static str),
    /// Something that holds other files.
    Archive(&'static str),
    /// A picture, a sound, a font, a document.
    Plain(&'static str),
}

const FORMS: [(&[u8], Form); 33] = [
    (b"\x7fELF", Form::Program("a program for Linux")),
    (b"MZ", Form::Program("a program for Windows")),
    (b"\xcf\xfa\xed\xfe", Form::Program("a program for macOS")),
    (b"\xce\xfa\xed\xfe", Form::Program("a program for macOS")),
    (b"\xfe\xed\xfa\xcf", Form::Program("a program for macOS")),
    (b"\xca\xfe\xba\xbe", Form::Program("a program for macOS or Java")),
    (b"\0asm", Form::Compiled("WebAssembly")),
    (b"dex\n", Form::Compiled("a program for Android")),
    (b"PK\x03\x04", Form::Archive("a ZIP archive")),
    (b"\x1f\x8b", Form::Archive("a gzip archive")),
    (b"BZh", Form::Archive("a bzip2 archive")),
    (b"\xfd7zXZ\0", Form::Archive("an xz archive")),
    (b"7z\xbc\xaf\x27\x1c", Form::Archive("a 7z archive")),
    (b"Rar!", Form::Archive("a RAR archive")),
    (b"\x28\xb5\x2f\xfd", Form::Archive("a zstd archive")),
    (b"MSCF", Form::Archive("a cabinet archive")),
    (b"\xd0\xcf\x11\xe0", Form::Archive("an old document of Office, or an installer")),
    (b"\x89PNG", Form::Plain("a PNG picture")),
    (b"\xff\xd8\xff", Form::Plain("a JPEG picture")),
    (b"GIF8", Form::Plain("a GIF picture")),
    (b"RIFF", Form::Plain("a WebP picture or a sound")),
    (b"BM", Form::Plain("a BMP picture")),
    (b"\0\0\x01\0", Form::Plain("an icon")),
    (b"II*\0", Form::Plain("a TIFF picture")),
    (b"MM\0*", Form::Plain("a TIFF picture")),
    (b"%PDF", Form::Plain("a PDF document")),
    (b"ID3", Form::Plain("an MP3 sound")),
    (b"OggS", Form::Plain("an Ogg sound")),
    (b"fLaC", Form::Plain("a FLAC sound")),
    (b"wOFF", Form::Plain("a font")),
    (b"wOF2", Form::Plain("a font")),
    (b"\0\x01\0\0", Form::Plain("a font")),
    (b"SQLite format 3", Form::Plain("a database")),
];

/// Endings that promise something that cannot be run.
const HARMLESS: [&str; 34] = [
    "png", "jpg", "jpeg", "gif", "webp", "bmp", "ico", "tif", "tiff", "pdf", "mp3", "wav", "ogg", "flac", "mp4", "mov",
    "avi", "ttf", "otf", "woff", "woff2", "md", "txt", "json", "yaml", "yml", "toml", "csv", "xml", "svg", "html",
    "css", "log", "lock",
];

/// Those of them whose files are never text.
const NEVER_TEXT: [&str; 21] = [
    "png", "jpg", "jpeg", "gif", "webp", "bmp", "ico", "tif", "tiff", "pdf", "mp3", "wav", "ogg", "flac", "mp4", "mov",
    "avi", "ttf", "otf", "woff", "woff2",
];

/// Archives that are documents, packages or settings of programs that everybody knows.
const KNOWN_ARCHIVES: [&str; 8] = ["docx", "xlsx", "pptx", "odt", "ods", "odp", "epub", "dotx"];

/// What is to be said of a file by its first bytes and its name.
pub(super) fn disguise(name: &str, bytes: &[u8]) -> Option<(Weight, &'static str, String)> {
    let file = name.rsplit('/').next().unwrap_or(name);
    let lower = file.to_ascii_lowercase();
    let ending = lower.rsplit_once('.').map(|(_, ending)| ending).unwrap_or_default();
    let is_harmless = HARMLESS.contains(&ending);
    if let Some(told) = by_name(file, &lower) {
        return Some(told);
    }
    let form = FORMS.iter().find(|(start, _)| bytes.starts_with(start)).map(|(_, form)| *form);
    // Two letters may also begin a text.
    let form = form.filter(|form| {
        !matches!(form, Form::Program(_) | Form::Plain(_)) || !is_text(bytes) || bytes.starts_with(b"%PDF")
    });
    Some(match form {
        Some(Form::Program(what)) if is_harmless => {
            (Weight::Danger, "disguise", format!("is called .{ending} and is {what}"))
        }
        Some(Form::Program(what)) => (Weight::Look, "program", format!("is {what}: what it does cannot be read here")),
        Some(Form::Compiled(what)) if is_harmless => {
            (Weight::Danger, "disguise", format!("is called .{ending} and is {what}"))
        }
        Some(Form::Compiled(what)) => (Weight::Look, "program", format!("is {what}: what it does cannot be read here")),
        Some(Form::Archive(what)) if is_harmless => {
            (Weight::Danger, "disguise", format!("is called .{ending} and is {what}"))
        }
        Some(Form::Archive(_)) if KNOWN_ARCHIVES.contains(&ending) && has(bytes, b"vbaProject.bin") => {
            (Weight::Danger, "disguise", format!("is called .{ending} and has macros"))
        }
        Some(Form::Archive(_)) if KNOWN_ARCHIVES.contains(&ending) => return None,
        Some(Form::Archive(what)) => (Weight::Look, "archive", format!("is {what}, which was not opened")),
        Some(Form::Plain(what)) if is_script_name(ending) => {
            (Weight::Look, "disguise", format!("is called .{ending} and is {what}"))
        }
        Some(Form::Plain(_)) => return None,
        None if NEVER_TEXT.contains(&ending) && bytes.starts_with(b"#!") => {
            (Weight::Danger, "disguise", format!("is called .{ending} and is a script"))
        }
        None if ["css", "csv", "json", "yaml", "yml", "toml", "xml", "html", "lock"].contains(&ending)
            && bytes.starts_with(b"#!") =>
        {
            (Weight::Look, "disguise", format!("is called .{ending} and begins as a script"))
        }
        None if NEVER_TEXT.contains(&ending) && !bytes.is_empty() && is_text(bytes) && !is_pointer(bytes) => {
            (Weight::Look, "disguise", format!("is called .{ending} and is text"))
        }
        None if [
            "pyc", "pyo", "class", "jar", "so", "dll", "dylib", "node", "exe", "scr", "msi", "bin", "o", "a", "wasm",
        ]
        .contains(&ending)
            && !is_text(bytes) =>
        {
            (Weight::Look, "program", "is compiled: what it does cannot be read here".to_owned())
        }
        None if ["pkl", "pickle", "joblib", "dill", "pt", "ckpt"].contains(&ending) && !is_text(bytes) => {
            (Weight::Look, "program", "runs code when it is loaded, which cannot be read here".to_owned())
        }
        None if ending == "svg" && has(bytes, b"<script") => {
            (Weight::Look, "disguise", "is a picture with a script in it".to_owned())
        }
        None => return None,
    })
}

fn by_name(file: &str, lower: &str) -> Option<(Weight, &'static str, String)> {
    if file.chars().any(|it| matches!(it, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' | '\u{200B}'..='\u{200F}'))
    {
        return Some((
            Weight::Danger,
            "disguise",
            "has characters in its name that nobody sees: it is called otherwise than it looks".to_owned(),
        ));
    }
    let mut parts = lower.trim_end().rsplit('.');
    let (last, before) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    let runs = [
        "exe", "scr", "bat", "cmd", "sh", "ps1", "vbs", "js", "command", "app", "jar", "msi", "hta", "lnk", "com",
        "pif",
    ];
    let is_double = runs.contains(&last) && NEVER_TEXT.contains(&before)
        || runs.contains(&last) && ["docx", "xlsx", "pptx", "txt"].contains(&before)
        || runs.contains(&last) && last != "js" && ["md", "csv", "log"].contains(&before);
    if is_double {
        return Some((Weight::Danger, "disguise", format!("looks like .{before} and is .{last}")));
    }
    if file.ends_with(' ') || file.contains("   ") {
        return Some((Weight::Danger, "disguise", "hides the end of its name behind blanks".to_owned()));
    }
    None
}

fn has(bytes: &[u8], part: &[u8]) -> bool {
    memchr::memmem::find(bytes, part).is_some()
}

fn is_script_name(ending: &str) -> bool {
    ["sh", "py", "js", "mjs", "ts", "rb", "ps1", "md"].contains(&ending)
}

/// A stand-in for a file that is kept elsewhere, or one that holds nothing but the name of another.
fn is_pointer(bytes: &[u8]) -> bool {
    bytes.starts_with(b"version https://git-lfs") || bytes.len() < 200 && !bytes.contains(&b'\n')
}

/// Whether bytes are a program, whose texts are its own.
pub(super) fn is_program(bytes: &[u8]) -> bool {
    FORMS.iter().any(|(start, form)| bytes.starts_with(start) && matches!(form, Form::Program(_) | Form::Compiled(_)))
}

/// Whether bytes are text, by their beginning.
pub(super) fn is_text(bytes: &[u8]) -> bool {
    let start = bytes.get(..bytes.len().min(8000)).unwrap_or_default();
    !start.contains(&0)
        && match std::str::from_utf8(start) {
            Ok(_) => true,
            // The last character may be cut in two.
            Err(error) => {
                error.valid_up_to() + 4 > start.len()
                    || start.iter().filter(|it| **it >= 0x80).count() * 4 < start.len()
            }
        }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(name: &str, bytes: &[u8]) -> String {
        disguise(name, bytes).map(|(weight, kind, message)| format!("{weight:?} {kind}: {message}")).unwrap_or_default()
    }

    #[test]
    fn what_a_file_is() {
        assert_eq!(told("a/logo.png", b"\x7fELF\x02\0"), "Danger disguise: is called .png and is a program for Linux");
        assert_eq!(told("logo.png", b"\x89PNG\r\n\x1a\n\0"), "");
        assert_eq!(told("form.pdf", b"#!/bin/sh\n"), "Danger disguise: is called .pdf and is a script");
        assert_eq!(told("form.pdf", b"%PDF-1.4 text"), "");
        assert_eq!(
            told("bin/server", b"\x7fELF\0"),
            "Look program: is a program for Linux: what it does cannot be read here"
        );
        assert_eq!(told("all.zip", b"PK\x03\x04\0"), "Look archive: is a ZIP archive, which was not opened");
        assert_eq!(told("all.docx", b"PK\x03\x04\0"), "");
        assert_eq!(told("notes.md", b"PK\x03\x04\0"), "Danger disguise: is called .md and is a ZIP archive");
        assert_eq!(told("photo.jpg.exe", b"MZ\0"), "Danger disguise: looks like .jpg and is .exe");
        assert_eq!(told("MZ.md", b"MZ is a letter pair."), "");
        assert_eq!(told("x.png", b"hello\nthere\n"), "Look disguise: is called .png and is text");
    }
}
