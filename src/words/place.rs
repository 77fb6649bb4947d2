//! A place in a sentence.

use std::path::Path;

use crate::catalog::Environment;

/// A path as people write it: from the working directory, or from home. The folder of a `SKILL.md` stands for it.
pub(crate) fn short(path: &Path, environment: &Environment) -> String {
    let is_skill = path.file_name().is_some_and(|name| name == "SKILL.md");
    let path = path.parent().filter(|_| is_skill).unwrap_or(path);
    environment.short(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_shown_from_here_or_from_home() {
        let environment = Environment {
            working_directory: "/home/me/shop".into(),
            home: Some("/home/me".into()),
            ..Environment::default()
        };
        let show = |path: &str| short(Path::new(path), &environment);
        assert_eq!(show("/home/me/shop/.claude/skills/a/SKILL.md"), ".claude/skills/a");
        assert_eq!(show("/home/me/.claude/skills/a/SKILL.md"), "~/.claude/skills/a");
        assert_eq!(show("/etc/skills/a.md"), "/etc/skills/a.md");
    }
}
