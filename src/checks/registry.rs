//! The list of checks, and the one place where a finding gets its level and where suppressions count.

use std::path::Path;

use crate::catalog::FoundKind;
use crate::checks::{
    self, AgentContext, CatalogContext, Check, Diagnostic, DocumentContext, Grade, ManifestContext, PlaceContext,
    Report, Run, SettingsContext,
};
use crate::config::{Config, Level};
use crate::document::allow::{Allow, AllowScope};
use crate::words::grouped;

/// The checks by their groups.
macro_rules! table {
    ($($group:literal: $($name:ident)+;)+) => {
        /// Every check, in the order of the tables.
        pub static CHECKS: &[&Check] = &[$($(&checks::$name::CHECK),+),+];

        /// The groups of checks, as the tables show them.
        pub static GROUPS: &[(&str, &[&Check])] = &[$(($group, &[$(&checks::$name::CHECK),+])),+];
    };
}

table! {
    "the block":
        frontmatter_missing frontmatter_not_first frontmatter_unclosed frontmatter_cut_short frontmatter_not_mapping
        yaml_syntax value_cut_by_comment key_repeated encoding_damaged frontmatter_repeated merge_conflict
        yaml_not_portable text_lookalike text_invisible line_ends_unusual file_too_large file_is_link_text
        link_leads_outside link_leads_nowhere file_name_case validator_complains;
    "fields":
        field_misspelled field_spelling_variant field_of_another_host field_unknown field_wrong_type
        field_value_unknown field_without_effect;
    "name": name_missing name_not_kebab_case name_too_long name_folder_mismatch name_reserved;
    "who wins":
        name_shadowed name_shadows name_ambiguous name_listed_twice name_repeated name_taken_by_command copies_differ
        skill_not_discovered skill_not_shipped place_near_miss;
    "description":
        description_missing description_empty description_too_long description_placeholder
        description_angle_brackets description_without_trigger description_overlaps listing_over_budget;
    "allowed-tools":
        tool_unknown tool_pattern_malformed tool_pattern_ignored tool_repeated tool_server_unknown tool_unrestricted;
    "body":
        body_empty body_too_long link_target_missing link_leaves_skill path_mentioned_missing file_unmentioned
        placeholder_unknown placeholder_in_code argument_undeclared command_never_runs skill_mention_unknown
        path_machine_specific secret_literal tag_unclosed;
    "manifests":
        manifest_invalid manifest_key_unknown manifest_path_missing manifest_version_differs manifest_incomplete
        companion_invalid;
    "agents": agent_skill_unknown;
    "settings": house_rule permission_matches_no_skill;
    "comments": allow_unused;
}

impl Check {
    /// Whether it is about such files.
    pub(crate) fn is_for(&self, kind: FoundKind) -> bool {
        kind != FoundKind::Agent || matches!(self.run, Run::Text(_))
    }

    /// Its group, as the tables show it.
    pub fn group(&self) -> &'static str {
        let has = |checks: &[&Check]| checks.iter().any(|check| check.id == self.id);
        GROUPS.iter().find(|(_, checks)| has(checks)).map_or("", |(group, _)| group)
    }
}

/// The check with this id.
pub fn check(id: &str) -> Option<&'static Check> {
    CHECKS.iter().copied().find(|check| check.id == id)
}

/// The findings of the document checks at their default levels; [`finish`] applies settings and suppressions.
pub fn diagnostics_of_document(context: &DocumentContext<'_>) -> Vec<Diagnostic> {
    let mut raw = Vec::new();
    let only_validated = checks::validator_complains::judges_alone(context);
    for check in CHECKS {
        if let Run::Document(run) | Run::Text(run) = check.run
            && check.is_for(context.kind)
            && !(only_validated && checks::validator_complains::INSTEAD_OF.contains(&check.id))
            && is_wanted(check, context.config, context.path)
        {
            raw.extend(found_by(check, |report| run(context, report)));
        }
    }
    if only_validated {
        // A validator fails for its own complaints alone.
        for diagnostic in raw.iter_mut().filter(|it| it.check != checks::validator_complains::CHECK.id) {
            diagnostic.level = diagnostic.level.min(Level::Warning);
            diagnostic.loses_skill = false;
        }
        return raw;
    }
    // A template is no skill yet: what is missing in it is for whoever fills it in. What tests read is broken on purpose.
    if raw.iter().any(|it| it.level > Level::Hint) && context.is_material() {
        raw.iter_mut().filter(|it| it.level != Level::Off).for_each(|it| it.level = Level::Hint);
    }
    // A conflict in the frontmatter is one finding; what follows from it there would only hide it.
    if checks::merge_conflict::in_frontmatter(context.document) {
        let body = context.document.fence.body.start;
        raw.retain(|diagnostic| diagnostic.check == checks::merge_conflict::CHECK.id || diagnostic.span.start >= body);
    }
    raw
}

/// The findings of the catalogue checks at their default levels.
pub fn diagnostics_of_catalog(context: &CatalogContext<'_>) -> Vec<Diagnostic> {
    let mut raw = Vec::new();
    // What stands here of a file outside is not what stands in the file.
    let outside = &checks::link_leads_outside::CHECK;
    for check in CHECKS.iter().filter(|check| !context.skill.is_outside || check.id == outside.id) {
        if let Run::Catalog(run) = check.run
            && is_wanted(check, context.config, &context.skill.path)
        {
            raw.extend(found_by(check, |report| run(context, report)));
        }
    }
    raw
}

/// The findings about an agent among the skills, at their default levels.
pub fn diagnostics_of_agent(context: &AgentContext<'_>) -> Vec<Diagnostic> {
    let mut raw = Vec::new();
    for check in CHECKS {
        if let Run::Agent(run) = check.run
            && is_wanted(check, context.config, context.path)
        {
            raw.extend(found_by(check, |report| run(context, report)));
        }
    }
    raw
}

/// The findings about a place, at their default levels.
pub fn diagnostics_of_place(context: &PlaceContext<'_>) -> Vec<Diagnostic> {
    let mut raw = Vec::new();
    for check in CHECKS {
        if let Run::Place(run) = check.run
            && is_wanted(check, context.config, &context.near.path)
        {
            raw.extend(found_by(check, |report| run(context, report)));
        }
    }
    raw
}

/// The findings in a settings file of a host, finished.
pub fn diagnostics_of_settings(context: &SettingsContext<'_>) -> Vec<Diagnostic> {
    let mut raw = Vec::new();
    for check in CHECKS {
        if let Run::Settings(run) = check.run
            && is_wanted(check, context.config, context.path)
        {
            raw.extend(found_by(check, |report| run(context, report)));
        }
    }
    finish(context.path, &[], context.config, raw)
}

/// The findings in a manifest of a package, finished.
pub fn diagnostics_of_manifest(context: &ManifestContext<'_>) -> Vec<Diagnostic> {
    let mut raw = Vec::new();
    for check in CHECKS {
        if let Run::Manifest(run) = check.run
            && is_wanted(check, context.config, context.path)
        {
            raw.extend(found_by(check, |report| run(context, report)));
        }
    }
    finish(context.path, &[], context.config, raw)
}

/// The findings of one check, each at the default level of its grade.
pub(crate) fn found_by(check: &Check, run: impl FnOnce(&mut Report<'_>)) -> Vec<Diagnostic> {
    let mut report = Report { check, findings: Vec::new(), more: None };
    run(&mut report);
    // Of suppressions every one is proposed, and it is not known yet which of them are of no use.
    let more = report.more.filter(|_| check.id != checks::allow_unused::CHECK.id);
    if let (Some((span, count)), Some((grade, _))) = (more, report.findings.last()) {
        let message = format!("And {} more like it", grouped(count));
        report.findings.push((*grade, Diagnostic::new(check.id, Level::Warning, span, message)));
    }
    let [severe, mild, slight] = check.levels;
    // A level is a consequence: what costs somebody the skill is an error, whichever check says so.
    let level_of = |grade: Grade, loses_skill: bool| match grade {
        _ if loses_skill && mild != Level::Off => Level::Error,
        Grade::Severe => severe,
        Grade::Mild => mild,
        Grade::Slight => slight,
        Grade::Set(level) => level,
    };
    let findings = report.findings.into_iter();
    findings.map(|(grade, it)| Diagnostic { level: level_of(grade, it.loses_skill), ..it }).collect()
}

/// What remains of raw findings: levels set, suppressed ones taken out, unused suppressions added, in the order
/// of the text.
pub fn finish(path: &Path, allows: &[Allow], config: &Config, raw: Vec<Diagnostic>) -> Vec<Diagnostic> {
    // What was read of a damaged file is not what stands on disk: writing it back would destroy bytes.
    let damaged = raw.iter().any(|diagnostic| diagnostic.check == checks::encoding_damaged::CHECK.id);
    let (unused, mut found): (Vec<Diagnostic>, Vec<Diagnostic>) =
        raw.into_iter().partition(|diagnostic| diagnostic.check == checks::allow_unused::CHECK.id);
    for diagnostic in &mut found {
        diagnostic.level = level(diagnostic, config, path);
    }
    found.retain(|diagnostic| diagnostic.level != Level::Off);

    let mut used = Vec::new();
    found.retain(|diagnostic| keep(diagnostic, allows, &mut used));

    // `allow-unused` proposes every suppression; those that did something, or whose check is switched off, go.
    for mut diagnostic in unused {
        diagnostic.level = level(&diagnostic, config, path);
        let names_silent_check = allows
            .iter()
            .flat_map(|allow| &allow.checks)
            .filter(|(_, span)| *span == diagnostic.span)
            .filter_map(|(id, _)| check(id))
            .any(|check| !is_wanted(check, config, path));
        if diagnostic.level != Level::Off
            && !used.contains(&diagnostic.span)
            && !names_silent_check
            && keep(&diagnostic, allows, &mut Vec::new())
        {
            found.push(diagnostic);
        }
    }

    if damaged {
        for diagnostic in &mut found {
            diagnostic.fixes.clear();
        }
    }
    found.sort_by(|a, b| {
        (a.span.start, a.span.end, a.check, &a.message).cmp(&(b.span.start, b.span.end, b.check, &b.message))
    });
    found.dedup_by(|a, b| a.check == b.check && a.span == b.span && a.message == b.message);
    found.iter_mut().for_each(Diagnostic::straighten);
    found
}

/// Whether no suppression covers a finding; the span of the id in one that does goes into `used`.
fn keep(diagnostic: &Diagnostic, allows: &[Allow], used: &mut Vec<crate::text::Span>) -> bool {
    let mut kept = true;
    for allow in allows {
        let covers = match allow.scope {
            AllowScope::File => true,
            AllowScope::NextLine(line) => line.touches(diagnostic.span.start),
        };
        if covers {
            for (_, span) in allow.checks.iter().filter(|(id, _)| id == diagnostic.check) {
                used.push(*span);
                kept = false;
            }
        }
    }
    kept
}

/// The level of a finding under these settings. A check that was selected is heard, also where it is off; but not
/// where the settings switch it off by path.
fn level(diagnostic: &Diagnostic, config: &Config, path: &Path) -> Level {
    let level = config.level(diagnostic.check, path).unwrap_or(diagnostic.level);
    let Some(only) = &config.only else { return level };
    match only.iter().any(|id| id == diagnostic.check) {
        true if level == Level::Off && config.level_by_path(diagnostic.check, path).is_none() => {
            if diagnostic.level == Level::Off { Level::Warning } else { diagnostic.level }
        }
        true => level,
        false => Level::Off,
    }
}

/// Whether the findings of a check can be seen at all. The damage to a file is always looked for, because no
/// fix may be offered on it.
fn is_wanted(check: &Check, config: &Config, path: &Path) -> bool {
    if check.id == checks::encoding_damaged::CHECK.id {
        return true;
    }
    if let Some(only) = &config.only {
        return only.iter().any(|id| id == check.id);
    }
    match config.level(check.id, path) {
        Some(level) => level != Level::Off,
        None => check.levels.iter().any(|level| *level != Level::Off),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Span;

    fn config() -> Config {
        crate::config::resolve(None, &crate::config::Overlay::default(), &[]).0
    }

    fn finding(check: &'static str, start: usize, end: usize) -> Diagnostic {
        Diagnostic {
            check,
            level: Level::Warning,
            span: Span::new(start, end),
            message: check.to_owned(),
            consequence: None,
            hosts: Vec::new(),
            loses_skill: false,
            related: Vec::new(),
            fixes: vec![crate::checks::Fix::safe("Remove it", Vec::new())],
            tag: None,
            is_remembered: false,
        }
    }

    fn allow(id: &str, id_at: usize, scope: AllowScope) -> Allow {
        let span = Span::new(id_at, id_at + id.len());
        Allow { span, checks: vec![(id.to_owned(), span)], scope, reason: None }
    }

    fn ids(found: &[Diagnostic]) -> Vec<&str> {
        found.iter().map(|diagnostic| diagnostic.check).collect()
    }

    #[test]
    fn every_check_is_documented_and_named_once() {
        let mut seen = std::collections::BTreeSet::new();
        for check in CHECKS {
            assert!(seen.insert(check.id), "{} is listed twice", check.id);
            let headings: Vec<&str> = check.documentation.lines().filter_map(|line| line.strip_prefix("## ")).collect();
            let expected = ["What it reports", "Why it matters", "Example", "Instead", "Hosts"];
            let count = if headings.len() == 5 { 5 } else { 4 };
            assert_eq!(headings, expected[..count], "{}", check.id);
            assert!(!check.summary.is_empty() && !check.summary.ends_with('.'), "{}", check.id);
            assert!(check.documentation.lines().all(|line| line.chars().count() <= 128), "{}", check.id);
        }
    }

    #[test]
    fn in_the_order_of_the_text_and_once() {
        let raw = vec![finding("b", 5, 6), finding("a", 5, 6), finding("c", 0, 9), finding("b", 5, 6)];
        assert_eq!(ids(&finish(Path::new("/s"), &[], &config(), raw)), ["c", "a", "b"]);
    }

    #[test]
    fn a_suppression_covers_the_next_line_only() {
        let allows = [allow("a", 90, AllowScope::NextLine(Span::new(10, 20)))];
        let raw = vec![finding("a", 12, 13), finding("b", 12, 13), finding("a", 30, 31)];
        let left = finish(Path::new("/s"), &allows, &config(), raw);
        assert_eq!(left.iter().map(|it| (it.check, it.span.start)).collect::<Vec<_>>(), [("b", 12), ("a", 30)]);
    }

    #[test]
    fn a_suppression_for_the_file_covers_all_of_it() {
        let allows = [allow("a", 90, AllowScope::File)];
        let raw = vec![finding("a", 12, 13), finding("a", 30, 31), finding("b", 40, 41)];
        assert_eq!(ids(&finish(Path::new("/s"), &allows, &config(), raw)), ["b"]);
    }

    #[test]
    fn a_used_suppression_is_not_reported_as_unused() {
        let allows = [allow("a", 90, AllowScope::File), allow("b", 95, AllowScope::File)];
        let raw = vec![finding("a", 12, 13), finding("allow-unused", 90, 91), finding("allow-unused", 95, 96)];
        let left = finish(Path::new("/s"), &allows, &config(), raw);
        assert_eq!(left.iter().map(|it| (it.check, it.span.start)).collect::<Vec<_>>(), [("allow-unused", 95)]);
    }

    #[test]
    fn a_template_is_no_skill_yet() {
        use crate::checks::testing::{Fixture, finished_in};
        let level = |path: &str| {
            let text = "---\nname: my-skill\ndescription: TODO\n---\nSee [it](references/api.md).\n";
            let fixture = Fixture::parse(&format!("//- {path}\n{text}"));
            let document = crate::document::parse(text);
            finished_in(&fixture, Path::new(path), &document).into_iter().map(|it| it.level).max()
        };
        for path in [
            "/x/template/SKILL.md",
            "/x/templates/basic/SKILL.md",
            "/x/skills/skill-template/SKILL.md",
            "/x/template/skills/basic/SKILL.md",
            "/x/tests/fixtures/broken/SKILL.md",
            "/x/skills/TEMPLATE/SKILL.md",
            "/x/test/data/skills/bad/SKILL.md",
            "/x/skills/00-template/SKILL.md",
            // A project for a test, whole.
            "/x/tests/fixtures/.claude/skills/a/SKILL.md",
            "/x/{{cookiecutter.slug}}/skills/a/SKILL.md",
        ] {
            assert_eq!(level(path), Some(Level::Hint), "{path}");
        }
        for path in [
            "/x/skills/email-template/SKILL.md",
            "/x/.claude/skills/template/SKILL.md",
            "/x/skills/fixtures/SKILL.md",
            "/x/skills/tests/unit/SKILL.md",
            "/x/templates/.claude/skills/a/SKILL.md",
        ] {
            assert_eq!(level(path), Some(Level::Warning), "{path}");
        }
    }

    #[test]
    fn a_name_that_a_program_fills_in() {
        use crate::checks::testing::{Fixture, finished_in};
        let level = |path: &str, name: &str| {
            let text = format!("---\nname: {name}\ndescription: {name}\n---\nDo it.\n");
            let fixture = Fixture::parse(&format!("//- {path}\n{text}"));
            let document = crate::document::parse(&text);
            finished_in(&fixture, Path::new(path), &document).into_iter().map(|it| it.level).max()
        };
        for name in ["{{ cookiecutter.name }}", "<%= name %>", "${NAME}", "{name}", "<skill-name>", "__NAME__"] {
            assert_eq!(level("/x/skills/new/SKILL.md", name), Some(Level::Hint), "{name}");
        }
        assert_eq!(level("/x/.claude/skills/new/SKILL.md", "{{ name }}"), Some(Level::Error));
    }

    #[test]
    fn a_page_about_skills() {
        use crate::checks::testing::{Fixture, finished_in};
        let level = |path: &str, text: &str| {
            let fixture = Fixture::parse(&format!("//- {path}\n{text}"));
            let document = crate::document::parse(text);
            finished_in(&fixture, Path::new(path), &document).into_iter().map(|it| it.level).max()
        };
        let page = "# What a SKILL.md is\n\nA file.\n";
        assert_eq!(level("/x/docs/SKILL.md", page), Some(Level::Hint));
        assert_eq!(level("/x/docs/SKILL.md", "---\nname: [x]\n---\n"), Some(Level::Error));
        assert_eq!(level("/x/docs/skills/pdf/SKILL.md", page), Some(Level::Error));
        assert_eq!(level("/x/game/Skill.md", page), Some(Level::Hint));
        assert_eq!(level("/x/skills/pdf/skill.md", page), Some(Level::Error));
        assert_eq!(level("/x/.claude/skills/pdf/skill.md", page), Some(Level::Error));
    }

    #[test]
    fn settings_have_the_last_word_on_levels() {
        let mut config = config();
        config.checks.insert("a".to_owned(), Level::Off);
        config.checks.insert("b".to_owned(), Level::Error);
        let left = finish(Path::new("/s"), &[], &config, vec![finding("a", 0, 1), finding("b", 0, 1)]);
        assert_eq!(left.iter().map(|it| (it.check, it.level)).collect::<Vec<_>>(), [("b", Level::Error)]);
    }

    #[test]
    fn of_very_many_most_are_counted() {
        let report_all = |count: usize| {
            let run = |report: &mut Report<'_>| {
                for at in 0..count {
                    report.finding(Span::at(at), format!("{at}")).grade(Grade::Severe);
                }
            };
            found_by(&checks::body_empty::CHECK, run)
        };
        assert_eq!(report_all(200).len(), 200);
        let found = report_all(175_000);
        let last = found.last().map(|it| (&*it.message, it.span.start, it.level));
        assert_eq!((found.len(), last), (201, Some(("And 174,800 more like it", 200, found[0].level))));
    }

    #[test]
    fn a_damaged_file_gets_no_fixes() {
        let raw = vec![finding("encoding-damaged", 0, 1), finding("a", 3, 4)];
        assert!(finish(Path::new("/s"), &[], &config(), raw).iter().all(|it| it.fixes.is_empty()));
    }
}
