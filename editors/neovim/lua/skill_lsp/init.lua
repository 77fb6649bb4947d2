-- Settings, for plugin managers that call `setup`. There is no need to: `vim.g.skill_lsp` does the same.
local M = {}

--- See |skill-lsp-settings|.
---@param options? table
function M.setup(options)
  vim.g.skill_lsp = vim.tbl_deep_extend('force', vim.g.skill_lsp or {}, options or {})
end

return M
