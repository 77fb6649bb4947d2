//! `enable` and `disable`: turns a skill on or off in an agent's own settings.

use std::collections::HashSet;

use crate::cli::arguments::{AnswerFormat, Global, ScopeName, Sight, SwitchArguments};
use crate::cli::console::Console;
use crate::cli::session::{self, Ask, Session};
use crate::cli::{Answer, FINDINGS, FINE, WRONG};
use crate::features::named_hosts::with_real_hosts;
use crate::features::switching::{Plan, Refused, Wish};
use crate::features::unfound::Unfound;
use crate::hosts::SwitchScope;
use crate::mending::diff::unified;
use crate::project::switching;

/// Runs `enable` or `disable`.
pub(crate) fn switch(global: &Global, arguments: &SwitchArguments, on: bool, console: &Console) -> Answer {
    let named = match arguments.host.is_empty() {
        true => vec![session::one_host(global, None)?],
        false => session::named(global, &arguments.host)?,
    };
    // What is switched is what is installed: here no working copy of a plugin stands for it.
    let installed = Sight { package: Some("none".to_owned()), ..Sight::default() };
    let session = session::about(global, &installed, &named, console)?;
    let id = session.path(&arguments.id).map_or_else(|| arguments.id.clone(), |path| path.display().to_string());
    let scope = arguments.scope.map(|scope| match scope {
        ScopeName::User => SwitchScope::User,
        ScopeName::Project => SwitchScope::Project,
        ScopeName::Local => SwitchScope::Local,
    });
    let wish = Wish { id: &id, on, scope };
    let mut said = HashSet::new();
    let hosts: Vec<&String> = named.iter().filter(|host| said.insert(*host)).collect();
    // A wrong use is said before anything is written.
    for host in &hosts {
        if let Err(refused @ (Refused::Wrong(_) | Refused::Absent(_))) = switching::plan(&session.snapshot, host, &wish)
        {
            // Whoever means the working copy is told so, or who has it.
            let all = with_real_hosts(&session.snapshot.config, &named);
            let here = session::open(&Ask::about_skills(global, &Sight::default(), &all))?;
            return match switching::plan(&here.snapshot, host, &wish) {
                Err(told @ Refused::Absent(_)) => {
                    Err(here.unfound(std::slice::from_ref(*host), &arguments.id, unfound(told)))
                }
                Err(told @ Refused::Wrong(_)) => Err(unfound(told)),
                Ok(_) | Err(Refused::NoEffect(_)) => Err(unfound(refused)),
            };
        }
    }
    let mut done = Vec::new();
    let mut code = FINE;
    // One after the other: two hosts may share a file, and the second has to see what the first has written.
    for host in hosts {
        let plan = match switching::plan(&session.snapshot, host, &wish) {
            Ok(plan) => plan,
            Err(Refused::NoEffect(sentence)) => {
                console.error(&format!("{sentence}; nothing was written"));
                code = code.max(FINDINGS);
                continue;
            }
            Err(Refused::Wrong(sentence) | Refused::Absent(sentence)) => {
                console.error(&sentence);
                code = WRONG;
                continue;
            }
        };
        if !arguments.diff
            && let Err(problem) = switching::write(&session.snapshot.environment.reach, &plan)
        {
            console.error(&problem.message);
            code = WRONG;
            continue;
        }
        if arguments.format == AnswerFormat::Text {
            console.print(&if arguments.diff { difference(&plan) } else { sentence(&session, &plan) });
        }
        done.push(plan);
    }
    if arguments.format == AnswerFormat::Json {
        console.print_json(&done);
    }
    Ok(code)
}

fn unfound(refused: Refused) -> Unfound {
    match refused {
        Refused::Absent(sentence) => Unfound::Absent(sentence),
        Refused::Wrong(sentence) | Refused::NoEffect(sentence) => Unfound::Wrong(sentence),
    }
}

fn difference(plan: &Plan) -> String {
    if !plan.changed {
        return String::new();
    }
    let path = plan.path.display().to_string();
    let [(old, before), (new, after)] = [&plan.before, &plan.after].map(|text| match text {
        Some(text) => (path.as_str(), text.as_str()),
        None => ("/dev/null", ""),
    });
    unified(before, after, old, new)
}

fn sentence(session: &Session, plan: &Plan) -> String {
    let host = session.snapshot.catalog.view(&plan.host).map_or(&plan.host, |view| &view.host.name);
    format!("{}\n", plan.sentence(host, |path| session.around.dotted(path)))
}
