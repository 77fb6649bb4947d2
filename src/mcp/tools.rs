//! The two tools, as the client is told of them.

use std::sync::Arc;

use rmcp::model::{JsonObject, Tool, ToolAnnotations};
use serde_json::{Value, json};

use crate::features::offer::Offer;
use crate::features::offer::menu::menu;
use crate::words::add_new;

/// The tool that lists.
pub(crate) const LIST: &str = "skills_list";
/// The tool that loads.
pub(crate) const LOAD: &str = "skills_load";

/// What the server says of itself.
pub(crate) const INSTRUCTIONS: &str = "Skills are instructions for particular kinds of work, each in a folder with a \
    SKILL.md and the files it needs. When a task fits the description of a skill, load it with skills_load before you \
    begin, and follow it. skills_list tells which skills there are. Nothing of a skill is run by loading it.";

/// How the tool that loads is told which skill.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Choice {
    /// By an id, a name, or a part of one.
    Text,
    /// By one of the ids that there are.
    Id,
}

/// Both tools; the description of the one that loads takes at most `limit` characters.
pub(crate) fn tools(offers: &[Offer<'_>], limit: usize, choice: Choice) -> Vec<Tool> {
    let list = Tool::new(
        LIST,
        "Lists the skills that can be loaded: id, name, description, and the tools that each may use.",
        object(json!({
            "type": "object",
            "properties": {
                "query": {"type": "string", "description": "Only skills with this text in their name or description"},
            },
            "additionalProperties": false,
        })),
    );
    let list = list.with_title("List skills").with_raw_output_schema(object(json!({
        "type": "object",
        "properties": {
            "skills": {
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": {
                        "id": {"type": "string"},
                        "name": {"type": "string"},
                        "description": {"type": "string"},
                        "allowedTools": {"type": "array", "items": {"type": "string"}},
                    },
                    "required": ["id", "name", "description", "allowedTools"],
                },
            },
            "total": {"type": "integer", "description": "How many there are, also where fewer are listed"},
        },
        "required": ["skills", "total"],
    })));
    let load = Tool::new(
        LOAD,
        load_description(offers, limit),
        object(json!({
            "type": "object",
            "properties": {
                "skill": skill(offers, choice),
                "arguments": {"type": "string", "description": "What the skill is to work on, when it takes arguments"},
                "file": {
                    "type": "string",
                    "description": "One file of the skill instead of its instructions, by its path from the skill's folder",
                },
            },
            "required": ["skill"],
            "additionalProperties": false,
        })),
    );
    let load = load.with_title("Load a skill");
    let harmless = || ToolAnnotations::new().read_only(true).destructive(false).idempotent(true).open_world(false);
    vec![list.with_annotations(harmless()), load.with_annotations(harmless())]
}

/// The parameter that says which skill is to be loaded.
fn skill(offers: &[Offer<'_>], choice: Choice) -> Value {
    match choice {
        Choice::Text => json!({
            "type": "string",
            "description": "The skill's id or name, or a part of its name that no other skill has",
        }),
        Choice::Id => {
            let mut ids: Vec<&str> = Vec::new();
            add_new(&mut ids, offers.iter().map(Offer::id));
            // An enumeration has to have a value, also when there is nothing to choose.
            let ids = if ids.is_empty() { vec![""] } else { ids };
            json!({"type": "string", "enum": ids, "description": "The skill's id"})
        }
    }
}

/// What the tool that loads says of itself: the skills are named, so that a model can choose.
pub(crate) fn load_description(offers: &[Offer<'_>], limit: usize) -> String {
    let what = "Loads a skill: its instructions, the folder they begin from, its files, and the tools it may use. Call it \
                when a task fits one of the skills, before doing the task, and follow what it says.";
    let text = match offers.is_empty() {
        true => format!("{what}\n\nThere are no skills at the moment."),
        false => format!("{what}\n\nAvailable skills (skills_list tells more):\n"),
    };
    let room = limit.saturating_sub(text.len());
    format!("{text}{}", menu(offers, room)).trim_end().to_owned()
}

fn object(value: Value) -> Arc<JsonObject> {
    match value {
        Value::Object(object) => Arc::new(object),
        // Only objects are written above.
        _ => Arc::default(),
    }
}
