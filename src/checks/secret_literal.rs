//! `secret-literal`: an unmistakable token or private key.

use std::sync::LazyLock;

use regex::Regex;

use crate::checks::prelude::*;
use crate::checks::samples;

/// A secret in plain text.
pub(crate) static CHECK: Check = Check {
    id: "secret-literal",
    summary: "an unmistakable token or private key",
    documentation: "\
## What it reports

A token of GitHub, GitLab, Anthropic, OpenAI, Slack, Stripe, npm, Google or Hugging Face, a pair of AWS keys, or a private
key, written out in the frontmatter or the body. Examples are left alone: `ghp_xxxxxxxx`, `sk-ant-...`, letters that repeat,
count up or follow a pattern, those of well-known documentation, and whatever says on its line that it is an example. It is
a hint where the words around it, or the heading above, speak of samples, of mistakes, or of finding and hiding secrets.

## Why it matters

A skill is shared: who gets it gets the secret, and it goes into the conversation each time the skill is loaded.

## Example

```markdown
Send the header `Authorization: token ghp_` with the 36 letters of your token behind it.
```

## Instead

Take it back where it was given out, for it is known now. Then tell where it is to be found:

```markdown
Send the header `Authorization: token $GITHUB_TOKEN`.
```
",
    levels: [Level::Warning, Level::Warning, Level::Hint],
    fixable: false,
    run: Run::Document(run),
};

/// So many private keys are looked at in one file, each with what stands around it.
const MOST_KEYS: usize = 100;

/// What a secret is called, how it begins, and how it goes on.
const KINDS: [(&str, &str, &str); 13] = [
    ("a token of GitHub", "gh[pousr]_", "[A-Za-z0-9]{36}"),
    ("a token of GitHub", "github_pat_", "[A-Za-z0-9]{22}_[A-Za-z0-9]{59}"),
    ("a token of GitLab", "glpat-", "[A-Za-z0-9_-]{20}"),
    ("a key of Anthropic", "sk-ant-[a-z]+[0-9]{2}-", "[A-Za-z0-9_-]{80,120}"),
    ("a key of OpenAI", "sk-(?:proj|svcacct|admin)-", "[A-Za-z0-9_-]{60,200}"),
    ("a key of OpenAI", "sk-", "[A-Za-z0-9]{20}T3BlbkFJ[A-Za-z0-9]{20}"),
    ("a token of Slack", "xox[abprs]-", "[0-9]{10,13}-(?:[0-9]{10,13}-)*[A-Za-z0-9]{24,34}"),
    ("a key of Stripe", "[rs]k_live_", "[A-Za-z0-9]{24,99}"),
    ("a token of npm", "npm_", "[A-Za-z0-9]{36}"),
    ("a key of Google", "AIza", "[A-Za-z0-9_-]{35}"),
    ("a token of Hugging Face", "hf_", "[A-Za-z]{34}"),
    ("a key of SendGrid", "SG[.]", "[A-Za-z0-9_-]{22}[.][A-Za-z0-9_-]{43}"),
    ("a key of AWS", "(?:AKIA|ASIA)", "[A-Z2-7]{16}"),
];

/// All kinds, one group each, so that the text is gone through once.
static TOKENS: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let kinds: Vec<String> = KINDS.iter().map(|(_, start, rest)| format!("({start}{rest})")).collect();
    Regex::new(&format!(r"\b(?:{})", kinds.join("|"))).ok()
});

/// The forty signs that go with a key of AWS.
static AWS_SECRET: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r#"(?i)secret[a-z_ ]*["']?\s*[:=]\s*["']?([A-Za-z0-9/+]{40})\b"#).ok());

fn run(context: &DocumentContext<'_>, report: &mut Report<'_>) {
    for (span, message) in secrets(&context.document.text) {
        let grade = if is_public(context, span) { Grade::Slight } else { grade(context, span.start) };
        report.finding(span, message).grade(grade);
    }
}

/// Whether it is a key that every visitor of a page gets: those of Firebase stand in the page.
fn is_public(context: &DocumentContext<'_>, span: Span) -> bool {
    let text = &context.document.text;
    let around = samples::block_around(context, span.start)
        .map_or_else(|| samples::words_around(context, span.start), |block| block.span.of(text).to_lowercase());
    span.of(text).starts_with("AIza") && ["firebase", "authdomain"].iter().any(|word| around.contains(word))
}

/// The secrets of a text, with what is to be said of each.
pub(crate) fn secrets(text: &str) -> Vec<(Span, String)> {
    let mut all = Vec::new();
    if let Some(tokens) = TOKENS.as_ref() {
        for found in tokens.captures_iter(text) {
            let Some((what, token)) =
                KINDS.iter().enumerate().find_map(|(index, (what, _, _))| Some((*what, found.get(index + 1)?)))
            else {
                continue;
            };
            // A longer word is something else.
            let goes_on = text.get(token.end()..).is_some_and(|rest| rest.starts_with(|it: char| it.is_alphanumeric()));
            let is_pair = what != "a key of AWS" || has_aws_secret(text, token.end());
            if !goes_on && is_pair && is_random(token.as_str()) && !is_called_example(text, token.start()) {
                all.push((Span::new(token.start(), token.end()), told(what, token.as_str())));
            }
        }
    }
    for (at, _) in text.match_indices("PRIVATE KEY-----").take(MOST_KEYS) {
        if let Some(span) = private_key(text, at) {
            all.push((span, "This is a private key: who gets the skill gets it".to_owned()));
        }
    }
    all
}

/// Words of skills that look for secrets, hide them, or show what not to do; in lower case.
const OF_SHOWING: [&str; 26] = [
    "anti-pattern",
    "bad",
    "caught",
    "detect",
    "do not use",
    "documentation",
    "dummy",
    "fake",
    "fixture",
    "format:",
    "hardcod",
    "hard-cod",
    "insecure",
    "invalid",
    "leak",
    "mask",
    "match",
    "mistake",
    "pattern",
    "redact",
    "regex",
    "rfc",
    "scan",
    "vulnerab",
    "wrong",
    "❌",
];

/// A secret among samples is most often none.
fn grade(context: &DocumentContext<'_>, at: usize) -> Grade {
    let words = samples::words_around(context, at);
    let is_shown = OF_SHOWING.iter().chain(&samples::OF_EXAMPLES).any(|word| words.contains(word))
        || ["test key", "test string", "test vector", "test case"].iter().any(|word| words.contains(word));
    if is_shown { Grade::Slight } else { Grade::Mild }
}

fn told(what: &str, token: &str) -> String {
    let start: String = token.chars().take(8).collect();
    format!("`{start}…` is {what}: who gets the skill gets it")
}

/// Whether the secret half of a key of AWS stands near behind it.
fn has_aws_secret(text: &str, from: usize) -> bool {
    let mut end = text.len().min(from + 300);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let near = text.get(from..end).unwrap_or_default();
    let Some(secret) = AWS_SECRET.as_ref().and_then(|it| it.captures(near)).and_then(|found| found.get(1)) else {
        return false;
    };
    is_random(secret.as_str())
}

/// Whether nobody would type this: many different signs, none of them over and over or counting up, no word that says
/// what it stands for.
fn is_random(token: &str) -> bool {
    let lower = token.to_ascii_lowercase();
    let says_so =
        ["example", "xxx", "your", "test", "fake", "dummy", "sample", "placeholder", "redacted", "abcdef", "1234"];
    let signs: Vec<u8> = token.bytes().collect();
    let mut different = signs.clone();
    different.sort_unstable();
    different.dedup();
    // `aaaa`, `3456` and `mnop` are made by hand.
    let is_even = |step: u8| signs.windows(4).any(|it| it.windows(2).all(|two| two[1] == two[0].wrapping_add(step)));
    let digits = signs.iter().filter(|sign| sign.is_ascii_digit()).count();
    let is_mixed = digits > 0 || token.starts_with("hf_");
    different.len() >= 12
        && is_mixed
        && !is_even(0)
        && !is_even(1)
        && !is_patterned(token)
        && !says_so.iter().chain(&OF_DOCUMENTATION).any(|word| lower.contains(word))
}

/// Parts of secrets that the documentation of their services shows, in lower case.
const OF_DOCUMENTATION: [&str; 5] =
    ["16c7e42f292c6912", "dagmwka4jsxz-hjgw7isln", "pdfzkvetue8sk7oo", "4ec39hqlyjwdarjt", "fwsr3hdyo2hcsd3d"];

/// Whether small letters, capitals and digits take turns (`a1B2c3D4`), or the letters or digits alone count up: people
/// type such things, machines do not.
fn is_patterned(token: &str) -> bool {
    let kind = |sign: &u8| (sign.is_ascii_lowercase(), sign.is_ascii_uppercase(), sign.is_ascii_digit());
    // What a token begins with is always the same.
    let rest = token.rsplit(['_', '-']).next().unwrap_or(token).as_bytes();
    let takes_turns = |period: usize| {
        let kinds = || rest.iter().map(kind);
        rest.len() > 16 && kinds().zip(kinds().skip(period)).all(|(one, other)| one == other)
    };
    let counts_up = |only: fn(&u8) -> bool, many: usize| {
        let signs: Vec<u8> = rest.iter().filter(|sign| only(sign)).map(u8::to_ascii_lowercase).collect();
        signs.windows(many).any(|run| run.windows(2).all(|two| two[1] == two[0].wrapping_add(1)))
    };
    // Of one kind only are the tokens of some services.
    let is_mixed = rest.iter().any(u8::is_ascii_lowercase) && rest.iter().any(u8::is_ascii_uppercase);
    (is_mixed && (2..=4).any(takes_turns)) || counts_up(u8::is_ascii_alphabetic, 6) || counts_up(u8::is_ascii_digit, 6)
}

/// Whether the words before it on its line say that it is an example.
fn is_called_example(text: &str, at: usize) -> bool {
    let before = text.get(..at).unwrap_or_default();
    let line = before.rsplit('\n').next().unwrap_or_default().to_lowercase();
    samples::OF_EXAMPLES.iter().chain(&["fake", "dummy"]).any(|word| line.contains(word))
}

/// The first line of a private key that has its letters below it.
fn private_key(text: &str, at: usize) -> Option<Span> {
    let before = text.get(..at)?;
    let start = before.rfind("-----BEGIN ")?;
    let kind = before.get(start + "-----BEGIN ".len()..)?;
    if !matches!(kind, "" | "RSA " | "EC " | "DSA " | "OPENSSH " | "ENCRYPTED ") {
        return None;
    }
    let end = at + "PRIVATE KEY-----".len();
    let rest = text.get(end..)?;
    let inside = rest.get(..rest.find("-----END")?)?;
    let letters: String = inside.replace("\\n", "").split_whitespace().collect();
    let is_base64 = letters.bytes().all(|it| it.is_ascii_alphanumeric() || matches!(it, b'+' | b'/' | b'='));
    // The shortest one has some sixty letters; a long one has every short word in it somewhere.
    let first = letters.get(..80).unwrap_or(&letters);
    (letters.len() >= 60 && is_base64 && is_random(first)).then(|| Span::new(start, end))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::testing::{Fixture, silent};

    /// Put together here, so that no tool that looks for secrets finds one in this file.
    fn found(parts: &[&str]) -> Vec<String> {
        let text = format!("---\nname: x\n---\nUse {} now.\n", parts.concat());
        Fixture::parse(&text).findings(&CHECK).into_values().flatten().map(|it| it.message).collect()
    }

    const LETTERS: &str = "kR7vQ2mZx9Lp4TsWb8Yn3HcJd6FgUa5EoVqX";

    #[test]
    fn a_key_that_stands_in_the_page() {
        let level = |around: &str| {
            let key = ["AIza", &LETTERS[..35]].concat();
            let text =
                format!("//- /x/skills/pdf/SKILL.md\n---\nname: x\n---\n```js\n{around}\napiKey: '{key}'\n```\n");
            crate::checks::testing::levels(&CHECK, &text)
        };
        assert_eq!(level("authDomain: 'shop.firebaseapp.com',"), [Level::Hint]);
        assert_eq!(level("const maps = 1;"), [Level::Warning]);
    }

    #[test]
    fn tokens() {
        let long = LETTERS.repeat(3);
        for (start, rest, said) in [
            ("ghp_", LETTERS, "`ghp_kR7v…` is a token of GitHub: who gets the skill gets it"),
            ("npm_", LETTERS, "`npm_kR7v…` is a token of npm: who gets the skill gets it"),
            ("glpat-", &LETTERS[..20], "`glpat-kR…` is a token of GitLab: who gets the skill gets it"),
            ("sk-ant-api03-", &long[..93], "`sk-ant-a…` is a key of Anthropic: who gets the skill gets it"),
            ("sk-proj-", &long[..80], "`sk-proj-…` is a key of OpenAI: who gets the skill gets it"),
            ("sk_live_", &LETTERS[..24], "`sk_live_…` is a key of Stripe: who gets the skill gets it"),
            ("AIza", &LETTERS[..35], "`AIzakR7v…` is a key of Google: who gets the skill gets it"),
        ] {
            assert_eq!(found(&[start, rest]), [said], "{start}");
        }
        let slack = ["xoxb-", "2094857362", "-", "5820397461", "-", &LETTERS[..24]];
        assert_eq!(found(&slack), ["`xoxb-209…` is a token of Slack: who gets the skill gets it"]);
    }

    #[test]
    fn a_pair_of_keys() {
        let (key, secret) = (["AKIA", "Q3XZ7MPLWN5TBRKD"], [LETTERS, "wZ+7"].concat());
        let pair = [key[0], key[1], "\nAWS_SECRET_ACCESS_KEY=", &secret];
        assert_eq!(found(&pair), ["`AKIAQ3XZ…` is a key of AWS: who gets the skill gets it"]);
        assert_eq!(found(&key), [""; 0]);
    }

    #[test]
    fn a_private_key() {
        let key = |inside: &str| {
            ["-----BEGIN RSA ", "PRIVATE KEY-----\n", inside, "\n-----END RSA ", "PRIVATE KEY-----"].concat()
        };
        assert_eq!(found(&[&key(&LETTERS.repeat(2))]), ["This is a private key: who gets the skill gets it"]);
        assert_eq!(found(&[&key("...")]), [""; 0]);
        assert_eq!(found(&[&key("MIIEpAIBAAKCAQEA...")]), [""; 0]);
    }

    #[test]
    fn among_samples() {
        let level = |before: &str| crate::checks::testing::levels(&CHECK, &format!("{before}ghp_{LETTERS}\n"));
        for before in [
            "The scanner must detect this:\n\n```\n",
            "## Hardcoded secrets\n\n```python\nTOKEN = ",
            "- Input, to be redacted: ",
            "❌ ",
        ] {
            assert_eq!(level(before), [Level::Hint], "{before}");
        }
        for before in ["Send ", "## Setup\n\n```bash\nexport GITHUB_TOKEN=", "Our test account: "] {
            assert_eq!(level(before), [Level::Warning], "{before}");
        }
    }

    #[test]
    fn examples() {
        for parts in [
            ["ghp_", "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"],
            ["ghp_", "abcdefghijklmnopqrstuvwxyz0123456789"],
            ["ghp_", "YourTokenHere7vQ2mZx9Lp4TsWb8Yn3HcJd"],
            ["sk-ant-", "api03-..."],
            ["ghp_", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"],
            ["ghp_", "aB3dE6gH9jK2mN5pQ8sT1vW4xY7zA0cD3fG6"],
            ["ghp_", "16C7e42F292c6912E7710c838347Ae178B4a"],
            ["for example ghp_", LETTERS],
            ["zum Beispiel ghp_", LETTERS],
            ["例：ghp_", LETTERS],
            ["xghp_", LETTERS],
        ] {
            assert_eq!(found(&parts), [""; 0], "{parts:?}");
        }
        silent(&CHECK, "Set `GITHUB_TOKEN=ghp_…` or `-----BEGIN PRIVATE KEY-----`.\n");
    }
}
