//! Whose agent a file is: the one place that decides it.

use std::path::Path;
use std::sync::Arc;

use crate::catalog::{FoundKind, OwnPackages};
use crate::hosts::{Host, Hosts};

/// The hosts that read a file as an agent, each as such a reader: it lies in a folder of agents of theirs, or in that of
/// a package that is made for them. `named` are the hosts that the settings name. Empty when the file is none.
pub fn agent_readers(known: &Hosts, named: Option<&[String]>, own: &OwnPackages, path: &Path) -> Vec<Arc<Host>> {
    let is_markdown = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("md"));
    if !is_markdown || FoundKind::of_path(path).1 == FoundKind::Skill {
        return Vec::new();
    }
    let is_named = |id: &str| named.is_some_and(|ids| ids.iter().any(|it| it == id));
    let is_meant = |host: &&Arc<Host>| named.is_none() || is_named(&host.id);
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let is_for_others = |host: &Host| host.agents.for_others.iter().any(|ending| name.ends_with(ending.as_str()));
    let readers = known.real_or(is_named).filter(is_meant).filter(|host| !is_for_others(host)).filter_map(|host| {
        let is_own = is_in_own_folder(host, path);
        (is_own || is_packed(host, own, path)).then(|| host.for_agents(!is_own)).flatten()
    });
    readers.map(Arc::new).collect()
}

/// Whether a file lies in a folder of agents that is the host's own: `.claude/agents`.
pub fn is_in_own_folder(host: &Host, path: &Path) -> bool {
    let mut folders = path.ancestors().skip(1);
    folders.any(|folder| host.agents.owns.iter().any(|end| folder.ends_with(end)))
}

/// Whether a file lies in the folder of agents of a package that is made for the host, or its manifest names it as one.
fn is_packed(host: &Host, own: &OwnPackages, path: &Path) -> bool {
    let Some(agents) = &host.agents.plugin_folder else { return false };
    if own.agents.get(path).is_some_and(|hosts| hosts.contains(&host.id)) {
        return true;
    }
    let around = own.around(path);
    around.is_some_and(|(package, made)| {
        path.starts_with(package.join(agents)) && made.iter().any(|made| made.host == host.id)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::own_packages::{Fate, MadeFor};
    use crate::hosts::builtin;

    #[test]
    fn whose_agent_a_file_is() {
        let made = MadeFor {
            host: "claude-code".into(),
            manifest: "/r/p/.claude-plugin/plugin.json".into(),
            fate: Fate::Taken,
        };
        let agents = [("/r/p/more/b.md".into(), vec!["claude-code".into()])].into();
        let own = OwnPackages { made_for: [("/r/p".into(), vec![made])].into(), agents, ..OwnPackages::default() };
        let readers = |path: &str| -> Vec<String> {
            let readers = agent_readers(&builtin(), None, &own, Path::new(path));
            readers
                .iter()
                .map(|host| format!("{} {}", host.id, host.fields.iter().any(|it| it.key == "hooks")))
                .collect()
        };
        assert_eq!(readers("/r/.claude/agents/review/a.md"), ["claude-code true"]);
        assert_eq!(readers("/r/p/agents/a.md"), ["claude-code false"]);
        assert_eq!(readers("/r/p/more/b.md"), ["claude-code false"]);
        for none in [
            "/r/q/agents/a.md",
            "/r/p/docs/agents/a.md",
            "/r/p/more/a.md",
            "/r/.claude/agents/a.txt",
            "/r/.claude/agents/x/skills/SKILL.md",
        ] {
            assert_eq!(readers(none), Vec::<String>::new(), "{none}");
        }
    }
}
