//! `manifest-key-unknown`: a key that nobody reads in a manifest.

use crate::catalog::manifest::{Cost, Matter};
use crate::checks::ManifestContext;
use crate::checks::manifests::{Told, near_key, told};
use crate::checks::prelude::*;

pub(crate) static CHECK: Check = Check {
    id: "manifest-key-unknown",
    summary: "A key in a manifest that its agent does not read; near misses are named",
    documentation: "\
## What it reports

A key in the manifest of a plugin or extension, or in the catalogue of a marketplace, that the agent does not read. A
near miss of a key that it reads is a warning, and the fix renames it; any other is a hint.

## Why it matters

What stands under such a key has no effect: `skill` brings no skills, and `mcp_servers` no servers.

## Example

```json
{ \"name\": \"kit\", \"mcp_servers\": \"./servers.json\" }
```

## Instead

```json
{ \"name\": \"kit\", \"mcpServers\": \"./servers.json\" }
```
",
    levels: [Level::Warning, Level::Warning, Level::Hint],
    fixable: true,
    run: Run::Manifest(run),
};

fn run(context: &ManifestContext<'_>, report: &mut Report<'_>) {
    for Told { fault, deeds } in told(context) {
        let Matter::UnknownKey { known } = &fault.matter else { continue };
        if fault.cost == Cost::Refused {
            continue;
        }
        let key = fault.key.rsplit('.').next().unwrap_or_default();
        let written = serde_json::from_str::<String>(fault.span.of(context.text)).unwrap_or_else(|_| key.to_owned());
        let near = near_key(&written, known);
        let message = match near {
            Some(near) => format!("`{written}` is not read; did you mean `{near}`?"),
            None => fault.message.clone(),
        };
        let finding = report.finding(fault.span, message).deeds(deeds.iter().map(|(host, deed)| (*host, deed.clone())));
        match near {
            Some(near) => {
                let new = format!("\"{near}\"");
                let is_free = !context.has_sibling(fault.span, near);
                let title = format!("Rename to `{near}`");
                let edits = vec![Edit::replace(fault.span, new)];
                // Two values of one name: one of them would be lost.
                finding.fix(if is_free { Fix::safe(title, edits) } else { Fix::offered(title, edits) });
            }
            None => drop(finding.grade(Grade::Slight)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::testing::{check, check_fix, silent};

    #[test]
    fn near_misses_and_others() {
        check(
            &CHECK,
            r#"
            //- /w/.claude-plugin/plugin.json
            {
              "name": "kit",
              "skils": "./more",
              ^^^^^^^ manifest-key-unknown (warning): `skils` is not read; did you mean `skills`?
                      = Claude Code ignores it
              "mcp_servers": {},
              ^^^^^^^^^^^^^ manifest-key-unknown (warning): `mcp_servers` is not read; did you mean `mcpServers`?
              "contributors": [],
              ^^^^^^^^^^^^^^ manifest-key-unknown (hint): `contributors` is not read
              "category": "x",
              ^^^^^^^^^^ manifest-key-unknown (hint): `category` is not read
              "experimental": { "theme": "./t" }
                                ^^^^^^^ manifest-key-unknown (warning): `theme` is not read; did you mean `themes`?
            }
            //- /w/.claude-plugin/marketplace.json
            { "name": "shop", "owner": { "name": "Me", "team": 1 }, "plugins": [{ "name": "a", "source": "./", "tag": [] }] }
                                                                                                               ^^^^^ manifest-key-unknown (warning): `tag` is not read; did you mean `tags`?
            "#,
        );
    }

    #[test]
    fn two_slips_in_a_key_of_six_letters() {
        check(
            &CHECK,
            r#"
            //- /w/.claude-plugin/plugin.json
            { "name": "kit", "autors": { "name": "Me" } }
                             ^^^^^^^^ manifest-key-unknown (warning): `autors` is not read; did you mean `author`?
            "#,
        );
    }

    #[test]
    fn is_renamed() {
        check_fix(
            &CHECK,
            r#"
            //- /w/.claude-plugin/plugin.json
            { "name": "kit", "Licence": "MIT" }
            "#,
            r#"
            //- /w/.claude-plugin/plugin.json
            { "name": "kit", "license": "MIT" }
            "#,
        );
    }

    #[test]
    fn where_it_is_not_known_what_is_read() {
        silent(
            &CHECK,
            r#"
            //- /w/.claude-plugin/plugin.json
            { "name": "kit", "icon": "./i.png", "bugs": "x", "mcpServers": { "a": { "command": "x", "more": 1 } } }
            //- /w/plugin.json
            { "id": "a plugin of something else" }
            "#,
        );
    }
}
