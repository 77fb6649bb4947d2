//! `link-target-missing`: a relative link that leads nowhere.

use std::collections::{HashMap, HashSet};
use std::path::{Component, Path};

use crate::catalog::Files;
use crate::checks::doubtful_target::Doubts;
use crate::checks::meant_target;
use crate::checks::near_path::{self, NearPath};
use crate::checks::{Check, DocumentContext, FileEdit, Fix, Grade, Report, Run};
use crate::config::Level;
use crate::document::body::Link;
use crate::knowledge::bundled;
use crate::knowledge::relative_link;
use crate::text::{Edit, Span};

/// A link to nothing.
pub(crate) static CHECK: Check = Check {
    id: "link-target-missing",
    summary: "a relative link that leads nowhere",
    documentation: "\
## What it reports

A relative link or image in the body whose target does not exist, also where only upper and lower case differ. Links in
code, addresses, absolute paths and the made-up paths of examples (`path/to/file.md`, `{name}.md`) are left alone.

It is a hint where the target may well be there for who follows the link: from a folder further up, such as the root of
the repository; a file of the project that the skill is used on (`package.json`, `src/index.ts`); and one that is made while
the skill is at work, or belongs to what the skill is to write. So it is where nothing speaks for a file of the skill: no
folder such as `references/`, no files of its kind beside it, no word that it is to be read (`[app.py](app.py)`, `../up`).

## Why it matters

A skill tells the model to read its other files by links. When the target is not there, the model looks for it in vain,
or guesses what it may have said. A difference in case works on one system and fails on another.

## Example

With `references/api.md` beside the skill:

```markdown
See [the reference](reference/api.md).
```

## Instead

```markdown
See [the reference](references/api.md).
```

The fix changes as little of the path as possible: one `../` less or more, else the spelling of its names, and it is safe
only where the file then lies in the skill's own folder. Files of the same name in other folders are offered, each of
them; so is creating the file, one by one: an empty file made in bulk would only hide that something is missing.
",
    levels: [Level::Warning, Level::Warning, Level::Hint],
    fixable: true,
    run: Run::Document(run),
};

fn run(context: &DocumentContext<'_>, report: &mut Report<'_>) {
    let Some(folder) = context.path.parent() else { return };
    let mut beside: Option<Vec<String>> = None;
    // The same file is often linked many times; the disk is asked once.
    let mut fine: HashSet<&str> = HashSet::new();
    let mut near_ones: HashMap<&str, Vec<NearPath>> = HashMap::new();
    let doubts = Doubts::default();
    for link in &context.document.body.links {
        if fine.contains(link.target.as_str()) {
            continue;
        }
        let Some(path) = relative_link::path_of(link) else { continue };
        let target = relative_link::resolved(folder, path);
        if stands_there(context.files, folder, link, path, &target) || is_a_page(context.files, folder, path) {
            fine.insert(&link.target);
            continue;
        }
        // Of a folder that is not on disk (a new file, a text from elsewhere) nothing is known.
        if context.files.kind(folder).is_none() {
            return;
        }
        let span = path_span(&context.document.text, link);
        if let Some(real) = in_another_case(context, folder, path) {
            report
                .finding(span, format!("`{path}` is `{real}` on disk: upper and lower case differ"))
                .fix(Fix::safe(format!("Change to `{real}`"), vec![Edit::replace(span, encoded(&real))]));
            continue;
        }
        let beside = beside.get_or_insert_with(|| bundled::files(context.files, folder));
        let near = || near_path::near_paths(context.files, folder, path, beside);
        let near = near_ones.entry(path).or_insert_with(near).clone();
        let is_choice = near.len() > 1;
        // Where the author's slip is plain, there is no doubt.
        let is_slip = near.iter().any(|near| near.is_evident);
        let is_meant = !near.is_empty() || meant_target::is_meant(context, link, path, beside);
        let is_doubtful = !is_slip && (!is_meant || doubts.is_doubtful(context, link, path));
        let grade = if is_doubtful { Grade::Slight } else { Grade::Mild };
        let change = |near: NearPath| {
            let title = format!("Change to `{}`", near.path);
            let edits = vec![Edit::replace(span, encoded(&near.path))];
            match near.is_evident {
                true => Fix::safe(title, edits),
                false => Fix { is_choice, ..Fix::offered(title, edits) },
            }
        };
        let fixes = near.into_iter().map(change).chain(creation(path, &target));
        report.finding(span, format!("`{path}` does not exist")).grade(grade).fixes(fixes);
    }
}

/// Whether the target is there: as the path is worked out here, as the file system works it out (a folder on the
/// way may be a link), or under its full name (`C#.md`).
fn stands_there(files: &dyn Files, folder: &Path, link: &Link, path: &str, target: &Path) -> bool {
    files.kind(target).is_some()
        || (path.contains("..") && files.kind(&folder.join(path)).is_some())
        || (link.target != path && files.kind(&relative_link::resolved(folder, &link.target)).is_some())
}

/// Whether a path looks like a page of a site (`wiki/deployment`): it names no file, and its folder is not here.
fn is_a_page(files: &dyn Files, folder: &Path, path: &str) -> bool {
    let names_file = Path::new(path).extension().is_some();
    let first = path.trim_start_matches("./").split('/').next().unwrap_or_default();
    !names_file && first != ".." && !path.ends_with('/') && files.kind(&folder.join(first)).is_none()
}

/// The part of the target as written that is the path: without fragment and query.
fn path_span(text: &str, link: &Link) -> Span {
    let written = link.target_span.of(text);
    let length = written.find(['#', '?']).unwrap_or(written.len());
    Span::new(link.target_span.start, link.target_span.start + length)
}

/// The path with the names as they stand on disk, when only their case differs.
fn in_another_case(context: &DocumentContext<'_>, folder: &Path, path: &str) -> Option<String> {
    let mut place = folder.to_path_buf();
    let mut names: Vec<String> = Vec::new();
    for component in Path::new(path).components() {
        match component {
            Component::ParentDir => {
                place.pop();
                names.push("..".to_owned());
            }
            Component::Normal(name) => {
                let name = name.to_string_lossy();
                let real = context.shared.folder_names.real(context.files, &place, &name)?;
                place.push(&real);
                names.push(real);
            }
            Component::CurDir | Component::RootDir | Component::Prefix(_) => {}
        }
    }
    let mut real = names.join("/");
    if path.starts_with("./") {
        real.insert_str(0, "./");
    }
    if path.ends_with('/') {
        real.push('/');
    }
    (real != path).then_some(real)
}

/// Creates the file, when it is a Markdown file inside the skill; a `SKILL.md` would be a skill of its own.
fn creation(path: &str, target: &Path) -> Option<Fix> {
    let is_markdown = target.extension().is_some_and(|it| it.eq_ignore_ascii_case("md"));
    let is_skill = target.file_name().is_some_and(|it| it.eq_ignore_ascii_case("SKILL.md"));
    if !is_markdown || is_skill || relative_link::leaves(path) {
        return None;
    }
    let title = target.file_stem()?.to_string_lossy().replace(['-', '_'], " ");
    Some(Fix {
        title: format!("Create `{path}`"),
        safe: false,
        is_choice: false,
        edits: vec![FileEdit::Create { path: target.to_path_buf(), text: format!("# {title}\n") }],
    })
}

/// The path as a link target: spaces and parentheses would end it.
fn encoded(path: &str) -> String {
    path.replace(' ', "%20").replace('(', "%28").replace(')', "%29")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::testing::{Fixture, check, check_fix, silent};

    #[test]
    fn nothing_is_there() {
        check(
            &CHECK,
            "
            //- /home/.claude/skills/pdf/SKILL.md
            See [the reference](references/api.md#fields) and ![a picture](assets/form.png).
                                ^^^^^^^^^^^^^^^^^ link-target-missing (warning): `references/api.md` does not exist
                                                                           ^^^^^^^^^^^^^^^ link-target-missing: `assets/form.png` does not exist
            ",
        );
    }

    #[test]
    fn only_the_case_differs() {
        check_fix(
            &CHECK,
            "
            //- /home/.claude/skills/pdf/SKILL.md
            See [it](./References/API.md#fields).
            //- /home/.claude/skills/pdf/references/api.md
            text
            ",
            "
            See [it](./references/api.md#fields).
            ",
        );
    }

    #[test]
    fn the_file_lies_elsewhere_in_the_skill() {
        check_fix(
            &CHECK,
            "
            //- /home/.claude/skills/pdf/SKILL.md
            See [it](api.md).
            //- /home/.claude/skills/pdf/references/api.md
            text
            ",
            "
            See [it](references/api.md).
            ",
        );
    }

    #[test]
    fn a_near_miss() {
        check_fix(
            &CHECK,
            "
            //- /home/.claude/skills/pdf/SKILL.md
            See [it](refrences/apis.md).
            //- /home/.claude/skills/pdf/references/api.md
            text
            ",
            "
            See [it](references/api.md).
            ",
        );
    }

    #[test]
    fn two_are_equally_near() {
        let fixture = Fixture::parse(
            "
            //- /home/.claude/skills/pdf/SKILL.md
            See [it](apis.md) and [part 3](part-3.md).
            //- /home/.claude/skills/pdf/a/apis.md
            text
            //- /home/.claude/skills/pdf/b/apis.md
            text
            //- /home/.claude/skills/pdf/part-2.md
            text
            ",
        );
        let findings = fixture.findings(&CHECK);
        let titles: Vec<&str> =
            findings.values().flatten().flat_map(|it| &it.fixes).map(|fix| fix.title.as_str()).collect();
        assert_eq!(
            titles,
            ["Change to `a/apis.md`", "Change to `b/apis.md`", "Create `apis.md`", "Create `part-3.md`"]
        );
        assert!(findings.values().flatten().flat_map(|it| &it.fixes).all(|fix| !fix.safe));
    }

    /// What is offered for a link, `safe` before what may be done in bulk.
    fn offers(link: &str) -> Vec<String> {
        let fixture = Fixture::parse(&format!(
            "
            //- /home/.claude/skills/pdf/SKILL.md
            See [it]({link}).
            //- /home/.claude/skills/pdf/references/api.md
            text
            //- /home/.claude/skills/pdf/references/set-user.md
            text
            //- /home/.claude/skills/pdf/guides/setup-notes.md
            text
            //- /home/.claude/skills/forms/references/api.md
            text
            //- /home/.claude/skills/forms/references/fields.md
            text
            //- /home/.claude/shared/terms.md
            text
            "
        ));
        let findings = fixture.findings(&CHECK);
        let fixes = findings.values().flatten().flat_map(|it| &it.fixes).filter(|fix| !fix.creates());
        fixes.map(|fix| format!("{}{}", if fix.safe { "safe " } else { "" }, fix.title)).collect()
    }

    #[test]
    fn as_little_of_the_path_as_possible_changes() {
        for (link, offered) in [
            ("../references/api.md", "safe Change to `references/api.md`"),
            ("../../forms/references/fields.md", "Change to `../forms/references/fields.md`"),
            ("forms/references/fields.md", "Change to `../forms/references/fields.md`"),
            ("../shared/terms.md", "Change to `../../shared/terms.md`"),
            ("reference/api.md", "safe Change to `references/api.md`"),
            ("guides/setup_notes.md", "safe Change to `guides/setup-notes.md`"),
            ("references/get-user.md", "Change to `references/set-user.md`"),
            ("../form/references/fields.md", "Change to `../forms/references/fields.md`"),
            ("guides/api.md", "Change to `references/api.md`"),
            // Another skill's file is not one's own of the same name.
            ("../slides/references/api.md", ""),
            ("../../other/api.md", ""),
        ] {
            assert_eq!(offers(link).join(", "), offered, "{link}");
        }
    }

    #[test]
    fn a_skill_is_never_created() {
        let fixture = Fixture::parse(
            "
            //- /home/.claude/skills/pdf/SKILL.md
            See [it](forms/SKILL.md).
            ",
        );
        assert!(fixture.findings(&CHECK).values().flatten().all(|it| it.fixes.is_empty()));
    }

    #[test]
    fn targets_that_are_there() {
        silent(
            &CHECK,
            "
            //- /home/.claude/skills/pdf/SKILL.md
            [a](references/my%20file.md) [b](references) [c](../other/SKILL.md) [d](./SKILL.md#x)
            [e]: references/C#.md
            [e]
            //- /home/.claude/skills/pdf/references/my file.md
            text
            //- /home/.claude/skills/pdf/references/C#.md
            text
            //- /home/.claude/skills/other/SKILL.md
            text
            ",
        );
    }

    #[test]
    fn code_and_addresses_are_not_links_to_files() {
        silent(
            &CHECK,
            "
            //- /home/.claude/skills/pdf/SKILL.md
            `[a](missing.md)` [b](https://x.org/missing.md) [c](#top) [d](path/to/x.md) [e](<name>.md) [f](wiki/page)

            ```
            [g](missing.md)
            ```
            ",
        );
    }
}
