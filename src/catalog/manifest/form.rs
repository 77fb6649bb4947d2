//! What a value in a manifest must be.

use serde_json::Value as Json;

use crate::settings::{Node, Value};

/// What a value must be.
#[derive(Clone, Copy)]
pub enum Form {
    /// Anything.
    Anything,
    /// Text.
    Text,
    /// Text that is not empty.
    Filled,
    /// `true` or `false`.
    Flag,
    /// A number that is not below this one.
    Number(Least),
    /// One of a few words.
    Word(&'static [&'static str]),
    /// A value of a kind for which there is a rule of its own: what is wrong with it, after its name.
    Rule(Kind, fn(&Node) -> Option<String>),
    /// A path from the folder of the package.
    Path(PathForm),
    /// A list.
    List(&'static Form),
    /// A single one, or a list.
    OneOrMore(&'static Form),
    /// An object in which any keys may stand; what is wrong with a key, and what its value must be.
    Table(fn(&str) -> Option<String>, &'static Form),
    /// An object with certain keys.
    Object(&'static Object),
    /// Of the kinds that a value may have, the first that it has.
    Either(&'static [Form]),
    /// The path of a file of MCP servers, or the address of a bundle of them.
    ServerFile,
    /// An MCP server.
    Server,
    /// Hooks by their events, as the data of the host describes them.
    Hooks,
    /// The versions of programs that are needed, by program.
    Engines,
    /// Where the package of an entry comes from.
    Source,
}

/// The smallest number that a key takes.
#[derive(Clone, Copy, PartialEq)]
pub enum Least {
    /// Any number.
    Any,
    /// A whole number, this one or more.
    Whole(i64),
}

/// A path in a manifest.
#[derive(Clone, Copy)]
pub struct PathForm {
    /// What it must lead to.
    pub target: Target,
    /// What it must end with, when it is a file of a certain kind.
    pub ending: Option<&'static str>,
    /// `.` alone stands for the package itself.
    pub dot: bool,
    /// The host tells when there is nothing.
    pub looked_for: bool,
}

/// What a path must lead to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// A folder.
    Folder,
    /// A file.
    File,
    /// Either.
    Either,
}

/// An object with certain keys.
pub struct Object {
    /// What it takes over: its keys are those of the other, and its own.
    pub base: Option<&'static Object>,
    /// Its keys.
    pub keys: &'static [Key],
    /// What becomes of other keys.
    pub others: Others,
}

/// What becomes of a key that nobody knows.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Others {
    /// The host says that it passes it over.
    Told,
    /// Nobody cares.
    Free,
    /// The host refuses the whole manifest.
    Refused,
}

/// A key of an object.
pub struct Key {
    /// Its name.
    pub name: &'static str,
    /// What its value must be.
    pub form: Form,
    /// What happens when it is wrong, or not there.
    pub need: Need,
    /// One sentence: what it means.
    pub about: &'static str,
}

/// How much a key matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// It must be there, and be right.
    Needed,
    /// It may be left out.
    May,
    /// A value of another kind is passed over.
    Lenient,
    /// It may be left out, though the host wishes for it.
    Wished,
    /// It is read here for the time being; its place is the object of this name.
    MovedTo(&'static str),
}

/// The kind of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Text.
    Text,
    /// A number.
    Number,
    /// `true` or `false`.
    Flag,
    /// A list.
    List,
    /// An object.
    Object,
    /// Nothing.
    Null,
}

impl Kind {
    /// The kind of a value.
    pub fn of(node: &Node) -> Kind {
        match &node.value {
            Value::Map(_) => Kind::Object,
            Value::List(_) => Kind::List,
            Value::Text(_) => Kind::Text,
            Value::Other(other) => match **other {
                Json::Bool(_) => Kind::Flag,
                Json::Number(_) => Kind::Number,
                _ => Kind::Null,
            },
        }
    }

    /// What a message calls it.
    pub fn word(self) -> &'static str {
        match self {
            Kind::Text => "text",
            Kind::Number => "a number",
            Kind::Flag => "`true` or `false`",
            Kind::List => "a list",
            Kind::Object => "an object",
            Kind::Null => "`null`",
        }
    }
}

impl Form {
    /// Whether a value of a kind may be right here.
    pub fn takes(&self, kind: Kind) -> bool {
        match self {
            Form::Anything => true,
            Form::Text | Form::Filled | Form::Word(_) | Form::Path(_) | Form::ServerFile => kind == Kind::Text,
            Form::Flag => kind == Kind::Flag,
            Form::Number(_) => kind == Kind::Number,
            Form::Rule(own, _) => kind == *own,
            Form::List(_) => kind == Kind::List,
            Form::OneOrMore(item) => kind == Kind::List || item.takes(kind),
            Form::Table(..) | Form::Object(_) | Form::Server | Form::Hooks | Form::Engines => kind == Kind::Object,
            Form::Either(forms) => forms.iter().any(|form| form.takes(kind)),
            Form::Source => matches!(kind, Kind::Text | Kind::Object),
        }
    }

    /// What it must be, in words.
    pub fn wanted(&self) -> String {
        match self {
            Form::Anything => "anything".to_owned(),
            Form::Text | Form::Filled => "text".to_owned(),
            Form::Flag => "`true` or `false`".to_owned(),
            Form::Number(_) => "a number".to_owned(),
            Form::Word(words) => one_of(words.iter().map(|word| format!("`{word}`")).collect()),
            Form::Rule(kind, _) => kind.word().to_owned(),
            Form::Path(PathForm { ending: Some(ending), .. }) => format!("the path of a `{ending}` file"),
            Form::Path(_) | Form::ServerFile => "a path".to_owned(),
            Form::List(item) => match item {
                Form::Text | Form::Filled => "a list of texts".to_owned(),
                Form::Object(_) => "a list of objects".to_owned(),
                _ => "a list".to_owned(),
            },
            Form::OneOrMore(item) => format!("{} or a list", item.wanted()),
            Form::Table(..) | Form::Object(_) | Form::Server | Form::Hooks | Form::Engines => "an object".to_owned(),
            Form::Either(forms) => one_of(forms.iter().map(Form::wanted).collect()),
            Form::Source => "a path or an object".to_owned(),
        }
    }
}

fn one_of(words: Vec<String>) -> String {
    match words.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        _ => words.concat(),
    }
}

impl Object {
    /// Its keys, with those that it takes over.
    pub fn all_keys(&self) -> impl Iterator<Item = &'static Key> {
        let base = self.base.map(|base| base.keys).unwrap_or_default();
        base.iter().chain(self.keys)
    }

    /// The key of this name.
    pub fn key(&self, name: &str) -> Option<&'static Key> {
        self.all_keys().find(|key| key.name == name)
    }
}
