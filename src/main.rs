//! The `skill-lsp` program: hands its arguments to the command line.

fn main() -> std::process::ExitCode {
    skill_lsp::cli::run()
}
