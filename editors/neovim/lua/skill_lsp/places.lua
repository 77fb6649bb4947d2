-- Which files the server is for, and where an agent would be started that reads them.
local M = {}

-- The files that tell an agent about a project or a user: they mention skills.
local memory = {
  ['AGENTS.md'] = true,
  ['CLAUDE.local.md'] = true,
  ['CLAUDE.md'] = true,
  ['GEMINI.md'] = true,
  ['QWEN.md'] = true,
}
-- The folders in which agents keep what is theirs: whatever is Markdown in them may mention skills.
local theirs = {
  '.agents',
  '.claude',
  '.cline',
  '.clinerules',
  '.codex',
  '.config/amp',
  '.config/crush',
  '.config/goose',
  '.config/opencode',
  '.copilot',
  '.crush',
  '.cursor',
  '.gemini',
  '.goose',
  '.kimi',
  '.opencode',
  '.pi',
  '.pi/agent',
  '.qwen',
  '.roo',
}
-- The same where agents are not alone.
local addressed = { '.github/chatmodes', '.github/instructions', '.github/prompts' }
-- Manifests of packages. The server looks whether a `plugin.json` is one.
local manifests = {
  ['plugin.json'] = true,
  ['marketplace.json'] = true,
  ['api_marketplace.json'] = true,
  ['gemini-extension.json'] = true,
  ['qwen-extension.json'] = true,
}
-- The folders of an agent in which Markdown is about skills.
local kept = { skills = true, commands = true, agents = true, agent = true }

-- How the settings of agents are written.
local written = { json = true, jsonc = true, toml = true, yaml = true, yml = true }

local function exists(path)
  return vim.uv.fs_stat(path) ~= nil
end

local function is_hidden(folder)
  return vim.startswith(vim.fs.basename(folder), '.')
end

--- Whether a file is a skill, may mention one, or is a manifest: by its name and place, never by its language.
---@param path string
---@return boolean
function M.is_ours(path)
  local name = vim.fs.basename(path)
  if name:upper() == 'SKILL.MD' or memory[name] or manifests[name] then
    return true
  end
  if vim.endswith(path, '/.github/copilot-instructions.md') then
    return true
  end
  if written[name:match('%.(%w+)$') or ''] then
    -- Settings of an agent: a rename changes what stands in them, saved or not.
    local folder = vim.fs.dirname(path)
    return vim.iter(theirs):any(function(kept)
      return vim.endswith(folder, '/' .. kept)
    end)
  end
  if not name:lower():match('%.md$') then
    return false
  end
  for _, kept in ipairs(vim.list_extend(vim.list_slice(theirs), addressed)) do
    if path:find('/' .. kept .. '/', 1, true) then
      return true
    end
  end
  for folder in vim.fs.parents(path) do
    -- `.claude/commands/x.md`, or the same in a plugin.
    local parent = vim.fs.dirname(folder)
    if kept[vim.fs.basename(folder)] and (is_hidden(parent) or exists(vim.fs.joinpath(parent, '.claude-plugin'))) then
      return true
    end
    if exists(vim.fs.joinpath(folder, 'SKILL.md')) then
      return true
    end
  end
  return false
end

local function repository(path)
  for folder in vim.fs.parents(path) do
    for _, marker in ipairs({ '.git', 'skill-lsp.toml', '.skill-lsp.toml' }) do
      if exists(vim.fs.joinpath(folder, marker)) then
        return folder
      end
    end
  end
end

--- Where an agent would be started that reads a file: the repository around it, or what holds its hidden folder. A
--- skill of the user, in the home folder, is seen from where Neovim was started.
---@param path string
---@return string?
function M.root(path)
  local home = vim.fs.normalize('~')
  local found = repository(path)
  if not found then
    for folder in vim.fs.parents(path) do
      if is_hidden(folder) then
        found = vim.fs.dirname(folder)
        break
      end
    end
  end
  if found and found ~= home then
    return found
  end
  return M.started()
end

--- The project in which Neovim was started; nothing when that is the home folder.
---@return string?
function M.started()
  local here = vim.fs.normalize(vim.fn.getcwd())
  local found = repository(vim.fs.joinpath(here, 'x')) or here
  return found ~= vim.fs.normalize('~') and found or nil
end

--- A path as people write it.
---@param path string
---@return string
function M.short(path)
  return vim.fn.fnamemodify(path, ':~:.')
end

return M
