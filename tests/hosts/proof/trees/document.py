"""One SKILL.md, from ordinary to hostile."""
from proof.trees.words import BOOLEANS, LINES, ODD, PLAIN, VALUES


def document(grower, folder, extra=()):
    """The text of a skill. Bytes that are no text come as (encoding, text)."""
    if grower.chance(0.03):
        return whole(grower)
    lines = frontmatter(grower, folder) + list(extra)
    text = "---\n" + "".join(f"{line}\n" for line in lines) + "---\n\n" + body(grower)
    return disfigured(grower, text) if grower.chance(0.5 * grower.oddness) else text


def frontmatter(grower, folder):
    lines = [line for line in (name(grower, folder), description(grower)) if line is not None]
    if grower.chance(0.15):
        lines.append(f"when_to_use: {grower.pick(words(grower, 1, 8), words(grower, 1, 8), grower.pick(*VALUES))}")
    if grower.chance(0.12):
        lines.append(f"disable-model-invocation: {grower.pick(*BOOLEANS)}")
    if grower.chance(0.08):
        lines.append(f"user-invocable: {grower.pick(*BOOLEANS)}")
    if grower.chance(0.05):
        lines.append(grower.pick("paths: 'src/**/*.rs'", "paths:\n  - src/**", "paths: '**'", "paths: []", "paths: ''", "paths: 5"))
    lines += grower.some(LINES, 0, 2) if grower.chance(0.4 * grower.oddness) else []
    if grower.chance(0.25):
        grower.dice.shuffle(lines)
    return lines


def name(grower, folder):
    """The line of the name, or None. For hosts that leave a clash to chance every name is used once."""
    text_only = grower.agent.names_must_be_text
    if grower.unique:
        plain = folder.strip(".-").replace(" ", "-").replace(":", "-")
        return f"name: {grower.pick('', '', 'N', 'x_')}{plain}-{grower.marks}"
    if grower.chance(0.6):
        return f"name: {folder}"
    if grower.chance(0.2):
        return None
    if grower.chance(0.3) and grower.names:
        return f"name: {grower.pick(*grower.names)}"
    odd = [f"other-{folder}", f"x-{folder}", folder.upper(), folder.lower(), f"{folder} ", f"'{folder}'", f'"{folder}"', f"{folder}!", "Has Space",
           '"ns:thing"', "漢名", "UPPER", "n" * 64, "n" * 65, "n" * 257, "bad--dash", "-edge", "edge-", "'quo''ted'", '"esc\\u00e9"', "a/b", "a\\b",
           "<tag>", "R&D", '"line\\nbreak"', "trailing # comment", "it: has colon", "'  padded  '", "under_score", "dot.ted", "emoji😀", "'\"'", "..", "a*b|c?d"]
    if not text_only:
        odd += ["42", "true", "null", "''", "[a]", "{a: b}", "1.50", "2024-01-02", "~", ""]
    return f"name: {grower.pick(*odd)}"


def description(grower):
    """The line or lines of the description, or None."""
    mark = grower.mark()
    if grower.chance(1 - 0.6 * grower.oddness):
        return f"description: {mark} {words(grower, 1, 14)}"
    ways = [
        lambda: f"description: {words(grower, 1, 3, odd=True)} {mark} {words(grower, 0, 20, odd=True)}",
        lambda: f"description: {mark} {words(grower, 1, 12, odd=True)}",
        lambda: f"description: {mark} {words(grower, 1, 12, odd=True)}".rstrip(),
        lambda: f'description: "{mark} {escaped(words(grower, 1, 9, odd=True))}"',
        lambda: f'description: "{mark} one\\n\\ttwo \\u00e9"',
        lambda: f'description: "{mark} one\n  two\n\n  three \\\n  four"',
        lambda: "description: '" + f"{mark} {words(grower, 1, 9, odd=True)}".replace("'", "''") + "'",
        lambda: f"description: '{mark} one\n\n  two '",
        lambda: block(grower, mark),
        lambda: block(grower, mark),
        lambda: f"description: {mark} starts here\n  goes on\n\n  after a gap",
        lambda: f"description:\n  {mark} on the next line\n  and the next",
        lambda: f"description: {grower.pick(*VALUES)}",
        lambda: f"description: {grower.pick(*VALUES)}",
        lambda: f"description: {mark} {grower.pick(*VALUES)}",
        lambda: f"description: {mark} {'long ' * grower.pick(30, 52, 210, 310, 620)}end",
        lambda: f"description: {mark} {'漢' * grower.pick(100, 340, 1100)}",
        lambda: f"description:   {mark} spaces around   ",
        lambda: f"description:\t{mark} after a tab",
        lambda: f'"description": {mark} quoted key',
        lambda: f"description: {mark} one\ndescription: {mark} two",
        lambda: "description:",
        lambda: None,
    ]
    return grower.pick(*ways)()


def block(grower, mark):
    style = grower.pick("|", "|-", "|+", ">", ">-", ">+", "|2", "|  # note", "|-2", ">1")
    lines = [f"  {mark} one", f"  two {words(grower, 1, 5, odd=True)}"]
    more = grower.pick([], [], [""], ["", "  after"], ["    deeper", "  back"], ["", "", "  far"], ["  # no comment"], [" less"])
    return "\n".join([f"description: {style}", *lines, *more])


def escaped(text):
    return text.replace("\\", "\\\\").replace('"', '\\"')


def words(grower, low, high, odd=False):
    count = grower.dice.randint(low, high)
    return " ".join(grower.pick(*(ODD if odd and grower.chance(0.4) else PLAIN)) for _ in range(count))


def body(grower):
    mark = grower.mark()
    return grower.pick("# Title here\n\nBody text.\n", f"{mark} body line {words(grower, 0, 6, odd=True)}\n\nMore.\n", f"\n\n  {mark} indented\n", "",
                       "## Heading <two>\n", f"{mark} " + "x" * 130 + "\n", f"Plain {mark}", f"---\n\n{mark} after a rule\n", f"- {mark} item\n",
                       f"<!-- comment -->\n{mark}\n", f"> {mark} quote\n", f"{mark}\r\nwindows\r\n", "   \n\t\n", f"#{mark} no space\n", f"```\n{mark}\n```\n",
                       f"name: {mark}\ndescription: in the body\n", f"###### {mark} six ######\n", "😀" * 60 + f" {mark}\n")


def disfigured(grower, text):
    """The text with its line ends, fences or bytes changed."""
    ways = [
        lambda: text.replace("\n", "\r\n"),
        lambda: text.replace("\n", "\r\n"),
        lambda: text.replace("\n", "\r"),
        lambda: text.replace("---\n", "---\r\n", 1),
        lambda: "\ufeff" + text,
        lambda: "\ufeff" + text,
        lambda: "\ufeff" + text.replace("\n", "\r\n"),
        lambda: "\n" + text,
        lambda: " " + text,
        lambda: "<!-- first -->\n" + text,
        lambda: text.replace("---\n", "---  \n", 1),
        lambda: text.replace("---\n", "---\t\n", 1),
        lambda: text.replace("---\n", "----\n", 1),
        lambda: text.replace("---\n", "--- # note\n", 1),
        lambda: text.replace("---\n", "--- yaml\n", 1),
        lambda: text.replace("---\n", "+++\n"),
        lambda: text.replace("---\n", "---\n\n", 1),
        lambda: text.replace("\n---\n", "\n---  \n", 1),
        lambda: text.replace("\n---\n", "\n----\n", 1),
        lambda: text.replace("\n---\n", "\n --- \n", 1),
        lambda: text.replace("\n---\n", "\n...\n", 1),
        lambda: text.replace("\n---\n", "\n---text\n", 1),
        lambda: text.replace("\n---\n", "\n", 1),
        lambda: text.replace("\n---\n", "\n\n---\n", 1),
        lambda: text.partition("\n---\n")[0] + "\n---",
        lambda: text.rstrip("\n"),
        lambda: text.replace("---\n", "---\n%YAML 1.2\n", 1),
        lambda: text.replace("\n", "\n  ").replace("\n  ---", "\n---"),
        lambda: text + "\x00",
        lambda: text.replace("\n", "\n\n"),
    ]
    return grower.pick(*ways)()


def whole(grower):
    """Files that are odd as a whole."""
    mark = grower.mark()
    return grower.pick("", "\n", "---", "---\n", "---\n---\n", "---\n---", "---\n\n---\n" + f"{mark} body\n", f"{mark} no frontmatter at all\n", f"# {mark}\n",
                       f"---\n- a\n- {mark}\n---\nb\n", f"---\n{mark}\n---\nb\n", f"---\n# {mark}\n---\nb\n", "---\nnull\n---\nb\n",
                       f"---\ndescription: {mark} x\n---\ndescription: y\n---\nz\n", f"---json\n{{\"description\": \"{mark}\"}}\n---\n",
                       f"---\n{{name: flow, description: {mark} flow}}\n---\n", ("utf-16", f"---\nname: u\ndescription: {mark}\n---\n"),
                       ("latin-1", f"---\nname: latin\ndescription: {mark} café\n---\n"), ("utf-8-sig", f"---\ndescription: {mark} sig\n---\n"))
