-- The live preview: the listing that an agent puts before its model, in a split beside the file.
local beside = require('skill_lsp.beside')
local listing = require('skill_lsp.listing')
local server = require('skill_lsp.server')

local M = {}

local function open_entry(state)
  local path = state.drawn and state.drawn:path_at(vim.fn.line('.'))
  if not path then
    return
  end
  vim.cmd.wincmd('p')
  if vim.api.nvim_get_current_buf() == state.buffer then
    vim.cmd.new()
  end
  vim.cmd.edit(vim.fn.fnameescape(path))
end

-- Draws the answer: all of it, or what is another since the one that is drawn. An answer to an older one comes too late.
local function draw(state, answer)
  local current = state.uri and vim.uri_to_fname(state.uri)
  if not answer.changed then
    state.drawn = listing.show(state.buffer, answer, current)
  elseif state.drawn and answer.since == state.number then
    state.drawn:change(answer.changed, current)
  else
    return
  end
  state.number = answer.number
  state.drawn.prompt.current = answer.current
end

-- Draws the answer with the entry of the file in view. Whoever has scrolled away from it stays there, until another file is
-- edited.
local function show(state, answer)
  local window = vim.fn.bufwinid(state.buffer)
  local top = window ~= -1 and vim.fn.line('w0', window) or 1
  draw(state, answer)
  local own = state.drawn and state.drawn.own
  if window == -1 then
    return
  end
  local is_left = state.followed == state.uri and state.top ~= top
  vim.api.nvim_win_call(window, function()
    vim.fn.winrestview({ topline = top })
    local is_in_view = own and vim.fn.line('w0') <= own and own <= vim.fn.line('w$')
    if own and not is_left and not (is_in_view and state.followed == state.uri) then
      vim.api.nvim_win_set_cursor(window, { own, 0 })
      vim.cmd('normal! zz')
    end
    if not is_left then
      state.followed, state.top = own and state.uri or nil, vim.fn.line('w0')
    end
  end)
end

local preview = beside.new({
  name = 'skill-lsp://prompt',
  filetype = 'skillprompt',
  group = 'skill_lsp_preview',
  ask = function(state, done)
    -- What is drawn in a buffer that is gone is nothing that could change.
    local is_drawn = state.drawn and state.drawn.buffer == state.buffer
    local question = { host = state.host, mode = state.mode, uri = state.uri, since = is_drawn and state.number or 0 }
    server.ask('prompt', question, done)
  end,
  render = function(state, answer, refusal)
    if refusal then
      state.drawn = nil
      listing.set(state.buffer, refusal)
      return ' Prompt'
    end
    show(state, answer)
    local prompt = state.drawn and state.drawn.prompt or { host = state.host }
    return function(width)
      return listing.heading(prompt, state.names[prompt.host] or prompt.host, width)
    end
  end,
  enter = open_entry,
})

--- Opens the preview of an agent's listing, or changes the one that is open.
---@param host? string
---@param mode? string
function M.open(host, mode)
  vim.api.nvim_set_hl(0, 'SkillPromptCut', { default = true, link = 'DiagnosticDeprecated' })
  vim.api.nvim_set_hl(0, 'SkillPromptCurrent', { default = true, link = 'Visual' })
  preview.state.mode = mode
  preview.open(host)
end

--- The number of the listing that is shown: it goes up with every answer.
---@return integer?
function M.number()
  return preview.state.number
end

--- `:SkillPrompt [host [mode]]`
function M.command(given)
  M.open(given.fargs[1], given.fargs[2])
end

return M
