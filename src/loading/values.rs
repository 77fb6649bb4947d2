//! What the keys of a template and the names in `${…}` stand for.

use std::path::Path;

use crate::catalog::{FoundKind, Frontmatter, Package};
use crate::hosts::{FillName, IdSource, LoadingRule, ModelFact, glob_matches};
use crate::loading::{LoadRequest, SAMPLE_SESSION, Subject};

/// The values of the names in `${…}` that the host fills in this skill.
pub(super) struct Values {
    found: Vec<(String, String)>,
}

impl Values {
    pub(super) fn new(
        subject: &Subject<'_>,
        rule: &LoadingRule,
        frontmatter: &Frontmatter<'_>,
        request: &LoadRequest,
    ) -> Values {
        let value = |fill: FillName| match fill {
            FillName::SkillFolder => has_folder(subject, rule).then(|| shown(folder(subject))),
            FillName::ProjectFolder => Some(shown(&subject.view.environment.working_directory)),
            FillName::Session => Some(request.session_id.clone().unwrap_or_else(|| SAMPLE_SESSION.to_owned())),
            FillName::Effort => Some(effort(subject, rule, frontmatter)),
            FillName::PluginFolder => plugin(subject).map(|plugin| shown(&plugin.path)),
            FillName::PluginData => plugin(subject).and_then(|plugin| data(subject, rule, plugin)),
        };
        Values { found: rule.fills.iter().filter_map(|(name, fill)| Some((name.clone(), value(*fill)?))).collect() }
    }

    pub(super) fn get(&self, name: &str) -> Option<&str> {
        self.found.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.found.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }
}

/// How hard the model thinks: as the skill says, or as the model does that the skill, the settings or the host name.
fn effort(subject: &Subject<'_>, rule: &LoadingRule, frontmatter: &Frontmatter<'_>) -> String {
    let (host, controls) = (&subject.view.host, &subject.view.controls);
    let variable = || controls.variable(&subject.view.environment, host.controls.model_variable.as_ref()?);
    let named = frontmatter.text("model").filter(|model| !model.trim().is_empty() && model != "inherit");
    let named = named.or_else(|| variable().map(str::to_owned)).or_else(|| controls.model.clone());
    let is_meant = |model: &&ModelFact| match &named {
        Some(name) => glob_matches(&model.name.to_lowercase(), &name.to_lowercase()) || model.also.contains(name),
        None => model.default,
    };
    let model = host.models.iter().find(is_meant);
    let number = || frontmatter.text("effort")?.trim().parse::<f64>().ok().map(|_| rule.effort.clone());
    let said = || frontmatter.word("effort").or_else(number);
    let said = if model.is_some_and(|model| model.fixed_effort) { None } else { said() };
    said.or_else(|| model?.effort.clone()).unwrap_or_else(|| rule.effort.clone())
}

/// The value of a key in a template.
pub(super) fn of_skill(subject: &Subject<'_>, key: &str) -> Option<String> {
    let (candidate, skill) = (subject.candidate, subject.skill);
    Some(match key {
        "id" => candidate.id.to_string(),
        "name" => match subject.view.host.identity.id {
            IdSource::SourceAndName => candidate.reading.name.as_deref().unwrap_or(&skill.folder).to_owned(),
            IdSource::Folder => candidate.reading.name.as_deref().unwrap_or(&candidate.id).to_owned(),
            IdSource::Name | IdSource::NameOrFolder => candidate.id.to_string(),
        },
        "description" => candidate.reading.description.as_deref().unwrap_or_default().to_owned(),
        "folder" => shown(folder(subject)),
        "path" => shown(&skill.path),
        _ => return None,
    })
}

/// The folder that the skill lies in.
pub(super) fn folder<'a>(subject: &Subject<'a>) -> &'a Path {
    subject.skill.path.parent().unwrap_or(&subject.skill.path)
}

pub(super) fn shown(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

/// Whether the host gives the skill a folder of its own: a command has none, nor has what a plugin has among its
/// commands where the host makes a difference.
fn has_folder(subject: &Subject<'_>, rule: &LoadingRule) -> bool {
    super::template(subject, rule) == rule.text && !(is_command(subject) && rule.command_text.is_some())
}

/// Whether it is a command; a SKILL.md among commands is a skill.
pub(super) fn is_command(subject: &Subject<'_>) -> bool {
    let is_skill = subject.skill.path.file_name().is_some_and(|name| name.eq_ignore_ascii_case("SKILL.md"));
    matches!(subject.skill.kind, FoundKind::Command | FoundKind::Written) && !is_skill
}

/// The plugin that the skill belongs to.
fn plugin<'a>(subject: &Subject<'a>) -> Option<&'a Package> {
    let name = subject.view.place(subject.candidate)?.plugin.as_deref()?;
    let inside = |plugin: &&Package| plugin.name == name && subject.skill.path.starts_with(&plugin.path);
    subject.view.controls.packages.iter().find(inside)
}

/// The folder in which a plugin keeps its data: named for its id, everything else than letters, digits and hyphens
/// being a hyphen.
fn data(subject: &Subject<'_>, rule: &LoadingRule, plugin: &Package) -> Option<String> {
    let folder = crate::catalog::expanded_path(&rule.plugin_data, &subject.view.environment)?;
    let id = plugin.id.chars().map(|sign| if sign.is_ascii_alphanumeric() || "-_".contains(sign) { sign } else { '-' });
    Some(shown(&folder.join(id.collect::<String>())))
}
