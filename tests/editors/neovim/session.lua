-- A session of the real Neovim on a tree of files of its own, started as a user starts it and driven from outside.
local M = {}

--- Longer than anything takes on a busy machine; whatever is waited for is waited for by its condition.
M.patience = tonumber(vim.env.PATIENCE or '') or 90000

local here = vim.fs.dirname(debug.getinfo(1, 'S').source:sub(2))
M.plugin = assert(vim.uv.fs_realpath(here .. '/../../../editors/neovim'))

--- Waits until `check` answers something.
function M.wait(what, check)
  local found
  local ended = vim.wait(M.patience, function()
    found = check()
    return found
  end, 30)
  if not ended then
    error('waited in vain for ' .. what, 0)
  end
  return found
end

local Session = {}
Session.__index = Session

--- Writes files below the home folder.
function Session:write(files)
  for name, text in pairs(files) do
    local path = vim.fs.joinpath(self.home, name)
    vim.fn.mkdir(vim.fs.dirname(path), 'p')
    local file = assert(io.open(path, 'wb'))
    file:write(text)
    file:close()
  end
end

function Session:read(name)
  local file = io.open(vim.fs.joinpath(self.home, name), 'rb')
  local text = file and file:read('a')
  if file then
    file:close()
  end
  return text
end

--- Starts Neovim in a folder of a new home that holds `files`.
---@param files table<string, string>
---@param options? { cwd?: string, init?: string, path?: string, prepare?: fun(home: string): table }
function M.start(files, options)
  options = options or {}
  local template = vim.fs.joinpath(vim.uv.os_tmpdir(), 'skill-lsp-nvim-XXXXXX')
  local root = assert(vim.uv.fs_realpath(assert(vim.uv.fs_mkdtemp(template))))
  local self = setmetatable({ root = root, home = vim.fs.joinpath(root, 'home') }, Session)
  self:write(files)
  if options.prepare then
    options = vim.tbl_extend('force', options, options.prepare(self.home))
  end
  local init = options.init or "vim.opt.runtimepath:append('PLUGIN')"
  self:write({ ['.config/nvim/init.lua'] = (init:gsub('PLUGIN', M.plugin)) })
  local env = {
    HOME = self.home,
    PATH = options.path or vim.env.PATH,
    NVIM_LOG_FILE = vim.fs.joinpath(root, 'log'),
    XDG_CONFIG_HOME = vim.fs.joinpath(self.home, '.config'),
  }
  for _, kind in ipairs({ 'DATA', 'STATE', 'CACHE' }) do
    env['XDG_' .. kind .. '_HOME'] = vim.fs.joinpath(root, kind:lower())
  end
  self.channel = vim.fn.jobstart({ vim.env.NVIM_PROGRAM, '--embed', '--headless', '-n' }, {
    rpc = true,
    cwd = vim.fs.joinpath(self.home, options.cwd or 'shop'),
    env = env,
  })
  assert(self.channel > 0, 'Neovim did not start')
  self:wait('the start', 'return vim.v.vim_did_enter == 1')
  return self
end

--- Runs Lua inside, with `...` as its arguments.
function Session:lua(code, ...)
  return vim.rpcrequest(self.channel, 'nvim_exec_lua', code, { ... })
end

--- Waits until Lua inside answers something.
function Session:wait(what, code, ...)
  local arguments = { ... }
  return M.wait(what, function()
    local answer = vim.rpcrequest(self.channel, 'nvim_exec_lua', code, arguments)
    return answer ~= vim.NIL and answer
  end)
end

--- Runs a command as if it were typed.
function Session:command(command)
  vim.rpcrequest(self.channel, 'nvim_command', command)
end

--- Types keys, as far as Neovim takes them.
function Session:type(keys)
  vim.rpcrequest(self.channel, 'nvim_input', keys)
end

--- Waits until Neovim asks for something on its command line.
function Session:wait_for_question()
  M.wait('a question', function()
    local mode = vim.rpcrequest(self.channel, 'nvim_get_mode')
    return mode.mode ~= 'n'
  end)
end

--- Opens a file of the home folder.
function Session:open(name)
  self:command('edit ' .. vim.fn.fnameescape(vim.fs.joinpath(self.home, name)))
end

--- Opens a file, and waits until the server is there.
function Session:attach(name)
  self:open(name)
  self:wait('the server', [[
    local clients = vim.lsp.get_clients({ bufnr = 0, name = 'skill_lsp' })
    return #clients == 1 and clients[1].initialized
  ]])
end

--- Waits for a finding in the buffer of a file.
function Session:wait_for_finding(name, code)
  return self:wait(code .. ' in ' .. name, [[
    local name, code = ...
    for _, it in ipairs(vim.diagnostic.get(vim.fn.bufnr(name))) do
      if it.code == code then
        return { source = it.source, row = it.lnum, column = it.col, message = it.message }
      end
    end
  ]], vim.fs.joinpath(self.home, name), code)
end

--- Waits until a finding is gone.
function Session:wait_without_finding(name, code)
  self:wait(name .. ' without ' .. code, [[
    local name, code = ...
    for _, it in ipairs(vim.diagnostic.get(vim.fn.bufnr(name))) do
      if it.code == code then
        return false
      end
    end
    return true
  ]], vim.fs.joinpath(self.home, name), code)
end

function Session:stop()
  if self.channel and self.channel > 0 then
    pcall(vim.rpcnotify, self.channel, 'nvim_command', 'qall!')
    if vim.fn.jobwait({ self.channel }, 20000)[1] == -1 then
      vim.fn.jobstop(self.channel)
    end
  end
  vim.fn.delete(self.root, 'rf')
end

return M
