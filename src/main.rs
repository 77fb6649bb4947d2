//! The `skill-lsp` program: hands its arguments to the command line, and the server to whoever asks for it.

fn main() -> std::process::ExitCode {
    skill_lsp::cli::run(skill_lsp::lsp::serve)
}
