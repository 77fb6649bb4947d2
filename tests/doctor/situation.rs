//! Situations as text: a tree, and what the first screen has to say.
//!
//! `== title` begins one. `+ PATH` is a good skill called after its folder, `+ PATH | field: value` one with a field more,
//! `= PATH` a file with the lines below it, `@ …` something that is no plain file (see [`Situation::grown`]). A path begins
//! in the project, or with `~` in the home folder. `? a … b` is what one row of the first screen has to hold, in this order;
//! `! a … b` below it is what none may hold.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::program::{Ran, ran};

/// One situation.
pub(super) struct Situation {
    pub(super) title: String,
    steps: Vec<Step>,
    pub(super) expected: Vec<String>,
    pub(super) barred: Vec<String>,
}

enum Step {
    Good(String),
    File(String, String),
    Other(String),
}

/// A situation on disk.
pub(super) struct World {
    folder: TempDir,
    home: PathBuf,
    project: PathBuf,
    cwd: PathBuf,
    variables: Vec<(String, String)>,
    /// What may not be looked into, and could not be removed so.
    closed: Vec<PathBuf>,
}

/// Somebody who may not look everywhere, as root may.
const NOBODY: u32 = 65534;

impl Situation {
    pub(super) fn all(text: &str) -> Vec<Situation> {
        let mut all: Vec<Situation> = Vec::new();
        for line in text.lines() {
            if let Some(title) = line.strip_prefix("== ") {
                let (title, steps) = (title.to_owned(), Vec::new());
                all.push(Situation { title, steps, expected: Vec::new(), barred: Vec::new() });
                continue;
            }
            let Some(current) = all.last_mut() else { continue };
            let (sign, rest) = line.split_at_checked(2).unwrap_or((line, ""));
            match sign {
                "+ " => current.steps.push(Step::Good(rest.to_owned())),
                "@ " => current.steps.push(Step::Other(rest.to_owned())),
                "= " => current.steps.push(Step::File(rest.to_owned(), String::new())),
                "? " => current.expected.push(rest.to_owned()),
                "! " if !current.expected.is_empty() => current.barred.push(rest.to_owned()),
                _ => match current.steps.last_mut() {
                    Some(Step::File(_, text)) if current.expected.is_empty() => text.push_str(&format!("{line}\n")),
                    _ => panic!("{}: `{line}` is no step", current.title),
                },
            }
        }
        all
    }

    /// The tree on disk.
    pub(super) fn grown(&self) -> World {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        let is_elsewhere = self.steps.iter().any(|step| matches!(step, Step::Other(it) if it == "home elsewhere"));
        let project = root.join("home/project");
        let home = root.join(if is_elsewhere { "me" } else { "home" });
        fs::create_dir_all(&home).unwrap();
        for part in [".git/objects", ".git/refs"] {
            fs::create_dir_all(project.join(part)).unwrap();
        }
        fs::write(project.join(".git/HEAD"), "ref: refs/heads/main\n").unwrap();
        let mut world =
            World { folder, home, cwd: project.clone(), project, variables: Vec::new(), closed: Vec::new() };
        for step in &self.steps {
            match step {
                Step::Good(path) => {
                    let (path, field) = path.split_once(" | ").unwrap_or((path, ""));
                    world.write(path, skill(path, field, 0).as_bytes());
                }
                Step::File(path, text) => {
                    let text = text.replace("@PROJECT@", world.project.to_str().unwrap());
                    let text = text.replace("@HOME@", world.home.to_str().unwrap());
                    world.write(path, text.as_bytes());
                }
                Step::Other(words) => world.do_other(&words.split(' ').collect::<Vec<_>>()),
            }
        }
        world
    }
}

/// A good skill called after its folder; `more` characters longer than it need be.
fn skill(path: &str, field: &str, more: usize) -> String {
    let name = Path::new(path).parent().and_then(Path::file_name).unwrap().to_str().unwrap();
    let field = if field.is_empty() { String::new() } else { format!("{field}\n") };
    let more = " and more".repeat(more / 9);
    let description = format!("Does {name} for the team{more}. Use when somebody asks for {name}.");
    format!("---\nname: {name}\ndescription: {description}\n{field}---\n\nDo it.\n")
}

impl World {
    fn path(&self, path: &str) -> PathBuf {
        match path.strip_prefix("~/") {
            Some(rest) => self.home.join(rest),
            None => self.project.join(path),
        }
    }

    fn write(&self, path: &str, bytes: &[u8]) {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }

    fn do_other(&mut self, words: &[&str]) {
        match words {
            ["home", "elsewhere"] => {}
            ["cwd", path] => {
                fs::create_dir_all(self.path(path)).unwrap();
                self.cwd = self.path(path).canonicalize().unwrap();
            }
            ["variable", setting] => {
                let (name, value) = setting.split_once('=').unwrap();
                let value = value.replace("@HOME@", self.home.to_str().unwrap());
                self.variables.push((name.to_owned(), value));
            }
            ["folder", path] => fs::create_dir_all(self.path(path)).unwrap(),
            ["remove", path] => fs::remove_dir_all(self.path(path)).unwrap(),
            ["lines", ends, path] => {
                let end = if *ends == "cr" { "\r" } else { "\r\n" };
                let text = fs::read_to_string(self.path(path)).unwrap().replace('\n', end);
                self.write(path, text.as_bytes());
            }
            ["touch" | "empty", path] => self.write(path, b""),
            ["link", path, "->", target] => {
                let path = self.path(path);
                fs::create_dir_all(path.parent().unwrap()).unwrap();
                std::os::unix::fs::symlink(target, path).unwrap();
            }
            ["bytes", path, digits] => {
                let digits = digits.as_bytes().chunks(2).map(|two| std::str::from_utf8(two).unwrap());
                let bytes: Vec<u8> = digits.map(|two| u8::from_str_radix(two, 16).unwrap()).collect();
                self.write(path, &bytes);
            }
            ["utf16", path] => {
                let text = fs::read_to_string(self.path(path)).unwrap();
                let units = std::iter::once(0xfeff).chain(text.encode_utf16());
                self.write(path, &units.flat_map(u16::to_le_bytes).collect::<Vec<u8>>());
            }
            ["bom", path] => {
                let text = fs::read_to_string(self.path(path)).unwrap();
                self.write(path, format!("\u{feff}{text}").as_bytes());
            }
            ["unreadable", path] => self.permit(0o000, path),
            ["mode", mode, path] => self.permit(u32::from_str_radix(mode, 8).unwrap(), path),
            ["many", count, path, more] => {
                for index in 0..count.parse::<usize>().unwrap() {
                    let path = format!("{path}-{index:02}/SKILL.md");
                    self.write(&path, skill(&path, "", more.parse().unwrap()).as_bytes());
                }
            }
            ["long", path, more] => {
                let path = format!("{}/SKILL.md", path.trim_end_matches("/SKILL.md"));
                self.write(&path, skill(&path, "", more.parse().unwrap()).as_bytes());
            }
            ["worktree", main] => self.make_worktree(main),
            ["installed", host, version] => self.install(host, version),
            ["plugin", name, skill_name, state] => self.add_plugin(name, skill_name, *state == "enabled"),
            _ => panic!("`@ {}` is no step", words.join(" ")),
        }
    }

    fn permit(&mut self, mode: u32, path: &str) {
        use std::os::unix::fs::PermissionsExt;
        let path = self.path(path);
        fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
        self.closed.push(path);
    }

    fn make_worktree(&self, main: &str) {
        let at_home = format!("~/{main}");
        let main = if main.contains('/') { main } else { &at_home };
        fs::create_dir_all(self.path(main)).unwrap();
        let main = self.path(main).canonicalize().unwrap();
        let git = main.join(".git/worktrees/project");
        fs::create_dir_all(&git).unwrap();
        fs::write(main.join(".git/HEAD"), "ref: refs/heads/main\n").unwrap();
        fs::write(git.join("commondir"), "../..\n").unwrap();
        fs::write(git.join("gitdir"), format!("{}\n", self.project.join(".git").display())).unwrap();
        fs::remove_dir_all(self.project.join(".git")).unwrap();
        fs::write(self.project.join(".git"), format!("gitdir: {}\n", git.display())).unwrap();
    }

    /// What npm leaves behind, or the installer of Python's packages.
    fn install(&self, host: &str, version: &str) {
        if host == "kimi-cli" {
            let packages = "~/.local/share/uv/tools/kimi-cli/lib/python3.13/site-packages";
            return self.write(&format!("{packages}/kimi_cli-{version}.dist-info/METADATA"), b"Name: kimi-cli\n");
        }
        let package = match host {
            "claude-code" => "@anthropic-ai/claude-code",
            "codex" => "@openai/codex",
            "gemini-cli" => "@google/gemini-cli",
            "opencode" => "opencode-ai",
            "copilot-cli" => "@github/copilot",
            "copilot-vscode" => "Code",
            "qwen-code" => "@qwen-code/qwen-code",
            "pi" => "@mariozechner/pi-coding-agent",
            "cline" => "cline",
            "amp" => "@sourcegraph/amp",
            other => panic!("nobody knows how {other} is installed"),
        };
        let manifest = json!({"name": package, "version": version}).to_string();
        self.write(&format!("~/.npm-global/lib/node_modules/{package}/package.json"), manifest.as_bytes());
    }

    /// A plugin of a marketplace, as Claude Code keeps it.
    fn add_plugin(&self, name: &str, skill_name: &str, is_enabled: bool) {
        let put = |path: &str, value: Value| self.write(path, value.to_string().as_bytes());
        let (plugins, id) = ("~/.claude/plugins", format!("{name}@market"));
        let cache = format!("{plugins}/cache/market/{name}/1.0.0");
        let market = format!("{plugins}/marketplaces/market");
        let file = format!("{cache}/skills/{skill_name}/SKILL.md");
        self.write(&file, skill(&file, "", 0).as_bytes());
        put(&format!("{cache}/.claude-plugin/plugin.json"), json!({"name": name, "version": "1.0.0"}));
        let installed = json!([{"scope": "user", "installPath": self.path(&cache), "version": "1.0.0"}]);
        put(&format!("{plugins}/installed_plugins.json"), json!({"version": 2, "plugins": {&id: installed}}));
        let known = json!({"source": {"source": "github", "repo": "x/y"}, "installLocation": self.path(&market)});
        put(&format!("{plugins}/known_marketplaces.json"), json!({"market": known}));
        let entry = json!({"name": name, "source": {"source": "github", "repo": "x/z"}});
        let catalogue = json!({"name": "market", "owner": {"name": "me"}, "plugins": [entry]});
        put(&format!("{market}/.claude-plugin/marketplace.json"), catalogue);
        put("~/.claude/settings.json", json!({"enabledPlugins": {&id: is_enabled}}));
    }

    /// The program in the situation, with nothing but a home in its environment.
    pub(super) fn run(&self, arguments: &[&str]) -> Ran {
        let mut command = if self.is_asked_by_nobody() {
            self.command_of_nobody()
        } else {
            Command::new(env!("CARGO_BIN_EXE_skill-lsp"))
        };
        command.args(arguments).current_dir(&self.cwd).env_clear().env("HOME", &self.home).stdin(Stdio::null());
        command.envs(self.variables.iter().cloned());
        ran(command.output().unwrap())
    }
}

/// What is closed is closed to nobody who is root.
impl World {
    fn is_asked_by_nobody(&self) -> bool {
        use std::os::unix::fs::MetadataExt;
        !self.closed.is_empty() && fs::metadata(self.folder.path()).unwrap().uid() == 0
    }

    fn command_of_nobody(&self) -> Command {
        use std::os::unix::process::CommandExt;
        let program = self.folder.path().join("skill-lsp");
        fs::copy(env!("CARGO_BIN_EXE_skill-lsp"), &program).unwrap();
        give(self.folder.path());
        let mut command = Command::new(program);
        command.uid(NOBODY).gid(NOBODY);
        command
    }
}

/// Gives a folder and all that lies in it to somebody else.
fn give(path: &Path) {
    if path.is_dir() && !path.is_symlink() {
        fs::read_dir(path).unwrap().for_each(|entry| give(&entry.unwrap().path()));
    }
    std::os::unix::fs::lchown(path, Some(NOBODY), Some(NOBODY)).unwrap();
}

impl Drop for World {
    fn drop(&mut self) {
        use std::os::unix::fs::PermissionsExt;
        for path in &self.closed {
            let _ = fs::set_permissions(path, fs::Permissions::from_mode(0o755));
        }
    }
}

/// The rows of a screen, each on one line.
pub(super) fn rows(screen: &str) -> Vec<String> {
    let mut rows: Vec<String> = Vec::new();
    for line in screen.lines() {
        match rows.last_mut() {
            Some(row) if line.starts_with("   ") => row.push_str(&format!(" {}", line.trim())),
            _ => rows.push(line.trim().to_owned()),
        }
    }
    rows.iter().map(|row| row.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
}

/// Whether one of the rows holds all the pieces, in their order.
pub(super) fn is_named(rows: &[String], pieces: &str) -> bool {
    rows.iter().any(|row| {
        let mut rest = row.as_str();
        pieces.split(" … ").all(|piece| match rest.split_once(piece.trim()) {
            Some((_, after)) => {
                rest = after;
                true
            }
            None => false,
        })
    })
}

/// Asserts that a value is as a JSON Schema says, as far as ours go: types, properties, items, enumerations, references.
pub(super) fn holds(root: &Value, schema: &Value, value: &Value, at: &str) {
    if let Some(name) = schema["$ref"].as_str() {
        let target = root.pointer(name.trim_start_matches('#')).unwrap_or_else(|| panic!("no {name}"));
        return holds(root, target, value, at);
    }
    let kinds: Vec<&str> = match &schema["type"] {
        Value::String(kind) => vec![kind],
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    };
    let kind = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    assert!(kinds.is_empty() || kinds.contains(&kind), "{at} is {kind}, not {kinds:?}");
    if let Some(words) = schema["enum"].as_array().filter(|_| !value.is_null()) {
        assert!(words.contains(value), "{at}: {value} is none of {words:?}");
    }
    if let Some(constant) = schema.get("const") {
        assert_eq!(value, constant, "{at}");
    }
    if let (Some(properties), Some(object)) = (schema["properties"].as_object(), value.as_object()) {
        for (key, inner) in object {
            let known = properties.get(key).unwrap_or_else(|| panic!("{at}.{key} is not in the schema"));
            holds(root, known, inner, &format!("{at}.{key}"));
        }
        for key in schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str) {
            assert!(object.contains_key(key), "{at} has no `{key}`");
        }
    }
    for (index, item) in value.as_array().into_iter().flatten().enumerate() {
        holds(root, &schema["items"], item, &format!("{at}[{index}]"));
    }
}
