-- Opens a skill in Helix, in the terminal of Neovim, and waits until the finding stands on the screen.
vim.o.columns, vim.o.lines = 130, 40
vim.cmd.enew()
local job = vim.fn.termopen({ vim.env.HX_ROOT .. '/run', 'usr/bin/hx', vim.env.SKILL })
local function screen()
  return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')
end
local function wait(part)
  return vim.wait(90000, function()
    return screen():find(part, 1, true) ~= nil
  end, 30)
end
local found = wait('in the unquoted value of')
print(vim.trim((screen():gsub('\n%s*\n+', '\n'))))
vim.fn.chansend(job, ':q!\r')
vim.fn.jobwait({ job }, 20000)
vim.cmd(found and 'qall!' or 'cquit 1')
