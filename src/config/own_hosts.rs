//! Hosts of one's own: the `[host.NAME]` tables of the settings, each mistake at its place.

use toml::de::{DeArray, DeTable, DeValue};

use crate::config::ConfigProblem;
use crate::config::file::{Key, Node, ordered};
use crate::config::nearest::did_you_mean;
use crate::hosts::{ENTRY_KEYS, FRAME_KEYS, HostError, Hosts, LOADING_KEYS, strange_keys};
use crate::text::Span;

/// Adds the hosts of the settings to the known ones. One that is wrong is left out, and so is what extends it.
pub(super) fn read(hosts: &mut Hosts, value: &Node<'_>, problems: &mut Vec<ConfigProblem>) {
    let Some(table) = value.get_ref().as_table() else {
        let message = "a host of your own is written as [host.NAME]".to_owned();
        problems.push(ConfigProblem::new(span_of(value), message));
        return;
    };
    let builtin: Vec<String> = hosts.iter().map(|host| host.id.clone()).collect();
    for (key, value) in by_base(table) {
        let id = key.get_ref().as_ref();
        let is_sound = named_well(key, &builtin).and_then(|()| no_circle(table, id));
        let errors = match is_sound {
            Ok(()) => add(hosts, id, value),
            Err(error) => vec![error],
        };
        if value.get_ref().as_table().is_some_and(|host| host.is_empty()) {
            let message = "this host reads nothing: say `extends`, or where it looks, in `roots`".to_owned();
            problems.push(ConfigProblem::new(span_of(key), message));
        }
        undescribed(value, problems);
        misfilled(value, problems);
        for error in errors {
            let known: Vec<&str> = hosts.iter().map(|host| host.id.as_str()).collect();
            let message = match base_of(table, id).filter(|base| table.contains_key(*base) && !known.contains(base)) {
                Some(base) if error.message.starts_with("there is no host") => {
                    format!("`{base}` has a mistake of its own, so there is nothing to extend")
                }
                _ => in_our_words(&error.message, &known),
            };
            let host = Some(id.to_owned());
            problems.push(ConfigProblem { host, ..ConfigProblem::new(error.span, message) });
        }
    }
}

/// Adds a host, or gives all that is wrong with it: what is wrong is taken out, and the rest read again.
fn add(hosts: &mut Hosts, id: &str, value: &Node<'_>) -> Vec<HostError> {
    const MOST: usize = 20;
    let mut errors: Vec<HostError> = Vec::new();
    let mut left = value.clone();
    while errors.len() < MOST {
        let mut tried = hosts.clone();
        match tried.add(id, &left) {
            Ok(()) if errors.is_empty() => {
                *hosts = tried;
                break;
            }
            Ok(()) => break,
            Err(error) => {
                let is_taken_out = take_out(&mut left, error.span);
                // What misses something only because it was just taken out is no second mistake.
                let holds = |told: &HostError| told.span.start >= error.span.start && told.span.end <= error.span.end;
                if !errors.iter().any(holds) {
                    errors.push(error);
                }
                if !is_taken_out {
                    break;
                }
            }
        }
    }
    errors
}

/// Takes the key, the value or the item of a list out that stands at a span; whether there was one.
fn take_out(value: &mut Node<'_>, span: Span) -> bool {
    let is_it = |range: std::ops::Range<usize>| Span::new(range.start, range.end) == span;
    match value.get_mut() {
        DeValue::Table(table) => {
            // A list of tables stands where the first of them does: that one is meant.
            if table.iter_mut().any(|(_, value)| take_out(value, span)) {
                return true;
            }
            let found = table.iter().find(|(key, value)| is_it(key.span()) || is_it(value.span()));
            found.map(|(key, _)| key.clone()).is_some_and(|key| table.remove(key.get_ref().as_ref()).is_some())
        }
        DeValue::Array(items) if items.iter().any(|item| is_it(item.span())) => {
            let mut kept = DeArray::new();
            items.iter().filter(|item| !is_it(item.span())).for_each(|item| kept.push(item.clone()));
            *items = kept;
            true
        }
        DeValue::Array(items) => items.iter_mut().any(|item| take_out(item, span)),
        _ => false,
    }
}

/// Tells of fields of which nothing is said: they are left out, and the host is there.
fn undescribed(value: &Node<'_>, problems: &mut Vec<ConfigProblem>) {
    let fields = value.get_ref().as_table().and_then(|host| host.get("fields")?.get_ref().as_array());
    for field in fields.into_iter().flat_map(|fields| fields.iter()) {
        let Some(table) = field.get_ref().as_table() else { continue };
        let about = table.get("about").map(|about| about.get_ref().as_str().unwrap_or("?").trim());
        if let Some(key) = table.get("key").filter(|_| about.is_none_or(str::is_empty)) {
            let message = "this field is left out: `about` has to say what it does".to_owned();
            problems.push(ConfigProblem::new(span_of(key), message));
        }
    }
}

/// Tells of words in braces that nothing is filled in for: they would be printed as they are.
fn misfilled(value: &Node<'_>, problems: &mut Vec<ConfigProblem>) {
    let Some(host) = value.get_ref().as_table() else { return };
    let mut look = |table: &DeTable<'_>, key: &str, known: &[&str]| {
        let Some(template) = table.get(key) else { return };
        for word in strange_keys(template.get_ref().as_str().unwrap_or_default(), known) {
            let guess = did_you_mean(word, known);
            let message = format!("nothing is filled in for `{{{word}}}`{guess}");
            problems.push(ConfigProblem::new(span_of(template), message));
        }
    };
    let listings = host.get("listing").and_then(|listing| listing.get_ref().as_array());
    for listing in listings.into_iter().flat_map(|all| all.iter()).filter_map(|it| it.get_ref().as_table()) {
        look(listing, "header", &FRAME_KEYS);
        look(listing, "entry", &ENTRY_KEYS);
        look(listing, "bare", &ENTRY_KEYS);
        look(listing, "footer", &FRAME_KEYS);
    }
    if let Some(loading) = host.get("loading").and_then(|loading| loading.get_ref().as_table()) {
        look(loading, "text", &LOADING_KEYS);
        look(loading, "command-text", &LOADING_KEYS);
    }
}

/// The tables in the order of the text, but each after the one it extends.
fn by_base<'a, 'i>(table: &'a DeTable<'i>) -> Vec<(&'a Key<'i>, &'a Node<'i>)> {
    let mut entries = ordered(table);
    entries.sort_by_key(|(key, _)| line(table, key.get_ref()).len());
    entries
}

/// A host, the one it extends, and so on, as far as they are in the settings; each once.
fn line<'a>(table: &'a DeTable<'_>, id: &'a str) -> Vec<&'a str> {
    let mut line = vec![id];
    let mut here = id;
    while let Some(base) = base_of(table, here).filter(|base| table.contains_key(*base)) {
        if line.contains(&base) {
            break;
        }
        line.push(base);
        here = base;
    }
    line
}

fn base_of<'a>(table: &'a DeTable<'_>, id: &str) -> Option<&'a str> {
    table.get(id)?.get_ref().as_table()?.get("extends")?.get_ref().as_str()
}

/// Hosts that extend each other have nothing to start from.
fn no_circle(table: &DeTable<'_>, id: &str) -> Result<(), HostError> {
    let line = line(table, id);
    let closes = line.last().and_then(|last| base_of(table, last)).filter(|base| line.contains(base));
    let Some(closes) = closes else { return Ok(()) };
    let span = table.get(id).and_then(|host| host.get_ref().get("extends")).map_or_else(Span::default, span_of);
    let names: Vec<String> = line.iter().chain([&closes]).map(|name| format!("`{name}`")).collect();
    Err(HostError { span, message: format!("{} extend each other in a circle", names.join(", ")) })
}

fn named_well(key: &Key<'_>, builtin: &[String]) -> Result<(), HostError> {
    let id = key.get_ref().as_ref();
    let span = span_of(key);
    if id.trim().is_empty() {
        return Err(HostError { span, message: "a host needs a name: [host.my-agent]".to_owned() });
    }
    if builtin.iter().any(|known| known == id) {
        let message = format!("`{id}` is built in: give your host another name, and `extends = \"{id}\"`");
        return Err(HostError { span, message });
    }
    Ok(())
}

/// What the reader of TOML says, in the words of the settings: the nearest key or value instead of all of them.
fn in_our_words(message: &str, known_hosts: &[&str]) -> String {
    let kinds = [
        ("unknown field `", "a host has no setting `", "`", "; here it has "),
        ("unknown variant `", "there is no value `", "` here", "; it may be "),
    ];
    for (theirs, before, behind, all) in kinds {
        if let Some((unknown, expected)) = message.strip_prefix(theirs).and_then(|rest| rest.split_once('`')) {
            let known: Vec<&str> = expected.split('`').skip(1).step_by(2).collect();
            let guess = did_you_mean(unknown, &known);
            let rest = if guess.is_empty() { format!("{all}{}", known.join(", ")) } else { guess };
            return format!("{before}{unknown}{behind}{rest}");
        }
    }
    if let Some(missing) = message.strip_prefix("missing field ") {
        return format!("{missing} is missing here");
    }
    if let Some((found, expected)) =
        message.strip_prefix("invalid type: ").and_then(|rest| rest.split_once(", expected "))
    {
        return format!("this must be {}, not {}", kind_in_our_words(expected), kind_in_our_words(found));
    }
    if let Some(base) = message.strip_prefix("there is no host `").and_then(|rest| rest.split('`').next()) {
        return message.to_owned() + &did_you_mean(base, known_hosts);
    }
    message.to_owned()
}

/// A kind of value as people call it: `a sequence` is a list.
fn kind_in_our_words(kind: &str) -> String {
    let words = [
        ("a sequence", "a list"),
        ("sequence", "a list"),
        ("a string", "a text"),
        ("string ", "the text "),
        ("a boolean", "true or false"),
        ("boolean ", ""),
        ("integer ", "the number "),
        ("floating point ", "the number "),
        ("usize", "a whole number"),
        ("u64", "a whole number"),
        ("map", "a table"),
        ("a map", "a table"),
    ];
    let found = words.iter().find_map(|(theirs, ours)| {
        let rest = kind.strip_prefix(theirs)?;
        (rest.is_empty() || theirs.ends_with(' ')).then(|| format!("{ours}{rest}"))
    });
    match (found, kind.strip_prefix("struct ").or_else(|| kind.strip_prefix("enum "))) {
        (Some(words), _) => words,
        (None, Some(_)) => if kind.starts_with("enum") { "a text" } else { "a table" }.to_owned(),
        (None, None) => kind.to_owned(),
    }
}

fn span_of<T>(value: &toml::Spanned<T>) -> Span {
    Span::new(value.span().start, value.span().end)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hosts::builtin;

    /// The problems of a settings text: what each points at, and its message; then the hosts that were added.
    fn read_all(text: &str) -> (Vec<String>, Vec<String>) {
        let table = DeTable::parse(text).unwrap();
        let mut hosts = builtin();
        let known = hosts.iter().count();
        let mut problems = Vec::new();
        read(&mut hosts, table.get_ref().get("host").unwrap(), &mut problems);
        let shown = problems.iter().map(|it| format!("{} <- {}", it.message, it.span.of(text).replace('\n', " ")));
        (shown.collect(), hosts.iter().skip(known).map(|host| host.id.clone()).collect())
    }

    fn problem(text: &str) -> String {
        read_all(text).0.join("\n")
    }

    #[test]
    fn every_mistake_is_told_at_its_place() {
        for (text, expected) in [
            ("host = 3", "a host of your own is written as [host.NAME] <- 3"),
            ("[host.a]\nnmae = \"A\"", "a host has no setting `nmae`: did you mean `name`? <- nmae"),
            ("[host.a.walk]\ndepht = 2", "a host has no setting `depht`: did you mean `depth`? <- depht"),
            ("[host.a]\nname = 3", "this must be a text, not the number `3` <- 3"),
            ("[host.a]\nroots = \"x\"", "this must be a list, not the text \"x\" <- \"x\""),
            ("[host.a]\nwalk = 1", "this must be a table, not the number `1` <- 1"),
            ("[host.a.walk]\nhidden = \"no\"", "this must be true or false, not the text \"no\" <- \"no\""),
            ("[host.a.walk]\ndepth = true", "this must be a whole number, not `true` <- true"),
            (
                "[host.a.winner]\npolicy = \"frist\"",
                "there is no value `frist` here: did you mean `first`? <- \"frist\"",
            ),
            (
                "[host.a]\nextends = \"claud-code\"",
                "there is no host `claud-code` to extend: did you mean `claude-code`? <- \"claud-code\"",
            ),
            (
                "[host.codex]\nname = \"Mine\"",
                "`codex` is built in: give your host another name, and `extends = \"codex\"` <- codex",
            ),
            ("[host.\"\"]\nname = \"x\"", "a host needs a name: [host.my-agent] <- \"\""),
            ("[host.a]\nname = \" \"", "the name is empty <- \" \""),
            ("[host.a]\nroots = [{ scope = \"user\" }]", "`paths` is missing here <- { scope = \"user\" }"),
            (
                "[host.a]\nroots = [{ scope = \"user\", paths = [] }]",
                "this root has no paths <- { scope = \"user\", paths = [] }",
            ),
        ] {
            assert_eq!(problem(text), expected, "{text}");
        }
    }

    #[test]
    fn all_mistakes_of_a_host_are_told_at_once() {
        let (problems, hosts) = read_all(
            "[host.a]\nnmae = \"A\"\nname = 3\nroots = [{ scope = \"usr\", paths = [\"~/x\"] }]\n[host.a.walk]\ndepht = 2\nhidden = 1\n",
        );
        assert!(hosts.is_empty());
        let mut told: Vec<&str> = problems.iter().filter_map(|it| it.rsplit(" <- ").next()).collect();
        told.sort_unstable();
        assert_eq!(told, ["\"usr\"", "1", "3", "depht", "nmae"], "{problems:?}");
    }

    #[test]
    fn the_first_of_several_tables_does_not_hide_the_mistakes_of_the_others() {
        let (problems, _) =
            read_all("[[host.a.fields]]\nnme = \"x\"\n[[host.a.fields]]\nkey = \"y\"\nabout = \"Does y.\"\nknd = 1\n");
        let told: Vec<&str> = problems.iter().filter_map(|it| it.rsplit(" <- ").next()).collect();
        assert_eq!(told, ["nme", "[[host.a.fields]]", "knd"], "{problems:?}");
    }

    #[test]
    fn a_field_of_which_nothing_is_said_costs_that_field() {
        let (problems, hosts) =
            read_all("[host.a]\nfields = [{ key = \"x\" }, { key = \"y\", about = \"Does y.\" }]\n");
        assert_eq!(problems, ["this field is left out: `about` has to say what it does <- \"x\""]);
        assert_eq!(hosts, ["a"]);
    }

    #[test]
    fn a_host_may_extend_one_that_comes_later() {
        let (problems, hosts) =
            read_all("[host.b]\nextends = \"a\"\n[host.a]\nextends = \"codex\"\n[host.c]\nextends = \"b\"\n");
        assert_eq!((problems.join(" "), hosts.join(" ")), (String::new(), "a b c".to_owned()));
    }

    #[test]
    fn hosts_that_extend_each_other() {
        let (problems, hosts) =
            read_all("[host.a]\nextends = \"b\"\n[host.b]\nextends = \"a\"\n[host.c]\nextends = \"c\"\n");
        assert_eq!(
            problems.join("\n"),
            "`c`, `c` extend each other in a circle <- \"c\"\n\
             `a`, `b`, `a` extend each other in a circle <- \"b\"\n\
             `b`, `a`, `b` extend each other in a circle <- \"a\""
        );
        assert!(hosts.is_empty());
    }

    #[test]
    fn the_others_are_there_when_one_is_wrong() {
        let (problems, hosts) = read_all("[host.a]\nx = 1\n[host.b]\nname = \"B\"\n[host.c]\nextends = \"a\"\n");
        assert_eq!(hosts, ["b"]);
        assert_eq!(
            problems.last().map(String::as_str),
            Some("`a` has a mistake of its own, so there is nothing to extend <- \"a\"")
        );
    }
}
