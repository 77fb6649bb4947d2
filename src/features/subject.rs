//! What stands under the cursor that can also stand elsewhere: a skill's name, a mention, an argument, a placeholder.

use crate::document::arguments;
use crate::document::arguments::Argument;
use crate::document::body::PlaceholderKind;
use crate::document::yaml::{Style, Value};
use crate::document::{Document, Field};
use crate::features::Context;
use crate::features::called::leads_to;
use crate::features::mentions::{Mention, mentions};
use crate::text::Span;

/// What stands under the cursor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    /// The name of the skill that the document is.
    Name {
        /// The name as written.
        name: String,
        /// Where it stands, without quotes.
        span: Span,
    },
    /// A mention of a skill.
    Mention(Mention),
    /// An argument of the skill, where it is declared or used.
    Argument {
        /// Its declaration.
        argument: Argument,
        /// Where it stands under the cursor.
        span: Span,
    },
    /// A placeholder that a host fills.
    Placeholder {
        /// What it is.
        kind: PlaceholderKind,
        /// Where it stands under the cursor.
        span: Span,
    },
}

/// What stands at an offset.
pub fn subject(context: &Context<'_>, offset: usize) -> Option<Subject> {
    let document = context.document;
    if context.skill().is_some()
        && let Some((name, span)) = name(document)
        && span.touches(offset)
    {
        return Some(Subject::Name { name, span });
    }
    let declared = arguments::declared(document);
    if let Some(argument) = declared.iter().find(|argument| argument.span.touches(offset)) {
        return Some(Subject::Argument { span: argument.span, argument: argument.clone() });
    }
    let placeholder = document.body.placeholders.iter().find(|it| it.span.touches(offset));
    if let Some(placeholder) = placeholder
        && let Some(argument) = declared.into_iter().find(|argument| is_called(&placeholder.kind, &argument.name))
    {
        return Some(Subject::Argument { argument, span: placeholder.span });
    }
    let mention = mentions(context.path, document).into_iter().find(|it| it.whole.touches(offset));
    match (mention, placeholder) {
        // `$name` may be either: it is a mention when there is such a skill.
        (Some(mention), Some(placeholder)) if leads_to(context, &mention.name).is_empty() => {
            Some(Subject::Placeholder { kind: placeholder.kind.clone(), span: placeholder.span })
        }
        (Some(mention), _) => Some(Subject::Mention(mention)),
        (None, Some(it)) => Some(Subject::Placeholder { kind: it.kind.clone(), span: it.span }),
        (None, None) => None,
    }
}

/// Whether a placeholder is the argument of this name.
pub(crate) fn is_called(kind: &PlaceholderKind, argument: &str) -> bool {
    matches!(kind, PlaceholderKind::Named(name) | PlaceholderKind::Braced(name) if name == argument)
}

/// The name that a document gives itself, and where it stands without quotes.
pub(crate) fn name(document: &Document) -> Option<(String, Span)> {
    let field = document.field("name")?;
    Some((field.value.scalar()?.trim().to_owned(), inner(field)))
}

/// The value of a field without its quotes.
fn inner(field: &Field) -> Span {
    let span = field.value.span;
    match &field.value.value {
        Value::Scalar(scalar) if matches!(scalar.style, Style::Single | Style::Double) => {
            Span::new(span.start + 1, span.end.saturating_sub(1))
        }
        _ => span,
    }
}
