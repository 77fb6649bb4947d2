//! Calls that an entry matches, and calls that look alike and that it does not match. Each is put to the pattern.

use crate::grants::{CommandPattern, Grant, Meaning, domain_matches};

/// At most two that match and one that does not.
pub(super) fn examples(grant: &Grant) -> (Vec<String>, Vec<String>) {
    match &grant.meaning {
        Meaning::Command(pattern) => of_command(pattern),
        Meaning::Domain(domain) if !domain.trim_start_matches("*.").contains('*') => {
            let bare = domain.trim_start_matches("*.");
            let pages = [bare.to_owned(), format!("docs.{bare}"), format!("a.docs.{bare}")];
            let (matches, misses): (Vec<String>, Vec<String>) =
                pages.into_iter().partition(|page| domain_matches(domain, page));
            let address = |page: String| format!("https://{page}/");
            (matches.into_iter().map(address).take(2).collect(), misses.into_iter().map(address).take(1).collect())
        }
        _ => (Vec::new(), Vec::new()),
    }
}

fn of_command(pattern: &CommandPattern) -> (Vec<String>, Vec<String>) {
    let written = match pattern {
        CommandPattern::Exact(text) | CommandPattern::Prefix(text) | CommandPattern::Wildcard(text) => text.as_str(),
    };
    // With a placeholder in it, an example would be no easier to read than the entry; so would a long one.
    if written.contains("${") || written.chars().count() > 60 {
        return (Vec::new(), Vec::new());
    }
    let bare = written.trim_end_matches('*');
    let filled = bare.replace('*', "x").replace("\\x", "*");
    let start = filled.trim_end();
    let first = start.split_whitespace().next().unwrap_or_default();
    let candidates = [start.to_owned(), format!("{start} --help"), format!("{start}x"), format!("{start} x")];
    let mut matches: Vec<String> = candidates.into_iter().filter(|command| pattern.matches(command)).collect();
    matches.truncate(2);
    let script = ["npm run ", "pnpm run ", "yarn run ", "bun run "].iter().any(|run| start.starts_with(run));
    let mut misses = Vec::new();
    if script {
        misses.push(format!("{start}:unit"));
    }
    if matches!(pattern, CommandPattern::Exact(_)) {
        misses.push(format!("{start} --help"));
    }
    if first != start {
        misses.push(format!("{first} --version"));
    }
    misses.push(format!("sudo {start}"));
    misses.retain(|command| !pattern.matches(command));
    misses.truncate(1);
    (matches, misses)
}

#[cfg(test)]
mod tests {
    use crate::features::granted::testing::in_claude_code;
    use crate::grants::List;

    fn check(entry: &str, expected: &str) {
        let granted = in_claude_code(entry, List::Allow, "");
        assert_eq!(format!("{} | {}", granted.matches.join(", "), granted.misses.join(", ")), expected, "{entry}");
    }

    #[test]
    fn commands() {
        check("Bash(git add *)", "git add, git add --help | git --version");
        check("Bash(git:*)", "git, git --help | sudo git");
        check("Bash(npm run test:*)", "npm run test, npm run test --help | npm run test:unit");
        check("Bash(git status)", "git status | git status --help");
        check("Bash(npx checkly*)", "npx checkly, npx checkly --help | npx --version");
        check("Bash(git * main)", "git x main | git --version");
        check("Bash(${CLAUDE_SKILL_DIR}/scripts/x.py *)", " | ");
        check("Bash", " | ");
    }

    #[test]
    fn domains() {
        check("WebFetch(domain:example.com)", "https://example.com/ | https://docs.example.com/");
        check(
            "WebFetch(domain:*.example.com)",
            "https://docs.example.com/, https://a.docs.example.com/ | https://example.com/",
        );
        check("WebFetch(domain:*)", " | ");
    }
}
