//! `tool-unrestricted`: a shell without a pattern.

use crate::checks::prelude::*;
use crate::grants::{List, Meaning, tool_named};
use crate::hosts::{Host, PatternKind};

/// Every command is allowed.
pub(crate) static CHECK: Check = Check {
    id: "tool-unrestricted",
    summary: "an entry of `allowed-tools` that allows every shell command",
    documentation: "\
## What it reports

A tool for shell commands without a pattern: `Bash`, `Bash(*)`, `Bash()`. Off unless you switch it on.

## Why it matters

While the skill is active, any command runs without a question, whatever the model makes of the text it reads.

## Example

```yaml
allowed-tools: Read, Bash
```

## Instead

Name the commands that the skill uses:

```yaml
allowed-tools: Read, Bash(git status *), Bash(git diff *)
```
",
    levels: [Level::Off, Level::Off, Level::Off],
    fixable: false,
    run: Run::Document(run),
};

fn run(context: &DocumentContext<'_>, report: &mut Report<'_>) {
    for field in context.tool_fields().iter().filter(|field| field.list == List::Allow) {
        for listed in &field.entries {
            let runs_commands = |host: &Host, name: &str| {
                tool_named(host, name).is_some_and(|tool| tool.pattern == Some(PatternKind::Command))
            };
            let grants = &listed.grants;
            let concerned = grants
                .iter()
                .filter(|(host, grant)| grant.meaning == Meaning::Everything && runs_commands(host, &listed.rule.name));
            let hosts: Vec<&Host> = concerned.map(|(host, _)| *host).collect();
            if !hosts.is_empty() {
                report.finding(listed.entry.span, format!("`{}` allows every command", listed.entry.text)).hosts(hosts);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::testing::{check, silent};

    #[test]
    fn a_shell_without_a_pattern() {
        check(
            &CHECK,
            "
            ---
            allowed-tools: Read, Bash, Bash(*)
                                 ^^^^ tool-unrestricted (off): `Bash` allows every command
                                       ^^^^^^^ tool-unrestricted (off): `Bash(*)` allows every command
            ---
            ",
        );
    }

    #[test]
    fn patterns_and_what_is_taken_away() {
        silent(
            &CHECK,
            "
            ---
            allowed-tools: Read, Bash(git *)
            disallowed-tools: Bash
            ---
            ",
        );
    }
}
