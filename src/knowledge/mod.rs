//! What is known of the parts of a skill: its fields, lists of tools, hooks, links, and the files beside it.

pub(crate) mod agent_skills;
pub(crate) mod bundled;
pub(crate) mod fields;
pub(crate) mod folder_names;
pub(crate) mod hook_matcher;
pub(crate) mod own_words;
pub(crate) mod relative_link;
pub(crate) mod remembered;
pub(crate) mod tool_entries;
