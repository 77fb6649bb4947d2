//! Holds the map in `src/lib.rs`: a module uses only the modules to its left, and only `disk` touches the file
//! system, only `cli` prints.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The table of the map: what each module may use besides itself.
fn allowed() -> BTreeMap<&'static str, Vec<&'static str>> {
    let line = [
        "text",
        "document",
        "settings",
        "hosts",
        "config",
        "grants",
        "catalog",
        "loading",
        "listing",
        "words",
        "knowledge",
        "mending",
        "checks",
        "features",
        "workspace",
    ];
    BTreeMap::from([
        ("text", vec![]),
        ("document", vec!["text"]),
        ("settings", vec!["text", "document"]),
        ("hosts", vec!["text"]),
        ("config", vec!["text", "hosts"]),
        ("grants", line[..5].to_vec()),
        ("catalog", line[..6].to_vec()),
        ("loading", line[..7].to_vec()),
        ("listing", line[..7].to_vec()),
        ("words", line[..7].to_vec()),
        ("knowledge", line[..7].to_vec()),
        ("mending", vec!["text", "document"]),
        ("checks", line[..12].to_vec()),
        ("features", line[..13].to_vec()),
        ("workspace", line[..14].to_vec()),
        ("disk", vec!["text", "settings", "hosts", "config", "catalog"]),
        ("project", [&line[..], &["disk"]].concat()),
        ("lsp", [&line[..], &["disk", "project"]].concat()),
        ("mcp", [&line[..], &["disk", "project"]].concat()),
        ("cli", [&line[..], &["disk", "project"]].concat()),
    ])
}

#[test]
fn a_module_uses_only_what_stands_to_its_left() {
    let allowed = allowed();
    let mut wrong = Vec::new();
    for (module, path, text) in sources() {
        let Some(may_use) = allowed.get(module.as_str()) else {
            wrong.push(format!("{}: module `{module}` is not on the map", path.display()));
            continue;
        };
        for used in used_modules(without_tests(&text)) {
            if used != module && !may_use.contains(&used.as_str()) && allowed.contains_key(used.as_str()) {
                wrong.push(format!("{}: `{module}` may not use `{used}`", path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn only_disk_touches_the_file_system_and_only_the_command_line_prints() {
    let file_system = ["std::fs", "fs::read", ".exists()", ".canonicalize()", ".metadata()", ".is_dir()", "File::open"];
    let printing = ["println!", "print!(", "eprintln!", "eprint!(", "stdout()", "stderr()", "dbg!"];
    let mut wrong = Vec::new();
    for (module, path, text) in sources() {
        for (number, line) in without_tests(&text).lines().enumerate() {
            let line = line.trim_start();
            if line.starts_with("//") {
                continue;
            }
            let touches = module != "disk" && file_system.iter().any(|it| line.contains(it));
            let prints = module != "cli" && printing.iter().any(|it| line.contains(it));
            if touches || prints {
                wrong.push(format!("{}:{}: {line}", path.display(), number + 1));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_map_names_every_module() {
    let map = fs::read_to_string("src/lib.rs").unwrap();
    for module in allowed().keys() {
        assert!(map.contains(&format!("//! | [`{module}`] |")), "`{module}` is not in the table of src/lib.rs");
        assert!(map.contains(&format!("pub mod {module};")), "`{module}` is on the map, but not in src/lib.rs");
    }
}

#[test]
fn every_file_says_what_it_is_in_its_first_line() {
    let silent: Vec<String> = sources()
        .into_iter()
        .filter(|(_, _, text)| !text.starts_with("//! "))
        .map(|(_, path, _)| path.display().to_string())
        .collect();
    assert!(silent.is_empty(), "{}", silent.join("\n"));
}

#[test]
fn only_giving_back_memory_needs_foreign_code() {
    let unsafe_files = sources().into_iter().filter(|(_, _, text)| text.contains("unsafe_code"));
    let paths: Vec<String> = unsafe_files.map(|(_, path, _)| path.display().to_string()).collect();
    assert_eq!(paths, ["src/lsp/memory.rs"]);
}

/// Every source file below a module, with the module's name.
fn sources() -> Vec<(String, PathBuf, String)> {
    let mut found = Vec::new();
    let mut folders = vec![PathBuf::from("src")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|it| it == "rs") {
                let module = module_of(&path);
                if module != "lib" && module != "main" {
                    found.push((module, path.clone(), fs::read_to_string(&path).unwrap()));
                }
            }
        }
    }
    found.sort();
    assert!(found.len() > 30, "the sources were not found");
    found
}

fn module_of(path: &Path) -> String {
    let first = path.components().nth(1).unwrap().as_os_str().to_str().unwrap();
    first.trim_end_matches(".rs").to_owned()
}

/// A file without its tests, which may use anything.
fn without_tests(text: &str) -> &str {
    text.split("#[cfg(test)]\nmod tests {").next().unwrap_or(text)
}

/// The top-level modules that a text names as `crate::module`.
fn used_modules(text: &str) -> Vec<String> {
    text.match_indices("crate::")
        .map(|(at, _)| text[at + "crate::".len()..].chars().take_while(|it| it.is_ascii_lowercase()).collect())
        .collect()
}
