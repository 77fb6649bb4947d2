-- The language server: how it is started, and asked.
local options = require('skill_lsp.options')
local places = require('skill_lsp.places')

local M = {}

M.name = 'skill_lsp'

local function executable(path)
  return vim.fn.executable(path) == 1 and path or nil
end

--- The program: what the settings say, one on the path, or what `cargo` has built from this repository.
---@return string[]? command
function M.program()
  local cmd = options().cmd
  local given = vim.lsp.config and vim.lsp.config[M.name].cmd
  if type(given) == 'table' then
    cmd = given
  end
  if cmd then
    return executable(cmd[1]) and cmd or nil
  end
  local here = vim.fs.dirname(debug.getinfo(1, 'S').source:sub(2))
  local found = executable('skill-lsp')
    or executable(vim.fs.normalize(here .. '/../../../../target/release/skill-lsp'))
    or executable(vim.fs.normalize('~/.cargo/bin/skill-lsp'))
  return found and { found, 'serve' }
end

local is_told = false

local function tell_once()
  if is_told then
    return
  end
  is_told = true
  local message = 'skill-lsp: the program is not there. Run `cargo install --locked --path .` in its repository, or name it in '
    .. '`vim.g.skill_lsp = { cmd = { "…/skill-lsp", "serve" } }`. See :checkhealth skill_lsp'
  vim.schedule(function()
    vim.notify(message, vim.log.levels.WARN)
  end)
end

--- Where the server is to be started for a buffer; calls `on_dir` only when it is.
---@param buffer integer
---@param on_dir fun(root?: string)
local function root_dir(buffer, on_dir)
  local path = vim.fs.normalize(vim.api.nvim_buf_get_name(buffer))
  if path == '' or path:find('^%a[%w+.-]+://') or not places.is_ours(path) then
    return
  end
  if not M.program() then
    return tell_once()
  end
  on_dir(places.root(path))
end

--- The configuration for `vim.lsp`.
function M.config()
  return {
    name = M.name,
    -- A function, for a program that is not there is to be told in our words.
    cmd = function(dispatchers)
      return vim.lsp.rpc.start(M.program() or { 'skill-lsp', 'serve' }, dispatchers)
    end,
    filetypes = { 'markdown', 'json', 'jsonc', 'toml', 'yaml' },
    root_dir = root_dir,
    settings = { skillLsp = vim.tbl_isempty(options().settings) and vim.empty_dict() or options().settings },
    handlers = {
      ['skill-lsp/catalogChanged'] = function()
        vim.api.nvim_exec_autocmds('User', { pattern = 'SkillCatalogChanged', modeline = false })
      end,
      ['workspace/inlayHint/refresh'] = function(...)
        return require('skill_lsp.hints').refresh(...)
      end,
      ['textDocument/rename'] = function(...)
        return require('skill_lsp.rename').handle(...)
      end,
    },
    -- What lenses and actions lead to is shown here, not in a message.
    commands = {
      ['skill-lsp.why'] = function(command)
        require('skill_lsp.why').show(command.arguments[1].name)
      end,
      ['skill-lsp.prompt'] = function(command)
        require('skill_lsp.preview').open(command.arguments[1].host)
      end,
      ['skill-lsp.show'] = function(command)
        require('skill_lsp.loaded').open(command.arguments[1].arguments, command.arguments[1].host)
      end,
      ['skill-lsp.explain'] = function(command)
        require('skill_lsp.explain').show(command.arguments[1].check)
      end,
      ['skill-lsp.diff'] = function(command)
        require('skill_lsp.difference').show(command.arguments[1].path, command.arguments[1].other)
      end,
    },
  }
end

--- Starts the server for a buffer by hand, for Neovim 0.10.
---@param buffer integer
function M.start(buffer)
  root_dir(buffer, function(root)
    vim.lsp.start(vim.tbl_extend('force', M.config(), { root_dir = root }), { bufnr = buffer })
  end)
end

-- Starts a server that no buffer is attached to, for a command that is given where no skill is open.
local function start_alone()
  local config = vim.lsp.config and vim.deepcopy(vim.lsp.config[M.name]) or M.config()
  config.root_dir = places.started()
  if vim.lsp.config then
    vim.lsp.start(config, { attach = false })
  else
    vim.lsp.start_client(config)
  end
end

-- Hands over a server that is ready: that of the buffer, or any that runs, or a new one, which is started only once.
local function with_client(buffer, callback, is_started)
  local client = vim.lsp.get_clients({ bufnr = buffer, name = M.name })[1] or vim.lsp.get_clients({ name = M.name })[1]
  if client then
    return callback(client)
  end
  if #vim.lsp.get_clients({ name = M.name, _uninitialized = true }) == 0 then
    if is_started then
      return vim.notify('skill-lsp: the server ended. See :checkhealth skill_lsp', vim.log.levels.ERROR)
    end
    if not M.program() then
      return tell_once()
    end
    start_alone()
  end
  vim.defer_fn(function()
    with_client(buffer, callback, true)
  end, 20)
end

local function executing(client, parameters, handler, buffer)
  if vim.fn.has('nvim-0.11') == 1 then
    client:request('workspace/executeCommand', parameters, handler, buffer)
  else
    client.request('workspace/executeCommand', parameters, handler, buffer)
  end
end

-- A `null` of the answer is nothing, at any depth.
local function without_null(value)
  if value == vim.NIL then
    return nil
  end
  return type(value) == 'table' and vim.tbl_map(without_null, value) or value
end

--- Asks the server a question; what it refuses, it refuses in a sentence.
---@param question string the command without its `skill-lsp.`
---@param argument table
---@param callback fun(answer: any, refusal?: string)
function M.ask(question, argument, callback)
  local buffer = vim.api.nvim_get_current_buf()
  with_client(buffer, function(client)
    local parameters = {
      command = 'skill-lsp.' .. question,
      arguments = { next(argument) and argument or vim.empty_dict() },
    }
    executing(client, parameters, function(refused, answer)
      callback(without_null(answer), refused and refused.message)
    end, vim.api.nvim_buf_is_valid(buffer) and buffer or 0)
  end)
end

--- The same; a refusal is told to the user.
---@param question string
---@param argument table
---@param callback fun(answer: any)
function M.answer(question, argument, callback)
  M.ask(question, argument, function(answer, refusal)
    if refusal then
      vim.notify('skill-lsp: ' .. refusal, vim.log.levels.ERROR)
    else
      callback(answer)
    end
  end)
end

--- The same, waiting for it: for the completion of a command.
---@param question string
---@param argument table
---@return any
function M.answer_now(question, argument)
  local answer
  M.ask(question, argument, function(given)
    answer = given or {}
  end)
  vim.wait(2000, function()
    return answer ~= nil
  end, 10)
  return answer or {}
end

--- The names of hosts, by their ids.
---@param callback fun(names: table<string, string>)
function M.hosts(callback)
  M.answer('hosts', {}, function(hosts)
    local names = {}
    for _, host in ipairs(hosts) do
      names[host.id] = host.name
    end
    callback(names)
  end)
end

--- The file that a question is about: that of the buffer, if it is one of ours.
---@return string? uri
function M.current()
  local path = vim.api.nvim_buf_get_name(0)
  if vim.bo.buftype == '' and path ~= '' and places.is_ours(vim.fs.normalize(path)) then
    return vim.uri_from_bufnr(0)
  end
end

return M
