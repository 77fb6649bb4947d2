-- Who wins a name in which agent, and why.
local float = require('skill_lsp.float')
local places = require('skill_lsp.places')
local server = require('skill_lsp.server')

local M = {}

-- What becomes of a candidate. A reason is told once: at the winner, or at the first that it is true of.
local function words(why, candidate, told)
  local wins = #why.candidates > 1 and why.winner == candidate.path
  local word = wins and 'wins' or candidate.status == 'active' and 'listed' or candidate.status
  if candidate.reason == '' or (told[candidate.reason] and not wins) then
    return word
  end
  told[candidate.reason] = true
  return word == 'ambiguous' and candidate.reason or word .. ': ' .. candidate.reason
end

-- The reason why the winner of a name wins.
local function victory(why)
  for _, candidate in ipairs(why.candidates) do
    if candidate.path == why.winner then
      return candidate.reason
    end
  end
end

-- The candidates below the agents that see them so; agents that do the same stand together, clashes first.
local function groups(answers, names)
  local found, by_key = {}, {}
  for _, why in ipairs(answers) do
    local key = vim.json.encode({ why.candidates, why.winner or '' })
    if not by_key[key] then
      by_key[key] = { hosts = {}, why = why }
      table.insert(found, by_key[key])
    end
    table.insert(by_key[key].hosts, names[why.host] or why.host)
  end
  local clashes, single = {}, {}
  for _, group in ipairs(found) do
    local clashing = #group.why.candidates > 1 and group.why.outcome ~= 'absent'
    table.insert(clashing and clashes or single, group)
  end
  return vim.list_extend(clashes, single)
end

local function rendered(answers, names)
  local lines, paths = {}, {}
  for _, group in ipairs(groups(answers, names)) do
    if #lines > 0 then
      table.insert(lines, '')
    end
    local hosts = table.concat(group.hosts, ', ')
    table.insert(lines, hosts:sub(1, 1):upper() .. hosts:sub(2))
    local width, told = 0, {}
    if #group.why.candidates > 1 and group.why.winner then
      told[victory(group.why) or ''] = true
    end
    for _, candidate in ipairs(group.why.candidates) do
      width = math.max(width, vim.fn.strdisplaywidth(places.short(candidate.path)))
    end
    for _, candidate in ipairs(group.why.candidates) do
      local place = places.short(candidate.path)
      local gap = (' '):rep(width - vim.fn.strdisplaywidth(place) + 2)
      table.insert(lines, '  ' .. place .. gap .. words(group.why, candidate, told))
      paths[#lines] = candidate.path
    end
  end
  return lines, paths
end

--- Shows what each agent makes of a name.
---@param name string
function M.show(name)
  local uri = server.current()
  server.hosts(function(names)
    server.answer('why', { name = name, uri = uri }, function(answers)
      if #answers == 0 then
        vim.notify(('No agent has a skill `%s` here'):format(name))
        return
      end
      local lines, paths = rendered(answers, names)
      float.show(lines, { title = name, paths = paths, filetype = 'skillwhy' })
    end)
  end)
end

-- The name that agents know the current file by.
local function current(callback)
  local uri = server.current()
  if not uri then
    vim.ui.input({ prompt = 'The name of a skill: ' }, callback)
    return
  end
  local folder = vim.fs.basename(vim.fs.dirname(vim.uri_to_fname(uri)))
  server.answer('verdicts', { uri = uri }, function(verdicts)
    callback(verdicts[1] and verdicts[1].id or folder)
  end)
end

--- `:SkillWhy [name]`
function M.command(given)
  if given.args ~= '' then
    return M.show(given.args)
  end
  current(function(name)
    if name and name ~= '' then
      M.show(name)
    end
  end)
end

return M
