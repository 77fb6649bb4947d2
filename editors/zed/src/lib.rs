//! Agent Skills in Zed: starts the language server `skill-lsp`, which is found on the path or named in the settings.

use zed_extension_api::settings::LspSettings;
use zed_extension_api::{self as zed, Command, LanguageServerId, Result, Worktree, serde_json};

const SERVER: &str = "skill-lsp";

struct Extension;

impl zed::Extension for Extension {
    fn new() -> Extension {
        Extension
    }

    fn language_server_command(&mut self, _: &LanguageServerId, worktree: &Worktree) -> Result<Command> {
        let named = LspSettings::for_worktree(SERVER, worktree).ok().and_then(|settings| settings.binary);
        let (path, arguments) = named.map_or((None, None), |binary| (binary.path, binary.arguments));
        let command = path.or_else(|| worktree.which(SERVER)).ok_or(
            "skill-lsp is not on the path: run `cargo install --locked --path .` in its repository, or name it in the settings, \
             in `lsp.skill-lsp.binary.path`",
        )?;
        Ok(Command { command, args: arguments.unwrap_or_else(|| vec!["serve".to_owned()]), env: worktree.shell_env() })
    }

    fn language_server_workspace_configuration(
        &mut self,
        _: &LanguageServerId,
        worktree: &Worktree,
    ) -> Result<Option<serde_json::Value>> {
        let settings = LspSettings::for_worktree(SERVER, worktree).ok().and_then(|settings| settings.settings);
        Ok(settings.map(|settings| serde_json::json!({"skillLsp": settings})))
    }
}

zed::register_extension!(Extension);
