//! Texts to try: seeds, pieces put together, and small accidents in both.

use crate::random::Random;

/// Skills, each with some of everything; written for this.
const SKILLS: [&str; 5] = [
    include_str!("../seeds/plain.md"),
    include_str!("../seeds/tools.md"),
    include_str!("../seeds/yaml.md"),
    include_str!("../seeds/body.md"),
    include_str!("../seeds/broken.md"),
];

/// Pieces that frontmatters and their accidents are made of.
const YAML: &str = include_str!("../seeds/yaml-pieces.txt");
/// Pieces that bodies are made of.
const BODY: &str = include_str!("../seeds/body-pieces.txt");
/// Pieces of lists of tools.
const TOOLS: &str = include_str!("../seeds/tool-pieces.txt");
/// Pieces of JSON, TOML and YAML settings.
const SETTINGS: &str = include_str!("../seeds/settings-pieces.txt");

/// The pieces of a list: one on each line, with `\n`, `\r`, `\t` and `\\` for what a line cannot hold.
fn pieces(list: &str) -> Vec<String> {
    let unescaped = |line: &str| {
        let mut piece = String::new();
        let mut signs = line.chars();
        while let Some(sign) = signs.next() {
            piece.push(match (sign, sign == '\\') {
                (_, true) => match signs.next() {
                    Some('n') => '\n',
                    Some('r') => '\r',
                    Some('t') => '\t',
                    Some('0') => '\0',
                    Some('f') => '\u{feff}',
                    Some(other) => other,
                    None => '\\',
                },
                (sign, false) => sign,
            });
        }
        piece
    };
    list.lines().filter(|line| !line.is_empty()).map(unescaped).collect()
}

/// What texts are made of.
pub struct Texts {
    yaml: Vec<String>,
    body: Vec<String>,
    tools: Vec<String>,
    settings: Vec<String>,
}

impl Default for Texts {
    fn default() -> Self {
        Texts { yaml: pieces(YAML), body: pieces(BODY), tools: pieces(TOOLS), settings: pieces(SETTINGS) }
    }
}

fn some(random: &mut Random, pieces: &[String], most: usize) -> String {
    (0..random.below(most)).map(|_| random.pick(pieces).as_str()).collect()
}

impl Texts {
    /// A skill: of a seed with accidents, or of pieces.
    pub fn skill(&self, random: &mut Random) -> String {
        match random.below(4) {
            0 => {
                let seed = (*random.pick(&SKILLS)).to_owned();
                self.changed(random, seed)
            }
            1 => {
                let text = format!("---\n{}\n---\n{}", some(random, &self.yaml, 24), some(random, &self.body, 12));
                self.changed(random, text)
            }
            2 => format!(
                "---\nname: {}\ndescription: {}\n{}: {}\nlicense: MIT\n---\n{}",
                some(random, &self.yaml, 3),
                some(random, &self.yaml, 4),
                random.pick(&["allowed-tools", "metadata", "hooks", "paths", "arguments", "model"]),
                if random.once_in(2) { self.tools(random) } else { some(random, &self.yaml, 8) },
                some(random, &self.body, 10)
            ),
            _ => some(random, &self.yaml, 12) + &some(random, &self.body, 20),
        }
    }

    /// A list of tools.
    pub fn tools(&self, random: &mut Random) -> String {
        some(random, &self.tools, 10)
    }

    /// A settings text.
    pub fn settings(&self, random: &mut Random) -> String {
        let text = some(random, &self.settings, 14);
        let text = if random.once_in(3) { format!("{{{text}}}") } else { text };
        if random.once_in(3) { self.changed(random, text) } else { text }
    }

    /// Some words that a person may type behind the name of a skill.
    pub fn words(&self, random: &mut Random) -> String {
        some(random, &self.body, 5)
    }

    /// A text after some accidents: cut, doubled, swapped, or with a piece put in.
    fn changed(&self, random: &mut Random, mut text: String) -> String {
        for _ in 0..random.below(5) {
            let (one, other) = (boundary(&text, random), boundary(&text, random));
            let (start, end) = (one.min(other), one.max(other));
            let end = boundary_before(&text, end.min(start + random.below(60)));
            match random.below(5) {
                0 => text.replace_range(start..end.max(start), ""),
                1 => text.insert_str(start, random.pick(&self.yaml).as_str()),
                2 => text.insert_str(start, random.pick(&self.body).as_str()),
                3 => {
                    let piece = text[start..end.max(start)].repeat(1 + random.below(3));
                    let at = boundary(&text, random);
                    text.insert_str(at, &piece);
                }
                _ => text = text.replace('\n', random.word(&["\n", "\r\n", "\n\n", "\r", " \n"])),
            }
        }
        text
    }
}

/// A place in a text.
pub fn boundary(text: &str, random: &mut Random) -> usize {
    boundary_before(text, random.below(text.len() + 1))
}

fn boundary_before(text: &str, mut offset: usize) -> usize {
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}
