//! What can be wrong: one file per check. A check states facts; its level is decided here.

#[cfg(test)]
pub(crate) mod catalog_testing;
mod diagnostic;
#[cfg(test)]
mod levels;
mod registry;
#[cfg(test)]
pub(crate) mod testing;

// what checks share
pub(crate) mod copies;
mod damaged_block;
mod doubtful_target;
mod gathered;
mod hooks;
mod manifests;
pub(crate) mod overlaps;
mod prelude;
mod remembered;
#[cfg(test)]
mod tool_table;
mod undescribed;

// the block
mod encoding_damaged;
mod file_is_link_text;
mod file_name_case;
mod file_too_large;
mod frontmatter_cut_short;
mod frontmatter_missing;
mod frontmatter_not_first;
mod frontmatter_not_mapping;
mod frontmatter_repeated;
mod frontmatter_unclosed;
mod key_repeated;
mod line_ends_unusual;
mod merge_conflict;
pub(crate) mod text_invisible;
mod text_lookalike;
mod validator_complains;
mod value_cut_by_comment;
mod yaml_not_portable;
mod yaml_syntax;

// fields
mod field_misspelled;
mod field_of_another_host;
mod field_spelling_variant;
mod field_unknown;
mod field_value_unknown;
mod field_without_effect;
mod field_wrong_type;

// name
mod name_folder_mismatch;
mod name_missing;
mod name_not_kebab_case;
mod name_reserved;
mod name_too_long;

// who wins
mod copies_differ;
mod name_ambiguous;
mod name_listed_twice;
mod name_repeated;
mod name_shadowed;
mod name_shadows;
mod name_taken_by_command;
mod near_path;
mod other_format;
mod place_near_miss;
mod skill_not_discovered;
mod skill_not_shipped;

// description
mod description_angle_brackets;
mod description_empty;
mod description_missing;
mod description_overlaps;
mod description_placeholder;
mod description_too_long;
mod description_without_trigger;
mod listing_over_budget;

// allowed-tools
mod tool_pattern_ignored;
mod tool_pattern_malformed;
mod tool_repeated;
mod tool_server_unknown;
mod tool_unknown;
mod tool_unrestricted;

// body
mod argument_undeclared;
mod body_empty;
mod body_too_long;
mod command_never_runs;
mod file_unmentioned;
mod link_leads_nowhere;
mod link_leads_outside;
mod link_leaves_skill;
mod link_target_missing;
mod meant_target;
mod path_machine_specific;
mod path_mentioned_missing;
mod placeholder_in_code;
mod placeholder_unknown;
mod said_of_file;
mod samples;
pub(crate) mod secret_literal;
mod skill_mention_unknown;
mod tag_unclosed;

// manifests
mod companion_invalid;
mod manifest_incomplete;
mod manifest_invalid;
mod manifest_key_unknown;
mod manifest_path_missing;
mod manifest_version_differs;

// agents
mod agent_skill_unknown;

// settings
mod house_rule;
mod permission_matches_no_skill;

// comments
mod allow_unused;

pub(crate) use description_without_trigger::says_when;
pub use diagnostic::{Diagnostic, FileEdit, Fix, Related, Tag};
pub use gathered::Gathered;
pub(crate) use house_rule::has_field;
pub use registry::{
    CHECKS, GROUPS, check, diagnostics_of_agent, diagnostics_of_catalog, diagnostics_of_document,
    diagnostics_of_manifest, diagnostics_of_place, diagnostics_of_settings, finish,
};
pub use remembered::{is_recognized, remember};

use std::borrow::Borrow;
use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::catalog::{
    Candidate, Catalog, Declared, Files, FoundKind, NearMiss, OwnPackages, Reading, Skill, SkillId, View, manifest,
};
use crate::config::{Config, Level};
use crate::document::fence::FenceFault;
use crate::document::{Document, Field};
use crate::hosts::Host;
use crate::knowledge::fields::{Knowledge, MOST_FIELDS, knowledge};
use crate::knowledge::folder_names::FolderNames;
use crate::knowledge::tool_entries::{ToolField, tool_fields};
use crate::mending::lines::line_break;
use crate::settings::Node;
use crate::text::Span;
use crate::words::consequence::{Consequence, Deed, Doer, of_deeds};

/// The check whose findings can be looked at side by side.
pub(crate) const COPIES_DIFFER: &str = copies_differ::CHECK.id;

/// One check.
pub struct Check {
    /// Its id, a contract.
    pub id: &'static str,
    /// One line: what it finds.
    pub summary: &'static str,
    /// The documentation in Markdown: what it reports, why it matters, an example, what to write instead.
    pub documentation: &'static str,
    /// Its default levels: for a severe, a mild and a slight finding. One by which a host that the author writes for
    /// loses the skill is an error, whatever stands here.
    pub levels: [Level; 3],
    /// Whether fixes travel with it.
    pub fixable: bool,
    /// Its logic.
    pub run: Run,
}

/// What a check looks at.
pub enum Run {
    /// One document by itself, of a skill: runs while its text is at hand.
    Document(fn(&DocumentContext<'_>, &mut Report<'_>)),
    /// The same, of a skill or of an agent: what is wrong in its block, its fields, its name and what it says of itself.
    /// All else is about folders, listings and calls, which an agent does not have.
    Text(fn(&DocumentContext<'_>, &mut Report<'_>)),
    /// A skill among all the others: runs on what the catalogue keeps.
    Catalog(fn(&CatalogContext<'_>, &mut Report<'_>)),
    /// An agent among the skills that it may name.
    Agent(fn(&AgentContext<'_>, &mut Report<'_>)),
    /// A settings file of a host: runs on what the host reads in it.
    Settings(fn(&SettingsContext<'_>, &mut Report<'_>)),
    /// A place beside where an agent looks: runs on what was noticed there.
    Place(fn(&PlaceContext<'_>, &mut Report<'_>)),
    /// The manifest of a package, or the catalogue of a marketplace.
    Manifest(fn(&ManifestContext<'_>, &mut Report<'_>)),
}

/// How grave one finding is; [`Check::levels`] turns it into a level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Grade {
    /// A host the author writes for drops or empties the skill.
    Severe,
    /// The usual finding.
    #[default]
    Mild,
    /// Hardly worth a word.
    Slight,
    /// As loud as the settings say.
    Set(Level),
}

/// A host the author writes for, and what it makes of the document.
pub struct Judge<'a> {
    /// The host.
    pub host: &'a Arc<Host>,
    /// Its reading.
    pub reading: &'a Reading,
    /// Whether the host never meets the file where it lies: what is said of it is what it would do.
    pub is_stranger: bool,
}

impl Doer for Judge<'_> {
    fn host(&self) -> &Host {
        self.host
    }

    fn is_stranger(&self) -> bool {
        self.is_stranger
    }
}

/// What a document check sees.
pub struct DocumentContext<'a> {
    /// The file.
    pub path: &'a Path,
    /// The name of its folder.
    pub folder: &'a str,
    /// What it is.
    pub kind: FoundKind,
    /// What it says.
    pub document: &'a Document,
    /// The size of the file in bytes, which may be more than was read of it.
    pub size: u64,
    /// The hosts the author writes for.
    pub judges: &'a [Judge<'a>],
    /// The MCP servers, agents and rules about tools that exist here.
    pub declared: &'a Declared,
    /// The file system, for links.
    pub files: &'a dyn Files,
    /// The settings.
    pub config: &'a Config,
    /// What several checks ask.
    pub shared: Shared<'a>,
}

/// What several checks ask of a document, worked out when it is first asked for.
#[derive(Default)]
pub struct Shared<'a> {
    folder_names: Arc<FolderNames>,
    knowledge: OnceCell<Vec<Knowledge>>,
    tool_fields: OnceCell<Vec<ToolField<'a>>>,
}

impl Shared<'_> {
    /// With names that other files of the same run may have listed.
    pub(crate) fn with(folder_names: &Arc<FolderNames>) -> Self {
        Shared { folder_names: folder_names.clone(), ..Shared::default() }
    }
}

impl<'a> DocumentContext<'a> {
    /// Whether it is a legacy command (where `name` and `paths` mean nothing).
    pub fn is_command(&self) -> bool {
        self.kind == FoundKind::Command
    }

    /// Whether it is an agent, which is called by its `name` and has no folder.
    pub fn is_agent(&self) -> bool {
        self.kind == FoundKind::Agent
    }

    /// Where a finding about the whole file is shown: the opening fence, or the first line.
    pub fn headline(&self) -> Span {
        let first_line = self.document.text.find(['\n', '\r']).unwrap_or(self.document.text.len());
        self.document.fence.opening.unwrap_or_else(|| Span::new(0, first_line))
    }

    /// Whether it is no skill that anybody uses, and not where an agent looks for skills: a template that is to be
    /// copied and filled in, a page about skills, or what a test is given to read, broken on purpose.
    pub(crate) fn is_material(&self) -> bool {
        const OWN: [&str; 4] = ["template", "skill-template", "template-skill", "skill_template"];
        const ABOVE: [&str; 3] = ["template", "templates", ".templates"];
        const OF_TESTS: [&str; 6] = ["fixtures", "fixture", "testdata", "test-data", "test_data", "snapshots"];
        // Such words are also groups of skills: `skills/tests/unit`.
        const OF_TRIALS: [&str; 5] = ["test", "tests", "eval", "evals", "e2e"];
        const OF_PAGES: [&str; 6] = ["docs", "doc", "documentation", "wiki", "spec", "specs"];
        const HIGHEST: usize = 4;
        let (mut is_material, mut is_looked_at) = (self.has_unfilled_name(), false);
        let (mut is_of_trial, mut is_among_skills) = (false, false);
        let is_text = self.document.fence.fault == Some(FenceFault::Missing);
        for (index, folder) in self.path.ancestors().skip(1).enumerate() {
            let name = folder.file_name().map(|name| name.to_string_lossy().to_lowercase()).unwrap_or_default();
            // `_template`, `__fixtures__`, `00-template`
            let bare = name.trim_start_matches(|sign: char| sign.is_ascii_digit() || sign == '-').trim_matches('_');
            is_material |= index == 0 && (OWN.contains(&bare) || is_text && OF_PAGES.contains(&bare));
            is_among_skills |= name.ends_with("skills");
            // Above the repository, folders are called as anybody likes.
            if self.files.kind(&folder.join(".git")).is_some() {
                break;
            }
            let is_near = (1..=HIGHEST).contains(&index);
            // A whole project that a test is given has the folders of agents too.
            if (1..=HIGHEST + 2).contains(&index) && OF_TESTS.contains(&bare) {
                return true;
            }
            is_of_trial = !name.ends_with("skills") && (is_of_trial || is_near && OF_TRIALS.contains(&bare));
            is_looked_at |= name.starts_with('.') && !ABOVE.contains(&&*name);
            is_material |= is_near && ABOVE.contains(&bare) || name.contains("{{");
        }
        // `wiki/Skill.md` is what is written about skills of any kind.
        let is_page = is_text && !is_among_skills && !self.path.ends_with("SKILL.md");
        (is_material || is_of_trial || is_page) && !is_looked_at
    }

    /// Whether a program is to fill in the name: `name: {{ cookiecutter.name }}`, `name: <%= name %>`, `name: ${NAME}`.
    fn has_unfilled_name(&self) -> bool {
        let block = self.document.fence.block.of(&self.document.text);
        let name = block.lines().find_map(|line| line.strip_prefix("name:"));
        let name = name.map(|name| name.trim().trim_start_matches(['"', '\''])).unwrap_or_default();
        ["{", "<", "${", "#{", "__", "@@", "[["].iter().any(|start| name.starts_with(start))
    }

    /// Whether a field that is not seen is not there: the block is there, and what is wrong in it has a key of its own.
    pub fn is_legible(&self) -> bool {
        let document = self.document;
        document.fence.opening.is_some()
            && document.fence.fault != Some(FenceFault::Unclosed)
            && document.not_mapping.is_none()
            && document.errors.iter().all(|error| error.key.is_some())
    }

    /// The `name` of a skill, and its text. A command goes by its file.
    pub(crate) fn name(&self) -> Option<(&'a Field, &'a str)> {
        let field = self.document.field("name").filter(|_| !self.is_command())?;
        Some((field, field.value.scalar()?.trim()))
    }

    /// The line break that the author uses, for fixes that add a line.
    pub fn line_break(&self) -> &'static str {
        line_break(&self.document.text)
    }

    /// The hosts the author writes for, without what they make of the document.
    fn hosts(&self) -> Vec<&'a Host> {
        self.judges.iter().map(|judge| judge.host.as_ref()).collect()
    }

    /// The fields of the block, as many as are looked up, with what is known about their keys.
    pub(crate) fn known_fields(&self) -> impl Iterator<Item = (&Field, &Knowledge)> {
        let fields = &self.document.fields;
        let known = self.shared.knowledge.get_or_init(|| {
            let hosts = self.hosts();
            let known = |field: &Field| knowledge(self.document, &hosts, self.config, &field.key);
            fields.iter().take(MOST_FIELDS).map(known).collect()
        });
        fields.iter().zip(known)
    }

    /// Whether a misspelled field is the first that means a field: of two that mean the same one can be it.
    pub(crate) fn is_first_meant(&self, field: &Field, meant: &str) -> bool {
        let mut fields = self.known_fields();
        let first = fields.find(|(_, knowledge)| match knowledge {
            Knowledge::Variant(name, _) | Knowledge::NearMiss(name) => name == meant,
            Knowledge::Known | Knowledge::OfOthers(_) | Knowledge::Unknown => false,
        });
        first.is_some_and(|(first, _)| std::ptr::eq(first, field))
    }

    /// The lists of tools in the file that somebody reads.
    pub(crate) fn tool_fields(&self) -> &[ToolField<'a>] {
        self.shared.tool_fields.get_or_init(|| tool_fields(self.document, &self.hosts(), self.config))
    }
}

/// What a catalogue check sees.
pub struct CatalogContext<'a> {
    /// All skills.
    pub catalog: &'a Catalog,
    /// The skill that is judged.
    pub id: SkillId,
    /// What is kept of it.
    pub skill: &'a Skill,
    /// The hosts the author writes for that have a view.
    pub views: &'a [&'a View],
    /// The hosts the author writes for, with or without a view.
    pub hosts: &'a [Arc<Host>],
    /// The listings of those hosts, computed once for all skills.
    pub listings: &'a [(String, Arc<crate::listing::Listing>)],
    /// What is worked out once for all skills.
    pub gathered: &'a Gathered,
    /// The file system.
    pub files: &'a dyn Files,
    /// The settings.
    pub config: &'a Config,
}

impl<'a> CatalogContext<'a> {
    /// The candidate of the judged skill in each view that has one.
    pub fn candidates(&self) -> impl Iterator<Item = (&'a View, &'a Candidate)> + '_ {
        self.views.iter().filter_map(|view| Some((*view, view.of_skill(self.id)?)))
    }
}

/// What a check of agents sees.
pub struct AgentContext<'a> {
    /// The file.
    pub path: &'a Path,
    /// What it says.
    pub document: &'a Document,
    /// The hosts that read it.
    pub hosts: &'a [Arc<Host>],
    /// All skills.
    pub catalog: &'a Catalog,
    /// The packages that lie here.
    pub own_packages: &'a OwnPackages,
    /// The settings.
    pub config: &'a Config,
}

/// What a check of settings sees.
pub struct SettingsContext<'a> {
    /// The settings file.
    pub path: &'a Path,
    /// The hosts that are looked at.
    pub views: &'a [View],
    /// The settings of skill-lsp.
    pub config: &'a Config,
}

/// What a check of places sees.
pub struct PlaceContext<'a> {
    /// What lies there.
    pub near: &'a NearMiss,
    /// The hosts for which the author would write, were it in the right place.
    pub hosts: &'a [Arc<Host>],
    /// The settings.
    pub config: &'a Config,
}

/// What a check of manifests sees.
pub struct ManifestContext<'a> {
    /// The manifest.
    pub path: &'a Path,
    /// Its text.
    pub text: &'a str,
    /// What it says.
    pub root: &'a Node,
    /// What it is to the hosts for which its author writes, and what they find in it.
    pub examined: &'a [(manifest::Subject, manifest::Examined)],
    /// The file system.
    pub files: &'a dyn Files,
    /// The texts of manifests that are open.
    pub open: &'a BTreeMap<PathBuf, Arc<str>>,
    /// The settings of skill-lsp.
    pub config: &'a Config,
}

impl ManifestContext<'_> {
    /// The text of another manifest.
    fn text_of(&self, path: &Path) -> Option<Arc<str>> {
        self.open.get(path).cloned().or_else(|| self.files.text(path).map(Arc::from))
    }

    /// What an entry of a marketplace says under a key.
    fn entry_text(&self, entry: usize, key: &str) -> Option<String> {
        let entry = self.root.get("plugins")?.value.items().get(entry)?;
        entry.get(key)?.value.text().map(str::to_owned)
    }

    /// Whether the object in which a key stands has another of this name.
    fn has_sibling(&self, key: Span, name: &str) -> bool {
        fn holder(node: &Node, key: Span) -> Option<&Node> {
            let members = node.members();
            if members.iter().any(|member| member.key_span == key) {
                return Some(node);
            }
            members.iter().map(|it| &it.value).chain(node.items()).find_map(|it| holder(it, key))
        }
        holder(self.root, key).is_some_and(|holder| holder.get(name).is_some())
    }
}

/// So many findings of one check in one file are told: nobody reads more, and a file may be nothing but faults.
const MOST_FINDINGS: usize = 200;

/// Collects the findings of one check, and counts those that are too many.
pub struct Report<'a> {
    pub(crate) check: &'a Check,
    pub(crate) findings: Vec<(Grade, Diagnostic)>,
    /// Where the first one stands that is only counted, and how many are.
    pub(crate) more: Option<(Span, usize)>,
}

impl Report<'_> {
    /// Counts a finding when it is one too many: then nothing has to be worked out about it.
    pub fn is_only_counted(&mut self, span: Span) -> bool {
        let is_full = self.findings.len() >= MOST_FINDINGS;
        if is_full {
            self.more.get_or_insert((span, 0)).1 += 1;
        }
        is_full
    }

    /// Adds a finding and hands it back, so that more can be said about it.
    /// What it quotes of the author may go over several lines; what it says never does.
    pub fn finding(&mut self, span: Span, message: impl Into<String>) -> Finding<'_> {
        if self.is_only_counted(span) {
            return Finding { findings: None };
        }
        let mut message: String = message.into();
        if message.contains(['\n', '\r']) {
            message = message.split_whitespace().collect::<Vec<_>>().join(" ");
        }
        self.findings.push((Grade::Mild, Diagnostic::new(self.check.id, Level::Warning, span, message)));
        Finding { findings: Some(&mut self.findings) }
    }
}

/// The finding that was added last; nothing when it was only counted.
pub struct Finding<'a> {
    findings: Option<&'a mut Vec<(Grade, Diagnostic)>>,
}

impl Finding<'_> {
    fn with(mut self, change: impl FnOnce(&mut (Grade, Diagnostic))) -> Self {
        if let Some(last) = self.findings.as_deref_mut().and_then(|findings| findings.last_mut()) {
            change(last);
        }
        self
    }

    /// How grave it is.
    pub fn grade(self, grade: Grade) -> Self {
        self.with(|(old, _)| *old = grade)
    }

    /// What happens in which host, in one short line, and the ids of the hosts concerned.
    pub(crate) fn consequence(self, Consequence { text, hosts, loses_skill }: Consequence) -> Self {
        let text = (!text.is_empty()).then_some(text);
        self.with(|(_, diagnostic)| {
            (diagnostic.consequence, diagnostic.hosts, diagnostic.loses_skill) = (text, hosts, loses_skill);
        })
    }

    /// What each host does for which the author writes.
    pub(crate) fn deeds<'a, D: Doer + 'a>(self, deeds: impl IntoIterator<Item = (&'a D, Deed)>) -> Self {
        self.consequence(of_deeds(deeds))
    }

    /// The hosts concerned, where there is no more to say.
    pub(crate) fn hosts<'a, H: Borrow<Host> + 'a>(self, hosts: impl IntoIterator<Item = &'a H>) -> Self {
        let hosts = hosts.into_iter().map(|host| host.borrow().id.clone()).collect();
        self.with(|(_, diagnostic)| diagnostic.hosts = hosts)
    }

    /// Other places that belong to it.
    pub fn related(self, related: impl IntoIterator<Item = Related>) -> Self {
        self.with(|(_, diagnostic)| diagnostic.related.extend(related))
    }

    /// A fix; the first one is preferred.
    pub fn fix(self, fix: Fix) -> Self {
        self.with(|(_, diagnostic)| diagnostic.fixes.push(fix))
    }

    /// The fixes that there are.
    pub fn fixes(self, fixes: impl IntoIterator<Item = Fix>) -> Self {
        self.with(|(_, diagnostic)| diagnostic.fixes.extend(fixes))
    }

    /// How editors paint it.
    pub fn tag(self, tag: Tag) -> Self {
        self.with(|(_, diagnostic)| diagnostic.tag = Some(tag))
    }
}
