-- Settings, for plugin managers that call `setup`. There is no need to: `vim.g.skill_lsp` does the same.
local M = {}

--- See |skill-lsp-settings|.
---@param options? table
function M.setup(options)
  vim.g.skill_lsp = vim.tbl_deep_extend('force', vim.g.skill_lsp or {}, options or {})
  -- A plugin manager calls this after `plugin/`, and then the configuration is made already.
  local settings = vim.g.skill_lsp.settings
  if vim.lsp.config and settings and next(settings) then
    vim.lsp.config('skill_lsp', { settings = { skillLsp = settings } })
  end
end

return M
