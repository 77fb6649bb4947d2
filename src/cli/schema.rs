//! `schema`: a JSON Schema of the frontmatter, for editors and programs that know nothing of skills.

use clap::Args;
use clap_complete::ArgValueCandidates;

use crate::cli::arguments::{Global, Sight};
use crate::cli::candidates;
use crate::cli::console::Console;
use crate::cli::session::{self, Ask};
use crate::cli::{Answer, FINE};
use crate::features::frontmatter_schema::frontmatter_schema;
use crate::hosts::Host;

#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:\n  \
    skill-lsp schema > skill.schema.json                         the open specification\n  \
    skill-lsp schema --host codex --host opencode                what both take\n\n\
    The schema (draft-07) refuses only what `skill-lsp check` reports too, and knows much less: values one by one, not \
    the file, its folder or its body.")]
pub(crate) struct SchemaArguments {
    /// The agent; of several, what all of them take (repeatable, or with commas; `all` for every one) [default: those of the settings, else the open specification]
    #[arg(long, value_name = "ID", value_delimiter = ',', add = ArgValueCandidates::new(candidates::hosts))]
    pub(crate) host: Vec<String>,
}

/// Runs `schema`.
pub(crate) fn schema(global: &Global, arguments: &SchemaArguments, console: &Console) -> Answer {
    let named = session::named(global, &arguments.host)?;
    let setting = session::setting(&Ask::about_skills(global, &Sight::default(), &named))?;
    session::say(&setting.problems, console);
    let known = &setting.config.known_hosts;
    let asked: Vec<&Host> = named.iter().filter_map(|id| known.get(id)).map(|host| &**host).collect();
    let (validators, mut meant): (Vec<&Host>, Vec<&Host>) = asked.into_iter().partition(|host| host.validates);
    if let Some(validator) = validators.first().filter(|_| !arguments.host.is_empty()) {
        let id = &validator.id;
        let message = format!("`{id}` is a validator and has no schema; without --host it is the specification's");
        return Err(message.into());
    }
    if meant.is_empty() {
        meant.extend(known.specification().map(|host| &**host));
    }
    console.print_json(&frontmatter_schema(&meant));
    Ok(FINE)
}
