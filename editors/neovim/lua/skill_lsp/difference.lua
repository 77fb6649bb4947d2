-- How two copies of a skill differ, in a buffer of its own.
local server = require('skill_lsp.server')

local M = {}

--- Shows the changes from one file to another; `q` closes them.
---@param path string
---@param other string
function M.show(path, other)
  server.answer('diff', { path = path, other = other }, function(answer)
    if answer.diff == '' then
      return vim.notify('skill-lsp: they are equal')
    end
    local buffer = vim.api.nvim_create_buf(false, true)
    vim.api.nvim_buf_set_lines(buffer, 0, -1, false, vim.split(answer.diff, '\n', { trimempty = true }))
    vim.bo[buffer].bufhidden = 'wipe'
    vim.bo[buffer].filetype = 'diff'
    vim.bo[buffer].modifiable = false
    vim.cmd('botright split')
    vim.api.nvim_win_set_buf(0, buffer)
    vim.keymap.set('n', 'q', '<Cmd>close<CR>', { buffer = buffer, nowait = true })
  end)
end

return M
