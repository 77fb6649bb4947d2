# Agent Skills in Kakoune, with kakoune-lsp 18 or later. In the kakrc, after `eval %sh{kak-lsp}` and `lsp-enable`:
#   source ~/src/skill-lsp/editors/kakoune/skill-lsp.kak
hook -group skill-lsp global BufCreate .*/(SKILL|CLAUDE|CLAUDE\.local|AGENTS)\.md %{
    # The file type is set after the buffer is made, and brings servers of its own.
    hook -once buffer BufSetOption filetype=.* %{
        set-option buffer lsp_servers %{
            [skill-lsp]
            root_globs = ["skill-lsp.toml", ".git"]
            command = "skill-lsp"
            args = ["serve"]
        }
    }
}
