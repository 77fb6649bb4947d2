//! How much a listing may take: the model, its context window, and the settings that change the share.

use crate::catalog::View;
use crate::hosts::{BudgetRule, Host, ModelFact, Unit, glob_matches};
use crate::listing::Request;
use crate::listing::shorten::units;

/// A limit and where it comes from, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Limit {
    /// The limit.
    pub(super) amount: usize,
    /// What it is where no variable and no settings say otherwise.
    pub(super) usual: usize,
    /// What is counted.
    pub(super) unit: Unit,
    /// Where it comes from.
    pub(super) origin: String,
}

/// The model the listing is made for: the one named, or the host's own; `None` when all are alike to the host.
pub(super) fn model(view: &View, named: Option<String>) -> Option<String> {
    let host = &view.host;
    if host.listing.iter().any(|rule| !rule.models.is_empty()) && host.models.is_empty() {
        return named;
    }
    let usual = usual(host)?;
    let Some(named) = named else { return (!usual.name.contains('*')).then(|| usual.name.clone()) };
    // A short word stands for the model it means.
    let is_meant = |model: &&ModelFact| model.also.iter().any(|word| word.eq_ignore_ascii_case(&named));
    let Some(meant) = host.models.iter().find(is_meant) else { return Some(named) };
    let other = meant.also_variable.as_ref().and_then(|name| view.controls.variable(&view.environment, name));
    Some(other.filter(|model| !model.is_empty()).map_or_else(|| meant.name.clone(), str::to_owned))
}

fn usual(host: &Host) -> Option<&ModelFact> {
    host.models.iter().find(|model| model.default).or_else(|| host.models.first())
}

/// What is known of a model; of one that nobody knows, what is known of the host's own.
fn fact<'a>(host: &'a Host, model: Option<&str>) -> Option<&'a ModelFact> {
    let model = model.map(str::to_lowercase);
    host.models
        .iter()
        .find(|fact| model.as_deref().is_some_and(|name| glob_matches(&fact.name.to_lowercase(), name)))
        .or_else(|| usual(host))
}

/// The limit of a listing; `None` when nothing sets one.
pub(super) fn limit(rule: &BudgetRule, view: &View, model: Option<&str>, request: &Request) -> Option<Limit> {
    let usual = |amount: usize| unset(rule, view, model, request, None).map_or(amount, |limit| limit.amount);
    if let Some((amount, name)) = variable(rule, view) {
        return Some(Limit { amount, usual: usual(amount), unit: rule.unit, origin: format!("`{name}`") });
    }
    if let Some(amount) = view.controls.budget_limit {
        let amount = capped(rule, amount).min(rule.setting_cap.unwrap_or(usize::MAX));
        let origin = "the host's settings".to_owned();
        return Some(Limit { amount, usual: usual(amount), unit: rule.unit, origin });
    }
    let share = view.controls.budget_fraction;
    unset(rule, view, model, request, share).map(|limit| Limit { usual: usual(limit.amount), ..limit })
}

/// The limit where nothing is set but the share of the context window.
fn unset(rule: &BudgetRule, view: &View, model: Option<&str>, request: &Request, share: Option<f64>) -> Option<Limit> {
    let limit = |amount: usize, unit: Unit, origin: String| Limit { amount, usual: amount, unit, origin };
    if let Some(amount) = rule.limit {
        return Some(limit(capped(rule, amount), rule.unit, "a fixed limit".to_owned()));
    }
    let fact = fact(&view.host, model);
    let narrow = rule
        .narrow_window
        .filter(|_| rule.narrow_variable.as_ref().is_some_and(|name| view.controls.is_set(&view.environment, name)));
    let known = fact.map(|fact| narrow.map_or(fact.context_window, |narrow| fact.context_window.min(narrow)));
    let window = request.context_window.or(view.controls.context_window).or(known)?;
    if let Some(amount) = rule.without_window.filter(|_| window == 0) {
        let origin = "the context window is not known".to_owned();
        return Some(limit(amount, Unit::LineCharacters, origin));
    }
    let share = share.or(rule.per_mille.map(|share| share as f64 / 1000.0))?;
    let bytes = fact.filter(|_| rule.unit != Unit::Tokens).map_or(1, |fact| fact.bytes_per_token);
    let amount = (window as f64 * bytes as f64 * share).floor().max(1.0) as usize;
    let percent = share * 100.0;
    let origin = match rule.unit {
        Unit::Tokens => format!("{percent} % of {window} tokens"),
        Unit::Columns | Unit::Characters | Unit::LineCharacters => {
            format!("{percent} % of {window} tokens × {bytes} bytes")
        }
    };
    Some(limit(capped(rule, amount), rule.unit, origin))
}

fn capped(rule: &BudgetRule, amount: usize) -> usize {
    rule.cap.map_or(amount, |cap| amount.min(cap))
}

/// The limit that an environment variable sets. Zero and what is no number are passed over; below zero nothing fits.
fn variable<'a>(rule: &'a BudgetRule, view: &View) -> Option<(usize, &'a str)> {
    let name = rule.variable.as_deref()?;
    let text = view.controls.variable(&view.environment, name)?;
    let number = if rule.leading_digits { leading_digits(text)? } else { number(text)? };
    (number != 0.0).then(|| (number.max(0.0) as usize, name))
}

/// The number that a text begins with, after white space.
fn leading_digits(text: &str) -> Option<f64> {
    let text = text.trim_start();
    let text = text.strip_prefix('+').unwrap_or(text);
    let end = text.find(|sign: char| !sign.is_ascii_digit()).unwrap_or(text.len());
    text.get(..end)?.parse().ok()
}

/// A number as JavaScript reads it, or one whose thousands are set off: `10,000`.
fn number(text: &str) -> Option<f64> {
    let text = text.trim_matches(|character: char| character.is_whitespace() || character == '\u{feff}');
    let plain = text.trim_start_matches(['+', '-']);
    if let Some(hexadecimal) = plain.strip_prefix("0x").or_else(|| plain.strip_prefix("0X")) {
        return if plain.len() == text.len() {
            u64::from_str_radix(hexadecimal, 16).ok().map(|it| it as f64)
        } else {
            None
        };
    }
    let digits = plain.starts_with(|character: char| character.is_ascii_digit() || character == '.');
    let parsed = if digits { text.parse().ok() } else { None };
    parsed.or_else(|| grouped(text))
}

fn grouped(text: &str) -> Option<f64> {
    const MARKS: [char; 5] = ['_', ',', '\u{a0}', '\u{202f}', ' '];
    let mark = text.chars().find(|character| MARKS.contains(character))?;
    let digits = text.trim_start_matches(['+', '-']);
    let mut groups = digits.split(mark);
    let first = groups.next()?;
    let rest: Vec<&str> = groups.collect();
    let all_digits = |group: &str| group.bytes().all(|byte| byte.is_ascii_digit());
    let right = units(text) <= 32
        && (1..=3).contains(&first.len())
        && all_digits(first)
        && rest.iter().all(|group| group.len() == 3 && all_digits(group));
    if right { text.replace(mark, "").parse().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::{leading_digits, number};
    use crate::hosts::glob_matches;

    #[test]
    fn numbers_of_the_environment() {
        assert_eq!(number("900"), Some(900.0));
        assert_eq!(number(" 9e2 "), Some(900.0));
        assert_eq!(number("10,000"), Some(10_000.0));
        assert_eq!(number("0x10"), Some(16.0));
        assert_eq!(number("1,00"), None);
        assert_eq!(number("infinity"), None);
        assert_eq!(number("many"), None);
        assert_eq!(number(""), None);
    }

    #[test]
    fn numbers_by_their_first_digits() {
        assert_eq!(leading_digits(" 12abc"), Some(12.0));
        assert_eq!(leading_digits("1e3"), Some(1.0));
        assert_eq!(leading_digits("-5"), None);
        assert_eq!(leading_digits(""), None);
    }

    #[test]
    fn patterns_of_models() {
        assert!(glob_matches("claude-*-4-5*", "claude-haiku-4-5-20251001"));
        assert!(glob_matches("*", "anything"));
        assert!(glob_matches("exact", "exact"));
        assert!(!glob_matches("exact", "exactly"));
        assert!(!glob_matches("a*b", "ac"));
    }
}
