//! Hosts of one's own: the `[host.NAME]` tables of the settings, each mistake at its place.

use toml::de::DeTable;

use crate::config::ConfigProblem;
use crate::config::file::{Key, Node, ordered};
use crate::config::nearest::did_you_mean;
use crate::hosts::{HostError, Hosts};
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
        let added = named_well(key, &builtin).and_then(|()| no_circle(table, id)).and_then(|()| hosts.add(id, value));
        if let Err(error) = added {
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
