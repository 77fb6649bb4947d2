//! Whether a text is a web address, as the programs that read manifests judge it.

/// Whether a text has the form of an absolute address: a scheme and, for the usual ones, a host.
pub(super) fn is_address(text: &str) -> bool {
    let text = text.trim_matches(|it: char| it <= ' ');
    let Some((scheme, rest)) = text.split_once(':') else { return false };
    let is_scheme = scheme.starts_with(|first: char| first.is_ascii_alphabetic())
        && scheme.chars().all(|it| it.is_ascii_alphanumeric() || matches!(it, '+' | '-' | '.'));
    let is_usual = ["http", "https", "ws", "wss", "ftp"].iter().any(|usual| scheme.eq_ignore_ascii_case(usual));
    is_scheme && (!is_usual || is_authority(authority(rest)))
}

/// The scheme of an address and its host, when it has both.
pub(super) fn scheme_and_host(text: &str) -> Option<(String, String)> {
    let (scheme, rest) = text.trim().split_once(':')?;
    let authority = authority(rest);
    let host = authority.rsplit_once('@').map_or(authority, |(_, host)| host);
    let host = match host.starts_with('[') {
        true => host.split_once(']').map_or(host, |(inside, _)| inside).trim_start_matches('['),
        false => host.split_once(':').map_or(host, |(name, _)| name),
    };
    Some((scheme.to_lowercase(), host.to_lowercase()))
}

fn authority(rest: &str) -> &str {
    rest.trim_start_matches(['/', '\\']).split(['/', '\\', '?', '#']).next().unwrap_or_default()
}

/// Whether a host, with what may stand around it, can be one.
fn is_authority(authority: &str) -> bool {
    let host = authority.rsplit_once('@').map_or(authority, |(_, host)| host);
    let (name, port) = match host.strip_prefix('[') {
        Some(inside) => match inside.split_once(']') {
            Some((name, port)) if name.parse::<core::net::Ipv6Addr>().is_ok() => return is_port(port),
            _ => return false,
        },
        None => host.split_once(':').map_or((host, ""), |(name, _)| (name, host.get(name.len()..).unwrap_or(""))),
    };
    !name.is_empty() && is_port(port) && is_name(name)
}

/// Nothing, or a colon and a port.
fn is_port(text: &str) -> bool {
    let port = text.strip_prefix(':').unwrap_or(text);
    port.is_empty() || (text.starts_with(':') && port.parse::<u16>().is_ok())
}

fn is_name(name: &str) -> bool {
    let is_odd = |it: char| it <= ' ' || "<>^|%[]\"`{}".contains(it) || it == '\u{7f}';
    // A name that ends in a number is an address of four bytes, in one of its old ways of writing.
    let parts: Vec<&str> = name.strip_suffix('.').unwrap_or(name).split('.').collect();
    let number = |part: &str| match part.strip_prefix("0x").or_else(|| part.strip_prefix("0X")) {
        Some(digits) => u64::from_str_radix(if digits.is_empty() { "0" } else { digits }, 16).ok(),
        None => part.parse::<u64>().ok(),
    };
    let ends_in_number = parts.last().is_some_and(|last| number(last).is_some());
    let is_four = || parts.len() <= 4 && parts.iter().all(|part| number(part).is_some_and(|it| it <= 255));
    // A single number stands for all four.
    let is_one = || parts.len() == 1 && parts.first().and_then(|it| number(it)).is_some_and(|it| it <= 0xFFFF_FFFF);
    !name.contains(is_odd) && (!ends_in_number || is_four() || is_one())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_a_browser_reads_it() {
        for fine in [
            "http://x",
            "http:x",
            "mailto:a@b",
            "javascript:1",
            "HTTP://x",
            " https://x ",
            "c:\\x",
            "file:///x",
            "https://a..b",
            "https://*.x",
            "https://x/ y",
            "https://ü.de",
            "http://0x7f.1",
            "https:///x",
            "https://[::1]:80/x",
            "https://u:p@x:1",
        ] {
            assert!(is_address(fine), "{fine}");
        }
        for wrong in [
            "example.com",
            "http://",
            "https://a b",
            "//x",
            "https://[",
            "https://x:99999",
            "https://x:abc",
            "https://%zz",
            "https://user@",
            "1a:b",
            "https://x^y",
            "http://256.256.256.256",
            "http://1.2.3.4.5",
            "https://?x",
            "",
        ] {
            assert!(!is_address(wrong), "{wrong}");
        }
    }
}
