//! The `skill-lsp` program: hands its arguments to the command line, and the servers to whoever asks for them.

/// That of musl gives memory back at once, and asks for it again.
#[cfg(target_env = "musl")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    skill_lsp::cli::run(skill_lsp::cli::Servers { language: skill_lsp::lsp::serve, context: skill_lsp::mcp::serve })
}
