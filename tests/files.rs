//! The files of skills on the command line: read, made, deleted.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test may stop at the first thing amiss")]

mod hostile;
mod program;

use program::Tree;

const PDF: &str = "\
//- home/.claude/skills/pdf/SKILL.md
---
name: pdf
description: Reads PDF files. Use when asked to.
---
Read it.
";

#[test]
fn read_prints_a_file_byte_for_byte() {
    let tree = Tree::new(PDF);
    hostile::build(&tree.path("home/.claude/skills/pdf"));
    for (name, bytes) in hostile::HARMLESS {
        let output = tree.command(&["read", "pdf", name]).output().unwrap();
        assert_eq!(output.stdout, *bytes, "{name}: {}", String::from_utf8_lossy(&output.stderr));
    }
    assert!(tree.out(&["read", "pdf", "SKILL.md"]).starts_with("---\nname: pdf\n"));
    let path = tree.text_path("home/.claude/skills/pdf");
    assert_eq!(tree.out(&["read", &path, "references/api.md"]), "api\n");
    assert_eq!(
        tree.json(&["read", "pdf", "bytes.bin", "--format", "json"]),
        serde_json::json!({"name": "bytes.bin", "path": format!("{path}/bytes.bin"), "type": "other", "size": 3,
            "text": null, "base64": "/wD+"})
    );
}

#[test]
fn read_refuses_every_hostile_path() {
    let tree = Tree::new(PDF);
    let skill = tree.path("home/.claude/skills/pdf");
    hostile::build(&skill);
    for (name, reason) in hostile::hostile(&skill).iter().filter(|(name, _)| !name.contains('\0')) {
        let ran = tree.run(&["read", "pdf", name, "--host", "claude-code"]);
        assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""), "{name:?}");
        assert!(ran.err.contains(reason) && !ran.err.contains(hostile::SECRET), "{name:?}: {}", ran.err);
    }
}

#[test]
fn read_says_what_may_be_meant() {
    let tree = Tree::new(&format!(
        "{PDF}//- home/.claude/skills/pdf/references/forms.md\nforms\n//- home/project/.agents/skills/pdf/SKILL.md\n\
         ---\nname: pdf\ndescription: Another. Use when asked to.\n---\n//- home/.claude/commands/fix.md\nFix it.\n"
    ));
    let refused = |arguments: &[&str]| tree.refused(&[&["read"], arguments].concat());
    assert_eq!(
        refused(&["pdf", "forms.md", "--host", "claude-code"]),
        "cannot read `forms.md` of `pdf`: there is no such file in the skill's folder: did you mean `references/forms.md`?"
    );
    assert_eq!(
        refused(&["pdf", "x.py", "--host", "claude-code"]),
        "cannot read `x.py` of `pdf`: there is no such file in the skill's folder; it has SKILL.md, references/forms.md"
    );
    let several = refused(&["pdf", "SKILL.md", "--host", "codex", "--host", "claude-code"]);
    assert_eq!(
        several,
        "`pdf` means several skills: ./.agents/skills/pdf (Codex); ~/.claude/skills/pdf (Claude Code): choose one with \
         --host, or by its path"
    );
    assert_eq!(
        refused(&["pfd", "SKILL.md", "--host", "claude-code"]),
        "Claude Code has no skill `pfd`: did you mean `pdf`?"
    );
    assert!(refused(&["fix", "../settings.json", "--host", "claude-code"]).ends_with("it has no others"));
    assert!(refused(&["pdf", "SKILL.md", "--host", "claud"]).contains("did you mean `claude-code`?"));
}
