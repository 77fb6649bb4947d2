//! `enable` and `disable`: turns a skill on or off in an agent's own settings.

use std::path::Path;

use crate::cli::arguments::{AnswerFormat, Global, ScopeName, Sight, SwitchArguments};
use crate::cli::console::Console;
use crate::cli::diff::unified;
use crate::cli::session::{self, Ask, Session, placed};
use crate::cli::{Answer, FINDINGS, FINE};
use crate::features::switching::{Plan, Refused, Wish};
use crate::hosts::SwitchScope;
use crate::project::switching;

/// Runs `enable` or `disable`.
pub(crate) fn switch(global: &Global, arguments: &SwitchArguments, on: bool, console: &Console) -> Answer {
    let session = session::open(&Ask::about_skills(global, &Sight::default(), &arguments.host))?;
    session.say_problems(console);
    let id = id(&session, &arguments.id);
    let scope = arguments.scope.map(|scope| match scope {
        ScopeName::User => SwitchScope::User,
        ScopeName::Project => SwitchScope::Project,
        ScopeName::Local => SwitchScope::Local,
    });
    let wish = Wish { id: &id, on, scope };
    let mut plans = Vec::new();
    let mut code = FINE;
    for host in &arguments.host {
        match switching::plan(&session.snapshot, host, &wish) {
            Ok(plan) => plans.push(plan),
            Err(Refused::NoEffect(sentence)) => {
                console.error(&format!("{sentence}; nothing was written"));
                code = FINDINGS;
            }
            Err(Refused::Wrong(sentence)) => return Err(sentence),
        }
    }
    if !arguments.diff {
        for plan in &plans {
            switching::write(plan).map_err(|problem| problem.message)?;
        }
    }
    match arguments.format {
        AnswerFormat::Json => console.print_json(&plans),
        AnswerFormat::Text => {
            for plan in &plans {
                console.print(&if arguments.diff { difference(plan) } else { sentence(&session, plan) });
            }
        }
    }
    Ok(code)
}

/// A path of a skill is taken from the current folder, an id as it is.
fn id(session: &Session, asked: &str) -> String {
    if !asked.contains(['/', std::path::MAIN_SEPARATOR]) {
        return asked.to_owned();
    }
    let here = std::env::current_dir().ok();
    placed(Path::new(asked), here.as_deref(), &session.snapshot.environment.working_directory).display().to_string()
}

fn difference(plan: &Plan) -> String {
    let path = plan.path.display().to_string();
    let old = if plan.before.is_some() { path.as_str() } else { "/dev/null" };
    unified(plan.before.as_deref().unwrap_or_default(), &plan.after, old, &path)
}

fn sentence(session: &Session, plan: &Plan) -> String {
    let host = session.snapshot.catalog.view(&plan.host).map_or(&plan.host, |view| &view.host.name);
    format!("{}\n", plan.sentence(host, |path| session.around.dotted(path)))
}
