-- What a buffer gets when the server attaches: lenses and inlay hints.
local options = require('skill_lsp.options')

local M = {}

-- Before 0.12, lenses are asked for by hand.
local function follow(buffer)
  local function refresh()
    if vim.api.nvim_buf_is_loaded(buffer) then
      vim.lsp.codelens.refresh({ bufnr = buffer })
    end
  end
  local group = vim.api.nvim_create_augroup('skill_lsp_lenses_' .. buffer, {})
  local events = { 'BufEnter', 'InsertLeave', 'TextChanged' }
  vim.api.nvim_create_autocmd(events, { group = group, buffer = buffer, callback = refresh })
  vim.api.nvim_create_autocmd('User', { group = group, pattern = 'SkillCatalogChanged', callback = refresh })
  vim.api.nvim_create_autocmd('BufWipeout', {
    buffer = buffer,
    once = true,
    callback = function()
      vim.api.nvim_del_augroup_by_id(group)
    end,
  })
  refresh()
end

--- Switches on what the settings ask for.
---@param buffer integer
function M.attach(buffer)
  require('skill_lsp.opened').follow()
  local wanted = options()
  if wanted.inlay_hints then
    vim.lsp.inlay_hint.enable(true, { bufnr = buffer })
  end
  if wanted.code_lens then
    if vim.lsp.codelens.enable then
      vim.lsp.codelens.enable(true, { bufnr = buffer })
    else
      follow(buffer)
    end
  end
end

return M
