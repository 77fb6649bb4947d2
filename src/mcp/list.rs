//! `skills_list`: the skills that may be loaded.

use serde::Serialize;

use crate::features::offer::Offer;

/// So many skills are listed in one answer.
const MOST: usize = 500;

/// The answer.
#[derive(Serialize)]
pub(crate) struct ListAnswer {
    skills: Vec<SkillEntry>,
    total: usize,
}

/// One skill. The names of the fields are those of the tool.
#[derive(Hash, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SkillEntry {
    id: String,
    name: String,
    description: String,
    allowed_tools: Vec<String>,
}

/// The skills whose name or description contains `query`.
pub(crate) fn list(offers: &[Offer<'_>], query: Option<&str>) -> ListAnswer {
    let wanted = query.unwrap_or_default().trim().to_lowercase();
    let has = |text: &str| text.to_lowercase().contains(&wanted);
    let mut skills = entries(offers);
    skills.retain(|it| has(&it.id) || has(&it.name) || has(&it.description));
    let total = skills.len();
    skills.truncate(MOST);
    ListAnswer { skills, total }
}

/// All of them.
pub(crate) fn entries(offers: &[Offer<'_>]) -> Vec<SkillEntry> {
    let entry = |offer: &Offer<'_>| SkillEntry {
        id: offer.id().to_owned(),
        name: offer.name().to_owned(),
        description: offer.description().to_owned(),
        allowed_tools: offer.candidate.reading.allowed_tools.iter().map(ToString::to_string).collect(),
    };
    offers.iter().map(entry).collect()
}

impl ListAnswer {
    /// The same for reading.
    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        for SkillEntry { id, name, description, allowed_tools } in &self.skills {
            text.push_str(&format!("- {id}"));
            if name != id {
                text.push_str(&format!(" ({name})"));
            }
            if !description.is_empty() {
                text.push_str(&format!(": {}", description.split_whitespace().collect::<Vec<_>>().join(" ")));
            }
            text.push('\n');
            if !allowed_tools.is_empty() {
                text.push_str(&format!("  allowed tools: {}\n", allowed_tools.join(", ")));
            }
        }
        match self.total - self.skills.len() {
            0 if self.total == 0 => text.push_str("There is no such skill."),
            0 => {}
            more => text.push_str(&format!("{more} more: narrow the list with `query`")),
        }
        text
    }
}
