//! Goes through a manifest with the table in hand, and notes what is wrong and which paths it names.

use crate::catalog::manifest::form::{Form, Kind, Least, Need, Object, Others, PathForm, Target};
use crate::catalog::manifest::keys::{wrong_among, wrong_together};
use crate::catalog::manifest::servers::{Reached, reached, wrong_in_server, wrong_in_server_file};
use crate::catalog::manifest::{Cost, Cure, Fault, Matter, PathUse, hooks, source};
use crate::hosts::Host;
use crate::settings::Node;
use crate::text::Span;

/// The way through a manifest.
pub(super) struct Walk<'a> {
    pub(super) host: &'a Host,
    pub(super) faults: Vec<Fault>,
    pub(super) paths: Vec<PathUse>,
    /// The keys down to here.
    at: Vec<String>,
    /// The entry of a marketplace in which it is.
    pub(super) entry: Option<usize>,
    /// Whether a marketplace says where packages lie whose `source` is but a name.
    has_plugin_root: bool,
}

impl<'a> Walk<'a> {
    pub(super) fn new(host: &'a Host) -> Walk<'a> {
        Walk { host, faults: Vec::new(), paths: Vec::new(), at: Vec::new(), entry: None, has_plugin_root: false }
    }

    /// The whole file.
    pub(super) fn root(&mut self, object: &'static Object, root: &Node) {
        if !root.is_map() {
            return self.fault(
                root.span,
                Cost::Refused,
                format!("The file holds {}, but must hold an object", Kind::of(root).word()),
            );
        }
        self.has_plugin_root =
            root.get("metadata").and_then(|it| it.value.get("pluginRoot")).is_some_and(|it| it.value.text().is_some());
        self.object(object, root, opening(root));
    }

    /// Notes what is wrong with the key at which it is.
    pub(super) fn fault(&mut self, span: Span, cost: Cost, message: String) {
        self.noted(span, cost, Matter::Form, message, None);
    }

    pub(super) fn noted(&mut self, span: Span, cost: Cost, matter: Matter, message: String, cure: Option<Cure>) {
        self.faults.push(Fault { span, key: self.at.join("."), entry: self.entry, cost, matter, message, cure });
    }

    /// Does something at a key below.
    pub(super) fn below<T>(&mut self, key: &str, work: impl FnOnce(&mut Self) -> T) -> T {
        self.at.push(key.to_owned());
        let done = work(self);
        self.at.pop();
        done
    }

    /// An object; `holder` is where its missing keys are told.
    pub(super) fn object(&mut self, object: &'static Object, node: &Node, holder: Span) {
        for key in object.all_keys().filter(|key| key.need == Need::Needed && node.get(key.name).is_none()) {
            self.below(key.name, |walk| walk.fault(holder, Cost::Refused, format!("`{}` is missing", key.name)));
        }
        for member in node.members() {
            let name = &member.key;
            let Some(key) = object.key(name) else {
                self.below(name, |walk| walk.unknown(object, name, member.key_span));
                continue;
            };
            self.below(name, |walk| match key.need {
                Need::Lenient if !key.form.takes(Kind::of(&member.value)) => {
                    let message = is_but(name, &member.value, &key.form);
                    walk.fault(member.value.span, Cost::Ignored, message);
                }
                Need::MovedTo(place) => {
                    walk.value(&key.form, &member.value, name, member.key_span);
                    if walk.entry.is_none() {
                        let message = format!("`{name}` belongs in `{place}`; here it is read only for the time being");
                        walk.fault(member.key_span, Cost::Ignored, message);
                    }
                }
                Need::Needed | Need::May | Need::Lenient | Need::Wished => {
                    walk.value(&key.form, &member.value, name, member.key_span);
                }
            });
        }
        for (node, message) in wrong_together(object, node) {
            let name = self.at.last().cloned().unwrap_or_default();
            self.fault(node.span, Cost::Refused, format!("`{name}` {message}"));
        }
    }

    fn unknown(&mut self, object: &'static Object, name: &str, span: Span) {
        let known = || object.all_keys().map(|key| key.name.to_owned()).collect();
        match object.others {
            Others::Free => {}
            Others::Refused => {
                let matter = Matter::UnknownKey { known: known() };
                self.noted(span, Cost::Refused, matter, format!("`{name}` may not stand here"), None);
            }
            Others::Told => {
                let matter = Matter::UnknownKey { known: known() };
                self.noted(span, Cost::Ignored, matter, format!("`{name}` is not read"), None);
            }
        }
    }

    /// A value; `name` is what messages call it, `holder` where its missing keys are told.
    pub(super) fn value(&mut self, form: &'static Form, node: &Node, name: &str, holder: Span) {
        if !form.takes(Kind::of(node)) {
            let cure = Cure::of_kind(form, node, name);
            return self.noted(node.span, Cost::Refused, Matter::Form, is_but(name, node, form), cure);
        }
        match form {
            Form::Anything | Form::Text | Form::Flag => {}
            Form::Filled => {
                self.refuses(node, name, node.text().is_some_and(str::is_empty).then(|| "is empty".to_owned()))
            }
            Form::Number(least) => self.refuses(node, name, wrong_number(*least, node)),
            Form::Word(words) => {
                let is_one = node.text().is_some_and(|text| words.contains(&text));
                let wrong = (!is_one)
                    .then(|| format!("is `{}`, but must be {}", node.text().unwrap_or_default(), form.wanted()));
                self.refuses(node, name, wrong);
            }
            Form::Rule(_, rule) => self.refuses(node, name, rule(node)),
            Form::Path(form) => self.path(*form, node, name),
            Form::List(item) => {
                for (index, child) in node.items().iter().enumerate() {
                    self.item(item, child, index, name);
                }
                self.refuses(node, name, wrong_among(item, node));
            }
            Form::OneOrMore(item) if Kind::of(node) == Kind::List => {
                for (index, child) in node.items().iter().enumerate() {
                    self.item(item, child, index, name);
                }
            }
            Form::OneOrMore(item) => self.value(item, node, name, holder),
            Form::Table(rule, form) => {
                for member in node.members() {
                    self.below(&member.key, |walk| {
                        if let Some(wrong) = rule(&member.key) {
                            walk.fault(member.key_span, Cost::Refused, format!("`{}` {wrong}", member.key));
                        }
                        walk.value(form, &member.value, &member.key, member.key_span);
                    });
                }
            }
            Form::Object(object) => self.object(object, node, holder),
            Form::Either(forms) => {
                if let Some(form) = forms.iter().find(|form| form.takes(Kind::of(node))) {
                    self.value(form, node, name, holder);
                }
            }
            Form::ServerFile => match wrong_in_server_file(node) {
                Some(wrong) => {
                    let message = format!("`{name}` {wrong}");
                    self.noted(node.span, Cost::Refused, Matter::Form, message, Cure::dotted(node));
                }
                None => self.uses(node, Target::File, true),
            },
            Form::Server => self.server(node, name),
            Form::Hooks => hooks::walk(self, node),
            Form::Engines => {
                let host = self.host;
                let wanted = node.get(&host.id).filter(|it| !it.value.text().is_some_and(is_range));
                if let Some(member) = wanted {
                    let message = format!("`{}` is no range of versions such as `>=2.1.0`", member.key);
                    self.fault(member.value.span, Cost::Invalid, message);
                }
            }
            Form::Source => source::walk(self, node, self.has_plugin_root),
        }
    }

    fn item(&mut self, form: &'static Form, node: &Node, index: usize, name: &str) {
        let is_entry = self.at.len() == 1 && name == "plugins";
        let before = self.entry;
        self.entry = if is_entry { Some(index) } else { before };
        self.below(&index.to_string(), |walk| walk.value(form, node, name, opening(node)));
        self.entry = before;
    }

    fn refuses(&mut self, node: &Node, name: &str, wrong: Option<String>) {
        if let Some(wrong) = wrong {
            self.fault(node.span, Cost::Refused, format!("`{name}` {wrong}"));
        }
    }

    fn path(&mut self, form: PathForm, node: &Node, name: &str) {
        let Some(written) = node.text() else { return };
        if !(written.starts_with("./") || form.dot && written == ".") {
            let message = format!("`{name}` is `{written}`, but a path begins with `./`");
            return self.noted(node.span, Cost::Refused, Matter::Form, message, Cure::dotted(node));
        }
        if let Some(ending) = form.ending.filter(|ending| !written.ends_with(ending)) {
            let message = format!("`{name}` is `{written}`, but must be a `{ending}` file");
            let is_usual = written.trim_start_matches("./").trim_end_matches('/') == name && self.at.len() == 1;
            let cure = is_usual.then(|| Cure::Remove(name.to_owned()));
            return self.noted(node.span, Cost::Refused, Matter::Form, message, cure);
        }
        self.uses(node, form.target, form.looked_for);
    }

    /// Notes a path that the manifest names.
    pub(super) fn uses(&mut self, node: &Node, target: Target, is_looked_for: bool) {
        let Some(written) = node.text().filter(|written| !written.contains("://")) else { return };
        if written.split(['/', '\\']).any(|part| part == "..") {
            // In an entry it is passed over, in a manifest the host complains.
            let cost = if self.entry.is_some() { Cost::Ignored } else { Cost::Invalid };
            return self.fault(node.span, cost, format!("`{written}` holds `..`, and may lead out of the package"));
        }
        self.paths.push(PathUse {
            span: node.span,
            key: self.at.join("."),
            written: written.to_owned(),
            target,
            entry: self.entry,
            is_looked_for,
        });
    }

    fn server(&mut self, node: &Node, name: &str) {
        self.refuses(node, name, wrong_in_server(node));
        let kind = node.get("type").and_then(|it| it.value.text()).unwrap_or_default();
        let is_remote = ["http", "sse", "streamable-http", "ws"].contains(&kind);
        let Some(url) = node.get("url").filter(|_| is_remote && self.entry.is_none()) else { return };
        let Some(text) = url.value.text() else { return };
        self.below("url", |walk| match reached(text) {
            None => {}
            Some(Reached::Never) => {
                walk.fault(url.value.span, Cost::Invalid, format!("`url` is `{text}`, which is no web address"));
            }
            Some(Reached::InTheClear) => {
                let message = format!("`{text}` is reached without encryption, with all that is sent to it");
                walk.fault(url.value.span, Cost::Advised, message);
            }
        });
    }
}

fn is_but(name: &str, node: &Node, form: &Form) -> String {
    let is = match Kind::of(node) {
        Kind::Flag => format!("`{}`", node.plain()),
        kind => kind.word().to_owned(),
    };
    format!("`{name}` is {is}, but must be {}", form.wanted())
}

fn wrong_number(least: Least, node: &Node) -> Option<String> {
    let Least::Whole(least) = least else { return None };
    let number = node.plain();
    let is_right = number.as_f64().is_some_and(|it| it.fract() == 0.0 && it >= least as f64);
    (!is_right).then(|| format!("must be a whole number, {least} or more"))
}

/// The bracket with which a value begins.
pub(super) fn opening(node: &Node) -> Span {
    Span::new(node.span.start, (node.span.start + 1).min(node.span.end))
}

/// Whether a text is a range of versions.
fn is_range(text: &str) -> bool {
    let is_part = |part: &str| {
        let part = part.trim_start_matches(['<', '>', '=', '^', '~']).trim_start_matches('v');
        let number = part.split(['-', '+']).next().unwrap_or_default();
        let is_number = |it: &str| it == "*" || it == "x" || it == "X" || it.bytes().all(|byte| byte.is_ascii_digit());
        !number.is_empty()
            && number.split('.').count() <= 3
            && number.split('.').all(|it| !it.is_empty() && is_number(it))
    };
    let parts = text.split("||").flat_map(str::split_whitespace).filter(|part| *part != "-");
    let parts: Vec<&str> = parts.filter(|part| !part.chars().all(|it| "<>=^~".contains(it))).collect();
    !parts.is_empty() && parts.into_iter().all(is_part)
}
