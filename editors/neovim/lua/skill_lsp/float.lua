-- A floating window over the text: `q` closes it, and Enter opens the file of the line.
local M = {}

--- Shows lines, and moves into them.
---@param lines string[]
---@param options { title: string, filetype?: string, paths?: table<integer, string> } paths by line number
---@return integer buffer
function M.show(lines, options)
  local buffer, window = vim.lsp.util.open_floating_preview(lines, options.filetype or '', {
    border = 'rounded',
    title = ' ' .. options.title .. ' ',
    focus = false,
    focusable = true,
    max_width = math.max(60, vim.o.columns - 8),
    max_height = math.max(10, vim.o.lines - 6),
    close_events = { 'InsertEnter' },
  })
  vim.api.nvim_set_current_win(window)
  local function close()
    if vim.api.nvim_win_is_valid(window) then
      vim.api.nvim_win_close(window, true)
    end
  end
  for _, key in ipairs({ 'q', '<Esc>' }) do
    vim.keymap.set('n', key, close, { buffer = buffer, nowait = true })
  end
  vim.keymap.set('n', '<CR>', function()
    local path = (options.paths or {})[vim.fn.line('.')]
    if path then
      close()
      vim.cmd.edit(vim.fn.fnameescape(path))
    end
  end, { buffer = buffer })
  vim.api.nvim_create_autocmd('WinLeave', { buffer = buffer, once = true, callback = vim.schedule_wrap(close) })
  return buffer
end

return M
