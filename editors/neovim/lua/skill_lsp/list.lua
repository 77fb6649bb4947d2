-- The skills of the agents, in the quickfix list.
local server = require('skill_lsp.server')

local M = {}

-- `active in Claude Code and Pi; shadowed in Codex: …` of one file.
local function fate(skills, names)
  local parts, by_key = {}, {}
  for _, skill in ipairs(skills) do
    local key = skill.status .. '\0' .. skill.reason
    if not by_key[key] then
      by_key[key] = { status = skill.status, reason = skill.reason, hosts = {} }
      table.insert(parts, by_key[key])
    end
    table.insert(by_key[key].hosts, names[skill.host] or skill.host)
  end
  local said = vim.tbl_map(function(part)
    local text = part.status .. ' in ' .. table.concat(part.hosts, ', ')
    -- Why a skill is used is not worth a line; why it is not, is.
    return (part.status == 'active' or part.reason == '') and text or text .. ': ' .. part.reason
  end, parts)
  return table.concat(said, '; ')
end

local function items(skills, names)
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
    return { filename = path, lnum = 1, text = same[1].id .. ': ' .. fate(same, names) }
  end, order)
end

--- `:SkillList[!] [host]`
function M.command(given)
  local host = given.args ~= '' and given.args or nil
  local uri = server.current()
  server.hosts(function(names)
    server.answer('list', { host = host, all = given.bang, uri = uri }, function(skills)
      local title = host and 'Skills of ' .. (names[host] or host) or 'Skills'
      vim.fn.setqflist({}, ' ', { title = title, items = items(skills, names) })
      vim.cmd('botright copen')
    end)
  end)
end

return M
