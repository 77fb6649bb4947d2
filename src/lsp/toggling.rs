//! `skill-lsp.toggle`: a skill is turned on or off in an agent's own settings.

use serde_json::{Value, json};
use tower_lsp_server::jsonrpc::Result;

use crate::features::switching::{Plan, Refused, Wish};
use crate::hosts::SwitchScope;
use crate::lsp::commands::{Arguments, Done, Said, Sight, failed, wrong};
use crate::lsp::state::Shared;
use crate::project::switching;

/// Carries out the command.
pub(crate) fn toggle(shared: &Shared, arguments: &Arguments) -> Result<Done> {
    let is_shown = arguments.flag("show").map_err(wrong)?;
    let (plan, host) = plan(shared, arguments)?;
    switching::write(&shared.lock().reach(), &plan).map_err(|problem| failed(problem.message))?;
    let shown = is_shown.then(|| plan.sentence(&host, |path| path.display().to_string()));
    let changed = plan.changed.then(|| plan.path.clone());
    Ok(Done { answer: json!(plan), changed, shown })
}

/// What is to be written, and the name of the host.
fn plan(shared: &Shared, arguments: &Arguments) -> Result<(Plan, String)> {
    let asked = || -> Said<_> {
        let id = arguments.needed("id")?;
        let on = arguments.get("enabled").and_then(Value::as_bool);
        let on = on.ok_or_else(|| arguments.wrong("enabled", "true or false"))?;
        let scope = arguments.text("scope")?.map(|scope| scope_of(&scope)).transpose()?;
        let (sight, host) = Sight::of_one_host(shared, arguments)?;
        let name = sight.snapshot.view(&host)?.host.name.clone();
        Ok((id, on, scope, host, sight, name))
    };
    let (id, on, scope, host, sight, name) = asked().map_err(wrong)?;
    let wish = Wish { id: &id, on, scope };
    let planned = switching::plan(&sight.snapshot, &host, &wish);
    let is_maker = !sight.snapshot.environment.own_packages.known.is_empty();
    // Where a plugin is made its working copy stands for the installed one, which is the one that has a switch.
    let planned = match planned {
        Err(refused @ (Refused::Wrong(_) | Refused::Absent(_))) if is_maker => {
            let installed = sight.installed(shared, &host).map_err(wrong)?;
            switching::plan(&installed.snapshot, &host, &wish).map_err(|other| match other {
                Refused::Wrong(_) | Refused::Absent(_) => refused,
                Refused::NoEffect(_) => other,
            })
        }
        planned => planned,
    };
    match planned {
        Ok(plan) => Ok((plan, name)),
        Err(Refused::Wrong(sentence) | Refused::Absent(sentence)) => Err(wrong(sentence)),
        Err(Refused::NoEffect(sentence)) => Err(failed(format!("{sentence}; nothing was written"))),
    }
}

fn scope_of(word: &str) -> Said<SwitchScope> {
    let all = [SwitchScope::Local, SwitchScope::Project, SwitchScope::User];
    let found = all.into_iter().find(|scope| scope.word() == word);
    found.ok_or_else(|| format!("`scope` must be `user`, `project` or `local`, not `{word}`"))
}
