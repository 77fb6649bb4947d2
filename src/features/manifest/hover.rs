//! What a key of a manifest means.

use crate::catalog::manifest::{KeyFacts, Sort, Subject, keys_at};
use crate::features::hover::Hover;
use crate::features::manifest::ManifestQuestion;
use crate::features::manifest::spot::{SpotKind, spot};
use crate::features::page::{Page, code, strong, words};
use crate::text::Span;
use crate::words::{add_to, capitalized, enumeration};

/// What is told about an offset; `None` when nothing is known of what stands there.
pub fn hover(question: &ManifestQuestion<'_>, offset: usize) -> Option<Hover> {
    let spot = spot(question.text, offset).filter(|spot| spot.is_quoted)?;
    let SpotKind::Key { .. } = spot.kind else { return None };
    let name = spot.word.of(question.text);
    let facts =
        |subject: &Subject| keys_at(&subject.host, subject.sort, &spot.steps).into_iter().find(|it| it.name == name);
    let mut groups: Vec<(String, Vec<&str>)> = Vec::new();
    for subject in question.subjects {
        if let Some(facts) = facts(subject) {
            add_to(&mut groups, sentence(&facts), subject.host.name.as_str());
        }
    }
    if groups.is_empty() {
        return None;
    }
    let mut page = Page::of([code(name)]);
    for (sentence, hosts) in groups {
        page.item([strong(capitalized(&enumeration(&hosts))), words(format!(": {sentence}"))]);
    }
    let is_market = question.subjects.iter().all(|subject| subject.sort == Sort::Market);
    if is_market && name == "plugins" && spot.steps.is_empty() {
        page.line([words("Each entry is installed as `entry@marketplace`")]);
    }
    // With its quotes.
    Some(Hover { span: Span::new(spot.word.start - 1, spot.word.end + 1), page })
}

fn sentence(facts: &KeyFacts) -> String {
    let needed = if facts.needed { " It must be there." } else { "" };
    let wanted = if facts.wanted.is_empty() || facts.wanted == "anything" {
        String::new()
    } else {
        format!(" Its value is {}.", facts.wanted)
    };
    format!("{}{wanted}{needed}", facts.about)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::manifest::testing::asked;

    fn told(path: &str, text: &str) -> String {
        asked(path, text, &[], |question, offset| {
            hover(question, offset).map(|it| format!("{} {}", it.span.of(question.text), it.page.plain()))
        })
        .unwrap_or_default()
    }

    #[test]
    fn keys_on_every_level() {
        assert_eq!(
            told("/w/.claude-plugin/plugin.json", r#"{"ski<|>lls": 5}"#),
            "\"skills\" `skills`\n\n- Claude Code: Folders of skills, besides `skills`. Its value is a path or a list."
        );
        assert_eq!(
            told("/w/.claude-plugin/marketplace.json", r#"{"plugins": [{"stri<|>ct": false}]}"#),
            "\"strict\" `strict`\n\n- Claude Code: With `false` this entry describes the package alone, and its folder needs \
             no manifest. Its value is `true` or `false`."
        );
        assert_eq!(
            told("/w/.claude-plugin/plugin.json", r#"{"hooks": {"St<|>op": []}}"#),
            "\"Stop\" `Stop`\n\n- Claude Code: When the model is about to end its answer; it can make it go on. Its value \
             is a list."
        );
        assert!(
            told("/w/.claude-plugin/plugin.json", r#"{"mcpServers": {"a": {"comm<|>and": "x"}}}"#).contains("program")
        );
    }

    #[test]
    fn values_and_unknown_keys() {
        assert_eq!(told("/w/.claude-plugin/plugin.json", r#"{"name": "ki<|>t"}"#), "");
        assert_eq!(told("/w/.claude-plugin/plugin.json", r#"{"whate<|>ver": 1}"#), "");
    }
}
