//! What may be shown of a file that lies outside: who it is, and nothing that it says.

use crate::document::yaml::Value;
use crate::document::{self, Field};

/// The `name`, the `description` and what is merely true or false in frontmatter that parses, as they are written; of
/// anything else nothing. That there is a body stays too: some hosts pass over a skill without one.
pub fn withheld(bytes: &[u8]) -> String {
    let document = document::parse_bytes(bytes);
    if !document.is_clean() || document.damage.is_some() {
        return String::new();
    }
    let may_stay = |field: &&Field| match field.key.as_str() {
        "name" | "description" => field.value.scalar().is_some() || matches!(field.value.value, Value::Missing),
        _ => matches!(field.value.scalar(), Some("true" | "false")),
    };
    let fields = document.fields.iter().filter(may_stay);
    let kept: Vec<&str> =
        fields.filter_map(|field| document.text.get(field.key_span.start..field.value.span.end)).collect();
    let has_body = document.text.get(document.fence.body.start..).is_some_and(|body| !body.trim().is_empty());
    match kept.is_empty() {
        true => String::new(),
        false => format!("---\n{}\n---\n{}", kept.join("\n"), if has_body { "\n…\n" } else { "" }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn name_and_description_stay_and_nothing_else() {
        let text = "---\nsecret: 1\ndescription: >-\n  Ships\n  it\nname: \"ship\" # mine\nhidden: true\ntoken: abc\n---\n\npassword\n";
        assert_eq!(
            withheld(text.as_bytes()),
            "---\ndescription: >-\n  Ships\n  it\nname: \"ship\"\nhidden: true\n---\n\n…\n"
        );
    }

    #[test]
    fn what_is_there_and_empty_stays_so() {
        assert_eq!(withheld(b"---\nname: a\ndescription:\n---\n"), "---\nname: a\ndescription:\n---\n");
    }

    #[test]
    fn of_what_has_no_frontmatter_that_parses_nothing_stays() {
        let texts: [&[u8]; 5] = [
            b"-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXk\n-----END OPENSSH PRIVATE KEY-----\n",
            b"export TOKEN=1\n",
            b"---\ndescription: use when: now\n---\n",
            b"---\ntoken: 1\n---\n",
            b"---\nname: \xff\n---\n",
        ];
        for text in texts {
            assert_eq!(withheld(text), "");
        }
    }
}
