//! What is cut when a listing exceeds its budget: one function for each policy.

use std::sync::Arc;

use crate::hosts::{BudgetPolicy, BudgetRule, is_space};
use crate::listing::form::{Choice, EntryForm};
use crate::listing::meter::Meter;
use crate::listing::shorten::units;
use crate::listing::weighed::Weighed;

/// How each entry is printed so that the listing keeps to its limit, as well as the policy manages.
pub(super) fn choices(
    rule: &BudgetRule,
    entries: &[Arc<Weighed>],
    meter: Meter,
    limit: usize,
    ellipsis: &str,
) -> Vec<Choice> {
    if rule.policy == BudgetPolicy::Omit {
        return omit(rule, entries, meter, limit);
    }
    if meter.sum(entries.iter().map(|it| it.full_cost)) <= limit {
        return vec![Choice::Full; entries.len()];
    }
    match rule.policy {
        BudgetPolicy::Greedy => greedy(entries, meter, limit),
        BudgetPolicy::EqualShare => equal_share(entries, meter, limit, rule.least.unwrap_or(0), ellipsis),
        BudgetPolicy::RoundRobin => round_robin(entries, meter, limit),
        BudgetPolicy::Omit => omit(rule, entries, meter, limit),
        BudgetPolicy::FirstLines => entries.iter().map(|it| first_line(&it.form)).collect(),
    }
}

/// All start bare; the most used first, each gets its text back when the rest still holds it. A small entry may fit
/// after a large one did not.
fn greedy(entries: &[Arc<Weighed>], meter: Meter, limit: usize) -> Vec<Choice> {
    let mut choices: Vec<Choice> =
        entries.iter().map(|it| if it.form.name_only { Choice::Full } else { Choice::Bare }).collect();
    let Some(mut rest) = limit.checked_sub(bare_cost(entries, meter)) else { return choices };
    let mut turns: Vec<(&Arc<Weighed>, &mut Choice)> = entries.iter().zip(&mut choices).collect();
    turns.sort_by(|(left, _), (right, _)| right.form.score.total_cmp(&left.form.score));
    for (entry, choice) in turns {
        let more = entry.full_cost.saturating_sub(entry.bare_cost);
        if more <= rest {
            rest -= more;
            *choice = Choice::Full;
        }
    }
    choices
}

/// An entry with the first line of its description, and nothing besides.
fn first_line(form: &EntryForm) -> Choice {
    let line = form.description.split('\n').next().unwrap_or_default().trim_matches(is_space);
    if form.text == line { Choice::Full } else { Choice::Shortened(line.to_owned()) }
}

/// What all entries cost without their texts.
fn bare_cost(entries: &[Arc<Weighed>], meter: Meter) -> usize {
    meter.sum(entries.iter().map(|it| it.bare_cost))
}

/// What the names leave is shared equally; when that is less than `least` each, only the names remain.
fn equal_share(entries: &[Arc<Weighed>], meter: Meter, limit: usize, least: usize, ellipsis: &str) -> Vec<Choice> {
    let sharers = entries.iter().filter(|it| !it.is_fixed()).count();
    let frame = entries.iter().map(|it| if it.is_fixed() { it.full_cost } else { meter.entry(&it.form.with("")) });
    let share = limit.saturating_sub(meter.sum(frame)).checked_div(sharers).unwrap_or(0);
    entries
        .iter()
        .map(|it| {
            let form = &it.form;
            if it.is_fixed() || (share >= least && meter.entry(&form.text) <= share) {
                Choice::Full
            } else if share < least {
                Choice::Bare
            } else {
                Choice::Shortened(head(&form.text, meter, share, ellipsis))
            }
        })
        .collect()
}

/// The longest beginning that, with the ellipsis, costs no more than `room`.
fn head(text: &str, meter: Meter, room: usize, ellipsis: &str) -> String {
    let room = room.saturating_sub(meter.entry(ellipsis));
    let ends: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
    let fitting = ends.partition_point(|&end| meter.entry(text.get(..end).unwrap_or_default()) <= room);
    let end = fitting.checked_sub(1).and_then(|index| ends.get(index)).copied().unwrap_or(0);
    [text.get(..end).unwrap_or_default(), ellipsis].concat()
}

/// Each text grows in turn by one character while the limit holds. When even the bare entries are too many, those
/// that no longer fit are left out.
fn round_robin(entries: &[Arc<Weighed>], meter: Meter, limit: usize) -> Vec<Choice> {
    let Some(mut rest) = limit.checked_sub(bare_cost(entries, meter)) else {
        return fitting(entries, meter, limit);
    };
    // The place reached in each text, and what the entry costs with that much of it.
    let mut reached: Vec<(usize, usize)> = entries.iter().map(|it| (0, it.bare_cost)).collect();
    let mut grew = true;
    while grew {
        grew = false;
        for (it, (end, cost)) in entries.iter().zip(&mut reached) {
            let form = &it.form;
            let Some(next) = form.text.get(*end..).and_then(|tail| tail.chars().next()) else { continue };
            let longer = *end + next.len_utf8();
            let entry = form.with(form.text.get(..longer).unwrap_or_default());
            let more = meter.entry(&entry).saturating_sub(*cost);
            if more <= rest {
                rest -= more;
                (*end, *cost) = (longer, *cost + more);
                grew = true;
            }
        }
    }
    entries
        .iter()
        .zip(reached)
        .map(|(it, (end, _))| match end {
            0 => Choice::Bare,
            _ if end == it.form.text.len() => Choice::Full,
            _ => Choice::Shortened(it.form.text.get(..end).unwrap_or_default().to_owned()),
        })
        .collect()
}

/// Bare entries while they fit; a small one may fit after a large one did not.
fn fitting(entries: &[Arc<Weighed>], meter: Meter, limit: usize) -> Vec<Choice> {
    let mut used = 0;
    let mut choices = Vec::with_capacity(entries.len());
    for entry in entries {
        let with = used + entry.bare_cost + if used == 0 { 0 } else { meter.between(2) };
        if with <= limit {
            used = with;
            choices.push(Choice::Bare);
        } else {
            choices.push(Choice::Omitted);
        }
    }
    choices
}

/// Entries from the first one that no longer fits are left out.
fn omit(rule: &BudgetRule, entries: &[Arc<Weighed>], meter: Meter, limit: usize) -> Vec<Choice> {
    let (mut used, mut full) = (0, false);
    entries
        .iter()
        .enumerate()
        .map(|(index, entry)| {
            let has_separator = index > 0 || rule.counts_last_separator;
            let more = entry.full_cost + if has_separator { meter.between(2) } else { 0 };
            full |= used + more > limit;
            used += more;
            if full { Choice::Omitted } else { Choice::Full }
        })
        .collect()
}

/// The line that names what was left out, as many of the names as it may hold; `None` when nothing was.
pub(super) fn overflow(rule: &BudgetRule, names: &[&str]) -> Option<String> {
    if rule.overflow.is_empty() || names.is_empty() {
        return None;
    }
    let separator = units(&rule.overflow_separator);
    let mut length = 0;
    let shown = names.iter().enumerate().take_while(|(index, name)| {
        length += units(name) + if *index > 0 { separator } else { 0 };
        rule.overflow_limit.is_none_or(|limit| length <= limit)
    });
    let shown = shown.count();
    let mut line = names.get(..shown)?.join(&rule.overflow_separator);
    if shown < names.len() {
        line.push_str(&rule.overflow_more.replace("{count}", &(names.len() - shown).to_string()));
    }
    Some(rule.overflow.replace("{names}", &line))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{Choice, choices, overflow};
    use crate::hosts::{BudgetPolicy, BudgetRule, Unit};
    use crate::listing::form::EntryForm;
    use crate::listing::meter::Meter;
    use crate::listing::weighed::Weighed;

    fn form(name: &str, text: &str) -> EntryForm {
        EntryForm {
            before: format!("- {name}: "),
            text: text.to_owned(),
            bare: format!("- {name}"),
            ..EntryForm::default()
        }
    }

    fn cut(policy: BudgetPolicy, unit: Unit, limit: usize, forms: &[EntryForm]) -> String {
        let rule = BudgetRule { policy, unit, least: Some(4), ..BudgetRule::default() };
        let meter = Meter { unit, separator: "\n" };
        let entries: Vec<_> =
            forms.iter().map(|form| Arc::new(Weighed::new(form.clone(), "".into(), None, meter))).collect();
        let choices = choices(&rule, &entries, meter, limit, "…");
        let printed = entries.iter().zip(&choices).filter(|(_, choice)| **choice != Choice::Omitted);
        printed.map(|(it, choice)| it.printed(choice)).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn greedy_fits_exactly() {
        let forms = [form("a", "one"), form("b", "漢字")];
        assert_eq!(cut(BudgetPolicy::Greedy, Unit::Columns, 8 + 9 + 1, &forms), "- a: one\n- b: 漢字");
        assert_eq!(cut(BudgetPolicy::Greedy, Unit::Columns, 17, &forms), "- a: one\n- b");
        assert_eq!(cut(BudgetPolicy::Greedy, Unit::Columns, 1, &forms), "- a\n- b");
    }

    #[test]
    fn a_token_is_four_bytes_of_a_line() {
        let forms = [form("a", "one"), form("b", "two")];
        // Nine bytes with the line break.
        assert_eq!(cut(BudgetPolicy::Greedy, Unit::Tokens, 3 + 3, &forms), "- a: one\n- b: two");
        assert_eq!(cut(BudgetPolicy::Greedy, Unit::Tokens, 5, &forms), "- a: one\n- b");
    }

    #[test]
    fn greedy_gives_a_later_smaller_one_its_text() {
        let forms = [form("a", "a long text"), form("b", "two")];
        assert_eq!(cut(BudgetPolicy::Greedy, Unit::Columns, 14, &forms), "- a\n- b: two");
    }

    #[test]
    fn greedy_starts_with_the_most_used() {
        let forms = [form("a", "one"), EntryForm { score: 2.0, ..form("b", "two") }];
        assert_eq!(cut(BudgetPolicy::Greedy, Unit::Columns, 12, &forms), "- a\n- b: two");
    }

    #[test]
    fn greedy_leaves_a_bare_one_bare() {
        let forms = [EntryForm { name_only: true, ..form("a", "one") }, form("b", "two")];
        assert_eq!(cut(BudgetPolicy::Greedy, Unit::Columns, 99, &forms), "- a\n- b: two");
    }

    #[test]
    fn equal_share_cuts_all_alike_until_too_little_is_left() {
        let forms = [form("a", "one two three"), form("b", "four")];
        assert_eq!(cut(BudgetPolicy::EqualShare, Unit::Characters, 21, &forms), "- a: one …\n- b: four");
        assert_eq!(cut(BudgetPolicy::EqualShare, Unit::Characters, 19, &forms), "- a: one…\n- b: four");
        assert_eq!(cut(BudgetPolicy::EqualShare, Unit::Characters, 18, &forms), "- a\n- b");
    }

    #[test]
    fn equal_share_leaves_whole_what_the_host_keeps_whole() {
        let kept = EntryForm { bare: "- o: own text".to_owned(), ..form("o", "own text") };
        let forms = [form("a", "one two three"), kept];
        let cut = |limit| cut(BudgetPolicy::EqualShare, Unit::Characters, limit, &forms);
        assert_eq!(cut(24), "- a: one …\n- o: own text");
        assert_eq!(cut(22), "- a\n- o: own text");
    }

    #[test]
    fn first_lines_are_what_is_left() {
        let described = |name: &str, text: &str| EntryForm { description: text.to_owned(), ..form(name, text) };
        let forms = [described("a", "One.\nTwo."), described("b", "Three.")];
        assert_eq!(cut(BudgetPolicy::FirstLines, Unit::Characters, 9, &forms), "- a: One.\n- b: Three.");
    }

    #[test]
    fn round_robin_grows_in_turn_then_omits() {
        let forms = [form("a", "abcdefgh"), form("b", "ij")];
        assert_eq!(cut(BudgetPolicy::RoundRobin, Unit::Characters, 14, &forms), "- a: ab\n- b: i");
        assert_eq!(cut(BudgetPolicy::RoundRobin, Unit::Characters, 7, &forms), "- a\n- b");
        assert_eq!(cut(BudgetPolicy::RoundRobin, Unit::Characters, 5, &forms), "- a");
        assert_eq!(cut(BudgetPolicy::RoundRobin, Unit::Characters, 3, &forms), "- a");
        assert_eq!(cut(BudgetPolicy::RoundRobin, Unit::Characters, 2, &forms), "");
        let forms = [form("a-long-name", "abc"), form("b", "ij")];
        assert_eq!(cut(BudgetPolicy::RoundRobin, Unit::Characters, 5, &forms), "- b");
    }

    #[test]
    fn what_was_left_out_is_named_as_far_as_the_line_goes() {
        let rule = BudgetRule {
            overflow: "More: {names}".to_owned(),
            overflow_limit: Some(6),
            overflow_more: "... and {count} more".to_owned(),
            ..BudgetRule::default()
        };
        assert_eq!(overflow(&rule, &["aa", "bb"]).as_deref(), Some("More: aa, bb"));
        assert_eq!(overflow(&rule, &["aa", "bb", "c"]).as_deref(), Some("More: aa, bb... and 1 more"));
        assert_eq!(overflow(&rule, &[]), None);
        assert_eq!(overflow(&BudgetRule::default(), &["a"]), None);
    }

    #[test]
    fn omit_leaves_out_the_rest() {
        let forms = [form("a", "one"), form("b", "two three"), form("c", "x")];
        assert_eq!(cut(BudgetPolicy::Omit, Unit::Characters, 17, &forms), "- a: one");
    }
}
