//! `tool-server-unknown`: a tool of an MCP server that nobody declares.

use std::path::Path;

use crate::catalog::{Server, servers_of_plugin};
use crate::checks::similarity::nearest;
use crate::checks::tool_entries::{Listed, ToolField, is_declared, tool_fields};
use crate::checks::{Check, DocumentContext, Fix, Report, Run};
use crate::config::Level;
use crate::grants::Meaning;

/// No such server.
pub(crate) static CHECK: Check = Check {
    id: "tool-server-unknown",
    group: "allowed-tools",
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
    run: Run::Document(run),
};

/// Servers of the account, which no file declares.
const OF_THE_ACCOUNT: &str = "claude_ai_";

fn run(context: &DocumentContext<'_>, report: &mut Report<'_>) {
    let text = &*context.document.text;
    for field in tool_fields(context) {
        let own = own_servers(context, &field);
        let declared = || context.declared.servers.iter().chain(&own).map(|server| server.name.as_str());
        let mut told: Vec<String> = Vec::new();
        for listed in field.entries(text) {
            let Some(server) = server(&field, &listed) else { continue };
            let is_known = declared().any(|known| known == server)
                || server.starts_with(OF_THE_ACCOUNT)
                || is_declared(context, &listed.rule.name)
                || is_declared(context, &format!("mcp__{server}__"));
            if is_known || told.contains(&server) {
                continue;
            }
            let meant = meant(&listed, &server, declared());
            let guess = meant.as_ref().map(|meant| format!("; did you mean `{meant}`?")).unwrap_or_default();
            let span = listed.rule.server().map_or(listed.entry.span, |parts| listed.entry.part(text, parts.server));
            report
                .finding(span, format!("No settings file declares an MCP server `{server}`{guess}"))
                .consequence("", field.readers.iter().map(|host| host.id.clone()))
                .maybe_fix(
                    meant.map(|meant| {
                        Fix::offered(format!("Change to `{meant}`"), vec![listed.changed_to(text, &meant)])
                    }),
                );
            told.push(server);
        }
    }
}

/// The server that an entry names, to a host at least.
fn server(field: &ToolField<'_>, listed: &Listed) -> Option<String> {
    field.grants(&listed.rule).into_iter().find_map(|(_, grant)| match grant.meaning {
        Meaning::Server(server) | Meaning::ServerTool { server, .. } => Some(server),
        _ => None,
    })
}

/// The servers of the plugin that the skill belongs to.
fn own_servers(context: &DocumentContext<'_>, field: &ToolField<'_>) -> Vec<Server> {
    let manifest = |folder: &Path| folder.join(".claude-plugin/plugin.json");
    let mut folders = context.path.ancestors().skip(1).take(5);
    let Some(folder) = folders.find(|folder| context.files.kind(&manifest(folder)).is_some()) else {
        return Vec::new();
    };
    let written = context.files.text(&manifest(folder)).unwrap_or_default();
    let name = serde_json::from_str::<serde_json::Value>(&written).ok();
    let name = name.and_then(|manifest| Some(manifest.get("name")?.as_str()?.to_owned())).unwrap_or_default();
    field.readers.iter().flat_map(|host| servers_of_plugin(host, &name, folder, context.files)).collect()
}

/// The entry that was evidently meant: with a second underscore, or with a server that is nearly called so.
fn meant<'a>(listed: &Listed, server: &str, declared: impl Iterator<Item = &'a str> + Clone) -> Option<String> {
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
}
