//! Four times the text is four times the work, whatever it is made of: counted in bytes that are asked of the allocator
//! and in time that the processor spends, which no other program on the machine changes much.

use std::alloc::System;
use std::path::Path;
use std::process::ExitCode;

use skill_lsp::document;
use skill_lsp::features::fixing::{Courage, LEAST, mended};
use skill_lsp::workspace::Snapshot;
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

use crate::targets::ask;
use crate::world::{TRIED, World, workspace};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// The sizes of a text, in bytes; four times these where it seems to grow too fast.
const SIZES: [usize; 3] = [1_500, 6_000, 24_000];
/// So many times the bytes may four times the text ask for.
const MOST_BYTES: f64 = 6.0;
/// So many times the time it may take: a clock is coarser than a count, and what is quadratic takes sixteen times.
const MOST_TIME: f64 = 12.0;
/// Less than this, in nanoseconds, is too little to be compared.
const LEAST_TIME: f64 = 20e6;
/// Less than this, in bytes, is too little to be compared.
const LEAST_BYTES: f64 = 2e6;

const FRONT: &str = "---\nname: fuzz\ndescription: Does it. Use when it is to be done.\n";
const END: &str = "---\nDo it.\n";

/// A text that grows: `Front` and `Body` say where the pieces stand, `#` in a piece is the number of the piece.
enum Shape {
    /// Lines of the frontmatter: what stands before them, the piece, what stands behind.
    Front(&'static str, &'static str, &'static str),
    /// The body.
    Body(&'static str),
    /// The frontmatter declares something, and the body uses it.
    Both(&'static str, &'static str, &'static str, &'static str),
    /// The whole text.
    Whole(&'static str),
}
use Shape::{Body, Both, Front, Whole};

const SHAPES: &[(&str, Shape)] = &[
    // the block
    ("keys", Front("", "key#: value\n", "")),
    ("equal keys", Front("", "name: fuzz\n", "")),
    ("misspelled keys", Front("", "allowed-tool#: Read\n", "")),
    ("comments", Front("", "# comment #\n", "")),
    ("comments behind", Front("metadata:\n", "  a#: b # c\n", "")),
    ("deep list", Front("metadata: ", "- ", "x\n")),
    ("deep flow list", Front("metadata: ", "[", "\n")),
    ("closed flow list", Front("metadata: [", "[a, b], ", "]\n")),
    ("deep flow mapping", Front("metadata: ", "{a: ", "\n")),
    ("anchors", Front("metadata:\n", "  a#: &a# b\n", "")),
    ("aliases", Front("metadata:\n  a: &a b\n", "  b#: *a\n", "")),
    ("undefined aliases", Front("", "b#: *c\n", "")),
    ("open quote", Front("metadata: \"", "a b ", "\n")),
    ("open quotes", Front("", "a#: \"b\n", "")),
    ("open brackets", Front("", "a#: [\n", "")),
    ("open braces", Front("", "a#: {{b}}\n", "")),
    ("colons", Front("", "a#: b: c\n", "")),
    ("tabs", Front("", "\ta#: b\n", "")),
    ("long value", Front("license: ", "word ", "\n")),
    ("long description", Front("when_to_use: ", "Use <it> when # comes. ", "\n")),
    ("long key", Front("", "k", ": v\n")),
    ("literal", Front("metadata: |\n", "  line #\n", "")),
    ("conflict marks", Front("", "<<<<<<< a\n", "")),
    ("metadata", Front("metadata:\n", "  a#: b\n", "")),
    ("nested metadata", Front("metadata:\n", "  a#:\n    b: [c]\n", "")),
    ("list items", Front("metadata:\n", "  - # b\n", "")),
    ("tools", Front("allowed-tools: ", "Tool#, ", "Read\n")),
    ("tools in a list", Front("allowed-tools:\n", "  - Reed#\n", "")),
    ("equal tools", Front("allowed-tools: ", "Read, ", "Read\n")),
    ("commands", Front("allowed-tools: ", "Bash(git c#:*), ", "Read\n")),
    ("open patterns", Front("allowed-tools: ", "Bash(a ", "\n")),
    ("servers", Front("allowed-tools: ", "mcp__s#__t, ", "Read\n")),
    ("paths", Front("paths: [", "\"a#/**/*.{b,c}\", ", "x]\n")),
    ("arguments", Front("arguments: [", "a#, ", "x]\n")),
    ("hooks", Front("hooks:\n  PreToolUse:\n", "    - matcher: Bush#\n", "")),
    ("hook events", Front("hooks:\n", "  PreTool#:\n    - matcher: Bash\n", "")),
    ("allows in the block", Front("", "# skill-lsp: allow name-missin\n", "")),
    ("fences", Whole("---\n")),
    ("no closing fence", Whole("---\na#: b\n\n")),
    ("blank lines", Whole("\n")),
    ("lone carriage returns", Whole("a\r")),
    ("mixed line ends", Whole("a#: b\r\nc\n\r")),
    ("marks of order", Whole("\u{feff}")),
    ("no bytes", Whole("\0")),
    // the body
    ("homes", Body("/home/bob/x ")),
    ("homes of somebody", Body("/Users/mara/x ")),
    ("homes on lines", Body("/Users/mara/x\n")),
    ("placeholders", Body("${CLAUDE_SKILLDIR} ")),
    ("numbers", Both("argument-hint: \"[a]\"\n", "", "", "$# ")),
    ("declared and used", Both("arguments: [", "a#, ", "x]\n", "$a# ${a#} $b# ")),
    ("links", Body("[a](b#.md) ")),
    ("equal links", Body("[a](../c/b.md)\n")),
    ("references", Body("[a#]: b.md\n[a#] ")),
    ("pictures", Body("![a](b#.png)\n")),
    ("mentions", Body("/commi# ")),
    ("known mentions", Body("/commit and the `pdf` skill. ")),
    ("mentioned files", Body("`scripts/a#.py` ")),
    ("at files", Body("@notes#.md ")),
    ("commands in the body", Body("!`git status #`\n")),
    ("emphasis", Body("*a ")),
    ("strong", Body("**a _b ")),
    ("backticks", Body("`a ``b ")),
    ("brackets", Body("[")),
    ("brackets and bangs", Body("![[](")),
    ("quotes", Body("> ")),
    ("list in list", Body("- ")),
    ("steps of a list", Body("1. a\n  ")),
    ("headings", Body("# A #\n\n")),
    ("code blocks", Body("```\ncode\n```\n")),
    ("open code blocks", Body("```a#\n")),
    ("tables", Body("| a | b |\n|---|---|\n| c# | d |\n\n")),
    ("wide table", Body("| a ")),
    ("html", Body("<b>a</b> <!-- c --> ")),
    ("open html", Body("<!-- a\n")),
    ("open tags", Body("<a b=\"")),
    ("entities", Body("&amp;&#x41;&nope; ")),
    ("backslashes", Body("\\")),
    ("dollars", Body("$")),
    ("slashes", Body("/")),
    ("wide characters", Body("漢字😀 ")),
    ("combined characters", Body("e\u{301}\u{200d}")),
    ("invisible characters", Body("a\u{200b}b ")),
    ("lookalikes", Body("p\u{430}ypal ")),
    ("allows", Body("<!-- skill-lsp: allow name-missin -->\n")),
    ("allows of one line", Body("<!-- skill-lsp: allow path-machine-specific -->\n/Users/mara/x\n")),
    ("words", Body("word ")),
    ("to do", Body("TODO ")),
    ("second blocks", Body("---\nname: x\n---\n")),
];

impl Shape {
    /// A text of about so many bytes.
    fn text(&self, size: usize) -> String {
        let pieces = |piece: &str, size: usize| -> String {
            (0..size / piece.len().max(1)).map(|number| piece.replace('#', &number.to_string())).collect()
        };
        // Where a `#` is a comment and no number.
        let pieces = |piece: &str, size| match piece.starts_with('#') || piece.contains(" #") {
            true => piece.repeat(size / piece.len()),
            false => pieces(piece, size),
        };
        match self {
            Front(before, piece, after) => format!("{FRONT}{before}{}{after}{END}", pieces(piece, size)),
            Body(piece) => format!("{FRONT}{END}{}\n", pieces(piece, size)),
            Both(before, piece, after, body) => {
                let (front, body) = (pieces(piece, size / 2), pieces(body, size / 2));
                format!("{FRONT}{before}{front}{after}{END}{body}\n")
            }
            Whole(piece) => pieces(piece, size),
        }
    }
}

/// What is done for one text: bytes and nanoseconds.
#[derive(Clone, Copy)]
struct Work {
    bytes: f64,
    time: f64,
}

fn work(world: &World, text: &str) -> Work {
    let path = Path::new(TRIED[0]);
    let mut workspace = workspace(world.empty.config.as_ref().clone());
    let (region, begun) = (Region::new(ALLOCATOR), time());
    let document = document::parse(text);
    workspace.put_saved(path, text.as_bytes());
    let snapshot: Snapshot = workspace.snapshot();
    let found = snapshot.diagnostics(path);
    mended(text, &found, Courage::Safe, LEAST, |text| world.examined(path, text));
    let middle = (0..=text.len() / 2).rev().find(|at| text.is_char_boundary(*at)).unwrap_or_default();
    ask(&snapshot, path, &document, &[0, middle, text.len()]);
    snapshot.listing("claude-code");
    Work { bytes: region.change().bytes_allocated as f64, time: time() - begun }
}

/// How long this thread was at work, in nanoseconds; 0 where the system does not tell.
fn time() -> f64 {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    told.split(' ').next().and_then(|number| number.parse().ok()).unwrap_or_default()
}

/// The least of some runs: a processor that others use too is slower now and then, and never faster.
fn least(world: &World, text: &str, runs: usize) -> Work {
    let first = work(world, text);
    (1..runs).map(|_| work(world, text)).fold(first, |least, it| Work { time: least.time.min(it.time), ..least })
}

/// How a shape grows over the last step, and what it takes in the end.
fn grown(world: &World, shape: &Shape, times: usize, runs: usize) -> (Work, Work) {
    let idle = least(world, FRONT, runs);
    let [_, some, all] = SIZES.map(|size| least(world, &shape.text(size * times), runs));
    let ratio = |all: f64, some: f64, idle: f64, least: f64| {
        if all < least { 0.0 } else { (all - idle) / (some - idle).max(least / 8.0) }
    };
    let bytes = ratio(all.bytes, some.bytes, idle.bytes, LEAST_BYTES);
    (Work { bytes, time: ratio(all.time, some.time, idle.time, LEAST_TIME) }, all)
}

/// Prints how each shape grows; those that are named, or all.
pub fn report(named: &[&str]) -> ExitCode {
    let world = World::default();
    let mut slow = 0;
    for (name, shape) in SHAPES.iter().filter(|(name, _)| named.is_empty() || named.contains(name)) {
        let (mut ratio, mut all) = grown(&world, shape, 1, 1);
        let is_bad = |it: Work| it.bytes > MOST_BYTES || it.time > MOST_TIME;
        // Once more: the clock may have been unlucky, and what has a limit grows fast until it is reached.
        if is_bad(ratio) {
            (ratio, all) = grown(&world, shape, 4, 3);
        }
        let word = if is_bad(ratio) { "  TOO FAST" } else { "" };
        slow += usize::from(is_bad(ratio));
        let (mebibytes, milliseconds) = (all.bytes / 1e6, all.time / 1e6);
        println!(
            "{name:24} ×{:.1} bytes ×{:.1} time  {mebibytes:.1} MB {milliseconds:.0} ms{word}",
            ratio.bytes, ratio.time
        );
    }
    println!("{} shapes, {slow} grow faster than their text", SHAPES.len());
    ExitCode::from(u8::from(slow > 0))
}

#[test]
fn nothing_grows_faster_than_its_text() {
    assert_eq!(format!("{:?}", report(&[])), format!("{:?}", ExitCode::SUCCESS));
}
