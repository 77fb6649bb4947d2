//! The skills that are loaded in every turn, in full.

use crate::catalog::{Catalog, Status};
use crate::hosts::fill;
use crate::listing::entry::Maker;

/// The text that follows the listing while skills are pinned; empty when none of `ids` is there.
pub(super) fn pinned(catalog: &Catalog, maker: &Maker, ids: &[String]) -> String {
    let Some(rule) = maker.rule.pinned.as_ref() else { return String::new() };
    let texts: Vec<String> = ids
        .iter()
        .filter_map(|id| {
            let is_used = |status| !matches!(status, Status::Shadowed | Status::Skipped);
            let candidate = maker.view.named(id).find(|candidate| is_used(candidate.verdict.status))?;
            let skill = catalog.skill(candidate.skill)?;
            let content = maker.files.text(&skill.path).filter(|text| !text.trim().is_empty())?;
            Some(fill(&rule.entry, &|key| match key {
                "content" => Some(content.trim_end().to_owned()),
                _ => maker.value(key, candidate, skill),
            }))
        })
        .collect();
    match texts.is_empty() {
        true => String::new(),
        false => [&*rule.header, &texts.join(&rule.separator), &*rule.footer].concat(),
    }
}
