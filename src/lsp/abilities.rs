//! What the client can do, read once from what it says of itself.

use tower_lsp_server::ls_types::{
    ClientCapabilities, ClientInfo, MarkupKind, PositionEncodingKind, ResourceOperationKind,
};

use crate::text::Encoding;

/// The abilities of the client that change our answers.
#[derive(Clone, Debug, Default)]
pub(crate) struct Abilities {
    /// How it counts columns.
    pub(crate) encoding: Encoding,
    /// It asks for diagnostics, and can be told to ask again.
    pub(crate) pulls_diagnostics: bool,
    /// It shows places that belong to a diagnostic.
    pub(crate) related_information: bool,
    /// It takes snippets in completions.
    pub(crate) snippets: bool,
    /// It shows Markdown beside completions.
    pub(crate) completion_markdown: bool,
    /// It tells inserting a completion from replacing a word with it.
    pub(crate) insert_replace: bool,
    /// It shows Markdown.
    pub(crate) markdown: bool,
    /// It takes edits with versions and file operations.
    pub(crate) document_changes: bool,
    /// It can create files as part of an edit.
    pub(crate) creates_files: bool,
    /// It can rename files as part of an edit.
    pub(crate) renames_files: bool,
    /// It watches files for us.
    pub(crate) watches_files: bool,
    /// It shows progress.
    pub(crate) progress: bool,
    /// It can be asked for settings.
    pub(crate) configuration: bool,
    /// It tells when settings change, if asked to.
    pub(crate) registers_configuration: bool,
    /// It takes code actions as values, not only commands.
    pub(crate) code_action_literals: bool,
    /// It asks for the edit of a code action when it is chosen.
    pub(crate) resolves_edits: bool,
    /// It shows code actions that cannot be done, with the reason.
    pub(crate) disabled_actions: bool,
    /// It takes symbols as a tree.
    pub(crate) symbol_tree: bool,
    /// It takes links with the span they start from.
    pub(crate) definition_links: bool,
    /// It asks what can be renamed before it asks for another name.
    pub(crate) prepares_renames: bool,
    /// It can be told that lenses have changed.
    pub(crate) refreshes_lenses: bool,
    /// It can be told that inlay hints have changed.
    pub(crate) refreshes_hints: bool,
    /// It can be told that semantic tokens have changed.
    pub(crate) refreshes_tokens: bool,
}

impl Abilities {
    /// What a client says of itself, and by what name it goes.
    pub(crate) fn of(client: &ClientCapabilities, info: Option<&ClientInfo>) -> Abilities {
        let is = |said: Option<bool>| said == Some(true);
        let workspace = client.workspace.clone().unwrap_or_default();
        let document = client.text_document.clone().unwrap_or_default();
        let window = client.window.clone().unwrap_or_default();
        let edit = workspace.workspace_edit.unwrap_or_default();
        let operations = edit.resource_operations.unwrap_or_default();
        let completion = document.completion.and_then(|it| it.completion_item).unwrap_or_default();
        let action = document.code_action.unwrap_or_default();
        let hover_formats = document.hover.and_then(|it| it.content_format).unwrap_or_default();
        let refreshes = workspace.diagnostics.and_then(|it| it.refresh_support).unwrap_or(false);
        // Neovim 0.12, told to ask again, asks for the workspace only and drops what it hears of open documents: they
        // would stay as they were until someone types. What it is sent, it shows.
        let asks_again = refreshes && info.is_none_or(|info| info.name != "Neovim");
        Abilities {
            encoding: encoding(client.general.as_ref().and_then(|it| it.position_encodings.as_deref())),
            pulls_diagnostics: document.diagnostic.is_some() && asks_again,
            related_information: is(document.publish_diagnostics.and_then(|it| it.related_information)),
            snippets: is(completion.snippet_support),
            completion_markdown: completion
                .documentation_format
                .is_some_and(|formats| formats.contains(&MarkupKind::Markdown)),
            insert_replace: is(completion.insert_replace_support),
            markdown: hover_formats.contains(&MarkupKind::Markdown),
            // Whoever names file operations takes the only form in which they can be sent (Neovim does not say both).
            document_changes: edit.document_changes.unwrap_or(!operations.is_empty()),
            creates_files: operations.contains(&ResourceOperationKind::Create),
            renames_files: operations.contains(&ResourceOperationKind::Rename),
            watches_files: is(workspace.did_change_watched_files.and_then(|it| it.dynamic_registration)),
            progress: is(window.work_done_progress),
            configuration: is(workspace.configuration),
            registers_configuration: is(workspace.did_change_configuration.and_then(|it| it.dynamic_registration)),
            code_action_literals: action.code_action_literal_support.is_some(),
            resolves_edits: action.data_support == Some(true)
                && action.resolve_support.is_some_and(|it| it.properties.iter().any(|property| property == "edit")),
            disabled_actions: is(action.disabled_support),
            symbol_tree: is(document.document_symbol.and_then(|it| it.hierarchical_document_symbol_support)),
            definition_links: is(document.definition.and_then(|it| it.link_support)),
            prepares_renames: is(document.rename.and_then(|it| it.prepare_support)),
            refreshes_lenses: is(workspace.code_lens.and_then(|it| it.refresh_support)),
            refreshes_hints: is(workspace.inlay_hint.and_then(|it| it.refresh_support)),
            refreshes_tokens: is(workspace.semantic_tokens.and_then(|it| it.refresh_support)),
        }
    }
}

/// The first encoding that both sides know; UTF-16 when the client names none.
fn encoding(offered: Option<&[PositionEncodingKind]>) -> Encoding {
    let known = offered.unwrap_or_default().iter().find_map(|kind| match kind.as_str() {
        "utf-8" => Some(Encoding::Utf8),
        "utf-16" => Some(Encoding::Utf16),
        "utf-32" => Some(Encoding::Utf32),
        _ => None,
    });
    known.unwrap_or(Encoding::Utf16)
}
