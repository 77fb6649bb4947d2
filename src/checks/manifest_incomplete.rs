//! `manifest-incomplete`: what a host wishes for in a manifest.

use crate::catalog::manifest::Matter;
use crate::checks::ManifestContext;
use crate::checks::manifests::report_faults;
use crate::checks::prelude::*;

pub(crate) static CHECK: Check = Check {
    id: "manifest-incomplete",
    summary: "A manifest without what its agent wishes for: a version, a description, an author",
    documentation: "\
## What it reports

A manifest of a plugin that says neither its version nor what it does or who wrote it, or a marketplace without a
description, where the agent asks for it and can do without.

## Why it matters

People who choose a package read the description, and an update is offered when the version changes.

## Example

```json
{ \"name\": \"kit\" }
```

## Instead

```json
{ \"name\": \"kit\", \"version\": \"1.0.0\", \"description\": \"Tools for changelogs\", \"author\": { \"name\": \"Me\" } }
```
",
    levels: [Level::Hint, Level::Hint, Level::Hint],
    fixable: false,
    run: Run::Manifest(run),
};

fn run(context: &ManifestContext<'_>, report: &mut Report<'_>) {
    report_faults(context, report, |told| told.fault.matter == Matter::Incomplete);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::testing::{check, silent};

    #[test]
    fn what_is_missing() {
        check(
            &CHECK,
            r#"
            //- /w/.claude-plugin/plugin.json
            { "name": "kit", "version": "1.0.0" }
            ^ manifest-incomplete (hint): `author` is not given
            ^ manifest-incomplete (hint): `description` is not given
            //- /w/.claude-plugin/marketplace.json
            { "name": "shop", "owner": { "name": "Me" }, "plugins": [{ "name": "a", "source": "./" }] }
            ^ manifest-incomplete (hint): `description` is not given
            "#,
        );
    }

    #[test]
    fn complete_or_not_loaded() {
        silent(
            &CHECK,
            r#"
            //- /w/.claude-plugin/plugin.json
            { "name": "kit", "skills": 5 }
            //- /w/.claude-plugin/marketplace.json
            { "name": "shop", "owner": { "name": "Me" }, "metadata": { "description": "d" }, "plugins": [{ "name": "a", "source": "./" }] }
            "#,
        );
    }
}
