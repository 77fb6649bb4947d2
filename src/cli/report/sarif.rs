//! Findings as SARIF 2.1.0, in the form that GitHub code scanning accepts.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Serialize;
use serde_json::{Value, json};

use crate::checks::{CHECKS, Check, Diagnostic, FileEdit, Fix};
use crate::cli::report::{FileReport, Findings, Lazy};
use crate::config::Level;
use crate::text::{Encoding, Position, slashed};

#[derive(Serialize)]
struct Log<Results> {
    #[serde(rename = "$schema")]
    schema: &'static str,
    version: &'static str,
    runs: [Run<Results>; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Run<Results> {
    tool: Value,
    original_uri_base_ids: Value,
    column_kind: &'static str,
    results: Results,
}

/// `check --format sarif`. Paths below `base` are relative to it.
pub(crate) fn sarif<'a>(findings: &'a Findings, base: &'a Path) -> impl Serialize + 'a {
    let mut rules: Vec<&str> = findings.each().map(|(_, it)| it.check).collect();
    rules.sort_unstable();
    rules.dedup();
    let driver = json!({
        "name": "skill-lsp",
        "semanticVersion": env!("CARGO_PKG_VERSION"),
        "version": env!("CARGO_PKG_VERSION"),
        "rules": rules.iter().map(|id| rule(id)).collect::<Vec<_>>(),
    });
    let results = Lazy(move || {
        let (rules, mut seen) = (rules.clone(), BTreeMap::new());
        findings.each().map(move |(file, it)| result(findings, base, &rules, &mut seen, file, it))
    });
    let run = Run {
        tool: json!({"driver": driver}),
        original_uri_base_ids: json!({"%SRCROOT%": {"uri": folder_uri(base)}}),
        column_kind: "utf16CodeUnits",
        results,
    };
    Log { schema: "https://json.schemastore.org/sarif-2.1.0.json", version: "2.1.0", runs: [run] }
}

fn rule(id: &str) -> Value {
    let check: Option<&Check> = CHECKS.iter().copied().find(|check| check.id == id);
    let summary = check.map_or(id, |check| check.summary);
    let documentation = check.map_or(id, |check| check.documentation);
    let level = check.map_or(Level::Warning, |check| check.levels.into_iter().max().unwrap_or(Level::Warning));
    json!({
        "id": id,
        "name": id,
        "shortDescription": {"text": summary},
        "fullDescription": {"text": summary},
        "help": {"text": documentation, "markdown": documentation},
        "defaultConfiguration": {"level": level_word(level), "enabled": level != Level::Off},
        "properties": {"tags": check.map_or("skills", |check| check.group()).split(", ").collect::<Vec<_>>()},
    })
}

fn level_word(level: Level) -> &'static str {
    match level {
        Level::Error => "error",
        Level::Warning => "warning",
        Level::Information | Level::Hint => "note",
        Level::Off => "none",
    }
}

fn result(
    findings: &Findings,
    base: &Path,
    rules: &[&str],
    seen: &mut BTreeMap<u64, usize>,
    file: &FileReport,
    diagnostic: &Diagnostic,
) -> Value {
    let mut result = json!({
        "ruleId": diagnostic.check,
        "ruleIndex": rules.iter().position(|id| *id == diagnostic.check),
        "level": level_word(diagnostic.level),
        "message": {"text": diagnostic.whole_message()},
        "locations": [location(base, &file.path, file.range(diagnostic.span, Encoding::Utf16))],
        "partialFingerprints": {"primaryLocationLineHash": fingerprint(seen, file, diagnostic)},
        "properties": {"hosts": diagnostic.hosts},
    });
    let related: Vec<Value> = diagnostic
        .related
        .iter()
        .enumerate()
        .map(|(index, related)| {
            let place = findings.place(&related.path, related.span, Encoding::Utf16);
            let mut location = location(base, &related.path, place);
            location["id"] = json!(index);
            location["message"] = json!({"text": related.message});
            location
        })
        .collect();
    let fixes: Vec<Value> = diagnostic.fixes.iter().filter_map(|it| fix(base, file, it)).collect();
    if !related.is_empty() {
        result["relatedLocations"] = json!(related);
    }
    if !fixes.is_empty() {
        result["fixes"] = json!(fixes);
    }
    result
}

fn location(base: &Path, path: &Path, range: (Position, Position)) -> Value {
    json!({"physicalLocation": {"artifactLocation": artifact(base, path), "region": region(range)}})
}

fn artifact(base: &Path, path: &Path) -> Value {
    match path.strip_prefix(base) {
        Ok(relative) => json!({"uri": percent(&slashed(relative)), "uriBaseId": "%SRCROOT%"}),
        Err(_) => json!({"uri": file_uri(path)}),
    }
}

fn region((start, end): (Position, Position)) -> Value {
    json!({
        "startLine": start.line + 1,
        "startColumn": start.column + 1,
        "endLine": end.line + 1,
        "endColumn": end.column + 1,
    })
}

/// SARIF can replace text and make files, but not rename: such a fix is left out.
fn fix(base: &Path, file: &FileReport, fix: &Fix) -> Option<Value> {
    let mut changes = Vec::new();
    let mut here = Vec::new();
    for edit in &fix.edits {
        match edit {
            FileEdit::Here(edit) => here.push(json!({
                "deletedRegion": region(file.range(edit.span, Encoding::Utf16)),
                "insertedContent": {"text": edit.text},
            })),
            FileEdit::Create { path, text } => changes.push(json!({
                "artifactLocation": artifact(base, path),
                "replacements": [{
                    "deletedRegion": region(Default::default()),
                    "insertedContent": {"text": text},
                }],
            })),
            FileEdit::Rename { .. } => return None,
        }
    }
    if !here.is_empty() {
        changes.insert(0, json!({"artifactLocation": artifact(base, &file.path), "replacements": here}));
    }
    (!changes.is_empty()).then(|| json!({"description": {"text": fix.title}, "artifactChanges": changes}))
}

/// Stays the same while lines above come and go: the check and the text of the line, numbered when repeated.
fn fingerprint(seen: &mut BTreeMap<u64, usize>, file: &FileReport, diagnostic: &Diagnostic) -> String {
    let line = file.text.position(diagnostic.span.start, Encoding::Utf8).line;
    let text = file.text.line_span(line).of(file.text.as_str()).trim();
    let hash = fnv(&[diagnostic.check.as_bytes(), text.as_bytes()]);
    let count = seen.entry(fnv(&[&hash.to_le_bytes(), slashed(&file.path).as_bytes()])).or_insert(0);
    *count += 1;
    format!("{hash:016x}:{count}")
}

/// FNV-1a: the same in every release, unlike the hasher of the standard library.
fn fnv(parts: &[&[u8]]) -> u64 {
    let bytes = parts.iter().flat_map(|part| part.iter().copied().chain([0]));
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

fn folder_uri(path: &Path) -> String {
    let uri = file_uri(path);
    if uri.ends_with('/') { uri } else { format!("{uri}/") }
}

fn file_uri(path: &Path) -> String {
    let path = percent(&slashed(path));
    if path.starts_with('/') { format!("file://{path}") } else { format!("file:///{path}") }
}

/// A path as part of a URI.
fn percent(path: &str) -> String {
    let mut uri = String::with_capacity(path.len());
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' | b'@' | b'+' | b',' => {
                uri.push(byte as char);
            }
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::report::sample;

    #[test]
    fn columns_count_utf16_units_and_paths_are_relative() {
        let value = serde_json::to_value(sarif(&sample::findings(), Path::new("/home/me/project"))).unwrap();
        let run = &value["runs"][0];
        assert_eq!(run["columnKind"], "utf16CodeUnits");
        let shadowed = &run["results"][0];
        let place = &shadowed["locations"][0]["physicalLocation"];
        assert_eq!(place["artifactLocation"], json!({"uri": "a%20b/SKILL.md", "uriBaseId": "%SRCROOT%"}));
        assert_eq!(place["region"], json!({"startLine": 2, "startColumn": 7, "endLine": 2, "endColumn": 10}));
        assert_eq!(
            shadowed["relatedLocations"][0]["physicalLocation"]["artifactLocation"]["uri"],
            "file:///home/me/.claude/skills/x/SKILL.md"
        );
        let syntax = &run["results"][1];
        assert_eq!(syntax["ruleIndex"], 1);
        assert_eq!(run["tool"]["driver"]["rules"][1]["id"], "yaml-syntax");
        assert_eq!(syntax["fixes"][0]["artifactChanges"][0]["replacements"][0]["insertedContent"]["text"], "\"");
        assert!(syntax["partialFingerprints"]["primaryLocationLineHash"].as_str().unwrap().ends_with(":1"));
    }
}
