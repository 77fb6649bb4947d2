//! The hosts that a question is about.

use crate::cli::arguments::{Global, Sight};
use crate::cli::session::ask::{Ask, setting};
use crate::features::named_hosts::{usual_host, with_real_hosts};
use crate::words::add_new;

/// The hosts that a question is about: those that are named by flag, `all` being every real one, or else those of the
/// settings. Empty when there are neither.
pub(crate) fn named(global: &Global, hosts: &[String]) -> Result<Vec<String>, String> {
    let setting = setting(&Ask::about_skills(global, &Sight::default(), hosts))?;
    if hosts.is_empty() {
        return Ok(setting.config.hosts.unwrap_or_default());
    }
    let mut named: Vec<String> = Vec::new();
    for id in hosts {
        let real = with_real_hosts(&setting.config, &[]);
        add_new(&mut named, if id == "all" { real } else { vec![id.clone()] });
    }
    Ok(named)
}

/// The hosts in which a name is looked up: those that are named by flag, or else all real ones and those of the settings.
pub(crate) fn looked_in(global: &Global, hosts: &[String]) -> Result<Vec<String>, String> {
    let named = named(global, hosts)?;
    if hosts.is_empty() { everyone(global, &Sight::default(), &named) } else { Ok(named) }
}

/// The hosts that are named, and all real ones with them. Empty when none is named.
pub(crate) fn everyone(global: &Global, sight: &Sight, named: &[String]) -> Result<Vec<String>, String> {
    if named.is_empty() {
        return Ok(Vec::new());
    }
    Ok(with_real_hosts(&setting(&Ask::about_skills(global, sight, named))?.config, named))
}

/// The one host that a question is about: the one that is named, or else the usual one of the settings.
pub(crate) fn one_host(global: &Global, named: Option<&str>) -> Result<String, String> {
    match named {
        Some(host) => alone(host).map(str::to_owned),
        None => Ok(usual_host(&setting(&Ask::about_skills(global, &Sight::default(), &[]))?.config)),
    }
}

/// A host of a command that takes one; several, joined as elsewhere, are refused.
pub(crate) fn alone(host: &str) -> Result<&str, String> {
    match host.contains(',') {
        true => Err(format!("one host at a time: {}", host.split(',').map(str::trim).collect::<Vec<_>>().join(" or "))),
        false => Ok(host),
    }
}
