//! `manifest-invalid`: a manifest that its host refuses, as a whole or in part.

use crate::catalog::manifest::{Cost, Matter};
use crate::checks::manifests::report_faults;
use crate::checks::prelude::*;
use crate::checks::{ManifestContext, manifests};

pub(crate) static CHECK: Check = Check {
    id: "manifest-invalid",
    summary: "A manifest of a package that its agent refuses, or refuses in part",
    documentation: "\
## What it reports

A value in the manifest of a plugin or extension, or in the catalogue of a marketplace, that the agent refuses: JSON
that cannot be read, a value of the wrong kind, a key that is missing, a name that may not be. What the agent passes
over without a word is a warning, and what it merely advises against a hint.

## Why it matters

Most agents are strict here: one wrong value, and the package is not loaded at all, with everything in it. The one who
wrote it often does not notice, because it is already loaded in their own session.

## Example

```json
{
  \"name\": \"kit\",
  \"author\": \"Me\",
  \"agents\": \"./agents/\"
}
```

## Instead

```json
{
  \"name\": \"kit\",
  \"author\": { \"name\": \"Me\" },
  \"agents\": [\"./agents/reviewer.md\"]
}
```

## Hosts

Claude Code judges by `claude plugin validate`, and loads by nearly the same rules; since 2.1.326 what is only shown
(`author`, `keywords`, `homepage` …) no longer keeps it from the package. Gemini CLI, Qwen Code and Codex ask for few
keys, and pass over what they do not understand.
",
    levels: [Level::Error, Level::Warning, Level::Hint],
    fixable: true,
    run: Run::Manifest(run),
};

fn run(context: &ManifestContext<'_>, report: &mut Report<'_>) {
    let is_ours = |it: &manifests::Told<'_>| match it.fault.matter {
        Matter::Form => true,
        Matter::UnknownKey { .. } => it.fault.cost == Cost::Refused,
        Matter::Incomplete => false,
    };
    report_faults(context, report, is_ours);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::testing::{Fixture, check, check_fix, levels, silent};

    #[test]
    fn a_name_of_its_maker() {
        let text = |author: &str| {
            let manifest = format!(r#"{{"name": "claude-kit", "author": {{"name": "{author}"}}}}"#);
            format!("//- /x/.claude-plugin/plugin.json\n{manifest}\n")
        };
        assert_eq!(levels(&CHECK, &text("Mara")), [Level::Error]);
        assert_eq!(levels(&CHECK, &text("Anthropic")), [Level::Hint]);
    }

    #[test]
    fn kinds_names_and_paths() {
        check(
            &CHECK,
            r#"
            //- /w/.claude-plugin/plugin.json
            {
              "name": "my kit",
                      ^^^^^^^^ manifest-invalid (error): `name` is `my kit`, and a name may not hold spaces
                               = Claude Code does not load the package
              "version": 1,
                         ^ manifest-invalid (error): `version` is a number, but must be text
              "author": "Me",
                        ^^^^ manifest-invalid: `author` is text, but must be an object
              "skills": ["skills"],
                         ^^^^^^^^ manifest-invalid: `skills` is `skills`, but a path begins with `./`
              "agents": "./agents/"
                        ^^^^^^^^^^^ manifest-invalid: `agents` is `./agents/`, but must be a `.md` file
            }
            "#,
        );
        check(
            &CHECK,
            r#"
            //- /w/.claude-plugin/plugin.json
            {
              "name": "kit",
              "hooks": { "Stp": [], "Stop": 5 }
                         ^^^^^ manifest-invalid (warning): `Stp` is no event of hooks
                                            ^ manifest-invalid (warning): `Stop` is a number, but must be a list
                                              = Claude Code ignores it
            }
            "#,
        );
    }

    #[test]
    fn what_is_no_json() {
        check(
            &CHECK,
            r#"
            //- /w/.claude-plugin/plugin.json
            {
              "name": "kit", // why
                             ^ manifest-invalid (error): This is not JSON: this file may not hold comments
              "skills": 5
            }
            "#,
        );
    }

    #[test]
    fn a_marketplace_and_its_entries() {
        check(
            &CHECK,
            r#"
            //- /w/.claude-plugin/marketplace.json
            {
            ^ manifest-invalid (error): `owner` is missing
              = Claude Code does not take the marketplace
              "name": "shop",
              "plugins": [
                { "name": "a", "source": "a" },
                                         ^^^ manifest-invalid (error): `source` is `a`, but a path begins with `./`
                                             = Claude Code does not take this entry
                { "name": "b", "source": { "source": "git" } }
                                                     ^^^^^ manifest-invalid: `source` must be one of `github`, `url`, `git-subdir`, `npm`
              ]
            }
            "#,
        );
        check(
            &CHECK,
            r#"
            //- /w/.claude-plugin/marketplace.json
            { "name": "shop", "owner": { "name": "Me" }, "plugins": [
              { "name": "a", "source": "./a" },
                        ^^^ manifest-invalid (error): Another entry of this marketplace is called `a` too
              { "name": "a", "source": "./b" }
                        ^^^ manifest-invalid (error): Another entry of this marketplace is called `a` too
            ] }
            "#,
        );
    }

    #[test]
    fn extensions_ask_for_little() {
        check(
            &CHECK,
            r#"
            //- /w/gemini-extension.json
            { "name": "my kit" }
            ^ manifest-invalid (error): `version` is missing
              = Gemini CLI does not load the package
                      ^^^^^^^^ manifest-invalid (error): `name` is `my kit`, which holds a character that no name may hold
            "#,
        );
    }

    #[test]
    fn a_name_is_not_evidently_a_path() {
        for (agent, is_safe) in [("auditor", false), ("agents/auditor.md", true)] {
            let fixture = Fixture::parse(&format!(
                "
                //- /w/.claude-plugin/plugin.json
                {{ \"name\": \"kit\", \"agents\": [\"{agent}\"] }}
                //- /w/agents/auditor.md
                text
                "
            ));
            let found = fixture.findings(&CHECK);
            let safe: Vec<bool> = found.values().flatten().flat_map(|it| &it.fixes).map(|fix| fix.safe).collect();
            assert_eq!(safe, [is_safe], "{agent}");
        }
    }

    #[test]
    fn what_is_evident_is_mended() {
        check_fix(
            &CHECK,
            r#"
            //- /w/.claude-plugin/plugin.json
            { "name": "kit", "version": 1.5, "author": "Me <me@x.org>", "skills": "more/skills", "defaultEnabled": "true" }
            "#,
            r#"
            //- /w/.claude-plugin/plugin.json
            { "name": "kit", "version": "1.5", "author": { "name": "Me", "email": "me@x.org" }, "skills": "./more/skills", "defaultEnabled": true }
            "#,
        );
        let before = "
            //- /w/.claude-plugin/plugin.json
            { \"name\": \"kit\",
              \"agents\": \"./agents/\" }
            ";
        let after = "
            //- /w/.claude-plugin/plugin.json
            { \"name\": \"kit\" }
            ";
        check_fix(&CHECK, before, after);
        check_fix(
            &CHECK,
            "
            //- /w/.claude-plugin/plugin.json
            { \"name\": \"kit\", }
            ",
            "
            //- /w/.claude-plugin/plugin.json
            { \"name\": \"kit\" }
            ",
        );
    }

    #[test]
    fn fine_ones_and_other_files() {
        silent(
            &CHECK,
            r#"
            //- /w/.claude-plugin/plugin.json
            { "name": "kit", "skills": ["./more"], "whatever": 5, "hooks": "./hooks.json" }
            //- /w/.claude-plugin/marketplace.json
            { "name": "shop", "owner": { "name": "Me" }, "plugins": [{ "name": "a", "source": "./" }] }
            //- /w/other.json
            { "name": 5 }
            "#,
        );
    }

    #[test]
    fn a_name_that_is_not_taken_everywhere_is_a_hint() {
        let fixture = "
            //- /w/.claude-plugin/plugin.json
            { \"name\": \"My_Kit\" }
            ";
        assert_eq!(levels(&CHECK, fixture), [Level::Hint]);
    }
}
