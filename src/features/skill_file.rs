//! One file of a skill, as an answer.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::catalog::{Files, FoundKind, Skill, normal};
use crate::features::list::{bundled, kind};
use crate::words::likely;

/// The folder of a skill. Refused for a skill that is a single file: what lies beside it is not its own.
pub fn folder(skill: &Skill) -> Result<PathBuf, String> {
    inside(skill)?;
    match (skill.kind, skill.path.parent()) {
        (FoundKind::Skill, Some(folder)) => Ok(folder.to_owned()),
        _ => Err(format!("{} is a skill of a single file: it has no others", skill.path.display())),
    }
}

/// Refuses a skill whose text is withheld.
pub fn inside(skill: &Skill) -> Result<(), String> {
    let (path, real) = (skill.path.display(), skill.real.display());
    match skill.is_outside {
        true => Err(format!("{path} leads outside: agents would load {real}, which is not shown here")),
        false => Ok(()),
    }
}

/// A file of a skill as `read --format json` has it: its text, or its bytes in base64 when it is not UTF-8.
pub fn as_json(folder: &Path, name: &str, bytes: &[u8]) -> Value {
    let text = std::str::from_utf8(bytes).ok();
    let mut answer = json!({
        "name": name,
        "path": normal(&folder.join(name)),
        "type": kind(name),
        "size": bytes.len(),
        "text": text,
    });
    if let (None, Some(answer)) = (text, answer.as_object_mut()) {
        answer.insert("base64".to_owned(), base64(bytes).into());
    }
    answer
}

/// The end of a sentence about a file that is not there: what may be meant, or what there is.
pub fn guess(files: &dyn Files, skill: &Skill, name: &str) -> String {
    const MOST: usize = 8;
    let names: Vec<String> = bundled(files, skill).into_iter().map(|file| file.name).collect();
    let last = |name: &str| name.rsplit('/').next().unwrap_or_default().to_lowercase();
    let same_name = || names.iter().find(|known| last(known) == last(name)).map(String::as_str);
    if let Some(guess) = likely(name, names.iter().map(String::as_str)).or_else(same_name) {
        return format!(": did you mean `{guess}`?");
    }
    let shown = names.iter().take(MOST).map(String::as_str).collect::<Vec<_>>().join(", ");
    match names.len().saturating_sub(MOST) {
        0 if shown.is_empty() => String::new(),
        0 => format!("; it has {shown}"),
        more => format!("; it has {shown} and {more} more"),
    }
}

/// Bytes as JSON can carry them (RFC 4648, section 4).
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let digit = |value: u32| DIGITS.get((value & 63) as usize).map_or('=', |digit| char::from(*digit));
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let at = |index: usize| chunk.get(index).map_or(0, |byte| u32::from(*byte));
        let value = at(0) << 16 | at(1) << 8 | at(2);
        text.extend([digit(value >> 18), digit(value >> 12)]);
        text.push(if chunk.len() > 1 { digit(value >> 6) } else { '=' });
        text.push(if chunk.len() > 2 { digit(value) } else { '=' });
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::meant::at;
    use crate::features::testing::ask;

    #[test]
    fn text_or_bytes() {
        let answer = |bytes| as_json(Path::new("/s/pdf"), "scripts/x.sh", bytes).to_string().replace(r"\\", "/");
        assert_eq!(
            answer(b"ls\n"),
            r#"{"name":"scripts/x.sh","path":"/s/pdf/scripts/x.sh","type":"script","size":3,"text":"ls\n"}"#
        );
        assert!(answer(&[0xff]).ends_with(r#""text":null,"base64":"/w=="}"#));
    }

    #[test]
    fn base64_of_every_length() {
        for (bytes, expected) in [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")] {
            assert_eq!(base64(bytes.as_bytes()), expected);
        }
    }

    #[test]
    fn what_may_be_meant() {
        let fixture = "
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            name: pdf
            ---
            //- /home/.claude/skills/pdf/references/forms.md
            x
            ";
        let check = |name: &str, expected: &str| {
            let found = ask(fixture, |context, _| {
                let (_, skill) = at(context.catalog, Path::new("/home/.claude/skills/pdf")).expect("it is there");
                guess(context.files, skill, name)
            });
            assert_eq!(found, expected);
        };
        check("reference/forms.md", ": did you mean `references/forms.md`?");
        check("forms.md", ": did you mean `references/forms.md`?");
        check("x.py", "; it has SKILL.md, references/forms.md");
    }
}
