//! A declared argument, or the hint at arguments: what the user sees, and what the body makes of it.

use crate::document::Field;
use crate::document::arguments::declared;
use crate::document::body::PlaceholderKind;
use crate::features::Context;
use crate::features::hover::{Hover, field as field_hover};
use crate::features::page::{Page, code, words};
use crate::knowledge::fields::fact;

/// What is told about the argument that is declared at an offset.
pub(super) fn hover(context: &Context<'_>, offset: usize) -> Option<Hover> {
    let document = context.document;
    let declared = declared(document);
    let index = declared.iter().position(|argument| argument.span.touches(offset))?;
    let argument = declared.get(index)?;
    let hosts = || context.hosts.iter().filter(|host| fact(host, "arguments").is_some() && host.placeholders.arguments);
    let from_zero = hosts().next()?.placeholders.from_zero;
    let number = index + usize::from(!from_zero);
    let mut page = Page::of([code(format!("${}", argument.name))]);
    page.line([
        words(format!("Argument {} of {}, also ", index + 1, declared.len())),
        code(format!("${number}")),
        words(" and "),
        code(format!("$ARGUMENTS[{index}]")),
    ]);
    let uses = document.body.placeholders.iter().filter(|it| match &it.kind {
        PlaceholderKind::Named(name) => *name == argument.name,
        PlaceholderKind::Number(it) => *it == number,
        PlaceholderKind::ArgumentAt(it) => *it == index,
        PlaceholderKind::Arguments | PlaceholderKind::Braced(_) => false,
    });
    page.line([words(match uses.count() {
        0 => "The body does not use it".to_owned(),
        1 => "The body uses it once".to_owned(),
        count => format!("The body uses it {count} times"),
    })]);
    Some(Hover { span: argument.span, page })
}

/// What the user sees while typing the command.
pub(super) fn hint(context: &Context<'_>, field: &Field) -> Option<Hover> {
    let hint = field.value.scalar().map(str::trim).filter(|hint| !hint.is_empty())?;
    let (_, skill) = context.skill()?;
    let mut page = Page::default();
    let name = context.hosts.iter().find_map(|host| {
        let view = context.catalog.view(&host.id)?;
        fact(host, "argument-hint")?;
        Some(view.of_skill(context.catalog.by_path(&skill.path)?)?.id.to_string())
    });
    if let Some(name) = name {
        page.verbatim(format!("/{name} {hint}"));
    }
    page.append(field_hover::page(context, &field.key)?);
    Some(Hover { span: field.value.span, page })
}

#[cfg(test)]
mod tests {
    use crate::features::hover::testing::told;

    #[test]
    fn a_declared_argument() {
        let text =
            |body: &str| told(&format!("//# hosts = claude-code\n---\narguments: [issue, bra$0nch]\n---\n{body}\n"));
        assert_eq!(
            text("Fix $issue on $branch, $1."),
            "[branch]\n`$branch`\n\nArgument 2 of 2, also `$1` and `$ARGUMENTS[1]`\n\nThe body uses it 2 times"
        );
        assert!(text("Fix $issue.").ends_with("The body does not use it"));
    }

    #[test]
    fn what_the_user_sees() {
        let told = told("//- /home/.claude/skills/fix/SKILL.md\n---\nname: mend\nargument-hint: \"[iss$0ue]\"\n---\n");
        assert!(told.starts_with("[\"[issue]\"]\n    /fix [issue]\n\n`argument-hint`\n"), "{told}");
    }
}
