//! What can be done at a place: fixes, suppressions, explanations, and other ways to write the same.

mod allow;
pub mod allowing;
mod forms;
mod meaning;
mod switches;
mod tidying;

use std::path::PathBuf;

use crate::checks::{COPIES_DIFFER, Diagnostic, Fix};
use crate::document::Document;
use crate::features::Context;
use crate::features::changes::{Change, Changes};
use crate::features::fixing::{accepted, has_safe, moves};
use crate::hosts::SwitchScope;
use crate::text::{Edit, Span};
use crate::words::short;

/// Something that can be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Action {
    /// Starts with a verb.
    pub title: String,
    /// What kind of thing it is.
    pub kind: Kind,
    /// The findings it is for: their places in [`Context::diagnostics`].
    pub findings: Vec<usize>,
    /// Whether it is what most would choose.
    pub is_preferred: bool,
    /// What it does.
    pub deed: Deed,
}

impl Action {
    fn new(kind: Kind, title: String, deed: Deed) -> Action {
        Action { title, kind, findings: Vec::new(), is_preferred: false, deed }
    }
}

/// Kinds of actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// An answer to a finding.
    QuickFix,
    /// The same, written another way.
    Rewrite,
    /// All safe fixes of the file.
    FixAll,
    /// Something about the skill, in the settings of an agent.
    Switch,
}

/// What an action does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Deed {
    /// Changes files.
    Change(Changes),
    /// Explains a check.
    Explain(&'static str),
    /// Applies all safe fixes, round by round. What comes out is worked out when it is wanted.
    FixAll,
    /// Shows how the file differs from another one.
    Compare(PathBuf),
    /// Turns the skill on or off in the settings of a host.
    Switch {
        /// The host's id.
        host: String,
        /// The skill's id in it.
        id: String,
        /// On or off.
        on: bool,
        /// Whose settings.
        scope: SwitchScope,
    },
}

/// Tells what would be found in another document.
pub type Examine<'a> = &'a dyn Fn(&Document) -> Vec<Diagnostic>;

/// What is asked for.
pub struct Asked<'a> {
    /// The selection.
    pub span: Span,
    /// Findings that were named, wherever they are.
    pub named: &'a dyn Fn(&Diagnostic) -> bool,
    /// The kinds that are wanted.
    pub wants: &'a dyn Fn(Kind) -> bool,
    /// What would be found if the document said something else.
    pub examine: Examine<'a>,
}

/// So many findings are answered at once: more are selected only by whoever selects everything.
const MOST: usize = 50;
/// Of so many of them it is tried what their fixes do, and where a comment can stand: each costs another look at the text.
const MOST_ALLOWED: usize = 10;

/// What can be done, the likeliest first.
pub fn actions(context: &Context<'_>, asked: &Asked<'_>) -> Vec<Action> {
    let mut actions = Vec::new();
    let findings = findings(context, asked);
    if (asked.wants)(Kind::QuickFix) {
        for (nth, (index, finding)) in findings.iter().enumerate() {
            let examine = (nth < MOST_ALLOWED).then_some(asked.examine);
            fixes(context, *index, finding, examine, &mut actions);
            comparisons(context, *index, finding, &mut actions);
        }
    }
    if (asked.wants)(Kind::FixAll) {
        actions.extend(fix_all(context));
    }
    if (asked.wants)(Kind::Rewrite) {
        let tidied = tidying::tidied(context, asked.span);
        let forms = forms::forms(context.document, asked.span);
        let action = |(title, edit)| Action::new(Kind::Rewrite, title, Deed::Change(edited(context, edit)));
        actions.extend(tidied.into_iter().chain(forms).map(action));
    }
    if (asked.wants)(Kind::QuickFix) {
        for (index, finding) in findings.iter().take(MOST_ALLOWED) {
            allows(context, asked, *index, finding, &mut actions);
        }
        explanations(&findings, &mut actions);
    }
    if (asked.wants)(Kind::Switch) {
        actions.extend(switches::switches(context, asked.span));
    }
    actions
}

/// What can be done in the manifest of a package: no comment can stand in JSON, and nothing is written in other ways.
pub fn in_manifest(context: &Context<'_>, asked: &Asked<'_>) -> Vec<Action> {
    let mut actions = Vec::new();
    let findings = findings(context, asked);
    if (asked.wants)(Kind::QuickFix) {
        for (nth, (index, finding)) in findings.iter().enumerate() {
            let examine = (nth < MOST_ALLOWED).then_some(asked.examine);
            fixes(context, *index, finding, examine, &mut actions);
        }
    }
    if (asked.wants)(Kind::FixAll) {
        actions.extend(fix_all(context));
    }
    if (asked.wants)(Kind::QuickFix) {
        explanations(&findings, &mut actions);
    }
    actions
}

/// The action that applies all safe fixes, when there are any.
fn fix_all(context: &Context<'_>) -> Option<Action> {
    has_safe(&context.document.text, context.diagnostics)
        .then(|| Action::new(Kind::FixAll, "Fix all that can be fixed safely".to_owned(), Deed::FixAll))
}

fn explanations(findings: &[(usize, &Diagnostic)], actions: &mut Vec<Action>) {
    for (index, finding) in findings {
        let explain = quick_fix(format!("Explain `{}`", finding.check), Deed::Explain(finding.check));
        add(actions, *index, explain);
    }
}

/// The findings that are asked about. Where none is under the cursor, those of its line: after a word was typed the
/// cursor stands behind it, and what is wrong with it may be two characters wide.
fn findings<'a>(context: &'a Context<'_>, asked: &Asked<'_>) -> Vec<(usize, &'a Diagnostic)> {
    let within = |span: Span| {
        let touches = move |it: &Diagnostic| it.span.start <= span.end && span.start <= it.span.end;
        let all = context.diagnostics.iter().enumerate();
        all.filter(|(_, it)| touches(it) || (asked.named)(it)).take(MOST).collect::<Vec<_>>()
    };
    let found = within(asked.span);
    if found.is_empty() && asked.span.is_empty() {
        within(line_around(context.document, asked.span.start))
    } else {
        found
    }
}

fn line_around(document: &Document, offset: usize) -> Span {
    let (before, after) = (document.text.get(..offset), document.text.get(offset..));
    let start = before.and_then(|text| text.rfind('\n')).map_or(0, |newline| newline + 1);
    let end = after.and_then(|text| text.find('\n')).map_or(document.text.len(), |length| offset + length);
    Span::new(start, end)
}

/// The fixes of a finding that do no harm, as when they are applied in bulk. Of many findings at once only the text is
/// looked at, not what would be found in it.
fn fixes(
    context: &Context<'_>,
    index: usize,
    finding: &Diagnostic,
    examine: Option<Examine<'_>>,
    actions: &mut Vec<Action>,
) {
    let found: &[Diagnostic] = if examine.is_some() { context.diagnostics } else { &[] };
    let is_sound = |fix: &Fix| {
        moves(fix) || accepted(context.document, found, fix, |new| examine.map_or_else(Vec::new, |it| it(new))).is_ok()
    };
    let is_real = |fix: &&Fix| !fix.edits.is_empty() && is_sound(fix);
    for (nth, fix) in finding.fixes.iter().filter(is_real).enumerate() {
        let deed = Deed::Change(Changes::of_fix(context.path, fix));
        let is_preferred = nth == 0 && !fix.creates() && !fix.is_choice;
        add(actions, index, Action { is_preferred, ..quick_fix(fix.title.clone(), deed) });
    }
}

/// Copies that differ can be looked at side by side.
fn comparisons(context: &Context<'_>, index: usize, finding: &Diagnostic, actions: &mut Vec<Action>) {
    if finding.check != COPIES_DIFFER {
        return;
    }
    for other in &finding.related {
        let title = match finding.related.len() {
            1 => "Show the difference".to_owned(),
            _ => format!("Show the difference from `{}`", short(&other.path, context.environment)),
        };
        add(actions, index, quick_fix(title, Deed::Compare(other.path.clone())));
    }
}

fn allows(context: &Context<'_>, asked: &Asked<'_>, index: usize, finding: &Diagnostic, actions: &mut Vec<Action>) {
    let id = finding.check;
    // A finding that is about no place in particular moves on when a comment is put before it.
    let helps = |edit: &Edit| allow::helps(context.document, context.diagnostics, edit, finding, asked.examine);
    if let Some(edit) = allow::here(context.document, finding, allow::REASON, &helps) {
        add(actions, index, quick_fix(format!("Allow `{id}` here"), Deed::Change(edited(context, edit))));
    }
    if let Some(edit) = allow::in_file(context.document, finding, allow::REASON, &helps) {
        add(actions, index, quick_fix(format!("Allow `{id}` in this file"), Deed::Change(edited(context, edit))));
    }
}

fn quick_fix(title: String, deed: Deed) -> Action {
    Action::new(Kind::QuickFix, title, deed)
}

/// Adds an action for a finding. What answers two findings is offered once.
fn add(actions: &mut Vec<Action>, finding: usize, action: Action) {
    match actions.iter_mut().find(|known| known.title == action.title && known.deed == action.deed) {
        Some(known) => {
            known.findings.push(finding);
            known.is_preferred |= action.is_preferred;
        }
        None => actions.push(Action { findings: vec![finding], ..action }),
    }
}

fn edited(context: &Context<'_>, edit: Edit) -> Changes {
    Changes(vec![Change::Edit { path: context.path.to_owned(), edits: vec![edit] }])
}

/// Every edit that is offered of a document with one finding, for the tests of what holds for any text.
#[cfg(test)]
pub(crate) fn offered_edits(document: &Document, finding: &Diagnostic) -> Vec<Edit> {
    let allowed = [
        allow::here(document, finding, allow::REASON, &|_| true),
        allow::in_file(document, finding, allow::REASON, &|_| true),
    ];
    let forms = forms::forms(document, finding.span).into_iter().map(|(_, edit)| edit);
    allowed.into_iter().flatten().chain(forms).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::testing::{ask, examined};
    use crate::text::apply;

    /// The actions at the cursor, one line each: `*` before a preferred one, then its title.
    fn titles(fixture: &str) -> String {
        ask(fixture, |context, cursor| {
            let examine = |document: &Document| examined(fixture, context.path, document);
            let asked = Asked { span: Span::at(cursor), named: &|_| false, wants: &|_| true, examine: &examine };
            let titles = actions(context, &asked).into_iter().map(|action| {
                assert!(action.findings.len() <= context.diagnostics.len());
                format!("{}{}\n", if action.is_preferred { "* " } else { "" }, action.title)
            });
            titles.collect()
        })
    }

    /// The text after the action with this title.
    fn after(fixture: &str, title: &str) -> String {
        ask(fixture, |context, cursor| {
            let examine = |document: &Document| examined(fixture, context.path, document);
            let asked = Asked { span: Span::at(cursor), named: &|_| false, wants: &|_| true, examine: &examine };
            let all = actions(context, &asked);
            let Some(action) = all.iter().find(|action| action.title == title) else {
                panic!("no `{title}` among {:?}", all.iter().map(|action| &action.title).collect::<Vec<_>>());
            };
            let Deed::Change(Changes(changes)) = &action.deed else { panic!("{action:?}") };
            let mut text = context.document.text.to_string();
            for change in changes {
                match change {
                    Change::Edit { edits, .. } => text = apply(&text, edits),
                    other => text.push_str(&format!("{other:?}\n")),
                }
            }
            text
        })
    }

    #[test]
    fn what_is_offered_at_a_finding() {
        let text = "
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            name: pdf$0s
            description: Reads PDF files. Use when asked to.
            ---
            Do it.
            ";
        assert_eq!(
            titles(text),
            "* Change the name to `pdf`\nRename the folder to `pdfs`\nAllow `name-folder-mismatch` here\n\
             Allow `name-folder-mismatch` in this file\nExplain `name-folder-mismatch`\n\
             Turn off in Claude Code (user settings)\n"
        );
    }

    #[test]
    fn a_fix_that_makes_a_file_is_never_preferred() {
        let text = "
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            name: pdf
            description: Reads PDF files. Use when asked to.
            ---
            See [the forms](forms$0.md).
            ";
        assert_eq!(
            titles(text),
            "Create `forms.md`\nAllow `link-target-missing` here\nAllow `link-target-missing` in this file\n\
             Explain `link-target-missing`\n"
        );
    }

    #[test]
    fn nothing_where_nothing_is_found() {
        let text = "
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            name: pdf
            description: Reads PDF files. Use when asked to.
            ---
            Do$0 it.
            ";
        assert_eq!(titles(text), "");
    }

    #[test]
    fn a_suppression_stands_before_its_line() {
        let text = "
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            name: pdf$0s
            description: Reads PDF files. Use when asked to.
            ---
            ";
        assert_eq!(
            after(text, "Allow `name-folder-mismatch` here"),
            "---\n# skill-lsp: allow name-folder-mismatch — reason\nname: pdfs\n\
             description: Reads PDF files. Use when asked to.\n---\n"
        );
        let body = "
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            name: pdf
            description: Reads PDF files. Use when asked to.
            ---
            - one
              See [the forms](forms$0.md).
            ";
        assert_eq!(
            after(body, "Allow `link-target-missing` here"),
            "---\nname: pdf\ndescription: Reads PDF files. Use when asked to.\n---\n- one\n  \
             <!-- skill-lsp: allow link-target-missing — reason -->\n  See [the forms](forms.md).\n"
        );
    }

    #[test]
    fn what_moves_on_before_a_comment_has_it_behind() {
        let text = "
            //- /home/.claude/skills/pdf/SKILL.md
            $0Just text.
            ";
        assert_eq!(
            after(text, "Allow `frontmatter-missing` here"),
            "Just text. <!-- skill-lsp: allow frontmatter-missing — reason -->\n"
        );
    }

    #[test]
    fn a_finding_elsewhere_on_the_line() {
        let text = "
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            name: pdf
            description: Use this when: you deploy$0
            ---
            Do it.
            ";
        assert!(titles(text).starts_with("* Quote the value\n"), "{}", titles(text));
    }

    #[test]
    fn all_safe_fixes_are_offered_anywhere() {
        let text = "
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            name: pdf
            description: Use this when: you deploy
            ---
            Do$0 it.
            ";
        assert_eq!(titles(text), "Fix all that can be fixed safely\n");
    }
}
