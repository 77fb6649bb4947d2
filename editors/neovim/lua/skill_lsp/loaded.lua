-- The live preview of a loaded skill: what the model receives of the file beside it.
local beside = require('skill_lsp.beside')
local listing = require('skill_lsp.listing')
local server = require('skill_lsp.server')

local M = {}

local space = vim.api.nvim_create_namespace('skill_lsp_loaded')

local GROUPS = {
  argument = 'SkillShowFilled',
  placeholder = 'SkillShowFilled',
  command = 'SkillShowLeft',
  file = 'SkillShowLeft',
}

-- The byte column of a column in characters, both from the start of a line.
local function byte_column(line, column)
  local byte = vim.fn.byteidx(line, column - 1)
  return byte == -1 and #line or byte
end

local function mark(buffer, loaded)
  vim.api.nvim_buf_clear_namespace(buffer, space, 0, -1)
  local lines = vim.api.nvim_buf_get_lines(buffer, 0, -1, false)
  for _, found in ipairs(loaded.marks) do
    local first, last = found.range.start, found.range['end']
    if lines[first.line] and lines[last.line] then
      vim.api.nvim_buf_set_extmark(buffer, space, first.line - 1, byte_column(lines[first.line], first.column), {
        end_row = last.line - 1,
        end_col = byte_column(lines[last.line], last.column),
        hl_group = GROUPS[found.kind],
        -- What was filled in inside of a command stands out from it.
        priority = found.kind == 'command' and 100 or 110,
      })
    end
  end
end

-- What loading changes, in a few words.
local function changed(changes)
  local parts = {}
  local function add(what, value)
    if value and value ~= '' then
      table.insert(parts, what .. ' ' .. value)
    end
  end
  add('tools', table.concat(changes.allowedTools or {}, ', '))
  add('without', table.concat(changes.disallowedTools or {}, ', '))
  add('model', changes.model)
  add('effort', changes.effort)
  add('in', changes.fork and ('a fork' .. (changes.agent and ' with ' .. changes.agent or '')) or nil)
  add('hooks', table.concat(changes.hooks or {}, ', '))
  return table.concat(parts, ' · ')
end

local preview = beside.new({
  name = 'skill-lsp://show',
  filetype = 'skillshow',
  group = 'skill_lsp_loaded',
  events = { 'TextChanged', 'TextChangedI', 'TextChangedP' },
  ask = function(state, done)
    local about = { host = state.host, uri = state.uri, path = state.uri, arguments = state.arguments }
    server.ask('show', about, done)
  end,
  render = function(state, loaded, refusal)
    if refusal then
      listing.set(state.buffer, refusal)
      return ' As loaded'
    end
    listing.set(state.buffer, loaded.text)
    mark(state.buffer, loaded)
    local heading = (' %s: /%s %s'):format(state.names[loaded.host] or loaded.host, loaded.id, state.arguments or '')
    local changes = changed(loaded.changes)
    heading = vim.trim(heading) .. (changes ~= '' and ' · ' .. changes or '')
    -- That another skill of its name is used is the first thing to know.
    local notes = table.concat(loaded.notes, '. '):gsub('%%', '%%%%')
    return ' ' .. heading:gsub('%%', '%%%%') .. (notes ~= '' and '  %#DiagnosticWarn#' .. notes .. '%*' or '') .. '%<'
  end,
})

--- Opens the preview of the current file as an agent loads it, or changes the one that is open.
---@param arguments? string what is typed behind the skill's name
---@param host? string
function M.open(arguments, host)
  vim.api.nvim_set_hl(0, 'SkillShowFilled', { default = true, link = 'Search' })
  vim.api.nvim_set_hl(0, 'SkillShowLeft', { default = true, link = 'DiagnosticUnderlineWarn' })
  preview.state.arguments = arguments ~= '' and arguments or nil
  preview.open(host)
end

--- `:SkillShow [arguments]`
function M.command(given)
  M.open(given.args)
end

return M
