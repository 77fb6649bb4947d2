//! Which hosts of the web a domain in a pattern matches.

use crate::hosts::glob_matches;

/// Whether `pattern` (`example.com`, `*.example.com`, `*`) matches a host's name. A `*` stays within its label, save
/// the one at the start, which stands for one label or more.
pub fn domain_matches(pattern: &str, name: &str) -> bool {
    let (pattern, name) = (plain(pattern), plain(name));
    if pattern == "*" || pattern == name {
        return true;
    }
    let Some(rest) = pattern.strip_prefix("*.") else { return labels_match(&pattern, &name) };
    let wanted = rest.split('.').count();
    let labels: Vec<&str> = name.split('.').collect();
    let Some(at) = labels.len().checked_sub(wanted).filter(|at| *at > 0) else { return false };
    labels.get(at..).is_some_and(|end| labels_match(rest, &end.join(".")))
}

fn plain(name: &str) -> String {
    name.trim_end_matches('.').to_lowercase()
}

fn labels_match(pattern: &str, name: &str) -> bool {
    let (pattern, name): (Vec<&str>, Vec<&str>) = (pattern.split('.').collect(), name.split('.').collect());
    pattern.len() == name.len() && pattern.iter().zip(&name).all(|(pattern, label)| glob_matches(pattern, label))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_host_was_seen_to_match() {
        assert!(domain_matches("example.com", "Example.com."));
        assert!(!domain_matches("example.com", "a.example.com"));
        assert!(domain_matches("*.example.com", "a.b.example.com"));
        assert!(!domain_matches("*.example.com", "example.com"));
        assert!(domain_matches("*", "example.com"));
        assert!(!domain_matches("docs.*", "docs.example.com"));
        assert!(domain_matches("docs.*.com", "docs.example.com"));
    }
}
