//! Every relative link of the README and of `docs/` leads to a file of the repository.

use std::path::Path;

#[test]
fn every_link_leads_somewhere() {
    let mut followed = 0;
    let mut broken = Vec::new();
    for (path, text) in super::documents() {
        let folder = Path::new(&path).parent().unwrap();
        for target in targets(&text) {
            if target.contains("://") || target.starts_with('#') {
                continue;
            }
            let file = target.split('#').next().unwrap_or_default();
            followed += 1;
            if !folder.join(file).exists() {
                broken.push(format!("{path}: {target}"));
            }
        }
    }
    assert!(broken.is_empty(), "{broken:#?}");
    assert!(followed > 150, "{followed}");
}

/// What stands behind `](`, outside of code.
fn targets(text: &str) -> Vec<String> {
    let mut targets = Vec::new();
    let mut code = false;
    for line in text.lines() {
        if line.starts_with("```") {
            code = !code;
        }
        if code {
            continue;
        }
        // A link may have code in its text, but what is code is no link.
        let mut plain = String::new();
        for (index, part) in line.split('`').enumerate() {
            plain.push_str(if index % 2 == 0 { part } else { "" });
        }
        for part in plain.split("](").skip(1) {
            targets.extend(part.split(')').next().map(str::to_owned));
        }
    }
    targets
}
