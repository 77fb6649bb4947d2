//! Reads `skill-lsp.toml`, setting by setting, so that one wrong setting never hides the others.

use std::collections::BTreeMap;
use std::path::Path;

use regex::RegexBuilder;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::config::nearest::did_you_mean;
use crate::config::rules::KEYS;
use crate::config::{Config, ConfigProblem, Demand, HouseRule, Level, Override, Scope, Source, Stop, own_hosts};
use crate::text::Span;

/// A settings file, and what is needed to judge it.
pub(super) struct SettingsText<'a> {
    pub(super) text: &'a str,
    pub(super) file: &'a Path,
    /// The folder of the file: paths in it are relative to that.
    pub(super) base: &'a Path,
    /// The folder from which patterns count: that of the file that extends this one, or its own.
    pub(super) patterns: &'a Path,
    pub(super) check_ids: &'a [&'a str],
}

/// The settings that there are.
pub const SETTINGS: [&str; 12] = [
    "extends",
    "hosts",
    "roots",
    "exclude",
    "include",
    "baseline",
    "checks",
    "overrides",
    "rules",
    "overlap",
    "tools",
    "host",
];

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
                config.roots.extend(roots.iter().map(|(root, _)| settings.base.join(root)));
            }
            "checks" => config.checks.extend(reader.levels(value)),
            "overrides" => config.overrides.extend(reader.overrides(value)),
            "rules" => config.rules.extend(reader.rules(value)),
            "overlap" => config.overlap = reader.percentage("overlap", value).or(config.overlap),
            "extends" => reader.extends(value),
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
    remember(config, settings, table.get_ref(), problems);
    let texts = |list: &[(String, Span)]| list.iter().map(|(text, _)| text.clone()).collect::<Vec<_>>();
    for wrong in config.exclusion.add(settings.patterns, &texts(&exclude), &texts(&include)) {
        let span =
            exclude.iter().chain(&include).find(|(text, _)| *text == wrong).map_or_else(Span::default, |it| it.1);
        problems.push(ConfigProblem::new(span, format!("`{wrong}` is no pattern")));
    }
}

/// Notes what the file says, each thing with its place. What is wrong as a whole does not count, and is not noted.
fn remember(config: &mut Config, settings: &SettingsText<'_>, table: &DeTable<'_>, problems: &[ConfigProblem]) {
    let is_wrong =
        |range: std::ops::Range<usize>| problems.iter().any(|it| it.span == Span::new(range.start, range.end));
    let is_wrong_host = |id: &str| problems.iter().any(|problem| problem.host.as_deref() == Some(id));
    let mut source = |key: String, at: &Key<'_>, value: &Node<'_>, scope: Option<Scope>| {
        if is_wrong(at.span()) || is_wrong(value.span()) {
            return;
        }
        let span = Span::new(at.span().start, at.span().end);
        let text = settings.text.get(value.span()).unwrap_or_default();
        let line = settings.text.get(..span.start).unwrap_or_default().matches('\n').count() + 1;
        let value = text.split_whitespace().collect::<Vec<_>>().join(" ");
        config.sources.push(Source { key, value, file: settings.file.to_owned(), span, line, scope });
    };
    for (key, value) in ordered(table) {
        let name = key.get_ref().as_ref();
        match (name, value.get_ref().as_table(), value.get_ref().as_array()) {
            ("checks" | "tools" | "host", Some(inner), _) => {
                for (inner, value) in ordered(inner) {
                    if name != "host" || !is_wrong_host(inner.get_ref()) {
                        source(format!("{name}.{}", inner.get_ref()), inner, value, None);
                    }
                }
            }
            ("overrides" | "rules", _, Some(items)) => {
                for inner in items.iter().filter(|item| !is_wrong(item.span())).filter_map(|it| it.get_ref().as_table())
                {
                    if inner.get("paths").is_some_and(|paths| is_wrong(paths.span())) {
                        continue;
                    }
                    let paths = inner.get("paths").and_then(|paths| paths.get_ref().as_array());
                    let paths: Option<Vec<&str>> =
                        paths.map(|it| it.iter().filter_map(|it| it.get_ref().as_str()).collect());
                    let scope = paths.and_then(|paths| Scope::of(settings.patterns, paths, |_, _| {}));
                    for (inner, value) in ordered(inner).into_iter().filter(|(key, _)| key.get_ref() != "paths") {
                        source(format!("{name}.{}", inner.get_ref()), inner, value, scope.clone());
                    }
                }
            }
            _ => source(name.to_owned(), key, value, None),
        }
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
            levels.extend(self.level(value).map(|level| (id.to_owned(), level)));
        }
        levels
    }

    fn level(&mut self, value: &Node<'_>) -> Option<Level> {
        let Some(word) = value.get_ref().as_str() else {
            let words = "a level must be one of \"off\", \"hint\", \"information\", \"warning\" or \"error\"";
            self.problem(value, words.to_owned());
            return None;
        };
        let level = Level::from_word(word);
        if level.is_none() {
            self.problem(value, format!("`{word}` is not a level: use off, hint, information, warning or error"));
        }
        level
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
        let mut scope = None;
        let mut checks = BTreeMap::new();
        for (key, value) in ordered(table) {
            match key.get_ref().as_ref() {
                "paths" => scope = self.scope(value),
                "checks" => checks = self.levels(value),
                other => self.unknown(key, other, "setting", &["paths", "checks"]),
            }
        }
        if !table.contains_key("paths") {
            self.problem(item, "`paths` is missing: which files is this about?".to_owned());
        }
        Some(Override { scope: scope?, checks })
    }

    /// The files that some globs mean.
    fn scope(&mut self, value: &Node<'_>) -> Option<Scope> {
        let patterns = self.texts("paths", value)?;
        let mut wrong = Vec::new();
        let scope =
            Scope::of(self.settings.patterns, patterns.iter().map(|(pattern, _)| pattern.as_str()), |pattern, why| {
                wrong.push((pattern.to_owned(), why));
            });
        for (pattern, why) in wrong {
            let span = patterns.iter().find(|(it, _)| *it == pattern).map_or_else(Span::default, |(_, span)| *span);
            self.problems.push(ConfigProblem::new(span, format!("`{pattern}` is not a valid glob: {why}")));
        }
        scope
    }

    fn rules(&mut self, value: &Node<'_>) -> Vec<HouseRule> {
        let Some(items) = value.get_ref().as_array() else {
            self.problem(value, "`rules` is written as [[rules]], with what is demanded and a `message`".to_owned());
            return Vec::new();
        };
        items.iter().filter_map(|item| self.rule(item)).collect()
    }

    fn rule(&mut self, item: &Node<'_>) -> Option<HouseRule> {
        let Some(table) = item.get_ref().as_table() else {
            self.problem(item, "a rule is written as [[rules]], with what is demanded and a `message`".to_owned());
            return None;
        };
        let mut rule = HouseRule {
            scope: Scope::below(self.settings.patterns),
            level: Level::Warning,
            message: None,
            demands: Vec::new(),
            file: self.settings.file.to_owned(),
        };
        for (key, value) in ordered(table) {
            let name = key.get_ref().as_ref();
            match name {
                "paths" => rule.scope = self.scope(value)?,
                "level" => rule.level = self.level(value).unwrap_or(rule.level),
                "message" => rule.message = self.text(name, value),
                _ if KEYS.contains(&name) => rule.demands.extend(self.demand(name, value)),
                other => self.unknown(key, other, "rule", &KEYS),
            }
        }
        if rule.demands.is_empty() && !table.keys().any(|key| KEYS.iter().skip(3).any(|known| known == key.get_ref())) {
            self.problem(item, format!("this rule demands nothing; it may have {}", KEYS[3..].join(", ")));
        }
        (rule.level != Level::Off).then_some(rule)
    }

    fn demand(&mut self, name: &str, value: &Node<'_>) -> Option<Demand> {
        let texts = |it: Vec<(String, Span)>| it.into_iter().map(|(text, _)| text).collect::<Vec<_>>();
        Some(match name {
            "required-fields" => Demand::RequiredFields(texts(self.texts(name, value)?)),
            "allowed-fields" => Demand::AllowedFields(texts(self.texts(name, value)?)),
            "required-sections" => Demand::RequiredSections(texts(self.texts(name, value)?)),
            "licenses" => Demand::Licenses(texts(self.texts(name, value)?)),
            "name-pattern" => Demand::Name(self.pattern(name, value)?),
            "description-pattern" => Demand::Description(self.pattern(name, value)?),
            "max-description-characters" => Demand::DescriptionCharacters(self.limit(name, value)?),
            "max-body-lines" => Demand::BodyLines(self.limit(name, value)?),
            "max-file-bytes" => Demand::FileBytes(self.limit(name, value)?),
            _ => return None,
        })
    }

    fn text(&mut self, name: &str, value: &Node<'_>) -> Option<String> {
        let text = value.get_ref().as_str().map(str::to_owned);
        if text.is_none() {
            self.problem(value, format!("`{name}` must be a text"));
        }
        text
    }

    fn pattern(&mut self, name: &str, value: &Node<'_>) -> Option<regex::Regex> {
        /// So large a compiled pattern may be, in bytes.
        const LARGEST: usize = 1 << 20;
        let text = self.text(name, value)?;
        match RegexBuilder::new(&text).size_limit(LARGEST).build() {
            Ok(pattern) => Some(pattern),
            Err(error) => {
                // The last line says what, those before draw where.
                let why = error.to_string();
                let why = why.lines().last().unwrap_or_default().trim().trim_start_matches("error: ").to_owned();
                self.problem(value, format!("`{text}` is no regular expression: {why}"));
                None
            }
        }
    }

    fn limit(&mut self, name: &str, value: &Node<'_>) -> Option<usize> {
        let number = value.get_ref().as_integer().and_then(|it| it.as_str().parse::<usize>().ok());
        if number.is_none() {
            self.problem(value, format!("`{name}` must be a whole number"));
        }
        number
    }

    /// A share in percent, from 1 to 100.
    fn percentage(&mut self, name: &str, value: &Node<'_>) -> Option<u8> {
        let number = value.get_ref().as_integer().and_then(|it| it.as_str().parse::<u8>().ok());
        let share = number.filter(|it| (1..=100).contains(it));
        if share.is_none() {
            self.problem(value, format!("`{name}` must be a number from 1 to 100"));
        }
        share
    }

    /// Who reads the files has followed it already; here it is only looked at.
    fn extends(&mut self, value: &Node<'_>) {
        let is_text = |value: &Node<'_>| value.get_ref().as_str().is_some();
        let is_right = is_text(value) || value.get_ref().as_array().is_some_and(|items| items.iter().all(is_text));
        if !is_right {
            self.problem(value, "`extends` must be the path of a settings file, or a list of them".to_owned());
        }
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
                    config.known_tools.extend(known.into_iter().map(|(tool, _)| tool));
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
