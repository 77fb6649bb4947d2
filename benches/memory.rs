//! `memory FOLDER [all]`: how many bytes the workspace keeps for each skill of a project, counted by the
//! allocator; with `all` as every host sees it.

use std::alloc::System;
use std::error::Error;
use std::path::PathBuf;

use skill_lsp::config::{self, Overlay};
use skill_lsp::disk::{self, Surroundings};
use skill_lsp::workspace::{Indexed, Wanted, Workspace, indexed_hosts};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = PathBuf::from(std::env::args().nth(1).ok_or("usage: memory FOLDER [all]")?);
    let wanted = if std::env::args().nth(2).as_deref() == Some("all") { Wanted::All } else { Wanted::Check };
    let (config, _) = config::resolve(None, &Overlay::default(), &[]);
    let home = Some(folder.join("no-home"));
    let surroundings = Surroundings { working_directory: Some(folder), home, ..Surroundings::default() };
    let (environment, _) = disk::environment(&surroundings);
    let files = disk::files();
    let hosts = indexed_hosts(&config, &environment, &*files, wanted);
    let indexed: Vec<Indexed> = hosts
        .into_iter()
        .map(|host| Indexed::new(host.clone(), disk::controls(&host, &environment), &environment))
        .collect();
    let places: Vec<_> = indexed.iter().map(|indexed| indexed.places.clone()).collect();
    let places: Vec<&[_]> = places.iter().map(Vec::as_slice).collect();
    let names: Vec<String> = indexed.iter().map(|indexed| indexed.host.id.clone()).collect();

    let region = Region::new(ALLOCATOR);
    let reach = environment.reach.clone();
    let mut workspace = Workspace::new(config, environment, files, indexed);
    {
        let (met, _) = disk::walk(&places);
        let (examined, _) = disk::read_all(&met, &reach, |found, at, bytes| workspace.examine(found, at, bytes));
        workspace.accept(examined);
    }
    let change = region.change();
    let kept = change.bytes_allocated.saturating_sub(change.bytes_deallocated);
    let skills = workspace.snapshot().catalog.skills().count();
    println!("{skills} skills seen by {}: {} bytes each", names.join(" and "), kept / skills.max(1));
    Ok(())
}
