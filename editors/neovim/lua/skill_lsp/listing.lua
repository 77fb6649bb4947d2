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

-- Marks the entries: the one of the current file, and struck through what was cut of each. Answers their files by line, and
-- the line of the current one.
local function mark(buffer, text, entries, current)
  local paths = {}
  local own
  local position = positions(text)
  local at, last_row = 1, 0
  for _, entry in ipairs(entries) do
    local first, last
    if entry.text ~= '' then
      first, last = text:find(entry.text, at, true)
    end
    if first then
      at = last + 1
      local row = position(first - 1)
      local end_row, end_column = position(last)
      last_row = end_row
      for line = row, end_row do
        paths[line + 1] = entry.path
      end
      if entry.path == current then
        own = own or row + 1
        vim.api.nvim_buf_set_extmark(buffer, space, row, 0, {
          end_row = end_row,
          end_col = end_column,
          hl_group = 'SkillPromptCurrent',
        })
      end
      local rest = cut(entry)
      if rest ~= '' then
        vim.api.nvim_buf_set_extmark(buffer, space, end_row, end_column, {
          virt_text = { { rest, 'SkillPromptCut' } },
          virt_text_pos = 'inline',
        })
      end
    elseif entry.cut == 'omitted' then
      if entry.path == current then
        own = own or last_row + 1
      end
      local whole = collapsed(entry.name .. ': ' .. (entry.description or ''))
      vim.api.nvim_buf_set_extmark(buffer, space, last_row, 0, {
        virt_lines = { { { whole, 'SkillPromptCut' } } },
      })
    end
  end
  return paths, own
end

local function grouped(number)
  local digits = tostring(number):reverse():gsub('(%d%d%d)', '%1,'):reverse()
  return (digits:gsub('^,', ''))
end

--- What stands over the listing: the agent, and how much of its budget is used. Where there is no room, the end of it goes.
---@param prompt table
---@param title string the name of the agent
---@return string winbar
function M.heading(prompt, title)
  if prompt.mode and prompt.mode ~= '' and prompt.mode ~= 'default' then
    title = title .. ' (' .. prompt.mode .. ')'
  end
  local became = ''
  if prompt.current then
    local words = prompt.current.words .. (prompt.current.remedy and '. ' .. prompt.current.remedy or '')
    local lost = prompt.current.shown ~= 'whole'
    became = '  %#' .. (lost and 'DiagnosticWarn' or 'Comment') .. '#' .. words:gsub('%%', '%%%%') .. '%*'
  end
  local budget = prompt.budget
  if not budget then
    return ' ' .. title .. became .. '%<'
  end
  local share = budget.limit > 0 and budget.wanted / budget.limit or 1
  local filled = math.floor(math.min(share, 1) * 10 + 0.5)
  local bar = ('█'):rep(filled) .. ('░'):rep(10 - filled)
  local numbers = ('%s of %s %s'):format(grouped(budget.wanted), grouped(budget.limit), budget.unit)
  return ' ' .. title .. '  %#' .. (share > 1 and 'DiagnosticWarn' or 'Comment') .. '#' .. bar .. ' ' .. numbers .. '%*' .. became .. '%<'
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

--- Puts a listing into the buffer, byte for byte.
---@param buffer integer
---@param prompt table
---@param current? string the file whose entry is marked
---@return table<integer, string> paths the file of each line that belongs to an entry
---@return integer? own the line of the current file's entry
function M.show(buffer, prompt, current)
  local texts = { prompt.text }
  vim.list_extend(texts, prompt.later or {})
  local text = table.concat(texts, '\n\n')
  M.set(buffer, text)
  return mark(buffer, text, prompt.entries, current)
end

return M
