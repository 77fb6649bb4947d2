-- How long a keystroke takes until it stands in the preview and in the inlay hint, with 60 skills and with 600, in the real
-- Neovim: NVIM_PROGRAM=… PATH=FOLDER-OF-A-RELEASE:$PATH nvim -l speed.lua [ROUNDS]. Both run side by side, in turn. What the
-- processor worked for it, in the server and in Neovim, hardly hangs on what else the machine does.
local here = vim.fs.dirname(debug.getinfo(1, 'S').source:sub(2))
package.path = here .. '/?.lua;' .. package.path
local session = require('session')
local rounds = tonumber(_G.arg[1] or '') or 40

local function started(count)
  local files = { ['shop/.git/HEAD'] = 'ref: refs/heads/main\n' }
  for index = 1, count do
    local name = ('skill-%03d'):format(index)
    local text = 'Does the work of %s in the shop and tells how it went. Use when somebody asks for %s.'
    files[('shop/.claude/skills/%s/SKILL.md'):format(name)] =
      ('---\nname: %s\ndescription: %s\n---\n\nDo it.\n'):format(name, text:format(name, name))
  end
  local nvim = session.start(files)
  nvim:attach('shop/.claude/skills/skill-030/SKILL.md')
  nvim:command('SkillPrompt claude-code')
  nvim:wait('the preview', [[
    local buffer = vim.fn.bufnr('skill-lsp://prompt')
    return buffer ~= -1 and vim.fn.search('skill-030', 'n') > 0 and #vim.lsp.inlay_hint.get({ bufnr = 0 }) > 0
  ]])
  return nvim
end

-- Inside, so that nothing of the way from here is measured: milliseconds to the hint and to the preview, and those that the
-- server and Neovim worked until both were there.
local MEASURED = [[
  local function worked(process)
    local nanoseconds = 0
    for thread in vim.fs.dir(('/proc/%d/task'):format(process)) do
      local file = io.open(('/proc/%d/task/%s/schedstat'):format(process, thread))
      nanoseconds = nanoseconds + (file and file:read('n') or 0)
      if file then file:close() end
    end
    return nanoseconds / 1e6
  end
  local word = ...
  local text = 'description: Typed ' .. word .. (' very'):rep(#word) .. ' much.'
  local length = vim.fn.strchars(text) - #'description: '
  -- Only the line of the entry is looked at: looking through all of them would be measured too.
  local buffer = vim.fn.bufnr('skill-lsp://prompt')
  local row
  for number, line in ipairs(vim.api.nvim_buf_get_lines(buffer, 0, -1, false)) do
    row = row or (line:find('- skill-030', 1, true) and number - 1)
  end
  local own = vim.uv.os_getpid()
  local server = vim.api.nvim_get_proc_children(own)[1]
  local at_first = { worked(server), worked(own) }
  local began = vim.uv.hrtime()
  vim.api.nvim_buf_set_lines(0, 2, 3, false, { text })
  local hint, shown
  vim.wait(20000, function()
    local now = (vim.uv.hrtime() - began) / 1e6
    local label = vim.inspect(vim.lsp.inlay_hint.get({ bufnr = 0 }))
    hint = hint or (label:find(('"%d of 1024'):format(length), 1, true) and now)
    local line = vim.api.nvim_buf_get_lines(buffer, row, row + 1, false)[1] or ''
    shown = shown or (line:find('Typed ' .. word, 1, true) and now)
    return hint and shown
  end, 1)
  return { hint or -1, shown or -1, worked(server) - at_first[1], worked(own) - at_first[2] }
]]

local KINDS = { 'inlay hint', 'preview', 'work of the server', 'work of Neovim' }
local sizes, found = { 60, 600 }, {}
local running = vim.tbl_map(started, sizes)
for round = 1, rounds do
  for index, nvim in ipairs(running) do
    local word = ('x'):rep(round % 7 + 1) .. round
    local times = nvim:lua(MEASURED, word)
    -- What concerns all skills together follows a keystroke after a pause: people do not type faster than that for long.
    vim.wait(700)
    for kind = 1, #KINDS do
      found[index] = found[index] or vim.tbl_map(function() return {} end, KINDS)
      table.insert(found[index][kind], times[kind])
    end
  end
end
for _, nvim in ipairs(running) do
  nvim:stop()
end
local function middle(times)
  table.sort(times)
  return times[math.ceil(#times / 2)], times[1]
end
for kind, what in ipairs(KINDS) do
  local small, least_small = middle(found[1][kind])
  local large, least_large = middle(found[2][kind])
  print(('%s: 60 skills %.1f ms (least %.1f), 600 skills %.1f ms (least %.1f), ratio %.2f (of the least %.2f)'):format(
    what, small, least_small, large, least_large, large / small, least_large / least_small))
end
