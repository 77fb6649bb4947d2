"""The words, names and odd values that texts are made of."""

PLAIN = "deploy review build tests docs release notes files when asked the a for before after any pull request".split()

ODD = [
    "漢字かな", "naïve", "😀", "👩‍👩‍👧", "e\u0301", "ﬁ", "한글", "\u00a0", "\u200b", "…", "a: b", "x # y", "#tag", "<b>",
    "</b>", "R&D", "&amp;", '"quoted"', "it's", "100%", "@home", "*.md", "[list]", "{map}", "--", "---", "`code`",
    "|", "> ", "!bang", "key: value: more", "C:\\dir\\new", "a  b", "tab\there", "$HOME", "${X}", "%d", "\\n",
    "- dash", "? ask", "''", "=", "~", "null", "\u2028", "\u0085", "\u0007", "\ufeff", "Ω≈ç", "ǅ", "ß", "İ",
    "a\u0308", "\U0001f1e9\U0001f1ea", "\u202eabc",
]

FOLDERS = [
    "alpha", "beta", "gamma-tool", "delta2", "Zeta", "_under", "9lives", "10", "2", "a.b", "a-b", "a_b", "ab", "AB",
    "élan", "e\u0301tude", "漢", "with space", "B", "b", "b2", "Alpha", "q-q", "omega", "kilo", "lima", "x" * 66,
    "emoji😀", "under_score", "dot.", "ünder", "-dash", "ns:thing", "a+b", "(paren)", "co,mma", "it's", "R&D",
    "tail-",
]

# Descriptions that a YAML reader has an opinion on.
VALUES = [
    "42", "-0", "0x1F", "0o17", "017", "1_000", "1e3", "1.50", ".5", "+7", ".inf", ".nan", "12:30:45", "2024-01-02",
    "2024-01-02T03:04:05Z", "true", "True", "TRUE", "yes", "No", "on", "off", "y", "null", "Null", "~", "''", '""',
    "' '", '"\\t"', "[]", "{}", "[a, b]", "[a, [b]]", "{a: b}", "{a: {b: c}}", "!!str 42", "!!int '7'",
    "!custom text", "&anchor text", "*missing", "|", ">", "-", "- item", "? key", "%percent", "@at", "`tick`",
    "[unclosed", "{unclosed", '"unclosed', "'unclosed", '"bad \\q escape"', '"\\u00e9\\x41\\U0001F600"',
    '"a\\\n  b"', "'two''quotes'", '"end" rest', "'end' rest", "text #comment", "text # comment", "# all comment",
    "a: b", "a:b", "http://x.y/z: w", "a :b", "- a: b", "text:", "key: [a", "{a} b", "[a] b", "*a b", "&a", "!t",
    "!!binary aGk=", "<<", "=", "\ttab first", "text\t", "text  ", "\u00a0nbsp", "a\u2028b", "a\u0085b",
    "\u0007bell", "\ufffe", "text \\ back",
]

BOOLEANS = [
    "true", "True", "TRUE", "yes", "on", "1", "0", "no", "false", "off", "maybe", "'true'", '"yes"', "null", "",
    "[true]", "truE", "!!bool 'true'",
]

# Lines that may stand beside the usual ones.
LINES = [
    "license: MIT", "allowed-tools: Read, Bash(git *)", "allowed-tools:\n  - Read\n  - Edit",
    "metadata:\n  version: '1'", "metadata:\n  short-description: In short", "metadata: nothing",
    "argument-hint: [file]", "# a comment", "compatibility: any", "model: inherit", "version: 1.0",
    "disabled: true", "disabled: false", "priority: 3", "priority: -1", "Description: upper case key",
    "DESCRIPTION: x", "description : spaced key", "? complex\n: value", "'quoted key': v", '"name2": v',
    "<<: {license: X}", "hooks: {}", "context: fork", "agent: x", "tags: [a, b]", "  indented: more", "\tkey: tab",
    "key:no space", "just words", "- a list item", "key: *nope", "a: &x 1\nb: *x", "%TAG ! x", "mode: code",
    "type: workflow", "user-invocable: no", "when-to-use: kebab", "whenToUse: camel", "...", "name: again",
    "description: again", "<<: *d", "null: x", "1: one", "true: t", "author: a: b",
]

# Values of a name; MINE is the name of the folder.
NAMES = [
    "other-MINE", "x-MINE", "'MINE'", '"MINE"', "MINE ", "MINE!", "Has Space", '"ns:thing"', "漢名", "UPPER", "n" * 64,
    "n" * 65, "n" * 257, "bad--dash", "-edge", "edge-", "'quo''ted'", '"esc\\u00e9"', "a/b", "a\\b", "<tag>", "R&D",
    '"line\\nbreak"', "trailing # comment", "it: has colon", "'  padded  '", "under_score", "dot.ted", "emoji😀",
    "'\"'", "..", "a*b|c?d",
]

# The same, but no text.
NO_TEXT = ["42", "true", "null", "''", "[a]", "{a: b}", "1.50", "2024-01-02", "~", ""]

PATHS = ["'src/**/*.rs'", "\n  - src/**", "'**'", "[]", "''", "5", "src/**, docs/*.md", "[a, 5]", "'!src/**'"]

# What stands after the frontmatter; MARK is the word that only this file has.
BODIES = [
    "# Title here\n\nBody text.\n", "MARK body line\n\nMore.\n", "\n\n  MARK indented\n", "", "## Heading <two>\n",
    "MARK " + "x" * 130 + "\n", "Plain MARK", "---\n\nMARK after a rule\n", "- MARK item\n", "<!-- comment -->\nMARK\n",
    "> MARK quote\n", "MARK\r\nwindows\r\n", "   \n\t\n", "#MARK no space\n", "```\nMARK\n```\n",
    "name: MARK\ndescription: in the body\n", "###### MARK six ######\n", "😀" * 60 + " MARK\n", "MARK 漢字 <b> R&D\n",
]

# Files that are odd as a whole; a pair is an encoding and a text.
WHOLES = [
    "", "\n", "---", "---\n", "---\n---\n", "---\n---", "---\n\n---\nMARK body\n", "MARK no frontmatter at all\n",
    "# MARK\n", "---\n- a\n- MARK\n---\nb\n", "---\nMARK\n---\nb\n", "---\n# MARK\n---\nb\n", "---\nnull\n---\nb\n",
    "---\ndescription: MARK x\n---\ndescription: y\n---\nz\n", '---json\n{"description": "MARK"}\n---\n',
    "---\n{name: flow, description: MARK flow}\n---\n", ("utf-16", "---\nname: u\ndescription: MARK\n---\n"),
    ("latin-1", "---\nname: latin\ndescription: MARK café\n---\n"), ("utf-8-sig", "---\ndescription: MARK sig\n---\n"),
]
