//! `read`: one file of a skill, never one outside its folder.

use crate::cli::arguments::{AnswerFormat, Global, ReadArguments, Sight};
use crate::cli::console::Console;
use crate::cli::session::{self, Ask};
use crate::cli::{Answer, FINE};
use crate::disk::{self, FileRefusal};
use crate::features::named_hosts::with_real_hosts;
use crate::features::skill_file;
use crate::features::unfound::Unfound;

/// Runs `read`.
pub(crate) fn read(global: &Global, arguments: &ReadArguments, console: &Console) -> Answer {
    let ReadArguments { name, file, host, format } = arguments;
    let host = session::looked_in(global, host)?;
    let open = |hosts: &[String]| {
        session::open(&Ask { named: Some(name), ..Ask::about_skills(global, &Sight::default(), hosts) })
    };
    let session = open(&host)?;
    session.say_problems(console);
    let files = &*session.snapshot.files;
    let hosts = session.hosts();
    let (_, skill) = session.meant(&hosts, name).or_else(|unfound| {
        // What the other hosts have explains what these do not.
        let all = open(&with_real_hosts(&session.snapshot.config, &hosts))?;
        Err(all.unfound(&hosts, name, unfound))
    })?;
    let folder = skill_file::folder(skill)?;
    let bytes = disk::read_inside(&folder, file).map_err(|refusal| match refusal {
        FileRefusal::Missing => {
            let guess = skill_file::guess(files, skill, file);
            Unfound::Absent(format!("cannot read `{file}` of `{name}`: {refusal}{guess}"))
        }
        _ => Unfound::Wrong(format!("cannot read `{file}` of `{name}`: {refusal}")),
    })?;
    match format {
        AnswerFormat::Text => console.print_bytes(&bytes),
        AnswerFormat::Json => console.print_json(&skill_file::as_json(&folder, file, &bytes)),
    }
    Ok(FINE)
}
