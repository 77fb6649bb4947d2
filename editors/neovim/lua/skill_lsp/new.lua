-- A new skill.
local places = require('skill_lsp.places')
local server = require('skill_lsp.server')

local M = {}

-- The places that the server offers, the likeliest first; those of a project only where there is one.
local function choices(offered)
  local found = {}
  for _, place in ipairs(offered) do
    if place.scope == 'user' or places.started() then
      local whose = place.scope == 'project' and 'This project' or 'All my projects'
      local count = place.skills > 0 and (', %d there'):format(place.skills) or ''
      local label = ('%s, %s (%s%s)'):format(whose, place.name, places.short(place.path), count)
      table.insert(found, { label = label, host = place.host, root = place.path })
    end
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
    server.answer('places', { uri = server.current() }, function(offered)
      local options = {
        prompt = 'Where?',
        format_item = function(place)
          return place.label
        end,
      }
      vim.ui.select(choices(offered), options, function(place)
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
