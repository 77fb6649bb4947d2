//! The words of a document that mean something to a host: mentions of skills, placeholders, tools.

use crate::document::arguments;
use crate::document::body::PlaceholderKind;
use crate::document::lines::lines;
use crate::document::tool_rule::{PieceKind, ToolRule};
use crate::document::tools::{is_tool_field, tools};
use crate::features::Context;
use crate::features::mentions::mentions;
use crate::grants::tool_named;
use crate::text::Span;

/// A word on one line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// The word.
    pub span: Span,
    /// What it is.
    pub kind: TokenKind,
}

/// What a word is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// The name of a skill that is there.
    Skill,
    /// A placeholder for what the user types behind the skill's name.
    Argument,
    /// A placeholder for something that the host knows.
    Variable,
    /// A tool.
    Tool,
    /// A tool that one of the hosts brings along.
    KnownTool,
    /// An MCP server.
    Server,
    /// A tool of an MCP server.
    ServerTool,
    /// What a tool may be used for: `git add` in `Bash(git add *)`.
    Pattern,
    /// What stands for anything in a pattern: `*`, `:*`.
    Wildcard,
    /// The name of a parameter in a pattern: `domain` in `WebFetch(domain:x)`.
    Parameter,
}

/// The words inside `range`, in the order of the text; none overlaps another.
pub fn tokens(context: &Context<'_>, range: Span) -> Vec<Token> {
    let mut found = Vec::new();
    mentioned(context, range, &mut found);
    // Outside skills nobody fills in placeholders.
    if context.skill().is_some() {
        in_tools(context, &mut found);
        placeholders(context, &mut found);
    }
    found.retain(|token| token.span.start <= range.end && range.start <= token.span.end);
    let mut tokens: Vec<Token> = Vec::new();
    // Of two words that meet, the shorter says more: the skill in `Skill(deploy *)`.
    found.sort_by_key(|token| token.span);
    for token in found {
        for line in lines(&context.document.text, token.span) {
            let is_free = tokens.last().is_none_or(|last| last.span.end <= line.start);
            if is_free && !line.is_blank() {
                tokens.push(Token { span: line.trimmed_span(), ..token });
            }
        }
    }
    tokens
}

fn in_tools(context: &Context<'_>, found: &mut Vec<Token>) {
    let document = context.document;
    let is_known = |name: &str| context.hosts.iter().any(|host| tool_named(host, name).is_some());
    for field in document.fields.iter().filter(|field| is_tool_field(&field.key)) {
        for entry in tools(&document.text, &field.value).entries {
            let rule = ToolRule::parse(&entry.text);
            for piece in rule.pieces() {
                let kind = match piece.kind {
                    PieceKind::Name if is_known(rule.name.trim()) => TokenKind::KnownTool,
                    PieceKind::Name => TokenKind::Tool,
                    PieceKind::Server => TokenKind::Server,
                    PieceKind::ServerTool => TokenKind::ServerTool,
                    PieceKind::Parameter => TokenKind::Parameter,
                    PieceKind::Text => TokenKind::Pattern,
                    PieceKind::Wildcard | PieceKind::Prefix => TokenKind::Wildcard,
                    PieceKind::Placeholder => TokenKind::Variable,
                    PieceKind::Separator | PieceKind::Parenthesis | PieceKind::Colon | PieceKind::Stray => continue,
                };
                found.push(Token { span: entry.part(&document.text, piece.range), kind });
            }
        }
    }
}

/// What one of the hosts fills in. Anything else with a dollar sign is the shell's, or money.
fn placeholders(context: &Context<'_>, found: &mut Vec<Token>) {
    let fills_arguments = context.hosts.iter().any(|host| host.placeholders.arguments);
    let declared = arguments::names(context.document);
    for placeholder in &context.document.body.placeholders {
        let kind = match &placeholder.kind {
            PlaceholderKind::Arguments | PlaceholderKind::ArgumentAt(_) | PlaceholderKind::Number(_) => {
                fills_arguments.then_some(TokenKind::Argument)
            }
            PlaceholderKind::Named(name) => (fills_arguments && declared.contains(name)).then_some(TokenKind::Argument),
            PlaceholderKind::Braced(name) => {
                let is_filled = context.hosts.iter().any(|host| host.placeholders.names.contains(name));
                is_filled.then_some(TokenKind::Variable)
            }
        };
        found.extend(kind.map(|kind| Token { span: placeholder.span, kind }));
    }
}

/// Mentions of skills that some host has.
fn mentioned(context: &Context<'_>, range: Span, found: &mut Vec<Token>) {
    for mention in mentions(context.path, context.document) {
        let is_near = mention.whole.start <= range.end && range.start <= mention.whole.end;
        let is_there = || context.catalog.views().iter().any(|view| view.named(&mention.name).next().is_some());
        if is_near && is_there() {
            found.push(Token { span: mention.whole, kind: TokenKind::Skill });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::testing::ask;

    /// Each word with its kind, in order.
    fn check(fixture: &str, expected: &[&str]) {
        let found: Vec<String> = ask(fixture, |context, _| {
            let text = &*context.document.text;
            let all = tokens(context, Span::new(0, text.len()));
            all.iter().map(|token| format!("{:?} {}", token.kind, token.span.of(text))).collect()
        });
        assert_eq!(found, expected);
    }

    #[test]
    fn each_kind() {
        check(
            "
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            name: pdf
            description: Reads PDF files.
            arguments: [file]
            allowed-tools: Read, Bash(git add *), Mine
            ---
            漢 😀 /deploy and /nothing; $ARGUMENTS, $1, $file, $HOME, `${CLAUDE_SKILL_DIR}/x`.
            //- /home/.claude/skills/deploy/SKILL.md
            ---
            name: deploy
            description: Deploys.
            ---
            ",
            &[
                "KnownTool Read",
                "KnownTool Bash",
                "Pattern git add",
                "Wildcard *",
                "Tool Mine",
                "Skill /deploy",
                "Argument $ARGUMENTS",
                "Argument $1",
                "Argument $file",
                "Variable ${CLAUDE_SKILL_DIR}",
            ],
        );
    }

    #[test]
    fn a_skill_in_a_tool_and_in_a_description() {
        check(
            "
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            name: pdf
            description: Reads PDF files after /pdf.
            allowed-tools: Skill(pdf), Skill(pdf *)
            ---
            ",
            &["Skill /pdf", "KnownTool Skill", "Skill pdf", "KnownTool Skill", "Skill pdf", "Wildcard *"],
        );
    }

    #[test]
    fn the_parts_of_entries() {
        check(
            "
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            name: pdf
            allowed-tools:
              - mcp__github__create_*
              - 'Bash(${CLAUDE_SKILL_DIR}/x.py ''a'':*)'
              - WebFetch(domain:*.a.com)
              - Task
            ---
            ",
            &[
                "Server github",
                "ServerTool create_*",
                "KnownTool Bash",
                "Variable ${CLAUDE_SKILL_DIR}",
                "Pattern /x.py ''a''",
                "Wildcard :*",
                "KnownTool WebFetch",
                "Parameter domain",
                "Wildcard *",
                "Pattern .a.com",
                "KnownTool Task",
            ],
        );
    }

    #[test]
    fn elsewhere_only_skills() {
        check(
            "
            //- /home/shop/CLAUDE.md
            Run /pdf $0with $ARGUMENTS.
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            name: pdf
            description: Reads PDF files.
            ---
            ",
            &["Skill /pdf"],
        );
    }

    #[test]
    fn a_pattern_over_two_lines_is_two_words() {
        check(
            "
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            name: pdf
            description: Reads PDF files.
            allowed-tools: >
              Bash(git
              add) Read
            ---
            ",
            &["KnownTool Bash", "Pattern git", "Pattern add", "KnownTool Read"],
        );
    }
}
