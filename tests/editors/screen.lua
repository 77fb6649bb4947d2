-- Runs an editor in the terminal of Neovim, as a person who looks at its screen: nvim -l screen.lua STEPS PROGRAM ARGUMENT…
-- A line of the file STEPS is `see TEXT`, which waits until the text stands on the screen, `type KEYS`, or `press KEYS`, which
-- types them again while what is to be seen next does not come: an editor may not be ready for a question yet.
local steps = vim.fn.readfile(table.remove(arg, 1))
vim.o.columns, vim.o.lines = 160, 40
vim.cmd.enew()
local job = vim.fn.termopen(vim.list_slice(arg, 1))
local function screen()
  return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')
end

local function type_keys(keys)
  vim.fn.chansend(job, vim.api.nvim_replace_termcodes(keys, true, false, true))
end

local missed, pressed
for _, step in ipairs(steps) do
  local act, what = step:match('^(%a+) (.+)$')
  if act == 'see' and not missed then
    local found
    for _ = 1, 9 do
      found = vim.wait(10000, function()
        return screen():find(what, 1, true) ~= nil
      end, 30)
      if found then
        break
      elseif pressed then
        type_keys(pressed)
      end
    end
    missed, pressed = not found and what or nil, nil
    print((found and 'seen: ' or 'waited in vain for: ') .. what)
  elseif act == 'type' or act == 'press' then
    type_keys(what)
    pressed = act == 'press' and what or nil
  end
end
if missed then
  print(vim.trim((screen():gsub('\n%s*\n+', '\n'))))
end
if vim.fn.jobwait({ job }, 20000)[1] == -1 then
  vim.fn.jobstop(job)
end
vim.cmd(missed and 'cquit 1' or 'qall!')
