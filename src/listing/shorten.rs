//! Texts cut to a length, in characters or in UTF-16 units as JavaScript counts them.

/// The text when it has at most `limit` units; otherwise its first units and the ellipsis, `limit` in all.
pub(super) fn shortened(text: &str, limit: usize, ellipsis: &str) -> Option<String> {
    let room = limit.saturating_sub(units(ellipsis));
    exceeds(text, limit).then(|| head(text, room) + ellipsis)
}

/// The text when it has at most `limit` characters; otherwise its first ones and the ellipsis, `limit` in all.
pub(super) fn shortened_by_characters(text: &str, limit: usize, ellipsis: &str) -> Option<String> {
    text.char_indices().nth(limit)?;
    let room = limit.saturating_sub(ellipsis.chars().count());
    Some(text.chars().take(room).collect::<String>() + ellipsis)
}

/// The text when it has at most `limit` units; otherwise its first `limit` units with the ellipsis behind them.
pub(super) fn clipped(text: &str, limit: usize, ellipsis: &str) -> Option<String> {
    exceeds(text, limit).then(|| head(text, limit) + ellipsis)
}

/// The length of a text in UTF-16 units.
pub(super) fn units(text: &str) -> usize {
    text.encode_utf16().count()
}

fn exceeds(text: &str, limit: usize) -> bool {
    text.len() > limit && units(text) > limit
}

/// The first units. A pair that is cut in half leaves the replacement character, as it does on the wire.
fn head(text: &str, limit: usize) -> String {
    let units: Vec<u16> = text.encode_utf16().take(limit).collect();
    String::from_utf16_lossy(&units)
}

#[cfg(test)]
mod tests {
    use super::{clipped, shortened};

    #[test]
    fn a_text_that_fits_is_left_alone() {
        assert_eq!(shortened("abc", 3, "…"), None);
        assert_eq!(shortened("äöü", 3, "…"), None);
        assert_eq!(clipped("abc", 3, "..."), None);
    }

    #[test]
    fn the_ellipsis_counts_inside_or_stands_behind() {
        assert_eq!(shortened("abcd", 3, "…").as_deref(), Some("ab…"));
        assert_eq!(clipped("abcd", 3, "...").as_deref(), Some("abc..."));
    }

    #[test]
    fn a_pair_cut_in_half_is_replaced() {
        assert_eq!(shortened("a😀b", 3, "…").as_deref(), Some("a\u{fffd}…"));
    }
}
