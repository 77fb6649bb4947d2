//! Where in a JSON text that is being typed the cursor stands.
//!
//! By its brackets and quotes alone: what is half written is no JSON yet.

use crate::catalog::manifest::Step;
use crate::text::Span;

/// A place in a manifest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Spot {
    /// The steps to the object in which a key stands, or to the value.
    pub(super) steps: Vec<Step>,
    /// What stands there.
    pub(super) kind: SpotKind,
    /// The word under the cursor, without its quotes.
    pub(super) word: Span,
    /// Whether it stands in quotes.
    pub(super) is_quoted: bool,
    /// The keys that stand in the same object, without the one under the cursor.
    pub(super) others: Vec<String>,
}

/// What stands at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SpotKind {
    /// A key. Whether a colon follows.
    Key {
        /// It has a value.
        has_value: bool,
    },
    /// A value.
    Value,
}

struct Frame {
    is_object: bool,
    /// Of an object: the key whose value is being read.
    key: Option<String>,
    keys: Vec<String>,
    /// A colon was read, and no comma since.
    is_at_value: bool,
}

/// The place at an offset; `None` outside of everything.
pub(super) fn spot(text: &str, offset: usize) -> Option<Spot> {
    let mut frames: Vec<Frame> = Vec::new();
    let mut found: Option<(Spot, usize)> = None;
    let bytes = text.as_bytes();
    let mut at = 0;
    while at <= bytes.len() {
        if found.is_none() && at >= offset {
            // Between words: nothing stands under the cursor.
            let word = Span::at(offset);
            found = Some((at_frame(&frames, word, false)?, frames.len()));
        }
        if let Some((spot, depth)) = found.as_mut()
            && frames.len() < *depth
        {
            spot.others.dedup();
            break;
        }
        let Some(byte) = bytes.get(at) else { break };
        match byte {
            b'"' => {
                let end = end_of_string(bytes, at);
                let inside = Span::new(at + 1, end.max(at + 1).min(bytes.len()));
                let is_closed = bytes.get(end) == Some(&b'"');
                let is_here = found.is_none() && offset > at && (offset <= end);
                let content = text.get(inside.start..inside.end).unwrap_or_default().to_owned();
                if is_here {
                    let mut spot = at_frame(&frames, inside, true)?;
                    if let SpotKind::Key { has_value } = &mut spot.kind {
                        let rest = text.get(end + usize::from(is_closed)..).unwrap_or_default();
                        *has_value = rest.trim_start().starts_with(':');
                    }
                    found = Some((spot, frames.len()));
                } else if let Some(frame) = frames.last_mut()
                    && frame.is_object
                    && !frame.is_at_value
                {
                    frame.key = Some(content.clone());
                    frame.keys.push(content.clone());
                    if let Some((spot, depth)) = found.as_mut()
                        && *depth == frames.len()
                    {
                        spot.others.push(content);
                    }
                }
                at = end + 1;
                continue;
            }
            b'{' | b'[' => {
                frames.push(Frame { is_object: *byte == b'{', key: None, keys: Vec::new(), is_at_value: false });
            }
            b'}' | b']' => drop(frames.pop()),
            b':' => {
                if let Some(frame) = frames.last_mut() {
                    frame.is_at_value = true;
                }
            }
            b',' => {
                if let Some(frame) = frames.last_mut() {
                    (frame.is_at_value, frame.key) = (false, None);
                }
            }
            _ => {}
        }
        at += 1;
    }
    found.map(|(spot, _)| spot)
}

fn at_frame(frames: &[Frame], word: Span, is_quoted: bool) -> Option<Spot> {
    let (last, above) = frames.split_last()?;
    let step = |frame: &Frame| match frame.is_object {
        true => Step::Key(frame.key.clone().unwrap_or_default()),
        false => Step::Item,
    };
    let mut steps: Vec<Step> = above.iter().map(step).collect();
    let is_key = last.is_object && !last.is_at_value;
    let kind = if is_key { SpotKind::Key { has_value: false } } else { SpotKind::Value };
    if !is_key {
        steps.push(step(last));
    }
    Some(Spot { steps, kind, word, is_quoted, others: last.keys.clone() })
}

/// Where the quote closes that opens at `start`; at the end of the line when it does not.
fn end_of_string(bytes: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'"' | b'\n' | b'\r' => return at,
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    at.min(bytes.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> String {
        let offset = text.find("<|>").unwrap();
        let text = text.replace("<|>", "");
        let Some(spot) = spot(&text, offset) else { return "nothing".to_owned() };
        let step = |step: &Step| match step {
            Step::Key(key) => key.clone(),
            Step::Item => "*".to_owned(),
        };
        let steps: Vec<String> = spot.steps.iter().map(step).collect();
        let kind = match spot.kind {
            SpotKind::Key { has_value: true } => "key:",
            SpotKind::Key { has_value: false } => "key",
            SpotKind::Value => "value",
        };
        format!("{kind} /{} `{}` [{}]", steps.join("/"), spot.word.of(&text), spot.others.join(" "))
    }

    #[test]
    fn half_written_texts() {
        for (text, expected) in [
            ("<|>", "nothing"),
            ("{<|>", "key / `` []"),
            ("{\"na<|>", "key / `na` []"),
            ("{\"na<|>me\": 5}", "key: / `name` []"),
            ("{\"name\": <|>", "value /name `` [name]"),
            ("{\"name\": \"k<|>\", \"x\": 1}", "value /name `k` [name x]"),
            ("{\"name\": \"k\", \"<|>\n  \"x\": 1}", "key / `` [name x]"),
            ("{\"skills\": [\"./a\", \"./<|>", "value /skills/* `./` []"),
            ("{\"plugins\": [{\"name\": \"a\", \"<|>\"}], \"name\": \"b\"}", "key /plugins/* `` [name]"),
            ("{\"a\": {\"b\": {}, <|>}", "key /a `` [b]"),
            ("{} <|>", "nothing"),
        ] {
            assert_eq!(shown(text), expected, "{text}");
        }
    }

    #[test]
    fn any_offset_of_any_text() {
        for text in ["{\"a\\\"\": [1, {\"b", "\"\\", "}}]]", "{\"梨\": \"é\n\", 🍐", "{\"a\": \"b\r\n\"c\": [\"d"] {
            for offset in 0..=text.len() + 2 {
                if let Some(spot) = spot(text, offset) {
                    assert!(spot.word.end <= text.len().max(offset), "{text:?} at {offset}");
                }
            }
        }
    }
}
