//! The handlers: a table of contents. Each change is made before anything is awaited, so that changes keep the order
//! in which they were sent.

use std::path::Path;
use std::sync::Arc;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use tower_lsp_server::jsonrpc::{Error, Result};
use tower_lsp_server::ls_types::*;
use tower_lsp_server::{Client, LanguageServer};

use crate::lsp::abilities::Abilities;
use crate::lsp::capabilities::capabilities;
use crate::lsp::convert::path_of;
use crate::lsp::document::OpenDocument;
use crate::lsp::findings::{self, Texts};
use crate::lsp::outbox::{Outbox, outbox};
use crate::lsp::settings::Settings;
use crate::lsp::state::{Question, Shared};
use crate::lsp::{actions, analysis, commands, indexing, ranges, tokens};

/// The server.
pub(crate) struct SkillServer {
    client: Client,
    shared: Arc<Shared>,
    outbox: OnceLock<Outbox>,
    shut_down: Arc<AtomicBool>,
}

impl SkillServer {
    /// A server that talks to `client`.
    pub(crate) fn new(client: Client) -> SkillServer {
        SkillServer { client, shared: Arc::default(), outbox: OnceLock::new(), shut_down: Arc::default() }
    }

    /// Whether `shutdown` was asked for.
    pub(crate) fn shut_down_flag(&self) -> Arc<AtomicBool> {
        self.shut_down.clone()
    }

    fn outbox(&self) -> Outbox {
        self.outbox.get_or_init(|| outbox(self.client.clone())).clone()
    }

    /// Answers a question about a document on another thread, from the state of this moment. A panic there becomes an
    /// error of this one request.
    async fn answer<T: Send + 'static>(
        &self,
        uri: &Uri,
        answer: impl FnOnce(Question) -> T + Send + 'static,
    ) -> Result<Option<T>> {
        let Some(question) = self.shared.lock().question(uri) else { return Ok(None) };
        let answered = tokio::task::spawn_blocking(move || answer(question)).await;
        answered.map(Some).map_err(|_| Error::internal_error())
    }
}

impl LanguageServer for SkillServer {
    async fn initialize(&self, parameters: InitializeParams) -> Result<InitializeResult> {
        let abilities = Abilities::of(&parameters.capabilities);
        let (settings, _) = Settings::read(&parameters.initialization_options.clone().unwrap_or_default());
        let mut state = self.shared.lock();
        state.roots = roots(&parameters);
        state.abilities = abilities.clone();
        state.settings = settings;
        Ok(InitializeResult {
            capabilities: capabilities(&abilities),
            server_info: Some(ServerInfo {
                name: "skill-lsp".to_owned(),
                version: Some(env!("CARGO_PKG_VERSION").to_owned()),
            }),
            ..InitializeResult::default()
        })
    }

    async fn initialized(&self, _: InitializedParams) {
        let outbox = self.outbox();
        if let Err(error) = analysis::start(self.shared.clone(), outbox.clone()) {
            self.client.log_message(MessageType::ERROR, format!("cannot start the analysis: {error}")).await;
        }
        tokio::spawn(indexing::index(self.shared.clone(), self.client.clone(), outbox));
    }

    async fn shutdown(&self) -> Result<()> {
        self.shut_down.store(true, Ordering::Relaxed);
        self.shared.lock().is_ending = true;
        self.shared.ring();
        Ok(())
    }

    async fn did_open(&self, parameters: DidOpenTextDocumentParams) {
        let item = parameters.text_document;
        let Some(path) = path_of(&item.uri).filter(|path| is_ours(path)) else { return };
        self.shared.lock().open(path, OpenDocument::new(item.uri, item.version, &item.text));
        self.shared.ring();
    }

    async fn did_change(&self, parameters: DidChangeTextDocumentParams) {
        let Some(path) = path_of(&parameters.text_document.uri) else { return };
        let mut state = self.shared.lock();
        let encoding = state.abilities.encoding;
        let Some(document) = state.documents.get_mut(&path) else { return };
        document.change(parameters.text_document.version, &parameters.content_changes, encoding);
        state.mark(path);
        drop(state);
        self.shared.ring();
    }

    async fn did_close(&self, parameters: DidCloseTextDocumentParams) {
        let Some(path) = path_of(&parameters.text_document.uri) else { return };
        let mut state = self.shared.lock();
        if state.documents.remove(&path).is_some() {
            state.mark(path);
        }
        drop(state);
        self.shared.ring();
    }

    async fn diagnostic(&self, parameters: DocumentDiagnosticParams) -> Result<DocumentDiagnosticReportResult> {
        let found = self
            .answer(&parameters.text_document.uri, |question| {
                let found = question.judged.diagnostics(&question.path);
                let mut texts = Texts::new(&*question.judged.files);
                findings::diagnostics(&found, &question.open.text, &mut texts, &question.abilities)
            })
            .await?;
        let full = FullDocumentDiagnosticReport { result_id: None, items: found.unwrap_or_default() };
        let report =
            RelatedFullDocumentDiagnosticReport { related_documents: None, full_document_diagnostic_report: full };
        Ok(DocumentDiagnosticReportResult::Report(DocumentDiagnosticReport::Full(report)))
    }

    async fn code_action(&self, parameters: CodeActionParams) -> Result<Option<CodeActionResponse>> {
        let uri = parameters.text_document.uri.clone();
        self.answer(&uri, move |question| actions::code_actions(&question, &parameters)).await
    }

    async fn code_action_resolve(&self, action: CodeAction) -> Result<CodeAction> {
        let Some(uri) = actions::document_of(&action) else { return Ok(action) };
        let unresolved = action.clone();
        let resolved = self.answer(&uri, move |question| actions::resolved(&question, action)).await?;
        Ok(resolved.unwrap_or(unresolved))
    }

    async fn execute_command(&self, parameters: ExecuteCommandParams) -> Result<Option<LSPAny>> {
        if parameters.command == commands::REFRESH {
            indexing::index(self.shared.clone(), self.client.clone(), self.outbox()).await;
            return Ok(None);
        }
        let shared = self.shared.clone();
        let done = tokio::task::spawn_blocking(move || commands::execute(&shared, &parameters)).await;
        let done = done.map_err(|_| Error::internal_error())??;
        if done.changed.is_some() {
            tokio::spawn(indexing::index(self.shared.clone(), self.client.clone(), self.outbox()));
        }
        Ok(Some(done.answer))
    }

    async fn folding_range(&self, parameters: FoldingRangeParams) -> Result<Option<Vec<FoldingRange>>> {
        self.answer(&parameters.text_document.uri, |question| ranges::folding_ranges(&question)).await
    }

    async fn selection_range(&self, parameters: SelectionRangeParams) -> Result<Option<Vec<SelectionRange>>> {
        let SelectionRangeParams { text_document, positions, .. } = parameters;
        self.answer(&text_document.uri, move |question| ranges::selection_ranges(&question, &positions)).await
    }

    async fn semantic_tokens_full(&self, parameters: SemanticTokensParams) -> Result<Option<SemanticTokensResult>> {
        let tokens = |question: Question| tokens::semantic_tokens(&question, None).into();
        self.answer(&parameters.text_document.uri, tokens).await
    }

    async fn semantic_tokens_range(
        &self,
        parameters: SemanticTokensRangeParams,
    ) -> Result<Option<SemanticTokensRangeResult>> {
        let range = Some(parameters.range);
        let tokens = move |question: Question| tokens::semantic_tokens(&question, range).into();
        self.answer(&parameters.text_document.uri, tokens).await
    }
}

/// The folders that the client opened.
fn roots(parameters: &InitializeParams) -> Vec<std::path::PathBuf> {
    let folders = parameters.workspace_folders.iter().flatten().filter_map(|folder| path_of(&folder.uri));
    let roots: Vec<_> = folders.collect();
    #[allow(deprecated)]
    let old = parameters.root_uri.as_ref().and_then(path_of);
    if roots.is_empty() { old.into_iter().collect() } else { roots }
}

/// Whether a file may be a skill or a command: by its name, never by its language.
fn is_ours(path: &Path) -> bool {
    let is_skill = path.file_name().is_some_and(|name| name.eq_ignore_ascii_case("SKILL.md"));
    let is_command = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("md"))
        && path.ancestors().skip(1).any(|folder| folder.ends_with("commands"));
    is_skill || is_command
}
