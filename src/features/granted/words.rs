//! What an entry means, as the end of a sentence.

use crate::document::tool_rule::Imbalance;
use crate::grants::{CommandPattern, Grant, List, Meaning, PathBase, PathPattern, Reason};
use crate::hosts::{Host, PatternKind};
use crate::words::quoted_words;

/// What an entry allows or takes away; of one that never matches, why.
pub(super) fn words(host: &Host, grant: &Grant, entry: &str, list: List) -> String {
    let tool = grant.tool.as_deref().unwrap_or(entry);
    match &grant.meaning {
        Meaning::Everything => everything(host, tool),
        Meaning::WorkingFolders => format!("`{tool}` inside the working folders"),
        Meaning::Command(pattern) => command(pattern),
        Meaning::Path(pattern) => format!("{}, for {}", files(pattern), tools_for(host, tool)),
        Meaning::Domain(domain) => match domain.strip_prefix("*.") {
            Some(rest) => format!("pages of every domain below `{rest}`"),
            None if domain == "*" => "pages of every domain".to_owned(),
            None => format!("pages of `{domain}`, not of the domains below it"),
        },
        Meaning::Skill(name) => format!("the skill `{name}`"),
        Meaning::SkillsFrom(start) => format!("every skill whose name starts with `{start}`"),
        Meaning::Agent(name) => format!("the agent `{name}`"),
        Meaning::Parameter { name, value } => format!("calls of `{tool}` in which `{name}` is `{value}`"),
        Meaning::Server(server) => format!("every tool of the MCP server `{server}`"),
        Meaning::ServerTool { server, tool } if tool.contains('*') => {
            format!("the tools of the MCP server `{server}` whose names match `{tool}`")
        }
        Meaning::ServerTool { server, tool } => format!("the tool `{tool}` of the MCP server `{server}`"),
        Meaning::Names(pattern) => format!("every tool whose name matches `{pattern}`"),
        Meaning::Nothing(reason) => because(host, reason, tool, list),
        Meaning::UnknownTool => "no such tool".to_owned(),
        Meaning::Unsaid => format!("what {} makes of it is not known", host.name),
    }
}

/// Where the server comes from that an entry means and no file declares.
pub(super) fn origin(host: &Host, grant: &Grant) -> &'static str {
    let (Meaning::Server(name) | Meaning::ServerTool { server: name, .. }) = &grant.meaning else { return "" };
    let rule = &host.servers;
    if rule.own.contains(name) {
        return ", which the host brings";
    }
    if rule.of_account.iter().any(|start| name.starts_with(start)) {
        return ", which comes from the account";
    }
    ", which no settings file here declares"
}

fn everything(host: &Host, tool: &str) -> String {
    let fact = host.tools.iter().find(|known| known.name == tool);
    match fact.and_then(|fact| fact.pattern) {
        Some(PatternKind::Command) => format!("every command that `{tool}` can run"),
        Some(PatternKind::Skill) => "every skill".to_owned(),
        Some(PatternKind::Agent) => "every agent".to_owned(),
        Some(PatternKind::Domain) => format!("`{tool}` on every page"),
        Some(PatternKind::Path | PatternKind::None) | None => format!("every use of `{tool}`"),
    }
}

fn command(pattern: &CommandPattern) -> String {
    match pattern {
        CommandPattern::Exact(command) => format!("the command `{command}`, exactly so"),
        CommandPattern::Prefix(start) => format!("`{start}`, alone or with anything behind it"),
        CommandPattern::Wildcard(pattern) => match pattern.strip_suffix(" *").filter(|start| !start.contains('*')) {
            Some(start) => format!("`{start}`, alone or with anything behind it"),
            None => match pattern.strip_suffix('*').filter(|start| !start.contains('*')) {
                Some(start) => format!("every command that starts with `{start}`, in the middle of a word too"),
                None => format!("commands of the form `{pattern}`, where `*` stands for anything"),
            },
        },
    }
}

fn files(PathPattern { base, pattern }: &PathPattern) -> String {
    let place = match base {
        PathBase::Root => return format!("files that match `/{pattern}`"),
        PathBase::Home => return format!("files that match `~/{pattern}`"),
        PathBase::Start => "the folder the session was started in",
        PathBase::Current => "the current folder",
    };
    let all = match pattern.as_str() {
        "**" | "*" => "every file".to_owned(),
        pattern => format!("files that match `{pattern}`"),
    };
    format!("{all} in {place}")
}

/// The tool, and those for which its paths count.
fn tools_for(host: &Host, tool: &str) -> String {
    let others = host.tools.iter().filter(|other| other.paths_of.as_deref() == Some(tool) && !other.gone);
    quoted_words(std::iter::once(tool).chain(others.map(|other| other.name.as_str())))
}

/// Why an entry never matches.
fn because(host: &Host, reason: &Reason, tool: &str, list: List) -> String {
    match reason {
        Reason::Unbalanced(Imbalance::Unclosed) => "the parenthesis is not closed".to_owned(),
        Reason::Unbalanced(Imbalance::Unopened) => "the parenthesis is not opened".to_owned(),
        Reason::Unbalanced(Imbalance::ClosedTwice) => "the parenthesis is closed twice".to_owned(),
        Reason::Unbalanced(Imbalance::TextBehind) => "text stands behind the closing parenthesis".to_owned(),
        Reason::Cut => format!("{} cuts it in two behind the inner parenthesis", host.name),
        Reason::NoName => "no tool stands before the parenthesis".to_owned(),
        Reason::WildcardName => "a `*` in the name of a tool stands for itself".to_owned(),
        Reason::ServerPattern => "no pattern may stand behind a tool of an MCP server".to_owned(),
        Reason::ColonInCommand => "the colon belongs to the name of the program; a blank was meant".to_owned(),
        Reason::PrefixInside => "`:*` stands for anything only at the end".to_owned(),
        Reason::SeveralCommands => "it is read as one command with commas in it".to_owned(),
        Reason::Compound => "each command of a line is asked for by itself".to_owned(),
        Reason::WildcardBeforePrefix => "the `*` before `:*` stands for itself".to_owned(),
        Reason::EmptyPrefix => "nothing stands before `:*`".to_owned(),
        Reason::Blank => "no command has the blank at its edge".to_owned(),
        Reason::Quoted => "the quotes belong to the command then".to_owned(),
        Reason::Braces => "braces stand for themselves in a path".to_owned(),
        Reason::Upwards => "a path may not lead upwards".to_owned(),
        Reason::HomeVariable => "the home folder is `~/`".to_owned(),
        Reason::OneSlash => "one slash is the folder of the session; an absolute path has two".to_owned(),
        Reason::PrefixOfPath => "`:*` means nothing in a path".to_owned(),
        Reason::NotADomain => "only `domain:…` is looked at here".to_owned(),
        Reason::GluedWildcard => "a `*` right behind a name stands for itself".to_owned(),
        Reason::OwnInput(name) => format!("`{name}:` is not how it is named; the command stands there by itself"),
        Reason::ParameterOnlyDenies => match list {
            List::Allow => "parameters count only where tools are taken away".to_owned(),
            List::Deny => "parameters do not count".to_owned(),
        },
        Reason::PathsOf(other) => format!("for `{tool}` the paths of `{other}` count"),
        Reason::NoPattern => format!("`{tool}` looks at no pattern"),
        Reason::GoneTool => format!("{} no longer has this tool", host.name),
    }
}

#[cfg(test)]
mod tests {
    use crate::features::granted::testing::in_claude_code;
    use crate::grants::List;

    #[test]
    fn what_entries_allow() {
        for (entry, expected) in [
            ("Bash", "every command that `Bash` can run"),
            ("Bash(git add *)", "`git add`, alone or with anything behind it"),
            ("Bash(git add:*)", "`git add`, alone or with anything behind it"),
            ("Bash(git status)", "the command `git status`, exactly so"),
            ("Bash(npx checkly*)", "every command that starts with `npx checkly`, in the middle of a word too"),
            ("Bash(git * main)", "commands of the form `git * main`, where `*` stands for anything"),
            ("Skill", "every skill"),
            ("Task", "every agent"),
            ("WebFetch", "`WebFetch` on every page"),
            ("Read", "every use of `Read`"),
            ("Read(*)", "`Read` inside the working folders"),
            (
                "Edit(/src/**)",
                "files that match `src/**` in the folder the session was started in, for `Edit`, `NotebookEdit` and `Write`",
            ),
            ("Read(//etc/*.conf)", "files that match `/etc/*.conf`, for `Read`, `Glob` and `Grep`"),
            ("Read(~/notes/*.md)", "files that match `~/notes/*.md`, for `Read`, `Glob` and `Grep`"),
            ("WebFetch(domain:example.com)", "pages of `example.com`, not of the domains below it"),
            ("WebFetch(domain:*.example.com)", "pages of every domain below `example.com`"),
            ("Skill(deploy *)", "every skill whose name starts with `deploy`"),
            ("Task(Explore)", "the agent `Explore`"),
            ("mcp__github", "every tool of the MCP server `github`, which no settings file here declares"),
            ("mcp__ide", "every tool of the MCP server `ide`, which the host brings"),
            ("mcp__claude_ai_Mail", "every tool of the MCP server `claude_ai_Mail`, which comes from the account"),
            ("mcp__ide__get_*", "the tools of the MCP server `ide` whose names match `get_*`, which the host brings"),
            ("mcp__ide__getDiagnostics", "the tool `getDiagnostics` of the MCP server `ide`, which the host brings"),
            ("FlyAway", "a tool that the settings of skill-lsp name"),
            ("Reed", "no such tool"),
            ("Bash(npx:checkly:*)", "the colon belongs to the name of the program; a blank was meant"),
            ("Write(src/**)", "for `Write` the paths of `Edit` count"),
            ("Bash(git add", "the parenthesis is not closed"),
        ] {
            assert_eq!(in_claude_code(entry, List::Allow, "").words, expected, "{entry}");
        }
        let taken = in_claude_code("Bash(run_in_background:true)", List::Deny, "");
        assert_eq!(taken.words, "calls of `Bash` in which `run_in_background` is `true`");
    }

    #[test]
    fn why_entries_never_match() {
        for (entry, expected) in [
            ("Bash(git add, git commit)", "it is read as one command with commas in it"),
            ("Bash(git add && git commit *)", "each command of a line is asked for by itself"),
            ("Bash(:*)", "nothing stands before `:*`"),
            ("Bash(git add )", "no command has the blank at its edge"),
            ("Bash(\"git add\")", "the quotes belong to the command then"),
            ("Bash(command:git add)", "`command:` is not how it is named; the command stands there by itself"),
            ("Bash(run_in_background:true)", "parameters count only where tools are taken away"),
            ("Read(src/*.{ts,js})", "braces stand for themselves in a path"),
            ("Read(../notes/**)", "a path may not lead upwards"),
            ("Read($HOME/notes/**)", "the home folder is `~/`"),
            ("Read(/tmp/**)", "one slash is the folder of the session; an absolute path has two"),
            ("Read(src:*)", "`:*` means nothing in a path"),
            ("Skill(deploy*)", "a `*` right behind a name stands for itself"),
            ("WebSearch(x)", "`WebSearch` looks at no pattern"),
        ] {
            assert_eq!(in_claude_code(entry, List::Allow, "").words, expected, "{entry}");
        }
    }
}
