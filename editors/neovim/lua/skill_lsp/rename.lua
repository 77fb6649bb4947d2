-- Another name for a skill: every file that changes is written, so that nothing is half saved, and one command takes all of
-- it back. Neovim undoes texts only, each in its own buffer.
local places = require('skill_lsp.places')

local M = {}

---@class skill_lsp.Renamed
---@field moves { from: string, to: string }[]
---@field texts { path: string, before: string[], after: string[] }[] by where they lie afterwards

---@type skill_lsp.Renamed?
local last

-- The buffer of just this file, loaded: what its lines are, and how they end, is Neovim's to know.
local function buffer_of(path)
  local buffer = vim.fn.bufadd(path)
  vim.fn.bufload(buffer)
  return buffer
end

local function lines_of(path)
  return vim.api.nvim_buf_get_lines(buffer_of(path), 0, -1, false)
end

local function is_modified(path)
  return vim.bo[buffer_of(path)].modified
end

local function write(path)
  vim.api.nvim_buf_call(buffer_of(path), function()
    vim.cmd('silent keepalt update')
  end)
end

-- Where a file lies before the moves.
local function before(moves, path)
  for _, move in ipairs(moves) do
    if path == move.to or vim.startswith(path, move.to .. '/') then
      return move.from .. path:sub(#move.to + 1)
    end
  end
  return path
end

local function count(number, word)
  return ('%d %s%s'):format(number, word, number == 1 and '' or 's')
end

local function tell(renamed, unsaved)
  local parts = {}
  for _, move in ipairs(renamed.moves) do
    table.insert(parts, ('%s is %s now'):format(places.short(move.from), places.short(move.to)))
  end
  table.insert(parts, count(#renamed.texts - #unsaved, 'file') .. ' changed and written')
  if #unsaved > 0 then
    table.insert(parts, ('not written, for there was something unsaved: %s'):format(table.concat(unsaved, ', ')))
  end
  vim.notify(('skill-lsp: %s. :SkillRenameUndo takes it back'):format(table.concat(parts, ', ')))
end

--- Applies the answer to a rename.
---@param edit table a `WorkspaceEdit`
---@param encoding string
function M.apply(edit, encoding)
  local moves, paths = {}, {}
  for _, change in ipairs(edit.documentChanges or {}) do
    if change.kind == 'rename' then
      table.insert(moves, { from = vim.uri_to_fname(change.oldUri), to = vim.uri_to_fname(change.newUri) })
    elseif not change.kind then
      table.insert(paths, vim.uri_to_fname(change.textDocument.uri))
    end
  end
  for uri in pairs(edit.changes or {}) do
    table.insert(paths, vim.uri_to_fname(uri))
  end
  local texts, unsaved = {}, {}
  for _, path in ipairs(paths) do
    local old = before(moves, path)
    table.insert(texts, { path = path, before = lines_of(old) })
    -- Moving a file writes it; what else was unsaved is left to whoever has not saved it.
    if old == path and is_modified(path) then
      table.insert(unsaved, places.short(path))
    end
  end
  vim.lsp.util.apply_workspace_edit(edit, encoding)
  for _, text in ipairs(texts) do
    text.after = lines_of(text.path)
    if not vim.tbl_contains(unsaved, places.short(text.path)) then
      write(text.path)
    end
  end
  last = { moves = moves, texts = texts }
  tell(last, unsaved)
end

--- The handler of `textDocument/rename`.
function M.handle(refused, edit, context, config)
  if refused or not edit then
    return vim.lsp.handlers['textDocument/rename'](refused, edit, context, config)
  end
  local client = assert(vim.lsp.get_client_by_id(context.client_id))
  M.apply(edit, client.offset_encoding)
end

--- `:SkillRenameUndo`
function M.command()
  if not last then
    return vim.notify('skill-lsp: no skill was renamed here', vim.log.levels.WARN)
  end
  for _, text in ipairs(last.texts) do
    if not vim.deep_equal(lines_of(text.path), text.after) then
      local message = 'skill-lsp: %s has changed since. Nothing was taken back'
      return vim.notify(message:format(places.short(text.path)), vim.log.levels.ERROR)
    end
  end
  for _, move in ipairs(last.moves) do
    if vim.uv.fs_stat(move.from) then
      local message = 'skill-lsp: %s is there again. Nothing was taken back'
      return vim.notify(message:format(places.short(move.from)), vim.log.levels.ERROR)
    end
  end
  for _, text in ipairs(last.texts) do
    vim.api.nvim_buf_set_lines(buffer_of(text.path), 0, -1, false, text.before)
    write(text.path)
  end
  for _, move in ipairs(last.moves) do
    vim.lsp.util.rename(move.to, move.from, {})
  end
  vim.notify(('skill-lsp: %s as they were'):format(count(#last.texts, 'file')))
  last = nil
end

return M
