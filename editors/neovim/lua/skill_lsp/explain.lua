-- What a check means.
local float = require('skill_lsp.float')
local server = require('skill_lsp.server')

local M = {}

--- Shows what a check means.
---@param check string
function M.show(check)
  server.answer('explain', { check = check }, function(answer)
    local lines = { '*' .. answer.summary .. '*', '' }
    vim.list_extend(lines, vim.split(vim.trim(answer.documentation), '\n'))
    float.show(lines, { title = answer.id, filetype = 'markdown' })
  end)
end

return M
