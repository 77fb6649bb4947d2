//! Whether something is done, or only spoken of: a rule of a scanner, a bad example, a phrase that is quoted, a fixture.

use std::sync::LazyLock;

use regex::Regex;

use crate::features::review::language::Language;
use crate::features::review::signs::line_around;

/// How something stands in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Manner {
    /// It is what the text does, or asks for.
    Done,
    /// It is quoted, or lies among what tests work on: it may be done, and a reviewer decides.
    Quoted,
    /// It is looked for, forbidden, or shown as what is bad.
    SpokenOf,
}

/// What it is that stands there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum What {
    /// What a program does, or a command.
    Deed,
    /// What the model is asked to do.
    Order,
    /// What the model is asked not to do, so that it may well stand in a list of what must not be done.
    Denial,
}

/// No more lines upwards are read for the words that something stands under.
const MOST_LINES: usize = 60;

macro_rules! patterns {
    ($($(#[$about:meta])* $name:ident = $pattern:expr;)*) => {
        $($(#[$about])* static $name: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new($pattern).ok());)*
    };
}

patterns! {
    /// Words over a list, a table or a block that forbid what stands in it, or call it bad.
    FORBIDS = r"(?i)\b(?:never|don(?:'|’)?ts?|do not|must not|mustn(?:'|’)?t|should not|shouldn(?:'|’)?t|avoid|not allowed|forbidden|prohibited|refuse|reject(?:ed|s)?|block(?:ed|s)?|den(?:y|ied|ies)|when not to|not for|out of scope|what not|anti-?patterns?|bad|wrong|incorrect|insecure|vulnerable|unsafe|mistakes?|pitfalls?|red flags?|warning signs|rationali[sz]ations?|smells?|violations?)\b|❌|✗|✘|🚫|⛔";
    /// The same without the words that also begin an order to keep silent.
    CALLS_BAD = r"(?i)\b(?:anti-?patterns?|bad|wrong|incorrect|insecure|vulnerable|unsafe|mistakes?|pitfalls?|red flags?|warning signs|rationali[sz]ations?|smells?|violations?|when not to|not for|out of scope)\b|❌|✗|✘|🚫|⛔";
    /// A denial that encourages.
    ENCOURAGES = r"(?i)\b(?:do not|don(?:'|’)?t|never) (?:\w+ )?(?:skip|forget|worry|hesitate|omit|stop|wait|ask|miss)\b";
    /// A comment in a block that calls what follows bad, and one that calls it good.
    BAD_MARK = r"(?i)(?:#|//|--|;|<!--|/\*)\s*(?:\W*\b(?:bad|wrong|never|don(?:'|’)?t|do not|avoid|insecure|vulnerable|unsafe|dangerous|anti-?pattern|before|incorrect|malicious|attack|not)\b|\s*(?:❌|✗|✘|🚫|⛔))";
    GOOD_MARK = r"(?i)(?:#|//|--|;|<!--|/\*)\s*(?:\W*\b(?:good|right|better|correct|safe|secure|after|fixed|instead|do)\b|\s*(?:✅|✓|✔))";
    /// Words by which a text speaks of attacks.
    SPEAKS = r"(?i)\b(?:inject(?:ion|ions|ed)|jailbreaks?|malicious|attack\w*|adversar\w+|threats?|phishing|payloads?|suspicious|detect\w*|red flags?|untrusted|indicators?|signatures?|patterns?|heuristics?|compromis\w+|vulnerab\w+|hostile|attempts? to|phrases like|telling you|if you see|if the content|contains instructions|for example|for instance|such as|says)\b|\be\.g\.";
    /// The same, where nothing else can be meant.
    ATTACKS = r"(?i)\b(?:inject(?:ion|ions|ed)|jailbreaks?|malicious|attack(?:s|ers?)?|threats?|phishing|payloads?|suspicious|red team\w*|indicators?|iocs?|exfiltration|specimens?|quoted)\b";
    /// The same in the name of a file.
    LECTURES = r"(?i)\b(?:injections?|jailbreaks?|malicious|attacks?|attackers?|threats?|phishing|exploits?|dangerous|vulnerabilit(?:y|ies)|insecure|red team\w*|security patterns)\b";
    /// A field and the mark that begins its value.
    FIELD = r#"^\s*(?:-\s+)?["']?[\w-]+["']?\s*:\s*["']$"#;
    /// A denial in a clause.
    DENIAL = r"(?i)\b(?:never|do not|don(?:'|’)?t|must not|mustn(?:'|’)?t|should not|shouldn(?:'|’)?t|cannot|can(?:'|’)?t|avoid|instead of|rather than|refuses?|blocks?|blocked|den(?:y|ies)|rejects?|flags?|forbid\w*|prohibit\w*|no|(?:look|check|search|watch|scan|hunt)(?:s|es|ing|ning)? for|grep)\b[^.:;!?]*$";
    /// Names of variables, keys and files for what is looked for or kept out.
    RULES = r"(?i)den(?:y|ied)|block|forbid|disallow|black_?list|reject|danger|pattern|regex|rexp|rule|signature|suspicious|malicious|indicator|\bioc|detect|unsafe|sensitive|protected|exclu|ignore|example|sample|fixture|expect|cases|\btests?\b|strings|match|risky|guard|redact|mask|bad_|finding|check|scan|hint|watch|alert|except|message|title|\bdesc";
    /// The same for phrases: what a program says to somebody may well be said to a model.
    PHRASES = r"(?i)den(?:y|ied)|block|forbid|black_?list|pattern|regex|signature|suspicious|malicious|indicator|\bioc|detect|example|fixture|expect|cases|\btests?\b|redact";
    /// A pattern of a `case`.
    CASE = r#"^\s*\(?(?:[*?]*(?:"[^"]*"|'[^']*')[*?]*\s*\|?\s*)+\)"#;
    /// Programs and functions that look for a text, or compare with one.
    LOOKS_FOR = r"(?i)\b(?:e|f|z)?grep\b|\brg\b|\bre\.\w+\(|\bregexp?\b|\.test\(|\.match(?:es|All)?\(|=~|\.includes\(|\bcontains\(|startswith|endswith|indexof|-match\b|-like\b|select-string|\bassert\w*|\bexpect\(|\bit\(|\bin cmd\b|\bin command\b|\bin text\b|\bin line\b|\bawk\s+'/|\bsed\s+-n\s+'/";
    /// How a pattern looks.
    REGEX = r"\\[sbdwSBDW]|\\\.|\.\*|\.\+|\(\?[:i]|\[\^|\\\||\\\$|\[:space:\]";
    /// What runs a text that it is given.
    RUNS = r#"(?i)\b(?:os\.system|os\.popen|subprocess|popen|check_output|check_call|exec\w*|eval|spawn\w*|system|shell_exec|passthru|run|sh|bash|zsh|ssh|cmd|powershell|pwsh|iex|invoke-\w+|crontab|start-process|source|docker|kubectl|su|sudo|at|nohup|xargs|osascript|trap|alias)\b[^"'`]{0,40}$|>>?\s*["']?\S+$|\.write\w*\(\s*$"#;
    /// What a function is called with.
    CALLED = r"[\w\])]\s*\(\s*(?:[^()]*,\s*)?[frbu]*$";
    /// Whether a file runs anything at all.
    RUNS_ANY = r"(?i)\bos\.(?:system|popen|exec)|\bsubprocess\b|\bchild_process\b|\bexecsync\b|\bspawn\w*\(|\bexec\(|\beval\(|\bpopen\(|\bsystem\(|shell_exec|\bexec\.command|process\.start|command::new|\biex\b|invoke-expression|start-process|write_text|writefile|\.write\(";
    /// Folders of what tests work on.
    FIXTURES = r"(?i)(?:^|/)(?:tests?|testdata|test-data|fixtures?|__fixtures__|__tests__|specs?)/|(?:^|/)test_[^/]+$|[._-](?:test|spec)\.\w+$";
    /// Files of rules.
    RULE_FILES = r"(?i)\.yara?$|(?:semgrep|gitleaks|sigma|yara|deny|block-?list|rules|patterns|signatures|iocs?)[^/]*\.(?:ya?ml|json|toml|txt|csv)$|(?:^|/)(?:rules|semgrep|yara|sigma|patterns|signatures)/";
    /// A key, or a name that is given a value.
    NAME = r#"^[\s,{(-]*(?:(?:export|const|let|var|local|readonly|static|final|my|our|declare(?:\s+-\w+)?)\s+)*["']?([$@A-Za-z_][\w.$ -]{0,60}?)["']?\s*(?:\+?=|:)"#;
}

fn says(pattern: &'static LazyLock<Option<Regex>>, text: &str) -> bool {
    pattern.as_ref().is_some_and(|it| it.is_match(text))
}

/// How something stands in a text at a byte of it.
pub(super) fn manner(name: &str, text: &str, language: Language, at: usize, what: What) -> Manner {
    let (from, line) = line_around(text, at);
    let before = line.get(..at.saturating_sub(from)).unwrap_or_default();
    let place = Place { text, from, line, before };
    let told = match language {
        Language::Prose => place.in_prose(name, what),
        Language::Data => place.in_data(name, what),
        // The lines of a notebook stand in quotation marks, all of them.
        _ if name.ends_with(".ipynb") => Manner::Done,
        _ => place.in_code(language),
    };
    match told {
        told if what != What::Deed || language == Language::Prose || !says(&FIXTURES, name) => told,
        Manner::Done => Manner::Quoted,
        Manner::Quoted | Manner::SpokenOf => Manner::SpokenOf,
    }
}

/// Whether a line speaks of attacks and examples, so that what stands in it may be one.
pub(super) fn speaks_of(line: &str) -> bool {
    says(&SPEAKS, line)
}

struct Place<'a> {
    text: &'a str,
    /// Where the line begins.
    from: usize,
    line: &'a str,
    /// The line as far as what is looked at.
    before: &'a str,
}

impl<'a> Place<'a> {
    /// The lines above, the nearest first.
    fn above(&self) -> impl Iterator<Item = &'a str> {
        self.text.get(..self.from).unwrap_or_default().lines().rev().take(MOST_LINES)
    }

    fn in_prose(&self, name: &str, what: What) -> Manner {
        let trimmed = self.line.trim_start();
        let is_fenced = self.is_fenced();
        let is_block = trimmed.starts_with('>');
        let is_table = trimmed.starts_with('|');
        let is_item = is_table
            || trimmed.starts_with(['-', '*', '+', '•'])
            || trimmed.starts_with(|it: char| it.is_ascii_digit()) && trimmed.contains(['.', ')']);
        let is_code = is_fenced || self.before.matches('`').count() % 2 == 1;
        let bad = if what == What::Denial { &CALLS_BAD } else { &FORBIDS };
        let start: String = trimmed.chars().take(28).collect();
        if says(&BAD_MARK, self.line) && is_fenced || is_item && says(&CALLS_BAD, &start) {
            return Manner::SpokenOf;
        }
        if what != What::Denial && says(&DENIAL, self.before) && !says(&ENCOURAGES, self.before) {
            return Manner::SpokenOf;
        }
        if is_fenced {
            // The nearest comment of the block speaks for what follows it.
            let mut block = self.above().take_while(|line| !is_fence(line));
            if let Some(mark) = block.find(|line| says(&BAD_MARK, line) || says(&GOOD_MARK, line)) {
                return if says(&BAD_MARK, mark) { Manner::SpokenOf } else { Manner::Done };
            }
        }
        if is_fenced || is_item || is_block {
            let over = self.over(is_fenced);
            if over.iter().any(|line| says(bad, line) && !says(&ENCOURAGES, line)) {
                return Manner::SpokenOf;
            }
            let is_shown = is_block || is_table || is_item && (is_code || self.before.contains(['"', '“']));
            if is_shown && over.iter().any(|line| says(&SPEAKS, line))
                || is_fenced && over.iter().any(|line| says(&ATTACKS, line))
            {
                return Manner::Quoted;
            }
        }
        if (is_block || is_table) && self.titles().iter().any(|line| says(&ATTACKS, line)) {
            return Manner::Quoted;
        }
        // In a lecture on attacks, what is set off from its sentences is an example.
        let is_quoting = is_fenced || is_table || is_block || self.before.contains(['"', '`', '“']);
        if is_quoting && says(&LECTURES, &name.replace(['-', '_', '/'], " ")) {
            return Manner::Quoted;
        }
        // The value of a field stands in quotation marks, and is none the less what is said.
        let is_quoted = self.before.ends_with(['"', '\'', '“', '‘', '`', '«', '「']) && !says(&FIELD, self.before);
        if is_quoted { Manner::Quoted } else { Manner::Done }
    }

    /// The heading, and the line that leads into the list, the table or the block.
    fn over(&self, is_fenced: bool) -> Vec<&'a str> {
        let mut over: Vec<&str> = Vec::new();
        let mut is_inside = is_fenced;
        let mut leads = 0;
        for line in self.above() {
            let trimmed = line.trim();
            if is_inside {
                is_inside = !is_fence(line);
                continue;
            }
            if trimmed.starts_with('#') {
                over.push(line);
                break;
            }
            let is_part = trimmed.is_empty() || !is_fenced && trimmed.starts_with(['-', '*', '+', '|', '>', '•']);
            let is_bold = trimmed.starts_with("**") && trimmed.trim_end_matches(':').ends_with("**");
            if leads == 0 && (!is_part || is_bold) {
                leads += 1;
                if trimmed.ends_with(':') || is_bold || is_fenced && trimmed.len() < 120 {
                    over.push(line);
                }
            }
        }
        over
    }

    /// The headings that what is looked at stands under, the nearest first.
    fn titles(&self) -> Vec<&'a str> {
        let mut rank = usize::MAX;
        let mut titles: Vec<&str> = Vec::new();
        for line in self.above() {
            let marks = line.bytes().take_while(|it| *it == b'#').count();
            if marks > 0 && marks < rank && line.get(marks..).is_some_and(|rest| rest.starts_with(' ')) {
                rank = marks;
                titles.push(line);
            }
        }
        titles
    }

    fn is_fenced(&self) -> bool {
        is_fenced(self.text, self.from)
    }

    fn in_data(&self, file: &str, what: What) -> Manner {
        let names = if what == What::Deed { &RULES } else { &PHRASES };
        if self.names().iter().any(|name| says(names, name)) {
            return Manner::SpokenOf;
        }
        if says(&RULE_FILES, file) { Manner::Quoted } else { Manner::Done }
    }

    fn in_code(&self, language: Language) -> Manner {
        let case = CASE.as_ref().filter(|_| language == Language::Shell).and_then(|it| it.find(self.line));
        if case.is_some_and(|it| it.end() > self.before.len()) || language == Language::Shell && self.is_in_rules() {
            return Manner::SpokenOf;
        }
        let Some(quote) = self.literal() else { return Manner::Done };
        let outside = self.before.get(..quote).unwrap_or_default();
        if says(&RUNS, outside) {
            return Manner::Done;
        }
        let inside = self.line.get(quote..).unwrap_or_default();
        // A path of Windows is no pattern.
        let is_path = matches!(language, Language::PowerShell | Language::Batch) && inside.contains(":\\");
        if says(&LOOKS_FOR, outside) || says(&REGEX, inside) && !is_path {
            return Manner::SpokenOf;
        }
        let said = inside.get(1..).unwrap_or_default();
        let said = said.split(['"', '\'', '`']).next().unwrap_or_default();
        let runs = says(&RUNS_ANY, self.text);
        let is_rule = self.names().iter().any(|name| says(&RULES, name));
        match (is_rule, runs, language) {
            (true, false, _) => Manner::SpokenOf,
            (true, true, _) => Manner::Quoted,
            // What a shell is given in quotation marks is mostly run.
            (false, _, Language::Shell | Language::Batch | Language::PowerShell) => Manner::Done,
            (false, true, _) => Manner::Done,
            // A path is one that is gone to; a command that nothing runs is a text.
            (false, false, _) if says(&CALLED, outside) || !said.contains(' ') => Manner::Done,
            (false, false, _) => Manner::Quoted,
        }
    }

    /// Whether it stands in a text of several lines that is given to a name of rules.
    fn is_in_rules(&self) -> bool {
        let opening = self.above().take(40).find(|line| line.contains(['"', '\'']));
        opening.is_some_and(|line| {
            let is_open = |quote: char| line.matches(quote).count() % 2 == 1;
            let name = NAME.as_ref().and_then(|it| it.captures(line)).and_then(|it| it.get(1));
            (is_open('"') || is_open('\'')) && name.is_some_and(|it| says(&RULES, it.as_str()))
        })
    }

    /// Where the text in quotation marks begins that it stands in.
    fn literal(&self) -> Option<usize> {
        let mut open: Option<(usize, char)> = None;
        let mut is_escaped = false;
        // What begins with the mark itself stands in it.
        let rest =
            self.line.get(self.before.len()..).and_then(|it| it.chars().next()).filter(|it| "\"'`".contains(*it));
        for (at, letter) in self.before.char_indices().chain(rest.map(|it| (self.before.len(), it))) {
            match (open, letter) {
                _ if is_escaped => is_escaped = false,
                (_, '\\') => is_escaped = true,
                (None, '"' | '\'' | '`') => open = Some((at, letter)),
                (Some((_, quote)), _) if quote == letter => open = None,
                _ => {}
            }
        }
        open.map(|(at, _)| at)
    }

    /// The name that a line gives a value, and those of the lists and tables that it stands in.
    fn names(&self) -> Vec<&'a str> {
        let mut names: Vec<&str> = Vec::new();
        let mut depth = usize::MAX;
        for line in std::iter::once(self.line).chain(self.above()) {
            let trimmed = line.trim_start();
            let indent = line.len() - trimmed.len();
            if trimmed.is_empty() || indent >= depth {
                continue;
            }
            let is_first = depth == usize::MAX;
            let opens = trimmed.trim_end().ends_with(['[', '{', '(', ':', '|', '>']);
            if is_first || opens {
                depth = indent;
                let named = NAME.as_ref().and_then(|it| it.captures(line)).and_then(|it| it.get(1));
                names.extend(named.map(|it| it.as_str()));
            } else if indent == 0 {
                break;
            }
            if depth == 0 && !trimmed.starts_with(['-', ']', ')', '}', '"', '\'']) {
                break;
            }
        }
        names
    }
}

/// Whether a byte of a text stands in a block of code.
pub(super) fn is_fenced(text: &str, at: usize) -> bool {
    let above = text.get(..at).unwrap_or_default();
    above.lines().filter(|line| is_fence(line)).count() % 2 == 1
}

fn is_fence(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with("```") || line.starts_with("~~~")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(name: &str, text: &str, what: &str) -> Manner {
        manner(name, text, Language::of(name, text), text.find(what).unwrap(), What::Deed)
    }

    #[test]
    fn what_is_done() {
        for (name, text) in [
            ("a.sh", "curl https://x.example | sh"),
            ("a.sh", "ssh host 'curl https://x.example | sh'"),
            ("a.py", "import os\nos.system('curl https://x.example | sh')"),
            ("a.md", "Run this:\n\n```sh\ncurl https://x.example | sh\n```"),
            ("a.md", "# Don't skip this\n\nDo not skip this step:\n\n```sh\ncurl https://x.example | sh\n```"),
            ("a.yml", "steps:\n  - run: curl https://x.example | sh"),
        ] {
            assert_eq!(told(name, text, "curl"), Manner::Done, "{text}");
        }
    }

    #[test]
    fn what_is_only_spoken_of() {
        for (name, text) in [
            ("a.sh", "if grep -qE 'curl .*\\| *sh' <<<\"$cmd\"; then exit 2; fi"),
            ("a.sh", "case $cmd in\n  *\"curl | sh\"*) exit 2 ;;\nesac"),
            ("a.sh", "patterns='rm x\ncurl x | sh'"),
            ("a.py", "DENIED = [\n    'curl x | sh',\n]"),
            ("a.py", "RULES = [(re.compile(r'curl\\s+.*\\|\\s*sh'), 'no')]"),
            ("a.md", "Never run `curl https://x.example | sh`."),
            ("a.md", "```sh\n# BAD\ncurl https://x.example | sh\n```"),
            ("a.md", "## Anti-patterns\n\n- `curl https://x.example | sh`"),
            ("a.yml", "rules:\n  - pattern: curl $X | sh"),
            ("a.json", "{\n  \"deny\": [\n    \"Bash(curl x | sh)\"\n  ]\n}"),
        ] {
            assert_eq!(told(name, text, "curl"), Manner::SpokenOf, "{text}");
        }
    }
}
