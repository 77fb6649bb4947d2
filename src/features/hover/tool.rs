//! A tool in `allowed-tools`: what it does, and in which hosts.

use std::sync::Arc;

use crate::checks::consequence::{capitalized, enumeration, shortened};
use crate::document::Field;
use crate::document::tools::tools;
use crate::features::Context;
use crate::features::hover::Hover;
use crate::features::page::{Page, code, strong, words};
use crate::grants::tool_named;
use crate::hosts::Host;

/// What is told about the tool at an offset.
pub(super) fn hover(context: &Context<'_>, field: &Field, offset: usize) -> Option<Hover> {
    let entries = tools(&context.document.text, &field.value).entries;
    let entry = entries.into_iter().find(|entry| entry.span.touches(offset))?;
    let name = entry.text.split('(').next().unwrap_or_default().trim();
    Some(Hover { span: entry.span, page: page(context, name)? })
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
        match groups.iter_mut().find(|(known, _)| *known == about) {
            Some((_, hosts)) => hosts.push(&host.name),
            None => groups.push((about, vec![&host.name])),
        }
    }
    if groups.is_empty() {
        return None;
    }
    let mut page = Page::default();
    page.line([code(name)]);
    for (about, hosts) in groups {
        let about = if about.is_empty() { "a tool of its own".to_owned() } else { about };
        page.item([strong(capitalized(&enumeration(&hosts))), words(format!(": {about}"))]);
    }
    if !also.is_empty() {
        let also: Vec<&str> = also.iter().map(|host| host.name.as_str()).collect();
        page.line([words(format!("Also a tool of {}", shortened(&also)))]);
    }
    Some(page)
}

#[cfg(test)]
mod tests {
    use crate::features::hover::testing::{check, told};

    #[test]
    fn in_every_form() {
        for (written, span) in [
            ("Read, Ba$0sh(git add *)", "Bash(git add *)"),
            ("[Read, \"Ba$0sh\"]", "Bash"),
            ("Read Bash$0", "Bash"),
            ("\n  - Read\n  - $0Bash", "Bash"),
        ] {
            let front = format!("---\nallowed-tools: {written}\n---\n");
            assert_eq!(told(&front), format!("[{span}]\n`Bash`\n\n- Claude Code: Runs a shell command"));
        }
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

            - Codex, OpenCode and Cline: Changes files by a patch
            ",
        );
    }

    #[test]
    fn what_no_host_has() {
        check("---\nallowed-tools: Fly$0\n---\n", "nothing");
        check("---\nallowed-tools: $0\n---\n", "nothing");
    }
}
