//! `tests/fuzz`: tries texts that nobody would write, and tells the smallest one that breaks something.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "it may stop at the first thing amiss")]

mod growth;
mod random;
mod servers;
mod targets;
mod texts;
mod world;

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use random::Random;
use targets::{TARGETS, Target};
use texts::Texts;
use world::World;

/// So long one text may take, in a build without optimisation on a machine with other things to do.
const LONGEST: Duration = Duration::from_secs(20);
const USAGE: &str = "usage: tests/fuzz --minutes N | --texts N [--seed S] [--target T] | --growth [SHAPE]";

/// What is being tried now, for whoever watches that it ends.
static TRYING: Mutex<Option<(Instant, &'static str, String)>> = Mutex::new(None);

thread_local! {
    static PANIC: RefCell<String> = const { RefCell::new(String::new()) };
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    if let ["--serve", server] = words[..] {
        return servers::serve(server);
    }
    if let ["--growth", ref shapes @ ..] = words[..] {
        return growth::report(shapes);
    }
    let (mut minutes, mut most, mut seed, mut only) = (None, u64::MAX, None, None);
    for pair in words.chunks(2) {
        match pair {
            ["--minutes", value] => minutes = value.parse::<f64>().ok(),
            // As many for each target, however long it takes: the same ones each time.
            ["--texts", value] => (minutes, most) = (Some(60.0), value.parse().unwrap_or(0)),
            ["--seed", value] => seed = value.parse::<u64>().ok(),
            ["--target", value] => only = Some(*value),
            _ => minutes = None,
        }
    }
    let Some(minutes) = minutes else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    let clock = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    let seed = seed.unwrap_or(clock.as_nanos() as u64);
    println!("seed {seed}");
    std::panic::set_hook(Box::new(|told| PANIC.with(|it| *it.borrow_mut() = told.to_string())));
    std::thread::spawn(watch);
    let is_wanted = |name: &str| only.is_none_or(|only| only == name);
    let wanted: Vec<&Target> = TARGETS.iter().filter(|target| is_wanted(target.name)).collect();
    let servers = is_wanted("servers");
    let share = Duration::from_secs_f64(minutes * 60.0 / (wanted.len() + usize::from(servers)).max(1) as f64);
    let (world, texts) = (World::default(), Texts::default());
    let mut failures = 0;
    for target in wanted {
        let (begun, mut count) = (Instant::now(), 0_u64);
        while begun.elapsed() < share && count < most {
            let case = seed.wrapping_add(count.wrapping_mul(0x9e37));
            let text = (target.make)(&texts, &mut Random::new(case));
            count += 1;
            if let Some(told) = tried(&world, &texts, target, &text, case) {
                let smallest = minimised(&world, &texts, target, text, case, &told);
                let told = tried(&world, &texts, target, &smallest, case).unwrap_or(told);
                println!("{}: case {case}: {told}\n  {smallest:?}", target.name);
                failures += 1;
                break;
            }
        }
        println!("{}: {count} texts", target.name);
    }
    if servers {
        failures += servers::try_all(&texts, seed, share, most);
    }
    ExitCode::from(u8::from(failures > 0))
}

/// What a target says of a text, when it does not hold.
fn tried(world: &World, texts: &Texts, target: &'static Target, text: &str, case: u64) -> Option<String> {
    set_trying(Some((Instant::now(), target.name, text.to_owned())));
    let run = || (target.run)(world, texts, text, &mut Random::new(!case));
    let result = catch_unwind(AssertUnwindSafe(run));
    set_trying(None);
    result.is_err().then(|| PANIC.with(|it| it.borrow().clone()))
}

fn set_trying(what: Option<(Instant, &'static str, String)>) {
    *TRYING.lock().unwrap_or_else(|poisoned| poisoned.into_inner()) = what;
}

/// The smallest text found that breaks the same place: pieces are taken out, large ones first.
fn minimised(world: &World, texts: &Texts, target: &'static Target, mut text: String, case: u64, told: &str) -> String {
    let place = |told: &str| told.lines().next().unwrap_or_default().to_owned();
    let (wanted, begun) = (place(told), Instant::now());
    let mut size = text.len().div_ceil(2);
    while size > 0 && begun.elapsed() < Duration::from_secs(60) {
        let mut start = 0;
        let mut shrunk = false;
        while start < text.len() {
            let end = (start + size).min(text.len());
            if text.is_char_boundary(start) && text.is_char_boundary(end) {
                let shorter = [&text[..start], &text[end..]].concat();
                let again = tried(world, texts, target, &shorter, case);
                if again.is_some_and(|again| place(&again) == wanted) {
                    (text, shrunk) = (shorter, true);
                    continue;
                }
            }
            start += size;
        }
        size = if shrunk && size == 1 { 1 } else { size / 2 };
    }
    text
}

/// Ends everything when one text takes too long.
fn watch() {
    loop {
        std::thread::sleep(Duration::from_millis(200));
        let trying = TRYING.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if let Some((begun, target, text)) = &*trying
            && begun.elapsed() > LONGEST
        {
            println!("{target}: takes longer than {LONGEST:?}:\n  {text:?}");
            std::process::exit(1);
        }
    }
}
