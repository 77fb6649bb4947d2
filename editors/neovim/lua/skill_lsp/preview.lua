-- The live preview: the listing that an agent puts before its model, in a split beside the file.
local beside = require('skill_lsp.beside')
local listing = require('skill_lsp.listing')
local server = require('skill_lsp.server')

local M = {}

local function open_entry(state)
  local path = (state.paths or {})[vim.fn.line('.')]
  if not path then
    return
  end
  vim.cmd.wincmd('p')
  if vim.api.nvim_get_current_buf() == state.buffer then
    vim.cmd.new()
  end
  vim.cmd.edit(vim.fn.fnameescape(path))
end

-- Puts the listing into the buffer, with the entry of the file in view. Whoever has scrolled away from it stays there, until
-- another file is edited.
local function show(state, prompt)
  local window = vim.fn.bufwinid(state.buffer)
  local top = window ~= -1 and vim.fn.line('w0', window) or 1
  local paths, own = listing.show(state.buffer, prompt, state.uri and vim.uri_to_fname(state.uri))
  state.paths = paths
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
    server.ask('prompt', { host = state.host, mode = state.mode, uri = state.uri }, done)
  end,
  render = function(state, prompt, refusal)
    state.paths = {}
    if refusal then
      listing.set(state.buffer, refusal)
      return ' Prompt'
    end
    show(state, prompt)
    return listing.heading(prompt, state.names[prompt.host] or prompt.host)
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

--- `:SkillPrompt [host [mode]]`
function M.command(given)
  M.open(given.fargs[1], given.fargs[2])
end

return M
