//! Commands that a host would run when it loads the skill: `` !`command` `` and ```` ```! ```` blocks.

use memchr::memmem;

use crate::document::body::{CodeBlock, Command};
use crate::text::Span;

/// The commands of `source`, in order. Hosts find them by text search, so code does not hide them.
pub(super) fn find(source: &str, code_blocks: &[CodeBlock]) -> Vec<Command> {
    let blocks = code_blocks.iter().filter(|block| block.language.starts_with('!'));
    let mut found: Vec<Command> =
        blocks.map(|block| Command { span: block.span, command: block.content, block: true }).collect();
    let mut at = 0;
    while let Some(sign) = source.get(at..).and_then(|rest| memmem::find(rest.as_bytes(), b"!`")) {
        let start = at + sign;
        let inner = start + 2;
        at = inner;
        let is_free =
            source.get(..start).is_some_and(|before| before.is_empty() || before.ends_with(char::is_whitespace));
        let Some(length) = source.get(inner..).and_then(|rest| rest.find(['`', '\n', '\r'])) else {
            continue;
        };
        if !is_free || length == 0 || !source.get(inner + length..).is_some_and(|rest| rest.starts_with('`')) {
            continue;
        }
        at = inner + length + 1;
        found.push(Command { span: Span::new(start, at), command: Span::new(inner, inner + length), block: false });
    }
    found.sort_by_key(|command| command.span.start);
    found
}
