"""What all hosts have in common: where they look, how they are started, and how their listing is taken apart."""
import dataclasses
import json
import re
import shutil

from proof import pins
from proof.problem import NoListing


@dataclasses.dataclass
class Listing:
    """What a host put before its model for the skills on disk."""
    entries: list                # the text of each, in order
    text: str                    # the same with the separators between them
    header: str = ""             # what stands before the first
    footer: str = ""             # what stands after the last
    loaded: list = dataclasses.field(default_factory=list)  # [{name, path}], where it can be told
    more: dict = dataclasses.field(default_factory=dict)

    def expected(self, agent):
        """In the form of a stored case."""
        return {"host": agent.id, "version": pins.pins()[agent.id].version, "entries": self.entries,
                "listing": self.text, "header": self.header, "footer": self.footer, "loaded": self.loaded} | self.more


class Agent:
    """A host. The class says what trees for it may hold; an object is one run of it."""
    id = ""
    user_roots, project_roots = [], []   # relative to HOME, and to a folder of the project
    foreign_roots = []                   # roots of others: nothing in them may show up
    races = False                        # which of two skills of one name is used is left to chance
    names_must_be_text = False           # one name that is no text stops all loading
    goes_round = False                   # it follows a link to its own folder until the system refuses: we name the file plainly
    files_must_be_text = False           # one file that is not UTF-8 keeps it from starting

    def __init__(self, manifest, hosts, root, scratch):
        self.manifest, self.root, self.scratch = manifest, root, scratch
        self.installed, self.home = hosts / self.id, root / "home"

    @property
    def prompt(self):
        """What the user says: what the manifest has them type, or anything."""
        return self.manifest.get("types", "say hi to me")

    # What trees may hold beside skills, each a function that takes a `Grower`; None where the host has no such thing.
    # `small_budget` takes the budget as well. `finish` comes last, when all else is decided.
    plugins = commands = settings = small_budget = finish = None

    # The words, after those of `program`, that make a catalogue of plugins known to it, that install a plugin of one, and
    # that install a folder; each takes a path or an address, or a name and its catalogue.
    add_catalogue = install_plugin = install_folder = None

    def variables(self):
        """What the environment needs, beside what the case says."""
        return {}

    def programs(self):
        """Folders with programs that it needs, beside those of the system."""
        return []

    def prepare(self):
        """Writes what points the host to the stand-in for the models."""

    def program(self):
        """The words with which it is started."""
        raise NotImplementedError

    def command(self, flags):
        """The command line."""
        raise NotImplementedError

    def listing(self, requests, printed):
        """The listing, out of what was sent to the models and what was printed."""
        raise NotImplementedError

    # The host's own skills are on, as people run it; otherwise off, where it has a switch for that.
    @property
    def bundled(self):
        return bool(self.manifest.get("bundled"))

    small = {}                           # variables with which it cuts what it can of its own skills

    def own(self, requests, printed):
        """The host's own skills in the listing, in order: (name, text)."""
        return []

    @staticmethod
    def without_place(entry):
        """An entry without the path of its file, which is another one where a package is installed."""
        return entry

    # Where the model loads a skill with a tool: what it calls for one of the manifest's `loads`, as (tool, input).
    call = None
    # Where a person loads one by typing its name: what they type for a load, and what the model then gets.
    typed = typed_text = None
    refusal = ""               # What the answer says when there is no such skill
    file_line = ""             # A line about a file of the skill, where their order changes from run to run

    def unasked(self, *flags):
        """The flags that let the model use its tools without a question, where it is to use one."""
        return flags if self.manifest.get("loads") else ()

    def loaded(self, requests, loads):
        """What the model got for each of the loads, in order: the answers of the tool."""
        is_refusal = lambda answer: self.refusal and re.search(self.refusal, answer)
        return [{"refused": answer} if is_refusal(answer) else answer for answer in tool_answers(requests)]

    # Whether the model may load skills that it asks for by name (`calls` in a manifest).

    def asked_at_once(self, names):
        """The names that one run can ask for together."""
        return [names] if names else []

    def verdicts(self, names, requests, said):
        """`allow`, `ask` or `deny` for each name."""
        raise NotImplementedError

    def package(self, path):
        return self.installed / "node_modules" / path

    def node(self, path):
        return [shutil.which("node") or "node", self.package(path)]

    def merge(self, path, mine):
        """Adds settings of ours to a JSON file in HOME which the case may have as well."""
        file = self.home / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(merged(json.loads(file.read_text()) if file.exists() else {}, mine)))

    def files_by_mark(self, entries, names):
        """The file of each entry, by the word `mark-N` that only that file has; for hosts that show no paths."""
        files = {}
        for item in self.manifest["files"]:
            for mark in MARK.findall(item.get("text", "")):
                files.setdefault(mark, str(self.root / item["path"]))
        marks = [MARK.search(entry) for entry in entries]
        return [{"name": name, "path": files[mark[0]]} for name, mark in zip(names, marks) if mark and mark[0] in files]


MARK = re.compile(r"\bmark-\d+\b")


class ElementAgent(Agent):
    """A host whose prompt has one XML element per skill."""
    opening, closing = "<available_skills>\n", "\n</available_skills>"
    overflow = ""                        # how a line begins that names what was left out
    element = (r"  <skill>\n    <name>(?P<name>.*?)</name>\n    <description>(?P<text>.*?)</description>\n"
               r"    <location>(?P<location>.*?)</location>\n  </skill>")

    def is_on_disk(self, location):
        return location.startswith(f"{self.root}/")

    def files(self, found):
        return [{"name": match["name"], "path": match["location"]} for match in found]

    def listing(self, requests, _):
        if requests and not any(self.opening in text for _, body in requests for text in texts(body)):
            return Listing([], "", self.opening, self.closing)  # It asked a model, and lists nothing.
        text = sent_text(requests, self.opening)
        inner = text.partition(self.opening)[2].partition(self.closing.strip())[0]
        rest = re.sub(self.element, "", inner, flags=re.DOTALL).strip()
        if rest and not rest.startswith(self.overflow or rest + "."):
            raise NoListing(f"this is no entry: {rest[:200]!r}")
        found = [match for match in re.finditer(self.element, inner, re.DOTALL) if self.is_on_disk(match["location"])]
        entries = [match[0] for match in found]
        closing = f"\n{rest}{self.closing}" if rest else self.closing
        return Listing(entries, "\n".join(entries), self.opening, closing, self.files(found))

    def own(self, requests, _):
        inner = sent_text(requests, self.opening).partition(self.opening)[2].partition(self.closing.strip())[0]
        found = [match for match in re.finditer(self.element, inner, re.DOTALL) if not self.is_on_disk(match["location"])]
        return [(match["name"], match["text"]) for match in found]


def sent_text(requests, needle, parts=("messages", "input", "system", "systemInstruction", "contents")):
    """The first text with the needle in it that was sent to a model."""
    for _, body in requests:
        for part in parts:
            for text in texts(body.get(part)):
                if needle in text:
                    return text
    raise NoListing(f"none of {len(requests)} requests has {needle!r}")


def tool_answers(requests):
    """The answers of tools in the last request that has any, in the order of the calls."""
    for _, body in reversed(requests):
        found = {}
        for message in body.get("messages", []):
            if message.get("role") == "tool":
                found[message["tool_call_id"]] = "".join(texts_of(message["content"]))
        for content in body.get("contents", []):
            for part in content.get("parts", []):
                if answer := part.get("functionResponse"):
                    found[len(found)] = answer["response"].get("output", json.dumps(answer["response"]))
        if found:
            return [found[key] for key in sorted(found)]
    raise NoListing(f"none of {len(requests)} requests has an answer of a tool")


def texts_of(content):
    """The texts of a message: one, or one in each part."""
    return [content] if isinstance(content, str) else [part.get("text", "") for part in content]


def texts(value):
    """Every text in a JSON value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, (dict, list)):
        for item in value.values() if isinstance(value, dict) else value:
            yield from texts(item)


def merged(theirs, mine):
    """Two JSON tables made one; mine wins."""
    if isinstance(theirs, dict) and isinstance(mine, dict):
        return theirs | {key: merged(theirs[key], value) if key in theirs else value for key, value in mine.items()}
    return mine
