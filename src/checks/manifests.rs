//! What several checks say about manifests.

use std::sync::Arc;

use crate::catalog::manifest::{Cost, Cure, Examined, Fault, Sort, Subject};
use crate::checks::prelude::*;
use crate::checks::{Fix, ManifestContext};
use crate::hosts::Host;
use crate::settings::{Format, edit};

/// A fault, and what the hosts do that find it.
pub(crate) struct Told<'a> {
    pub(crate) fault: &'a Fault,
    pub(crate) deeds: Vec<(&'a Arc<Host>, Deed)>,
}

/// Every fault once, with all hosts that find it.
pub(crate) fn told<'a>(context: &ManifestContext<'a>) -> Vec<Told<'a>> {
    let mut all: Vec<Told<'a>> = Vec::new();
    for (subject, Examined { faults, .. }) in context.examined {
        for fault in faults {
            let deed = (&subject.host, deed(subject, fault));
            match all.iter_mut().find(|it| it.fault.span == fault.span && it.fault.message == fault.message) {
                Some(known) => known.deeds.push(deed),
                None => all.push(Told { fault, deeds: vec![deed] }),
            }
        }
    }
    all
}

/// Reports some of the faults.
pub(crate) fn report_faults(
    context: &ManifestContext<'_>,
    report: &mut Report<'_>,
    is_meant: impl Fn(&Told<'_>) -> bool,
) {
    for it in told(context).into_iter().filter(is_meant) {
        let grade = match it.fault.cost {
            Cost::Refused | Cost::Invalid => Grade::Severe,
            Cost::Ignored => Grade::Mild,
            Cost::Advised => Grade::Slight,
        };
        let hosts: Vec<&Arc<Host>> = it.deeds.iter().map(|(host, _)| *host).collect();
        let finding = report.finding(it.fault.span, it.fault.message.clone()).grade(grade);
        let finding = match it.fault.cost {
            Cost::Advised => finding.hosts(hosts),
            Cost::Refused | Cost::Invalid | Cost::Ignored => finding.deeds(it.deeds),
        };
        finding.fixes(it.fault.cure.as_ref().and_then(|cure| fix(cure, context)));
    }
}

fn deed(subject: &Subject, fault: &Fault) -> Deed {
    match (fault.cost, subject.sort, fault.entry) {
        (Cost::Refused, Sort::Package, _) => Deed::new("does not load the package", "do not load the package"),
        (Cost::Refused, Sort::Market, None) => {
            Deed::new("does not take the marketplace", "do not take the marketplace")
        }
        (Cost::Refused, Sort::Market, Some(_)) => Deed::new("does not take this entry", "do not take this entry"),
        (Cost::Invalid, ..) => Deed::new("refuses it when it validates", "refuse it when they validate"),
        (Cost::Ignored | Cost::Advised, ..) => Deed::of("ignore", "it"),
    }
}

fn fix(cure: &Cure, context: &ManifestContext<'_>) -> Option<Fix> {
    let text = context.text;
    match cure {
        Cure::Replace(span, new) if new.is_empty() => {
            let what = if span.of(context.text) == "," { "comma" } else { "byte order mark" };
            Some(Fix::safe(format!("Remove the {what}"), vec![Edit::remove(*span)]))
        }
        Cure::Replace(span, new) => {
            let fix = Fix::replacing(*span, new);
            Some(Fix { safe: !is_path_to_nothing(new, context), ..fix })
        }
        Cure::Remove(key) => {
            let without = edit::remove(Format::Json, text, &[key.as_str()]).ok()?;
            let title = format!("Remove `{key}`, whose folder is read anyhow");
            Some(Fix::safe(title, vec![Edit::difference(text, &without)]))
        }
    }
}

/// Whether a value is a path at which nothing lies: what was written may have been a name.
fn is_path_to_nothing(value: &str, context: &ManifestContext<'_>) -> bool {
    let path = value.trim_matches('"').strip_prefix("./");
    let lies_in = |path: &str, subject: &Subject| context.files.kind(&subject.folder.join(path)).is_some();
    path.is_some_and(|path| !context.examined.iter().any(|(subject, _)| lies_in(path, subject)))
}

/// The key that the author of another evidently meant.
pub(crate) fn near_key<'a>(written: &str, known: &'a [String]) -> Option<&'a str> {
    let plain = |key: &str| key.replace(['-', '_', '$'], "").to_lowercase();
    let same = known.iter().find(|key| plain(key) == plain(written));
    let lower = written.to_lowercase();
    let lowered: Vec<String> = known.iter().map(|key| key.to_lowercase()).collect();
    let most = if written.chars().count() < 6 { 1 } else { 2 };
    same.map(String::as_str).or_else(|| {
        let (near, _) =
            nearest(&lower, lowered.iter().map(String::as_str), most).filter(|_| lower.chars().count() > 2)?;
        known.iter().find(|key| key.to_lowercase() == near).map(String::as_str)
    })
}
