//! The settings in force: defaults, then the file, then the overlay.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::config::file::{self, SettingsText};
use crate::config::{Config, ConfigProblem, Exclusion, Level, Overlay, Stop};
use crate::hosts;

/// The settings in force. `check_ids` are the checks that exist; a wrong setting becomes a problem at its place,
/// and the others still apply.
pub fn resolve(
    settings: Option<(PathBuf, &str)>,
    overlay: &Overlay,
    check_ids: &[&str],
) -> (Config, Vec<ConfigProblem>) {
    resolve_layers(&settings.into_iter().collect::<Vec<_>>(), overlay, check_ids)
}

/// The same of a settings file, the last, and of those that it extends, which count under it: the remotest first.
/// Paths in a file start from it; patterns start from the last, wherever they stand.
pub fn resolve_layers(
    layers: &[(PathBuf, &str)],
    overlay: &Overlay,
    check_ids: &[&str],
) -> (Config, Vec<ConfigProblem>) {
    let mut config = Config {
        hosts: None,
        roots: Vec::new(),
        exclusion: Exclusion::default(),
        checks: BTreeMap::new(),
        only: None,
        overrides: Vec::new(),
        silenced: Vec::new(),
        overlap: None,
        rules: Vec::new(),
        sources: Vec::new(),
        known_tools: Vec::new(),
        known_hosts: hosts::builtin(),
        file: None,
        baseline_file: None,
        baseline: None,
    };
    let mut problems = Vec::new();
    let last = layers.last().map(|(path, _)| path.clone());
    let patterns = last.as_deref().and_then(Path::parent).unwrap_or(Path::new("")).to_owned();
    for (path, text) in layers {
        let base = path.parent().map(PathBuf::from).unwrap_or_default();
        let mut own = Vec::new();
        let settings = SettingsText { text, file: path, base: &base, patterns: &patterns, check_ids };
        file::read(&mut config, &mut own, &settings);
        own.sort_by_key(|problem| problem.span);
        own.dedup();
        if last.as_ref() != Some(path) {
            own.iter_mut().for_each(|problem| problem.file = Some(path.clone()));
        }
        problems.extend(own);
    }
    config.file = last;
    lay_over(&mut config, overlay);
    if overlay.hosts.is_some() {
        // Nobody asks for those of the file.
        problems.iter_mut().filter(|it| it.stops == Some(Stop::Hosts)).for_each(|it| it.stops = None);
    }
    (config, problems)
}

fn lay_over(config: &mut Config, overlay: &Overlay) {
    if let Some(hosts) = &overlay.hosts {
        // Whoever laid them over tells which of them there are not.
        let known: Vec<String> = hosts.iter().filter(|id| config.known_hosts.get(id).is_some()).cloned().collect();
        config.hosts = (!known.is_empty()).then_some(known);
    }
    config.roots.extend(overlay.roots.iter().cloned());
    config.exclusion.add(&overlay.base, &overlay.exclude, &overlay.include);
    config.known_tools.extend(overlay.known_tools.iter().cloned());
    if !overlay.select.is_empty() {
        // A check that is both selected and ignored is ignored.
        let ignored = |check: &String| overlay.checks.get(check) == Some(&Level::Off);
        config.only = Some(overlay.select.iter().filter(|check| !ignored(check)).cloned().collect());
    }
    for (check, level) in &overlay.checks {
        config.checks.insert(check.clone(), *level);
        // What was asked for just now also counts where the file says otherwise for some paths.
        if *level == Level::Off {
            config.silenced.push(check.clone());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn resolved(text: &str) -> (Config, Vec<String>) {
        let (config, problems) = resolve(
            Some((PathBuf::from("/project/skill-lsp.toml"), text)),
            &Overlay::default(),
            &["field-unknown", "name-missing"],
        );
        (config, problems.iter().map(|problem| format!("{}: {}", problem.span.of(text), problem.message)).collect())
    }

    #[test]
    fn a_whole_file() {
        let (config, problems) = resolved(
            r#"
            roots = ["team/skills"]
            [checks]
            field-unknown = "off"
            [[overrides]]
            paths = ["vendor/**"]
            checks = { all = "off", name-missing = "error" }
            [tools]
            known = ["DeployTool"]
            "#,
        );
        assert_eq!(problems, [""; 0]);
        assert_eq!(config.roots, [Path::new("/project/team/skills")]);
        assert_eq!(config.known_tools, ["DeployTool"]);
        let level = |check, path: &str| config.level(check, Path::new(path));
        assert_eq!(level("field-unknown", "/project/a/SKILL.md"), Some(Level::Off));
        assert_eq!(level("name-missing", "/project/a/SKILL.md"), None);
        assert_eq!(level("name-missing", "/project/vendor/a/SKILL.md"), Some(Level::Error));
        assert_eq!(level("body-empty", "/project/vendor/x/a/SKILL.md"), Some(Level::Off));
    }

    #[test]
    fn a_wrong_setting_is_reported_at_its_place_and_the_others_apply() {
        let (config, problems) = resolved(
            r#"
            hosts = ["no-such-agent"]
            rots = ["x"]
            roots = "not-a-list"
            [checks]
            field-unknow = "off"
            name-missing = "loud"
            field-unknown = "warning"
            [[overrides]]
            paths = ["a{"]
            checks = { name-missing = 3 }
            "#,
        );
        assert_eq!(
            problems,
            [
                "\"no-such-agent\": there is no host `no-such-agent`",
                "rots: there is no setting `rots`: did you mean `roots`?",
                "\"not-a-list\": `roots` must be a list of texts",
                "field-unknow: there is no check `field-unknow`: did you mean `field-unknown`?",
                "\"loud\": `loud` is not a level: use off, hint, information, warning or error",
                "\"a{\": `a{` is not a valid glob: unclosed alternate group; missing '}' (maybe escape '{' with '[{]'?)",
                "3: a level must be one of \"off\", \"hint\", \"information\", \"warning\" or \"error\"",
            ]
        );
        assert_eq!(config.level("field-unknown", Path::new("/project/a")), Some(Level::Warning));
    }

    #[test]
    fn broken_toml_still_gives_what_could_be_read() {
        let (config, problems) = resolved("roots = [\"a\"]\nhosts = [\n[checks]\nname-missing = \"error\"\n");
        assert!(!problems.is_empty());
        assert_eq!(config.roots, [Path::new("/project/a")]);
    }
}
