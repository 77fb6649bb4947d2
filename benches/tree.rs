//! Makes trees of realistic skills, the same for the same number: for benchmarks and measurements.

use std::fmt::Write as _;
use std::path::Path;
use std::{fs, io};

const SUBJECTS: [&str; 24] = [
    "release",
    "invoice",
    "migration",
    "schema",
    "dashboard",
    "changelog",
    "container",
    "pipeline",
    "ledger",
    "survey",
    "telemetry",
    "glossary",
    "warehouse",
    "calendar",
    "contract",
    "snapshot",
    "benchmark",
    "playlist",
    "inventory",
    "translation",
    "firmware",
    "newsletter",
    "incident",
    "catalogue",
];
const VERBS: [&str; 12] =
    ["review", "draft", "check", "plan", "merge", "audit", "export", "trim", "label", "compare", "replay", "summarise"];
const WORDS: [&str; 40] = [
    "the", "team", "before", "every", "report", "with", "care", "so", "that", "nothing", "is", "lost", "and", "each",
    "step", "can", "be", "repeated", "by", "hand", "when", "input", "looks", "odd", "ask", "first", "then", "write",
    "down", "what", "was", "found", "in", "order", "of", "weight", "keep", "it", "short", "clear",
];

/// A small generator of numbers: the tree must not depend on anything but its size.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit as u64) as usize
    }

    fn pick<'a>(&mut self, words: &[&'a str]) -> &'a str {
        words[self.below(words.len())]
    }

    fn sentence(&mut self, words: usize) -> String {
        let chosen: Vec<&str> = (0..words).map(|_| self.pick(&WORDS)).collect();
        let mut text = chosen.join(" ");
        text[..1].make_ascii_uppercase();
        text
    }
}

/// What the skills of a tree are like.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Kind {
    /// As people write them: two to nine kilobytes, one in twenty with an honest mistake.
    Ordinary,
    /// Ten kilobytes each, with links, tools and mentions, and two or three mistakes.
    Faulty,
}

/// Writes `count` skills below `project/.claude/skills`.
pub(crate) fn make(project: &Path, count: usize, kind: Kind) -> io::Result<()> {
    let root = project.join(".claude/skills");
    fs::create_dir_all(project.join(".git"))?;
    for number in 0..count {
        let mut numbers = Numbers(0x9E37_79B9_7F4A_7C15 ^ (number as u64 + 1).wrapping_mul(0x2545_F491_4F6C_DD1D));
        let name = format!("{}-{}-{number}", numbers.pick(&VERBS), numbers.pick(&SUBJECTS));
        let folder = root.join(&name);
        fs::create_dir_all(folder.join("references"))?;
        fs::write(folder.join("references/guide.md"), "# Guide\n")?;
        let text = if kind == Kind::Faulty { numbers.faulty_skill(&name) } else { numbers.skill(&name) };
        fs::write(folder.join("SKILL.md"), text)?;
    }
    Ok(())
}

impl Numbers {
    /// The text of one skill; half of them are longer than five kilobytes.
    fn skill(&mut self, name: &str) -> String {
        let words = 14 + self.below(24);
        let description = format!("{}. Use it when {}", self.sentence(words), self.sentence(8).to_lowercase());
        let mut text = format!("---\nname: {name}\n");
        match self.below(40) {
            0 => {
                let _ = writeln!(text, "description: Note: {description}");
            }
            1 => {
                let _ = writeln!(text, "descripton: {description}");
            }
            2..20 => {
                let _ = writeln!(text, "description: \"{description}\"");
            }
            20..28 => {
                let _ = writeln!(text, "description: >-\n  {description}\n  {}", self.sentence(9));
            }
            _ => {
                let _ = writeln!(text, "description: {description}");
            }
        }
        match self.below(4) {
            0 => text.push_str("allowed-tools: Read, Grep, Bash(git status:*)\n"),
            1 => {
                text.push_str("allowed-tools:\n  - Read\n  - Edit\nmetadata:\n  author: the team\n  version: \"1.2\"\n")
            }
            2 => text.push_str("license: MIT\n"),
            _ => {}
        }
        let _ = write!(text, "---\n\n# {}\n\n", name.replace('-', " "));
        let length = 1_500 + self.below(7_200);
        while text.len() < length {
            match self.below(8) {
                0 => {
                    let _ = write!(text, "## {}\n\n", self.sentence(4));
                }
                1 => {
                    let _ = write!(
                        text,
                        "```sh\ngit log --oneline -n {}\nmake {}\n```\n\n",
                        self.below(50),
                        self.pick(&VERBS)
                    );
                }
                2 => {
                    for step in 1..5 {
                        let _ = writeln!(text, "{step}. {}", self.sentence(11));
                    }
                    text.push('\n');
                }
                3 => {
                    let _ = write!(text, "See [the guide](references/guide.md) and `{}`. ", self.pick(&VERBS));
                }
                _ => {
                    let _ = write!(text, "{}. {}.\n\n", self.sentence(18), self.sentence(13));
                }
            }
        }
        text
    }

    /// The text of one skill of ten kilobytes, with two or three mistakes.
    fn faulty_skill(&mut self, name: &str) -> String {
        let shown = if self.below(12) == 0 { name.to_uppercase() } else { name.to_owned() };
        let mut text = format!("---\nname: {shown}\ndescription: \"Use it when {}\"\n", self.sentence(30));
        let tools =
            ["Read", "Bash(git *)", "Edit", "Write", "Glob", "Reed", "mcp__github__get_issue", "WebFetch", "Grep"];
        let listed: Vec<&str> = (0..4).map(|_| self.pick(&tools)).collect();
        let _ = writeln!(text, "allowed-tools: {}", listed.join(", "));
        let fields =
            ["licence: MIT", "model: gpt-9", "user-invocable: maybe", "license: MIT", "effort: high", "model: opus"];
        let _ = writeln!(text, "{}", self.pick(&fields));
        let _ = write!(text, "---\n\n# {}\n\n", name.replace('-', " "));
        while text.len() < 10_000 {
            match self.below(400) {
                0 => text.push_str("See [the guide](references/guide.md) and [more](references/missing.md#part).\n\n"),
                1 => text.push_str("Up: [there](../../../notes.md), then `scripts/run.sh`.\n\n"),
                2 => text.push_str("Look at /Users/ann/project/notes.md and run $1 with ${CLAUDE_SKILL_DIR}.\n\n"),
                3..20 => {
                    let (verb, subject) = (self.pick(&VERBS), self.pick(&SUBJECTS));
                    let _ = write!(text, "Use the {verb}-{subject} skill or the `{subject}` skill.\n\n");
                }
                20..60 => text.push_str("Use the Read tool, then the WebFetch tool and mcp__github__get_issue.\n\n"),
                60..120 => {
                    text.push_str("See [the guide](references/guide.md), [its end](references/guide.md#guide).\n\n")
                }
                _ => {
                    let _ = write!(text, "{}. {}.\n\n", self.sentence(18), self.sentence(13));
                }
            }
        }
        text
    }
}
