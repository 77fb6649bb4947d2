//! `manifest-path-missing`: a path in a manifest that leads nowhere.

use std::path::{Path, PathBuf};

use crate::catalog::manifest::{Examined, PathUse, Sort, Subject, Target};
use crate::catalog::{FileKind, normal};
use crate::checks::ManifestContext;
use crate::checks::prelude::*;
use crate::hosts::{At, EntryRoot};

pub(crate) static CHECK: Check = Check {
    id: "manifest-path-missing",
    summary: "A path in a manifest that leads nowhere",
    documentation: "\
## What it reports

A path in the manifest of a plugin or extension, or in the catalogue of a marketplace, at which there is nothing, or a
file where a folder is needed: of skills, commands, agents, hooks, servers, and the local `source` of an entry.

## Why it matters

What stands there is not loaded; an entry of a marketplace whose `source` leads nowhere cannot be installed. It is an
error where the agent itself complains when it loads the package, and a hint where the path is the folder in which the
agent looks anyway.

## Example

```json
{ \"name\": \"kit\", \"skills\": [\"./skills/pdf-forms\", \"./skills/excel/SKILL.md\"] }
```

## Instead

```json
{ \"name\": \"kit\", \"skills\": [\"./skills/pdf-form\", \"./skills/excel\"] }
```
",
    levels: [Level::Error, Level::Warning, Level::Hint],
    fixable: true,
    run: Run::Manifest(run),
};

fn run(context: &ManifestContext<'_>, report: &mut Report<'_>) {
    let mut seen: Vec<Span> = Vec::new();
    for (subject, Examined { paths, .. }) in context.examined {
        for path in paths {
            if seen.contains(&path.span) {
                continue;
            }
            let Some(base) = base(context, subject, path) else { continue };
            let Some((message, fix)) = wrong(context, path, &base) else { continue };
            seen.push(path.span);
            let is_loud = path.is_looked_for && path.entry.is_none();
            let is_source = path.key.ends_with(".source") && path.entry.is_some();
            let (grade, deed) = match (is_loud, is_source) {
                (true, _) => {
                    (Grade::Severe, Deed::new("tells that it cannot load it", "tell that they cannot load it"))
                }
                (false, true) => (Grade::Mild, Deed::new("cannot install the package", "cannot install the package")),
                // Nothing is lost: without the key the agent would have looked there too.
                (false, false) if fix.is_none() && is_usual(subject, path) => {
                    (Grade::Slight, Deed::of("find", "nothing there"))
                }
                (false, false) => (Grade::Mild, Deed::of("find", "nothing there")),
            };
            report.finding(path.span, message).grade(grade).deeds([(&subject.host, deed)]).fixes(fix);
        }
    }
}

/// Whether a path is the folder in which the host looks anyway.
fn is_usual(subject: &Subject, path: &PathUse) -> bool {
    let mut roots = subject.host.roots.iter().filter(|root| root.at == At::Package);
    let written = Path::new(path.written.trim_start_matches("./").trim_end_matches('/'));
    path.target != Target::File && roots.any(|root| root.paths.iter().any(|usual| Path::new(usual) == written))
}

/// The folder in which a path begins; `None` when it is not on this disk.
fn base(context: &ManifestContext<'_>, subject: &Subject, path: &PathUse) -> Option<PathBuf> {
    let Some(entry) = path.entry else { return Some(subject.folder.clone()) };
    let root = plugin_root(context);
    let is_bare = |written: &str| !written.starts_with('.') && subject.host.packages.entries.root == EntryRoot::Bare;
    let of_source = |written: &str| match &root {
        Some(root) if is_bare(written) => normal(&subject.folder.join(root)),
        _ => subject.folder.clone(),
    };
    if path.key.ends_with(".source") && subject.sort == Sort::Market && path.key.matches('.').count() == 2 {
        return Some(of_source(&path.written));
    }
    // What an entry names lies in its package.
    let source = context.entry_text(entry, "source")?;
    let folder = normal(&of_source(&source).join(&source));
    (context.files.kind(&folder) == Some(FileKind::Folder)).then_some(folder)
}

fn plugin_root(context: &ManifestContext<'_>) -> Option<PathBuf> {
    let metadata = context.root.get("metadata")?;
    metadata.value.get("pluginRoot")?.value.text().map(PathBuf::from)
}

/// What is wrong with a path, and how it is mended.
fn wrong(context: &ManifestContext<'_>, path: &PathUse, base: &Path) -> Option<(String, Option<Fix>)> {
    let target = normal(&base.join(&path.written));
    let written = &path.written;
    match (context.files.kind(&target), path.target) {
        (None, _) => {
            let near = near(context, path, base);
            let message = match &near {
                Some(near) => format!("`{written}` leads nowhere; did you mean `{near}`?"),
                None => format!("`{written}` leads nowhere"),
            };
            let fix = near.map(|near| {
                let edits = vec![Edit::replace(path.span, format!("\"{near}\""))];
                // A source may be about to be written; inside the package a near miss is a slip.
                let title = format!("Replace with `{near}`");
                if path.entry.is_none() { Fix::safe(title, edits) } else { Fix::offered(title, edits) }
            });
            Some((message, fix))
        }
        (Some(FileKind::File), Target::Folder) => {
            let folder = written.strip_suffix("/SKILL.md");
            let fix = folder.map(|folder| Fix::replacing(path.span, &format!("\"{folder}\"")));
            Some((format!("`{written}` is a file, but must be a folder"), fix))
        }
        (Some(FileKind::Folder), Target::File) => Some((format!("`{written}` is a folder, but must be a file"), None)),
        (Some(FileKind::File | FileKind::Folder), _) => None,
    }
}

/// What lies where the path would lead, under nearly its name.
fn near(context: &ManifestContext<'_>, path: &PathUse, base: &Path) -> Option<String> {
    let written = path.written.trim_end_matches('/');
    // From the front: the first name that is not there is the one that is wrong.
    let mut folder = base.to_owned();
    let mut new: Vec<String> = Vec::new();
    for part in written.split('/') {
        let next = folder.join(part);
        let is_there = part == "." || context.files.kind(&next).is_some();
        let name = match is_there {
            true => part.to_owned(),
            false => {
                let names: Vec<String> =
                    context.files.list(&folder).iter().map(|name| name.trim_end_matches('/').to_owned()).collect();
                let same = names.iter().find(|name| name.eq_ignore_ascii_case(part));
                let most = match part.chars().count() {
                    0..3 => 0,
                    3..6 => 1,
                    _ => 2,
                };
                let digits = |text: &str| text.chars().filter(char::is_ascii_digit).collect::<String>();
                let alike = names.iter().map(String::as_str).filter(|name| digits(name) == digits(part));
                same.cloned().or_else(|| nearest(part, alike, most).map(|(name, _)| name.to_owned()))?
            }
        };
        folder = folder.join(&name);
        new.push(name);
    }
    let new = new.join("/");
    let is_right = match context.files.kind(&normal(&base.join(&new))) {
        Some(FileKind::Folder) => path.target != Target::File,
        Some(FileKind::File) => path.target != Target::Folder,
        None => false,
    };
    (is_right && new != path.written).then_some(new)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::testing::{check, check_fix, silent};

    #[test]
    fn paths_of_a_package() {
        check(
            &CHECK,
            r#"
            //- /w/.claude-plugin/plugin.json
            {
              "name": "kit",
              "skills": ["./skills/pdfs", "./skills/pdf/SKILL.md", "./none"],
                         ^^^^^^^^^^^^^^^ manifest-path-missing (error): `./skills/pdfs` leads nowhere; did you mean `./skills/pdf`?
                                          = Claude Code tells that it cannot load it
                                          ^^^^^^^^^^^^^^^^^^^^^^^ manifest-path-missing: `./skills/pdf/SKILL.md` is a file, but must be a folder
                                                                   ^^^^^^^^ manifest-path-missing: `./none` leads nowhere
              "commands": { "go": { "source": "./Go.md" } }
                                              ^^^^^^^^^ manifest-path-missing: `./Go.md` leads nowhere; did you mean `./go.md`?
            }
            //- /w/skills/pdf/SKILL.md
            ---
            ---
            //- /w/go.md
            "#,
        );
    }

    #[test]
    fn the_folder_in_which_the_agent_looks_anyway() {
        check(
            &CHECK,
            r#"
            //- /w/.codex-plugin/plugin.json
            { "name": "kit", "skills": "./skills/" }
                                       ^^^^^^^^^^^ manifest-path-missing (hint): `./skills/` leads nowhere
                                                     = Codex finds nothing there
            //- /w/commands/go.md
            Go.
            "#,
        );
    }

    #[test]
    fn what_a_marketplace_offers() {
        check(
            &CHECK,
            r#"
            //- /w/.claude-plugin/marketplace.json
            { "name": "shop", "owner": { "name": "Me" }, "plugins": [
              { "name": "a", "source": "./plugns/a", "skills": ["./x"] },
                                       ^^^^^^^^^^^^ manifest-path-missing (warning): `./plugns/a` leads nowhere; did you mean `./plugins/a`?
                                                    = Claude Code cannot install the package
              { "name": "b", "source": "./plugins/a", "skills": ["./x"] },
                                                                 ^^^^^ manifest-path-missing (warning): `./x` leads nowhere
              { "name": "c", "source": { "source": "github", "repo": "a/b" }, "skills": ["./x"] }
            ] }
            //- /w/plugins/a/skills/s/SKILL.md
            ---
            ---
            "#,
        );
    }

    #[test]
    fn a_root_for_sources_that_are_names() {
        check(
            &CHECK,
            r#"
            //- /w/.claude-plugin/marketplace.json
            { "name": "shop", "owner": { "name": "Me" }, "metadata": { "pluginRoot": "./plugins" }, "plugins": [
              { "name": "a", "source": "a" },
              { "name": "c", "source": "./plugins/a" },
              { "name": "b", "source": "b" }
                                       ^^^ manifest-path-missing: `b` leads nowhere
            ] }
            //- /w/plugins/a/skills/s/SKILL.md
            ---
            ---
            "#,
        );
    }

    #[test]
    fn a_slip_is_mended() {
        check_fix(
            &CHECK,
            r#"
            //- /w/.claude-plugin/plugin.json
            { "name": "kit", "skills": ["./skils", "./skills/pdf/SKILL.md"] }
            //- /w/skills/pdf/SKILL.md
            ---
            ---
            "#,
            r#"
            //- /w/.claude-plugin/plugin.json
            { "name": "kit", "skills": ["./skills", "./skills/pdf"] }
            "#,
        );
    }

    #[test]
    fn what_is_there_or_elsewhere() {
        silent(
            &CHECK,
            r#"
            //- /w/.claude-plugin/plugin.json
            { "name": "kit", "skills": ["./skills/", "."], "mcpServers": "https://example.com/a.mcpb" }
            //- /w/skills/pdf/SKILL.md
            ---
            ---
            "#,
        );
    }
}
