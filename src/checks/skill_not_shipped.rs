//! `skill-not-shipped`: a skill in a package whose manifest or catalogue leaves it out.

use std::path::Path;
use std::sync::Arc;

use crate::catalog::{FoundKind, MadeFor, Status, View};
use crate::checks::prelude::*;
use crate::hosts::Host;
use crate::words::shipping::left_out;

/// A skill that nobody gets.
pub(crate) static CHECK: Check = Check {
    id: "skill-not-shipped",
    summary: "a skill in a package that its manifest does not ship",
    documentation: "\
## What it reports

A skill in the folder of a plugin or an extension that nobody gets who installs it: it lies where the host does not look in
a package, the manifest or the entry of the marketplace names other folders, or the marketplace does not list the plugin.
What lies among tests, templates, examples and drafts is not meant. Of a file without `name` and `description` it is a hint:
it may be a piece from which skills are built.

## Why it matters

It works where it is written and nowhere else, and nobody is told.

## Example

```json
{\"name\": \"shop\", \"owner\": {\"name\": \"Me\"}, \"plugins\": [
  {\"name\": \"auth\", \"source\": \"./\", \"strict\": false, \"skills\": [\"./skills/login\"]}
]}
```

`skills/logout/SKILL.md` is not shipped.

## Instead

```json
{\"name\": \"auth\", \"source\": \"./\", \"strict\": false, \"skills\": [\"./skills/login\", \"./skills/logout\"]}
```
",
    levels: [Level::Warning, Level::Warning, Level::Hint],
    fixable: false,
    run: Run::Catalog(run),
};

/// Folders in which skills lie that are not meant to be shipped.
const ASIDE: [&str; 18] = [
    "archive",
    "archived",
    "deprecated",
    "docs",
    "draft",
    "drafts",
    "example",
    "examples",
    "fixture",
    "fixtures",
    "preview",
    "sample",
    "samples",
    "spec",
    "template",
    "templates",
    "test",
    "tests",
];

fn run(context: &CatalogContext<'_>, report: &mut Report<'_>) {
    let skill = context.skill;
    let is_skill_file = skill.path.file_name().is_some_and(|name| name == "SKILL.md");
    let Some(view) = context.catalog.views().first() else { return };
    let own = &view.environment.own_packages;
    if skill.kind != FoundKind::Skill || !is_skill_file {
        return;
    }
    let Some((folder, made_for)) = own.around(&skill.path) else { return };
    // What lies in an agent's own folder is for whoever works here.
    let root = view.environment.git_root.as_ref().unwrap_or(&view.environment.working_directory);
    if is_aside(root, &skill.path) || !context.config.known_hosts.owners(&skill.path).is_empty() {
        return;
    }
    // Whoever installs another package, or all that lies here, gets it.
    let meets = |view: &View| view.all_of_skill(context.id).any(|it| it.verdict.status != Status::Unread);
    if context.catalog.views().iter().any(meets) {
        return;
    }
    let mut words: Option<(String, &MadeFor)> = None;
    let mut hosts: Vec<&Arc<Host>> = Vec::new();
    for made in made_for {
        let Some(view) = context.catalog.views().iter().find(|view| view.host.id == made.host) else { continue };
        // What lies in a root too deep is told as that.
        if own.ships(&view.host, &skill.path).is_some() {
            return;
        }
        let Some(said) = left_out(own, view, context.files, folder, made) else { continue };
        words.get_or_insert((said, made));
        hosts.push(&view.host);
    }
    let Some((said, made)) = words else { return };
    let related = Related { path: made.manifest.clone(), span: Span::at(0), message: "what is shipped".to_owned() };
    let says_what_it_is = skill.name.is_some() || skill.description.is_some();
    report
        .finding(skill.headline, format!("`{}` is not shipped: {said}", skill.folder))
        .grade(if says_what_it_is { Grade::Mild } else { Grade::Slight })
        .hosts(hosts)
        .related([related]);
}

/// Whether a skill lies among what is not meant to be shipped.
fn is_aside(root: &Path, path: &Path) -> bool {
    let below = path.strip_prefix(root).unwrap_or(path).parent();
    let mut names = below.into_iter().flatten().filter_map(|name| name.to_str());
    names.any(|name| {
        let name = name.to_lowercase();
        ASIDE.contains(&name.as_str()) || name.starts_with("example-") || name.starts_with('_')
    })
}
