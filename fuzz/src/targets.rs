//! What is tried, and what must hold for any text: each target stops with a panic where something does not.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use skill_lsp::catalog::Environment;
use skill_lsp::checks::{Diagnostic, Fix};
use skill_lsp::config::{self, Level, Overlay};
use skill_lsp::document::yaml::{Node, Value};
use skill_lsp::document::{self, Document, tool_rule::ToolRule, tools};
use skill_lsp::features::actions::{Asked, actions};
use skill_lsp::features::completion::completions;
use skill_lsp::features::definition::definition;
use skill_lsp::features::fixing::{Courage, LEAST, ROUNDS, accepted, mended};
use skill_lsp::features::folding::folds;
use skill_lsp::features::granted::{Setting, granted};
use skill_lsp::features::highlight::highlights;
use skill_lsp::features::hover::hover;
use skill_lsp::features::inlay::hints;
use skill_lsp::features::lens::lenses;
use skill_lsp::features::links::links;
use skill_lsp::features::list::{Extent, list};
use skill_lsp::features::references::{Declaration, references, wanted};
use skill_lsp::features::rename;
use skill_lsp::features::selection::selection;
use skill_lsp::features::symbols::symbols;
use skill_lsp::features::tokens::tokens;
use skill_lsp::features::{Context, Lazily};
use skill_lsp::grants::List;
use skill_lsp::loading::{LoadRequest, Subject, load};
use skill_lsp::settings::{Format, edit};
use skill_lsp::text::{Edit, Span, apply};
use skill_lsp::workspace::Snapshot;

use crate::random::Random;
use crate::texts::{Texts, boundary};
use crate::world::{TRIED, World, workspace};

/// Something that is tried.
pub struct Target {
    /// Its name, for `--target`.
    pub name: &'static str,
    /// Makes a text to try.
    pub make: fn(&Texts, &mut Random) -> String,
    /// Tries a text; what else it needs is decided by chance, the same for the same number.
    pub run: fn(&World, &Texts, &str, &mut Random),
}

/// Everything that is tried within this process.
pub const TARGETS: &[Target] = &[
    Target { name: "document", make: Texts::skill, run: document_parse },
    Target { name: "fixes", make: Texts::skill, run: fixes },
    Target { name: "settings", make: Texts::settings, run: settings },
    Target { name: "hosts", make: host_data, run: own_host },
    Target { name: "listing", make: Texts::skill, run: listing },
    Target { name: "loading", make: Texts::skill, run: loading },
    Target { name: "tools", make: Texts::tools, run: tool_grammar },
    Target { name: "questions", make: Texts::skill, run: questions },
];

#[track_caller]
fn is_true(text: &str, span: Span) {
    assert!(span.start <= span.end && text.get(span.start..span.end).is_some(), "{span:?} is no part of the text");
}

fn document_parse(_: &World, _: &Texts, text: &str, random: &mut Random) {
    let document = document::parse(text);
    let (fence, body) = (&document.fence, &document.body);
    let mut spans = vec![fence.block, fence.body, body.span];
    for field in &document.fields {
        spans.extend([field.key_span, field.span, field.value.span]);
        spans.extend(tools::tools(text, &field.value).entries.iter().map(|entry| entry.span));
    }
    spans.extend(document.errors.iter().map(|error| error.span));
    spans.extend(&document.comments);
    spans.extend(body.links.iter().flat_map(|it| [it.span, it.target_span]));
    spans.extend(body.placeholders.iter().map(|it| it.span));
    spans.extend(body.mentions.iter().map(|it| it.span));
    spans.into_iter().for_each(|span| is_true(text, span));
    // Bytes that are no text are as many in the text that stands for them.
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..3 {
        let at = random.below(bytes.len());
        if let Some(byte) = bytes.get_mut(at) {
            *byte = random.next() as u8;
        }
    }
    assert_eq!(document::parse_bytes(&bytes).text.len(), bytes.len());
}

fn fixes(world: &World, _: &Texts, text: &str, random: &mut Random) {
    let path = Path::new(*random.pick(&TRIED));
    let examine = |text: &str| world.examined(path, text);
    let found = examine(text);
    for finding in &found {
        is_true(text, finding.span);
        finding.fixes.iter().flat_map(Fix::edits_here).for_each(|edit| is_true(text, edit.span));
    }
    let mendable = found.iter().filter(|it| it.level >= LEAST);
    for finding in mendable.filter(|it| it.safe_fix().is_some()).take(3) {
        let Some(fix) = finding.safe_fix() else { continue };
        // What is refused is not done.
        if accepted(&document::parse(text), &found, fix, |new| examine(&new.text)).is_err() {
            continue;
        }
        let edits: Vec<Edit> = fix.edits_here().cloned().collect();
        let new = apply(text, &edits);
        keeps(finding.check, text, &edits, &new);
        no_worse(finding.check, &found, &new, &examine(&new));
    }
    for courage in [Courage::Safe, Courage::Preferred] {
        let made = mended(text, &found, courage, LEAST, examine);
        let mut now = text.to_owned();
        for edits in &made.rounds {
            let new = apply(&now, edits);
            keeps("a round", &now, edits, &new);
            body_stays(courage, &now, edits, &new);
            now = new;
        }
        assert_eq!(made.text.as_deref().unwrap_or(text), now, "the rounds do not make the text");
        let again = examine(&now);
        no_worse("all fixes", &found, &now, &again);
        let more = mended(&now, &again, courage, LEAST, examine).text;
        assert_eq!(more, None, "after {ROUNDS} rounds there is still something to fix in {now:?}");
    }
}

/// What a well-fenced text says below its block stays there byte for byte, but for the edits in it.
fn body_stays(courage: Courage, text: &str, edits: &[Edit], new: &str) {
    let (before, after) = (document::parse(text), document::parse(new));
    if before.fence.fault.is_some() {
        return;
    }
    assert_eq!(after.fence.fault, None, "{courage:?} fixes break the fence: {new:?}");
    // The body as it would be if it stood alone, behind as much as stands before it.
    let blank = " ".repeat(before.fence.body.start);
    let inside: Vec<Edit> = edits.iter().filter(|it| it.span.start >= before.fence.body.start).cloned().collect();
    let expected = apply(&(blank.clone() + before.fence.body.of(text)), &inside);
    let found = blank + after.fence.body.of(new);
    assert_eq!(found, expected, "{courage:?} fixes change what is body: {new:?}");
}

/// Findings of blocks that hosts lose whole: what is wrong with fields in one comes to light when it is lost no more.
const LOSE_BLOCKS: [&str; 4] =
    ["line-ends-unusual", "yaml-not-portable", "frontmatter-missing", "frontmatter-not-first"];

/// What was no error does not become one.
fn no_worse(fix: &str, before: &[Diagnostic], new: &str, after: &[Diagnostic]) {
    let is_lost = before.iter().any(|it| LOSE_BLOCKS.contains(&it.check));
    let is_about_block = |check: &str| check.starts_with("yaml-") || check.starts_with("frontmatter-");
    let is_error = |it: &&Diagnostic| it.level == Level::Error && (!is_lost || is_about_block(it.check));
    let errors =
        |found: &[Diagnostic]| -> BTreeSet<&'static str> { found.iter().filter(is_error).map(|it| it.check).collect() };
    // Behind an error there may stand others that could not be seen.
    if errors(before).is_empty() {
        assert_eq!(errors(after), BTreeSet::new(), "the fix of {fix} makes an error: {new:?}");
    }
}

/// What a field says that an edit does not touch stays.
fn keeps(fix: &str, text: &str, edits: &[Edit], new: &str) {
    let (before, after) = (document::parse(text), document::parse(new));
    // Where no fence is, it is a guess that lines are fields: one less may look like none.
    if !before.errors.is_empty() || !text.trim_start_matches('\u{feff}').starts_with("---") {
        return;
    }
    let is_touched = |span: Span| edits.iter().any(|edit| span.touches(edit.span.start) || span.overlaps(edit.span));
    for field in before.fields.iter().filter(|field| !is_touched(field.span)) {
        let said = said(&field.value);
        let is_there = after.fields.iter().any(|it| it.key == field.key && self::said(&it.value) == said);
        assert!(is_there, "the fix of {fix} changes `{}`: {new:?}", field.key);
    }
}

/// What a value says, without its places.
fn said(node: &Node) -> String {
    match &node.value {
        Value::Scalar(scalar) => format!("{:?}", scalar.text),
        Value::Sequence { items, .. } => format!("[{}]", items.iter().map(said).collect::<Vec<_>>().join(", ")),
        Value::Mapping { entries, .. } => {
            let entry = |it: &document::yaml::Entry| format!("{}: {}", said(&it.key), said(&it.value));
            format!("{{{}}}", entries.iter().map(entry).collect::<Vec<_>>().join(", "))
        }
        Value::Alias(name) => format!("*{name}"),
        Value::Missing => String::new(),
        Value::Broken => "broken".to_owned(),
    }
}

fn settings(_: &World, _: &Texts, text: &str, random: &mut Random) {
    // A lone carriage return ends no line of settings, and becomes the half of one when a line is put behind it.
    if text.replace("\r\n", "").contains('\r') {
        return;
    }
    let format = *random.pick(&[Format::Json, Format::JsonWithComments, Format::Toml, Format::Yaml]);
    let all: [&[&str]; 4] = [&["a"], &["skills", "x"], &["a", "b", "c"], &["skills", "disabled"]];
    let keys = *random.pick(&all);
    let value = random.pick(&["false", "\"off\"", "{\"enabled\": false}", "[\"z\"]"]);
    let value: serde_json::Value = serde_json::from_str(value).unwrap_or_default();
    let comes_back = |new: &str, keys: &[&str], what: &str| {
        // A comma and what follows it may stand on both sides of a comment.
        let mut rest = new.bytes();
        let are_kept = text.bytes().all(|byte| rest.any(|it| it == byte));
        assert!(are_kept, "{what} {keys:?} in {format:?} changes other bytes: {new:?}");
        let back = edit::unset(format, new, keys).unwrap_or_else(|it| panic!("{}", it.message));
        // A table of TOML that stands there empty looks like one that was made for the value.
        let is_header = |line: &str| line.trim().is_empty() || line.trim_start().starts_with('[');
        let lost = back.as_ref().map(|back| Edit::difference(back, text).text);
        let is_header_alone = format == Format::Toml && lost.is_some_and(|lost| lost.lines().all(is_header));
        if !is_header_alone {
            assert_eq!(back.as_deref(), Some(text), "{what} {keys:?} in {format:?} does not come back from {new:?}");
        }
    };
    let is_new = matches!(edit::find(format, text, keys), Ok(None));
    if let Ok(new) = edit::set(format, text, keys, &value)
        && is_new
    {
        comes_back(&new, keys, "set");
    }
    let item = match random.below(2) {
        0 => serde_json::json!("z"),
        _ => serde_json::json!({"name": "z", "enabled": false}),
    };
    let count = match edit::find(format, text, keys) {
        Ok(Some(found)) => found.value.as_array().map(Vec::len),
        Ok(None) => Some(0),
        Err(_) => None,
    };
    if let (Ok(new), Some(count)) = (edit::push(format, text, keys, &item), count) {
        comes_back(&new, &[keys, &[&*count.to_string()]].concat(), "push");
    }
    if let Ok(removed) = edit::remove(format, text, keys) {
        assert!(format.parse(&removed).problem.is_none(), "{keys:?} removed in {format:?} leaves {removed:?}");
    }
}

/// Own hosts: the data of a real one with accidents.
fn host_data(_: &Texts, random: &mut Random) -> String {
    const DATA: [&str; 3] = [
        include_str!("../../src/hosts/data/claude-code.toml"),
        include_str!("../../src/hosts/data/codex.toml"),
        include_str!("../../src/hosts/data/three-layer.toml"),
    ];
    let lines: Vec<&str> = random.pick(&DATA).lines().collect();
    let mut text = String::from("[host.mine]\nname = \"Mine\"\n");
    if random.once_in(2) {
        text.push_str("extends = \"codex\"\n");
    }
    let start = random.below(lines.len());
    for line in lines.iter().skip(start).take(random.below(20)) {
        // Their tables are tables of the host.
        match (line.strip_prefix("[["), line.strip_prefix('[')) {
            (Some(rest), _) => text.push_str(&format!("[[host.mine.{rest}")),
            (None, Some(rest)) => text.push_str(&format!("[host.mine.{rest}")),
            (None, None) => text.push_str(line),
        }
        text.push('\n');
        if random.once_in(12) {
            let at = boundary(&text, random);
            text.insert_str(at, random.word(&["\"", "[", "]", "=", "0", "*", "{name}", "(", "\\", "漢"]));
        }
    }
    text
}

fn own_host(_: &World, texts: &Texts, text: &str, random: &mut Random) {
    let overlay = Overlay { hosts: Some(vec!["mine".to_owned()]), ..Overlay::default() };
    let (config, problems) = config::resolve(Some(("/home/shop/skill-lsp.toml".into(), text)), &overlay, &[]);
    problems.iter().for_each(|problem| is_true(text, problem.span));
    if config.known_hosts.get("mine").is_none() {
        return;
    }
    let world = World::new(config);
    world.examined(Path::new(TRIED[0]), &texts.skill(random));
    world.empty.listing("mine");
}

/// What is known with a skill that says this.
fn with(world: &World, path: &Path, text: &str) -> Snapshot {
    let mut workspace = workspace(world.empty.config.as_ref().clone());
    workspace.put_saved(path, text.as_bytes());
    workspace.snapshot()
}

fn listing(world: &World, _: &Texts, text: &str, random: &mut Random) {
    let snapshot = with(world, Path::new(*random.pick(&TRIED)), text);
    for view in snapshot.catalog.views() {
        snapshot.listing(&view.host.id);
        list(&snapshot.catalog, Some(&*snapshot.files), &snapshot, std::slice::from_ref(&view.host.id), Extent::All);
    }
}

fn loading(world: &World, texts: &Texts, text: &str, random: &mut Random) {
    let snapshot = with(world, Path::new(*random.pick(&TRIED)), text);
    let document = document::parse(text);
    let arguments = (!random.once_in(4)).then(|| texts.words(random));
    let request = LoadRequest { arguments, session_id: None, ..LoadRequest::default() };
    for view in snapshot.catalog.views() {
        for candidate in &view.candidates {
            let Some(skill) = snapshot.catalog.skill(candidate.skill) else { continue };
            let subject = Subject { view, candidate, skill, document: &document, files: &*snapshot.files };
            if let Ok(loaded) = load(&subject, &request) {
                loaded.marks.iter().for_each(|mark| is_true(&loaded.text, mark.span));
            }
        }
    }
}

fn tool_grammar(world: &World, _: &Texts, text: &str, _: &mut Random) {
    let rule = ToolRule::parse(text);
    rule.pieces();
    rule.server();
    if let Some(range) = rule.pattern_range() {
        is_true(text, Span::new(range.start, range.end));
    }
    let Environment { declared, .. } = &*world.empty.environment;
    for host in world.empty.config.known_hosts.iter() {
        let setting = Setting { host, declared, brought: &[], known_tools: &[] };
        for list in [List::Allow, List::Deny] {
            granted(&setting, text, list);
        }
    }
    let whole = format!("---\nallowed-tools: {text}\n---\n");
    let document = document::parse(&whole);
    if let Some(field) = document.field("allowed-tools") {
        tools::tools(&whole, &field.value).entries.iter().for_each(|entry| is_true(&whole, entry.span));
    }
}

fn questions(world: &World, _: &Texts, text: &str, random: &mut Random) {
    let path = Path::new(*random.pick(&TRIED));
    let snapshot = with(world, path, text);
    let offsets: Vec<usize> = (0..4).map(|_| boundary(text, random)).collect();
    ask(&snapshot, path, &document::parse(text), &offsets);
}

/// Asks everything that an editor asks.
pub fn ask(snapshot: &Snapshot, path: &Path, document: &Document, offsets: &[usize]) {
    let text = &*document.text;
    let find = || snapshot.diagnostics(path);
    let lazily = Lazily::new(&find);
    let hosts: Vec<Arc<_>> = snapshot.hosts_for(path);
    let context: Context<'_> = snapshot.context(path, document, &lazily, &hosts, &*snapshot.files);
    let whole = Span::new(0, text.len());
    folds(document).iter().for_each(|fold| is_true(text, fold.span));
    symbols(document).iter().for_each(|symbol| is_true(text, symbol.span));
    tokens(&context, whole).iter().for_each(|token| is_true(text, token.span));
    links(&context).iter().for_each(|link| is_true(text, link.span));
    lenses(&context);
    hints(&context, whole);
    for offset in offsets.iter().copied() {
        if let Some(hover) = hover(&context, offset) {
            is_true(text, hover.span);
        }
        for completion in completions(&context, offset).items {
            is_true(text, completion.span);
            completion.more.iter().for_each(|edit| is_true(text, edit.span));
        }
        if let Some(definition) = definition(&context, offset) {
            is_true(text, definition.origin);
        }
        highlights(&context, offset).iter().for_each(|highlight| is_true(text, highlight.span));
        selection(document, offset).iter().for_each(|span| is_true(text, *span));
        if let Some(wanted) = wanted(&context, offset, Declaration::Included) {
            references(&context, &wanted, Declaration::Included, &[]);
        }
        if let Ok(Some(plan)) = rename::plan(&context, offset, "other", rename::Files::Renamed) {
            rename::changes(&context, &plan, &[]);
        }
        let examine = |document: &Document| snapshot.diagnostics_if(path, document);
        let asked = Asked { span: Span::at(offset), named: &|_| false, wants: &|_| true, examine: &examine };
        actions(&context, &asked);
    }
}
