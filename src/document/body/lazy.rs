//! A body that is read when it is first asked for: to list skills, nobody needs it.

use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use crate::document::body::{self, Body, Mention};
use crate::text::Span;

/// The body of a text at a place.
#[derive(Clone, Debug)]
pub struct LazyBody {
    /// Where it stands.
    pub span: Span,
    text: Arc<str>,
    read: OnceLock<Body>,
}

impl LazyBody {
    /// The body of `text` at `span`, not read yet.
    pub fn new(text: Arc<str>, span: Span) -> LazyBody {
        LazyBody { text, span, read: OnceLock::new() }
    }

    /// The mentions of other skills; where no sign of any is seen, without reading the rest.
    pub fn mentions(&self) -> &[Mention] {
        let may_mention = self.read.get().is_some() || !body::mentions_in(&self.text, self.span).is_empty();
        if may_mention { &self.mentions } else { &[] }
    }
}

impl Deref for LazyBody {
    type Target = Body;

    fn deref(&self) -> &Body {
        self.read.get_or_init(|| body::parse(&self.text, self.span))
    }
}
