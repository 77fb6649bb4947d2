//! Whatever is asked about a skill, the answer is the same: three hundred random trees, and every command and view.

use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;

use skill_lsp::config::Overlay;
use skill_lsp::disk::Surroundings;
use skill_lsp::document;
use skill_lsp::features::inlay::hints;
use skill_lsp::features::lens::lenses;
use skill_lsp::features::list::{Extent, ListedSkill, list};
use skill_lsp::features::usage::{Usage, usage};
use skill_lsp::features::verdict::{Verdict, verdicts};
use skill_lsp::features::why::{Outcome, tell_shown, why};
use skill_lsp::features::{Context, Lazily, prompt};
use skill_lsp::listing::{Listing, Request};
use skill_lsp::project::layers::Layers;
use skill_lsp::project::{self, Asked};
use skill_lsp::text::Span;
use skill_lsp::workspace::{Snapshot, Wanted};

use serde_json::{Value, json};

use crate::program::Tree;
use crate::server::client::{self, Client};
use crate::server::commands::{run, told};
use crate::switches::grower::Seed;

const HOSTS: [&str; 9] = [
    "claude-code",
    "codex",
    "opencode",
    "gemini-cli",
    "copilot-cli",
    "qwen-code",
    "three-layer",
    "claude-code@2026-06",
    "shipmyagent@2025",
];
const NAMES: [&str; 7] = ["deploy", "pdf", "notes", "review", "tdd", "release-notes", "query"];
const ROOTS: [&str; 7] = [
    "home/project/.claude/skills",
    "home/.claude/skills",
    "home/project/.agents/skills",
    "home/.agents/skills",
    "home/project/.codex/skills",
    "home/project/.gemini/skills",
    "home/project/.claude/commands",
];

/// A SKILL.md in one of the states that agents tell apart.
fn skill(seed: &mut Seed, name: &str, is_crowded: bool) -> String {
    let length = if is_crowded { 700 + seed.below(800) as usize } else { 20 + seed.below(60) as usize };
    let description = format!("Does {name}. Use when {}", "it is needed ".repeat(length / 13));
    let field = |text: &str| format!("---\nname: {name}\ndescription: {}\n{text}---\n\nDo it.\n", description.trim());
    match seed.below(14) {
        0 => format!("---\nname: {name}\ndescription: Use when: asked\n\tx\n---\n\nDo it.\n"),
        1 => format!("---\nname: {name}\n---\n\nDo it.\n"),
        2 => field("disable-model-invocation: true\n"),
        3 => field("user-invocable: false\n"),
        4 => field("paths: [\"src/**\"]\n"),
        5 => format!("---\nname: {name}\ndescription: {}\n---\n\nDo it.\n", "very long ".repeat(190)),
        6 => "---\nname: query\ndescription: Says another name. Use when asked.\n---\n\nDo it.\n".to_owned(),
        7 => "Do it, and read no frontmatter.\n".to_owned(),
        8 => format!("---\nname: {name}\ndescription: [a, b]\n---\n\nDo it.\n"),
        9 => "---\n- a\n- b\n---\n\nDo it.\n".to_owned(),
        _ => field(""),
    }
}

fn grow(seed: &mut Seed) -> Tree {
    let tree = Tree::new("");
    plant(seed, |path, text| tree.write(path, text));
    tree
}

/// Writes the files of a tree.
fn plant(seed: &mut Seed, write: impl Fn(&str, &str)) {
    let is_crowded = seed.below(5) == 0;
    let mut hosts: Vec<String> = Vec::new();
    for _ in 0..2 + seed.below(2) {
        let host = format!("\"{}\"", seed.pick::<str>(&HOSTS));
        if !hosts.contains(&host) {
            hosts.push(host);
        }
    }
    write("home/project/skill-lsp.toml", &format!("hosts = [{}]\n", hosts.join(", ")));
    for _ in 0..3 + seed.below(8) {
        let (root, name): (&str, &str) = (seed.pick(&ROOTS), seed.pick(&NAMES));
        let text = skill(seed, name, is_crowded);
        match root.ends_with("commands") {
            true => write(&format!("{root}/{name}.md"), &text),
            false => write(&format!("{root}/{name}/SKILL.md"), &text),
        }
    }
    let is_in_one_root = seed.below(2) == 0;
    for number in 0..if is_crowded { 45 } else { 0 } {
        let root = if is_in_one_root { ROOTS[0] } else { ROOTS[seed.below(4) as usize] };
        let name = format!("many-{number}");
        write(&format!("{root}/{name}/SKILL.md"), &skill(seed, &name, true));
    }
    let mut overrides = Vec::new();
    for name in NAMES {
        let state: &str = seed.pick(&["", "", "", "off", "name-only", "user-invocable-only"]);
        if !state.is_empty() {
            overrides.push(format!("\"{name}\": \"{state}\""));
        }
    }
    let deny: &str = seed.pick(&["", "", "\"Skill(pdf)\"", "\"Skill(notes)\""]);
    let settings =
        format!("{{\"skillOverrides\": {{{}}}, \"permissions\": {{\"deny\": [{deny}]}}}}", overrides.join(", "));
    write("home/.claude/settings.json", &settings);
    if seed.below(2) == 0 {
        let used = "{\"skillUsage\": {\"many-7\": {\"usageCount\": 9, \"lastUsedAt\": 1790000000000}}}";
        write("home/.claude.json", used);
    }
    if seed.below(3) == 0 {
        let off =
            "{\"skills\": {\"user:pdf\": {\"enabled\": false}}, \"permissions\": {\"skill\": {\"no*\": \"deny\"}}}";
        write("home/.claude/three-layer.json", off);
        write("home/project/opencode.json", "{\"permission\": {\"skill\": {\"review\": \"deny\"}}}");
    }
}

/// What is known of a project in a home.
fn snapshot_of(home: &Path, project: &Path) -> Snapshot {
    let surroundings = Surroundings {
        working_directory: Some(project.to_owned()),
        home: Some(home.to_owned()),
        variables: Some([("HOME".to_owned(), home.to_str().unwrap().to_owned())].into()),
        ..Surroundings::default()
    };
    let settings = project.join("skill-lsp.toml");
    let file = (settings.clone(), std::fs::read_to_string(settings).unwrap());
    let setting = project::setting(&surroundings, Layers::of(file.0, file.1), &Overlay::default());
    assert_eq!(setting.config_problems, []);
    let walked = project::walk(setting.config, setting.environment, Wanted::Both, Asked::Here { user: true });
    walked.read(|| {}).0.snapshot()
}

/// Asks something of a file as an editor does that has it open.
fn asked<T>(snapshot: &Snapshot, path: &Path, question: impl FnOnce(&Context<'_>) -> T) -> T {
    let text = std::fs::read_to_string(path).unwrap();
    let document = document::parse(&text);
    let find = || snapshot.diagnostics(path);
    let hosts = snapshot.hosts_for(path);
    question(&snapshot.context(path, &document, &Lazily::new(&find), &hosts, &*snapshot.files))
}

/// What differs between the answers about one skill in one host.
struct Differences<'a> {
    skill: &'a ListedSkill,
    found: String,
}

impl Differences<'_> {
    fn same<T: PartialEq + std::fmt::Debug>(&mut self, what: &str, theirs: T, ours: T) {
        if theirs != ours {
            let ListedSkill { host, id, status, reason, shown, path, .. } = self.skill;
            let at = path.display();
            let list = format!("{host} {id} {status} {shown:?} ({reason})");
            writeln!(self.found, "{list}\n  {at}\n  {what}: {theirs:?}, but list: {ours:?}").unwrap();
        }
    }
}

/// What `prompt` and `usage` say of all skills of a host.
struct Whole {
    prompt: Option<(Arc<Listing>, serde_json::Value)>,
    usage: Option<Usage>,
}

impl Whole {
    fn of(snapshot: &Snapshot, host: &str) -> Whole {
        let view = snapshot.view(host).unwrap();
        let listing = snapshot.listing(host);
        let request = Request::default();
        let counts = view.host.controls.usage.is_some();
        Whole {
            prompt: listing.map(|listing| (listing.clone(), prompt::as_json(view, &listing))),
            usage: counts.then(|| usage(&snapshot.catalog, view, &*snapshot.files, &request).unwrap()),
        }
    }
}

fn differences(snapshot: &Snapshot, whole: &Whole, skill: &ListedSkill) -> String {
    let mut told = Differences { skill, found: String::new() };
    // `why`
    let known = &snapshot.config.known_hosts;
    let mut answers = why(&snapshot.catalog, &*snapshot.files, known, std::slice::from_ref(&skill.host), &skill.id);
    tell_shown(&mut answers, &snapshot.catalog, snapshot);
    let answer = &answers[0];
    let index = answer.candidates.iter().position(|it| it.path == skill.path && it.id == skill.id);
    told.same("why has it", index.is_some(), true);
    if let Some(index) = index {
        let its = &answer.candidates[index];
        told.same("why", (its.status, &*its.reason, its.shown), (skill.status, &*skill.reason, skill.shown));
        let words = answer.words(index);
        let is_cut = |shown: &str| skill.shown == Some(shown) && answer.outcome != Outcome::Ambiguous;
        let is_first = !words.starts_with("listed too") && skill.status == "active";
        if is_first && answer.outcome != Outcome::ListedTwice {
            told.same("why says shortened", words.contains(", shortened"), is_cut("shortened"));
            told.same("why says name only", words.contains(", description dropped"), is_cut("name-only"));
            told.same("why says not listed", words.starts_with("not listed"), is_cut("omitted"));
        }
    }
    if let Some(winner) = &answer.winner {
        told.same("a winner that is skipped", skill.path == *winner && skill.status == "skipped", false);
    }
    // `prompt`
    let Some((listing, json)) = &whole.prompt else { return told.found };
    let entries = json["entries"].as_array().unwrap();
    let is_its =
        |entry: &&serde_json::Value| entry["id"] == *skill.id && entry["path"] == *skill.path.to_str().unwrap();
    let entry = entries.iter().find(is_its);
    told.same("prompt", entry.map(|entry| entry["cut"].as_str().unwrap_or("whole")), skill.shown);
    if let Some(entry) = entry {
        told.same("prompt names it", entry["name"].as_str(), Some(&skill.name));
        let text = entry["text"].as_str().unwrap();
        let is_there = listing.text.contains(text) || listing.later.iter().any(|later| later.contains(text));
        told.same("prompt prints it", !text.is_empty() && is_there, skill.shown != Some("omitted"));
    }
    // `usage`
    if let Some(usage) = whole.usage.as_ref().filter(|_| skill.shown.is_some()) {
        let its = usage.skills.iter().find(|it| it.path.as_ref() == Some(&skill.path) && it.name == skill.id);
        told.same("usage", its.map(|it| it.cut.unwrap_or("whole")), skill.shown);
    }
    told.found
}

/// Whether a reason says that the host goes without the frontmatter.
fn loses_frontmatter(reason: &str) -> bool {
    reason.contains("cannot be read and is ignored") || reason.contains("sees no frontmatter")
}

/// What the views of an editor say otherwise than the list, about one file.
fn in_editor(snapshot: &Snapshot, path: &Path, listed: &[ListedSkill]) -> String {
    let (verdicts, title, hint) = asked(snapshot, path, |context| {
        let span = Span::new(0, context.document.text.len());
        let hint = hints(context, span).into_iter().next().map(|hint| hint.label).unwrap_or_default();
        (verdicts(context), lenses(context)[0].title.clone(), hint)
    });
    let mut found = String::new();
    for verdict in &verdicts {
        let Verdict { host, id, status, words, reason, shown, .. } = verdict;
        let of_host = || listed.iter().filter(|it| it.path == path && it.host == *host);
        let Some(skill) = of_host().find(|it| it.id == *id && it.status == *status) else {
            writeln!(found, "{host} has no {status} {id} in the list").unwrap();
            continue;
        };
        let mut told = Differences { skill, found: String::new() };
        told.same("status bar", (reason, *shown), (&skill.reason, skill.shown));
        let is_active = *status == "active";
        let says = |part: &str| words.contains(part);
        told.same("status bar says shortened", says(", shortened"), *shown == Some("shortened"));
        told.same("status bar says name only", says(", description dropped"), *shown == Some("name-only"));
        told.same("status bar says not listed", says("not listed") && is_active, *shown == Some("omitted"));
        told.same("status bar says without frontmatter", says("without its frontmatter"), loses_frontmatter(reason));
        let is_first = std::ptr::eq(verdict, &verdicts[0]);
        told.same("lens", is_first && !title.contains(words.as_str()), false);
        // Of several hosts the hint says it by name.
        let name = &snapshot.view(host).unwrap().host.name;
        let mut parts = hint.split(" · ").skip_while(|part| !part.starts_with(&format!("{name}: ")));
        if let Some(part) = parts.next().filter(|_| verdict.written_for) {
            let cut = match parts.next() {
                Some("shortened") => Some("shortened"),
                Some("description dropped") => Some("name-only"),
                Some("left out") => Some("omitted"),
                _ if part.contains("not in the listing") => None,
                _ => Some("whole"),
            };
            told.same("inlay", cut, *shown);
        }
        found.push_str(&told.found);
    }
    found + &in_check(snapshot, path, &verdicts)
}

/// What `check` says otherwise.
fn in_check(snapshot: &Snapshot, path: &Path, verdicts: &[Verdict]) -> String {
    let findings = snapshot.diagnostics(path);
    let mut found = String::new();
    let over: Vec<&str> = verdicts
        .iter()
        .filter(|it| it.written_for && it.reason.contains("no room: "))
        .map(|it| it.host.as_str())
        .collect();
    let told = findings.iter().filter(|it| it.check == "listing-over-budget").flat_map(|it| &it.hosts);
    let told: Vec<&str> = told.map(String::as_str).collect();
    if over != told {
        writeln!(found, "{}\n  check: no room in {told:?}, but verdicts: {over:?}", path.display()).unwrap();
    }
    for verdict in verdicts.iter().filter(|it| it.written_for) {
        let is_told = match verdict.status {
            "skipped" => !findings.is_empty(),
            "shadowed" => findings.iter().any(|it| it.check.starts_with("name-")),
            "ambiguous" => findings.iter().any(|it| it.check == "name-ambiguous"),
            _ => true,
        };
        if !is_told {
            let Verdict { host, status, reason, .. } = verdict;
            writeln!(found, "{}\n  check is silent, but {host}: {status}: {reason}", path.display()).unwrap();
        }
    }
    found
}

/// Grows some trees and asks everything; how many skills in how many states were met.
fn agree(seeds: std::ops::Range<u64>) -> std::collections::BTreeMap<String, usize> {
    let mut met = std::collections::BTreeMap::new();
    for number in seeds {
        let tree = grow(&mut Seed::new(number));
        let snapshot = snapshot_of(&tree.path("home"), &tree.path("home/project"));
        let hosts = snapshot.config.hosts.clone().unwrap();
        let listed = list(&snapshot.catalog, None, &snapshot, &hosts, Extent::All);
        let wholes: Vec<(&String, Whole)> = hosts.iter().map(|host| (host, Whole::of(&snapshot, host))).collect();
        let mut found = String::new();
        for skill in &listed {
            let (_, whole) = wholes.iter().find(|(host, _)| **host == skill.host).unwrap();
            *met.entry(format!("{} {}", skill.status, skill.shown.unwrap_or("-"))).or_default() += 1;
            if loses_frontmatter(&skill.reason) {
                *met.entry(format!("{} without its frontmatter", skill.status)).or_default() += 1;
            }
            found.push_str(&differences(&snapshot, whole, skill));
        }
        let all: Vec<String> = snapshot.catalog.views().iter().map(|view| view.host.id.clone()).collect();
        let listed = list(&snapshot.catalog, None, &snapshot, &all, Extent::All);
        let mut paths: Vec<&Path> = listed.iter().map(|skill| &*skill.path).collect();
        paths.sort();
        paths.dedup();
        for path in paths.into_iter().take(6) {
            found.push_str(&in_editor(&snapshot, path, &listed));
        }
        assert!(found.is_empty(), "seed {number}, {hosts:?}:\n{found}");
    }
    met
}

#[test]
fn the_first_hundred_trees() {
    let met = agree(0..100);
    for state in [
        "active whole",
        "active shortened",
        "active name-only",
        "active omitted",
        "shadowed -",
        "shadowed whole",
        "ambiguous whole",
        "active without its frontmatter",
        "hidden -",
        "disabled -",
        "conditional -",
        "skipped -",
    ] {
        assert!(met.contains_key(state), "no tree has a skill that is {state}: {met:?}");
    }
}

#[test]
fn the_second_hundred_trees() {
    agree(100..200);
}

#[test]
fn the_third_hundred_trees() {
    agree(200..300);
}

/// What the checks say of some files, as `check` prints it: file, check, level and sentence.
fn findings(snapshot: &Snapshot, paths: &[&Path]) -> Vec<[String; 4]> {
    let mut found = Vec::new();
    for path in paths {
        for it in snapshot.diagnostics(path).iter() {
            let level = it.level.word().to_owned();
            found.push([path.display().to_string(), it.check.to_owned(), level, it.message.clone()]);
        }
    }
    found.sort();
    found
}

fn by_host(mut answers: Value) -> Value {
    let name = |answer: &Value| answer["host"].as_str().unwrap().to_owned();
    answers.as_array_mut().unwrap().sort_by_key(name);
    answers
}

/// The program and the server are asked what the library was asked, on one tree in twenty-five.
#[test]
fn the_program_and_the_server() {
    for number in (0..300).step_by(25) {
        let tree = client::Tree::new("");
        plant(&mut Seed::new(number), |path, text| tree.write(&path.replace("home/project", "home/shop"), text));
        let snapshot = snapshot_of(&tree.path("home"), &tree.path("home/shop"));
        let hosts = snapshot.config.hosts.clone().unwrap();
        let listed = list(&snapshot.catalog, Some(&*snapshot.files), &snapshot, &hosts, Extent::All);
        let mut client = Client::ready(&tree);
        let mut same = |command: &str, argument: Value, arguments: &[&str], ours: Value| {
            // Hosts stand in the order in which they are named or known; within each the order counts.
            let of_one = |answer: Value| if answer.is_array() { by_host(answer) } else { answer };
            let printed = of_one(told(&tree, "home/shop", arguments));
            let answered = of_one(run(&mut client, command, argument).unwrap());
            let ours = of_one(ours);
            assert_eq!(printed, ours, "seed {number}: {arguments:?} and the library");
            assert_eq!(answered, ours, "seed {number}: the server's {command} and the library");
        };
        same("list", json!({"all": true}), &["list", "--all"], json!(listed));
        for host in &hosts {
            let whole = Whole::of(&snapshot, host);
            if let Some((_, json)) = whole.prompt {
                same("prompt", json!({"host": host}), &["prompt", "--host", host], json);
            }
        }
        if let Some(skill) = listed.get(listed.len() / 2) {
            let known = &snapshot.config.known_hosts;
            let mut answers = why(&snapshot.catalog, &*snapshot.files, known, &hosts, &skill.id);
            tell_shown(&mut answers, &snapshot.catalog, &snapshot);
            let asked = json!({"name": skill.id, "host": hosts});
            let named = ["why", &skill.id, "--host", &hosts.join(",")];
            same("why", asked, &named, json!(answers));
        }
        let mut paths: Vec<&Path> = listed.iter().map(|skill| &*skill.path).collect();
        paths.sort();
        paths.dedup();
        let printed = told(&tree, "home/shop", &["check", "--user", "--hints"]);
        let text = |finding: &Value, key: &str| finding[key].as_str().unwrap().to_owned();
        // Below the sentence stands what happens in which host.
        let sentence = |finding: &Value| text(finding, "message").lines().next().unwrap().to_owned();
        let of_skills = |finding: &&Value| paths.contains(&Path::new(finding["path"].as_str().unwrap()));
        let printed = printed["findings"].as_array().unwrap().iter().filter(of_skills);
        let mut printed: Vec<[String; 4]> =
            printed.map(|it| [text(it, "path"), text(it, "check"), text(it, "level"), sentence(it)]).collect();
        printed.sort();
        assert_eq!(printed, findings(&snapshot, &paths), "seed {number}: check and the library");
        assert!(client.shut_down().success());
    }
}

/// Two packages that are installed together have one listing: neither alone goes over its budget, both do.
#[test]
fn two_packages_that_are_asked_about_together() {
    let tree = Tree::of(&[]);
    let market = r#"{"name": "m", "owner": {"name": "o"}, "plugins": [
        {"name": "one", "source": "./one"}, {"name": "two", "source": "./two"}]}"#;
    tree.write("home/project/.claude-plugin/marketplace.json", market);
    for plugin in ["one", "two"] {
        tree.write(&format!("home/project/{plugin}/.claude-plugin/plugin.json"), &json!({"name": plugin}).to_string());
        let names = (0..9).map(|at| format!("{plugin}{at}")).chain(["z-both".to_owned()]);
        for skill in names {
            let description = "Writes down what is seen. ".repeat(35);
            let text = format!("---\nname: {skill}\ndescription: {description}\n---\n\nWrite.\n");
            tree.write(&format!("home/project/{plugin}/skills/{skill}/SKILL.md"), &text);
        }
    }
    let prompt = tree.json(&["prompt", "--host", "copilot-cli", "--format", "json"]);
    let entries = prompt["entries"].as_array().unwrap();
    let cuts = entries.iter().map(|it| (it["id"].clone(), it["cut"].as_str().unwrap_or("whole").to_owned()));
    let cuts: Vec<(Value, String)> = cuts.collect();
    assert!(cuts.len() == 20 && cuts.iter().any(|(_, cut)| cut != "whole"), "{cuts:?}");
    let mut shown: Vec<(Value, String)> = Vec::new();
    for skill in tree.json(&["list", "--host", "copilot-cli", "--format", "json"]).as_array().unwrap() {
        shown.push((skill["id"].clone(), skill["shown"].as_str().unwrap_or_default().to_owned()));
        let why = tree.json(&["why", skill["id"].as_str().unwrap(), "--host", "copilot-cli", "--format", "json"]);
        let candidates = why[0]["candidates"].as_array().unwrap();
        let told = candidates.iter().find(|it| it["id"] == skill["id"]).unwrap();
        assert_eq!(told["shown"], skill["shown"], "{}", skill["id"]);
    }
    let order = |all: &mut Vec<(Value, String)>| all.sort_by_key(|(id, _)| id.to_string());
    let said = tree.run(&["why", "z-both", "--host", "copilot-cli"]).out;
    assert!(said.contains("not listed as `two:z-both`") && !said.contains("listed too"), "{said}");
    let mut cuts = cuts;
    order(&mut cuts);
    order(&mut shown);
    assert_eq!(cuts, shown);
}
