//! Findings as JSON: one object, or one line each. The form is a contract.

use std::path::PathBuf;

use serde::Serialize;
use serde_json::{Value, json};

use crate::checks::{Diagnostic, FileEdit, Fix};
use crate::cli::report::{FileReport, Findings, Lazy};
use crate::text::{Encoding, Position};

#[derive(Serialize)]
struct Whole<'a, Found> {
    version: u32,
    files: usize,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    incomplete: bool,
    /// Files that are called like skills and are parts of others: they were not checked.
    #[serde(skip_serializing_if = "<[PathBuf]>::is_empty")]
    parts: &'a [PathBuf],
    /// How many findings the baseline remembers.
    #[serde(skip_serializing_if = "Option::is_none")]
    remembered: Option<usize>,
    /// How many findings are left out, because no more were wanted.
    #[serde(skip_serializing_if = "is_none")]
    more: usize,
    findings: Found,
}

fn is_none(count: &usize) -> bool {
    *count == 0
}

/// `check --format json`.
pub(crate) fn json(findings: &Findings) -> impl Serialize + '_ {
    let (files, incomplete) = (findings.checked(), findings.is_incomplete);
    let (parts, all) = (&*findings.parts, Lazy(|| lines(findings)));
    let (remembered, more) = (findings.remembered, findings.more);
    Whole { version: 1, files, incomplete, parts, remembered, more, findings: all }
}

/// `check --format jsonl`.
pub(crate) fn lines(findings: &Findings) -> impl Iterator<Item = Value> {
    findings.each().map(|(file, it)| finding(findings, file, it))
}

fn finding(findings: &Findings, file: &FileReport, diagnostic: &Diagnostic) -> Value {
    let related: Vec<Value> = diagnostic
        .related
        .iter()
        .map(|related| {
            let place = findings.place(&related.path, related.span, Encoding::Utf32);
            json!({"path": related.path.to_string_lossy(), "range": range(place), "message": related.message})
        })
        .collect();
    let mut value = json!({
        "check": diagnostic.check,
        "level": diagnostic.level.word(),
        "path": file.path.to_string_lossy(),
        "range": range(file.range(diagnostic.span, Encoding::Utf32)),
        "message": diagnostic.whole_message(),
        "hosts": diagnostic.hosts,
        "related": related,
        "fixes": diagnostic.fixes.iter().map(|it| fix(file, it)).collect::<Vec<_>>(),
    });
    if let Some(object) = value.as_object_mut().filter(|_| diagnostic.is_remembered) {
        object.insert("remembered".to_owned(), true.into());
    }
    value
}

fn fix(file: &FileReport, fix: &Fix) -> Value {
    let edits: Vec<Value> = fix
        .edits
        .iter()
        .map(|edit| match edit {
            FileEdit::Here(edit) => json!({
                "path": file.path.to_string_lossy(),
                "range": range(file.range(edit.span, Encoding::Utf32)),
                "newText": edit.text,
            }),
            // A new file is its whole text at the beginning of nothing.
            FileEdit::Create { path, text } => json!({
                "path": path.to_string_lossy(),
                "range": range(Default::default()),
                "newText": text,
            }),
            FileEdit::Rename { from, to } => {
                json!({"rename": {"from": from.to_string_lossy(), "to": to.to_string_lossy()}})
            }
        })
        .collect();
    json!({"title": fix.title, "safe": fix.safe, "edits": edits})
}

fn range((start, end): (Position, Position)) -> Value {
    let position = |it: Position| json!({"line": it.line + 1, "column": it.column + 1});
    json!({"start": position(start), "end": position(end)})
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::report::sample;

    #[test]
    fn columns_count_characters_from_one() {
        let value = serde_json::to_value(json(&sample::findings())).unwrap();
        assert_eq!(value["version"], 1);
        assert_eq!(value["files"], 2);
        let shadowed = &value["findings"][0];
        assert_eq!(shadowed["check"], "name-shadowed");
        assert_eq!(
            shadowed["range"],
            json!({"start": {"line": 2, "column": 7}, "end": {"line": 2, "column": 9}}),
            "two characters, whatever their size"
        );
        assert_eq!(shadowed["related"][0]["range"]["start"], json!({"line": 2, "column": 1}));
        let syntax = &value["findings"][1];
        assert_eq!(syntax["fixes"][0]["edits"][0]["newText"], "\"");
        assert_eq!(lines(&sample::findings()).count(), 2);
    }
}
