//! What the reference validator complained about, held against what we say that it does.

use serde::Deserialize;
use skill_lsp::{catalog, document, hosts};

/// A file, and what the validator said of it.
#[derive(Deserialize)]
struct Validated {
    label: String,
    folder: String,
    text: String,
    complaints: Vec<String>,
}

#[test]
fn every_file_is_complained_about_as_the_validator_did() {
    let stored: Vec<Validated> = serde_json::from_str(include_str!("validator.json")).expect("stored files");
    assert!(stored.len() > 100 && stored.iter().any(|it| it.complaints.is_empty()));
    let known = hosts::builtin();
    let host = known.get("skills-ref").expect("the validator");
    let mut wrong = Vec::new();
    for Validated { label, folder, text, complaints } in &stored {
        let said = catalog::complaints(host, &document::parse(text), folder);
        let one_line = |text: &str| {
            let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
            line.trim_end_matches('.').to_owned()
        };
        let mut said: Vec<String> = said.iter().map(|complaint| one_line(&complaint.message)).collect();
        said.sort();
        if said != *complaints {
            wrong.push(format!("{label}\n  validator: {complaints:?}\n  ours: {said:?}"));
        }
    }
    assert!(wrong.is_empty(), "{} of {} files:\n{}", wrong.len(), stored.len(), wrong.join("\n"));
}
