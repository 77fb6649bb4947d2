//! An entry of `allowed-tools`: what it allows, and in which hosts.

use std::path::Path;
use std::sync::Arc;

use crate::catalog::servers_around;
use crate::document::Field;
use crate::document::tools::tools;
use crate::features::Context;
use crate::features::granted::{GrantOutcome, Setting, granted};
use crate::features::hover::Hover;
use crate::features::page::{Page, Piece, code, strong, words};
use crate::grants::{List, tool_named};
use crate::hosts::Host;
use crate::knowledge::fields::fact;
use crate::words::{add_to, capitalized, enumeration, hosts_named, short};

/// What is told about the entry at an offset.
pub(super) fn hover(context: &Context<'_>, field: &Field, offset: usize) -> Option<Hover> {
    let entries = tools(&context.document.text, &field.value).entries;
    let entry = entries.into_iter().find(|entry| entry.span.touches(offset))?;
    let page = entry_page(context, &field.key, &entry.text).or_else(|| {
        let name = entry.text.split('(').next().unwrap_or_default().trim();
        page(context, name)
    })?;
    Some(Hover { span: entry.span, page })
}

/// What an entry allows in the hosts that read it; `None` where nobody knows.
fn entry_page(context: &Context<'_>, key: &str, entry: &str) -> Option<Page> {
    let list = List::of_field(key);
    let mut groups = Vec::new();
    for host in context.hosts.iter().filter(|host| fact(host, key).is_some()) {
        let declared = &context.environment.declared;
        let brought = match entry.starts_with("mcp__") {
            true => servers_around(host, context.path, context.files),
            false => Vec::new(),
        };
        let known_tools = &context.config.known_tools;
        let setting = Setting { host, declared, brought: &brought, known_tools };
        let granted = granted(&setting, entry, list);
        if granted.outcome == GrantOutcome::NotKnown {
            continue;
        }
        // What a tool does is told where all of it is meant.
        let is_bare = granted.outcome == GrantOutcome::Matches && !entry.contains('(');
        let about = tool_named(host, entry).filter(|_| is_bare).map(|tool| tool.about.as_str());
        add_to(&mut groups, (granted, about), host.name.as_str());
    }
    let mut page = Page::of([code(entry)]);
    for ((granted, about), hosts) in &groups {
        let host = capitalized(&enumeration(hosts));
        let about = about.filter(|about| !about.is_empty()).map(|about| format!("{about}; "));
        let deed = match (granted.outcome, list) {
            (GrantOutcome::Never, _) => "never matches: ",
            (GrantOutcome::UnknownTool | GrantOutcome::NotKnown, _) => "",
            (GrantOutcome::Matches, List::Allow) => "allows ",
            (GrantOutcome::Matches, List::Deny) => "takes away ",
        };
        let mut pieces = vec![strong(host), words(format!(": {}{deed}", about.unwrap_or_default()))];
        pieces.extend(spelled(&granted.words));
        if let Some(server) = &granted.server {
            pieces.extend([words(", declared in "), place(context, &server.path, server.line)]);
        }
        page.item(pieces);
        if !granted.matches.is_empty() {
            page.item(examples(&granted.matches, &granted.misses));
        }
        for effect in granted.settings.iter().take(MOST_RULES) {
            page.item([
                words(format!("{} ", capitalized(effect.effect.words()))),
                code(&effect.rule),
                words(" in "),
                place(context, &effect.path, effect.line),
            ]);
        }
        if granted.settings.len() > MOST_RULES {
            page.item([words(format!("{} more rules of the settings", granted.settings.len() - MOST_RULES))]);
        }
    }
    (!groups.is_empty()).then_some(page)
}

/// So many rules of the settings are told of.
const MOST_RULES: usize = 4;

/// Words with code between backticks, piece by piece.
fn spelled(text: &str) -> Vec<Piece> {
    let parts = text.split('`').enumerate().filter(|(_, part)| !part.is_empty());
    parts.map(|(index, part)| if index % 2 == 0 { words(part) } else { code(part) }).collect()
}

fn examples(matches: &[String], misses: &[String]) -> Vec<Piece> {
    let mut pieces = vec![words("Matches ")];
    for (index, call) in matches.iter().enumerate() {
        if index > 0 {
            pieces.push(words(" and "));
        }
        pieces.push(code(call));
    }
    for call in misses {
        pieces.extend([words(", not "), code(call)]);
    }
    pieces
}

fn place(context: &Context<'_>, path: &Path, line: usize) -> Piece {
    Piece::File { shown: format!("{}:{line}", short(path, context.environment)), path: path.to_owned() }
}

/// What is told about a tool; `None` when no host has it.
pub(crate) fn page(context: &Context<'_>, name: &str) -> Option<Page> {
    let about = |host: &Arc<Host>| tool_named(host, name).map(|tool| tool.about.clone());
    let is_written_for = |host: &Arc<Host>| context.hosts.iter().any(|it| it.id == host.id);
    let (mut told, mut also): (Vec<&Arc<Host>>, Vec<&Arc<Host>>) = {
        let having = context.catalog.views().iter().map(|view| &view.host).filter(|host| about(host).is_some());
        having.partition(|host| is_written_for(host))
    };
    if told.is_empty() {
        std::mem::swap(&mut told, &mut also);
    }
    let mut groups: Vec<(String, Vec<&str>)> = Vec::new();
    for host in told {
        let about = about(host).unwrap_or_default();
        add_to(&mut groups, about, &host.name);
    }
    if groups.is_empty() {
        return None;
    }
    let mut page = Page::of([code(name)]);
    for (about, hosts) in groups {
        let about = if about.is_empty() { "a tool of its own".to_owned() } else { about };
        page.item([strong(capitalized(&enumeration(&hosts))), words(format!(": {about}"))]);
    }
    if !also.is_empty() {
        page.line([words(format!("Also a tool of {}", hosts_named(also)))]);
    }
    Some(page)
}

#[cfg(test)]
mod tests {
    use crate::features::hover::testing::{check, told};

    #[test]
    fn in_every_form() {
        for written in
            ["Read, WebSe$0arch", "[Read, \"WebSe$0arch\"]", "Read WebSearch$0", "\n  - Read\n  - $0WebSearch"]
        {
            let front = format!("---\nallowed-tools: {written}\n---\n");
            let expected =
                "[WebSearch]\n`WebSearch`\n\n- Claude Code: Searches the web; allows every use of `WebSearch`";
            assert_eq!(told(&front), expected);
        }
    }

    #[test]
    fn a_command_and_the_rules_of_the_settings() {
        check(
            r#"
            //- /home/shop/.claude/skills/deploy/SKILL.md
            ---
            allowed-tools:
              - Read
              - Bash(git $0*)
            ---
            //- /home/shop/.claude/settings.json
            {"permissions": {"allow": ["Bash"],
              "ask": ["Bash(git push *)"]}}
            "#,
            "
            [Bash(git *)]
            `Bash(git *)`

            - Claude Code: allows `git`, alone or with anything behind it
            - Matches `git` and `git --help`, not `sudo git`
            - Asked about in part by `Bash(git push *)` in .claude/settings.json:2
            - Allowed anyway, with more, by `Bash` in .claude/settings.json:1
            ",
        );
    }

    #[test]
    fn a_server_and_where_it_is_declared() {
        let fixture = |entry: &str| {
            format!(
                "//- /home/shop/.claude/skills/deploy/SKILL.md\n---\nallowed-tools: {entry}\n---\n\
                 //- /home/shop/.mcp.json\n{{\"mcpServers\": {{\n\"github\": {{}}}}}}\n"
            )
        };
        assert_eq!(
            told(&fixture("mcp__git$0hub__get_issue")),
            "[mcp__github__get_issue]\n`mcp__github__get_issue`\n\n\
             - Claude Code: allows the tool `get_issue` of the MCP server `github`, declared in .mcp.json:2"
        );
        assert_eq!(
            told(&fixture("mcp__git$0hub_get_issue")),
            "[mcp__github_get_issue]\n`mcp__github_get_issue`\n\n\
             - Claude Code: allows every tool of the MCP server `github_get_issue`, which no settings file here declares"
        );
    }

    #[test]
    fn a_server_of_the_plugin_around() {
        check(
            r#"
            //# hosts = claude-code
            //- /home/kit/skills/deploy/SKILL.md
            ---
            allowed-tools: mcp__plugin_kit_$0db
            ---
            //- /home/kit/.claude-plugin/plugin.json
            {"name": "kit"}
            //- /home/kit/.mcp.json
            {"mcpServers": {"db": {}}}
            "#,
            "
            [mcp__plugin_kit_db]
            `mcp__plugin_kit_db`

            - Claude Code: allows every tool of the MCP server `plugin_kit_db`, declared in ~/kit/.mcp.json:1
            ",
        );
    }

    #[test]
    fn what_never_matches_and_what_is_taken_away() {
        assert_eq!(
            told("---\nallowed-tools: Bash(npx:$0checkly:*)\n---\n"),
            "[Bash(npx:checkly:*)]\n`Bash(npx:checkly:*)`\n\n- Claude Code: never matches: the colon belongs to the name \
             of the program; a blank was meant"
        );
        assert_eq!(
            told("---\ndisallowed-tools: Bash(git $0push *)\n---\n"),
            "[Bash(git push *)]\n`Bash(git push *)`\n\n- Claude Code: takes away `git push`, alone or with anything behind \
             it\n- Matches `git push` and `git push --help`, not `git --version`"
        );
    }

    #[test]
    fn a_tool_of_another_host() {
        check(
            "
            //# hosts = claude-code
            ---
            allowed-tools: apply_$0patch
            ---
            ",
            "
            [apply_patch]
            `apply_patch`

            - Claude Code: no such tool
            ",
        );
        check(
            "
            //# hosts = codex
            ---
            allowed-tools: apply_$0patch
            ---
            ",
            "
            [apply_patch]
            `apply_patch`

            - Codex: Changes files by a patch

            Also a tool of OpenCode and Cline
            ",
        );
    }

    #[test]
    fn where_there_is_nothing_to_tell() {
        check("---\nallowed-tools: $0\n---\n", "nothing");
        check("//# hosts = codex\n---\nallowed-tools: Fly$0\n---\n", "nothing");
    }
}
