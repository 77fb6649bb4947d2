"""One SKILL.md, from ordinary to hostile."""
from proof.trees.words import BODIES, BOOLEANS, LINES, NAMES, NO_TEXT, ODD, PATHS, PLAIN, VALUES, WHOLES


def document(grower, folder, extra=()):
    """The text of a skill, or (encoding, text). `extra` lines stand in its frontmatter as well."""
    if grower.chance(0.03) and not extra and not grower.unique:
        return whole(grower)
    lines = frontmatter(grower, folder) + list(extra)
    text = "---\n" + "".join(f"{line}\n" for line in lines) + "---\n\n" + body(grower)
    return disfigured(grower, text) if grower.chance(0.5 * grower.oddness) else text


def whole(grower):
    content, mark = grower.pick(*WHOLES), grower.mark()
    if isinstance(content, tuple):
        if grower.agent.files_must_be_text:
            return f"{mark} plain\n"
        return content[0], content[1].replace("MARK", mark)
    return content.replace("MARK", mark)


def body(grower):
    return grower.pick(*BODIES).replace("MARK", grower.mark())


def frontmatter(grower, folder):
    lines = [line for line in (name(grower, folder), description(grower)) if line is not None]
    if grower.chance(0.15):
        lines.append(f"when_to_use: {grower.pick(words(grower, 1, 8), words(grower, 1, 8), grower.pick(*VALUES))}")
    if grower.chance(0.12):
        lines.append(f"disable-model-invocation: {grower.pick(*BOOLEANS)}")
    if grower.chance(0.08):
        lines.append(f"user-invocable: {grower.pick(*BOOLEANS)}")
    if grower.chance(0.05):
        lines.append(f"paths: {grower.pick(*PATHS)}")
    if grower.chance(0.4 * grower.oddness):
        lines += [line for line in grower.some(LINES, 1, 2) if not (grower.unique and line.startswith("name:"))]
    if grower.chance(0.25):
        grower.dice.shuffle(lines)
    return lines


def name(grower, folder):
    """The line of the name, or None."""
    if grower.agent.names_must_be_text and folder.isdigit():
        return f'name: "{folder}"'
    if grower.unique:
        plain = folder.strip(".-").replace(" ", "-").replace(":", "-")
        return f"name: {grower.pick('', '', 'N', 'x_')}{plain}-{grower.marks}"
    if grower.chance(0.6):
        return f"name: {folder}"
    if grower.chance(0.2):
        return None
    if grower.chance(0.3) and grower.names:
        other = grower.pick(*grower.names)
        return f'name: "{other}"' if other.isdigit() else f"name: {other}"
    odd = [value.replace("MINE", folder) for value in NAMES] + [folder.upper(), folder.lower()]
    return f"name: {grower.pick(*odd, *([] if grower.agent.names_must_be_text else NO_TEXT))}"


def description(grower):
    """The line or lines of the description, or None."""
    mark = grower.mark()
    if grower.chance(1 - 0.6 * grower.oddness):
        return f"description: {mark} {words(grower, 1, 14)}"
    odd = words(grower, 1, 12, share=0.4)
    ways = [
        f"description: {words(grower, 1, 3, share=0.4)} {mark} {odd}",
        f"description: {mark} {odd}",
        f"description: {mark} {odd}".rstrip(),
        'description: "' + f"{mark} {odd}".replace("\\", "\\\\").replace('"', '\\"') + '"',
        "description: '" + f"{mark} {odd}".replace("'", "''") + "'",
        f'description: "{mark} one\\n\\ttwo \\u00e9"',
        f'description: "{mark} one\n  two\n\n  three \\\n  four"',
        f"description: '{mark} one\n\n  two '",
        block(grower, mark),
        block(grower, mark),
        f"description: {mark} starts here\n  goes on\n\n  after a gap",
        f"description:\n  {mark} on the next line\n  and the next",
        f"description: {grower.pick(*VALUES)}",
        f"description: {grower.pick(*VALUES)}",
        f"description: {mark} {grower.pick(*VALUES)}",
        f"description: {mark} {'long ' * grower.pick(30, 52, 210, 310, 620)}end",
        f"description: {mark} {'漢' * grower.pick(100, 340, 1100)}",
        f"description:   {mark} spaces around   ",
        f"description:\t{mark} after a tab",
        f'"description": {mark} quoted key',
        f"description: {mark} one\ndescription: {mark} two",
        "description:",
        None,
    ]
    return grower.pick(*ways)


def block(grower, mark):
    """A block scalar."""
    style = grower.pick("|", "|-", "|+", ">", ">-", ">+", "|2", "|  # note", "|-2", ">1")
    ends = [[], [], [""], ["", "  after"], ["    deeper", "  back"], ["", "", "  far"], ["  # no comment"], [" less"]]
    lines = [f"description: {style}", f"  {mark} one", f"  two {words(grower, 1, 5, share=0.4)}"]
    return "\n".join(lines + grower.pick(*ends))


def words(grower, low, high, share=0):
    """Some words; a share of them is odd."""
    count = grower.dice.randint(low, high)
    return " ".join(grower.pick(*(ODD if grower.chance(share) else PLAIN)) for _ in range(count))


def disfigured(grower, text):
    """The text with its line ends, fences or bytes changed."""
    opening = [("---\n", changed) for changed in (
        "---\r\n", "---  \n", "---\t\n", "----\n", "--- # note\n", "--- yaml\n", "+++\n", "---\n\n",
        "---\n%YAML 1.2\n")]
    closing = [("\n---\n", changed) for changed in (
        "\n---  \n", "\n----\n", "\n --- \n", "\n...\n", "\n---text\n", "\n", "\n\n---\n", "\n---\n---\n")]
    ways = [text.replace(plain, changed, 1) for plain, changed in opening + closing]
    ways += [start + text for start in ("\ufeff", "\ufeff", "\n", " ", "<!-- first -->\n")]
    ways += [text.replace("\n", end) for end in ("\r\n", "\r\n", "\r\n", "\r", "\n\n")]
    ways += ["\ufeff" + text.replace("\n", "\r\n"), text.partition("\n---\n")[0] + "\n---", text.rstrip("\n"),
             text.replace("\n", "\n  ").replace("\n  ---", "\n---"), text + "\x00"]
    return grower.pick(*ways)
