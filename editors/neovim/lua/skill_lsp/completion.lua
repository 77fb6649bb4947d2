-- Completion of the commands' arguments.
local server = require('skill_lsp.server')

local M = {}

local function beginning(begun, names)
  local found = vim.tbl_filter(function(name)
    return vim.startswith(name, begun)
  end, names)
  table.sort(found)
  return vim.fn.uniq(found)
end

--- The ids of hosts.
---@param begun string
function M.hosts(begun)
  local ids = {}
  for _, host in ipairs(server.answer_now('hosts', {})) do
    table.insert(ids, host.id)
  end
  return beginning(begun, ids)
end

--- The ids of hosts, and after one its modes.
---@param begun string
---@param line string the command as far as it is written
function M.hosts_and_modes(begun, line)
  local words = vim.split(vim.trim(line:sub(1, #line - #begun)), '%s+')
  if #words < 2 then
    return M.hosts(begun)
  end
  for _, host in ipairs(server.answer_now('hosts', {})) do
    if host.id == words[2] then
      local modes = vim.tbl_map(function(mode)
        return mode.mode
      end, host.modes or {})
      return beginning(begun, modes)
    end
  end
  return {}
end

--- The names of skills.
---@param begun string
function M.skills(begun)
  local names = {}
  for _, skill in ipairs(server.answer_now('list', { all = true, uri = server.current() })) do
    table.insert(names, skill.id)
  end
  return beginning(begun, names)
end

return M
