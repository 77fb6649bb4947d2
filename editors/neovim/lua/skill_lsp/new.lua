-- A new skill.
local places = require('skill_lsp.places')
local server = require('skill_lsp.server')

local M = {}

-- Whose folder a new skill is for when the settings name nobody: the most widely read ones.
local usual = { 'claude-code', 'agentskills' }

local function choices(names)
  local chosen = require('skill_lsp.options')().settings.hosts or {}
  local found = {}
  for _, id in ipairs(#chosen > 0 and chosen or usual) do
    local name = names[id] or id
    if places.started() then
      table.insert(found, { label = 'This project, ' .. name, host = id, root = 'project' })
    end
    table.insert(found, { label = 'All my projects, ' .. name, host = id, root = 'user' })
  end
  return found
end

local function create(name, description, place)
  local argument = { name = name, description = description, host = place.host, root = place.root }
  server.answer('create', argument, function(made)
    vim.cmd.edit(vim.fn.fnameescape(made.path))
  end)
end

local function describe(name)
  vim.ui.input({ prompt = 'What it does, and when to use it: ' }, function(description)
    if not description or vim.trim(description) == '' then
      return
    end
    server.hosts(function(names)
      local options = {
        prompt = 'Where?',
        format_item = function(place)
          return place.label
        end,
      }
      vim.ui.select(choices(names), options, function(place)
        if place then
          create(name, description, place)
        end
      end)
    end)
  end)
end

--- `:SkillNew [name]`
function M.command(given)
  if given.args ~= '' then
    return describe(given.args)
  end
  vim.ui.input({ prompt = 'Name, in lower-case words joined by hyphens: ' }, function(name)
    if name and name ~= '' then
      describe(name)
    end
  end)
end

return M
