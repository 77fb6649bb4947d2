//! Which skills a mention means: those that its name leads to in the agents that read its file and type its sign.

use std::path::Path;
use std::sync::Arc;

use crate::catalog::{SkillId, Status, View};
use crate::document::Document;
use crate::features::Context;
use crate::features::called::{each_file_once, leading_in, leads_to};
use crate::features::mentions::Mention;
use crate::hosts::Host;
use crate::words::add_new;

/// What a mention in a file leads to, and what its author meant.
pub(crate) struct Meant {
    /// What the agents that read the file use when the name is called here and now.
    pub(crate) now: Vec<SkillId>,
    /// The same for whoever works on the project: what one of them keeps for all projects beats its own skill on that
    /// machine alone.
    pub(crate) by_author: Vec<SkillId>,
}

/// The skills that a mention in a file means. Where those that read the file have none of this name, what anybody has is
/// meant; nothing when nobody has it.
pub(crate) fn meant_by(context: &Context<'_>, path: &Path, document: &Document, mention: &Mention) -> Meant {
    let views = readers(context, path, document, mention);
    let now = leading_in(views.iter().copied(), &mention.name);
    let project = context.environment.git_root.as_ref().unwrap_or(&context.environment.working_directory);
    let own =
        if path.starts_with(project) { beaten_or_not(context, &views, &mention.name, project) } else { Vec::new() };
    Meant { by_author: if own.is_empty() { now.clone() } else { own }, now }
}

/// The skills that a mention in the document leads to, each file once: of those it means the ones of the hosts for which
/// the author writes; where it means none, whatever is called so.
pub(crate) fn led_to_by(context: &Context<'_>, mention: &Mention) -> Vec<SkillId> {
    let meant = each_file_once(context.catalog, meant_by(context, context.path, context.document, mention).now);
    let led = leads_to(context, &mention.name);
    let both: Vec<SkillId> = led.iter().filter(|id| meant.contains(id)).copied().collect();
    match (both.is_empty(), meant.is_empty()) {
        (false, _) => both,
        (true, false) => meant,
        (true, true) => led,
    }
}

/// The skills of a folder that agents use by a name, or would use if there were none of the name outside of it.
fn beaten_or_not(context: &Context<'_>, views: &[&View], name: &str, folder: &Path) -> Vec<SkillId> {
    let mut found = Vec::new();
    for view in views {
        let is_inside = |id: &SkillId| context.catalog.skill(*id).is_some_and(|skill| skill.path.starts_with(folder));
        let mut own: Vec<SkillId> = leading_in([*view], name).into_iter().filter(is_inside).collect();
        if own.is_empty() {
            let beaten = view.named(name).filter(|candidate| candidate.verdict.status == Status::Shadowed);
            own.extend(beaten.map(|candidate| candidate.skill).filter(is_inside));
        }
        add_new(&mut found, own);
    }
    found
}

/// The agents to which a mention speaks and that have its name.
fn readers<'a>(context: &'a Context<'_>, path: &Path, document: &Document, mention: &Mention) -> Vec<&'a View> {
    let views = context.catalog.views();
    let has = |view: &&View| !leading_in([*view], &mention.name).is_empty();
    let sign = document.text.get(mention.whole.start..mention.span.start).and_then(|sign| sign.chars().next());
    // A sign that only some agents take is addressed to them, whoever reads the file besides.
    if let Some(sign) = sign {
        let taking: Vec<&View> = views.iter().filter(|view| own_sign(&view.host) == Some(sign)).filter(has).collect();
        if !taking.is_empty() {
            return taking;
        }
    }
    let is_typed = |view: &&View| sign.is_none() || own_sign(&view.host).is_none();
    let reading = reading(context, path);
    let reads = |view: &&View| reading.iter().any(|host| host.id == view.host.id);
    let ways: [&dyn Fn(&&View) -> bool; 3] = [&|view| is_typed(view) && reads(view), &is_typed, &|_| true];
    let found = ways.iter().map(|way| views.iter().filter(has).filter(|view| way(view)).collect::<Vec<_>>());
    found.into_iter().find(|found| !found.is_empty()).unwrap_or_default()
}

/// The sign before a name that is a host's own: `$`. Everybody else's is `/`.
fn own_sign(host: &Host) -> Option<char> {
    let call = &host.loading.as_ref()?.typed.as_ref()?.call;
    call.chars().next().filter(|sign| *sign != '/')
}

/// The agents that read a file: by its name, or by the agent's folder that it lies in. Of a file that nobody calls their
/// own, all of them.
fn reading<'a>(context: &'a Context<'_>, path: &Path) -> Vec<&'a Arc<Host>> {
    let known = || context.catalog.views().iter().map(|view| &view.host);
    let named: Vec<&Arc<Host>> = known().filter(|host| host.is_memory(path)).collect();
    if !named.is_empty() {
        // What the open specification names is read by everybody.
        return if named.iter().any(|host| host.specification) { known().collect() } else { named };
    }
    let owning = |folder: &Path| -> Vec<&Arc<Host>> { known().filter(|host| host.keeps(folder)).collect() };
    let found = path.ancestors().skip(1).map(owning).find(|owners| !owners.is_empty());
    found.unwrap_or_else(|| known().collect())
}
