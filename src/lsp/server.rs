//! The handlers: a table of contents. Each change is made before anything is awaited, so that changes keep the order
//! in which they were sent.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock, MutexGuard, OnceLock};

use tokio::sync::Notify;
use tower_lsp_server::jsonrpc::{Error, Result};
use tower_lsp_server::ls_types::*;
use tower_lsp_server::{Client, LanguageServer};

use crate::catalog::manifest::subjects;
use crate::catalog::{OwnPackages, agent_readers};
use crate::disk;
use crate::features::mention_files::is_note;
use crate::hosts::{Hosts, builtin};
use crate::lsp::abilities::Abilities;
use crate::lsp::capabilities::capabilities;
use crate::lsp::completion;
use crate::lsp::convert::path_of;
use crate::lsp::document::OpenDocument;
use crate::lsp::lifeline::Lifeline;
use crate::lsp::notes::Wide;
use crate::lsp::other_files::OpenFilesParams;
use crate::lsp::outbox::{Outbox, Outgoing, Print, Refresh, outbox};
use crate::lsp::output::Output;
use crate::lsp::publisher::Publisher;
use crate::lsp::settings::Settings;
use crate::lsp::state::{Question, Shared, State, is_skill};
use crate::lsp::symbols::Everywhere;
use crate::lsp::{
    actions, analysis, commands, configuration, hover, indexing, inlay, lens, navigation, overview, pulling, ranges,
    rename, symbols, tokens,
};

/// The server.
pub(crate) struct SkillServer {
    client: Client,
    shared: Arc<Shared>,
    lifeline: Lifeline,
    begun: Arc<Notify>,
    output: Arc<Output>,
    print: Print,
    publisher: OnceLock<Arc<Publisher>>,
    is_started: AtomicBool,
}

impl SkillServer {
    /// A server that talks to `client` for as long as `lifeline` holds, rings `begun` when it knows it, and tells its
    /// findings by `output`.
    pub(crate) fn new(
        client: Client,
        lifeline: Lifeline,
        begun: Arc<Notify>,
        output: Arc<Output>,
        print: Print,
    ) -> SkillServer {
        let (publisher, is_started) = (OnceLock::new(), AtomicBool::default());
        SkillServer { client, shared: Arc::default(), lifeline, begun, output, print, publisher, is_started }
    }

    fn publisher(&self) -> &Arc<Publisher> {
        self.publisher.get_or_init(|| {
            let outbox = outbox(self.client.clone(), self.shared.clone(), self.print);
            log_panics(outbox.clone());
            Arc::new(Publisher::new(self.shared.clone(), outbox, self.output.clone()))
        })
    }

    fn log(&self, kind: MessageType, line: String) {
        let _ = self.publisher().outbox().send(Outgoing::Log(kind, line));
    }

    /// Answers a question about a document on another thread, from the state of this moment.
    async fn answer<T: Send + 'static>(
        &self,
        uri: &Uri,
        answer: impl FnOnce(Question) -> T + Send + 'static,
    ) -> Result<Option<T>> {
        self.shared.first_reading().await;
        let Some(question) = self.shared.lock().question(uri) else { return Ok(None) };
        apart(move || answer(question)).await.map(Some)
    }

    /// The same, also about manifests.
    async fn answer_with_manifests<T: Send + 'static>(
        &self,
        uri: &Uri,
        answer: impl FnOnce(Question) -> Option<T> + Send + 'static,
    ) -> Result<Option<T>> {
        let question = self.shared.lock().manifest_question(uri);
        if let Some(question) = question {
            return apart(move || answer(question)).await;
        }
        self.answer(uri, answer).await.map(Option::flatten)
    }

    /// The same, also in files that are no skills but may mention some.
    async fn answer_anywhere<T: Send + 'static>(
        &self,
        uri: &Uri,
        answer: impl FnOnce(Question) -> Option<T> + Send + 'static,
    ) -> Result<Option<T>> {
        self.shared.first_reading().await;
        let Some(question) = self.shared.lock().question_anywhere(uri) else { return Ok(None) };
        apart(move || answer(question)).await
    }

    /// The same, in manifests, skills and files that may mention some.
    async fn answer_everywhere<T: Send + 'static>(
        &self,
        uri: &Uri,
        answer: impl FnOnce(Question) -> Option<T> + Send + 'static,
    ) -> Result<Option<T>> {
        let question = self.shared.lock().manifest_question(uri);
        match question {
            Some(question) => apart(move || answer(question)).await,
            None => self.answer_anywhere(uri, answer).await,
        }
    }

    /// The same, with what all folders know; the answer may be a refusal.
    async fn answer_wide<T: Send + 'static>(
        &self,
        uri: &Uri,
        answer: impl FnOnce(Wide) -> Result<Option<T>> + Send + 'static,
    ) -> Result<Option<T>> {
        let Some(path) = path_of(uri) else { return Ok(None) };
        self.shared.first_reading().await;
        let Some(wide) = self.shared.lock().wide_question(path, None) else { return Ok(None) };
        apart(move || answer(wide)).await?
    }

    /// `skill-lsp/openFiles`: what else is open in the editor. Clients open only skills with us.
    pub(crate) async fn open_files(&self, parameters: OpenFilesParams) {
        let paths = parameters.uris.iter().filter_map(path_of).collect();
        let mut state = self.shared.lock();
        if state.others.tell(paths) {
            self.refresh_hints(state);
        }
    }

    /// Other files are open now: what hints say about them may be old.
    fn refresh_hints(&self, state: MutexGuard<'_, State>) {
        let is_due = state.abilities.refreshes_hints && !state.documents.is_empty();
        let is_waking_due = state.is_waking_due();
        drop(state);
        if is_waking_due {
            self.shared.index_bell.notify_one();
        }
        if is_due {
            let _ = self.publisher().outbox().send(Outgoing::Refresh(Refresh::Hints));
        }
    }

    /// A request that fails as none should.
    #[cfg(debug_assertions)]
    pub(crate) async fn panic(&self, parameters: DocumentDiagnosticParams) -> Result<()> {
        let uri = parameters.text_document.uri;
        self.answer(&uri, |_| panic!("asked for")).await.map(|_: Option<()>| ())
    }
}

impl LanguageServer for SkillServer {
    async fn initialize(&self, parameters: InitializeParams) -> Result<InitializeResult> {
        let abilities = Abilities::of(&parameters.capabilities, parameters.client_info.as_ref());
        let (settings, problems) = Settings::read(&parameters.initialization_options.clone().unwrap_or_default());
        let mut state = self.shared.lock();
        state.roots = roots(&parameters);
        state.is_rootless = state.roots.is_empty();
        state.abilities = abilities.clone();
        state.settings = settings;
        drop(state);
        if let Some(process) = parameters.process_id {
            self.lifeline.hold(process);
        }
        problems.into_iter().for_each(|problem| self.log(MessageType::WARNING, problem));
        self.begun.notify_one();
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
        if self.is_started.swap(true, Ordering::Relaxed) {
            return;
        }
        let publisher = self.publisher().clone();
        for started in [
            analysis::start(self.shared.clone(), publisher.clone()),
            overview::start(self.shared.clone(), publisher.clone()),
        ] {
            if let Err(error) = started {
                self.log(MessageType::ERROR, format!("cannot start a thread: {}", disk::words(&error)));
            }
        }
        let outbox = publisher.outbox().clone();
        tokio::spawn(indexing::keep_indexed(self.shared.clone(), self.client.clone(), outbox.clone()));
        if self.shared.lock().abilities.configuration {
            tokio::spawn(configuration::keep_configured(self.shared.clone(), self.client.clone(), outbox));
        }
    }

    async fn shutdown(&self) -> Result<()> {
        self.shared.lock().is_ending = true;
        self.shared.ring();
        Ok(())
    }

    async fn goto_definition(&self, parameters: GotoDefinitionParams) -> Result<Option<GotoDefinitionResponse>> {
        let TextDocumentPositionParams { text_document, position } = parameters.text_document_position_params;
        self.answer_anywhere(&text_document.uri, move |question| navigation::definition_at(&question, position)).await
    }

    async fn references(&self, parameters: ReferenceParams) -> Result<Option<Vec<Location>>> {
        let TextDocumentPositionParams { text_document, position } = parameters.text_document_position;
        let declared = parameters.context.include_declaration;
        let found = move |wide: Wide| Ok(navigation::references_at(&wide, position, declared));
        self.answer_wide(&text_document.uri, found).await
    }

    async fn document_highlight(&self, parameters: DocumentHighlightParams) -> Result<Option<Vec<DocumentHighlight>>> {
        let TextDocumentPositionParams { text_document, position } = parameters.text_document_position_params;
        let found = move |question: Question| Some(navigation::highlights_at(&question, position));
        self.answer_anywhere(&text_document.uri, found).await
    }

    async fn document_link(&self, parameters: DocumentLinkParams) -> Result<Option<Vec<DocumentLink>>> {
        let found = |question: Question| Some(navigation::links_in(&question));
        self.answer_anywhere(&parameters.text_document.uri, found).await
    }

    async fn document_symbol(&self, parameters: DocumentSymbolParams) -> Result<Option<DocumentSymbolResponse>> {
        self.answer(&parameters.text_document.uri, |question| symbols::outline(&question)).await
    }

    async fn symbol(&self, parameters: WorkspaceSymbolParams) -> Result<Option<WorkspaceSymbolResponse>> {
        let everywhere = Everywhere::of(&mut self.shared.lock());
        let found = apart(move || everywhere.skills_named(&parameters.query)).await?;
        Ok(Some(WorkspaceSymbolResponse::Flat(found)))
    }

    async fn prepare_rename(&self, parameters: TextDocumentPositionParams) -> Result<Option<PrepareRenameResponse>> {
        let position = parameters.position;
        let found = move |wide: Wide| rename::renameable_at(&wide.question, position);
        self.answer_wide(&parameters.text_document.uri, found).await
    }

    async fn rename(&self, parameters: RenameParams) -> Result<Option<WorkspaceEdit>> {
        let TextDocumentPositionParams { text_document, position } = parameters.text_document_position;
        let shared = self.shared.clone();
        let edit = move |wide: Wide| rename::renamed(&shared, &wide, position, &parameters.new_name);
        self.answer_wide(&text_document.uri, edit).await
    }

    async fn will_rename_files(&self, parameters: RenameFilesParams) -> Result<Option<WorkspaceEdit>> {
        let shared = self.shared.clone();
        apart(move || rename::moved(&shared, &parameters.files)).await
    }

    async fn did_open(&self, parameters: DidOpenTextDocumentParams) {
        let item = parameters.text_document;
        let Some(path) = path_of(&item.uri) else { return };
        let is_manifest = is_manifest(&path);
        let document = match is_manifest {
            true => OpenDocument::manifest(item.uri, item.version, &item.text),
            false => OpenDocument::new(item.uri, item.version, &item.text),
        };
        // Of an agent of a package only who has read the manifests around it knows.
        let is_ours = is_ours(&path) || self.shared.lock().is_agent(&path);
        if !is_manifest && !is_ours {
            let mut state = self.shared.lock();
            match is_note(&path) {
                true => drop(state.notes.insert(path, document)),
                false => state.others.open(path, document),
            }
            return self.refresh_hints(state);
        }
        if self.shared.lock().open(path, document) {
            self.shared.index_bell.notify_one();
        }
        self.shared.ring();
    }

    async fn did_change(&self, parameters: DidChangeTextDocumentParams) {
        let Some(path) = path_of(&parameters.text_document.uri) else { return };
        self.shared.lock().change(path, parameters.text_document.version, &parameters.content_changes);
        self.shared.ring();
    }

    async fn did_save(&self, parameters: DidSaveTextDocumentParams) {
        let Some(path) = path_of(&parameters.text_document.uri) else { return };
        self.shared.lock().saved(path);
        self.shared.ring();
    }

    async fn did_close(&self, parameters: DidCloseTextDocumentParams) {
        let Some(path) = path_of(&parameters.text_document.uri) else { return };
        let mut state = self.shared.lock();
        if state.others.close(&path) {
            return self.refresh_hints(state);
        }
        state.close(path);
        let is_waking_due = state.is_waking_due();
        drop(state);
        if is_waking_due {
            self.shared.index_bell.notify_one();
        }
        self.shared.ring();
    }

    async fn did_change_watched_files(&self, parameters: DidChangeWatchedFilesParams) {
        self.shared.disk_changed(parameters.changes.iter().filter_map(|change| path_of(&change.uri)).collect());
    }

    async fn did_change_workspace_folders(&self, parameters: DidChangeWorkspaceFoldersParams) {
        let paths = |folders: &[WorkspaceFolder]| folders.iter().filter_map(|it| path_of(&it.uri)).collect::<Vec<_>>();
        let event = parameters.event;
        self.shared.lock().change_roots(&paths(&event.added), &paths(&event.removed));
        self.shared.index_bell.notify_one();
    }

    async fn did_change_configuration(&self, parameters: DidChangeConfigurationParams) {
        if self.shared.lock().abilities.configuration {
            self.shared.settings_bell.notify_one();
        } else {
            configuration::apply(&self.shared, self.publisher().outbox(), &parameters.settings);
        }
    }

    async fn completion(&self, parameters: CompletionParams) -> Result<Option<CompletionResponse>> {
        let at = parameters.text_document_position;
        let sign = parameters.context.and_then(|context| context.trigger_character);
        let answer = move |question: Question| Some(completion::completions(&question, at.position, sign.as_deref()));
        Ok(self.answer_everywhere(&at.text_document.uri, answer).await?.map(CompletionResponse::List))
    }

    async fn completion_resolve(&self, item: CompletionItem) -> Result<CompletionItem> {
        let Some(uri) = completion::document_of(&item) else { return Ok(item) };
        let asked = item.clone();
        let answer = move |question: Question| Some(completion::resolved(&question, asked));
        let resolved = self.answer_anywhere(&uri, answer).await?;
        Ok(resolved.unwrap_or(item))
    }

    async fn hover(&self, parameters: HoverParams) -> Result<Option<Hover>> {
        let TextDocumentPositionParams { text_document, position } = parameters.text_document_position_params;
        self.answer_everywhere(&text_document.uri, move |question| hover::answer(&question, position)).await
    }

    async fn code_lens(&self, parameters: CodeLensParams) -> Result<Option<Vec<CodeLens>>> {
        self.answer(&parameters.text_document.uri, |question| lens::answer(&question)).await
    }

    async fn inlay_hint(&self, parameters: InlayHintParams) -> Result<Option<Vec<InlayHint>>> {
        let range = parameters.range;
        self.answer(&parameters.text_document.uri, move |question| inlay::answer(&question, range)).await
    }

    async fn diagnostic(&self, parameters: DocumentDiagnosticParams) -> Result<DocumentDiagnosticReportResult> {
        let known = parameters.previous_result_id;
        let uri = parameters.text_document.uri;
        let answer = move |question: Question| Some(pulling::of_document(&question, known.as_deref()));
        let report = self.answer_with_manifests(&uri, answer).await?;
        Ok(DocumentDiagnosticReportResult::Report(report.unwrap_or_else(pulling::nothing)))
    }

    async fn workspace_diagnostic(
        &self,
        parameters: WorkspaceDiagnosticParams,
    ) -> Result<WorkspaceDiagnosticReportResult> {
        let (shared, publisher) = (self.shared.clone(), self.publisher().clone());
        let is_first = !std::mem::replace(&mut shared.lock().pulls_workspace, true);
        let items = apart(move || {
            if is_first {
                publisher.hand_over();
            }
            pulling::of_workspace(&shared, &publisher, &parameters.previous_result_ids)
        });
        let items = items.await?;
        Ok(WorkspaceDiagnosticReportResult::Report(WorkspaceDiagnosticReport { items }))
    }

    async fn code_action(&self, parameters: CodeActionParams) -> Result<Option<CodeActionResponse>> {
        let uri = parameters.text_document.uri.clone();
        // In a file that is no skill, what is wrong with its place can be mended.
        let is_told =
            |question: &Question| question.open.is_manifest || is_ours(&question.path) || question.is_noticed();
        let found = move |question: Question| is_told(&question).then(|| actions::code_actions(&question, &parameters));
        self.answer_everywhere(&uri, found).await
    }

    async fn code_action_resolve(&self, action: CodeAction) -> Result<CodeAction> {
        let Some(uri) = actions::document_of(&action) else { return Ok(action) };
        let unresolved = action.clone();
        let answer = move |question: Question| Some(actions::resolved(&question, action));
        let resolved = self.answer_with_manifests(&uri, answer).await?;
        Ok(resolved.unwrap_or(unresolved))
    }

    async fn execute_command(&self, parameters: ExecuteCommandParams) -> Result<Option<LSPAny>> {
        if parameters.command == commands::REFRESH {
            self.shared.index_bell.notify_one();
            return Ok(None);
        }
        self.shared.first_reading().await;
        let shared = self.shared.clone();
        let done = apart(move || commands::execute(&shared, &parameters)).await??;
        self.shared.disk_changed(done.changed.into_iter().collect());
        if let Some(text) = done.shown {
            self.client.show_message(MessageType::INFO, text).await;
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
        let tokens = |question: Question| Some(tokens::semantic_tokens(&question, None).into());
        self.answer_anywhere(&parameters.text_document.uri, tokens).await
    }

    async fn semantic_tokens_range(
        &self,
        parameters: SemanticTokensRangeParams,
    ) -> Result<Option<SemanticTokensRangeResult>> {
        let range = Some(parameters.range);
        let tokens = move |question: Question| Some(tokens::semantic_tokens(&question, range).into());
        self.answer_anywhere(&parameters.text_document.uri, tokens).await
    }
}

/// Works on another thread. A panic there becomes an error of this one request.
async fn apart<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T> {
    tokio::task::spawn_blocking(work).await.map_err(|_| Error::internal_error())
}

/// The folders that the client opened.
fn roots(parameters: &InitializeParams) -> Vec<PathBuf> {
    let folders = parameters.workspace_folders.iter().flatten().filter_map(|folder| path_of(&folder.uri));
    let roots: Vec<_> = folders.collect();
    #[allow(deprecated)]
    let old = parameters.root_uri.as_ref().and_then(path_of);
    if roots.is_empty() { old.into_iter().collect() } else { roots }
}

/// Whether a file may be a skill, a command or an agent of a project: by its name, never by its language.
fn is_ours(path: &Path) -> bool {
    let is_command = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("md"))
        && path.ancestors().skip(1).any(|folder| folder.ends_with("commands"));
    is_skill(path) || is_command || is_agent(path)
}

static HOSTS: LazyLock<Hosts> = LazyLock::new(builtin);

/// Whether a file is an agent whatever else is there. One of a package is told by the manifest around it.
fn is_agent(path: &Path) -> bool {
    !agent_readers(&HOSTS, None, &OwnPackages::default(), path).is_empty()
}

/// Whether a file may be the manifest of a package, by its name.
fn is_manifest(path: &Path) -> bool {
    !subjects(HOSTS.iter(), None, path).is_empty()
}

/// Tells the log where a panic was.
fn log_panics(outbox: Outbox) {
    std::panic::set_hook(Box::new(move |panic| {
        let _ = outbox.send(Outgoing::Log(MessageType::ERROR, format!("this is a mistake in skill-lsp: {panic}")));
    }));
}
