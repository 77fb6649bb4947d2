"""Trees for loading: skills with every kind of placeholder, and the arguments with which a model loads them."""
import random
import re

from proof.agents import AGENTS

SESSION = "11111111-2222-4333-8444-555555555555"
PLAIN = ["Deploy it.", "# Title", "- a list", "Cost: $5.00 or 10 $", "`code` here", "Ünï 日本 — “quoted” 🎉",
         "Mail a@b.c", "```sh\necho $HOME $name\n```", "<b>bold</b> & more", "$HOME/bin", "${HOME}", "100%", "", "  ",
         "\ttab", "a \\ b", "$ $$ $a$b", "$(date)", "{{args}} {args}", "$ARG $ARGUMENT $arguments"]
PLACEHOLDERS = ["$ARGUMENTS", "$0", "$1", "$2", "$9", "$10", "$ARGUMENTS[0]", "$ARGUMENTS[1]", "$ARGUMENTS[12]",
                "$ARGUMENTS[x]", "\\$0", "\\$ARGUMENTS", "\\\\$1", "$1st", "$0$1", "$1,$2.", "($0)", "`$1`", "$0-$1",
                "$ARGUMENTSx", "$$0", "\\$env", "$env", "$region", "$env[0]", "$envy", "$a-b", "${0}", "${env}"]
NAMES = ["${CLAUDE_SKILL_DIR}", "${CLAUDE_SESSION_ID}", "${CLAUDE_PROJECT_DIR}/x", "\\${CLAUDE_SKILL_DIR}",
         "${CLAUDE_PLUGIN_ROOT}", "${CLAUDE_PLUGIN_DATA}", "$CLAUDE_SKILL_DIR", "${CLAUDE_SKILL_DIR}$0",
         "${CLAUDE_EFFORT}"]
COMMANDS = ["!`echo one`", "x !`echo two` y", "`!`echo no``", "z!`echo no`", "\\!`echo no`", "```!\necho three\n```",
            "`a !`echo no``", "!``", "- !`echo four`", "```!\n```", "!`echo $0`"]
PRINTS = {"!`echo one`": "one", "!`echo two`": "two", "```!\necho three\n```": "three", "!`echo four`": "four"}
FIELDS = ["arguments: [env, region]", "arguments: env region", "arguments: [a-b, env]", "arguments: [1, env]",
          "argument-hint: '[env]'", "effort: high", "effort: 7", "allowed-tools: Read, Bash(echo *)",
          "arguments: []", "arguments: env, region", "arguments:\n  - env\n  - name: region", "license: MIT"]
ARGUMENTS = ["staging eu", "one", "'a b' c", "\"a b\" 'c d' e", "fix the user's bug", "a b c d e f", "x=1 y", "#12 now",
             "fix #12 now", "a; b", "a & b", "--flag=v -x", "https://x.y/z?a=b&c=d e", "$HOME x", "a $1 b", "!x y",
             "`code` x", "é 日本", "<issue> <branch>", "(see below) x", "a\nb", "{\"json\": 1}", "50% off", "C:\\dir x",
             "", "  spaced  out ", "\\$0 $ARGUMENTS", "${CLAUDE_SKILL_DIR}/x", "it's \"mixed\" quoting", "a|b", "@file x",
             "if it works then stop", "* ? [x]", "a\\ b c", "export this", "~/x y", "“smart quotes” x", "don't", "a,b;c"]
FILES = ["notes.md", "scripts/run.sh", "references/deep/er.md", ".hidden", "assets/a b.txt"]


def grown(host, seed, typed=False):
    """The manifest of a tree whose skills are to be loaded."""
    dice = random.Random(f"{host} loads {seed}")
    agent, own = AGENTS[host], host == "claude-code"
    files = [{"path": "ws/proj/.git/HEAD", "text": "ref: refs/heads/main\n"}]
    loads, flags = [], ["--session-id", SESSION] if own else []
    names = dice.sample(["deploy", "fix", "review", "note", "go", "zed", "one-two", "ship"], 5)
    for name in names:
        root = dice.choice([f"home/{dice.choice(agent.user_roots)}", f"ws/proj/{dice.choice(agent.project_roots)}"])
        ids = name
        place = f"{root}/{name}/SKILL.md"
        if own and dice.random() < 0.2:
            place = f"ws/proj/.claude/commands/{name}.md"
        elif own and dice.random() < 0.2:
            place, ids = f"plug/{dice.choice(['skills', 'commands'])}/{name}", f"plug:{name}"
            place += "/SKILL.md" if "/skills/" in place else ".md"
            if "--plugin-dir" not in flags:
                files.append({"path": "plug/.claude-plugin/plugin.json", "text": "{\"name\": \"plug\"}"})
                flags += ["--plugin-dir", "@ROOT@/plug"]
        files.append({"path": place, "text": skill(dice, name, own)})
        if place.endswith("SKILL.md") and dice.random() < 0.5:
            folder = place.removesuffix("/SKILL.md")
            files += [{"path": f"{folder}/{file}", "text": "x\n"} for file in dice.sample(FILES, dice.randint(1, 3))]
        load = {"skill": ids}
        if dice.random() < 0.85:
            load["arguments"] = dice.choice(ARGUMENTS)
        loads.append(load)
    manifest = {"case": f"{host}-loads-{seed}", "host": host, "cwd": "ws/proj", "env": {}, "flags": flags,
                "files": files, "loads": loads}
    if typed:
        manifest |= {"case": f"{host}-typed-{seed}", "typed": True}
    return manifest | ({"prints": PRINTS} if own else {})


def same(host, left, right):
    """Whether two texts are the same, the order of files set aside where the host has none. Two refusals are."""
    if isinstance(left, dict) or isinstance(right, dict):
        return isinstance(left, dict) and isinstance(right, dict)
    return in_order(host, left) == in_order(host, right)


def in_order(host, text):
    """A text with the lines about files sorted."""
    line = AGENTS[host].file_line
    files = sorted(re.findall(line, text, re.MULTILINE)) if line else []
    return re.sub(line, lambda _: files.pop(0), text, flags=re.MULTILINE) if files else text


def skill(dice, name, own):
    """One SKILL.md."""
    fields = [f"name: {name}", f"description: Does {name} things"] + dice.sample(FIELDS, dice.randint(0, 2))
    if sum(field.startswith("arguments") for field in fields) > 1:
        fields = fields[:2]
    # What the effort is after a skill that changes it, other skills would tell.
    fields = [field for field in fields if not field.startswith("effort")] if own else fields
    lines = []
    for _ in range(dice.randint(1, 7)):
        pool = dice.choice([PLAIN, PLAIN, PLACEHOLDERS, PLACEHOLDERS, NAMES, COMMANDS])
        words = dice.choice(["{}", "Use {} now.", "{}", "a {}"])
        lines.append(words.format(dice.choice(pool)) if "{" not in words.strip("{}") else dice.choice(pool))
    body = "\n".join(lines)
    if own and "!`echo $0`" in body:
        body = body.replace("!`echo $0`", "$0")
    text = "---\n" + "\n".join(fields) + "\n---\n" + dice.choice(["", "\n", "\n\n"]) + body
    text += dice.choice(["\n", "\n", "", "\n\n\n"])
    if dice.random() < 0.1:
        text = text.replace("\n", "\r\n")
    if own and dice.random() < 0.1:
        text = "\ufeff" + text
    return text
