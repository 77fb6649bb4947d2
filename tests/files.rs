//! The files of skills on the command line: read, made, deleted.

use crate::hostile;
use crate::program::{Tree, ran};

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
        let code = if reason.contains("no such file") { 1 } else { 2 };
        assert_eq!((ran.code, ran.out.as_str()), (Some(code), ""), "{name:?}");
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
    let absent = |arguments: &[&str]| tree.absent(&[&["read"], arguments].concat());
    assert_eq!(
        absent(&["pdf", "forms.md", "--host", "claude-code"]),
        "cannot read `forms.md` of `pdf`: there is no such file in the skill's folder: did you mean `references/forms.md`?"
    );
    assert_eq!(
        absent(&["pdf", "x.py", "--host", "claude-code"]),
        "cannot read `x.py` of `pdf`: there is no such file in the skill's folder; it has SKILL.md, references/forms.md"
    );
    let several = refused(&["pdf", "SKILL.md", "--host", "codex", "--host", "claude-code"]);
    assert_eq!(
        several,
        "`pdf` means several skills: ./.agents/skills/pdf (Codex); ~/.claude/skills/pdf (Claude Code): choose one with \
         --host, or by its path"
    );
    assert_eq!(
        absent(&["pfd", "SKILL.md", "--host", "claude-code"]),
        "Claude Code has no skill `pfd`: did you mean `pdf`?"
    );
    assert!(refused(&["fix", "../settings.json", "--host", "claude-code"]).ends_with("it has no others"));
    assert!(refused(&["pdf", "SKILL.md", "--host", "claud"]).contains("did you mean `claude-code`?"));
}

#[cfg(target_os = "linux")]
#[test]
fn delete_moves_a_user_skill_to_the_trash() {
    let tree = Tree::new(PDF);
    assert_eq!(
        tree.refused(&["delete", "pdf"]),
        "nobody is there to be asked whether to delete ~/.claude/skills/pdf: use --yes"
    );
    assert!(tree.has("home/.claude/skills/pdf/SKILL.md"));
    let place = tree.text_path("home/.local/share/Trash/files/pdf");
    assert_eq!(tree.out(&["delete", "pdf", "--yes"]), format!("{place}\n"));
    assert!(!tree.has("home/.claude/skills/pdf") && tree.has("home/.local/share/Trash/files/pdf/SKILL.md"));
    let note = tree.read("home/.local/share/Trash/info/pdf.trashinfo");
    assert!(note.contains(&format!("\nPath={}\n", tree.text_path("home/.claude/skills/pdf"))), "{note}");
    assert_eq!(
        tree.absent(&["delete", "pdf", "--yes", "--host", "claude-code"]),
        "Claude Code has no skill `pdf`; it would be ./.claude/skills/pdf/SKILL.md"
    );
}

/// Whoever names what is not there is told what lies near, as `why` tells it.
#[test]
fn an_unknown_name_comes_with_the_nearest_place() {
    let tree = Tree::new(
        "//- home/project/.claude/skill/notes/SKILL.md\n---\nname: notes\ndescription: Notes. Use when asked to.\n---\n\
         //- home/project/.claude/skills/other/SKILL.md\n---\nname: other\ndescription: Other. Use when asked to.\n---\n",
    );
    let place = "./.claude/skill/notes/SKILL.md: the folder has to be called `.claude/skills`";
    for arguments in [&["read", "notes", "a.md"][..], &["delete", "notes", "--yes"], &["enable", "notes"]] {
        let told = tree.absent(arguments);
        assert!(told.ends_with(place), "{arguments:?}: {told}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_refused_delete_makes_no_trash() {
    let tree = Tree::new(PDF);
    tree.refused(&["delete", "pdf"]);
    assert!(!tree.has("home/.local"));
}

#[test]
fn a_path_needs_no_dot_before_it() {
    let tree = Tree::new(
        "//- home/project/.claude/skills/deploy/SKILL.md\n---\nname: deploy\ndescription: Deploys. Use when asked to.\n---\n\
         //- home/project/.claude/skills/deploy/refs/a.md\na\n",
    );
    for path in [".claude/skills/deploy", ".claude/skills/deploy/", "./.claude/skills/deploy/SKILL.md"] {
        assert_eq!(tree.out(&["read", path, "refs/a.md"]), "a\n", "{path}");
        assert!(tree.refused(&["delete", path, "--yes"]).contains("it is not a user skill"), "{path}");
    }
    assert_eq!(tree.absent(&["read", "no/such", "a.md"]), "no agent has a skill `no/such`");
}

#[cfg(target_os = "linux")]
#[test]
fn delete_asks_on_a_terminal() {
    use std::io::Write;
    let tree = Tree::new(PDF);
    let program = env!("CARGO_BIN_EXE_skill-lsp");
    let answered = |answer: &str| {
        // A terminal of its own.
        let command = tree.command(&[]);
        let mut child = std::process::Command::new("script")
            .args(["-qec", &format!("{program} delete pdf"), "/dev/null"])
            .env_clear()
            .envs(command.get_envs().filter_map(|(key, value)| Some((key, value?))))
            .env("PATH", "/usr/bin:/bin")
            .current_dir(tree.path("home/project"))
            .stdin(std::process::Stdio::piped())
            .stdout(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(answer.as_bytes()).unwrap();
        ran(child.wait_with_output().unwrap())
    };
    let no = answered("n\n");
    assert!(no.out.contains("Delete ~/.claude/skills/pdf (1 file)? It goes to the trash. [y/N]"), "{}", no.out);
    assert!(no.out.contains("nothing was deleted") && no.code == Some(1), "{}", no.out);
    assert!(tree.has("home/.claude/skills/pdf"));
    let yes = answered("y\n");
    assert_eq!(yes.code, Some(0), "{}", yes.out);
    assert!(!tree.has("home/.claude/skills/pdf"));
}

#[test]
fn delete_refuses_what_is_not_the_users() {
    let tree = Tree::new(
        "\
//- home/project/.claude/skills/deploy/SKILL.md
---
name: deploy
description: Deploys. Use when asked to.
---
//- home/elsewhere/linked/SKILL.md
---
name: linked
description: Lies elsewhere. Use when asked to.
---
",
    );
    assert_eq!(
        tree.refused(&["delete", "deploy", "--yes"]),
        "cannot delete @ROOT@/home/project/.claude/skills/deploy/SKILL.md: it is not a user skill, and only those can be deleted"
    );
    assert_eq!(tree.absent(&["delete", "./src", "--yes"]), "there is no skill at ./src");
    // A link is deleted, what it leads to stays.
    std::fs::create_dir_all(tree.path("home/.claude/skills")).unwrap();
    std::os::unix::fs::symlink(tree.path("home/elsewhere/linked"), tree.path("home/.claude/skills/linked")).unwrap();
    let answer = tree.json(&["delete", "linked", "--yes", "--host", "claude-code", "--format", "json"]);
    assert_eq!(answer["path"], tree.text_path("home/.claude/skills/linked"));
    assert!(!tree.has("home/.claude/skills/linked") && tree.has("home/elsewhere/linked/SKILL.md"));
}

#[test]
fn new_takes_a_taken_name_only_when_told_and_never_a_file() {
    let tree = Tree::new(PDF);
    assert_eq!(
        tree.refused(&["new", "pdf"]),
        "`pdf` is taken in Claude Code by ~/.claude/skills/pdf; --even-if-taken makes it all the same"
    );
    let path = tree.text_path("home/project/.claude/skills/pdf/SKILL.md");
    assert_eq!(tree.out(&["new", "pdf", "--even-if-taken"]), format!("{path}\n"));
    let before = tree.read("home/project/.claude/skills/pdf/SKILL.md");
    assert_eq!(
        tree.refused(&["new", "pdf", "--even-if-taken"]),
        "cannot write @ROOT@/home/project/.claude/skills/pdf/SKILL.md: it exists already"
    );
    assert_eq!(tree.read("home/project/.claude/skills/pdf/SKILL.md"), before);
    // What is in the way is the file itself.
    tree.out(&["new", "fresh-one"]);
    assert_eq!(
        tree.refused(&["new", "fresh-one"]),
        "`fresh-one` is taken in Claude Code by ./.claude/skills/fresh-one"
    );
    assert!(tree.refused(&["new", "../escape"]).ends_with("try `escape`"));
}

#[test]
fn new_makes_what_each_host_takes() {
    let tree = Tree::new("");
    let hosts = tree.json(&["hosts", "--format", "json"]);
    for host in hosts.as_array().unwrap().iter().map(|host| host["id"].as_str().unwrap()) {
        let name = format!("for-{}", host.replace(['@', '.'], "-"));
        let description = format!("Tries {}. Use when asked to.", name);
        // Some have no root for a project.
        for root in ["project", "user"] {
            let ran = tree.run(&["new", &name, "--host", host, "--root", root, "--description", &description]);
            if ran.code == Some(0) {
                break;
            }
            assert!(ran.err.contains("root here"), "{host}: {}", ran.err);
        }
        let listed = tree.json(&["list", "--host", host, "--format", "json"]);
        let listed = listed.as_array().unwrap().iter().find(|skill| skill["id"].as_str().unwrap().ends_with(&name));
        let listed = listed.unwrap_or_else(|| panic!("{host} does not see it"));
        assert_eq!((&listed["status"], &listed["description"]), (&"active".into(), &description.into()), "{host}");
    }
    let checked = tree.run(&["check", "--fail-on", "warning"]);
    assert_eq!(checked.code, Some(0), "{}", checked.out);
}

#[test]
fn list_names_the_files_of_a_skill_by_type() {
    let tree = Tree::new(
        "\
//- home/.claude/skills/my-skill/SKILL.md
---
name: my-skill
description: A skill that helps with specific tasks
---
//- home/.claude/skills/my-skill/helper.py
print()
//- home/.claude/skills/my-skill/templates/template.txt
text
//- home/.claude/skills/my-skill/run
#!/bin/sh
//- home/.claude/skills/my-skill/LICENSE
#! no script
//- home/.claude/skills/my-skill/data.csv
a,b
",
    );
    let skill = tree.path("home/.claude/skills/my-skill");
    std::os::unix::fs::symlink("..", skill.join("out")).unwrap();
    std::os::unix::fs::symlink(".", skill.join("around")).unwrap();
    // What is not the skill's, or no file.
    std::fs::write(tree.path("home/secret"), "#!/bin/sh\n").unwrap();
    std::os::unix::fs::symlink(tree.path("home/secret"), skill.join("leaving")).unwrap();
    std::os::unix::fs::symlink("/etc/passwd", skill.join("pw.md")).unwrap();
    std::os::unix::fs::symlink("/dev/zero", skill.join("device")).unwrap();
    std::os::unix::fs::symlink("nowhere", skill.join("dangling.md")).unwrap();
    std::os::unix::net::UnixListener::bind(skill.join("socket.md")).unwrap();
    std::os::unix::fs::symlink("helper.py", skill.join("inside.py")).unwrap();
    let list = tree.json(&["list", "--host", "three-layer", "--format", "json"]);
    let files = list[0]["files"].as_array().unwrap();
    let rows: Vec<(&str, &str)> =
        files.iter().map(|file| (file["name"].as_str().unwrap(), file["type"].as_str().unwrap())).collect();
    assert_eq!(
        rows,
        [
            ("LICENSE", "other"),
            ("SKILL.md", "markdown"),
            ("data.csv", "other"),
            ("helper.py", "script"),
            ("inside.py", "script"),
            ("run", "script"),
            ("templates/template.txt", "template"),
        ]
    );
    assert_eq!(files[3]["path"], tree.text_path("home/.claude/skills/my-skill/helper.py"));
}
