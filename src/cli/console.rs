//! The two streams: data to standard output, everything else to standard error.

use std::cell::RefCell;
use std::io::{self, BufWriter, IsTerminal, Write};

use anstream::{AutoStream, ColorChoice};
use serde::Serialize;

use crate::cli::arguments::When;
use crate::cli::report::snippet::Colours;
use crate::cli::terminal::{acts, plain, plain_lines};
use crate::disk;

const BOLD_RED: &str = "\u{1b}[1;31m";
const BOLD_YELLOW: &str = "\u{1b}[1;33m";
const BOLD: &str = "\u{1b}[1m";
const RESET: &str = "\u{1b}[0m";
/// Every colour begins with it.
const ESCAPE: u8 = 0x1b;

/// Where everything is printed. A reader that goes away is no error; other failures are kept for the end.
pub(crate) struct Console {
    choice: ColorChoice,
    failure: RefCell<Option<io::Error>>,
    /// What would be printed, where it goes to a file instead.
    kept: RefCell<Option<Vec<u8>>>,
}

impl Console {
    pub(crate) fn new(when: When) -> Console {
        let choice = match when {
            When::Auto => ColorChoice::Auto,
            When::Always => ColorChoice::Always,
            When::Never => ColorChoice::Never,
        };
        Console { choice, failure: RefCell::new(None), kept: RefCell::new(None) }
    }

    /// From now on, keeps what would be printed.
    pub(crate) fn keep(&self) {
        *self.kept.borrow_mut() = Some(Vec::new());
    }

    /// What was kept, when something is; from now on it is printed again.
    pub(crate) fn take_kept(&self) -> Option<String> {
        let kept = self.kept.borrow_mut().take()?;
        Some(String::from_utf8_lossy(&kept).into_owned())
    }

    /// Whether somebody reads it on a terminal.
    pub(crate) fn is_terminal(&self) -> bool {
        self.kept.borrow().is_none() && io::stdout().is_terminal()
    }

    /// Whether standard output takes colours.
    pub(crate) fn colours(&self) -> Colours {
        let choice = match self.choice {
            _ if self.kept.borrow().is_some() => ColorChoice::Never,
            ColorChoice::Auto => AutoStream::choice(&io::stdout()),
            choice => choice,
        };
        if choice == ColorChoice::Never { Colours::Off } else { Colours::On }
    }

    /// Prints text of our own making, whose foreign parts are already plain; colours go where they are wanted.
    pub(crate) fn print(&self, text: &str) {
        let (is_terminal, colours) = (self.is_terminal(), self.colours());
        self.write(|stream| {
            if is_terminal {
                let stream = io::stdout().lock();
                let mut stream = AutoStream::new(stream, self.choice);
                stream.write_all(text.as_bytes())?;
                return stream.flush();
            }
            let is_bare = memchr::memchr(ESCAPE, text.as_bytes()).is_none();
            match colours {
                Colours::Off if !is_bare => {
                    // In memory first: taking colours away writes every piece between two of them by itself.
                    stream.write_all(anstream::adapter::strip_str(text).to_string().as_bytes())?;
                }
                Colours::On | Colours::Off => stream.write_all(text.as_bytes())?,
            }
            stream.flush()
        });
    }

    /// Prints foreign text byte for byte; on a terminal, what would act is shown instead.
    pub(crate) fn print_exactly(&self, text: &str) {
        let shown = if self.is_terminal() { plain_lines(text) } else { text.into() };
        self.put(shown.as_bytes());
    }

    fn put(&self, bytes: &[u8]) {
        self.write(|stream| {
            stream.write_all(bytes)?;
            stream.flush()
        });
    }

    /// Ends a line that what was printed left open, where people read it.
    pub(crate) fn end_line(&self) {
        if self.is_terminal() {
            self.print_exactly("\n");
        }
    }

    /// Prints bytes that may not be text.
    pub(crate) fn print_bytes(&self, bytes: &[u8]) {
        match std::str::from_utf8(bytes) {
            Ok(text) => self.print_exactly(text),
            Err(_) if self.is_terminal() => self.print_exactly(&String::from_utf8_lossy(bytes)),
            Err(_) => self.put(bytes),
        }
    }

    /// Prints JSON and a line break. What acts on a terminal is escaped, which changes nothing for a parser.
    pub(crate) fn print_json(&self, value: &impl Serialize) {
        self.write(|stream| {
            let mut stream = Escaped(BufWriter::new(stream));
            serde_json::to_writer_pretty(&mut stream, value)?;
            stream.write_all(b"\n")?;
            stream.flush()
        });
    }

    /// Prints JSON values, each on a line.
    pub(crate) fn print_json_lines(&self, values: impl Iterator<Item = impl Serialize>) {
        self.write(|stream| {
            let mut stream = Escaped(BufWriter::new(stream));
            for value in values {
                serde_json::to_writer(&mut stream, &value)?;
                stream.write_all(b"\n")?;
            }
            stream.flush()
        });
    }

    /// Says a line on standard error.
    pub(crate) fn say(&self, text: &str) {
        self.write_error(&format!("{}\n", plain(text)));
    }

    /// Asks on standard error; the answer comes on the same line.
    pub(crate) fn ask(&self, text: &str) {
        self.write_error(&plain(text));
    }

    /// Says several lines on standard error.
    pub(crate) fn say_lines(&self, text: &str) {
        self.write_error(&plain_lines(text));
    }

    /// Says on standard error what is plain already and has colours.
    pub(crate) fn say_drawn(&self, text: &str) {
        self.write_error(text);
    }

    /// A warning on standard error.
    pub(crate) fn warning(&self, text: &str) {
        self.write_error(&format!("{BOLD_YELLOW}warning{RESET}{BOLD}:{RESET} {}\n", plain(text)));
    }

    /// An error on standard error.
    pub(crate) fn error(&self, text: &str) {
        self.write_error(&format!("{BOLD_RED}error{RESET}{BOLD}:{RESET} {}\n", plain(text)));
    }

    /// Clears a terminal before the next round.
    pub(crate) fn clear(&self) {
        if self.is_terminal() {
            // At once: what is said on standard error next must not be cleared away with the rest.
            self.put(b"\x1b[2J\x1b[3J\x1b[H");
        }
    }

    /// What went wrong with standard output; a reader that went away is nothing wrong.
    pub(crate) fn failure(&self) -> Option<String> {
        let failure = self.failure.borrow();
        failure.as_ref().filter(|it| it.kind() != io::ErrorKind::BrokenPipe).map(disk::words)
    }

    fn write(&self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) {
        if self.failure.borrow().is_some() {
            return;
        }
        let mut kept = self.kept.borrow_mut().take();
        let written = match &mut kept {
            Some(kept) => write(kept),
            None => write(&mut io::stdout().lock()),
        };
        *self.kept.borrow_mut() = kept;
        if let Err(error) = written {
            *self.failure.borrow_mut() = Some(error);
        }
    }

    /// Nobody can be told when standard error itself fails.
    fn write_error(&self, text: &str) {
        let _ = AutoStream::new(io::stderr().lock(), self.choice).write_all(text.as_bytes());
    }
}

/// JSON on its way out, in which what acts on a terminal is escaped. Whoever writes JSON writes whole characters.
struct Escaped<W>(W);

impl<W: Write> Write for Escaped<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = std::str::from_utf8(bytes).map_err(io::Error::other)?;
        let mut rest = text;
        // Control characters below 0x20 are line breaks of the layout here; those in texts are escaped already.
        while let Some((at, character)) = rest.char_indices().find(|(_, it)| *it >= '\u{7F}' && acts(*it)) {
            let (before, behind) = rest.split_at(at);
            write!(self.0, "{before}\\u{:04x}", character as u32)?;
            rest = behind.get(character.len_utf8()..).unwrap_or_default();
        }
        self.0.write_all(rest.as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}
