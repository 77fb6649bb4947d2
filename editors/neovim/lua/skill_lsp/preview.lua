-- The live preview: the listing that an agent puts before its model, in a split beside the file.
local listing = require('skill_lsp.listing')
local server = require('skill_lsp.server')

local M = {}

-- There is one preview: its `buffer`, the `host` and `mode` asked for, the `uri` of the file beside which it stands, the
-- `names` of all hosts, and the `paths` of the skills by line.
local preview = { is_asking = false, is_stale = false, names = {}, paths = {} }

local function is_open()
  return preview.buffer and vim.api.nvim_buf_is_valid(preview.buffer)
end

local function window()
  return is_open() and vim.fn.bufwinid(preview.buffer) or -1
end

local function render(prompt, refusal)
  local over = ' Prompt'
  preview.paths = {}
  if refusal then
    listing.set(preview.buffer, refusal)
  else
    preview.paths = listing.show(preview.buffer, prompt, preview.uri and vim.uri_to_fname(preview.uri))
    over = listing.heading(prompt, preview.names[prompt.host] or prompt.host)
  end
  if window() ~= -1 then
    vim.wo[window()].winbar = over
  end
end

-- Shows the listing of this moment. Changes that come while one is fetched are shown together after it.
local function renew()
  if not is_open() then
    return
  end
  if preview.is_asking then
    preview.is_stale = true
    return
  end
  preview.is_asking, preview.is_stale = true, false
  server.ask('prompt', { host = preview.host, mode = preview.mode, uri = preview.uri }, function(prompt, refusal)
    preview.is_asking = false
    if not is_open() then
      return
    end
    render(prompt, refusal)
    if preview.is_stale then
      renew()
    end
  end)
end

local function open_entry()
  local path = preview.paths[vim.fn.line('.')]
  if not path then
    return
  end
  vim.cmd.wincmd('p')
  if vim.api.nvim_get_current_buf() == preview.buffer then
    vim.cmd.new()
  end
  vim.cmd.edit(vim.fn.fnameescape(path))
end

-- Opens the window; the cursor stays where it is.
local function create()
  local from = vim.api.nvim_get_current_win()
  local buffer = vim.api.nvim_create_buf(false, true)
  preview.buffer = buffer
  vim.api.nvim_buf_set_name(buffer, 'skill-lsp://prompt')
  vim.bo[buffer].bufhidden = 'wipe'
  vim.bo[buffer].filetype = 'skillprompt'
  vim.cmd('botright vsplit')
  vim.api.nvim_win_set_buf(0, buffer)
  local win = vim.api.nvim_get_current_win()
  vim.wo[win].wrap = true
  vim.wo[win].linebreak = true
  vim.wo[win].number = false
  vim.wo[win].relativenumber = false
  vim.wo[win].signcolumn = 'no'
  vim.keymap.set('n', '<CR>', open_entry, { buffer = buffer, desc = 'Open the skill of this entry' })
  vim.keymap.set('n', 'q', '<Cmd>close<CR>', { buffer = buffer, nowait = true })
  vim.api.nvim_set_current_win(from)

  local group = vim.api.nvim_create_augroup('skill_lsp_preview', {})
  vim.api.nvim_create_autocmd('User', { group = group, pattern = 'SkillCatalogChanged', callback = renew })
  vim.api.nvim_create_autocmd('BufEnter', {
    group = group,
    callback = function()
      local uri = server.current()
      if uri and uri ~= preview.uri then
        preview.uri = uri
        renew()
      end
    end,
  })
  vim.api.nvim_create_autocmd('BufWipeout', {
    group = group,
    buffer = buffer,
    callback = function()
      vim.api.nvim_del_augroup_by_id(group)
      preview.buffer = nil
    end,
  })
end

-- The agent that is meant when none is named: the one shown last, or the one that the file is written for.
local function usual_host(callback)
  local chosen = (require('skill_lsp.options')().settings.hosts or {})[1]
  if preview.host or chosen then
    return callback(preview.host or chosen)
  end
  if not preview.uri then
    return callback('claude-code')
  end
  server.answer('verdicts', { uri = preview.uri }, function(verdicts)
    callback(verdicts[1] and verdicts[1].host or 'claude-code')
  end)
end

local function show()
  server.hosts(function(names)
    preview.names = names
    if window() == -1 then
      if is_open() then
        vim.api.nvim_buf_delete(preview.buffer, { force = true })
      end
      create()
    end
    renew()
  end)
end

--- Opens the preview of an agent's listing, or changes the one that is open.
---@param host? string
---@param mode? string
function M.open(host, mode)
  vim.api.nvim_set_hl(0, 'SkillPromptCut', { default = true, link = 'DiagnosticDeprecated' })
  vim.api.nvim_set_hl(0, 'SkillPromptCurrent', { default = true, link = 'Visual' })
  preview.uri = server.current() or preview.uri
  preview.mode = mode
  -- A server that ended owes an answer that never comes.
  preview.is_asking = false
  if host then
    preview.host = host
    return show()
  end
  usual_host(function(usual)
    preview.host = usual
    show()
  end)
end

--- `:SkillPrompt [host [mode]]`
function M.command(given)
  M.open(given.fargs[1], given.fargs[2])
end

return M
