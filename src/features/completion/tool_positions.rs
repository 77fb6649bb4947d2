//! Positions in lists of tools, each with what is taken there and the text that comes out, which is read back.

use crate::document::parse;
use crate::document::tools::tools;
use crate::features::completion::testing::{after, documentation, labels, snippet};

const AROUND: &str = "
//- /home/shop/.claude/skills/deploy/scripts/ship.py
print()
//- /home/shop/.claude/skills/deploy/scripts/notes.md
Notes
//- /home/shop/.claude/skills/pdf/SKILL.md
---
name: pdf
description: Reads PDF files.
---
//- /home/shop/.claude/agents/reviewer.md
---
name: reviewer
description: Reads code.
---
//- /home/shop/.mcp.json
{\"mcpServers\": {\"github\": {\"command\": \"x\"}}}
//- /home/shop/src/lib.rs
//- /home/shop/node_modules/left-pad/index.js
//- /home/shop/.env
A=1
";

const BODY: &str = "
```bash
git add -A
git commit -m x
git add .
npm run test:unit
python ${CLAUDE_SKILL_DIR}/scripts/ship.py
```
See https://docs.example.com/a and call `mcp__github__create_issue`.
";

fn fixture(field: &str) -> String {
    let head = "//# hosts = claude-code\n//# cwd = /home/shop\n//- /home/shop/.claude/skills/deploy/SKILL.md\n";
    format!("{head}---\nname: deploy\n{field}\nlicense: MIT\n---\n{BODY}{}", AROUND.trim_start())
}

/// Takes `entry` at `$0`: the field is then written as `expected`, the frontmatter is without errors, and the entry is
/// read back as it was offered.
#[track_caller]
fn check(field: &str, entry: &str, expected: &str) {
    let text = after(&fixture(field), entry);
    let document = parse(&text);
    let start = text.find("name: deploy\n").map_or(0, |at| at + "name: deploy\n".len());
    let end = text.find("\nlicense: MIT").unwrap_or(text.len());
    assert_eq!(&text[start..end], expected, "{field}");
    assert!(document.errors.is_empty(), "{field}: {:?}", document.errors);
    let key = field.split(':').next().expect("a key");
    let found = document.field(key).expect("the field");
    let entries = tools(&text, &found.value).entries;
    let count = entries.iter().filter(|it| it.text == entry).count();
    assert_eq!(count, 1, "{field}: {entry} among {entries:?}");
}

/// Whether `label` is offered at `$0`.
fn offers(field: &str, label: &str) -> bool {
    labels(&fixture(field)).iter().any(|it| it == label)
}

#[test]
fn in_a_list_with_one_item_on_each_line() {
    check("allowed-tools:\n  - Read\n  - $0", "Bash(git add *)", "allowed-tools:\n  - Read\n  - Bash(git add *)");
    check("allowed-tools:\n  - Bash($0", "Bash(git add *)", "allowed-tools:\n  - Bash(git add *)");
    check("allowed-tools:\n  - Bash($0)", "Bash(git commit *)", "allowed-tools:\n  - Bash(git commit *)");
    check(
        "allowed-tools:\n  - Bash(git $0\n  - Read",
        "Bash(git commit *)",
        "allowed-tools:\n  - Bash(git commit *)\n  - Read",
    );
    check(
        "allowed-tools:\n  - \"Bash(gi$0\"\n  - Read # all",
        "Bash(git add *)",
        "allowed-tools:\n  - \"Bash(git add *)\"\n  - Read # all",
    );
    check(
        "allowed-tools:\n  - 'Bash(npm$0",
        "Bash(npm run test:unit *)",
        "allowed-tools:\n  - 'Bash(npm run test:unit *)'",
    );
    check("allowed-tools:\n- mcp__$0", "mcp__github__*", "allowed-tools:\n- mcp__github__*");
    check("allowed-tools:\n- Skill(p$0)\n- Read", "Skill(pdf)", "allowed-tools:\n- Skill(pdf)\n- Read");
    check("allowed-tools:\n-$0", "Write", "allowed-tools:\n- Write");
    check(
        "allowed-tools:\n    - Read\n    $0\n    - Write",
        "Edit",
        "allowed-tools:\n    - Read\n    - Edit\n    - Write",
    );
    check(
        "allowed-tools:\n  - Ba$0",
        "Bash(${CLAUDE_SKILL_DIR}/scripts/ship.py *)",
        "allowed-tools:\n  - Bash(${CLAUDE_SKILL_DIR}/scripts/ship.py *)",
    );
}

#[test]
fn in_brackets() {
    check("allowed-tools: [Read, $0]", "Bash(git add *)", "allowed-tools: [Read, Bash(git add *)]");
    check("allowed-tools: [$0]", "mcp__github", "allowed-tools: [mcp__github]");
    check("allowed-tools: [Bash(gi$0, Read]", "Bash(git add *)", "allowed-tools: [Bash(git add *), Read]");
    check("allowed-tools: [Bash(git $0), Read]", "Bash(git commit *)", "allowed-tools: [Bash(git commit *), Read]");
    check("allowed-tools: [\"Bash(gi$0\", Read]", "Bash(git add *)", "allowed-tools: [\"Bash(git add *)\", Read]");
    check(
        "allowed-tools: [Read, Bash($0)]",
        "Bash(${CLAUDE_SKILL_DIR}/scripts/ship.py *)",
        "allowed-tools: [Read, \"Bash(${CLAUDE_SKILL_DIR}/scripts/ship.py *)\"]",
    );
    check("allowed-tools: ['Read' Agent(re$0)]", "Agent(reviewer)", "allowed-tools: ['Read', Agent(reviewer)]");
    check(
        "allowed-tools: [\n  Read,\n  WebFetch($0\n  ]",
        "WebFetch(domain:docs.example.com)",
        "allowed-tools: [\n  Read,\n  WebFetch(domain:docs.example.com)\n  ]",
    );
    check("allowed-tools: [$0Read]", "Write", "allowed-tools: [Write, Read]");
    check("disallowed-tools: [Read(./$0)]", "Read(./.env)", "disallowed-tools: [Read(./.env)]");
    check("allowed-tools: [Read(/src/$0)]", "Read(/src/lib.rs)", "allowed-tools: [Read(/src/lib.rs)]");
}

#[test]
fn in_text_with_commas() {
    check("allowed-tools: Read, Bash($0", "Bash(git add *)", "allowed-tools: Read, Bash(git add *)");
    check("allowed-tools: Read, Bash(git $0, Write", "Bash(git add *)", "allowed-tools: Read, Bash(git add *), Write");
    check("allowed-tools: Read,$0", "Bash(git add *)", "allowed-tools: Read, Bash(git add *)");
    check("allowed-tools: Read, $0 Write", "mcp__github", "allowed-tools: Read, mcp__github, Write");
    check("allowed-tools: \"Read, Bash(git$0)\"", "Bash(git commit *)", "allowed-tools: \"Read, Bash(git commit *)\"");
    check(
        "allowed-tools: 'Read, mcp$0'",
        "mcp__github__create_issue",
        "allowed-tools: 'Read, mcp__github__create_issue'",
    );
    check("allowed-tools: Read, Skill($0)", "Skill(pdf)", "allowed-tools: Read, Skill(pdf)");
    check("allowed-tools: Read, Edit(s$0)", "Edit(src/**)", "allowed-tools: Read, Edit(src/**)");
    check("allowed-tools: Read, Edit($0), Write", "Edit(/src/**)", "allowed-tools: Read, Edit(/src/**), Write");
    check("allowed-tools: $0Read, Write", "Edit", "allowed-tools: Edit, Read, Write");
    check("disallowed-tools: Read, Agent($0", "Agent(reviewer)", "disallowed-tools: Read, Agent(reviewer)");
    check("allowed-tools: >-\n  Read,\n  Bash($0", "Bash(git add *)", "allowed-tools: >-\n  Read,\n  Bash(git add *)");
}

#[test]
fn in_text_with_spaces() {
    check("allowed-tools: Read Bash($0", "Bash(git add *)", "allowed-tools: Read Bash(git add *)");
    check("allowed-tools: Read Bash(git ad$0", "Bash(git add *)", "allowed-tools: Read Bash(git add *)");
    check("allowed-tools: Bash(gi$0) Read", "Bash(git add *)", "allowed-tools: Bash(git add *) Read");
    check("allowed-tools: $0", "Bash(git add *)", "allowed-tools: Bash(git add *)");
    check("allowed-tools:$0", "Bash(git add *)", "allowed-tools: Bash(git add *)");
    check("allowed-tools: $0 # why", "Bash(git add *)", "allowed-tools: Bash(git add *) # why");
    check("allowed-tools: \"Read Bash(gi$0", "Bash(git add *)", "allowed-tools: \"Read Bash(git add *)\"");
    check("allowed-tools: 'Read Task(rev$0)'", "Task(reviewer)", "allowed-tools: 'Read Task(reviewer)'");
    check("allowed-tools: Read mcp__gi$0 Write", "mcp__github__*", "allowed-tools: Read mcp__github__* Write");
    check(
        "disallowed-tools: Read Bash(np$0)",
        "Bash(npm run test:unit *)",
        "disallowed-tools: Read Bash(npm run test:unit *)",
    );
    check(
        "allowed-tools: |\n  Read\n  Skill($0)\n  Write",
        "Skill(pdf)",
        "allowed-tools: |\n  Read\n  Skill(pdf)\n  Write",
    );
}

#[test]
fn what_is_there_or_means_nothing_is_left_out() {
    assert!(!offers("allowed-tools: Bash(git add:*), Bash($0)", "Bash(git add *)"), "it is covered");
    assert!(!offers("allowed-tools: Bash(git add *) $0", "Bash(git add *)"));
    assert!(offers("allowed-tools: Bash, Bash($0)", "Bash(git add *)"), "it may be narrowed");
    assert!(!offers("allowed-tools: mcp__github $0", "mcp__github__*"));
    assert_eq!(labels(&fixture("allowed-tools: Write($0)")), Vec::<String>::new(), "its paths are those of Edit");
    assert_eq!(labels(&fixture("allowed-tools: WebSearch($0)")), Vec::<String>::new());
    assert_eq!(labels(&fixture("allowed-tools: Read(//$0)")), Vec::<String>::new());
    assert_eq!(labels(&fixture("allowed-tools: Read(../$0)")), Vec::<String>::new());
    assert!(offers("allowed-tools: Read(./$0)", "Read(./src/**)"));
    assert!(!offers("allowed-tools: Read(./$0)", "Read(./node_modules/**)"), "it is not the author's");
    assert!(!offers("allowed-tools: Read(./$0)", "Read(./.env)"), "it is hidden");
    assert!(!offers("allowed-tools: Bash($0)", "Bash(run_in_background:…)"), "parameters only take away");
    assert!(offers("disallowed-tools: Bash($0)", "Bash(run_in_background:…)"));
    assert!(offers("allowed-tools: Bash($0)", "Bash(python ${CLAUDE_SKILL_DIR}/scripts/ship.py *)"));
}

#[test]
fn a_command_has_no_folder_of_its_own() {
    let text = "//# hosts = claude-code\n//- /home/.claude/commands/ship.md\n---\nallowed-tools: Bash($0)\n---\n```sh\n\
                ${CLAUDE_SKILL_DIR}/a.py\njq .\n```\n";
    assert_eq!(labels(text), ["Bash(jq *)"]);
}

#[test]
fn what_is_told_of_an_entry() {
    assert_eq!(
        documentation(&fixture("allowed-tools: $0"), "Bash(git add *)"),
        "Claude Code: allows `git add`, alone or with anything behind it"
    );
    assert_eq!(documentation(&fixture("allowed-tools: Agent($0)"), "Agent(reviewer)"), "Reads code.");
    assert_eq!(
        documentation(&fixture("disallowed-tools: $0"), "mcp__github"),
        "Claude Code: takes away every tool of the MCP server `github`"
    );
}

#[test]
fn a_pattern_to_be_filled_in() {
    let snippet = |field: &str, label: &str| snippet(&fixture(field), label).expect("a snippet");
    assert_eq!(snippet("allowed-tools: [Read, $0", "Bash(…)"), "Bash($0)");
    assert_eq!(snippet("allowed-tools:\n  - \"W$0", "WebFetch(…)"), "WebFetch($0)\"");
    assert_eq!(snippet("allowed-tools: WebFetch($0", "WebFetch(domain:…)"), "WebFetch(domain:$0)");
    assert_eq!(snippet("disallowed-tools: Bash($0", "Bash(timeout:…)"), "Bash(timeout:$0)");
}
