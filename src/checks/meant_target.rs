//! Whether a link that leads nowhere evidently means a file that belongs to the skill, or to one beside it.

use std::path::Path;

use crate::checks::doubtful_target::OF_SKILLS;
use crate::checks::said_of_file::{Said, last_said, line_before};
use crate::checks::{DocumentContext, samples};
use crate::document::body::Link;
use crate::knowledge::relative_link;

/// Texts beside a skill that are about its folder, not part of it.
const ABOUT_FOLDER: [&str; 6] = ["skill.md", "readme.md", "changelog.md", "license.md", "contributing.md", "agents.md"];

/// Whether the author evidently means a file that should be here. A bare name can be a file of the project, of the answer
/// or of an example in any language; what speaks for the skill's own is the folder, the company, or that it is to be read.
pub(crate) fn is_meant(context: &DocumentContext<'_>, link: &Link, path: &str, bundled: &[String]) -> bool {
    let is_text = Path::new(path).extension().is_some_and(|it| it.eq_ignore_ascii_case("md"));
    if is_glued(context, link) || is_quoted(context, link) {
        return false;
    }
    // `../up` may be a page of a site.
    if relative_link::leaves(path) {
        return is_text;
    }
    let inner = path.trim_start_matches("./");
    if let Some((first, _)) = inner.split_once('/') {
        let is_here = || context.path.parent().is_some_and(|folder| context.files.kind(&folder.join(first)).is_some());
        if OF_SKILLS.contains(&first.to_lowercase().as_str()) || is_here() {
            return true;
        }
    } else if has_company(inner, bundled) {
        return true;
    }
    is_text && is_to_be_read(context, link) && !is_example(context, link)
}

/// Whether other files of its kind lie beside the skill.
fn has_company(name: &str, bundled: &[String]) -> bool {
    let ending = |name: &str| name.rsplit_once('.').map(|(_, ending)| ending.to_lowercase());
    let Some(own) = ending(name) else { return false };
    bundled.iter().any(|file| {
        !file.contains('/')
            && !ABOUT_FOLDER.contains(&file.to_lowercase().as_str())
            && ending(file).is_some_and(|it| it == own)
    })
}

/// `See [the rules](rules.md) and [the forms](forms.md)`, `[rules.md](rules.md) for the rules`.
fn is_to_be_read(context: &DocumentContext<'_>, link: &Link) -> bool {
    let rest = context.document.text.get(link.span.end..).unwrap_or_default();
    let cell = line_before(context, link).rsplit('|').next().unwrap_or_default();
    let sentence = cell.rsplit(". ").next().unwrap_or_default();
    // The targets of the links before it say nothing.
    let words: String = sentence.split("](").enumerate().map(|(index, part)| after_target(part, index > 0)).collect();
    last_said(&words) == Some(Said::Read) || rest.trim_start_matches('*').starts_with(" for ")
}

/// What stands behind the target of a link.
fn after_target(part: &str, is_behind_link: bool) -> &str {
    if is_behind_link { part.split_once(')').map_or("", |(_, rest)| rest) } else { part }
}

/// Whether the line speaks of an example before it comes to the link.
fn is_example(context: &DocumentContext<'_>, link: &Link) -> bool {
    let before = line_before(context, link).to_lowercase();
    samples::OF_EXAMPLES.iter().any(|word| before.contains(word))
}

/// `handlers[name](event.js)` is code.
fn is_glued(context: &DocumentContext<'_>, link: &Link) -> bool {
    line_before(context, link).ends_with(|sign: char| sign.is_ascii_alphanumeric() || matches!(sign, '_' | ')' | ']'))
}

/// Whether the link stands in a quotation: "See [it](it.md)" is what somebody else would write.
fn is_quoted(context: &DocumentContext<'_>, link: &Link) -> bool {
    let before = line_before(context, link);
    let is_open = |open: char, close: char| before.matches(open).count() > before.matches(close).count();
    before.matches('"').count() % 2 == 1 || is_open('\u{201c}', '\u{201d}') || is_open('«', '»') || is_open('「', '」')
}

#[cfg(test)]
mod tests {
    use crate::checks::check;
    use crate::checks::testing::levels;
    use crate::config::Level;

    fn level(body: &str, others: &str) -> Vec<Level> {
        let text = format!("//- /home/shop/skills/pdf/SKILL.md\n---\nname: pdf\n---\n{body}\n{others}");
        levels(check("link-target-missing").expect("it is there"), &text)
    }

    #[test]
    fn its_own_by_the_folder_the_company_or_the_words() {
        assert_eq!(level("- [Forms](references/forms.md)", ""), [Level::Warning]);
        assert_eq!(
            level("- [Dark](themes/dark.css)", "//- /home/shop/skills/pdf/themes/light.css\nx\n"),
            [Level::Warning]
        );
        assert_eq!(level("- [Forms](forms.md)", "//- /home/shop/skills/pdf/signing.md\nx\n"), [Level::Warning]);
        assert_eq!(level("[forms.md](forms.md) for the forms", ""), [Level::Warning]);
        assert_eq!(level("See [a](a.md), [b](b.md) and [c](c.md).", ""), [Level::Warning; 3]);
        assert_eq!(level("See [it](references/it.md). Name them like [b](b.md).", ""), [Level::Warning, Level::Hint]);
        assert_eq!(level("- [another](../other/SKILL.md)", ""), [Level::Warning]);
    }

    #[test]
    fn a_bare_name_that_nothing_speaks_for() {
        for body in [
            "Change the port in [app.py](app.py).",
            "Open [app.py](app.py).",
            "> - Changed files: [app.py](app.py), [models/user.py](models/user.py)",
            "Antworte mit [Entwurf](entwurf.md) in der ersten Zeile.",
            "Po uruchomieniu jest [wynik](wynik.md).",
            "![before](before.png)",
            "- [Forms](forms.md)",
        ] {
            assert!(level(body, "").iter().all(|level| *level == Level::Hint), "{body}");
        }
        // What is about the folder is no company.
        assert_eq!(level("- [Forms](forms.md)", "//- /home/shop/skills/pdf/README.md\nx\n"), [Level::Hint]);
    }

    #[test]
    fn a_page_of_a_site() {
        for body in ["[up](../up)", "See [the state](../../concepts/state).", "[install](../install/)"] {
            assert_eq!(level(body, ""), [Level::Hint], "{body}");
        }
    }

    #[test]
    fn what_somebody_else_would_write() {
        for body in [
            "Link them: \"See [FORMS.md](FORMS.md) for forms\".",
            "Write \u{201c}see [the guide](references/guide.md)\u{201d}.",
            "For example, see [FORMS.md](FORMS.md).",
            "handlers[name](references/event.js)",
        ] {
            assert_eq!(level(body, ""), [Level::Hint], "{body}");
        }
        assert_eq!(level("The \"big\" one: see [it](it.md).", ""), [Level::Warning]);
    }
}
