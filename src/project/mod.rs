//! From a folder to a workspace that has read every skill: the steps that the command line and the server share.

mod always;
mod asked;
pub mod baseline;
mod creation;
pub mod doctor;
pub mod layers;
mod noticed;
mod packages;
pub mod pins;
mod reading;
mod review;
mod setting;
pub mod switching;
mod walk;

use crate::catalog::{Declared, Environment};
use crate::config::Config;
use crate::disk;
use crate::hosts::{Host, Installed};

pub use always::always_allow;
pub use asked::Asked;
pub use creation::{Uncreated, create};
pub use noticed::near_misses;
pub use reading::Read;
pub use review::review;
pub use setting::{Setting, Start, can_start_in, config_of, setting, setting_of, setting_touching};
pub use walk::{Walked, unwalked, walk};

/// The version of a host that is installed here, found without running it.
pub fn installed(host: &Host, environment: &Environment) -> Option<Installed> {
    disk::installed(&host.installed, environment)
}

/// What exists around the skills for any real host, and for those that are named.
pub fn declared(config: &Config, environment: &Environment) -> Declared {
    let hosts = config.known_hosts.real_or(|id| config.names(id));
    disk::declared(&hosts.cloned().collect::<Vec<_>>(), environment)
}
