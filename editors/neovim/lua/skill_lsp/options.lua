-- What the user set in `vim.g.skill_lsp`, over what is usual.
local usual = {
  -- The program and its arguments; without it, the program is looked for.
  cmd = nil,
  -- `hosts`, `roots`, `checks`, `tools`, `run`, `log`: they lie over those of skill-lsp.toml.
  settings = {},
  code_lens = true,
  inlay_hints = true,
}

--- The options of this moment.
return function()
  return vim.tbl_deep_extend('force', usual, vim.g.skill_lsp or {})
end
