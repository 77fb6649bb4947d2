-- Tells the server which files are open: only skills are opened with it, and a skill may wait for any file.
local server = require('skill_lsp.server')

local M = {}

local function uris()
  local found = {}
  for _, buffer in ipairs(vim.api.nvim_list_bufs()) do
    local is_file = vim.bo[buffer].buflisted and vim.bo[buffer].buftype == ''
    if is_file and vim.api.nvim_buf_get_name(buffer) ~= '' then
      table.insert(found, vim.uri_from_bufnr(buffer))
    end
  end
  return found
end

local function tell()
  for _, client in ipairs(vim.lsp.get_clients({ name = server.name })) do
    local parameters = { uris = uris() }
    if vim.fn.has('nvim-0.11') == 1 then
      client:notify('skill-lsp/openFiles', parameters)
    else
      client.notify('skill-lsp/openFiles', parameters)
    end
  end
end

local is_following = false

--- Tells it now, and whenever buffers come and go.
function M.follow()
  vim.schedule(tell)
  if is_following then
    return
  end
  is_following = true
  vim.api.nvim_create_autocmd({ 'BufAdd', 'BufDelete', 'BufFilePost' }, {
    group = vim.api.nvim_create_augroup('skill_lsp_opened', {}),
    -- A buffer that is deleted is still listed while it is told.
    callback = vim.schedule_wrap(tell),
  })
end

return M
