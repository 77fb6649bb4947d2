//! Whether what stands around a place speaks of a sample: an example, an output, a mistake to avoid.

use crate::checks::DocumentContext;
use crate::document::body::CodeBlock;
use crate::text::Span;

/// So far before a place its line and the one above are looked at: a line may have no end.
const FAR: usize = 500;

/// Words for an example, in lower case, in the languages in which skills are written.
pub(crate) const OF_EXAMPLES: [&str; 19] = [
    "example",
    "e.g.",
    "for instance",
    "sample",
    "such as",
    "looks like",
    "beispiel",
    "z. b.",
    "z.b.",
    "ejemplo",
    "exemple",
    "exemplo",
    "esempio",
    "пример",
    "例",
    "样本",
    "樣本",
    "예시",
    "예:",
];

/// The words around a place, in lower case: its line, the one above it, the one above the code block that it stands in,
/// and the heading.
pub(crate) fn words_around(context: &DocumentContext<'_>, at: usize) -> String {
    let (text, body) = (&*context.document.text, &context.document.body);
    let lines_before = |at: usize| {
        let before = Span::new(at.saturating_sub(FAR), at).of(text);
        let lines = before.rsplit('\n').filter(|line| !line.trim().is_empty()).take(2);
        lines.collect::<Vec<_>>().join("\n")
    };
    let after = Span::new(at, (at + FAR).min(text.len())).of(text).lines().next().unwrap_or_default();
    let above = block_around(context, at).map(|block| lines_before(block.span.start)).unwrap_or_default();
    let heading = body.headings.partition_point(|heading| heading.span.end <= at);
    let heading =
        heading.checked_sub(1).and_then(|at| body.headings.get(at)).map_or("", |heading| heading.text.as_str());
    format!("{}{after}\n{above}\n{heading}", lines_before(at)).to_lowercase()
}

/// The code block that a place stands in.
pub(crate) fn block_around<'a>(context: &'a DocumentContext<'_>, at: usize) -> Option<&'a CodeBlock> {
    let blocks = &context.document.body.code_blocks;
    let block = blocks.get(blocks.partition_point(|block| block.span.end <= at));
    block.filter(|block| block.span.start <= at)
}

/// Whether a place stands in what the author took for a code block: in the block before it a fence of the same signs
/// opens a second one, so that the end of the inner one ended the outer one.
pub(crate) fn is_in_torn_fence(context: &DocumentContext<'_>, at: usize) -> bool {
    let (text, blocks) = (&*context.document.text, &context.document.body.code_blocks);
    let after = blocks.partition_point(|block| block.span.start <= at);
    // What comes behind is closed by a fence that opens nothing for its author.
    let is_closed = blocks.get(after).is_some_and(|block| block.language.is_empty());
    let Some(before) = after.checked_sub(1).and_then(|it| blocks.get(it)).filter(|block| block.span.end <= at) else {
        return false;
    };
    let fence: String = before.span.of(text).chars().take_while(|sign| matches!(sign, '`' | '~')).collect();
    let opens =
        |line: &str| line.strip_prefix(fence.as_str()).is_some_and(|rest| rest.starts_with(char::is_alphabetic));
    is_closed && fence.len() > 2 && before.content.of(text).lines().any(|line| opens(line.trim_start()))
}
