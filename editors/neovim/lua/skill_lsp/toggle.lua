-- Turns the skill of the current file on or off in an agent's own settings.
local places = require('skill_lsp.places')
local server = require('skill_lsp.server')

local M = {}

-- A skill that is not the one that runs shares its switch with the one that does: who is asked should know.
local function is_sure(verdict, name)
  if verdict.status ~= 'shadowed' then
    return true
  end
  local winner = type(verdict.winner) == 'string' and places.short(verdict.winner) or 'another one'
  local question = ('In %s this file does not count: %s does. Turn `%s` off all the same?'):format(name, winner, verdict.id)
  return vim.fn.confirm(question, '&Yes\n&No', 2) == 1
end

local function toggle(verdict, name)
  local enabled = verdict.status == 'disabled'
  if not is_sure(verdict, name) then
    return
  end
  local question = { id = verdict.id, host = verdict.host, enabled = enabled, uri = server.current() }
  server.answer('toggle', question, function(done)
    local where = done.changed and (' now: %s:%d'):format(places.short(done.path), done.line) or ' already'
    vim.notify(('`%s` is %s in %s%s'):format(verdict.id, enabled and 'on' or 'off', name, where))
  end)
end

-- The agents that have a switch: the one that is named, else those the skill is written for, else all that read it.
local function switchable(verdicts, hosts, wanted)
  local has_switch = {}
  for _, host in ipairs(hosts) do
    has_switch[host.id] = #(host.switches or {}) > 0
  end
  local function those(fits)
    return vim.tbl_filter(function(verdict)
      return fits(verdict) and (wanted ~= '' or has_switch[verdict.host])
    end, verdicts)
  end
  if wanted ~= '' then
    return those(function(verdict)
      return verdict.host == wanted
    end)
  end
  local written_for = those(function(verdict)
    return verdict.writtenFor
  end)
  return #written_for > 0 and written_for or those(function()
    return true
  end)
end

--- `:SkillToggle [host]`
function M.command(given)
  local uri = server.current()
  if not uri then
    return vim.notify('Open a skill to turn it on or off', vim.log.levels.WARN)
  end
  server.answer('hosts', {}, function(hosts)
    local names = {}
    for _, host in ipairs(hosts) do
      names[host.id] = host.name
    end
    server.answer('verdicts', { uri = uri }, function(verdicts)
      local found = switchable(verdicts, hosts, given.args)
      if #found == 0 then
        return vim.notify('No agent that reads this skill has a switch for it', vim.log.levels.WARN)
      end
      local options = {
        prompt = 'Where?',
        format_item = function(verdict)
          return ('Turn %s in %s'):format(verdict.status == 'disabled' and 'on' or 'off', names[verdict.host])
        end,
      }
      if #found == 1 then
        return toggle(found[1], names[found[1].host] or found[1].host)
      end
      vim.ui.select(found, options, function(verdict)
        if verdict then
          toggle(verdict, names[verdict.host] or verdict.host)
        end
      end)
    end)
  end)
end

return M
