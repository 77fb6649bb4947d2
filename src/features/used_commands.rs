//! The shell commands that a body uses: those of its shell blocks, and those that a host runs when it loads the skill.

use crate::document::Document;
use crate::document::lines::lines;
use crate::grants::simple_commands;
use crate::text::Span;

/// A command, cut down to the words that say which one it is: `git add`, `npm run test`, `jq`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UsedCommand {
    /// The words, with single blanks.
    pub words: String,
    /// How often it is used.
    pub count: usize,
}

/// The languages of code blocks that hold commands.
const SHELLS: [&str; 8] = ["sh", "bash", "shell", "zsh", "console", "shell-session", "shellsession", "terminal"];

/// So many different commands are told apart.
const MOST: usize = 100;

/// Programs of which the next word says what is done, or which program is run.
const WITH_SUBCOMMAND: &str = "\
    ansible apt apt-get aws az bash brew bun bundle bunx cargo composer conda dart deno docker dotnet firebase \
    fly flyctl flutter gcloud gem gh git glab go gradle helm heroku hg jj just kubectl make mamba mix mvn \
    netlify nix node npm npx nx perl php pip pip3 pipx pnpm pnpx podman poetry prisma pulumi python python3 \
    rails rake Rscript ruby rush rustup sbt sh snap sudo supabase svn swift systemctl task terraform tofu \
    ts-node tsx turbo uv uvx vercel wrangler xcodebuild xcrun yarn yum zsh";

/// Beginnings behind which one more word belongs to the name of the command; `*` is any word.
const WITH_TWO: &str = "\
    aws *, az *, bun run, bun x, bundle exec, docker compose, docker container, docker image, gcloud *, gh *, \
    glab *, npm exec, npm run, npx -y, npx --yes, pipx run, pnpm dlx, pnpm exec, pnpm run, poetry run, \
    python -m, python3 -m, sudo *, uv pip, uv run, uv tool, yarn run";

/// Words before a command that are not part of it.
const LEADING: [&str; 11] = ["if", "then", "else", "elif", "while", "until", "do", "time", "!", "{", "("];

/// Words of the shell itself, which nobody is asked about or which are no commands.
const OF_THE_SHELL: &str = "\
    : [ [[ alias break case cd continue declare done echo esac eval exit export false fi for function in let \
    local popd printf pushd pwd read readonly return select set shift shopt source test trap true type ulimit \
    umask unset wait";

/// The commands of a body, the most used first; of those used as often, the first.
pub fn used_commands(document: &Document) -> Vec<UsedCommand> {
    let (text, body) = (&*document.text, &document.body);
    let is_shell = |language: &str| {
        let name = language.split([' ', '\t', ',', '{']).next().unwrap_or_default();
        SHELLS.iter().any(|shell| name.eq_ignore_ascii_case(shell))
    };
    let blocks = body.code_blocks.iter().filter(|block| is_shell(&block.language)).map(|block| block.content);
    let mut parts: Vec<Span> = blocks.chain(body.commands.iter().map(|command| command.command)).collect();
    parts.sort_unstable();
    let mut found: Vec<UsedCommand> = Vec::new();
    for part in parts {
        let script = script(text, part);
        for words in simple_commands(&script).into_iter().filter_map(named) {
            let has_room = found.len() < MOST;
            match found.iter_mut().find(|known| known.words == words) {
                Some(known) => known.count += 1,
                None if has_room => found.push(UsedCommand { words, count: 1 }),
                None => {}
            }
        }
    }
    found.sort_by_key(|used| std::cmp::Reverse(used.count));
    found
}

/// The lines of a block that are commands: no comments, no prompts, no output, no documents in place; lines that go on
/// are joined.
fn script(text: &str, block: Span) -> String {
    let prompt = |line: &str| line.trim_start().strip_prefix("$ ").map(str::to_owned);
    let has_prompts = lines(text, block).any(|line| prompt(line.text).is_some());
    let mut script = String::new();
    let mut quote = None;
    let mut document_end: Option<String> = None;
    let mut goes_on = false;
    for line in lines(text, block) {
        if let Some(end) = &document_end {
            if line.text.trim() == end {
                document_end = None;
            }
            continue;
        }
        let is_inside = quote.is_some() || goes_on;
        let source = match has_prompts && !is_inside {
            true => match prompt(line.text) {
                Some(command) => command,
                None => continue,
            },
            false => line.text.to_owned(),
        };
        if !is_inside && source.trim_start().starts_with('#') {
            continue;
        }
        let source = uncommented(&source, &mut quote);
        document_end = if quote.is_none() { end_of_document(source) } else { None };
        let (source, more) = match source.strip_suffix('\\') {
            Some(before) if quote.is_none() => (before, true),
            _ => (source, false),
        };
        goes_on = more;
        script.push_str(source);
        script.push(if more { ' ' } else { '\n' });
    }
    script
}

/// A line without the comment at its end; `quote` is the sign of the quotes that are open before and after it.
fn uncommented<'a>(line: &'a str, quote: &mut Option<char>) -> &'a str {
    let (mut is_escaped, mut is_blank) = (false, true);
    for (at, sign) in line.char_indices() {
        if is_escaped {
            is_escaped = false;
            is_blank = false;
            continue;
        }
        match (*quote, sign) {
            (None | Some('"'), '\\') => is_escaped = true,
            (None, '"' | '\'') => *quote = Some(sign),
            (Some(open), _) if open == sign => *quote = None,
            (None, '#') if is_blank => return line.get(..at).unwrap_or_default(),
            _ => {}
        }
        is_blank = sign.is_whitespace();
    }
    line
}

/// The word that ends a document in place, `EOF` of `<<'EOF'`.
fn end_of_document(line: &str) -> Option<String> {
    let (_, behind) = line.split_once("<<")?;
    let behind = behind.trim_start_matches('-').trim_start();
    let word: String = behind
        .trim_start_matches(['"', '\'', '\\'])
        .chars()
        .take_while(|sign| sign.is_ascii_alphanumeric() || *sign == '_')
        .collect();
    (!behind.starts_with('<') && !word.is_empty()).then_some(word)
}

/// The words that say which command it is; `None` for what is none.
fn named(command: &str) -> Option<String> {
    let is_set = |word: &str| {
        let name = word.split_once('=').map(|(name, _)| name);
        name.is_some_and(|name| !name.is_empty() && name.bytes().all(|it| it.is_ascii_alphanumeric() || it == b'_'))
    };
    let mut words = command.split_whitespace().skip_while(|word| LEADING.contains(word) || is_set(word)).map(unquoted);
    let first = words.next().filter(|word| is_program(word))?;
    let mut found = vec![first];
    if is_among(WITH_SUBCOMMAND, first) {
        let next = words.next();
        let is_with_two = |word: &str| WITH_TWO.split(", ").any(|pair| pair.split_once(' ') == Some((first, word)));
        match next {
            Some(word) if is_with_two(word) || is_word(word) && is_with_two("*") => {
                found.push(word);
                found.extend(words.next().filter(|word| is_word(word)));
            }
            Some(word) if is_word(word) => found.push(word),
            _ => {}
        }
        // `npx -y` alone says nothing about which program.
        if found.last().is_some_and(|last| last.starts_with('-')) {
            found.pop();
        }
    }
    Some(found.join(" "))
}

/// Whether a word is among those that a text lists.
fn is_among(words: &str, word: &str) -> bool {
    words.split(' ').any(|known| known == word)
}

/// A word without the quotes around all of it.
fn unquoted(word: &str) -> &str {
    let without = |quote: char| word.strip_prefix(quote)?.strip_suffix(quote);
    without('"').or_else(|| without('\'')).unwrap_or(word)
}

/// Whether a word can name a program.
fn is_program(word: &str) -> bool {
    let is_mention = word.starts_with('/') && word.matches('/').count() == 1;
    // Prose in a block starts with a capital letter.
    let is_prose = word.starts_with(|first: char| first.is_ascii_uppercase()) && word != "Rscript";
    is_word(word) && !is_mention && !is_prose && !word.contains([':', '@']) && !is_among(OF_THE_SHELL, word)
}

/// Whether a word stands for itself, apart from `${…}` at its start.
fn is_word(word: &str) -> bool {
    let rest = match word.strip_prefix("${") {
        Some(inner) => match inner.split_once('}') {
            Some((name, rest)) if is_variable(name) && rest.starts_with('/') => rest,
            _ => return false,
        },
        None => word,
    };
    let is_plain = |sign: char| sign.is_ascii_alphanumeric() || "_-./:@+~".contains(sign);
    rest.chars().all(is_plain) && rest.contains(|sign: char| sign.is_ascii_alphabetic()) && !rest.starts_with('-')
}

fn is_variable(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|it| it.is_ascii_alphanumeric() || it == b'_')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::parse;

    fn check(body: &str, expected: &[&str]) {
        let document = parse(&format!("---\nname: x\n---\n{body}\n"));
        let found: Vec<String> = used_commands(&document)
            .into_iter()
            .map(|it| if it.count == 1 { it.words } else { format!("{} ×{}", it.words, it.count) })
            .collect();
        assert_eq!(found, expected, "{body}");
    }

    #[test]
    fn of_shell_blocks_and_of_what_runs_at_once() {
        check("```bash\ngit add -A && git commit -m 'a; b'\n```", &["git add", "git commit"]);
        check("Now !`gh pr view --json x | jq .a`", &["gh pr view", "jq"]);
        check("```!\nls -la\n```", &["ls"]);
        check("```python\nimport os\n```\n```\ngit push\n```\n`git pull`", &[]);
        check("```sh\nrg a\n```\n```Bash\njq .\nrg b\n```", &["rg ×2", "jq"]);
    }

    #[test]
    fn the_words_that_say_which_command_it_is() {
        let named = |line: &str| named(line).unwrap_or_default();
        assert_eq!(named("npm run test:unit -- --watch"), "npm run test:unit");
        assert_eq!(named("git -C x status"), "git");
        assert_eq!(named("python3 -m pytest tests"), "python3 -m pytest");
        assert_eq!(named("python \"scripts/fill form.py\""), "python");
        assert_eq!(named("python \"${CLAUDE_SKILL_DIR}/scripts/x.py\" a"), "python ${CLAUDE_SKILL_DIR}/scripts/x.py");
        assert_eq!(named("A=1 B=\"c\" make test"), "make test");
        assert_eq!(named("if grep -q a b"), "grep");
        assert_eq!(named("npx -y create-thing@latest ."), "npx -y create-thing@latest");
        assert_eq!(named("npx -y $X"), "npx");
        assert_eq!(named("kubectl get pods"), "kubectl get");
        assert_eq!(named("sudo apt install jq"), "sudo apt install");
        for none in ["cd x", "X=1", "<program> a", "$CMD a", "/deploy", "for x in a", "Run the tests", "...", "f() {"] {
            assert_eq!(named(none), "", "{none}");
        }
    }

    #[test]
    fn comments_prompts_and_documents_in_place() {
        check("```sh\n# don't\ntouch a # rm b\n```", &["touch"]);
        check("```console\n$ cargo test\nrunning 3 tests\n$ cargo fmt\n```", &["cargo test", "cargo fmt"]);
        check("```sh\ncat <<'EOF' > x\nrm -rf y\nEOF\njq .\n```", &["cat", "jq"]);
        check("```sh\ndocker run \\\n  --rm x \\\n  y\ncurl -d '\nwget\n' z\n```", &["docker run", "curl"]);
        check("```sh\nfor f in *; do\n  sed -i s/a/b/ $f\ndone\n```", &["sed"]);
    }
}
