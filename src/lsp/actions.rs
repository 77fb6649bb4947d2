//! Code actions.

use std::path::Path;

use serde_json::json;
use tower_lsp_server::ls_types::*;

use crate::checks;
use crate::document::{self, Document};
use crate::features::Context;
use crate::features::actions::{Action, Asked, Deed, Kind, actions, in_manifest};
use crate::features::changes::{Change, Changes};
use crate::features::fixing::{Courage, LEAST, mended};
use crate::lsp::commands::{DIFF, EXPLAIN, TOGGLE};
use crate::lsp::convert::span_of;
use crate::lsp::edits::workspace_edit;
use crate::lsp::findings::{self, Texts};
use crate::lsp::state::Question;
use crate::text::Edit;

/// The kind of the action that applies all safe fixes.
pub(crate) const FIX_ALL: CodeActionKind = CodeActionKind::new("source.fixAll.skill-lsp");

/// The kind of the action that turns a skill on or off.
pub(crate) const SWITCH: CodeActionKind = CodeActionKind::new("refactor.skill-lsp.switch");

/// What can be done in a range of the document.
pub(crate) fn code_actions(question: &Question, parameters: &CodeActionParams) -> CodeActionResponse {
    let named = |finding: &checks::Diagnostic| shown(question, parameters, finding).is_some();
    let wants = |kind: Kind| is_wanted(parameters.context.only.as_deref(), &kind_of(kind));
    let span = span_of(&question.open.text, parameters.range, question.abilities.encoding);
    question.ask(|context| {
        let examine = |document: &Document| match question.open.is_manifest {
            true => question.snapshot.diagnostics_of_manifest_if(&question.path, &document.text),
            false => question.snapshot.diagnostics_if(&question.path, document),
        };
        let asked = Asked { span, named: &named, wants: &wants, examine: &examine };
        let found = match question.open.is_manifest {
            true => in_manifest(context, &asked),
            false => actions(context, &asked),
        };
        found.into_iter().filter_map(|action| code_action(question, context, parameters, action)).collect()
    })
}

/// The action with the edit that was left out when it was offered.
pub(crate) fn resolved(question: &Question, action: CodeAction) -> CodeAction {
    if action.edit.is_some() || action.kind != Some(FIX_ALL) {
        return action;
    }
    CodeAction { edit: fix_all(question), ..action }
}

/// The document that an action was offered for.
pub(crate) fn document_of(action: &CodeAction) -> Option<Uri> {
    action.data.as_ref()?.get("uri")?.as_str()?.parse().ok()
}

fn code_action(
    question: &Question,
    context: &Context<'_>,
    parameters: &CodeActionParams,
    action: Action,
) -> Option<CodeActionOrCommand> {
    let client = &question.abilities;
    if !client.code_action_literals {
        // Only what needs no edit can be offered as a command.
        return match action.deed {
            Deed::Explain(check) => Some(explain(action.title, check).into()),
            Deed::Compare(other) => Some(compare(question, action.title, &other).into()),
            deed @ Deed::Switch { .. } => Some(switch(question, action.title, &deed)?.into()),
            Deed::Change(_) | Deed::FixAll => None,
        };
    }
    let diagnostics: Vec<Diagnostic> = action
        .findings
        .iter()
        .filter_map(|index| context.diagnostics.get(*index))
        .filter_map(|finding| shown(question, parameters, finding).or_else(|| diagnostic(question, finding)))
        .collect();
    let mut code_action = CodeAction {
        title: action.title,
        kind: Some(kind_of(action.kind)),
        diagnostics: (!diagnostics.is_empty()).then_some(diagnostics),
        is_preferred: action.is_preferred.then_some(true),
        ..CodeAction::default()
    };
    match action.deed {
        Deed::Explain(check) => code_action.command = Some(explain(code_action.title.clone(), check)),
        Deed::Compare(other) => code_action.command = Some(compare(question, code_action.title.clone(), &other)),
        deed @ Deed::Switch { .. } => code_action.command = switch(question, code_action.title.clone(), &deed),
        Deed::FixAll if client.resolves_edits => code_action.data = Some(json!({"uri": question.open.uri})),
        Deed::FixAll => code_action.edit = Some(fix_all(question)?),
        Deed::Change(changes) => {
            code_action.edit = workspace_edit(&changes, &question.files, client);
            if code_action.edit.is_none() {
                if !client.disabled_actions {
                    return None;
                }
                let reason = "the editor cannot create or rename files as part of an edit".to_owned();
                code_action.disabled = Some(CodeActionDisabled { reason });
                code_action.is_preferred = None;
            }
        }
    }
    Some(code_action.into())
}

/// All safe fixes of the document as one edit, as `check --fix` applies them.
fn fix_all(question: &Question) -> Option<WorkspaceEdit> {
    let text = &*question.document.text;
    let found = question.snapshot.diagnostics(&question.path);
    let examine = |text: &str| match question.open.is_manifest {
        true => question.snapshot.diagnostics_of_manifest_if(&question.path, text),
        false => question.snapshot.diagnostics_if_settled(&question.path, &document::parse(text)),
    };
    let new = mended(text, &found, Courage::Safe, LEAST, examine).text?;
    let edits = vec![Edit::difference(text, &new)];
    let changes = Changes(vec![Change::Edit { path: question.path.clone(), edits }]);
    workspace_edit(&changes, &question.files, &question.abilities)
}

/// The finding as the client has it, when it sent it along.
fn shown(question: &Question, parameters: &CodeActionParams, finding: &checks::Diagnostic) -> Option<Diagnostic> {
    let range = question.range(finding.span);
    let is_it = |it: &&Diagnostic| {
        it.range == range && matches!(&it.code, Some(NumberOrString::String(code)) if code == finding.check)
    };
    let sent = || parameters.context.diagnostics.iter().filter(is_it);
    let message = finding.whole_message();
    sent().find(|it| it.message == message).or_else(|| sent().next()).cloned()
}

fn diagnostic(question: &Question, finding: &checks::Diagnostic) -> Option<Diagnostic> {
    let mut texts = Texts::new(&question.files);
    let finding = std::slice::from_ref(finding);
    findings::diagnostics(finding, &question.open.text, &mut texts, &question.abilities).pop()
}

fn explain(title: String, check: &str) -> Command {
    Command { title, command: EXPLAIN.to_owned(), arguments: Some(vec![json!({"check": check, "show": true})]) }
}

fn compare(question: &Question, title: String, other: &Path) -> Command {
    let argument = json!({"path": question.path, "other": other, "show": true});
    Command { title, command: DIFF.to_owned(), arguments: Some(vec![argument]) }
}

fn switch(question: &Question, title: String, deed: &Deed) -> Option<Command> {
    let Deed::Switch { host, id, on, scope } = deed else { return None };
    let argument = json!({
        "host": host, "id": id, "enabled": on, "scope": scope.word(), "uri": question.open.uri, "show": true,
    });
    Some(Command { title, command: TOGGLE.to_owned(), arguments: Some(vec![argument]) })
}

fn kind_of(kind: Kind) -> CodeActionKind {
    match kind {
        Kind::QuickFix => CodeActionKind::QUICKFIX,
        Kind::Rewrite => CodeActionKind::REFACTOR_REWRITE,
        Kind::FixAll => FIX_ALL,
        Kind::Switch => SWITCH,
    }
}

/// Whether a kind is among those asked for: `source` asks for `source.fixAll` too.
fn is_wanted(only: Option<&[CodeActionKind]>, kind: &CodeActionKind) -> bool {
    let within = |asked: &CodeActionKind| {
        let rest = kind.as_str().strip_prefix(asked.as_str());
        asked.as_str().is_empty() || rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    };
    only.is_none_or(|only| only.iter().any(within))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kind_holds_those_below_it() {
        let check = |asked: &'static str| is_wanted(Some(&[CodeActionKind::new(asked)]), &FIX_ALL);
        assert!(check("") && check("source") && check("source.fixAll") && check("source.fixAll.skill-lsp"));
        assert!(!check("quickfix") && !check("source.fix") && !check("source.fixAll.other"));
        assert!(is_wanted(None, &FIX_ALL) && !is_wanted(Some(&[]), &FIX_ALL));
    }
}
