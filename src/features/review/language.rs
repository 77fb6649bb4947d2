//! Which language a file is written in, by its name and its first line.

/// A language, as far as signs differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Language {
    Shell,
    Python,
    JavaScript,
    Ruby,
    PowerShell,
    Batch,
    Perl,
    Php,
    /// A language that is compiled, or whose words are few here.
    Other,
    /// Markdown, and other text that people and models read.
    Prose,
    /// Data, settings, and languages whose words are not known here.
    Data,
}

impl Language {
    /// All of them.
    #[cfg(test)]
    pub(super) const ALL: [Language; 11] = [
        Language::Shell,
        Language::Python,
        Language::JavaScript,
        Language::Ruby,
        Language::PowerShell,
        Language::Batch,
        Language::Perl,
        Language::Php,
        Language::Other,
        Language::Prose,
        Language::Data,
    ];

    /// The language of a file.
    pub(super) fn of(name: &str, text: &str) -> Language {
        let file = name.rsplit('/').next().unwrap_or(name).to_ascii_lowercase();
        let ending = file.rsplit_once('.').map(|(_, ending)| ending).unwrap_or_default();
        match ending {
            "sh" | "bash" | "zsh" | "ksh" | "fish" | "command" | "envrc" | "mk" | "bats" => Language::Shell,
            "py" | "pyw" | "pyi" | "ipynb" | "pth" => Language::Python,
            "js" | "mjs" | "cjs" | "ts" | "mts" | "cts" | "jsx" | "tsx" => Language::JavaScript,
            "rb" | "gemspec" | "rake" => Language::Ruby,
            "ps1" | "psm1" | "psd1" => Language::PowerShell,
            "bat" | "cmd" | "vbs" | "wsf" | "hta" => Language::Batch,
            "pl" | "pm" => Language::Perl,
            "php" => Language::Php,
            "go" | "rs" | "java" | "kt" | "cs" | "swift" | "c" | "cc" | "cpp" | "m" | "lua" | "r" | "scala"
            | "dart" | "ex" | "applescript" | "scpt" | "jl" | "groovy" | "gradle" => Language::Other,
            "md" | "mdx" | "mdc" | "markdown" | "txt" | "rst" | "adoc" | "org" | "prompt" => Language::Prose,
            "" if ["license", "licence", "notice", "copying", "readme", "authors", "changelog"]
                .contains(&file.as_str()) =>
            {
                Language::Prose
            }
            _ => by_first_line(&file, text),
        }
    }

    /// Its word in the table of signs.
    pub(super) fn word(self) -> &'static str {
        match self {
            Language::Shell => "shell",
            Language::Python => "python",
            Language::JavaScript => "javascript",
            Language::Ruby => "ruby",
            Language::PowerShell => "powershell",
            Language::Batch => "batch",
            Language::Perl => "perl",
            Language::Php => "php",
            Language::Other => "other",
            Language::Prose => "markdown",
            Language::Data => "config",
        }
    }

    /// Whether it is a script.
    pub(super) fn is_code(self) -> bool {
        !matches!(self, Language::Prose | Language::Data)
    }

    /// Whether a line is nothing but a comment.
    pub(super) fn is_comment(self, line: &str) -> bool {
        let line = line.trim_start();
        match self {
            Language::Shell | Language::Python | Language::Ruby | Language::Perl => {
                line.starts_with('#') && !line.starts_with("#!")
            }
            Language::PowerShell => line.starts_with('#') || line.starts_with("<#"),
            // What Go runs when code is to be written stands behind `//`.
            Language::JavaScript | Language::Other if line.starts_with("//go:") => false,
            Language::JavaScript | Language::Other => {
                line.starts_with("//") || line.starts_with("/*") || line.starts_with("* ")
            }
            Language::Php => line.starts_with("//") || line.starts_with('#') || line.starts_with("* "),
            Language::Batch => {
                let start = line.get(..4).unwrap_or(line).to_ascii_lowercase();
                start.starts_with("rem ") || start.starts_with("::")
            }
            Language::Prose | Language::Data => false,
        }
    }
}

fn by_first_line(file: &str, text: &str) -> Language {
    const SHELL_FILES: [&str; 11] = [
        "makefile",
        "dockerfile",
        "containerfile",
        "justfile",
        ".envrc",
        ".bashrc",
        ".zshrc",
        ".profile",
        ".zprofile",
        ".bash_profile",
        "procfile",
    ];
    let first = text.lines().next().unwrap_or_default();
    if SHELL_FILES.contains(&file) {
        return Language::Shell;
    }
    if matches!(file, "rakefile" | "gemfile" | "vagrantfile") {
        return Language::Ruby;
    }
    let Some(program) = first.strip_prefix("#!") else { return Language::Data };
    match () {
        () if program.contains("python") || program.contains("uv run") => Language::Python,
        () if ["node", "deno", "bun", "tsx"].iter().any(|it| program.contains(it)) => Language::JavaScript,
        () if program.contains("ruby") => Language::Ruby,
        () if program.contains("perl") => Language::Perl,
        () if program.contains("php") => Language::Php,
        () if program.contains("pwsh") || program.contains("powershell") => Language::PowerShell,
        () => Language::Shell,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn by_name_and_first_line() {
        assert_eq!(Language::of("a/b.PY", ""), Language::Python);
        assert_eq!(Language::of("bin/dev", "#!/usr/bin/env bash\n"), Language::Shell);
        assert_eq!(Language::of("bin/dev", "#!/usr/bin/env -S uv run\n"), Language::Python);
        assert_eq!(Language::of("assets/form.pdf", "#!/bin/sh\n"), Language::Shell);
        assert_eq!(Language::of("Makefile", "all:\n"), Language::Shell);
        assert_eq!(Language::of("a.json", "{}"), Language::Data);
        assert_eq!(Language::of("SKILL.md", ""), Language::Prose);
    }
}
