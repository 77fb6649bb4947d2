//! `tool-server-unknown`: a tool of an MCP server that nobody declares.

use std::cell::LazyCell;

use crate::catalog::{Server, servers_around};
use crate::checks::prelude::*;
use crate::grants::Meaning;
use crate::hosts::Host;
use crate::knowledge::tool_entries::{ListedTool, is_declared};
use crate::mending::tool_entry;

/// No such server.
pub(crate) static CHECK: Check = Check {
    id: "tool-server-unknown",
    summary: "a tool of an MCP server that no settings file declares",
    documentation: "\
## What it reports

An entry `mcp__server` or `mcp__server__tool` whose server stands in none of the settings files in which hosts declare MCP
servers: `.mcp.json`, `~/.claude.json`, the plugin that the skill belongs to, and others. Nothing is started or asked;
only names are compared. A server is reported once in each list.

## Why it matters

The entry does nothing where that server is missing. Often the name is only nearly right: between the server and the tool
stand two underscores, and `mcp__github_create` is a server of its own. Whoever uses the skill elsewhere may well have the
server, so this is a hint.

## Example

```yaml
allowed-tools: mcp__github_create_issue
```

## Instead

```yaml
allowed-tools: mcp__github__create_issue
```

Servers that are declared elsewhere can be named in `skill-lsp.toml`:

```toml
[tools]
known = [\"mcp__github__*\"]
```
",
    levels: [Level::Hint, Level::Hint, Level::Hint],
    fixable: true,
    run: Run::Text(run),
};

fn run(context: &DocumentContext<'_>, report: &mut Report<'_>) {
    let text = &*context.document.text;
    for field in context.tool_fields() {
        let readers = || field.readers.iter();
        let around = |host: &&Host| servers_around(host, context.path, context.files);
        // Most lists name no server, and then no file need be looked for.
        let own: LazyCell<Vec<Server>, _> = LazyCell::new(|| readers().flat_map(around).collect());
        let declared = || context.declared.servers.iter().chain(&*own).map(|server| server.name.as_str());
        let mut told: Vec<String> = Vec::new();
        for listed in &field.entries {
            let Some(server) = server(listed) else { continue };
            let is_known = declared().any(|known| known == server)
                || readers().any(|host| is_brought(host, &server))
                || is_declared(context.config, &listed.rule.name)
                || is_declared(context.config, &format!("mcp__{server}__"));
            if is_known || told.contains(&server) {
                continue;
            }
            let meant = meant(listed, &server, declared());
            let guess = meant.as_ref().map(|meant| format!("; did you mean `{meant}`?")).unwrap_or_default();
            let span = listed.rule.server().map_or(listed.entry.span, |parts| listed.entry.part(text, parts.server));
            report
                .finding(span, format!("No settings file declares an MCP server `{server}`{guess}"))
                .hosts(field.readers.iter().copied())
                .fixes(meant.map(|meant| {
                    Fix::offered(format!("Change to `{meant}`"), vec![tool_entry::changed(&listed.entry, text, &meant)])
                }));
            told.push(server);
        }
    }
}

/// The server that an entry names, to a host at least.
fn server(listed: &ListedTool<'_>) -> Option<String> {
    listed.grants.iter().find_map(|(_, grant)| match &grant.meaning {
        Meaning::Server(server) | Meaning::ServerTool { server, .. } => Some(server.clone()),
        _ => None,
    })
}

/// Whether a host has a server that no file declares: its own, or one of the account.
fn is_brought(host: &Host, server: &str) -> bool {
    let rule = &host.servers;
    rule.own.iter().any(|own| own == server) || rule.of_account.iter().any(|start| server.starts_with(start.as_str()))
}

/// The entry that was evidently meant: with a second underscore, or with a server that is nearly called so.
fn meant<'a>(listed: &ListedTool<'_>, server: &str, declared: impl Iterator<Item = &'a str> + Clone) -> Option<String> {
    let rest = listed.rule.name.strip_prefix("mcp__")?.strip_prefix(server)?;
    let glued = declared.clone().filter_map(|known| Some((known, server.strip_prefix(known)?.strip_prefix('_')?)));
    if let Some((known, tool)) = glued.filter(|(_, tool)| !tool.is_empty()).max_by_key(|(known, _)| known.len())
        && rest.is_empty()
    {
        return Some(format!("mcp__{known}__{tool}"));
    }
    let most = if server.chars().count() < 6 { 1 } else { 2 };
    let (known, _) = (server.chars().count() >= 4).then(|| nearest(server, declared, most)).flatten()?;
    Some(format!("mcp__{known}{rest}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::testing::{check, check_fix, silent};

    const SERVERS: &str = "//- /home/.claude.json\n{\"mcpServers\": {\"github\": {}, \"my server\": {}}}\n";

    fn with_servers(skill: &str) -> String {
        format!("//- /home/.claude/skills/pdf/SKILL.md\n{skill}{SERVERS}")
    }

    #[test]
    fn one_underscore_is_missing() {
        check(
            &CHECK,
            &with_servers(
                "---\nallowed-tools: mcp__github_create, mcp__sentry__get, mcp__sentry__set\n\
                 \x20                   ^^^^^^^^^^^^^ tool-server-unknown (hint): No settings file declares an MCP server `github_create`; did you mean `mcp__github__create`?\n\
                 \x20                                       ^^^^^^ tool-server-unknown: No settings file declares an MCP server `sentry`\n---\n",
            ),
        );
    }

    #[test]
    fn the_nearest_server() {
        let front = |entry: &str| format!("---\nallowed-tools: [{entry}]\n---\n");
        check_fix(&CHECK, &with_servers(&front("mcp__github_create")), &front("mcp__github__create"));
        check_fix(&CHECK, &with_servers(&front("mcp__gihtub__get")), &front("mcp__github__get"));
    }

    #[test]
    fn servers_that_are_declared() {
        silent(
            &CHECK,
            &with_servers(
                "---\nallowed-tools: mcp__github, mcp__github__*, mcp__my_server__x, mcp__claude_ai_Gmail__x\n---\n",
            ),
        );
    }

    #[test]
    fn servers_that_the_host_itself_brings() {
        silent(&CHECK, &with_servers("---\nallowed-tools: mcp__ide__getDiagnostics, mcp__claude-in-chrome__*\n---\n"));
    }

    #[test]
    fn servers_of_the_plugin_around_the_skill() {
        let skill = "//- /w/kit/skills/pdf/SKILL.md\n---\nallowed-tools: mcp__plugin_kit_db__query\n---\n";
        let plugin = "//- /w/kit/.claude-plugin/plugin.json\n{\"name\": \"kit\"}\n\
                      //- /w/kit/.mcp.json\n{\"mcpServers\": {\"db\": {}}}\n";
        silent(&CHECK, &format!("//# hosts = claude-code\n{skill}{plugin}"));
        let told = "^^^^^^^^^^^^^ tool-server-unknown (hint): No settings file declares an MCP server `plugin_kit_db`";
        let marked = skill.replace("query\n", &format!("query\n{}{told}\n", " ".repeat(20)));
        check(&CHECK, &format!("//# hosts = claude-code\n{marked}"));
    }
}
