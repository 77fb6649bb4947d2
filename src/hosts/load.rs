//! The hosts that are known: the built-in ones, and those that the settings add.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, LazyLock, OnceLock};

use memchr::memmem;
use serde::Deserialize;
use toml::Spanned;
use toml::de::{DeTable, DeValue, ValueDeserializer};

use crate::hosts::data::BUILTIN;
use crate::hosts::extending::{ALONE, add_fields, laid_over, table_of};
use crate::hosts::{At, Host, Version};
use crate::text::{Encoding, Span, Text};

/// All known hosts, in the order in which they are shown.
#[derive(Clone, Debug, Default)]
pub struct Hosts {
    hosts: Vec<Known>,
    /// What each host says, as TOML, for those that extend it.
    texts: BTreeMap<String, Cow<'static, str>>,
    /// The folders that hosts call their own, by the last name of each: whose a folder is is asked for every skill.
    owned: OnceLock<Arc<[OwnedFolders]>>,
}

/// The folders that end in one name, each with the host that owns it, in the order of the hosts.
#[derive(Debug)]
struct OwnedFolders {
    last: Box<str>,
    folders: Vec<(Box<str>, usize)>,
}

/// A host that is known. Of the built-in ones, each is read when it is first asked for.
#[derive(Clone, Debug)]
enum Known {
    Builtin(usize),
    Own(Arc<Host>),
}

impl Known {
    fn id(&self) -> &str {
        match self {
            Known::Builtin(index) => BUILTIN.get(*index).map_or("", |(id, _)| id),
            Known::Own(host) => &host.id,
        }
    }

    /// Whether it takes part without being named. It need not be read for that: most commands ask all of them.
    fn is_real(&self) -> bool {
        static REAL: LazyLock<Vec<bool>> = LazyLock::new(|| {
            BUILTIN.iter().map(|(_, text)| memmem::find(text.as_bytes(), b"only-when-named = true").is_none()).collect()
        });
        match self {
            Known::Builtin(index) => REAL.get(*index).is_some_and(|is_real| *is_real),
            Known::Own(host) => !host.only_when_named,
        }
    }

    fn host(&self) -> Option<&Arc<Host>> {
        static READ: [OnceLock<Option<Arc<Host>>>; BUILTIN.len()] = [const { OnceLock::new() }; BUILTIN.len()];
        match self {
            Known::Builtin(index) => READ.get(*index)?.get_or_init(|| read(*index)).as_ref(),
            Known::Own(host) => Some(host),
        }
    }
}

/// A built-in host.
fn read(index: usize) -> Option<Arc<Host>> {
    let (id, text) = BUILTIN.get(index)?;
    let mut hosts = Hosts { hosts: Vec::new(), ..builtin() };
    let added = hosts.add_builtin(id, text);
    // Whoever changes the data is told at once, by every test; a release can only go on without that host.
    debug_assert!(added.is_ok(), "{added:?}");
    hosts.hosts.pop()?.host().cloned()
}

/// What is wrong with a host description, at its place in the settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostError {
    /// Where, in the text it was read from.
    pub span: Span,
    /// What.
    pub message: String,
}

/// The built-in hosts. The data is read once.
pub fn builtin() -> Hosts {
    table().clone()
}

fn table() -> &'static Hosts {
    static HOSTS: OnceLock<Hosts> = OnceLock::new();
    HOSTS.get_or_init(|| Hosts {
        hosts: (0..BUILTIN.len()).map(Known::Builtin).collect(),
        texts: BUILTIN.iter().map(|(id, text)| ((*id).to_owned(), Cow::Borrowed(*text))).collect(),
        owned: OnceLock::new(),
    })
}

/// The id of the host that is meant where none is named.
pub fn usual_host() -> &'static str {
    first_with("usual", |host| host.usual)
}

/// The id of the host that is meant where none is named and skills are pinned.
pub fn pinning_host() -> &'static str {
    first_with("pinned", |host| host.listing.iter().any(|listing| listing.pinned.is_some()))
}

/// The first of which something holds that takes a word to say: it is asked at every start, and only those are read.
fn first_with(word: &str, is_meant: impl Fn(&Host) -> bool) -> &'static str {
    let mut saying = BUILTIN.iter().filter(|(_, text)| memmem::find(text.as_bytes(), word.as_bytes()).is_some());
    saying.find(|(id, _)| table().get(id).is_some_and(|host| is_meant(host))).map_or("", |(id, _)| id)
}

/// The files that tell hosts about a project or a user, as the ends of paths.
pub fn memory_files() -> impl Iterator<Item = &'static str> {
    table().iter().flat_map(|host| &host.memory).map(String::as_str)
}

/// The folders in which real hosts keep what is theirs, as the ends of paths: `.claude`.
pub fn kept_folders() -> impl Iterator<Item = &'static str> {
    table().iter().filter(|host| !host.only_when_named).flat_map(|host| host.kept_folders())
}

impl Hosts {
    /// The host with this id.
    pub fn get(&self, id: &str) -> Option<&Arc<Host>> {
        self.hosts.iter().find(|known| known.id() == id)?.host()
    }

    /// The folders right in a skill that hold files of it, by the open specification.
    pub fn resources(&self) -> &[String] {
        self.specification().map_or(&[], |host| &host.walk.resources)
    }

    /// The open specification, for which everybody writes.
    pub fn specification(&self) -> Option<&Arc<Host>> {
        self.iter().find(|host| host.specification)
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = &Arc<Host>> {
        self.hosts.iter().filter_map(Known::host)
    }

    /// Those that take part without being named.
    pub fn real(&self) -> impl Iterator<Item = &Arc<Host>> {
        self.real_or(|_| false)
    }

    /// Those that take part without being named, and some of the others by their ids.
    pub fn real_or(&self, is_named: impl Fn(&str) -> bool) -> impl Iterator<Item = &Arc<Host>> {
        let taking_part = self.hosts.iter().filter(move |known| known.is_real() || is_named(known.id()));
        taking_part.filter_map(Known::host)
    }

    /// Puts the edition that fits the installed version in the place of each built-in host that has editions.
    pub fn fit(&mut self, installed: impl Fn(&Host) -> Option<Version>) {
        self.owned = OnceLock::new();
        let says = |text: &str| memmem::find(text.as_bytes(), b"for-versions").is_some();
        let mut asked: Vec<(&str, Option<Version>)> = Vec::new();
        for (index, (id, _)) in BUILTIN.iter().enumerate().filter(|(_, (_, text))| says(text)) {
            let Some((base, _)) = id.split_once('@') else { continue };
            let Some(at) = self.hosts.iter().position(|known| matches!(known, Known::Builtin(_)) && known.id() == base)
            else {
                continue;
            };
            let Some(newest) = self.hosts.get(at).and_then(Known::host).cloned() else { continue };
            if !asked.iter().any(|(known, _)| *known == base) {
                asked.push((base, installed(&newest)));
            }
            // Editions are read where one may be needed.
            let version = asked.iter().find(|(known, _)| *known == base).and_then(|(_, version)| version.as_ref());
            let Some(version) = version else { continue };
            let Some(edition) = Known::Builtin(index).host().cloned() else { continue };
            if edition.for_versions.has(version)
                && let Some(known) = self.hosts.get_mut(at)
            {
                *known = Known::Own(Arc::new(standing_in(&edition, &newest)));
            }
        }
    }

    /// Forgets all but these.
    #[cfg(test)]
    pub(crate) fn retain(&mut self, ids: &[&str]) {
        self.hosts.retain(|known| ids.contains(&known.id()));
        self.owned = OnceLock::new();
    }

    /// The host or hosts whose own folder this root is (`.claude/skills`: claude-code). Empty when nobody's.
    /// A path that ends in, or lies below, one of the `owns` of a host counts; the innermost such folder decides.
    /// Hosts that take part only when named own nothing here.
    pub fn owners(&self, root: &Path) -> Vec<&Arc<Host>> {
        let names: Vec<&str> = root.iter().map(|name| name.to_str().unwrap_or_default()).collect();
        let owned = self.owned.get_or_init(|| self.read_owned());
        let owners_of = |names: &[&str]| -> Option<Vec<&Arc<Host>>> {
            let last = names.last()?;
            let OwnedFolders { folders, .. } = owned.iter().find(|owned| *owned.last == **last)?;
            let mut owners: Vec<usize> =
                folders.iter().filter(|(folder, _)| ends_with(names, folder)).map(|(_, host)| *host).collect();
            owners.dedup();
            let owners = owners.into_iter().filter_map(|host| self.hosts.get(host)?.host());
            Some(owners.collect()).filter(|owners: &Vec<_>| !owners.is_empty())
        };
        let folders = (1..=names.len()).rev().filter_map(|end| names.get(..end));
        folders.filter_map(owners_of).next().unwrap_or_default()
    }

    fn read_owned(&self) -> Arc<[OwnedFolders]> {
        let mut all: Vec<OwnedFolders> = Vec::new();
        for (index, known) in self.hosts.iter().enumerate() {
            let Some(host) = known.is_real().then(|| known.host()).flatten() else { continue };
            for folder in &host.owns {
                let last = folder.rsplit('/').next().unwrap_or(folder);
                let entry = (folder.as_str().into(), index);
                match all.iter_mut().find(|owned| &*owned.last == last) {
                    Some(owned) => owned.folders.push(entry),
                    None => all.push(OwnedFolders { last: last.into(), folders: vec![entry] }),
                }
            }
        }
        all.into()
    }

    /// The folders of skills that real hosts call their own: `.claude/skills`.
    pub fn owned_folders(&self) -> Vec<&str> {
        let owned = self.real().flat_map(|host| &host.owns).map(String::as_str);
        owned.filter(|owned| !owned.ends_with("commands")).collect()
    }

    /// Adds or replaces a host given as TOML in the same form as the built-in ones; `extends = "id"` starts from
    /// another host's data: tables are merged key by key, lists and plain values are replaced; fields are added to those
    /// of the other, or replace one of their key. What is the other host's alone ([`ALONE`]) is not taken over.
    /// `value` is the table with its spans, as [`DeTable::parse`] gives them; an error points into the same text.
    pub fn add(&mut self, id: &str, value: &Spanned<DeValue<'_>>) -> Result<(), HostError> {
        self.put(id, value, None)
    }

    /// The same, when its text is at hand and need not be written anew for those that extend it.
    fn put(&mut self, id: &str, value: &Spanned<DeValue<'_>>, text: Option<&'static str>) -> Result<(), HostError> {
        let whole = span_of(value);
        let Some(own) = value.get_ref().as_table() else {
            return Err(HostError { span: whole, message: format!("a host is a table: [host.{id}]") });
        };
        let base = self.base_of(own)?;
        let is_of_user = text.is_none();
        let table = match &base {
            Some(text) => {
                let is_itself = own.get("extends").and_then(|base| base.get_ref().as_str()) == Some(id);
                let mut own = own.clone();
                // What we ship says all its fields, and so which it no longer has.
                if is_of_user {
                    add_fields(&table_of(text), &mut own);
                }
                laid_over(text, if is_itself { &[] } else { &ALONE }, &own)
            }
            None => own.clone(),
        };
        let merged = Spanned::new(value.span(), DeValue::Table(table));
        let written = |merged| toml::to_string(&toml::Table::deserialize(ValueDeserializer::from(merged)).ok()?).ok();
        let base_text = text.map(Cow::Borrowed).or_else(|| written(merged.clone()).map(Cow::Owned));
        let mut host = Host::deserialize(ValueDeserializer::from(merged)).map_err(|error| host_error(&error, whole))?;
        if !host.id.is_empty() && host.id != id {
            let span = own.get("id").map_or(whole, span_of);
            return Err(HostError { span, message: format!("`id` is `{}`, but the table is called `{id}`", host.id) });
        }
        id.clone_into(&mut host.id);
        if let Some(written) = own.get("name").filter(|_| host.name.trim().is_empty()) {
            return Err(HostError { span: span_of(written), message: "the name is empty".to_owned() });
        }
        if host.name.is_empty() {
            id.clone_into(&mut host.name);
        }
        check(&host, own, whole)?;
        host.fields.retain(|field| !field.about.trim().is_empty());
        if let Some(text) = base_text {
            self.texts.insert(id.to_owned(), text);
        }
        self.owned = OnceLock::new();
        let host = Known::Own(Arc::new(host));
        match self.hosts.iter_mut().find(|known| known.id() == id) {
            Some(known) => *known = host,
            None => self.hosts.push(host),
        }
        Ok(())
    }

    /// Adds the host of a file of ours; the error says where in the file.
    fn add_builtin(&mut self, id: &str, text: &'static str) -> Result<(), String> {
        let placed = |error: HostError| {
            let place = Text::new(text).position(error.span.start, Encoding::Utf32);
            format!("src/hosts/data/{id}.toml:{}:{}: {}", place.line + 1, place.column + 1, error.message)
        };
        let table = DeTable::parse(text).map_err(|error| placed(host_error(&error, Span::at(0))))?;
        let value = Spanned::new(table.span(), DeValue::Table(table.into_inner()));
        self.put(id, &value, Some(text)).map_err(placed)
    }

    /// The text of the host that a table extends.
    fn base_of(&self, own: &DeTable<'_>) -> Result<Option<Cow<'static, str>>, HostError> {
        let Some(extends) = own.get("extends") else { return Ok(None) };
        let span = span_of(extends);
        let Some(base) = extends.get_ref().as_str() else {
            return Err(HostError { span, message: "`extends` must be the id of a host".to_owned() });
        };
        match self.texts.get(base) {
            Some(text) => Ok(Some(text.clone())),
            None => Err(HostError { span, message: format!("there is no host `{base}` to extend") }),
        }
    }
}

/// An edition in the place of the host itself.
fn standing_in(edition: &Host, newest: &Host) -> Host {
    Host {
        id: newest.id.clone(),
        name: newest.name.clone(),
        only_when_named: newest.only_when_named,
        usual: newest.usual,
        specification: newest.specification,
        ..edition.clone()
    }
}

fn host_error(error: &toml::de::Error, whole: Span) -> HostError {
    let span = error.span().map_or(whole, |range| Span::new(range.start, range.end));
    HostError { span, message: error.message().trim_end().replace('\n', "; ") }
}

/// What the types cannot hold: patterns that are no patterns, relative paths without a place.
fn check(host: &Host, own: &DeTable<'_>, whole: Span) -> Result<(), HostError> {
    if let Some(pattern) = &host.identity.pattern
        && regex::Regex::new(pattern).is_err()
    {
        let span = own.get("identity").and_then(|identity| identity.get_ref().get("pattern")).map_or(whole, span_of);
        return Err(HostError { span, message: format!("`{pattern}` is not a regular expression") });
    }
    for (index, rule) in host.roots.iter().enumerate() {
        let names_its_own = matches!(rule.at, At::Setting | At::Explicit | At::Added | At::Package | At::Shipped);
        if rule.paths.is_empty() && !names_its_own {
            let span = own.get("roots").and_then(|roots| roots.get_ref().get(index)).map_or(whole, span_of);
            return Err(HostError { span, message: "this root has no paths".to_owned() });
        }
        if let Some(reader) = rule.reader.as_ref().filter(|reader| !host.readers.contains_key(*reader)) {
            let span = own.get("roots").and_then(|roots| roots.get_ref().get(index)).map_or(whole, span_of);
            return Err(HostError {
                span,
                message: format!("there is no reader `{reader}`: it is a table in `readers`"),
            });
        }
        let has_drive = |path: &str| path.get(1..3) == Some(":/");
        let relative = rule.paths.iter().find(|path| !path.starts_with(['~', '/', '$']) && !has_drive(path));
        if let (At::Fixed, Some(path)) = (rule.at, relative) {
            let span = own.get("roots").and_then(|roots| roots.get_ref().get(index)).map_or(whole, span_of);
            let message = format!("`{path}` is relative: say from where, as in `at = \"upwards\"`");
            return Err(HostError { span, message });
        }
    }
    Ok(())
}

/// Whether the last names of a path are those of `folder`, which has `/` between them.
fn ends_with(names: &[&str], folder: &str) -> bool {
    let mut left = folder;
    for name in names.iter().rev() {
        match left.strip_suffix(name) {
            Some("") => return true,
            Some(before) => match before.strip_suffix('/') {
                Some(above) => left = above,
                None => return false,
            },
            None => return false,
        }
    }
    false
}

fn span_of<T>(value: &Spanned<T>) -> Span {
    Span::new(value.span().start, value.span().end)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hosts::How;

    fn ids(hosts: Vec<&Arc<Host>>) -> String {
        hosts.iter().map(|host| host.id.as_str()).collect::<Vec<_>>().join(" ")
    }

    /// Adds the host `mine` from a settings text; the error with the text it points at.
    fn add(settings: &str) -> Result<Arc<Host>, String> {
        let mut hosts = builtin();
        let table = DeTable::parse(settings).map_err(|error| error.to_string())?;
        let value = table.get_ref().get("host").and_then(|host| host.get_ref().get("mine")).ok_or("no such table")?;
        hosts.add("mine", value).map_err(|error| format!("{} <- {}", error.message, error.span.of(settings)))?;
        hosts.get("mine").cloned().ok_or_else(|| "not added".to_owned())
    }

    #[test]
    fn every_builtin_parses() {
        let hosts = builtin();
        for (id, _) in BUILTIN {
            assert!(hosts.get(id).is_some_and(|host| host.name != id && !host.roots.is_empty()), "{id}");
        }
        assert_eq!(hosts.iter().count(), BUILTIN.len());
        let real: Vec<&str> = hosts.iter().filter(|host| !host.only_when_named).map(|host| &*host.id).collect();
        assert_eq!(hosts.real().map(|host| &*host.id).collect::<Vec<_>>(), real, "known without being read");
    }

    #[test]
    fn a_builtin_that_does_not_parse_says_where() {
        for (text, expected) in [
            ("name = \"Mine\"\nowns = [\n", "src/hosts/data/mine.toml:2:9: unclosed array, expected `]`"),
            (
                "name = \"Mine\"\n[winner]\npolicy = \"frist\"\n",
                "src/hosts/data/mine.toml:3:10: unknown variant `frist`",
            ),
            (
                "name = \"Mine\"\nextends = \"nobody\"\n",
                "src/hosts/data/mine.toml:2:11: there is no host `nobody` to extend",
            ),
        ] {
            let error = builtin().add_builtin("mine", text).unwrap_err();
            assert!(error.starts_with(expected), "{error}");
        }
    }

    #[test]
    fn every_section_says_where_it_comes_from() {
        for host in builtin().iter() {
            let mut sources = vec![
                ("walk", &host.walk.source),
                ("fence", &host.fence.source),
                ("yaml", &host.yaml.source),
                ("identity", &host.identity.source),
                ("description", &host.description.source),
                ("winner", &host.winner.source),
            ];
            sources.extend(host.roots.iter().map(|root| ("root", &root.source)));
            sources.extend(host.fields.iter().map(|field| ("field", &field.source)));
            sources.extend(host.listing.iter().map(|listing| ("listing", &listing.source)));
            sources.extend(host.listing.iter().filter_map(|it| it.budget.as_ref()).map(|it| ("budget", &it.source)));
            sources.extend(host.readers.values().map(|it| ("reader", &it.source)));
            sources.extend(host.companion.iter().map(|it| ("companion", &it.source)));
            sources.extend((!host.packages.stores.is_empty()).then_some(("packages", &host.packages.source)));
            sources.extend(host.models.iter().map(|model| ("model", &model.source)));
            for (section, source) in sources {
                assert!(!source.is_empty(), "{}: {section} has no source", host.id);
            }
            assert!(!host.verified.version.is_empty(), "{}", host.id);
        }
    }

    #[test]
    fn every_field_and_tool_is_told_once() {
        for host in builtin().iter() {
            let mut keys: Vec<&str> = host.fields.iter().map(|field| field.key.as_str()).collect();
            keys.extend(host.tools.iter().map(|tool| tool.name.as_str()));
            let count = keys.len();
            keys.sort_unstable();
            keys.dedup();
            assert_eq!(keys.len(), count, "{}", host.id);
            assert!(host.fields.iter().all(|field| field.about.ends_with('.')), "{}", host.id);
            assert!(host.tools.iter().all(|tool| !tool.about.is_empty()), "{}", host.id);
        }
    }

    #[test]
    fn seed_systems_editions_sketches_and_tools_wait_to_be_named() {
        let hosts = builtin();
        let waiting = hosts.iter().filter(|host| host.only_when_named);
        // Editions of versions stand in for their hosts where those are installed.
        let (versions, others): (Vec<_>, Vec<_>) = waiting.partition(|host| host.for_versions.below.is_some());
        let others: Vec<&str> = others.iter().map(|host| host.id.as_str()).collect();
        assert_eq!(
            others.join(" "),
            "claude-code@2026-06 three-layer shipmyagent shipmyagent@2025 portable kiro windsurf antigravity droid junie \
             grok skills-ref npx-skills npx-skills@1.5.18"
        );
        assert!(versions.iter().all(|host| host.id.contains('@')));
    }

    #[test]
    fn an_edition_keeps_what_it_does_not_change() {
        let hosts = builtin();
        let edition =
            hosts.get("claude-code@2026-06").map(|host| (host.yaml.repair, host.winner.order, host.fields.len()));
        let today = hosts.get("claude-code").map(|host| (host.yaml.repair, host.winner.order, 16));
        assert_eq!(edition, today);
    }

    #[test]
    fn the_owner_of_a_folder() {
        let hosts = builtin();
        for (path, owner) in [
            ("/home/me/.claude/skills", "claude-code"),
            ("/home/me/.claude/skills/pdf/SKILL.md", "claude-code"),
            ("/shop/.claude/commands", "claude-code"),
            ("/shop/.agents/skills", "agentskills"),
            ("/shop/.codex/skills/pdf", "codex"),
            ("/shop/.claude/skills/x/.agents/skills", "agentskills"),
            ("/shop/.claude", ""),
            ("/shop/my.claude/skills", ""),
            ("/shop/skills", ""),
            (".gemini/skills", "gemini-cli"),
        ] {
            assert_eq!(ids(hosts.owners(Path::new(path))), owner, "{path}");
        }
    }

    #[test]
    fn a_host_of_ones_own_in_a_few_lines() {
        let host = add(r#"
[host.mine]
name = "My agent"
owns = [".mine/skills"]
roots = [
  { scope = "project", at = "upwards", paths = [".mine/skills"] },
  { scope = "user", paths = ["~/.mine/skills"] },
]
listing = [{ entry = "* {name}: {description}" }]
description = { missing = "first-line" }
"#);
        let told = host.map(|host| (host.id.clone(), host.name.clone(), host.roots.len(), host.only_when_named));
        assert_eq!(told, Ok(("mine".to_owned(), "My agent".to_owned(), 2, false)));
    }

    #[test]
    fn extending_merges_tables_and_replaces_lists() {
        let text = r#"
[host.mine]
extends = "three-layer"
roots = [{ scope = "user", paths = ["~/x"] }]
[host.mine.identity]
id = "folder"
"#;
        let host = add(text).map(|host| {
            (host.name.clone(), host.roots.len(), host.identity.id, host.identity.name_missing, host.only_when_named)
        });
        use crate::hosts::{Consequence, IdSource};
        assert_eq!(host, Ok(("mine".to_owned(), 1, IdSource::Folder, Consequence::Ignored, false)));
    }

    #[test]
    fn fields_are_added_to_those_of_the_host_that_is_extended() {
        let fields = |text: &str| add(text).map(|host| host.fields.iter().map(|it| it.key.clone()).collect::<Vec<_>>());
        let all = fields("[host.mine]\nextends = \"codex\"\n").unwrap();
        let own = "[host.mine]\nextends = \"codex\"\nfields = [{ key = \"team\", about = \"Whose.\" }, { key = \"name\", about = \"Its.\" }]";
        let mut expected: Vec<String> = all.iter().filter(|key| *key != "name").cloned().collect();
        expected.extend(["team".to_owned(), "name".to_owned()]);
        assert!(all.contains(&"name".to_owned()));
        assert_eq!(fields(own), Ok(expected));
    }

    #[test]
    fn what_a_host_is_to_everybody_stays_with_it() {
        assert_eq!((usual_host(), pinning_host()), ("claude-code", "shipmyagent"));
        let mut hosts = builtin();
        let text = "[claude-code]\nextends = \"claude-code\"\n[mine]\nextends = \"claude-code\"\n";
        let table = DeTable::parse(text).unwrap();
        let told = ["claude-code", "mine"].map(|id| {
            hosts.add(id, table.get_ref().get(id).unwrap()).unwrap();
            let host = hosts.get(id).unwrap();
            (host.name.clone(), host.usual, host.owns.len(), host.owns_manifests.len())
        });
        assert_eq!(told, [("Claude Code".to_owned(), true, 2, 2), ("mine".to_owned(), false, 2, 2)]);
    }

    #[test]
    fn what_is_owned_follows_the_roots_and_what_was_run_stays_with_who_was() {
        let owned = |text: &str| add(text).map(|host| (host.owns.clone(), host.verified.how));
        let claude = vec![".claude/skills".to_owned(), ".claude/commands".to_owned()];
        assert_eq!(owned("[host.mine]\nextends = \"claude-code\"\n"), Ok((claude, How::Documented)));
        let elsewhere = "[host.mine]\nextends = \"claude-code\"\nroots = [{ scope = \"user\", paths = [\"~/x\"] }]\n";
        assert_eq!(owned(elsewhere), Ok((Vec::new(), How::Documented)));
        let own = elsewhere.to_owned() + "owns = [\"x\"]\n";
        assert_eq!(owned(&own), Ok((vec!["x".to_owned()], How::Documented)));
    }

    #[test]
    fn errors_point_at_their_place() {
        for (text, expected) in [
            ("[host.mine]\nextends = \"nobody\"\n", "there is no host `nobody` to extend <- \"nobody\""),
            ("[host]\nmine = 3\n", "a host is a table: [host.mine] <- 3"),
            ("[host.mine]\nid = \"other\"\n", "`id` is `other`, but the table is called `mine` <- \"other\""),
            ("[host.mine]\nidentity = { pattern = \"(\" }\n", "`(` is not a regular expression <- \"(\""),
            (
                "[host.mine]\nroots = [{ scope = \"user\", paths = [\"x\"] }]\n",
                "`x` is relative: say from where, as in `at = \"upwards\"` <- { scope = \"user\", paths = [\"x\"] }",
            ),
        ] {
            assert_eq!(add(text).map(|host| host.id.clone()), Err(expected.to_owned()));
        }
    }

    #[test]
    fn a_misspelled_key_is_shown_where_it_stands() {
        let error = add("[host.mine]\n[host.mine.winner]\npolicy = \"frist\"\n").map(|host| host.id.clone());
        assert!(error.is_err_and(|error| error.contains("unknown variant `frist`") && error.ends_with("<- \"frist\"")));
        let error = add("[host.mine]\nextends = \"codex\"\nwinnner = 1\n").map(|host| host.id.clone());
        assert!(error.is_err_and(|error| error.contains("unknown field `winnner`") && error.ends_with("<- winnner")));
    }
}
