//! The manifests of packages and the catalogues of marketplaces: which form each must have, what is wrong with one, and
//! which paths it names. Whether a package is loaded and what is found in its manifest is decided by the same table.

mod address;
mod entry_form;
mod form;
mod hooks;
mod installed;
mod keys;
mod lookup;
mod name;
mod plain;
mod rules;
mod servers;
mod source;
mod subject;
#[cfg(test)]
mod tests;
mod walk;

use serde_json::Value as Json;

use crate::hosts::Host;
use crate::settings::{Format, Node, Settings};
use crate::text::Span;

pub use entry_form::{has_wrong_form, wrong_in_package};
pub use form::{Form, Key, Kind, Need, Object, PathForm, Target};
pub use installed::wrong_in_installed;
pub use lookup::{KeyFacts, Step, ValueFacts, keys_at, values_at};
pub use name::{dependency, is_plain_name};
pub use subject::{Sort, Subject, file_names, subjects};

use keys::{ENTRY, MARKET, PLUGIN};
use walk::Walk;

/// Something wrong in a manifest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Where.
    pub span: Span,
    /// The keys down to it, with dots between them.
    pub key: String,
    /// The entry of a marketplace in which it stands.
    pub entry: Option<usize>,
    /// What it costs.
    pub cost: Cost,
    /// What it is about.
    pub matter: Matter,
    /// What is wrong, without a full stop.
    pub message: String,
    /// What the author evidently meant.
    pub cure: Option<Cure>,
}

/// What a fault costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cost {
    /// The host does not load the package, or the marketplace, or the entry.
    Refused,
    /// The host loads it, as far as it goes; its own validation refuses it.
    Invalid,
    /// The host passes this part over.
    Ignored,
    /// It does no harm here; the host advises against it.
    Advised,
}

/// What a fault is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Matter {
    /// What stands there.
    Form,
    /// A key that nobody reads here, and those that are read.
    UnknownKey {
        /// The keys that may stand there.
        known: Vec<String>,
    },
    /// What the host wishes for, and does not find.
    Incomplete,
}

/// What the author evidently meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cure {
    /// This text in the place of what stands there.
    Replace(Span, String),
    /// Nothing: what stands under this key is so anyhow.
    Remove(String),
}

/// A path that a manifest names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PathUse {
    /// Where it stands, quotes included.
    pub span: Span,
    /// The keys down to it, with dots between them.
    pub key: String,
    /// As it is written.
    pub written: String,
    /// What it must lead to.
    pub target: Target,
    /// The entry of a marketplace in which it stands: it begins in the folder of that entry's package, but for `source`.
    pub entry: Option<usize>,
    /// The host complains when there is nothing.
    pub is_looked_for: bool,
}

/// What is found in a manifest.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Examined {
    /// What is wrong, in the order of the table.
    pub faults: Vec<Fault>,
    /// The paths that it names.
    pub paths: Vec<PathUse>,
}

/// What is found in the text of a manifest, in the eyes of a host.
pub fn examine(host: &Host, sort: Sort, text: &str) -> Examined {
    let Settings { root, problem } = Format::Json.parse(text);
    let is_blank = text.trim_start_matches(MARK).trim().is_empty();
    let problem = problem.map(|problem| (problem.offset, problem.message));
    if let Some((offset, message)) = problem.or_else(|| is_blank.then(|| (0, "the file is empty".to_owned()))) {
        let end = text.get(offset..).and_then(|rest| rest.chars().next()).map_or(offset, |it| offset + it.len_utf8());
        return Examined { faults: vec![syntax(Span::new(offset, end), &message, text)], paths: Vec::new() };
    }
    if host.packages.refuses_bom && text.starts_with(MARK) {
        return Examined { faults: vec![byte_order_mark()], paths: Vec::new() };
    }
    if !host.packages.strict {
        return plain::examine(host, sort, &root);
    }
    let mut walk = Walk::new(host);
    match sort {
        Sort::Package => walk.root(&PLUGIN, &root),
        Sort::Market => walk.root(&MARKET, &root),
    }
    rules::add(&mut walk, sort, &root);
    if sort == Sort::Package {
        spare_what_is_shown(host, &mut walk.faults);
    }
    Examined { faults: walk.faults, paths: walk.paths }
}

/// A sign that some editors put before a text, and that not every reader of JSON takes for nothing.
const MARK: char = '\u{feff}';

fn byte_order_mark() -> Fault {
    let span = Span::new(0, MARK.len_utf8());
    let message = "The file begins with a byte order mark, which JSON does not have".to_owned();
    let cure = Some(Cure::Replace(span, String::new()));
    Fault { span, key: String::new(), entry: None, cost: Cost::Refused, matter: Matter::Form, message, cure }
}

/// JSON that cannot be read. A comma too many is evidently meant to go.
fn syntax(span: Span, message: &str, text: &str) -> Fault {
    let before = text.get(..span.start).unwrap_or_default().trim_end();
    let is_closing = matches!(span.of(text), "}" | "]");
    let comma = before.ends_with(',').then(|| Span::new(before.len() - 1, before.len())).filter(|_| is_closing);
    let cure = comma.map(|comma| Cure::Replace(comma, String::new()));
    let message = format!("This is not JSON: {message}");
    Fault { span, key: String::new(), entry: None, cost: Cost::Refused, matter: Matter::Form, message, cure }
}

/// Why a host does not load a manifest, if it does not.
pub fn wrong_in_manifest(host: &Host, manifest: &Json) -> Option<String> {
    let mut walk = Walk::new(host);
    walk.root(&PLUGIN, &Node::of(manifest));
    spare_what_is_shown(host, &mut walk.faults);
    refusal(walk.faults)
}

/// A manifest is loaded without what is only shown and wrong.
fn spare_what_is_shown(host: &Host, faults: &mut [Fault]) {
    for fault in faults.iter_mut().filter(|fault| fault.cost == Cost::Refused) {
        let key = fault.key.split('.').next().unwrap_or_default();
        if host.packages.shown.iter().any(|shown| shown == key) {
            fault.cost = Cost::Invalid;
        }
    }
}

/// Why a host does not take a marketplace, if it does not; its entries stand each for itself.
pub fn wrong_in_market(host: &Host, catalog: &Json) -> Option<String> {
    let mut root = catalog.clone();
    if let Some(plugins) = root.get_mut("plugins").and_then(Json::as_array_mut) {
        plugins.clear();
    }
    let mut walk = Walk::new(host);
    walk.root(&MARKET, &Node::of(&root));
    refusal(walk.faults)
}

/// Whether an entry of a marketplace is understood; of another only the name counts. Where its package comes from is
/// asked elsewhere.
pub fn is_entry(host: &Host, entry: &Json) -> bool {
    let mut walk = Walk::new(host);
    walk.entry = Some(0);
    walk.root(&ENTRY, &Node::of(entry));
    walk.faults.retain(|fault| !fault.key.starts_with("source"));
    refusal(walk.faults).is_none()
}

fn refusal(faults: Vec<Fault>) -> Option<String> {
    faults.into_iter().find(|fault| fault.cost == Cost::Refused).map(|fault| fault.message)
}

impl Cure {
    /// A path without the beginning that it needs.
    fn dotted(node: &Node) -> Option<Cure> {
        let text = node.text()?;
        let is_plain = text.starts_with(|first: char| first.is_alphanumeric() || first == '_')
            && !text.contains([':', '\\', '$', '@'])
            && !text.split('/').any(|part| part == "..");
        is_plain.then(|| Cure::Replace(node.span, quoted(&format!("./{text}"))))
    }

    /// A value of another kind that says what is wanted all the same.
    fn of_kind(form: &Form, node: &Node, name: &str) -> Option<Cure> {
        let new = match (form, &node.plain()) {
            // A version that was written as a number.
            (Form::Text, Json::Number(number)) => quoted(&number.to_string()),
            (Form::Flag, Json::String(word)) if word == "true" || word == "false" => word.clone(),
            // The form of npm.
            (Form::Text, Json::Object(object)) if name == "repository" => quoted(object.get("url")?.as_str()?),
            (Form::Object(_), Json::String(person)) if name == "author" || name == "owner" => person_of(person)?,
            (Form::List(Form::Text), Json::String(text)) if !text.contains([',', ' ']) && !text.is_empty() => {
                format!("[{}]", quoted(text))
            }
            _ => return None,
        };
        Some(Cure::Replace(node.span, new))
    }
}

/// `Name <address> (page)` as an object.
fn person_of(written: &str) -> Option<String> {
    let between = |open: char, close: char| {
        let (_, rest) = written.split_once(open)?;
        rest.split_once(close).map(|(inside, _)| inside.trim())
    };
    let name = written.split(['<', '(']).next()?.trim();
    let mut parts = vec![format!("\"name\": {}", quoted(Some(name).filter(|name| !name.is_empty())?))];
    parts.extend(between('<', '>').map(|it| format!("\"email\": {}", quoted(it))));
    parts.extend(between('(', ')').map(|it| format!("\"url\": {}", quoted(it))));
    Some(format!("{{ {} }}", parts.join(", ")))
}

fn quoted(text: &str) -> String {
    Json::from(text).to_string()
}
