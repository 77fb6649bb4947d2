//! `path-machine-specific`: a path into somebody's home folder.

use std::sync::LazyLock;

use memchr::memmem;
use regex::Regex;

use crate::checks::prelude::*;
use crate::checks::samples;

/// A path into somebody's home.
pub(crate) static CHECK: Check = Check {
    id: "path-machine-specific",
    summary: "a path into somebody's home folder",
    documentation: "\
## What it reports

`/Users/name/…`, `/home/name/…` and `C:\\Users\\name\\…`, in the body or in the frontmatter. Made-up names (`username`,
`you`, `<user>`, `$USER`), made-up projects (`my-app`) and the accounts of containers and build machines are left alone.

In what may be a sample it is a hint: in a code block that is no shell's, and where the words around it, or the heading
above, speak of an example, an output or a mistake.

## Why it matters

The path exists on one machine only. For everybody else the skill points to nothing, and it tells them the name of an
account.

## Example

```markdown
Read `/Users/mara/notes/style.md` first.
```

## Instead

Bundle the file with the skill, or write the path so that it works for everybody:

```markdown
Read `~/notes/style.md` first.
```
",
    levels: [Level::Warning, Level::Warning, Level::Hint],
    fixable: false,
    run: Run::Document(run),
};

/// Names that stand for nobody: examples, and what people call themselves in them. Besides them, names of one letter and
/// those that hold `user`, `name`, `sandbox` or `runner`.
const NOBODY: &str = "\
    admin administrator agent ai alice anka app bar benutzer bob bot build builder carol charlie ci claude claw clawd clawdbot \
    coder containeradministrator default demo deploy deployer dev developer distiller doe docker dupont engineer eve example \
    foo guest hanako home jane janedoe jdoe \
    joe john johndoe lisi mallory me molt moltbot mustermann nobody oai openclaw operator public root runner sandbox service \
    shared someone somebody student svc taro test tester usuario utente utilisateur wangwu wdagutilityaccount worker \
    workspace xiaoming xxx you your zhangsan";

/// The accounts of containers, build machines and services, below `/home`.
const SERVICES: &str = "\
    abuild airflow alpine android arch assets bitnami buildkite bun celery centos chrome chronos circleci cloud-shell codespace codespaces composer conda \
    container coolify core cypress data daytona debian deno django e2b elastic fedora flink frappe git gitea github gitlab-runner gitpod gradle \
    hadoop homeassistant jboss jenkins jovyan jupyter kali keycloak kong linuxbrew magento maven minecraft mosquitto n8n nagios \
    nextjs ngrok nix nixos node nodejs nonroot odoo opam opc openhands oracle parallels perplexity pi playwright postgres pptr project projects puppeteer pwuser \
    python rails redis replit repo rocky rstudio scrapy selenium seluser shiny site sites solr spack spark steam swift terraform tomcat travis \
    ubuntu vagrant vmail vsts vscode web webapp wordpress work www www-data yarn zap";

/// Whether an account stands for nobody; `home` is what stands before it.
fn is_nobody(home: &str, name: &str) -> bool {
    let lower = name.to_lowercase();
    let is_among = |names: &str| names.split(' ').any(|nobody| nobody == lower);
    lower.len() == 1
        || ["user", "sandbox", "runner"].iter().any(|part| lower.contains(part))
        || lower.contains("name")
        || lower.starts_with("your")
        || is_among(NOBODY)
        || (home.starts_with("/home/") && is_among(SERVICES))
}

/// Whether a path leads to something made up: `my-app`, `myproject`, `path/to`.
fn is_made_up(path: &str) -> bool {
    let lower = path.to_lowercase();
    let is_mine = |part: &str| {
        let rest = part.strip_prefix("my").unwrap_or_default();
        let rest = rest.trim_start_matches(['-', '_']);
        ["project", "repo", "app", "code", "file", "image", "skill", "work", "site", "data"]
            .iter()
            .any(|thing| rest.starts_with(thing))
    };
    let parts = || lower.split(['/', '\\']).filter(|part| !part.is_empty());
    lower.contains("path/to")
        || parts().any(|part| is_mine(part) || part.starts_with("your-") || matches!(part, "foo" | "bar" | "example"))
        // The home, and a word that everybody uses: `/Users/mara/project`.
        || parts().nth(2).is_some_and(|part| matches!(part, "project" | "repo" | "app")) && parts().count() == 3
}

/// Shells: what stands in such a block is meant to be run.
const SHELLS: [&str; 11] = ["bash", "sh", "shell", "zsh", "fish", "powershell", "pwsh", "ps1", "bat", "batch", "cmd"];

/// Words around a path in a sample, besides those for an example.
const OF_SAMPLES: [&str; 44] = [
    "output",
    "trace",
    "build machine",
    "build server",
    "crash",
    "response",
    "returns",
    "result",
    "prints",
    "anti-pattern",
    "antipattern",
    "hardcod",
    "hard-cod",
    "absolute",
    "wrong",
    "mistake",
    "bad",
    "❌",
    "don't",
    "do not",
    "never",
    "avoid",
    "instead of",
    "would",
    "→",
    "->",
    "wrote",
    "saved to",
    "ausgabe",
    "ergebnis",
    "falsch",
    "statt",
    "sortie",
    "mauvais",
    "salida",
    "resultado",
    "incorrecto",
    "输出",
    "结果",
    "错误",
    "換成",
    "换成",
    "出力",
    "誤",
];

/// Whether a path stands in what may be a sample.
fn is_in_sample(context: &DocumentContext<'_>, start: usize) -> bool {
    let is_run = |language: &str| {
        let language = language.split([' ', ',', '{']).next().unwrap_or_default().to_lowercase();
        SHELLS.contains(&&*language)
    };
    if samples::block_around(context, start).is_some_and(|block| !is_run(&block.language))
        || samples::is_in_torn_fence(context, start)
    {
        return true;
    }
    let words = samples::words_around(context, start);
    OF_SAMPLES.iter().chain(&samples::OF_EXAMPLES).any(|word| words.contains(word))
}

static HOME: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?:/Users/|/home/|(?-u:\b)[A-Za-z]:\\{1,2}Users\\{1,2})([A-Za-z0-9][A-Za-z0-9._-]*)([/\\][A-Za-z0-9._~-])",
    )
    .ok()
});

fn run(context: &DocumentContext<'_>, report: &mut Report<'_>) {
    let text = &*context.document.text;
    let has = |part: &str| memmem::find(text.as_bytes(), part.as_bytes()).is_some();
    if !has("/Users/") && !has("/home/") && !has("\\Users\\") {
        return;
    }
    let Some(home) = HOME.as_ref() else { return };
    for found in home.captures_iter(text) {
        let (Some(whole), Some(name)) = (found.get(0), found.get(1)) else { continue };
        if !opens(text, whole.start()) || is_nobody(whole.as_str(), name.as_str()) || is_example(text, whole.start()) {
            continue;
        }
        let end = path_end(text, whole.end());
        let span = Span::new(whole.start(), end);
        if is_made_up(span.of(text)) || report.is_only_counted(span) {
            continue;
        }
        let is_sample =
            is_elided(text, span) || has_two_systems(text, name.as_str()) || is_in_sample(context, span.start);
        let grade = if is_sample { Grade::Slight } else { Grade::Mild };
        report.finding(span, format!("`{}` exists on one machine only", span.of(text))).grade(grade);
    }
}

/// Whether a path is cut short, as nobody opens it: `/Users/mara/build/…`.
fn is_elided(text: &str, span: Span) -> bool {
    let path = span.of(text);
    let behind = text.get(span.end..).unwrap_or_default();
    path.contains('…') || path.contains("...") || behind.starts_with("...")
}

/// Whether an account is told of on two systems: who writes of their own machine has one.
fn has_two_systems(text: &str, name: &str) -> bool {
    let has = |home: &str, sign: char| text.contains(&format!("{home}{name}{sign}"));
    let systems = [has("/Users/", '/'), has("/home/", '/'), has("\\Users\\", '\\')];
    systems.into_iter().filter(|has| *has).count() > 1
}

/// Whether a path may start here: `src/home/page/` and `https://x.org/home/page/` are parts of others.
fn opens(text: &str, start: usize) -> bool {
    const METHODS: [&str; 6] = ["GET ", "POST ", "PUT ", "PATCH ", "DELETE ", "HEAD "];
    let before = text.get(..start).unwrap_or_default();
    // `GET /home/feed/items` asks a server.
    if METHODS.iter().any(|method| before.ends_with(method)) {
        return false;
    }
    before.ends_with("file://")
        || before.chars().next_back().is_none_or(|last| !last.is_alphanumeric() && !"/.-_~:}>)$*@\\".contains(last))
}

/// So far before a path its line and the one above are looked at: a line may have no end.
const FAR: usize = 500;

/// Whether the text just before says that the path is only an example.
fn is_example(text: &str, start: usize) -> bool {
    let before = Span::new(start.saturating_sub(FAR), start).of(text);
    let line = before.rfind('\n').map_or(0, |at| at + 1);
    let above = before.get(..line).unwrap_or_default().trim_end().rfind('\n').map_or(0, |at| at + 1);
    let words = before.get(above..).unwrap_or_default().to_lowercase();
    [
        "for example",
        "for instance",
        "e.g.",
        "such as",
        "example:",
        "zum beispiel",
        "z. b.",
        "z.b.",
        "par exemple",
        "por ejemplo",
        "por exemplo",
        "per esempio",
        "например",
        "例如",
        "例：",
        "例:",
        "たとえば",
        "例えば",
        "예를 들어",
    ]
    .iter()
    .any(|it| words.contains(it))
}

/// Where the path ends.
fn path_end(text: &str, from: usize) -> usize {
    let rest = text.get(from..).unwrap_or_default();
    let length = rest
        .find(|character: char| character.is_whitespace() || "`'\"()[]{}<>,;|*$:".contains(character))
        .unwrap_or(rest.len());
    let path = rest.get(..length).unwrap_or_default();
    from + path.trim_end_matches(['.', '!', '?']).len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::testing::{check, silent};

    #[test]
    fn paths_of_a_trace_and_such_as_nobody_opens() {
        check(
            &CHECK,
            r"
            ---
            description: Reads traces.
            ---
            They start with `/Users/mara/build/ios/Pods/…` there.
                             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ path-machine-specific (hint): `/Users/mara/build/ios/Pods/…` exists on one machine only

            Paths in a trace belong to the build machine: `/Users/ole/workingdir/build/`.
                                                           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ path-machine-specific (hint): `/Users/ole/workingdir/build/` exists on one machine only

            It lies in `/Users/ada/tools/` or `/home/ada/tools/`.
                        ^^^^^^^^^^^^^^^^^ path-machine-specific (hint): `/Users/ada/tools/` exists on one machine only
                                               ^^^^^^^^^^^^^^^^ path-machine-specific (hint): `/home/ada/tools/` exists on one machine only
            ",
        );
    }

    #[test]
    fn three_systems() {
        check(
            &CHECK,
            r"
            ---
            description: Reads /Users/mara/notes.
                               ^^^^^^^^^^^^^^^^^ path-machine-specific (warning): `/Users/mara/notes` exists on one machine only
            ---
            Run `/home/olaf/bin/fill --all` and `C:\Users\Idas\fill.exe`.
                 ^^^^^^^^^^^^^^^^^^^ path-machine-specific: `/home/olaf/bin/fill` exists on one machine only
                                                 ^^^^^^^^^^^^^^^^^^^^^^ path-machine-specific: `C:\Users\Idas\fill.exe` exists on one machine only
            ",
        );
    }

    #[test]
    fn nobodys_home() {
        silent(
            &CHECK,
            r"
            /Users/username/x /Users/you/x /home/user/x /path/to/x /Users/<user>/x /home/$USER/x ~/x
            For example: /Users/mara/project is stored as -Users-mara-project

            /home/runner/work /home/linuxbrew/.linuxbrew C:\Users\YourName\x /Users/ /home/mara
            ",
        );
    }

    #[test]
    fn accounts_of_services_and_made_up_projects() {
        silent(
            &CHECK,
            r"
            /home/sandbox/x /home/azureuser/x /home/kasm-user/x /home/daytona/x /Users/x/project /Users/mara/my-app/x
            /home/acme-sandbox/.global/bin/x /home/ci-runner-2/x /home/airflow/dags /home/gradle/src
            /home/site/wwwroot/x GET /home/feed/items
            /Users/mara/project /home/mara/path/to/x C:\Users\myUserName\x /Users/mara/Projects/myrepo
            ",
        );
    }

    #[test]
    fn in_a_sample() {
        check(
            &CHECK,
            r#"
            ```json
            {"cwd": "/Users/mara/shop"}
                     ^^^^^^^^^^^^^^^^ path-machine-specific (hint): `/Users/mara/shop` exists on one machine only
            ```

            ```
            Worktree ready at /Users/mara/shop
                              ^^^^^^^^^^^^^^^^ path-machine-specific (hint): `/Users/mara/shop` exists on one machine only
            ```

            ## A common mistake

            ```bash
            cat /Users/mara/shop
                ^^^^^^^^^^^^^^^^ path-machine-specific (hint): `/Users/mara/shop` exists on one machine only
            ```

            ## Use

            Run it:

            ```bash
            cat /Users/mara/shop
                ^^^^^^^^^^^^^^^^ path-machine-specific (warning): `/Users/mara/shop` exists on one machine only
            ```
            "#,
        );
    }

    #[test]
    fn in_other_languages() {
        silent(
            &CHECK,
            r"
            Zum Beispiel `/home/mara/projekt/x`.

            Par exemple : `/home/mara/projet/src`.

            例：`/Users/mara/dev/app/main.py`
            ",
        );
        let text = "## 输出\n\n`/Users/mara/shop`\n\n## Sortie\n\n`/Users/mara/shop`\n\n## Use\n\n`/Users/mara/shop`\n";
        let levels = crate::checks::testing::levels(&CHECK, text);
        assert_eq!(levels, [Level::Hint, Level::Hint, Level::Warning]);
    }

    #[test]
    fn a_line_without_end() {
        let text = format!("//- /home/.claude/skills/a/SKILL.md\n{}\n", "/home/mara/x ".repeat(20_000));
        let levels = crate::checks::testing::levels(&CHECK, &text);
        assert_eq!(levels.len(), 201);
        silent(&CHECK, &"/home/bob/x ".repeat(20_000));
    }

    #[test]
    fn parts_of_other_paths() {
        silent(&CHECK, "https://x.org/home/page/one src/home/components/a.tsx ./Users/get/x ${ROOT}/home/a/b\n");
    }
}
