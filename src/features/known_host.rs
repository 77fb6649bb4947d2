//! The host that a user names.

use crate::config::Config;
use crate::words::did_you_mean;

/// Whether there is such a host; an error that names the known ones otherwise.
pub fn known_host(config: &Config, id: &str) -> Result<(), String> {
    if config.known_hosts.get(id).is_some() {
        return Ok(());
    }
    let known: Vec<&str> = config.known_hosts.iter().map(|host| host.id.as_str()).collect();
    let guess = did_you_mean(id, known.iter().copied(), "hosts");
    Err(format!("there is no host `{id}`{guess}; known are {}", known.join(", ")))
}
