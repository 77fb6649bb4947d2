//! `manifest-version-differs`: an entry of a marketplace that says another version than the manifest.

use crate::catalog::manifest::Sort;
use crate::catalog::{FileKind, normal};
use crate::checks::ManifestContext;
use crate::checks::prelude::*;
use crate::settings::Format;

pub(crate) static CHECK: Check = Check {
    id: "manifest-version-differs",
    summary: "An entry of a marketplace and the manifest of its plugin say different versions",
    documentation: "\
## What it reports

The `version` of an entry in a marketplace that is not the one in the manifest of the plugin that it offers.

## Why it matters

The manifest wins, and what the entry says is ignored without a word: people see one version in the list and get
another.

## Example

```json
{ \"name\": \"kit\", \"source\": \"./kit\", \"version\": \"2.0.0\" }
```

while `kit/.claude-plugin/plugin.json` says

```json
{ \"name\": \"kit\", \"version\": \"1.4.0\" }
```

## Instead

Leave `version` out of the entry, or let both say the same.
",
    levels: [Level::Warning, Level::Warning, Level::Warning],
    fixable: true,
    run: Run::Manifest(run),
};

fn run(context: &ManifestContext<'_>, report: &mut Report<'_>) {
    for (subject, _) in context.examined.iter().filter(|(it, _)| it.sort == Sort::Market && it.host.packages.strict) {
        let entries = context.root.get("plugins").map(|it| it.value.items()).unwrap_or_default();
        for entry in entries {
            let text = |key: &str| entry.get(key)?.value.text();
            let (Some(version), Some(source)) = (text("version"), text("source")) else { continue };
            let manifests = subject.host.packages.manifests.iter();
            let paths = manifests.map(|name| normal(&subject.folder.join(source).join(name)));
            let is_there = |path: &std::path::PathBuf| context.files.kind(path) == Some(FileKind::File);
            let Some(path) = paths.into_iter().find(is_there).filter(|path| path.starts_with(&subject.folder)) else {
                continue;
            };
            let Some(manifest) = context.text_of(&path) else { continue };
            let said = Format::Json.parse(&manifest).root;
            let Some(member) = said.get("version") else { continue };
            let Some(own) = member.value.text().filter(|own| !own.is_empty() && !version.is_empty() && *own != version)
            else {
                continue;
            };
            let Some(written) = entry.get("version").map(|it| it.value.span) else { continue };
            let message = format!("`version` is `{version}`, but the manifest says `{own}`");
            let related = Related { path: path.clone(), span: member.value.span, message: format!("`{own}` counts") };
            let deed = Deed::of("take", format_args!("`{own}`"));
            let new = serde_json::Value::from(own).to_string();
            let fix = Fix::offered(format!("Replace with `{own}`"), vec![Edit::replace(written, new)]);
            report.finding(written, message).deeds([(&subject.host, deed)]).related([related]).fix(fix);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::testing::{check, silent};

    #[test]
    fn of_two_minds() {
        check(
            &CHECK,
            r#"
            //- /w/.claude-plugin/marketplace.json
            { "name": "shop", "owner": { "name": "Me" }, "plugins": [
              { "name": "kit", "source": "./kit", "version": "2.0.0" }
                                                             ^^^^^^^ manifest-version-differs (warning): `version` is `2.0.0`, but the manifest says `1.4.0`
                                                                     = Claude Code takes `1.4.0`
            ] }
            //- /w/kit/.claude-plugin/plugin.json
            { "name": "kit", "version": "1.4.0" }
            "#,
        );
    }

    #[test]
    fn of_one_mind() {
        silent(
            &CHECK,
            r#"
            //- /w/.claude-plugin/marketplace.json
            { "name": "shop", "owner": { "name": "Me" }, "plugins": [
              { "name": "kit", "source": "./kit", "version": "1.4.0" },
              { "name": "kat", "source": "./kat", "version": "1.4.0" }
            ] }
            //- /w/kit/.claude-plugin/plugin.json
            { "name": "kit", "version": "1.4.0" }
            "#,
        );
    }
}
