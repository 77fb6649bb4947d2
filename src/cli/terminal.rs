//! Text from files on its way to a terminal: nothing in it may act.

use std::borrow::Cow;
use std::path::Path;

use unicode_width::UnicodeWidthStr;

use crate::text::slashed;
use crate::words::picture;

/// One line that is safe to print: control and direction-changing characters are shown, not obeyed.
pub(crate) fn plain(text: &str) -> Cow<'_, str> {
    if !text.chars().any(acts) {
        return Cow::Borrowed(text);
    }
    let mut safe = String::with_capacity(text.len() + 8);
    for character in text.chars() {
        match visible(character) {
            Some(shown) => safe.push_str(&shown),
            None => safe.push(character),
        }
    }
    Cow::Owned(safe)
}

/// The same for text of several lines: line breaks and tabs stay.
pub(crate) fn plain_lines(text: &str) -> Cow<'_, str> {
    if !text.chars().any(|character| acts(character) && character != '\n' && character != '\t') {
        return Cow::Borrowed(text);
    }
    let mut safe = String::with_capacity(text.len() + 8);
    for character in text.replace("\r\n", "\n").chars() {
        match visible(character) {
            Some(shown) if character != '\n' && character != '\t' => safe.push_str(&shown),
            _ => safe.push(character),
        }
    }
    Cow::Owned(safe)
}

/// Whether a terminal would do something else than print it.
pub(crate) fn acts(character: char) -> bool {
    character.is_control()
        || matches!(character, '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{2069}' | '\u{FEFF}' | '\u{61C}')
}

/// What is shown for a character that acts: a control picture, or its number.
pub(crate) fn visible(character: char) -> Option<String> {
    acts(character).then(|| picture(character))
}

/// A host's name where it stands alone, without the article it has in sentences.
pub(crate) fn heading(name: &str) -> &str {
    name.strip_prefix("the ").or_else(|| name.strip_prefix("a ")).unwrap_or(name)
}

/// How many columns a text takes.
pub(crate) fn width(text: &str) -> usize {
    let is_simple = text.bytes().all(|byte| matches!(byte, b' '..=b'~'));
    if is_simple { text.len() } else { UnicodeWidthStr::width(text) }
}

/// How paths are shortened for people: relative below the working directory, `~` below home.
#[derive(Clone, Debug, Default)]
pub(crate) struct Around {
    /// The working directory.
    pub(crate) here: std::path::PathBuf,
    /// The home folder.
    pub(crate) home: Option<std::path::PathBuf>,
}

impl Around {
    /// A path as in `error: …`: `.claude/skills/pdf/SKILL.md`, `~/…`, or in full.
    pub(crate) fn path(&self, path: &Path) -> String {
        match path.strip_prefix(&self.here) {
            Ok(rest) if !rest.as_os_str().is_empty() => plain(&slashed(rest)).into_owned(),
            _ => self.below_home(path),
        }
    }

    /// The same with `./` in front of what lies below the working directory.
    pub(crate) fn dotted(&self, path: &Path) -> String {
        match path.strip_prefix(&self.here) {
            Ok(rest) if rest.as_os_str().is_empty() => ".".to_owned(),
            Ok(rest) => format!("./{}", plain(&slashed(rest))),
            Err(_) => self.below_home(path),
        }
    }

    fn below_home(&self, path: &Path) -> String {
        match self.home.as_ref().and_then(|home| path.strip_prefix(home).ok()) {
            Some(rest) if rest.as_os_str().is_empty() => "~".to_owned(),
            Some(rest) => format!("~/{}", plain(&slashed(rest))),
            None => plain(&slashed(path)).into_owned(),
        }
    }
}

/// A last column that has less room than this is not broken: the terminal does no worse.
const LEAST_ROOM: usize = 20;
/// How far in stands what is put below the other columns.
const BELOW: usize = 8;

/// Rows with aligned columns, two spaces between them; the last column is not padded.
pub(crate) fn table(rows: &[Vec<String>]) -> String {
    table_within(rows, usize::MAX)
}

/// The same, with the last column broken at spaces so that all fits into `columns`. What is much longer than the others of
/// its column stands on a line of its own.
pub(crate) fn table_within(rows: &[Vec<String>], columns: usize) -> String {
    let mut widths: Vec<usize> = Vec::new();
    for row in rows {
        for (index, cell) in row.iter().enumerate() {
            if index + 1 == row.len() {
                continue;
            }
            if index >= widths.len() {
                widths.resize(index + 1, 0);
            }
            if let Some(known) = widths.get_mut(index) {
                *known = (*known).max(width(cell));
            }
        }
    }
    narrow(&mut widths, rows, columns);
    let mut text = String::new();
    for row in rows {
        let mut line = String::new();
        let mut above = String::new();
        for (index, cell) in row.iter().enumerate() {
            if index + 1 == row.len() {
                let mut indent = width(&line);
                let beside = columns.saturating_sub(indent);
                if index > 0 && beside < LEAST_ROOM && width(cell) > beside {
                    // What has too little room beside the others stands below them.
                    let below = widths.first().map_or(BELOW, |first| (first + 2).min(BELOW));
                    line.truncate(line.trim_end().len());
                    line.push_str(&format!("\n{}", " ".repeat(below)));
                    indent = below;
                }
                let room = columns.saturating_sub(indent).max(LEAST_ROOM);
                let parts = if width(cell) > room { wrapped(cell, room) } else { vec![cell.clone()] };
                line.push_str(&parts.join(&format!("\n{}", " ".repeat(indent))));
            } else {
                line.push_str(cell);
                let own = widths.get(index).copied().unwrap_or(0);
                if width(cell) > own {
                    above.push_str(line.trim_end());
                    above.push('\n');
                    line = " ".repeat(widths.iter().take(index).map(|width| width + 2).sum::<usize>() + own + 2);
                    continue;
                }
                line.extend(std::iter::repeat_n(' ', own - width(cell) + 2));
            }
        }
        text.push_str(&above);
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

/// Takes from the widest column what the last one needs, as far as only few of its cells are wider then.
fn narrow(widths: &mut [usize], rows: &[Vec<String>], columns: usize) {
    let taken: usize = widths.iter().map(|width| width + 2).sum();
    let excess = (taken + LEAST_ROOM).saturating_sub(columns);
    let Some((index, widest)) = widths.iter_mut().enumerate().max_by_key(|(_, width)| **width).filter(|_| excess > 0)
    else {
        return;
    };
    let mut of_cells: Vec<usize> = rows.iter().filter_map(|row| row.get(index)).map(|cell| width(cell)).collect();
    of_cells.sort_unstable();
    let few = (of_cells.len() / FEW).max(1);
    let usual = of_cells.iter().rev().nth(few).copied().unwrap_or(*widest);
    *widest = widest.saturating_sub(excess).max(usual).max(LEAST_ROOM).min(*widest);
}

/// One cell in so many may be wider than its column.
const FEW: usize = 16;

/// Rows in a grid of at most `columns`: every cell is broken at spaces to the width of its column. Those columns give
/// way whose cells take it best, none further than its longest word.
pub(crate) fn grid(rows: &[Vec<String>], columns: usize) -> String {
    let count = rows.iter().map(Vec::len).max().unwrap_or(0);
    let cells = |index: usize| rows.iter().filter_map(move |row| row.get(index));
    let longest_word = |cell: &String| cell.split_whitespace().map(width).max().unwrap_or(0);
    let least: Vec<usize> = (0..count).map(|index| cells(index).map(longest_word).max().unwrap_or(0)).collect();
    let mut widths: Vec<usize> =
        (0..count).map(|index| cells(index).flat_map(|it| it.lines()).map(width).max().unwrap_or(0)).collect();
    let room = columns.saturating_sub(2 * count.saturating_sub(1));
    while widths.iter().sum::<usize>() > room {
        let yielding = (0..count).filter(|index| widths.get(*index) > least.get(*index));
        let height_without = |index: usize| {
            let narrower = widths.iter().enumerate().map(|(at, width)| width - usize::from(at == index));
            height(rows, &narrower.collect::<Vec<_>>())
        };
        let best = yielding.min_by_key(|index| (height_without(*index), std::cmp::Reverse(widths.get(*index))));
        let Some(narrowed) = best.and_then(|index| widths.get_mut(index)) else { break };
        *narrowed -= 1;
    }
    if widths.iter().sum::<usize>() > room {
        return blocks(rows, columns);
    }
    let mut text = String::new();
    for row in rows {
        let broken: Vec<Vec<String>> = row
            .iter()
            .zip(&widths)
            .map(|(cell, width)| cell.lines().flat_map(|line| wrapped(line, *width)).collect())
            .collect();
        for index in 0..broken.iter().map(Vec::len).max().unwrap_or(0) {
            let mut line = String::new();
            for (parts, wide) in broken.iter().zip(&widths) {
                let part = parts.get(index).map_or("", String::as_str);
                line.push_str(part);
                line.extend(std::iter::repeat_n(' ', wide.saturating_sub(width(part)) + 2));
            }
            text.push_str(line.trim_end());
            text.push('\n');
        }
    }
    text
}

/// The rows of a grid that is too wide, each as a block of lines: its first cell, and the others behind the headings of
/// their columns.
fn blocks(rows: &[Vec<String>], columns: usize) -> String {
    let Some((headings, rows)) = rows.split_first() else { return String::new() };
    let headings: Vec<String> = headings.iter().map(|it| it.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
    let is_rule = |row: &&Vec<String>| row.iter().all(|cell| cell.chars().all(|it| it == '─'));
    let mut text = String::new();
    for row in rows.iter().filter(|row| !is_rule(row)) {
        for (index, cell) in row.iter().enumerate().filter(|(index, cell)| *index == 0 || !cell.trim().is_empty()) {
            let cell = cell.split_whitespace().collect::<Vec<_>>().join(" ");
            let (line, indent) = match index {
                0 => (cell, 0),
                _ => (format!("{}: {cell}", headings.get(index).map(String::as_str).unwrap_or_default()), 2),
            };
            let lines = wrapped(&line, columns.saturating_sub(indent + 2).max(LEAST_ROOM));
            let lines = lines.join(&format!("\n{}", " ".repeat(indent + 2)));
            text.push_str(&format!("{}{lines}\n", " ".repeat(indent)));
        }
    }
    text
}

/// How many lines a grid takes.
fn height(rows: &[Vec<String>], widths: &[usize]) -> usize {
    let lines = |(cell, width): (&String, &usize)| cell.lines().map(|line| wrapped(line, *width).len()).sum::<usize>();
    rows.iter().map(|row| row.iter().zip(widths).map(lines).max().unwrap_or(0)).sum()
}

/// How many columns there are to print in: those of the terminal; without one nothing need be broken.
pub(crate) fn columns() -> usize {
    let size = terminal_size::terminal_size_of(std::io::stdout());
    size.map_or(usize::MAX, |(width, _)| usize::from(width.0).max(40))
}

/// Items with commas between them, broken into lines of at most `columns`, but never within an item.
pub(crate) fn lines_of(items: &[String], columns: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for (index, item) in items.iter().enumerate() {
        let item = if index + 1 < items.len() { format!("{item},") } else { item.clone() };
        match lines.last_mut() {
            Some(line) if width(line) + 1 + width(&item) <= columns => {
                line.push(' ');
                line.push_str(&item);
            }
            _ => lines.push(item),
        }
    }
    lines
}

/// A text broken at spaces into lines of at most `columns`.
pub(crate) fn wrapped(text: &str, columns: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let Some(line) = lines.last_mut() else { break };
        if line.is_empty() {
            line.push_str(word);
        } else if width(line) + 1 + width(word) <= columns {
            line.push(' ');
            line.push_str(word);
        } else {
            lines.push(word.to_owned());
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escape_sequences_are_shown_not_obeyed() {
        assert_eq!(plain("a\u{1b}[31mred\u{202e}x"), "a␛[31mred<U+202E>x");
        assert_eq!(plain_lines("a\r\nb\tc\u{7}"), "a\nb\tc␇");
    }

    #[test]
    fn paths_are_short_where_they_can_be() {
        let around = Around { here: "/home/me/project".into(), home: Some("/home/me".into()) };
        assert_eq!(around.path(Path::new("/home/me/project/a/SKILL.md")), "a/SKILL.md");
        assert_eq!(around.dotted(Path::new("/home/me/project/a")), "./a");
        assert_eq!(around.dotted(Path::new("/home/me/.claude/skills/a")), "~/.claude/skills/a");
        assert_eq!(around.path(Path::new("/etc/skills")), "/etc/skills");
    }

    #[test]
    fn a_long_last_column_is_broken_below_itself() {
        let rows =
            [vec!["a".to_owned(), "one two three four five six".to_owned()], vec!["b".to_owned(), "x".to_owned()]];
        assert_eq!(table_within(&rows, 25), "a  one two three four\n   five six\nb  x\n");
        assert_eq!(
            table_within(&rows, 10),
            "a\n   one two three four\n   five six\nb  x\n",
            "too narrow: below the others"
        );
    }

    #[test]
    fn one_that_is_much_longer_stands_above_its_row() {
        let long = "a-name-that-is-longer-than-all";
        let rows = [["  a", "on", "./a"], [long, "off", "./b"]].map(|row| row.map(str::to_owned).to_vec());
        let expected = format!("  a{}on   ./a\n{long}\n{}off  ./b\n", " ".repeat(19), " ".repeat(22));
        assert_eq!(table_within(&rows, 40), expected);
        let all = format!("  a{}on   ./a\n{long}  off  ./b\n", " ".repeat(29));
        assert_eq!(table_within(&rows, 80), all, "there is room");
    }

    #[test]
    fn the_widest_column_of_a_grid_gives_way() {
        let row = |cells: [&str; 3]| cells.map(str::to_owned).to_vec();
        let rows = [row(["a\nb", "one two three", "x"]), row(["c", "four", "y"])];
        assert_eq!(grid(&rows, 80), "a  one two three  x\nb\nc  four           y\n");
        assert_eq!(grid(&rows, 13), "a  one two  x\nb  three\nc  four     y\n");
        assert_eq!(grid(&rows, 1), "c\n  one two three: four\n  x: y\n", "too narrow: a block for each row");
    }

    #[test]
    fn a_path_with_a_space_is_not_broken() {
        let items = ["/a b/c".to_owned(), "/d".to_owned(), "/e f".to_owned()];
        assert_eq!(lines_of(&items, 10), ["/a b/c,", "/d, /e f"]);
    }

    #[test]
    fn wide_characters_keep_the_columns_straight() {
        let rows = [vec!["漢字".to_owned(), "a".to_owned()], vec!["ab".to_owned(), "b".to_owned()]];
        assert_eq!(table(&rows), "漢字  a\nab    b\n");
    }
}
