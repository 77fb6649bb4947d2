-- What a skill or a package may do, in the quickfix list: what is dangerous first.
local server = require('skill_lsp.server')

local M = {}

local signs = { danger = 'E', look = 'W' }

local function items(findings)
  local shown = vim.tbl_filter(function(found)
    return signs[found.weight] ~= nil
  end, findings)
  return vim.tbl_map(function(found)
    local line = type(found.line) == 'number' and found.line or 1
    return { filename = found.path, lnum = line, type = signs[found.weight], text = found.message }
  end, shown)
end

--- `:SkillReview [path]`
function M.command(given)
  local path = given.args ~= '' and given.args or vim.api.nvim_buf_get_name(0)
  path = vim.fn.fnamemodify(vim.fn.expand(path), ':p'):gsub('(.)/$', '%1')
  server.answer('review', { path = path }, function(review)
    local list = items(review.findings)
    vim.fn.setqflist({}, ' ', { title = 'Review of ' .. review.path, items = list })
    if #list == 0 then
      vim.notify('nothing dangerous was found in ' .. review.path)
    else
      vim.cmd('botright copen')
    end
  end)
end

return M
