//! The requests of the client, each converted in, asked once, and converted out.

use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;
use std::time::{Duration, Instant};

use rmcp::model::*;
use rmcp::service::{NotificationContext, RequestContext, RoleServer, SubscriptionContext};
use rmcp::{ErrorData, ServerHandler};
use serde_json::{Map, Value};
use tokio::sync::{Semaphore, watch};

use crate::features::offer::Offer;
use crate::features::offer::named::named;
use crate::mcp::asking::{self, Reply};
use crate::mcp::library::Library;
use crate::mcp::lines::End;
use crate::mcp::list::list;
use crate::mcp::load::{self, Wanted};
use crate::mcp::permit::{self, Permitted};
use crate::mcp::shelf::Shelf;
use crate::mcp::tools::{Choice, INSTRUCTIONS, LIST, LOAD, tools};

/// So many subscriptions may be open at once.
const LISTENERS: usize = 16;

/// What changes within this time is told in one word.
const PAUSE: Duration = Duration::from_millis(200);

/// The server. All clones are the same.
#[derive(Clone)]
pub(crate) struct SkillServer {
    library: Arc<Library>,
    listeners: Arc<Semaphore>,
    session: Arc<str>,
    end: End,
}

impl SkillServer {
    /// A server that serves from a library until the end of the conversation.
    pub(crate) fn new(library: Arc<Library>, end: End) -> SkillServer {
        SkillServer { library, listeners: Arc::new(Semaphore::new(LISTENERS)), session: session_id().into(), end }
    }

    /// Answers from the skills as they are now, on a thread that may take its time. A panic costs this one answer.
    async fn look<T: Send + 'static>(
        &self,
        answer: impl FnOnce(&Shelf) -> Result<T, String> + Send + 'static,
    ) -> Result<T, String> {
        let library = self.library.clone();
        let answered = tokio::task::spawn_blocking(move || answer(&*library.now()?));
        answered.await.unwrap_or_else(|_| Err("something went wrong in skill-lsp; its log says more".to_owned()))
    }

    async fn list(&self, arguments: Map<String, Value>) -> Result<CallToolResult, String> {
        let query = load::text(&arguments, "query")?;
        let listed = self.look(move |shelf| Ok(list(&shelf.offers(), query.as_deref()))).await?;
        let mut result = CallToolResult::success(vec![ContentBlock::text(listed.text())]);
        result.structured_content = serde_json::to_value(&listed).ok();
        Ok(result)
    }

    async fn load(
        &self,
        arguments: Map<String, Value>,
        given: Option<InputResponses>,
        context: &RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, String> {
        let wanted = Wanted::new(&arguments, &self.session)?;
        let loaded = match self.look_at(&wanted, permit::load_or_ask).await? {
            Permitted::Loaded(loaded) => loaded,
            Permitted::Asked(permit) => {
                let mut unremembered = None;
                // The yes is for this file, whatever has its name by then.
                let wanted = Wanted { skill: permit.path.clone(), ..wanted.clone() };
                match asking::ask(&permit.question, given.as_ref(), context, &self.end).await {
                    Reply::Once => {}
                    Reply::Always => unremembered = self.look_at(&wanted, permit::remember).await.err(),
                    Reply::No(why) => return Err(permit.refused(why)),
                    Reply::Mute => return Err(permit.refused("this client cannot ask the user")),
                    Reply::Later(result) => return Ok((*result).into()),
                }
                let mut loaded = self.look_at(&wanted, load::load).await?;
                // A yes is a yes, also where it cannot be written down.
                loaded.texts.extend(unremembered.map(|why| format!("The answer \"always\" is not remembered: {why}")));
                loaded
            }
        };
        let mut result = CallToolResult::success(loaded.texts.into_iter().map(ContentBlock::text).collect());
        // Clients show a model either the structured content or the text; this is to be read.
        result.meta = serde_json::to_value(&loaded.facts).ok().map(|facts| {
            let mut meta = MetaObject::default();
            meta.insert("skill-lsp/skill".to_owned(), facts);
            meta
        });
        Ok(result.into())
    }

    /// Asks something about the skill that is wanted.
    async fn look_at<T: Send + 'static>(
        &self,
        wanted: &Wanted,
        question: impl FnOnce(&Shelf, &Offer<'_>, &Wanted) -> Result<T, String> + Send + 'static,
    ) -> Result<T, String> {
        let wanted = wanted.clone();
        self.look(move |shelf| {
            let offers = shelf.offers();
            let offer = named(shelf.view()?, &offers, &wanted.skill)?;
            question(shelf, offer, &wanted)
        })
        .await
    }
}

impl ServerHandler for SkillServer {
    fn get_info(&self) -> ServerConfig {
        let tools = ServerCapabilities::builder().enable_tools().enable_tool_list_changed().build();
        let mut info = ServerConfig::new(tools).with_instructions(INSTRUCTIONS);
        info.server_info = Implementation::new("skill-lsp", env!("CARGO_PKG_VERSION")).with_title("Agent Skills");
        info
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let limit = self.library.description_limit;
        let told = self.look(move |shelf| Ok(tools(&shelf.offers(), limit, shelf.choice()))).await;
        // Without a folder there are no skills, but there are tools.
        let tools = told.unwrap_or_else(|_| tools(&[], limit, Choice::Text));
        Ok(ListToolsResult { tools, ..ListToolsResult::default() })
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let arguments = request.arguments.unwrap_or_default();
        let result = match &*request.name {
            LIST => self.list(arguments).await.map(CallToolResponse::from),
            LOAD => self.load(arguments, request.input_responses, &context).await,
            other => {
                let words = format!("there is no tool `{other}`: this server has {LIST} and {LOAD}");
                return Err(ErrorData::invalid_params(words, None));
            }
        };
        // What goes wrong is told where the model reads it, so that it can do better.
        Ok(result.unwrap_or_else(|words| CallToolResult::error(vec![ContentBlock::text(words)]).into()))
    }

    async fn on_custom_request(
        &self,
        request: CustomRequest,
        _: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        // What has the name of a request we know, but not its form, comes here.
        match request.method.as_str() {
            method @ ("initialize" | "tools/call" | "tools/list" | "ping" | "server/discover") => {
                Err(ErrorData::invalid_params(format!("the parameters of `{method}` are wrong"), None))
            }
            #[cfg(debug_assertions)]
            "skill-lsp/panic" => {
                let panicked = self.look(|_| -> Result<(), String> { panic!("as it was asked to") }).await;
                Err(ErrorData::internal_error(panicked.err().unwrap_or_default(), None))
            }
            method => Err(ErrorData::new(ErrorCode::METHOD_NOT_FOUND, format!("there is no method `{method}`"), None)),
        }
    }

    async fn on_initialized(&self, context: NotificationContext<RoleServer>) {
        let (mut changes, end) = (self.library.changes(), self.end.clone());
        loop {
            tokio::select! {
                changed = settled(&mut changes) => if !changed { return },
                () = end.comes() => return,
            }
            if context.peer.notify_tool_list_changed().await.is_err() {
                return;
            }
        }
    }

    fn accepted_subscription_filter(&self, requested: &SubscriptionFilter) -> Option<SubscriptionFilter> {
        // What we do not have is taken out of it for us.
        Some(requested.clone())
    }

    async fn listen(&self, context: SubscriptionContext) -> Result<(), ErrorData> {
        let Ok(_place) = self.listeners.try_acquire() else {
            return Err(ErrorData::invalid_request("there are too many subscriptions already", None));
        };
        let mut changes = self.library.changes();
        loop {
            tokio::select! {
                changed = settled(&mut changes) => if !changed { return Ok(()) },
                () = context.cancelled() => return Ok(()),
                () = self.end.comes() => return Ok(()),
            }
            if context.sink().notify_tool_list_changed().await.is_err() {
                return Ok(());
            }
        }
    }
}

/// Waits until something has changed and no more changes for a moment. Whether something will ever change.
async fn settled(changes: &mut watch::Receiver<u64>) -> bool {
    if changes.changed().await.is_err() {
        return false;
    }
    tokio::time::sleep(PAUSE).await;
    changes.mark_unchanged();
    true
}

/// An id that no other session has, in the form in which agents write theirs.
fn session_id() -> String {
    let [first, second] = [0u8, 1].map(|it| RandomState::new().hash_one((it, std::process::id(), Instant::now())));
    let bits = (u128::from(first) << 64 | u128::from(second)) & !(0xf << 76 | 0x3 << 62) | (4 << 76 | 2 << 62);
    let digits = format!("{bits:032x}");
    let parts = [0..8, 8..12, 12..16, 16..20, 20..32].map(|part| digits.get(part).unwrap_or_default());
    parts.join("-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_id_of_a_session_is_a_random_uuid() {
        let id = session_id();
        let lengths: Vec<usize> = id.split('-').map(str::len).collect();
        assert_eq!(lengths, [8, 4, 4, 4, 12]);
        assert!(id.chars().nth(14) == Some('4') && "89ab".contains(id.chars().nth(19).unwrap()), "{id}");
        assert_ne!(id, session_id());
    }
}
