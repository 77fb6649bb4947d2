//! From a working directory to findings and views, step by step, as the command line does it.

use std::fs;
use std::path::{Path, PathBuf};

use skill_lsp::catalog::Place;
use skill_lsp::config::{self, Overlay};
use skill_lsp::disk::{self, Surroundings};
use skill_lsp::project::layers::Layers;
use skill_lsp::project::{self, Asked};
use skill_lsp::workspace::{Indexed, Wanted, Workspace, indexed_hosts};

/// Writes a tree: `//- path` before each text.
fn tree(text: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for file in text.split("//- ").skip(1) {
        let (path, text) = file.split_once('\n').unwrap();
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

/// The steps of the doc comment of `workspace`.
fn workspace(base: &Path, overlay: &Overlay, wanted: Wanted, paths: &[PathBuf]) -> Workspace {
    let (config, problems) = config::resolve(None, overlay, &[]);
    assert!(problems.is_empty());
    let surroundings = Surroundings {
        working_directory: Some(base.join("project")),
        home: Some(base.join("home")),
        variables: Some(Default::default()),
        ..Surroundings::default()
    };
    let (mut environment, problems) = disk::environment(&surroundings);
    assert_eq!(problems, []);
    let files = disk::files();
    environment.nested = disk::nested(&indexed_hosts(&config, &environment, &*files, Wanted::All), &environment);
    let hosts = indexed_hosts(&config, &environment, &*files, wanted);
    let indexed: Vec<Indexed> = hosts
        .into_iter()
        .map(|host| Indexed::new(host.clone(), disk::controls(&host, &environment), &environment))
        .collect();
    let places: Vec<&[Place]> = indexed.iter().map(|indexed| &*indexed.places).collect();
    let (walked, problems) = disk::walk(&places);
    assert_eq!(problems, []);
    let wish = disk::Wish { exclusion: &config.exclusion, manifests: &[], owned: &[], resources: &[] };
    let disk::Here { found, problems, .. } = disk::below(paths, &environment, &wish);
    assert_eq!(problems, []);
    let met = disk::merged(walked, found);
    let reach = environment.reach.clone();
    let mut workspace = Workspace::new(config, environment, files, indexed);
    let (examined, problems) = disk::read_all(&met, &reach, |found, at, bytes| workspace.examine(found, at, bytes));
    assert_eq!(problems, []);
    workspace.accept(examined);
    workspace
}

/// `host: id status scope path`, in the order each host meets them.
fn views(workspace: &Workspace, base: &Path) -> String {
    let snapshot = workspace.snapshot();
    let mut lines = Vec::new();
    for view in snapshot.catalog.views() {
        for candidate in &view.candidates {
            let skill = snapshot.catalog.skill(candidate.skill).unwrap();
            let folder = skill.path.parent().unwrap().strip_prefix(base).unwrap().display();
            let status = candidate.verdict.status.word();
            lines.push(format!("{}: {} {status} {folder}", view.host.id, candidate.id));
        }
    }
    lines.join("\n")
}

const TREE: &str = "
//- project/.git/HEAD
ref: refs/heads/main
//- project/.claude/skills/pdf/SKILL.md
---
name: pdf
description: Reads PDF files. Use when a PDF is at hand.
---
Read it.
//- home/.claude/skills/pdf/SKILL.md
---
name: pdf
description: Reads PDF files at home. Use when a PDF is at hand.
---
Read it.
//- project/packages/web/.claude/skills/preview/SKILL.md
---
name: preview
description: Shows the page. Use when the page changes.
---
Show it.
//- project/.claude/skills/group/deep/SKILL.md
---
name: deep
description: Lies too deep. Use when looking for it.
---
Deep.
//- project/loose/SKILL.md
---
name: loose
description: Lies nowhere. Use when looking for it.
---
Loose.
";

#[test]
fn the_owner_of_a_root_and_the_open_specification_look() {
    let folder = tree(TREE);
    let workspace = workspace(folder.path(), &Overlay::default(), Wanted::Check, &[]);
    assert_eq!(
        views(&workspace, folder.path()),
        "claude-code: pdf active home/.claude/skills/pdf\n\
         claude-code: pdf shadowed project/.claude/skills/pdf\n\
         claude-code: preview conditional project/packages/web/.claude/skills/preview"
    );
    let snapshot = workspace.snapshot();
    let paths: Vec<String> = snapshot
        .all_diagnostics()
        .iter()
        .map(|(path, _)| path.strip_prefix(folder.path()).unwrap().display().to_string())
        .collect();
    assert_eq!(paths.len(), 4, "the one that lies too deep is known too: {paths:?}");
    let hosts: Vec<String> = snapshot
        .hosts_for(&folder.path().join("project/.claude/skills/pdf/SKILL.md"))
        .iter()
        .map(|host| host.id.clone())
        .collect();
    assert_eq!(hosts, ["claude-code", "agentskills"]);
    assert!(snapshot.listing("claude-code").is_some());
}

#[test]
fn a_path_outside_every_root_is_examined_too() {
    let folder = tree(TREE);
    let loose = folder.path().join("project/loose");
    let workspace = workspace(folder.path(), &Overlay::default(), Wanted::Check, std::slice::from_ref(&loose));
    let snapshot = workspace.snapshot();
    let path = loose.join("SKILL.md");
    assert!(snapshot.catalog.by_path(&path).is_some());
    let hosts: Vec<String> = snapshot.hosts_for(&path).iter().map(|host| host.id.clone()).collect();
    assert_eq!(hosts, ["agentskills"], "nobody's folder");
}

#[test]
fn a_text_that_is_not_on_disk_takes_its_place_among_the_others() {
    let folder = tree(TREE);
    let overlay = Overlay { hosts: Some(vec!["claude-code".to_owned()]), ..Overlay::default() };
    let mut workspace = workspace(folder.path(), &overlay, Wanted::Check, &[]);
    let text = b"---\ndescription: New. Use when new.\n---\nNew.\n";
    let path = folder.path().join("project/.claude/skills/fresh/SKILL.md");
    let found = workspace.found(&path, text.len());
    let at = workspace.places_of(&found);
    assert_eq!(at.len(), 1);
    let examined = workspace.examine(&found, &at, text);
    workspace.accept(vec![examined]);
    assert!(views(&workspace, folder.path()).contains("claude-code: fresh active project/.claude/skills/fresh"));
    // The file at home goes: the project's own copy wins.
    workspace.remove(&folder.path().join("home/.claude/skills/pdf/SKILL.md"));
    assert!(views(&workspace, folder.path()).contains("claude-code: pdf active project/.claude/skills/pdf"));
    // A change of a known file keeps its places.
    let known = workspace.found(&folder.path().join("project/.claude/skills/pdf/SKILL.md"), 0);
    let at = workspace.places_of(&known);
    let examined = workspace.examine(&known, &at, b"");
    assert_eq!(workspace.accept(vec![examined]).len(), 1);
    assert!(views(&workspace, folder.path()).contains("pdf active"), "Claude Code takes anything");
}

#[test]
fn a_skill_of_a_plugin_is_claude_codes() {
    let folder = tree(
        "
//- project/.claude-plugin/plugin.json
{\"name\": \"mine\"}
//- project/skills/one/SKILL.md
---
name: one
description: One. Use when one.
---
One.
",
    );
    let path = folder.path().join("project/skills");
    let workspace = workspace(folder.path(), &Overlay::default(), Wanted::Check, std::slice::from_ref(&path));
    let hosts = workspace.snapshot().hosts_for(&path.join("one/SKILL.md"));
    let hosts: Vec<&str> = hosts.iter().map(|host| host.id.as_str()).collect();
    assert_eq!(hosts, ["claude-code", "agentskills"]);
}

#[test]
fn a_package_names_its_skill_once() {
    let folder = tree(
        "
//- project/.agents/plugins/marketplace.json
{\"name\": \"shop\", \"plugins\": [{\"name\": \"bio\", \"source\": {\"source\": \"local\", \"path\": \"./plugins/bio\"}}]}
//- project/plugins/bio/.codex-plugin/plugin.json
{\"name\": \"bio\", \"version\": \"1.0.0\", \"description\": \"Biology.\"}
//- project/plugins/bio/skills/align/SKILL.md
---
name: align-reads
description: Aligns. Use when aligning.
---
Align.
",
    );
    let surroundings = Surroundings {
        working_directory: Some(folder.path().join("project")),
        home: Some(folder.path().join("home")),
        variables: Some(Default::default()),
        ..Surroundings::default()
    };
    let setting = project::setting(&surroundings, Layers::default(), &Overlay::default());
    let walked = project::walk(setting.config, setting.environment, Wanted::Check, Asked::Here { user: false });
    let snapshot = walked.read(|| {}).0.snapshot();
    let found = snapshot.diagnostics(&folder.path().join("project/plugins/bio/skills/align/SKILL.md"));
    let told = found.iter().filter_map(|it| it.consequence.as_deref()).find(|it| it.contains("calls it"));
    assert!(told.is_some_and(|told| told.contains("Codex calls it `bio:align-reads`")), "{found:?}");
}

#[test]
fn a_command_is_its_agents_alone() {
    let folder = tree("//- project/.claude/commands/go.md\nGo.\n");
    let workspace = workspace(folder.path(), &Overlay::default(), Wanted::Check, &[]);
    let hosts = workspace.snapshot().hosts_for(&folder.path().join("project/.claude/commands/go.md"));
    let hosts: Vec<&str> = hosts.iter().map(|host| host.id.as_str()).collect();
    assert_eq!(hosts, ["claude-code"], "the open specification knows no commands");
}

#[test]
fn what_other_agents_have_at_home_is_theirs() {
    let text = "---\nname: pdf\ndescription: \"\"\n---\nBody.\n";
    let folder = tree(&format!("//- home/.agents/skills/pdf/SKILL.md\n{text}//- project/x.md\nText.\n"));
    let path = folder.path().join("home/.agents/skills/pdf/SKILL.md");
    let found = |host: &str| {
        let overlay = Overlay { hosts: Some(vec![host.to_owned()]), ..Overlay::default() };
        let workspace = workspace(folder.path(), &overlay, Wanted::Both, &[]);
        workspace.snapshot().diagnostics(&path).iter().map(|it| it.check.to_owned()).collect::<Vec<_>>()
    };
    // Every agent's skills are known, as in an editor; the host that is named never looks there.
    assert_eq!(found("shipmyagent"), Vec::<String>::new());
    assert_eq!(found("codex"), ["description-empty"]);
}

#[test]
fn a_host_that_never_reads_the_folder_only_would() {
    let text = "---\nname: pdf\ndescription: \"\"\n---\nBody.\n";
    let folder =
        tree(&format!("//- project/.claude/skills/pdf/SKILL.md\n{text}//- project/skills/pdf/SKILL.md\n{text}"));
    let paths: Vec<PathBuf> = vec![folder.path().join("project")];
    let told = |host: &str, path: &str| {
        let overlay = Overlay { hosts: Some(vec![host.to_owned()]), ..Overlay::default() };
        let snapshot = workspace(folder.path(), &overlay, Wanted::Check, &paths).snapshot();
        let found = snapshot.diagnostics(&folder.path().join("project").join(path));
        found
            .iter()
            .find(|it| it.check == "description-empty")
            .and_then(|it| it.consequence.clone())
            .unwrap_or_default()
    };
    assert_eq!(told("codex", ".claude/skills/pdf/SKILL.md"), "Codex would skip the skill");
    // From a collection it is installed wherever the host reads.
    assert_eq!(told("codex", "skills/pdf/SKILL.md"), "Codex skips the skill");
    assert_eq!(told("agentskills", ".claude/skills/pdf/SKILL.md"), "A plain Agent Skills client skips the skill");
    // Cursor reads Claude Code's folder too.
    assert_eq!(told("cursor", ".claude/skills/pdf/SKILL.md"), "Cursor skips the skill");
}

#[test]
fn nothing_is_called_by_a_marketplace_that_is_refused() {
    let text = "---\nname: review\ndescription: Reviews code. Use when code is written.\n---\nBody.\n";
    let told = |marketplace: &str| {
        let folder = tree(&format!(
            "//- project/.claude-plugin/marketplace.json\n{marketplace}\n//- project/skills/code-review/SKILL.md\n{text}"
        ));
        let path = folder.path().join("project/skills/code-review/SKILL.md");
        let setting = project::setting_of(&folder.path().join("project"), &Overlay::default());
        let asked = Asked::Here { user: false };
        let (workspace, _) = project::walk(setting.config, setting.environment, Wanted::Both, asked).read(|| {});
        let found = workspace.snapshot().diagnostics(&path);
        found
            .iter()
            .map(|it| format!("{} = {}", it.message, it.consequence.clone().unwrap_or_default()))
            .collect::<Vec<_>>()
    };
    assert_eq!(
        told("{\"plugins\": {}}"),
        ["`name` is `review`, but the folder is `code-review` = Claude Code would call it `code-review`; \
          a plain Agent Skills client wants the two to be equal"]
    );
    assert_eq!(
        told(
            "{\"name\": \"shop\", \"owner\": {\"name\": \"o\"}, \"plugins\": [{\"name\": \"tools\", \"source\": \"./\"}]}"
        ),
        ["`name` is `review`, but the folder is `code-review` = Claude Code calls it `tools:code-review`; \
          a plain Agent Skills client wants the two to be equal"]
    );
}

#[test]
fn nothing_at_all() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("project")).unwrap();
    let workspace = workspace(folder.path(), &Overlay::default(), Wanted::All, &[]);
    assert_eq!(views(&workspace, folder.path()), "");
    assert!(workspace.snapshot().all_diagnostics().is_empty());
}
