//! Reads `skill-lsp.toml`, setting by setting, so that one wrong setting never hides the others.

use std::collections::BTreeMap;
use std::path::Path;

use globset::{GlobBuilder, GlobSetBuilder};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::config::nearest::did_you_mean;
use crate::config::{Config, ConfigProblem, Level, Override, Stop, own_hosts};
use crate::text::Span;

/// A settings file, and what is needed to judge it.
pub(super) struct SettingsText<'a> {
    pub(super) text: &'a str,
    /// The folder of the file: paths in it are relative to that.
    pub(super) base: &'a Path,
    pub(super) check_ids: &'a [&'a str],
}

const SETTINGS: [&str; 9] =
    ["hosts", "roots", "exclude", "include", "baseline", "checks", "overrides", "tools", "host"];

/// Reads the settings into `config`.
pub(super) fn read(config: &mut Config, problems: &mut Vec<ConfigProblem>, settings: &SettingsText<'_>) {
    let (table, errors) = DeTable::parse_recoverable(settings.text);
    for error in errors {
        let span = error.span().map_or_else(Span::default, |range| Span::new(range.start, range.end));
        let message = error.message().replace('\n', "; ");
        problems.push(ConfigProblem { stops: Some(Stop::File), ..ConfigProblem::new(span, message) });
    }
    let mut reader = ConfigReader { settings, problems };
    // Hosts of one's own come first: `hosts` may name them.
    if let Some(hosts) = table.get_ref().get("host") {
        own_hosts::read(&mut config.known_hosts, hosts, reader.problems);
    }
    let (mut exclude, mut include) = (Vec::new(), Vec::new());
    for (key, value) in ordered(table.get_ref()) {
        match key.get_ref().as_ref() {
            "hosts" => config.hosts = reader.host_ids(config, value),
            "roots" => {
                let roots = reader.texts("roots", value).unwrap_or_default();
                config.roots = roots.iter().map(|(root, _)| settings.base.join(root)).collect();
            }
            "checks" => config.checks = reader.levels(value),
            "overrides" => config.overrides = reader.overrides(value),
            "tools" => reader.tools(config, value),
            "exclude" => exclude = reader.texts("exclude", value).unwrap_or_default(),
            "include" => include = reader.texts("include", value).unwrap_or_default(),
            "baseline" => match value.get_ref().as_str() {
                Some(file) => config.baseline_file = Some(settings.base.join(file)),
                None => reader.problem(value, "`baseline` must be the path of a file".to_owned()),
            },
            "host" => {}
            other => reader.unknown(key, other, "setting", &SETTINGS),
        }
    }
    let texts = |list: &[(String, Span)]| list.iter().map(|(text, _)| text.clone()).collect::<Vec<_>>();
    for wrong in config.exclusion.add(settings.base, &texts(&exclude), &texts(&include)) {
        let span =
            exclude.iter().chain(&include).find(|(text, _)| *text == wrong).map_or_else(Span::default, |it| it.1);
        problems.push(ConfigProblem::new(span, format!("`{wrong}` is no pattern")));
    }
}

struct ConfigReader<'a, 'b> {
    settings: &'a SettingsText<'a>,
    problems: &'b mut Vec<ConfigProblem>,
}

pub(super) type Key<'a> = Spanned<std::borrow::Cow<'a, str>>;
pub(super) type Node<'a> = Spanned<DeValue<'a>>;

impl ConfigReader<'_, '_> {
    fn problem<T>(&mut self, at: &Spanned<T>, message: String) {
        let range = at.span();
        self.problems.push(ConfigProblem::new(Span::new(range.start, range.end), message));
    }

    fn unknown(&mut self, key: &Key<'_>, name: &str, what: &str, known: &[&str]) {
        self.problem(key, format!("there is no {what} `{name}`{}", did_you_mean(name, known)));
    }

    fn texts(&mut self, name: &str, value: &Node<'_>) -> Option<Vec<(String, Span)>> {
        let Some(items) = value.get_ref().as_array() else {
            self.problem(value, format!("`{name}` must be a list of texts"));
            return None;
        };
        let mut texts = Vec::new();
        for item in items.iter() {
            match item.get_ref().as_str() {
                Some(text) => texts.push((text.to_owned(), Span::new(item.span().start, item.span().end))),
                None => self.problem(item, format!("`{name}` must be a list of texts")),
            }
        }
        Some(texts)
    }

    fn host_ids(&mut self, config: &Config, value: &Node<'_>) -> Option<Vec<String>> {
        let mut ids = Vec::new();
        let mut unknown = Vec::new();
        for (id, span) in self.texts("hosts", value)? {
            if config.known_hosts.get(&id).is_some() {
                ids.push(id);
                continue;
            }
            let known: Vec<&str> = config.known_hosts.iter().map(|host| host.id.as_str()).collect();
            let message = format!("there is no host `{id}`{}", did_you_mean(&id, &known));
            unknown.push(ConfigProblem::new(span, message));
        }
        let stops = ids.is_empty().then_some(Stop::Hosts);
        self.problems.extend(unknown.into_iter().map(|problem| ConfigProblem { stops, ..problem }));
        (!ids.is_empty()).then_some(ids)
    }

    fn levels(&mut self, value: &Node<'_>) -> BTreeMap<String, Level> {
        let mut levels = BTreeMap::new();
        let Some(table) = value.get_ref().as_table() else {
            self.problem(value, "`checks` must be a table: check = \"level\"".to_owned());
            return levels;
        };
        for (key, value) in ordered(table) {
            let id = key.get_ref().as_ref();
            if id != "all" && !self.settings.check_ids.contains(&id) {
                self.unknown(key, id, "check", self.settings.check_ids);
                continue;
            }
            match value.get_ref().as_str() {
                Some(word) => match Level::from_word(word) {
                    Some(level) => {
                        levels.insert(id.to_owned(), level);
                    }
                    None => self.problem(
                        value,
                        format!("`{word}` is not a level: use off, hint, information, warning or error"),
                    ),
                },
                None => self.problem(
                    value,
                    "a level must be one of \"off\", \"hint\", \"information\", \"warning\" or \"error\"".to_owned(),
                ),
            }
        }
        levels
    }

    fn overrides(&mut self, value: &Node<'_>) -> Vec<Override> {
        let Some(items) = value.get_ref().as_array() else {
            self.problem(value, "`overrides` is written as [[overrides]] with `paths` and `checks`".to_owned());
            return Vec::new();
        };
        items.iter().filter_map(|item| self.one_override(item)).collect()
    }

    fn one_override(&mut self, item: &Node<'_>) -> Option<Override> {
        let table = item.get_ref().as_table()?;
        let mut globs = GlobSetBuilder::new();
        let mut checks = BTreeMap::new();
        for (key, value) in ordered(table) {
            match key.get_ref().as_ref() {
                "paths" => {
                    for (pattern, span) in self.texts("paths", value).unwrap_or_default() {
                        match GlobBuilder::new(&pattern).literal_separator(true).build() {
                            Ok(glob) => {
                                globs.add(glob);
                            }
                            Err(error) => {
                                let message = format!("`{pattern}` is not a valid glob: {}", error.kind());
                                self.problems.push(ConfigProblem::new(span, message));
                            }
                        }
                    }
                }
                "checks" => checks = self.levels(value),
                other => self.unknown(key, other, "setting", &["paths", "checks"]),
            }
        }
        Some(Override { paths: globs.build().ok()?, base: self.settings.base.to_path_buf(), checks })
    }

    fn tools(&mut self, config: &mut Config, value: &Node<'_>) {
        let Some(table) = value.get_ref().as_table() else {
            self.problem(value, "`tools` must be a table with `known`".to_owned());
            return;
        };
        for (key, value) in ordered(table) {
            match key.get_ref().as_ref() {
                "known" => {
                    let known = self.texts("known", value).unwrap_or_default();
                    config.known_tools = known.into_iter().map(|(tool, _)| tool).collect();
                }
                other => self.unknown(key, other, "setting", &["known"]),
            }
        }
    }
}

/// The entries of a table in the order of the text, so that problems come in that order too.
pub(super) fn ordered<'a, 'i>(table: &'a DeTable<'i>) -> Vec<(&'a Key<'i>, &'a Node<'i>)> {
    let mut entries: Vec<_> = table.iter().collect();
    entries.sort_by_key(|(key, _)| key.span().start);
    entries
}
