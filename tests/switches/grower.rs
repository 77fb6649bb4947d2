//! Grows settings files that look like real ones: comments, odd indentation, every line end, the switch in every state.

/// Numbers that are the same on every machine.
pub(crate) struct Seed(u64);

impl Seed {
    pub(crate) fn new(seed: u64) -> Seed {
        Seed(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0x5851_F42D_4C95_7F2D)
    }

    pub(crate) fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }

    pub(crate) fn pick<'a, T: ?Sized>(&mut self, of: &[&'a T]) -> &'a T {
        of[self.below(of.len() as u64) as usize]
    }

    fn chance(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }
}

/// How a settings file is written.
struct Manner {
    indent: &'static str,
    newline: &'static str,
    colon: &'static str,
    comments: bool,
    trailing: bool,
    minified: bool,
}

impl Manner {
    fn grow(seed: &mut Seed, comments: bool) -> Manner {
        Manner {
            indent: seed.pick(&["  ", "    ", "\t", "   ", " "]),
            newline: seed.pick(&["\n", "\n", "\n", "\r\n"]),
            colon: seed.pick(&[": ", ": ", ":", " : "]),
            comments: comments && seed.chance(70),
            trailing: comments && seed.chance(25),
            minified: seed.chance(15),
        }
    }
}

/// A value of JSON to be written in some manner.
pub(crate) enum Value {
    Plain(String),
    Map(Vec<(String, Value)>),
    List(Vec<Value>),
}

/// A settings file of a host: JSON, with comments where the host takes them.
pub(crate) fn json(seed: &mut Seed, comments: bool, key: &str, switch: Option<Value>) -> String {
    let manner = Manner::grow(seed, comments);
    let mut entries = Vec::new();
    let others: [(&str, &str); 8] = [
        ("$schema", "\"https://example.com/schema.json\""),
        ("model", "\"large\""),
        ("theme", "\"dark // not a comment\""),
        ("telemetry", "false"),
        ("cleanupPeriodDays", "30"),
        ("quote", "\"a \\\"b\\\" {c} [d], e\""),
        ("empty", "{}"),
        ("none", "[]"),
    ];
    for (name, value) in others {
        if seed.chance(40) {
            entries.push((name.to_owned(), Value::Plain(value.to_owned())));
        }
    }
    if seed.chance(40) {
        let inner = vec![
            ("PATH".to_owned(), Value::Plain("\"/usr/bin\"".to_owned())),
            ("list".to_owned(), Value::List(vec![Value::Plain("1".to_owned()), Value::Plain("\"漢字\"".to_owned())])),
        ];
        entries.push(("environment".to_owned(), Value::Map(inner)));
    }
    if let Some(switch) = switch {
        let mut parts: Vec<&str> = key.split('.').collect();
        let last = parts.remove(0);
        let value = parts.iter().rev().fold(switch, |inner, part| Value::Map(vec![((*part).to_owned(), inner)]));
        let at = seed.below(entries.len() as u64 + 1) as usize;
        entries.insert(at, (last.to_owned(), value));
    }
    let mut text = String::new();
    if manner.comments && seed.chance(40) {
        text.push_str(&format!("// My settings, {{ \"not\": json }}{}", manner.newline));
    }
    write(seed, &manner, &Value::Map(entries), 0, &mut text);
    if seed.chance(80) {
        text.push_str(manner.newline);
    }
    if manner.comments && seed.chance(20) {
        text.push_str("/* the end */");
    }
    text
}

fn write(seed: &mut Seed, manner: &Manner, value: &Value, depth: usize, text: &mut String) {
    let (open, close, children): (char, char, Vec<(Option<&String>, &Value)>) = match value {
        Value::Plain(plain) => return text.push_str(plain),
        Value::Map(entries) => ('{', '}', entries.iter().map(|(key, value)| (Some(key), value)).collect()),
        Value::List(items) => ('[', ']', items.iter().map(|item| (None, item)).collect()),
    };
    let in_lines = !manner.minified && (depth == 0 || seed.chance(60));
    text.push(open);
    if children.is_empty() {
        if in_lines && seed.chance(30) {
            text.push_str(manner.newline);
            text.push_str(&manner.indent.repeat(depth));
        } else if seed.chance(15) {
            text.push(' ');
        }
        return text.push(close);
    }
    let count = children.len();
    let pads = !in_lines && !manner.minified && seed.chance(30);
    for (index, (key, value)) in children.into_iter().enumerate() {
        if in_lines {
            text.push_str(manner.newline);
            if manner.comments && seed.chance(15) {
                text.push_str(&format!("{}// about this{}", manner.indent.repeat(depth + 1), manner.newline));
            }
            text.push_str(&manner.indent.repeat(depth + 1));
        } else if index > 0 && !manner.minified || pads {
            text.push(' ');
        }
        if let Some(key) = key {
            text.push_str(&format!("\"{key}\"{}", if manner.minified { ":" } else { manner.colon }));
        }
        write(seed, manner, value, depth + 1, text);
        if index + 1 < count || (manner.trailing && in_lines) {
            text.push(',');
        }
        if manner.comments && in_lines && seed.chance(15) {
            text.push_str(seed.pick(&[" // why, and [so] on", " /* { */", "  // 漢字"]));
        }
    }
    if in_lines {
        text.push_str(manner.newline);
        text.push_str(&manner.indent.repeat(depth));
    } else if pads {
        text.push(' ');
    }
    text.push(close);
}

/// A settings file in TOML with tables of switches.
pub(crate) fn toml(seed: &mut Seed, switch: Option<&str>) -> String {
    let newline: &str = seed.pick(&["\n", "\n", "\r\n"]);
    let mut lines: Vec<String> = Vec::new();
    for line in ["# My settings", "model = \"large\"", "approval = 'never' # why", "list = [ 1,2,", "  3, ]", ""] {
        lines.push(line.to_owned());
    }
    if seed.chance(50) {
        lines.extend(["[features]".to_owned(), "plugins=true".to_owned(), String::new()]);
    }
    let others = seed.below(3);
    for index in 0..others {
        lines.push("[[skills.config]]".to_owned());
        lines.push(format!("name = \"other-{index}\""));
        lines.push("enabled = false # not now".to_owned());
    }
    if let Some(word) = switch {
        let form = seed.below(3);
        lines.push("  [[ skills.config ]]  # mine".to_owned());
        lines.push(if form == 0 { "enabled=WORD".replace("WORD", word) } else { "name='deploy'".to_owned() });
        lines.push(if form == 0 { "name = \"deploy\"".to_owned() } else { format!("enabled   =  {word}\t# hm") });
    }
    if seed.chance(50) {
        lines.extend([String::new(), "[tui]".to_owned(), "theme = \"dark\"".to_owned()]);
    }
    let end: &str = seed.pick(&["", newline, newline]);
    format!("{}{end}", lines.join(newline))
}
