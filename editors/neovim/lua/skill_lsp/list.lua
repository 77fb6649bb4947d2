-- The skills of the agents, in the quickfix list.
local server = require('skill_lsp.server')

local M = {}

-- `active in Claude Code, Pi; shadowed in Codex`, of one file.
local function fates(skills, names)
  local order, hosts = {}, {}
  for _, skill in ipairs(skills) do
    if not hosts[skill.status] then
      hosts[skill.status] = {}
      table.insert(order, skill.status)
    end
    table.insert(hosts[skill.status], names[skill.host] or skill.host)
  end
  return table.concat(vim.tbl_map(function(status)
    return status .. ' in ' .. table.concat(hosts[status], ', ')
  end, order), '; ')
end

-- What becomes of a skill in one agent, and why.
local function fate(skill)
  return skill.reason == '' and skill.status or skill.status .. ': ' .. skill.reason
end

local function items(skills, names, host)
  local order, by_path = {}, {}
  for _, skill in ipairs(skills) do
    if not by_path[skill.path] then
      by_path[skill.path] = {}
      table.insert(order, skill.path)
    end
    table.insert(by_path[skill.path], skill)
  end
  return vim.tbl_map(function(path)
    local same = by_path[path]
    return { filename = path, lnum = 1, text = same[1].id .. ': ' .. (host and fate(same[1]) or fates(same, names)) }
  end, order)
end

--- `:SkillList[!] [host]`
function M.command(given)
  local host = given.args ~= '' and given.args or nil
  local uri = server.current()
  server.hosts(function(names)
    server.answer('list', { host = host, all = given.bang, uri = uri }, function(skills)
      local title = host and 'Skills of ' .. (names[host] or host) or 'Skills'
      vim.fn.setqflist({}, ' ', { title = title, items = items(skills, names, host) })
      vim.cmd('botright copen')
    end)
  end)
end

return M
