//! The keys of manifests that must have a certain form, and what each may hold. What a host refuses to load and what
//! its own validation refuses is the same here, but for what [`super::rules`] adds.

use serde_json::Value as Json;

use crate::catalog::manifest::address::is_address;
use crate::catalog::manifest::form::{Form, Key, Kind, Least, Need, Object, Others, PathForm, Target};
use crate::catalog::manifest::name::{dependency, wrong_in_market_name, wrong_in_name};
use crate::settings::Node;

/// The manifest of a package.
pub(super) static PLUGIN: Object = Object {
    base: Some(&PARTS),
    keys: &[
        may(
            "icon",
            Form::Anything,
            "The picture that stands for the package in a directory of packages: the path of a PNG or JPEG.",
        ),
        may("bugs", Form::Anything, "Where people report what does not work."),
        may("support", Form::Anything, "Where people find help."),
        may("docs", Form::Anything, "Where the documentation is."),
        may("screenshots", Form::Anything, "Pictures for a directory of packages."),
        may("privacyPolicyUrl", Form::Anything, "The address of the privacy policy, for a directory of packages."),
        may("termsOfServiceUrl", Form::Anything, "The address of the terms of service, for a directory of packages."),
    ],
    others: Others::Told,
};

/// An entry of a marketplace: what a manifest says may stand here too.
pub(super) static ENTRY: Object = Object {
    base: Some(&PARTS),
    keys: &[
        key(
            "source",
            Form::Source,
            Need::Needed,
            "Where the package comes from: a path from the folder of the marketplace, or an object that names a repository or a package of a registry.",
        ),
        may("category", Form::Text, "The kind of package, by which a list of packages is sorted."),
        may("tags", TEXTS, "Words by which the package is found."),
        may(
            "strict",
            Form::Flag,
            "With `false` this entry describes the package alone, and its folder needs no manifest.",
        ),
        key(
            "relevance",
            Form::Object(&RELEVANCE),
            Need::Lenient,
            "When the package is proposed to somebody who does not have it.",
        ),
    ],
    others: Others::Told,
};

/// The catalogue of a marketplace.
pub(super) static MARKET: Object = Object {
    base: None,
    keys: &[
        may("$schema", Form::Text, "The JSON Schema by which editors check this file; the agent does not look at it."),
        key(
            "name",
            Form::Rule(Kind::Text, wrong_in_market_name),
            Need::Needed,
            "What the marketplace is called: its packages are installed as `package@name`.",
        ),
        may("version", Form::Text, "The version of the marketplace."),
        key("description", Form::Text, Need::Wished, "What the marketplace offers."),
        key("owner", Form::Object(&PERSON), Need::Needed, "Who keeps the marketplace."),
        key("plugins", Form::List(&Form::Object(&ENTRY)), Need::Needed, "The packages that it offers."),
        may(
            "forceRemoveDeletedPlugins",
            Form::Flag,
            "With `true` a package that is taken out of the list is removed where it was installed.",
        ),
        may(
            "allowCrossMarketplaceDependenciesOn",
            TEXTS,
            "The other marketplaces from which dependencies of its packages may come.",
        ),
        may(
            "renames",
            Form::Table(any_key, &Form::Anything),
            "Old names of packages, and what each is called now; `null` when it is gone.",
        ),
        may(
            "metadata",
            Form::Object(&MARKET_METADATA),
            "The description and version in their older place, and the folder of the packages.",
        ),
    ],
    others: Others::Told,
};

/// An entry in the list of installed packages.
pub(super) static RECORD: Object = Object {
    base: None,
    keys: &[
        key("scope", Form::Word(&["managed", "user", "project", "local"]), Need::Needed, "For whom it was installed."),
        may("projectPath", Form::Text, "The project for which it was installed."),
        key("installPath", Form::Text, Need::Needed, "Where it lies."),
        may("version", Form::Text, "Its version."),
        may("installedAt", Form::Text, "When it was installed."),
        may("lastUpdated", Form::Text, "When it was last brought up to date."),
        may("gitCommitSha", Form::Text, "The commit that was installed."),
        may("auto", Form::Flag, "Whether it came with another package."),
    ],
    others: Others::Free,
};

/// The same in the first version of that list.
pub(super) static FIRST_RECORD: Object = Object {
    base: None,
    keys: &[
        may("scope", Form::Word(&["managed", "user", "project", "local"]), "For whom it was installed."),
        key("version", Form::Text, Need::Needed, "Its version."),
        key("installedAt", Form::Text, Need::Needed, "When it was installed."),
        key("installPath", Form::Text, Need::Needed, "Where it lies."),
        may("projectPath", Form::Text, "The project for which it was installed."),
        may("lastUpdated", Form::Text, "When it was last brought up to date."),
        may("gitCommitSha", Form::Text, "The commit that was installed."),
        may("auto", Form::Flag, "Whether it came with another package."),
    ],
    others: Others::Free,
};

/// What a manifest and an entry of a marketplace have in common.
static PARTS: Object = Object {
    base: None,
    keys: &[
        key(
            "name",
            Form::Rule(Kind::Text, wrong_in_name),
            Need::Needed,
            "What the package is called; its skills are `name:skill`.",
        ),
        may("$schema", Form::Text, "The JSON Schema by which editors check this file; the agent does not look at it."),
        may("displayName", Form::Text, "The name that people see."),
        key("version", Form::Text, Need::Wished, "The version; an update is offered when it changes."),
        key("description", Form::Text, Need::Wished, "What the package does, for people who choose one."),
        key("author", Form::Object(&PERSON), Need::Wished, "Who wrote it."),
        may("homepage", Form::Rule(Kind::Text, wrong_in_address), "The address of its home page."),
        may("repository", Form::Text, "The address of its source."),
        may("license", Form::Text, "Its licence, as an SPDX id such as `MIT`."),
        may("keywords", TEXTS, "Words by which it is found."),
        may("defaultEnabled", Form::Flag, "With `false` it is off until somebody switches it on."),
        may(
            "dependencies",
            Form::List(&DEPENDENCY),
            "The packages without which it is not loaded: `name`, or `name@marketplace`.",
        ),
        may(
            "hooks",
            Form::OneOrMore(&Form::Either(&[file(".json"), Form::Hooks])),
            "Hooks, or the files that hold them, besides `hooks/hooks.json`.",
        ),
        may(
            "commands",
            Form::Either(&[Form::OneOrMore(&anything()), Form::Table(any_key, &Form::Object(&COMMAND))]),
            "Command files and folders, instead of `commands`; or an object that names them.",
        ),
        may("agents", Form::OneOrMore(&file(".md")), "Files of agents, instead of the folder `agents`."),
        may("skills", Form::OneOrMore(&SKILL_FOLDER), "Folders of skills, besides `skills`."),
        may(
            "outputStyles",
            Form::OneOrMore(&anything()),
            "Files and folders of output styles, instead of `output-styles`.",
        ),
        key(
            "themes",
            Form::OneOrMore(&anything()),
            Need::MovedTo("experimental"),
            "Files and folders of colour themes.",
        ),
        may("workflows", Form::OneOrMore(&anything()), "Files and folders of workflows."),
        may("channels", Form::List(&Form::Object(&CHANNEL)), "MCP servers through which messages reach the agent."),
        may(
            "mcpServers",
            Form::OneOrMore(&Form::Either(&[Form::ServerFile, Form::Table(any_key, &Form::Server)])),
            "MCP servers by their names, or the files that hold them, besides `.mcp.json`.",
        ),
        may(
            "lspServers",
            Form::OneOrMore(&Form::Either(&[file(".json"), Form::Table(any_key, &Form::Object(&LANGUAGE_SERVER))])),
            "Language servers by their names, or the files that hold them.",
        ),
        key(
            "monitors",
            MONITORS,
            Need::MovedTo("experimental"),
            "Commands that run in the background and whose output the model sees.",
        ),
        may("settings", Form::Table(any_key, &Form::Anything), "Settings that count while the package is on."),
        may("types", TYPES, "The TypeScript declarations of what its hooks offer to others."),
        may("userConfig", OPTIONS, "Values that the user is asked for when the package is switched on."),
        key("experimental", Form::Object(&EXPERIMENTAL), Need::Lenient, "Parts whose form may still change."),
        key(
            "metadata",
            Form::Table(any_key, &Form::Anything),
            Need::Lenient,
            "Anything that other programs want to know.",
        ),
        key("engines", Form::Engines, Need::Lenient, "The versions of the agent that it needs, such as `>=2.1.0`."),
    ],
    others: Others::Told,
};

static EXPERIMENTAL: Object = Object {
    base: None,
    keys: &[
        may("themes", Form::OneOrMore(&anything()), "Files and folders of colour themes."),
        may(
            "outputStyles",
            Form::OneOrMore(&Form::Path(PathForm { looked_for: false, ..ANYTHING })),
            "Files and folders of output styles.",
        ),
        may("monitors", MONITORS, "Commands that run in the background and whose output the model sees."),
        may("evals", Form::OneOrMore(&Form::Text), "Folders of cases with which the package is tried out."),
    ],
    others: Others::Told,
};

static PERSON: Object = Object {
    base: None,
    keys: &[
        key("name", Form::Filled, Need::Needed, "The name of a person or an organisation."),
        may("email", Form::Text, "Where to write to."),
        may("url", Form::Text, "Where to read more."),
    ],
    others: Others::Free,
};

static MARKET_METADATA: Object = Object {
    base: None,
    keys: &[
        may("pluginRoot", Form::Text, "The folder for entries whose `source` is but a name."),
        may("version", Form::Text, "The version of the marketplace."),
        may("description", Form::Text, "What the marketplace offers."),
    ],
    others: Others::Told,
};

static RELEVANCE: Object = Object {
    base: None,
    keys: &[
        may("topic", Form::Text, "What the package is about, in a few words."),
        key("signals", Form::Object(&SIGNALS), Need::Needed, "What in a session tells that the package would help."),
    ],
    others: Others::Told,
};

/// The signs that a package would help, of which there must be one.
pub(super) static SIGNALS: Object = Object {
    base: None,
    keys: &[
        may("cli", Form::Anything, "Programs that are run."),
        may("hosts", Form::Anything, "Hosts of addresses that come up."),
        may("filesRead", Form::Anything, "Files that are read."),
        may("manifestDeps", Form::Anything, "Dependencies of the project."),
        may("cwd", Form::Anything, "Folders in which the agent is started."),
    ],
    others: Others::Told,
};

static COMMAND: Object = Object {
    base: None,
    keys: &[
        may("source", anything(), "The file of the command."),
        may("content", Form::Text, "The text of the command itself."),
        may("description", Form::Text, "What it does."),
        may("argumentHint", Form::Text, "What is shown behind its name: which arguments it takes."),
        may("model", Form::Text, "The model that runs it."),
        may("allowedTools", TEXTS, "The tools that it may use without asking."),
    ],
    others: Others::Free,
};

static CHANNEL: Object = Object {
    base: None,
    keys: &[
        key("server", Form::Filled, Need::Needed, "The MCP server of the channel, by its name in `mcpServers`."),
        may("displayName", Form::Text, "The name that people see."),
        may("userConfig", OPTIONS, "Values that the user is asked for."),
    ],
    others: Others::Refused,
};

static LANGUAGE_SERVER: Object = Object {
    base: None,
    keys: &[
        key(
            "command",
            Form::Rule(Kind::Text, wrong_in_program),
            Need::Needed,
            "The program; its arguments stand in `args`.",
        ),
        key(
            "extensionToLanguage",
            Form::Rule(Kind::Object, wrong_in_languages),
            Need::Needed,
            "The language of each ending of file names: `{\".rs\": \"rust\"}`.",
        ),
        may("args", Form::List(&Form::Filled), "Arguments of the program."),
        may(
            "transport",
            Form::Word(&["stdio", "socket"]),
            "How the agent speaks with it; `stdio` unless said otherwise.",
        ),
        may("env", Form::Table(any_key, &Form::Text), "Environment variables of the program."),
        may("initializationOptions", Form::Anything, "What it is told when it starts."),
        may("settings", Form::Anything, "Its settings."),
        may("workspaceFolder", Form::Text, "The folder that it works in."),
        may(
            "startupTimeout",
            Form::Number(Least::Whole(1)),
            "After so many milliseconds without a start it is given up.",
        ),
        may(
            "shutdownTimeout",
            Form::Number(Least::Whole(1)),
            "After so many milliseconds without an end it is stopped.",
        ),
        may("restartOnCrash", Form::Flag, "Whether it is started again when it breaks down."),
        may("maxRestarts", Form::Number(Least::Whole(0)), "How often it is started again."),
        may("diagnostics", Form::Flag, "Whether its findings reach the model."),
    ],
    others: Others::Refused,
};

static MONITOR: Object = Object {
    base: None,
    keys: &[
        key("name", Form::Filled, Need::Needed, "Its name, which no other of the package has."),
        key(
            "command",
            Form::Filled,
            Need::Needed,
            "The command that runs in the background; each line that it prints reaches the model.",
        ),
        key("description", Form::Filled, Need::Needed, "What it watches."),
        may(
            "when",
            Form::Rule(Kind::Text, wrong_in_when),
            "When it starts: `always`, or `on-skill-invoke:` and the name of a skill.",
        ),
    ],
    others: Others::Refused,
};

static OPTION: Object = Object {
    base: None,
    keys: &[
        key(
            "type",
            Form::Word(&["string", "number", "boolean", "directory", "file"]),
            Need::Needed,
            "What the user enters.",
        ),
        key("title", Form::Text, Need::Needed, "What the user is asked."),
        key("description", Form::Text, Need::Needed, "What the value is for."),
        may("required", Form::Flag, "Whether the package needs it."),
        may(
            "default",
            Form::Either(&[Form::Text, Form::Number(Least::Any), Form::Flag, Form::List(&Form::Text)]),
            "The value when the user enters none.",
        ),
        may("multiple", Form::Flag, "Whether several values may be entered."),
        may("sensitive", Form::Flag, "Whether it is a secret, and kept as one."),
        may("min", Form::Number(Least::Any), "The smallest number."),
        may("max", Form::Number(Least::Any), "The largest number."),
        may("options", Form::List(&Form::Text), "The texts among which the user chooses; only for `string`."),
    ],
    others: Others::Refused,
};

const TEXTS: Form = Form::List(&Form::Text);
const OPTIONS: Form = Form::Table(wrong_in_option_name, &Form::Object(&OPTION));
const MONITORS: Form = Form::Either(&[file(".json"), Form::List(&Form::Object(&MONITOR))]);
const ANYTHING: PathForm = PathForm { target: Target::Either, ending: None, dot: false, looked_for: true };
const SKILL_FOLDER: Form = Form::Path(PathForm { target: Target::Folder, dot: true, ..ANYTHING });
const TYPES: Form = Form::Path(PathForm { target: Target::File, ending: Some(".d.ts"), ..ANYTHING });
const DEPENDENCY: Form =
    Form::Either(&[Form::Rule(Kind::Text, wrong_in_dependency), Form::Rule(Kind::Object, wrong_in_dependency)]);

const fn key(name: &'static str, form: Form, need: Need, about: &'static str) -> Key {
    Key { name, form, need, about }
}

pub(super) const fn may(name: &'static str, form: Form, about: &'static str) -> Key {
    key(name, form, Need::May, about)
}

/// A file or a folder.
const fn anything() -> Form {
    Form::Path(ANYTHING)
}

const fn file(ending: &'static str) -> Form {
    Form::Path(PathForm { target: Target::Either, ending: Some(ending), ..ANYTHING })
}

fn any_key(_: &str) -> Option<String> {
    None
}

fn wrong_in_address(node: &Node) -> Option<String> {
    let text = node.text().filter(|text| !is_address(text))?;
    Some(format!("is `{text}`, which is no web address"))
}

/// What is wrong with an entry of `dependencies`.
fn wrong_in_dependency(node: &Node) -> Option<String> {
    dependency(&node.plain()).is_none().then(|| "is neither `name` nor `name@marketplace`".to_owned())
}

fn wrong_in_program(node: &Node) -> Option<String> {
    let text = node.text()?;
    if text.is_empty() {
        return Some("is empty".to_owned());
    }
    let has_arguments = text.contains(' ') && !text.starts_with('/');
    has_arguments.then(|| format!("is `{text}`, but arguments belong in `args`"))
}

fn wrong_in_languages(node: &Node) -> Option<String> {
    let members = node.members();
    if members.is_empty() {
        return Some("is empty".to_owned());
    }
    members.iter().find_map(|member| {
        let is_ending = member.key.starts_with('.') && member.key.chars().count() > 1;
        let is_language = member.value.text().is_some_and(|language| !language.is_empty());
        match (is_ending, is_language) {
            (false, _) => Some(format!("has the key `{}`, but an ending begins with a dot", member.key)),
            (true, false) => Some(format!("names no language for `{}`", member.key)),
            (true, true) => None,
        }
    })
}

fn wrong_in_when(node: &Node) -> Option<String> {
    let text = node.text()?;
    let is_right = text == "always" || text.strip_prefix("on-skill-invoke:").is_some_and(|skill| !skill.is_empty());
    (!is_right).then(|| format!("is `{text}`, but must be `always`, or `on-skill-invoke:` and the name of a skill"))
}

fn wrong_in_option_name(name: &str) -> Option<String> {
    let is_name = name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
        && name.chars().all(|it| it.is_ascii_alphanumeric() || it == '_');
    (!is_name).then(|| "may only hold letters, digits and `_`, and no digit first".to_owned())
}

/// What is wrong among the keys of an object, beyond each by itself: where, and what.
pub(super) fn wrong_together<'a>(object: &Object, node: &'a Node) -> Vec<(&'a Node, String)> {
    let has = |key: &str| node.get(key).is_some_and(|it| it.value.text().is_some_and(|text| !text.is_empty()));
    if std::ptr::eq(object, &COMMAND) && has("source") == has("content") {
        return vec![(node, "needs either `source` or `content`".to_owned())];
    }
    if std::ptr::eq(object, &SIGNALS) && !object.all_keys().any(|key| node.get(key.name).is_some()) {
        return vec![(node, "names no sign by which the package is proposed".to_owned())];
    }
    if std::ptr::eq(object, &OPTION) {
        return wrong_in_options(node);
    }
    Vec::new()
}

/// What is wrong with the choice that an option gives.
fn wrong_in_options(node: &Node) -> Vec<(&Node, String)> {
    let Some(options) = node.get("options") else { return Vec::new() };
    let is_on = |key: &str| node.get(key).is_some_and(|it| it.value.plain() == Json::Bool(true));
    let is_plain = node.get("type").and_then(|it| it.value.text()) == Some("string") && !is_on("multiple");
    if !is_plain || is_on("sensitive") {
        let message = "is only for `string`, and neither with `multiple` nor with `sensitive`";
        return vec![(&options.value, message.to_owned())];
    }
    let items: Vec<&str> = options.value.items().iter().filter_map(Node::text).collect();
    let default = node.get("default").map(|it| &it.value);
    let is_among = default.and_then(Node::text).is_some_and(|default| items.contains(&default));
    let mut wrong = Vec::new();
    if options.value.items().is_empty() {
        wrong.push((&options.value, "is empty".to_owned()));
    }
    if !is_among && !is_on("required") {
        wrong
            .push((default.unwrap_or(&options.value), "needs a `default` among the options, or `required`".to_owned()));
    }
    wrong
}

/// What is wrong among the items of a list, beyond each by itself.
pub(super) fn wrong_among(item: &Form, node: &Node) -> Option<String> {
    let Form::Object(object) = item else { return None };
    if !std::ptr::eq(*object, &MONITOR) {
        return None;
    }
    let names: Vec<&str> = node.items().iter().filter_map(|it| it.get("name")?.value.text()).collect();
    let again = names.iter().enumerate().find(|(at, name)| names.iter().take(*at).any(|known| known == *name));
    again.map(|(_, name)| format!("has two entries that are called `{name}`"))
}
