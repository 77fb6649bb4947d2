-- `:checkhealth skill_lsp`
local server = require('skill_lsp.server')

local M = {}

local function counted(number, noun)
  return ('%d %s%s'):format(number, noun, number == 1 and '' or 's')
end

local function check_program()
  local cmd = server.program()
  if not cmd then
    vim.health.error('The program `skill-lsp` is not there', {
      'Run `cargo install --locked --path .` in the repository of skill-lsp',
      'Or name it: vim.g.skill_lsp = { cmd = { "/path/to/skill-lsp", "serve" } }',
    })
    return
  end
  local done = vim.system({ cmd[1], '--version' }, { text = true }):wait(10000)
  if done.code == 0 then
    vim.health.ok(('%s: %s'):format(cmd[1], vim.trim(done.stdout)))
  else
    vim.health.error(('%s does not run: %s'):format(cmd[1], vim.trim(done.stderr or '')))
  end
end

local function check_clients()
  local clients = vim.lsp.get_clients({ name = server.name })
  if #clients == 0 then
    vim.health.info('No server runs: it starts with the first SKILL.md, CLAUDE.md or AGENTS.md that is opened')
  end
  for _, client in ipairs(clients) do
    local buffers = counted(vim.tbl_count(client.attached_buffers), 'buffer')
    vim.health.ok(('A server runs in %s, for %s'):format(client.config.root_dir or 'no folder', buffers))
  end
end

local function check_skills()
  if not vim.lsp.get_clients({ name = server.name })[1] then
    return
  end
  local by_host, order = {}, {}
  for _, skill in ipairs(server.answer_now('list', {})) do
    if not by_host[skill.host] then
      by_host[skill.host] = 0
      table.insert(order, skill.host)
    end
    by_host[skill.host] = by_host[skill.host] + 1
  end
  for _, host in ipairs(order) do
    vim.health.info(('%s sees %s'):format(host, counted(by_host[host], 'skill')))
  end
end

function M.check()
  vim.health.start('skill-lsp')
  if vim.fn.has('nvim-0.11') == 1 then
    vim.health.ok('Neovim ' .. tostring(vim.version()))
  elseif vim.fn.has('nvim-0.10') == 1 then
    vim.health.warn('Neovim ' .. tostring(vim.version()) .. ': works, but `vim.lsp.config` needs 0.11')
  else
    vim.health.error('Neovim 0.10 or later is needed')
    return
  end
  check_program()
  check_clients()
  check_skills()
end

return M
