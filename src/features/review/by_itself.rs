//! What runs by itself: scripts that a hook, a server or an install starts, those that these start, and files that a
//! program runs because of their name. What such a script calls nobody has asked for.

use crate::features::review::{FileSeen, Noted, Weight};

/// What a script that is started says of itself.
#[derive(Clone, Debug, Default)]
pub(super) struct Starts {
    /// Commands that run by themselves.
    pub(super) commands: Vec<String>,
    /// Names of scripts that are written in it.
    pub(super) names: Vec<String>,
}

/// Files that are run because of their name, and who runs them.
const BY_NAME: [(&str, &str); 17] = [
    ("setup.py", "an install of this package"),
    ("build.rs", "a build of this package"),
    ("conftest.py", "a run of the tests"),
    ("sitecustomize.py", "every start of Python"),
    ("usercustomize.py", "every start of Python"),
    (".envrc", "a shell that enters the folder"),
    (".pnpmfile.cjs", "an install of packages"),
    ("binding.gyp", "an install of this package"),
    ("noxfile.py", "a run of the tests"),
    ("gulpfile.js", "a build"),
    ("jest.config.js", "a run of the tests"),
    ("vite.config.js", "a build"),
    ("vite.config.ts", "a build"),
    ("eslint.config.js", "a check of the code"),
    ("eslint.config.mjs", "a check of the code"),
    (".lldbinit", "a debugger in the folder"),
    (".gdbinit", "a debugger in the folder"),
];

/// Of what such a script calls, what is told.
const TOLD: [&str; 12] = [
    "sends",
    "network",
    "credentials",
    "environment",
    "deletes",
    "decodes",
    "runs-text",
    "background",
    "agent-data",
    "looks-around",
    "shell",
    "privilege",
];

/// Notes what scripts do that nobody has to ask for.
pub(super) fn by_itself(seen: &mut [FileSeen]) {
    let scripts: Vec<(String, String)> = seen
        .iter()
        .filter(|file| file.is_script)
        .map(|file| (file.name.clone(), file.name.rsplit('/').next().unwrap_or_default().to_owned()))
        .collect();
    let mut started: Vec<(String, String)> = Vec::new();
    for (name, base) in &scripts {
        let known = BY_NAME.iter().find(|(file, _)| file == base).map(|(_, who)| (*who).to_owned());
        let is_hook = name.contains(".git/hooks/") || name.contains(".husky/");
        let who = known.or_else(|| is_hook.then(|| "git".to_owned())).or_else(|| {
            let is_named = |command: &String| names(command, base);
            seen.iter().any(|file| file.starts.commands.iter().any(is_named)).then(|| "what is told above".to_owned())
        });
        started.extend(who.map(|who| (name.clone(), who)));
    }
    let mut at = 0;
    while let Some((name, _)) = started.get(at).cloned() {
        at += 1;
        let Some(file) = seen.iter().find(|file| file.name == name) else { continue };
        for (other, base) in &scripts {
            if file.starts.names.iter().any(|it| it == base) && !started.iter().any(|(it, _)| it == other) {
                started.push((other.clone(), name.clone()));
            }
        }
    }
    for (name, who) in started {
        let Some(file) = seen.iter_mut().find(|file| file.name == name) else { continue };
        let is_by_name = who != "what is told above";
        let calls = file.calls.clone();
        for call in TOLD.iter().filter_map(|kind| calls.iter().find(|call| call.kind == *kind)) {
            // A build or a test that starts another program is what it is there for.
            if call.kind == "shell" && !(is_by_name && name.ends_with("setup.py") || name.ends_with("build.rs")) {
                continue;
            }
            let Some(line) = call.lines.first().copied() else { continue };
            let message = format!("{}, and is run by {who}", call.words);
            file.found.push(Noted {
                // What is sent may be a message that it is done; what of the user's own is sent is told at its line.
                weight: Weight::Look,
                kind: "by-itself".to_owned(),
                name: name.clone(),
                line: Some(line),
                message,
                excerpt: None,
            });
        }
    }
}

/// Whether a command names a file.
fn names(command: &str, base: &str) -> bool {
    let is_part = |it: Option<u8>| it.is_some_and(|it| it.is_ascii_alphanumeric() || matches!(it, b'_' | b'-' | b'.'));
    base.len() >= 3
        && command.match_indices(base).any(|(at, _)| {
            let bytes = command.as_bytes();
            !is_part(at.checked_sub(1).and_then(|it| bytes.get(it).copied()))
                && !is_part(bytes.get(at + base.len()).copied())
        })
}

/// Names of scripts in a text.
pub(super) fn script_names(text: &str) -> Vec<String> {
    const ENDINGS: [&str; 13] = ["sh", "bash", "zsh", "py", "js", "mjs", "cjs", "ts", "rb", "pl", "php", "ps1", "bat"];
    let words = text.split(|it: char| !it.is_ascii_alphanumeric() && !matches!(it, '_' | '-' | '.'));
    let mut names: Vec<String> = words
        .filter(|word| {
            word.rsplit_once('.').is_some_and(|(stem, ending)| !stem.is_empty() && ENDINGS.contains(&ending))
        })
        .take(400)
        .map(str::to_owned)
        .collect();
    names.sort_unstable();
    names.dedup();
    names
}
