//! `tool-unknown`: an entry that names no tool.

use crate::checks::prelude::*;
use crate::checks::text_lookalike::WIDE_SIGNS;
use crate::grants::{Meaning, Reason, tool_named};
use crate::hosts::{Host, ToolFact};
use crate::knowledge::tool_entries::{ListedTool, ToolField, is_declared};
use crate::mending::tool_entry;
use crate::words::enumeration;

/// No such tool.
pub(crate) static CHECK: Check = Check {
    id: "tool-unknown",
    summary: "an entry of `allowed-tools` that names no tool",
    documentation: "\
## What it reports

An entry of `allowed-tools` or `disallowed-tools` whose name is no tool of the hosts you write for: a slip (`Reed`,
`bash`), a tool of another host (`read_file`), or one of earlier versions, which is a hint only. Tools that you have
declared in the settings, and those of MCP servers, are known. Another host's name beside the name of the same tool here
(`read Read`) is a hint too.

In a skill that only the open specification judges, nothing but slips is reported: the names of tools are each host's own.

## Why it matters

Names must be exact. A host says nothing about one that it does not know; the entry does nothing, and the user is asked at
every call that the skill was meant to allow.

## Example

```yaml
allowed-tools: Reed, bash, read_file
```

## Instead

```yaml
allowed-tools: Read, Bash
```

A tool of your own is declared in `skill-lsp.toml`:

```toml
[tools]
known = [\"DeployTool\", \"Company*\"]
```
",
    levels: [Level::Warning, Level::Warning, Level::Hint],
    fixable: true,
    run: Run::Text(run),
};

fn run(context: &DocumentContext<'_>, report: &mut Report<'_>) {
    let text = &*context.document.text;
    for field in context.tool_fields() {
        let entries = &field.entries;
        // Who names no tool of the host at all writes for another agent.
        let is_strange =
            |listed: &ListedTool<'_>| listed.grants.iter().all(|(_, it)| it.meaning == Meaning::UnknownTool);
        let is_elsewhere = entries.len() > 1 && entries.iter().all(is_strange);
        for listed in entries {
            let name = listed.rule.name.as_str();
            if is_declared(context.config, name) || name.contains(WIDE_SIGNS.map(|(wide, _)| wide)) {
                continue;
            }
            let grants = &listed.grants;
            let is_gone = |meaning: &Meaning| *meaning == Meaning::Nothing(Reason::GoneTool);
            let is_unknown = grants.iter().all(|(_, it)| it.meaning == Meaning::UnknownTool || is_gone(&it.meaning));
            if !is_unknown || field.is_own && report.is_only_counted(listed.entry.span) {
                continue;
            }
            if field.is_own && grants.iter().any(|(_, it)| is_gone(&it.meaning)) {
                tell_gone(field, listed, text, report);
            } else if field.is_own {
                let is_there = |meant: &str| entries.iter().any(|listed| listed.rule.name == meant);
                tell_own(context, field, listed, is_elsewhere, &is_there, report);
            } else {
                tell_slip(context, listed, report);
            }
        }
    }
}

/// A tool that the hosts had once.
fn tell_gone(field: &ToolField<'_>, listed: &ListedTool<'_>, text: &str, report: &mut Report<'_>) {
    let name = &listed.rule.name;
    let having: Vec<&Host> =
        field.readers.iter().copied().filter(|host| tool_named(host, name).is_some_and(|tool| tool.gone)).collect();
    let names = hosts_named(having.iter().copied());
    report
        .finding(listed.name_span(text), format!("`{name}` is no longer a tool of {names}"))
        .grade(Grade::Slight)
        .tag(Tag::Deprecated)
        .hosts(having);
}

/// A name that none of the author's hosts knows.
fn tell_own(
    context: &DocumentContext<'_>,
    field: &ToolField<'_>,
    listed: &ListedTool<'_>,
    is_elsewhere: bool,
    is_there: &dyn Fn(&str) -> bool,
    report: &mut Report<'_>,
) {
    let text = &*context.document.text;
    let name = &listed.rule.name;
    let own = hosts_named(field.readers.iter().copied());
    let known = field.readers.iter().flat_map(|host| names_of(host)).collect::<Vec<_>>();
    let others: Vec<&Host> = context
        .config
        .known_hosts
        .real()
        .map(AsRef::as_ref)
        .filter(|host| tool_named(host, name).is_some_and(|tool| !tool.gone))
        .collect();
    let slip = slip(name, &known);
    let meant = slip.or_else(|| same_tool(&others, name, &known));
    let message = match (others.is_empty(), meant) {
        (_, Some(meant)) if name.eq_ignore_ascii_case(meant) => {
            format!("`{name}` is not a tool of {own}; the name is `{meant}`")
        }
        (true, Some(meant)) => format!("`{name}` is not a tool of {own}; did you mean `{meant}`?"),
        (true, None) if is_like_server(name) => {
            format!("`{name}` is not a tool of {own}; tools of MCP servers are `mcp__server__tool`")
        }
        (true, None) => format!("`{name}` is not a tool of {own}"),
        (false, meant) => {
            let here = meant.map(|meant| format!("; here it is `{meant}`")).unwrap_or_default();
            format!("`{name}` is a tool of {}, not of {own}{here}", hosts_named(others.iter().copied()))
        }
    };
    let fix = meant.map(|meant| change(listed, text, meant));
    // Beside its own name here, another host's name for the same tool is meant for that host.
    let is_for_others =
        !others.is_empty() && meant.is_some_and(is_there) || is_elsewhere && slip.is_none() && !is_like_server(name);
    report
        .finding(listed.name_span(text), message)
        .grade(if is_for_others { Grade::Slight } else { Grade::Mild })
        .hosts(field.readers.iter().copied())
        .fixes(fix);
}

/// A near miss of a tool of any host, where no host has the name itself.
fn tell_slip(context: &DocumentContext<'_>, listed: &ListedTool<'_>, report: &mut Report<'_>) {
    let text = &*context.document.text;
    let name = &listed.rule.name;
    let hosts: Vec<&Host> = context.config.known_hosts.real().map(AsRef::as_ref).collect();
    if hosts.iter().any(|host| tool_named(host, name).is_some()) {
        return;
    }
    let known: Vec<&str> = hosts.iter().flat_map(|host| names_of(host)).collect();
    // Hosts that are not known here have tools of their own, mostly with small letters.
    let is_capital = |name: &str| name.starts_with(|sign: char| sign.is_ascii_uppercase());
    let known = known.into_iter().filter(|known| is_capital(known));
    let is_long = is_capital(name) && name.chars().count() >= 4;
    let Some((meant, _)) = is_long.then(|| nearest(name, known, 1)).flatten() else { return };
    let having: Vec<&str> =
        hosts.iter().filter(|host| tool_named(host, meant).is_some()).map(|host| host.name.as_str()).collect();
    report
        .finding(
            listed.name_span(text),
            format!("`{name}` is not a tool of any known host; did you mean `{meant}` ({})?", enumeration_of(&having)),
        )
        .fix(change(listed, text, meant));
}

fn enumeration_of(names: &[&str]) -> String {
    if names.len() > 2 { shortened(names) } else { enumeration(names) }
}

fn change(listed: &ListedTool<'_>, text: &str, meant: &str) -> Fix {
    let pattern = listed.rule.pattern.as_ref().map(ToString::to_string).unwrap_or_default();
    let new = format!("{meant}{pattern}{}", listed.rule.rest);
    Fix::offered(format!("Change to `{meant}`"), vec![tool_entry::changed(&listed.entry, text, &new)])
}

/// The names of the tools that a host has today, the ones it still takes included.
fn names_of(host: &Host) -> impl Iterator<Item = &str> {
    let tools = host.tools.iter().filter(|tool| !tool.gone);
    tools.flat_map(|tool| std::iter::once(&tool.name).chain(&tool.also)).map(String::as_str)
}

/// The tool whose name was evidently meant: the same but for the case, or nearly the same.
fn slip<'a>(name: &str, known: &[&'a str]) -> Option<&'a str> {
    if let Some(same) = known.iter().find(|it| it.eq_ignore_ascii_case(name)) {
        return Some(same);
    }
    let length = name.chars().count();
    let most = if length < 6 { 1 } else { 2 };
    (length >= 4).then(|| nearest(name, known.iter().copied(), most)).flatten().map(|(meant, _)| meant)
}

/// The tool here that another host's tool is: one of them takes both names.
fn same_tool<'a>(others: &[&Host], name: &str, known: &[&'a str]) -> Option<&'a str> {
    let names = |tool: &ToolFact, name: &str| tool.name == name || tool.also.iter().any(|also| also == name);
    let tools = others.iter().filter_map(|host| tool_named(host, name));
    tools.flat_map(|tool| known.iter().filter(|known| names(tool, known))).next().copied()
}

/// Whether a name looks like a tool of an MCP server that is written in another way.
fn is_like_server(name: &str) -> bool {
    name.starts_with("mcp") && !name.starts_with("mcp__")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::testing::{check, check_fix, silent};

    #[test]
    fn slips() {
        check(
            &CHECK,
            "
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            allowed-tools: Reed, bash, Wirte, mcp_github__x
                           ^^^^ tool-unknown (warning): `Reed` is not a tool of Claude Code; did you mean `Read`?
                                 ^^^^ tool-unknown: `bash` is not a tool of Claude Code; the name is `Bash`
                                       ^^^^^ tool-unknown: `Wirte` is not a tool of Claude Code; did you mean `Write`?
                                              ^^^^^^^^^^^^^ tool-unknown: `mcp_github__x` is not a tool of Claude Code; tools of MCP servers are `mcp__server__tool`
            ---
            ",
        );
    }

    #[test]
    fn tools_of_other_hosts() {
        check(
            &CHECK,
            "
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            disallowed-tools:
              - Write
              - apply_patch
                ^^^^^^^^^^^ tool-unknown (warning): `apply_patch` is a tool of Codex, OpenCode and Cline, not of Claude Code
              - run_shell_command(git *)
                ^^^^^^^^^^^^^^^^^ tool-unknown: `run_shell_command` is a tool of Gemini CLI and Qwen Code, not of Claude Code; here it is `Bash`
            ---
            ",
        );
    }

    #[test]
    fn a_list_for_another_agent() {
        check(
            &CHECK,
            "
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            allowed-tools: terminal web_search
                           ^^^^^^^^ tool-unknown (hint): `terminal` is not a tool of Claude Code
                                    ^^^^^^^^^^ tool-unknown (hint): `web_search` is a tool of Qwen Code, not of Claude Code; here it is `WebSearch`
            ---
            ",
        );
    }

    #[test]
    fn tools_of_earlier_versions_and_of_others_besides() {
        check(
            &CHECK,
            "
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            allowed-tools: MultiEdit read Read
                           ^^^^^^^^^ tool-unknown (hint): `MultiEdit` is no longer a tool of Claude Code
                                     ^^^^ tool-unknown (hint): `read` is not a tool of Claude Code; the name is `Read`
            ---
            ",
        );
    }

    #[test]
    fn the_open_specification_knows_no_tools_but_slips_are_slips() {
        check(
            &CHECK,
            "
            //- /x/skills/pdf/SKILL.md
            ---
            allowed-tools: Reed read_file DeployTool bash Bash(git:*)
                           ^^^^ tool-unknown (warning): `Reed` is not a tool of any known host; did you mean `Read` (Claude Code and Qwen Code)?
            ---
            ",
        );
    }

    #[test]
    fn the_name_is_changed_and_the_pattern_stays() {
        check_fix(
            &CHECK,
            "
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            allowed-tools: [Read, \"bash(git add \\\"x\\\")\"]
            ---
            ",
            "
            ---
            allowed-tools: [Read, \"Bash(git add \\\"x\\\")\"]
            ---
            ",
        );
    }

    #[test]
    fn tools_that_are_known() {
        silent(
            &CHECK,
            "
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            allowed-tools: Read, Write, Task, Agent, Bash(git:*), mcp__github__create, mcp__x, KillShell
            disallowed-tools: B*
            ---
            ",
        );
    }
}
