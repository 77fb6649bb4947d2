//! Asks the user whether a skill may be loaded, as the client lets us: in the middle of the request, or, as newer
//! clients want it, by an answer that makes them ask and call again.

use std::time::Duration;

use rmcp::model::*;
use rmcp::service::{PeerRequestOptions, RequestContext, RoleServer};
use serde_json::{Value, json};
use tokio::sync::Semaphore;

use crate::mcp::lines::End;

/// So long the user may think.
const PATIENCE: Duration = Duration::from_secs(600);
/// So many questions may be open at once.
const OPEN: usize = 32;

static QUESTIONS: Semaphore = Semaphore::const_new(OPEN);

/// What the user is asked.
#[derive(Clone, Debug)]
pub(crate) struct Question {
    /// Tells questions apart: an answer counts only for the skill that was asked about.
    pub(crate) key: String,
    /// The question.
    pub(crate) words: String,
    /// Whether "always" can be remembered.
    pub(crate) is_remembered: bool,
}

/// What came of it.
pub(crate) enum Reply {
    /// This one time.
    Once,
    /// From now on.
    Always,
    /// No, and why.
    No(&'static str),
    /// The client cannot ask.
    Mute,
    /// The client asks and calls again.
    Later(Box<InputRequiredResult>),
}

/// Asks. `given` are the answers that came with the call.
pub(crate) async fn ask(
    question: &Question,
    given: Option<&InputResponses>,
    context: &RequestContext<RoleServer>,
    end: &End,
) -> Reply {
    if let Some(answer) = given.and_then(|given| given.get(&question.key)) {
        return serde_json::from_value(answer.clone()).map_or(Reply::No("the answer was not understood"), reply);
    }
    let abilities = context.client_capabilities().and_then(|abilities| abilities.elicitation);
    // Whoever says nothing of forms and pages means forms.
    if !abilities.is_some_and(|it| it.form.is_some() || it.url.is_none()) {
        return Reply::Mute;
    }
    let Some(form) = form(question) else { return Reply::Mute };
    let request = ElicitRequest::new(form);
    if context.protocol_version().is_some_and(|version| version >= ProtocolVersion::V_2026_07_28) {
        let requests = [(question.key.clone(), InputRequest::Elicitation(request))].into();
        return Reply::Later(Box::new(InputRequiredResult::from_input_requests(requests)));
    }
    let Ok(_place) = QUESTIONS.try_acquire() else { return Reply::No("too many questions are open") };
    let options = PeerRequestOptions::with_timeout(PATIENCE);
    let asked = async {
        let sent = context.peer.send_request_with_option(ServerRequest::ElicitRequest(request), options).await;
        match sent {
            Ok(waiting) => waiting.await_response().await,
            Err(error) => Err(error),
        }
    };
    tokio::select! {
        answered = asked => match answered {
            Ok(ClientResult::ElicitResult(result)) => reply(result),
            Ok(_) => Reply::No("the answer was not understood"),
            Err(rmcp::ServiceError::Timeout { .. }) => Reply::No("nobody answered"),
            Err(_) => Reply::No("the question could not be asked"),
        },
        () = context.ct.cancelled() => Reply::No("the call was cancelled"),
        () = end.comes() => Reply::No("the client has gone"),
    }
}

/// What the user's answer means. Only a clear yes is one.
fn reply(result: ElicitResult) -> Reply {
    let choice = result.content.as_ref().and_then(|content| content.get("load")).and_then(Value::as_str);
    match (result.action, choice) {
        (ElicitationAction::Accept, Some("once")) => Reply::Once,
        (ElicitationAction::Accept, Some("always")) => Reply::Always,
        (ElicitationAction::Accept | ElicitationAction::Decline, _) => Reply::No("the user said no"),
        _ => Reply::No("the user did not decide"),
    }
}

/// The form that is shown.
fn form(question: &Question) -> Option<ElicitRequestParams> {
    let mut choices = vec![json!({"const": "once", "title": "Yes, this time"})];
    if question.is_remembered {
        choices.push(json!({"const": "always", "title": "Yes, always"}));
    }
    choices.push(json!({"const": "no", "title": "No"}));
    let schema = json!({
        "type": "object",
        "properties": {"load": {"type": "string", "title": "Load it?", "oneOf": choices}},
        "required": ["load"],
    });
    let requested_schema = serde_json::from_value(schema).ok()?;
    Some(ElicitRequestParams::FormElicitationParams { meta: None, message: question.words.clone(), requested_schema })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_clear_yes_is_one() {
        let word = |result: Value| match reply(serde_json::from_value(result).unwrap()) {
            Reply::Once => "once",
            Reply::Always => "always",
            Reply::No(why) => why,
            Reply::Mute | Reply::Later(_) => "other",
        };
        assert_eq!(word(json!({"action": "accept", "content": {"load": "once"}})), "once");
        assert_eq!(word(json!({"action": "accept", "content": {"load": "always"}})), "always");
        assert_eq!(word(json!({"action": "accept", "content": {"load": "no"}})), "the user said no");
        assert_eq!(word(json!({"action": "accept", "content": {"load": true}})), "the user said no");
        assert_eq!(word(json!({"action": "accept"})), "the user said no");
        assert_eq!(word(json!({"action": "decline", "content": {"load": "once"}})), "the user said no");
        assert_eq!(word(json!({"action": "cancel"})), "the user did not decide");
    }

    #[test]
    fn the_form_is_one_that_clients_know() {
        for is_remembered in [false, true] {
            let question = Question { key: String::new(), words: "Load it?".to_owned(), is_remembered };
            let form = serde_json::to_value(form(&question).unwrap()).unwrap();
            let choices = form["requestedSchema"]["properties"]["load"]["oneOf"].as_array().unwrap();
            assert_eq!(choices.len(), if is_remembered { 3 } else { 2 }, "{form}");
        }
    }
}
