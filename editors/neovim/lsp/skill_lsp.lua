-- The language server, as Neovim 0.11 and later start it. `vim.lsp.config('skill_lsp', {…})` lies over this.
return require('skill_lsp.server').config()
