//! What may stand at a place of a manifest: for whoever asks about a key, or is about to write one.

use crate::catalog::manifest::Sort;
use crate::catalog::manifest::form::{Form, Need, Object, PathForm, Target};
use crate::catalog::manifest::keys::{MARKET, PLUGIN};
use crate::catalog::manifest::servers::SERVER;
use crate::catalog::manifest::source::SOURCE;
use crate::hosts::{FieldKind, HookKey, Host};

/// A step into a manifest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// To the value of a key.
    Key(String),
    /// To an item of a list.
    Item,
}

/// What is known of a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyFacts {
    /// Its name.
    pub name: String,
    /// One sentence: what it means.
    pub about: String,
    /// What its value must be, in words.
    pub wanted: String,
    /// It must be there.
    pub needed: bool,
}

/// What may stand as a value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ValueFacts {
    /// The few words that it takes.
    pub words: Vec<String>,
    /// The few values without quotes.
    pub plain: Vec<&'static str>,
    /// A path that leads to this; what it must end with.
    pub path: Option<(Target, Option<&'static str>)>,
}

/// The keys that may stand in the object at a place.
pub fn keys_at(host: &Host, sort: Sort, steps: &[Step]) -> Vec<KeyFacts> {
    let mut keys: Vec<KeyFacts> = Vec::new();
    for level in levels(host, sort, steps) {
        let found = level.keys(host);
        keys.extend(
            found.into_iter().filter(|key| !keys.iter().any(|known| known.name == key.name)).collect::<Vec<_>>(),
        );
    }
    keys
}

/// What may stand as the value at a place.
pub fn values_at(host: &Host, sort: Sort, steps: &[Step]) -> ValueFacts {
    let mut facts = ValueFacts::default();
    for level in levels(host, sort, steps) {
        level.add_values(&mut facts);
    }
    facts
}

/// What stands at a place.
enum Level<'a> {
    Form(&'static Form),
    /// The top of a manifest of which only some keys are known.
    Plain,
    PlainPath,
    Groups,
    Group,
    Hooks,
    Hook,
    HookKey(&'a HookKey),
    HookType(&'a Host),
}

fn levels<'a>(host: &'a Host, sort: Sort, steps: &[Step]) -> Vec<Level<'a>> {
    const PACKAGE: Form = Form::Object(&PLUGIN);
    const CATALOG: Form = Form::Object(&MARKET);
    let mut levels = match (host.packages.strict, sort) {
        (true, Sort::Package) => vec![Level::Form(&PACKAGE)],
        (true, Sort::Market) => vec![Level::Form(&CATALOG)],
        (false, Sort::Package) => vec![Level::Plain],
        (false, Sort::Market) => Vec::new(),
    };
    for step in steps {
        levels = levels.into_iter().flat_map(|level| level.below(host, step)).collect();
    }
    levels
}

/// The object that a form means, where it has one.
fn object_of(form: &'static Form) -> Option<&'static Object> {
    match form {
        Form::Object(object) => Some(object),
        Form::Server => Some(&SERVER),
        Form::Source => Some(&SOURCE),
        _ => None,
    }
}

impl<'a> Level<'a> {
    fn below(self, host: &'a Host, step: &Step) -> Vec<Level<'a>> {
        match (self, step) {
            (Level::Form(Form::Either(forms)), _) => {
                forms.iter().flat_map(|form| Level::Form(form).below(host, step)).collect()
            }
            (Level::Form(Form::List(item) | Form::OneOrMore(item)), Step::Item) => vec![Level::Form(item)],
            (Level::Form(Form::OneOrMore(item)), Step::Key(_)) => Level::Form(item).below(host, step),
            (Level::Form(Form::Table(_, form)), Step::Key(_)) => vec![Level::Form(form)],
            (Level::Form(Form::Hooks), Step::Key(_)) => vec![Level::Groups],
            (Level::Form(form), Step::Key(name)) => {
                let key = object_of(form).and_then(|object| object.key(name));
                key.map(|key| Level::Form(&key.form)).into_iter().collect()
            }
            (Level::Plain, Step::Key(name)) => {
                let key = host.packages.keys.iter().find(|key| key.name == *name && key.path);
                key.map(|_| Level::PlainPath).into_iter().collect()
            }
            (Level::PlainPath, Step::Item) => vec![Level::PlainPath],
            (Level::Groups, Step::Item) => vec![Level::Group],
            (Level::Group, Step::Key(name)) if name == "hooks" => vec![Level::Hooks],
            (Level::Hooks, Step::Item) => vec![Level::Hook],
            (Level::Hook, Step::Key(name)) if name == "type" => vec![Level::HookType(host)],
            (Level::Hook, Step::Key(name)) => {
                let keys = host.hooks.types.iter().flat_map(|it| &it.keys);
                keys.filter(|key| key.name == *name).take(1).map(Level::HookKey).collect()
            }
            _ => Vec::new(),
        }
    }

    fn keys(&self, host: &Host) -> Vec<KeyFacts> {
        let of_hook = |key: &HookKey| KeyFacts {
            name: key.name.clone(),
            about: key.about.clone(),
            wanted: String::new(),
            needed: key.required,
        };
        match self {
            Level::Form(Form::Either(forms)) => forms.iter().flat_map(|form| Level::Form(form).keys(host)).collect(),
            Level::Form(Form::OneOrMore(item)) => Level::Form(item).keys(host),
            Level::Form(Form::Hooks) => {
                let events = host.fields.iter().filter(|fact| fact.key == "hooks").flat_map(|fact| &fact.keys);
                let facts = events.map(|event| KeyFacts {
                    name: event.name.clone(),
                    about: event.about.clone(),
                    wanted: "a list".to_owned(),
                    needed: false,
                });
                facts.collect()
            }
            Level::Form(form) => {
                let keys = object_of(form).into_iter().flat_map(Object::all_keys);
                // What has another place is still read here, and offered there.
                let keys = keys.filter(|key| !matches!(key.need, Need::MovedTo(_)));
                let facts = keys.map(|key| KeyFacts {
                    name: key.name.to_owned(),
                    about: key.about.to_owned(),
                    wanted: key.form.wanted(),
                    needed: key.need == Need::Needed,
                });
                facts.collect()
            }
            Level::Plain => {
                let facts = host.packages.keys.iter().map(|key| KeyFacts {
                    name: key.name.clone(),
                    about: key.about.clone(),
                    wanted: if key.path { "a path or a list".to_owned() } else { wanted(key.kind).to_owned() },
                    needed: host.packages.required.contains(&key.name),
                });
                facts.collect()
            }
            Level::Group => host.hooks.group.iter().map(of_hook).collect(),
            Level::Hook => {
                let about = "What kind of hook it is.".to_owned();
                let kind = KeyFacts { name: "type".to_owned(), about, wanted: "text".to_owned(), needed: true };
                let keys = host.hooks.types.iter().flat_map(|it| &it.keys).map(of_hook);
                std::iter::once(kind).chain(keys.map(|key| KeyFacts { needed: false, ..key })).collect()
            }
            Level::PlainPath | Level::Groups | Level::Hooks | Level::HookKey(_) | Level::HookType(_) => Vec::new(),
        }
    }

    fn add_values(&self, facts: &mut ValueFacts) {
        match self {
            Level::Form(Form::Either(forms)) => forms.iter().for_each(|form| Level::Form(form).add_values(facts)),
            Level::Form(Form::OneOrMore(item)) => Level::Form(item).add_values(facts),
            Level::Form(Form::Word(words)) => facts.words.extend(words.iter().map(|&word| word.to_owned())),
            Level::Form(Form::Flag) => facts.plain = vec!["true", "false"],
            Level::Form(Form::Path(PathForm { target, ending, .. })) => facts.path = Some((*target, *ending)),
            Level::Form(Form::ServerFile) => facts.path = Some((Target::File, Some(".json"))),
            Level::Form(Form::Source) => facts.path = Some((Target::Folder, None)),
            Level::PlainPath => facts.path = Some((Target::Either, None)),
            Level::HookKey(key) => {
                facts.words.extend(key.values.iter().cloned());
                if key.kind == FieldKind::Boolean {
                    facts.plain = vec!["true", "false"];
                }
            }
            Level::HookType(host) => facts.words.extend(host.hooks.types.iter().map(|it| it.name.clone())),
            Level::Form(_) | Level::Plain | Level::Groups | Level::Group | Level::Hooks | Level::Hook => {}
        }
    }
}

fn wanted(kind: FieldKind) -> &'static str {
    match kind {
        FieldKind::Text => "text",
        FieldKind::Boolean => "`true` or `false`",
        FieldKind::Number => "a number",
        FieldKind::List | FieldKind::Sequence => "a list",
        FieldKind::Mapping | FieldKind::TextMapping => "an object",
        FieldKind::Any => "anything",
    }
}
