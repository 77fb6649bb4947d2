-- Runs an editor in the terminal of Neovim, and waits until our finding stands on its screen:
-- nvim -l screen.lua KEYS-TO-LEAVE PROGRAM ARGUMENT…
local keys = table.remove(arg, 1)
vim.o.columns, vim.o.lines = 160, 40
vim.cmd.enew()
local job = vim.fn.termopen(vim.list_slice(arg, 1))
local function screen()
  return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')
end
local found = vim.wait(90000, function()
  return screen():find('in the unquoted value of', 1, true) ~= nil
end, 30)
print(vim.trim((screen():gsub('\n%s*\n+', '\n'))))
vim.fn.chansend(job, vim.api.nvim_replace_termcodes(keys, true, false, true))
if vim.fn.jobwait({ job }, 20000)[1] == -1 then
  vim.fn.jobstop(job)
end
vim.cmd(found and 'qall!' or 'cquit 1')
