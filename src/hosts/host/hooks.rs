//! The form of a skill's hooks: which keys stand where, what a matcher is compared with, and what a fault costs.
//!
//! The events themselves are the `keys` of the field `hooks`.

use std::collections::BTreeMap;

use crate::hosts::host::FieldKind;

form! {
    /// How a host reads the groups of hooks below an event.
    pub struct HookRule {
        /// The keys of a group.
        pub group: Vec<HookKey>,
        /// The kinds of hooks, each with its own keys.
        pub types: Vec<HookType>,
        /// A hook with a value of the wrong kind, or without a key it needs, is dropped.
        pub validates: bool,
        /// Events that guard: a fault below one of them costs the skill all its hooks, and the fields in `guarded`.
        pub guards: Vec<String>,
        /// The fields that are lost with a guard.
        pub guarded: Vec<String>,
        /// Events whose matchers are compared with the names of tools.
        pub tool_events: Vec<String>,
        /// A matcher of plain words is a list of whole names; otherwise every matcher is searched for as a pattern.
        pub whole_names: bool,
        /// Events whose matchers are compared with something else, and the words it can be, where they are few.
        pub subjects: BTreeMap<String, Vec<String>>,
        /// Where this fact comes from.
        pub source: String,
    }

    /// A kind of hook.
    pub struct HookType needs {
        /// The value of `type`.
        pub name: String,
        /// One sentence: what such a hook does.
        pub about: String,
        /// Its keys besides `type`.
        pub keys: Vec<HookKey>,
    }

    /// A key in a group or in a hook.
    pub struct HookKey needs {
        /// Its name.
        pub name: String,
        /// One sentence: what it is for.
        pub about: String,
    } else {
        /// What it takes.
        pub kind: FieldKind,
        /// The only values it takes, when they are few.
        pub values: Vec<String>,
        /// The hook is nothing without it.
        pub required: bool,
    }
}

impl HookRule {
    /// Whether the host's way with hooks is known beyond their events.
    pub fn is_known(&self) -> bool {
        !self.types.is_empty()
    }

    /// The kind of hook of this name.
    pub fn hook_type(&self, name: &str) -> Option<&HookType> {
        self.types.iter().find(|it| it.name == name)
    }

    /// Whether the matchers of an event are compared with anything.
    pub fn has_matcher(&self, event: &str) -> bool {
        self.subjects.contains_key(event) || self.matches_tools(event)
    }

    /// Whether the matchers of an event are compared with the names of tools.
    pub fn matches_tools(&self, event: &str) -> bool {
        self.tool_events.iter().any(|it| it == event)
    }

    /// Whether a fault below an event costs more than the hook.
    pub fn is_guard(&self, event: &str) -> bool {
        self.guards.iter().any(|it| it == event)
    }
}
