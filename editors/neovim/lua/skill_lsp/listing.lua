-- A listing as it is shown: its text with the entries marked, what was cut of them struck through, and a heading.
local M = {}

local space = vim.api.nvim_create_namespace('skill_lsp_preview')

local function collapsed(text)
  return vim.trim((text:gsub('%s+', ' ')))
end

-- What of its description an entry does not show.
local function cut(entry)
  local description = collapsed(entry.description or '')
  if not entry.cut or description == '' then
    return ''
  end
  if entry.cut ~= 'shortened' then
    return ' ' .. description
  end
  -- The longest beginning that is shown: what is shown of less is shown too, so halving finds it.
  local text = collapsed(entry.text)
  local characters = vim.fn.split(description, '\\zs')
  local shown, missing = 0, #characters + 1
  while missing - shown > 1 do
    local middle = math.floor((shown + missing) / 2)
    if text:find(table.concat(characters, '', 1, middle), 1, true) then
      shown = middle
    else
      missing = middle
    end
  end
  return table.concat(characters, '', shown + 1)
end

-- Turns offsets of a text, asked for in rising order, into rows and columns from 0.
local function positions(text)
  local row, start = 0, 1
  return function(offset)
    local ending = text:find('\n', start, true)
    while ending and ending <= offset do
      row, start = row + 1, ending + 1
      ending = text:find('\n', start, true)
    end
    return row, offset - start + 1
  end
end

-- The mark of the current file's entry; those of what was cut have the numbers of their entries.
local CURRENT = 1000000

-- Marks what was cut of an entry, struck through; takes the mark away where nothing is.
local function mark_cut(buffer, number, entry, place)
  local mark
  local column = 0
  if place.is_omitted then
    mark = { virt_lines = { { { collapsed(entry.name .. ': ' .. (entry.description or '')), 'SkillPromptCut' } } } }
  else
    local rest = cut(entry)
    if rest ~= '' then
      mark = { virt_text = { { rest, 'SkillPromptCut' } }, virt_text_pos = 'inline' }
      column = place.end_column
    end
  end
  if not mark then
    return vim.api.nvim_buf_del_extmark(buffer, space, number)
  end
  mark.id = number
  vim.api.nvim_buf_set_extmark(buffer, space, place.end_row, column, mark)
end

-- Where the entries stand in the text, by their numbers: rows and columns from 0. What is left out of it stands behind the one
-- before it; what is not in it at all has no place.
local function places_of(text, entries)
  local places = {}
  local position = positions(text)
  local at, last_row = 1, 0
  for number, entry in ipairs(entries) do
    local first, last
    if entry.text ~= '' then
      first, last = text:find(entry.text, at, true)
    end
    if first then
      at = last + 1
      local row = position(first - 1)
      local end_row, end_column = position(last)
      last_row = end_row
      places[number] = { row = row, end_row = end_row, end_column = end_column }
    elseif entry.cut == 'omitted' then
      places[number] = { row = last_row, end_row = last_row, end_column = 0, is_omitted = true }
    end
  end
  return places
end

local function grouped(number)
  local digits = tostring(number):reverse():gsub('(%d%d%d)', '%1,'):reverse()
  return (digits:gsub('^,', ''))
end

-- The parts of a heading, each with the group in which it is shown, as wide as they are and as a `winbar`.
local function joined(parts)
  local width, bar = 1, ' '
  for number, part in ipairs(parts) do
    local between = number > 1 and '  ' or ''
    width = width + #between + vim.fn.strdisplaywidth(part[1])
    local text = part[1]:gsub('%%', '%%%%')
    bar = bar .. between .. (part[2] and '%#' .. part[2] .. '#' .. text .. '%*' or text)
  end
  return width, bar .. '%<'
end

--- What stands over the listing: the agent, how much of its budget is used, and what became of the file. Where there is no
--- room for all of it, the last is what stays: the listing itself shows the others.
---@param prompt table
---@param title string the name of the agent
---@param width integer of the window
---@return string winbar
function M.heading(prompt, title, width)
  if prompt.mode and prompt.mode ~= '' and prompt.mode ~= 'default' then
    title = title .. ' (' .. prompt.mode .. ')'
  end
  local forms = { { { title } } }
  local budget = prompt.budget
  if budget then
    local share = budget.limit > 0 and budget.wanted / budget.limit or 1
    local filled = math.floor(math.min(share, 1) * 10 + 0.5)
    local bar = ('█'):rep(filled) .. ('░'):rep(10 - filled)
    local numbers = ('%s of %s %s'):format(grouped(budget.wanted), grouped(budget.limit), budget.unit)
    local group = share > 1 and 'DiagnosticWarn' or 'Comment'
    forms = { { { title }, { bar .. ' ' .. numbers, group } }, { { title }, { numbers, group } }, { { title } } }
  end
  local current = prompt.current
  local became = current and { current.words, current.shown ~= 'whole' and 'DiagnosticWarn' or 'Comment' }
  if became and current.remedy then
    became[1] = became[1] .. '. ' .. current.remedy
  end
  local bar
  for _, form in ipairs(forms) do
    local wide
    wide, bar = joined(became and vim.list_extend(form, { became }) or form)
    if wide <= width then
      break
    end
  end
  return bar
end

--- Puts a text into the buffer.
---@param buffer integer
---@param text string
function M.set(buffer, text)
  vim.bo[buffer].modifiable = true
  vim.api.nvim_buf_clear_namespace(buffer, space, 0, -1)
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, vim.split(text, '\n'))
  vim.bo[buffer].modifiable = false
end

local Drawn = {}
Drawn.__index = Drawn

-- Moves the ends of entries that have changed within their lines. Answers whether that was all there was to find.
function Drawn:shift(is_changed)
  for number in pairs(is_changed) do
    local entry, place = self.prompt.entries[number], self.places[number]
    local line = place and not place.is_omitted and place.row == place.end_row and self.lines[place.row + 1]
    local first, last
    if line and entry.text ~= '' then
      first, last = line:find(entry.text, 1, true)
    end
    if first ~= 1 then
      return false
    end
    place.end_column = last
  end
  return true
end

-- Finds the entries again, unless they are known to be where they were. Those of which `is_new` says so are marked anew, and the one of the current file is.
function Drawn:mark(current, is_new, is_found)
  local entries = self.prompt.entries
  if not is_found then
    self.places = places_of(table.concat(self.lines, '\n'), entries)
  end
  self.own = nil
  for number, entry in ipairs(entries) do
    local place = self.places[number]
    if not place then
      vim.api.nvim_buf_del_extmark(self.buffer, space, number)
    else
      if is_new(number, place) then
        mark_cut(self.buffer, number, entry, place)
      end
      if entry.path == current and not self.own then
        self.own = place.row + 1
        vim.api.nvim_buf_set_extmark(self.buffer, space, place.row, 0, {
          id = CURRENT,
          end_row = place.end_row,
          end_col = place.end_column,
          hl_group = 'SkillPromptCurrent',
        })
      end
    end
  end
  if not self.own then
    vim.api.nvim_buf_del_extmark(self.buffer, space, CURRENT)
  end
end

--- Carries out what the server says has changed since: only those lines and marks are touched.
---@param changed table
---@param current? string the file whose entry is marked
function Drawn:change(changed, current)
  local is_changed = {}
  for _, change in ipairs(changed.entries) do
    self.prompt.entries[change.at + 1] = change.entry
    is_changed[change.at + 1] = true
  end
  self.prompt.budget = changed.budget
  local from, to = math.huge, -1
  local is_same_height = true
  if changed.lines then
    from, to = changed.lines.from, changed.lines.from + #changed.lines.by
    is_same_height = to == changed.lines.to
    if is_same_height then
      for number, line in ipairs(changed.lines.by) do
        self.lines[from + number] = line
      end
    else
      local rest = vim.list_slice(self.lines, changed.lines.to + 1)
      self.lines = vim.list_extend(vim.list_extend(vim.list_slice(self.lines, 1, from), changed.lines.by), rest)
    end
    vim.bo[self.buffer].modifiable = true
    vim.api.nvim_buf_set_lines(self.buffer, from, changed.lines.to, false, changed.lines.by)
    vim.bo[self.buffer].modifiable = false
  end
  self:mark(current, function(number, place)
    -- What is left out stands in the line before, which may be another now.
    return is_changed[number] or (place.end_row >= from - 1 and place.row <= to)
  end, is_same_height and self:shift(is_changed))
end

--- The file whose entry stands in a line.
---@param line integer
---@return string? path
function Drawn:path_at(line)
  for number, place in pairs(self.places) do
    if not place.is_omitted and place.row < line and line <= place.end_row + 1 then
      return self.prompt.entries[number].path
    end
  end
end

--- Puts a listing into the buffer, byte for byte.
---@param buffer integer
---@param prompt table
---@param current? string the file whose entry is marked
---@return table drawn what stands there: `own` is the line of the current file's entry
function M.show(buffer, prompt, current)
  local texts = { prompt.text }
  vim.list_extend(texts, prompt.later or {})
  local text = table.concat(texts, '\n\n')
  M.set(buffer, text)
  local drawn = setmetatable({ buffer = buffer, prompt = prompt, lines = vim.split(text, '\n') }, Drawn)
  drawn:mark(current, function()
    return true
  end)
  return drawn
end

return M
