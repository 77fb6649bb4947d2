//! The releases that `prove` installs, held against those the data says it was verified on.

use skill_lsp::hosts::{self, How};

#[test]
fn the_pinned_releases_are_those_the_data_was_verified_on() {
    let pins: Vec<(&str, &str)> = include_str!("pins.txt")
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(|line| {
            let mut words = line.split_whitespace();
            (words.next().expect("a host"), words.next().expect("a version"))
        })
        .collect();
    let known = hosts::builtin();
    for (host, version) in &pins {
        if let Some(host) = known.get(host) {
            assert_eq!(host.verified.version, *version, "{}", host.id);
        }
    }
    // An edition is about releases that are not pinned any more.
    for host in known.iter().filter(|host| host.verified.how == How::Run && !host.id.contains('@')) {
        assert!(pins.iter().any(|(pinned, _)| *pinned == host.id), "{} was run, but nothing is pinned", host.id);
    }
}
