# Agent Skills in Kakoune, with kakoune-lsp 18 or later. In the kakrc, after `eval %sh{kak-lsp}` and `lsp-enable`:
#   source ~/src/skill-lsp/editors/kakoune/skill-lsp.kak
# By then the hooks that know file types are there: ours comes after them, and after the servers that they set.
hook -group skill-lsp global BufCreate .*/(SKILL|CLAUDE|CLAUDE\.local|AGENTS)\.md|.*/((api_)?marketplace|plugin|(gemini|qwen)-extension)\.json %{
    set-option buffer lsp_servers %{
        [skill-lsp]
        root_globs = ["skill-lsp.toml", ".git"]
        command = "skill-lsp"
        args = ["serve"]
    }
}
