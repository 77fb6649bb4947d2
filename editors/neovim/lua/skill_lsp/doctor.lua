-- Why skills do not trigger: the state of things here, or the life of one skill.
local float = require('skill_lsp.float')
local places = require('skill_lsp.places')
local server = require('skill_lsp.server')

local M = {}

-- JSON has a null where Lua has nothing.
local function given(value)
  return value ~= nil and value ~= vim.NIL and value or nil
end

local function named(skills)
  if #skills == 0 then
    return 'settings'
  end
  if #skills <= 3 then
    return table.concat(skills, ', ')
  end
  return ('%s, %s and %d more'):format(skills[1], skills[2], #skills - 2)
end

local function add(page, text, path)
  table.insert(page.lines, text)
  -- A skill is opened by its file, not by its folder.
  local file = path and vim.fs.joinpath(path, 'SKILL.md')
  page.paths[#page.lines] = file and vim.uv.fs_stat(file) and file or path
end

local function add_lines(page, lines)
  for _, line in ipairs(lines) do
    local first = line.places[1]
    local place = ''
    if first then
      place = places.short(first.path) .. (given(first.line) and ':' .. first.line or '') .. ': '
    end
    add(page, '  ' .. named(line.skills) .. '  ' .. place .. line.words, first and first.path)
    if given(line.next) then
      add(page, '    → ' .. line.next, first and first.path)
    end
  end
end

local function add_state(page, answer)
  for _, agent in ipairs(answer.agents) do
    local version = given(agent.installed) and ' ' .. agent.installed or ''
    local verified = (agent.apart == 'patch' or agent.apart == 'more') and (' (verified on %s)'):format(agent.verified) or ''
    local missing = agent.notListed > 0 and (', %d not'):format(agent.notListed) or ''
    local skills = agent.listed == 1 and 'skill' or 'skills'
    add(page, ('%s%s%s  %d %s listed%s'):format(agent.name, version, verified, agent.listed, skills, missing))
    add_lines(page, agent.lines)
  end
  if #answer.agents == 0 then
    add(page, 'No agent is installed here or has a folder here: no skill can be listed')
  end
  if #answer.elsewhere > 0 then
    add(page, 'No agent reads')
    add_lines(page, answer.elsewhere)
  end
end

local function add_life(page, life)
  for _, agent in ipairs(life.agents) do
    local path = given(agent.path)
    add(page, agent.name, path)
    if #agent.steps == 0 then
      add(page, '  has no skill of this name')
    end
    for _, step in ipairs(agent.steps) do
      add(page, ('  %s %-9s  %s'):format(step.fine and '✓' or '✗', step.step, step.words), path)
      if given(step.next) then
        add(page, '    → ' .. step.next, path)
      end
    end
  end
  if #life.lines > 0 then
    add(page, 'No agent reads')
    add_lines(page, life.lines)
  end
  if #life.others > 0 then
    add(page, 'Also listed by ' .. table.concat(life.others, ', '))
  end
  if given(life.nearest) then
    add(page, ('Did you mean `%s`?'):format(life.nearest))
  end
end

--- `:SkillDoctor [name]`
function M.command(asked)
  local name = asked.args ~= '' and asked.args or nil
  server.answer('doctor', { name = name, uri = server.current() }, function(answer)
    local page = { lines = {}, paths = {} }
    if given(answer.skill) then
      add_life(page, answer.skill)
    else
      add_state(page, answer)
    end
    float.show(page.lines, { title = name or 'Doctor', paths = page.paths, filetype = 'skilldoctor' })
  end)
end

return M
