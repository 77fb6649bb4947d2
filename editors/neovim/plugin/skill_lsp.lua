-- Starts the language server for skills, and gives the commands. Nothing of it costs time before a skill is opened.
if vim.g.loaded_skill_lsp then
  return
end
vim.g.loaded_skill_lsp = true

local group = vim.api.nvim_create_augroup('skill_lsp', {})

vim.api.nvim_create_autocmd('LspAttach', {
  group = group,
  callback = function(event)
    local client = vim.lsp.get_client_by_id(event.data.client_id)
    if client and client.name == 'skill_lsp' then
      require('skill_lsp.attach').attach(event.buf)
    end
  end,
})

if vim.lsp.enable then
  vim.lsp.enable('skill_lsp')
else
  -- Neovim 0.10 has no `lsp/` folder on its runtime path.
  local function start(buffer)
    require('skill_lsp.server').start(buffer)
  end
  vim.api.nvim_create_autocmd('FileType', {
    group = group,
    pattern = { 'markdown', 'json', 'jsonc', 'toml', 'yaml' },
    callback = function(event)
      start(event.buf)
    end,
  })
  -- A plugin manager may load us after files are open.
  for _, buffer in ipairs(vim.api.nvim_list_bufs()) do
    if vim.tbl_contains({ 'markdown', 'json', 'jsonc', 'toml', 'yaml' }, vim.bo[buffer].filetype) then
      start(buffer)
    end
  end
end

local function command(name, file, options)
  vim.api.nvim_create_user_command(name, function(given)
    require('skill_lsp.' .. file).command(given)
  end, options)
end

local function names(of)
  return function(begun, line)
    return require('skill_lsp.completion')[of](begun, line)
  end
end

command('SkillPrompt', 'preview', {
  nargs = '*',
  complete = names('hosts_and_modes'),
  desc = 'The listing that an agent puts before its model, beside the file: SkillPrompt [host [mode]]',
})
command('SkillShow', 'loaded', {
  nargs = '*',
  desc = 'The current skill as the model receives it, beside the file: SkillShow [arguments]',
})
command('SkillWhy', 'why', { nargs = '?', complete = names('skills'), desc = 'Who wins a name in which agent, and why' })
command('SkillDoctor', 'doctor', {
  nargs = '?',
  complete = names('skills'),
  desc = 'Why skills do not trigger, in each agent here; with a name the whole life of one skill',
})
command('SkillList', 'list', {
  nargs = '?',
  bang = true,
  complete = names('hosts'),
  desc = 'The skills of every agent, or of one, in the quickfix list; with ! those too that it does not use',
})
command('SkillPackages', 'packages', { desc = 'What the packages of the repository bring to which agent, what not, and why' })
command('SkillReview', 'review', {
  nargs = '?',
  complete = 'file',
  desc = 'What the skill of the file, or what lies at a path, may do, in the quickfix list',
})
command('SkillRenameUndo', 'rename', { desc = 'Takes back the last rename of a skill: its folder and every file' })
command('SkillNew', 'new', { nargs = '?', desc = 'A new skill' })
command('SkillToggle', 'toggle', {
  nargs = '?',
  complete = names('hosts'),
  desc = "Turns the skill of the file on or off in an agent's own settings: SkillToggle [host]",
})
