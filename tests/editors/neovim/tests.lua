-- The plugin in the real Neovim.
local here = vim.fs.dirname(debug.getinfo(1, 'S').source:sub(2))
package.path = here .. '/?.lua;' .. package.path
io.stdout:setvbuf('no')
local session = require('session')

local function skill(name, description, body)
  return ('---\nname: %s\ndescription: %s\n---\n\n%s'):format(name, description, body or 'Do it.\n')
end

--- A home with a project in it.
local function files(more)
  return vim.tbl_extend('force', {
    ['.claude/skills/notes/SKILL.md'] = skill('notes', 'Takes notes. Use when asked to take notes.'),
    ['shop/.git/HEAD'] = 'ref: refs/heads/main\n',
    ['shop/.claude/skills/colon/SKILL.md'] = skill('colon', 'Use this when: you deploy'),
    ['shop/.claude/skills/deploy/SKILL.md'] = skill('deploy', 'Releases the shop. Use when the shop is released.'),
    ['shop/.claude/skills/deploy/references/plan.md'] = '# The plan\n',
    ['shop/CLAUDE.md'] = 'Run /deploy on Fridays.\n',
    ['shop/README.md'] = '# The shop\n',
    ['shop/docs/skills/list.md'] = '# Skills of our people\n',
  }, more or {})
end

local DEPLOY = 'shop/.claude/skills/deploy/SKILL.md'
local COLON = 'shop/.claude/skills/colon/SKILL.md'

local tests = {}
local function test(title, run, options)
  table.insert(tests, { title = title, run = run, options = options or {} })
end

local function equal(found, wanted, what)
  if not vim.deep_equal(found, wanted) then
    error(('%s: %s, not %s'):format(what or 'found', vim.inspect(found), vim.inspect(wanted)), 0)
  end
end

local function holds(text, part)
  if not tostring(text):find(part, 1, true) then
    error(('no `%s` in:\n%s'):format(part, text), 0)
  end
end

local SAID = "return vim.api.nvim_exec2('messages', { output = true }).output:find(..., 1, true) ~= nil"
local LINES = "return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\\n')"
local PREVIEW = [[
  local buffer = vim.fn.bufnr('skill-lsp://prompt')
  return buffer ~= -1 and table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), '\n') or ''
]]

--- Waits for a part of the listing in the preview.
local function wait_for_listed(nvim, part)
  session.wait(part .. ' in the listing', function()
    return nvim:lua(PREVIEW):find(part, 1, true)
  end)
end

local function wait_for_window(nvim)
  nvim:wait('the window', "return vim.api.nvim_win_get_config(0).relative ~= ''")
end

--- Applies the code action at a place whose title holds these words.
local function act(nvim, row, column, words)
  nvim:lua([[
    local row, column, words = ...
    vim.api.nvim_win_set_cursor(0, { row, column })
    vim.lsp.buf.code_action({ apply = true, filter = function(action)
      return action.title:lower():find(words:lower(), 1, true) ~= nil
    end })
  ]], row, column, words)
end

--- Gives the skill in the window another name.
local function rename(nvim, name)
  nvim:lua('vim.api.nvim_win_set_cursor(0, { 2, 7 }); vim.lsp.buf.rename(...)', name)
end

--- Asks who wins the name of the skill in the window, and ends the clash by giving it another: `files`, as they are called
--- then, have no namesake any more.
local function end_clash(nvim, clash)
  nvim:command('SkillWhy ' .. clash.name)
  wait_for_window(nvim)
  holds(nvim:lua(LINES), clash.told)
  nvim:type('q')
  nvim:wait('the file', "return vim.api.nvim_win_get_config(0).relative == ''")
  rename(nvim, clash.to)
  nvim:wait('the message', SAID, 'changed and written')
  for _, file in ipairs(clash.files) do
    nvim:wait_without_finding(file, 'name-repeated')
  end
end

test('the server attaches to skills and to what mentions them, not to other Markdown', function(nvim)
  local others = { 'shop/README.md', 'shop/docs/skills/list.md' }
  for _, name in ipairs(others) do
    nvim:open(name)
  end
  equal(nvim:lua('return #vim.lsp.get_clients()'), 0, 'servers before a skill is open')
  local ours = { DEPLOY, 'shop/CLAUDE.md', 'shop/.claude/skills/deploy/references/plan.md', '.claude/skills/notes/SKILL.md' }
  for _, name in ipairs(ours) do
    nvim:attach(name)
  end
  equal(nvim:lua('return #vim.lsp.get_clients()'), 1, 'servers')
  equal(nvim:lua('return vim.lsp.get_clients()[1].config.root_dir'), vim.fs.joinpath(nvim.home, 'shop'), 'the root')
  for _, name in ipairs(others) do
    nvim:open(name)
    equal(nvim:lua('return #vim.lsp.get_clients({ bufnr = 0 })'), 0, name)
  end
end)

test('a finding comes with opening, goes and comes with typing', function(nvim)
  nvim:attach(COLON)
  local finding = nvim:wait_for_finding(COLON, 'yaml-syntax')
  equal({ finding.source, finding.row, finding.column }, { 'skill-lsp', 2, 26 })
  holds(finding.message, '`: ` in the unquoted value of `description`')
  nvim:lua("vim.api.nvim_buf_set_lines(0, 2, 3, false, { 'description: Use this when you deploy' })")
  nvim:wait_without_finding(COLON, 'yaml-syntax')
  nvim:command('undo')
  nvim:wait_for_finding(COLON, 'yaml-syntax')
end)

test('a skill that another program writes into the home folder counts at once', function(nvim)
  nvim:attach(DEPLOY)
  nvim:wait_without_finding(DEPLOY, 'name-shadowed')
  local mine = '.claude/skills/deploy/SKILL.md'
  nvim:write({ [mine] = skill('deploy', 'Ships whatever I say. Use when I say ship.') })
  nvim:wait('the clash', "return #vim.diagnostic.get(0) > 0")
  local messages = nvim:lua([[
    return table.concat(vim.tbl_map(function(it) return it.message end, vim.diagnostic.get(0)), '\n')
  ]])
  holds(messages, '.claude/skills/deploy')
  vim.fn.delete(vim.fs.joinpath(nvim.home, vim.fs.dirname(mine)), 'rf')
  nvim:wait('no clash', "return #vim.diagnostic.get(0) == 0")
end)

test('a code action puts the value in quotes', function(nvim)
  nvim:attach(COLON)
  nvim:wait_for_finding(COLON, 'yaml-syntax')
  act(nvim, 3, 26, 'quote')
  nvim:wait('the quotes', [[
    local line = vim.api.nvim_buf_get_lines(0, 2, 3, false)[1]
    return line:find('["\']Use this when: you deploy["\']') ~= nil
  ]])
  nvim:wait_without_finding(COLON, 'yaml-syntax')
end)

test('"Explain" opens a window', function(nvim)
  nvim:attach(COLON)
  nvim:wait_for_finding(COLON, 'yaml-syntax')
  act(nvim, 3, 26, 'Explain')
  nvim:wait('the explanation', "return vim.api.nvim_win_get_config(0).relative ~= ''")
  holds(nvim:lua(LINES), 'What it reports')
  nvim:type('q')
  nvim:wait('the file', "return vim.api.nvim_win_get_config(0).relative == ''")
end)

test('completion of a field is accepted', function(nvim)
  nvim:attach(DEPLOY)
  nvim:lua([[
    vim.bo.omnifunc = 'v:lua.vim.lsp.omnifunc'
    vim.api.nvim_win_set_cursor(0, { 3, 0 })
  ]])
  nvim:type('oallowed<C-x><C-o>')
  nvim:wait('the list', [[
    return vim.fn.pumvisible() == 1 or vim.api.nvim_get_current_line():find('allowed%-tools') ~= nil
  ]])
  nvim:wait('the field', [[
    if vim.fn.pumvisible() == 1 and not vim.api.nvim_get_current_line():find('allowed%-tools') then
      vim.api.nvim_input('<C-n>')
    end
    return vim.api.nvim_get_current_line():find('^allowed%-tools') ~= nil
  ]])
  nvim:type('<C-y><Esc>')
  nvim:wait('normal mode', "return vim.fn.mode() == 'n'")
  holds(nvim:lua('return vim.api.nvim_get_current_line()'), 'allowed-tools')
end)

test('renaming a skill moves its folder and changes every mention', function(nvim)
  nvim:attach(DEPLOY)
  rename(nvim, 'release')
  nvim:wait('the new name', "return vim.fn.bufname():find('skills/release/SKILL.md') ~= nil")
  nvim:wait('the message', SAID, 'changed and written')
  local renamed = skill('release', 'Releases the shop. Use when the shop is released.')
  equal(nvim:read('shop/.claude/skills/release/SKILL.md'), renamed)
  equal(nvim:read('shop/.claude/skills/release/references/plan.md'), '# The plan\n')
  equal(nvim:read('shop/CLAUDE.md'), 'Run /release on Fridays.\n')
  equal(nvim:read(DEPLOY), nil, 'the old file')
end)

--- What mentions the skill besides, and what does not mean it.
local TOLD = {
  ['shop/.claude/rules/friday.md'] = 'On Fridays /deploy.\n',
  ['shop/.claude/output-styles/short.md'] = 'After /deploy say nothing.\n',
  ['shop/.claude/agents/helper.md'] = '---\nname: helper\ndescription: Helps.\nskills: deploy\n---\n\nRun /deploy.\n',
  ['shop/.claude/commands/ship.md'] = 'Then /deploy.\n',
  ['shop/.claude/settings.json'] = '{"permissions": {"allow": ["Skill(deploy)"]}}\n',
  ['shop/CLAUDE.md'] = 'Run /deploy, or with Codex $deploy.\n',
  ['shop/GEMINI.md'] = 'Nothing of this.\n',
}

test('after a rename nothing is half saved, only what means the skill has changed, and one command takes it back', function(nvim)
  local codex = 'shop/.agents/skills/deploy/SKILL.md'
  nvim:write(TOLD)
  nvim:write({
    [codex] = skill('deploy', 'Ships with Codex. Use when the shop is shipped.'),
    ['shop/AGENTS.md'] = 'Run $deploy on Mondays.\n',
  })
  local before = nvim:read(DEPLOY)
  nvim:attach(DEPLOY)
  nvim:wait('both copies', [[
    local list = require('skill_lsp.server').answer_now('list', { host = 'codex' })
    return #vim.tbl_filter(function(it) return it.id == 'deploy' end, list) > 0
  ]])
  rename(nvim, 'release')
  nvim:wait('the message', SAID, ':SkillRenameUndo takes it back')
  equal(nvim:lua('return vim.fn.getbufinfo({ bufmodified = 1 })'), {}, 'what is not saved')
  for name, text in pairs(TOLD) do
    local wanted = text:gsub('([/( ])deploy', '%1release')
    equal(nvim:read(name), wanted, name)
  end
  equal(nvim:read('shop/AGENTS.md'), 'Run $deploy on Mondays.\n')
  holds(nvim:read(codex), 'name: deploy\n')
  holds(nvim:read('shop/.claude/skills/release/SKILL.md'), 'name: release\n')
  equal(nvim:lua('return vim.fn.bufname():match("skills/.*")'), 'skills/release/SKILL.md', 'the file in the window')
  nvim:command('SkillRenameUndo')
  for name, text in pairs(TOLD) do
    equal(nvim:read(name), text, name)
  end
  equal(nvim:read(DEPLOY), before)
  equal(nvim:read('shop/.claude/skills/release/SKILL.md'), nil, 'the folder of the new name')
  equal(nvim:lua('return vim.fn.getbufinfo({ bufmodified = 1 })'), {}, 'what is not saved')
  equal(nvim:lua('return vim.fn.bufname():match("skills/.*")'), 'skills/deploy/SKILL.md', 'the file in the window')
end)

test('a rename changes settings as they stand unsaved, keeps how lines end, and touches no namesake', function(nvim)
  local settings = 'shop/.claude/settings.json'
  local windows = 'Run /deploy.\r\nThen rest.\r\n'
  nvim:write({
    [settings] = '{"permissions": {"allow": ["Skill(deploy)"]}}\n',
    ['shop/CLAUDE.md'] = windows,
    ['shop/CLAUDE.md.old.md'] = 'Of old /deploy.\n',
  })
  nvim:open('shop/CLAUDE.md.old.md')
  nvim:attach(settings)
  nvim:lua([[vim.api.nvim_buf_set_lines(0, 0, 0, false, { '', '' })]])
  nvim:attach(DEPLOY)
  nvim:wait('the skill', [[
    local list = require('skill_lsp.server').answer_now('list', { host = 'claude-code' })
    return #vim.tbl_filter(function(it) return it.id == 'deploy' end, list) > 0
  ]])
  rename(nvim, 'release')
  nvim:wait('the message', SAID, 'not written, for there was something unsaved: .claude/settings.json')
  local path = vim.fs.joinpath(nvim.home, settings)
  local unsaved = nvim:lua("return vim.api.nvim_buf_get_lines(vim.fn.bufnr('^' .. ... .. '$'), 0, -1, false)", path)
  equal(unsaved, { '', '', '{"permissions": {"allow": ["Skill(release)"]}}' }, 'the settings in the editor')
  equal(nvim:read('shop/CLAUDE.md'), (windows:gsub('deploy', 'release')))
  equal(nvim:read('shop/CLAUDE.md.old.md'), 'Of old /deploy.\n')
  nvim:command('SkillRenameUndo')
  equal(nvim:read('shop/CLAUDE.md'), windows)
  equal(nvim:read('shop/CLAUDE.md.old.md'), 'Of old /deploy.\n')
end)

test('lenses and inlay hints are there, and a lens opens a window', function(nvim)
  nvim:write({ ['.claude/skills/deploy/SKILL.md'] = skill('deploy', 'Ships whatever I say. Use when I say ship.') })
  nvim:attach(DEPLOY)
  nvim:wait('lenses', 'return #vim.lsp.codelens.get(vim.lsp.codelens.enable and { bufnr = 0 } or 0) > 0')
  nvim:wait('inlay hints', 'return #vim.lsp.inlay_hint.get({ bufnr = 0 }) > 0')
  nvim:lua('vim.api.nvim_win_set_cursor(0, { 1, 0 }); vim.lsp.codelens.run()')
  wait_for_window(nvim)
  holds(nvim:lua(LINES), 'wins')
end, {
  init = [[
    vim.opt.runtimepath:append('PLUGIN')
    vim.ui.select = function(items, _, choose) choose(items[1]) end
  ]],
})

test('in a window of 80 columns the lens and what it offers stand in one line', function(nvim)
  nvim:write({
    ['.agents/skills/deploy/SKILL.md'] = skill('deploy', 'Ships whatever I say. Use when I say ship.'),
    ['shop/.agents/skills/deploy/SKILL.md'] = skill('deploy', 'Ships the shop. Use when the shop is shipped.'),
  })
  nvim:lua('vim.o.columns = 80')
  nvim:attach('shop/.agents/skills/deploy/SKILL.md')
  local titles = nvim:wait('the clash in the lens', [[
    local lenses = vim.lsp.codelens.get(vim.lsp.codelens.enable and { bufnr = 0 } or 0)
    local titles = vim.tbl_map(function(it) return (it.lens or it).command.title end, lenses)
    return table.concat(titles):find('wins', 1, true) and titles
  ]])
  equal(titles[#titles], 'preview prompt')
  local width = vim.fn.strdisplaywidth(table.concat(titles, ' | '))
  equal(width <= 80 and 'it fits' or width, 'it fits', 'how wide it is')
end)

-- What is drawn, not what Neovim has been told: it takes hints that it does not draw.
local DRAWN = [[
  local drawn = {}
  for _, name in ipairs({ 'nvim.lsp.inlayhint', 'vim_lsp_inlayhint' }) do
    local space = vim.api.nvim_get_namespaces()[name]
    for _, mark in ipairs(space and vim.api.nvim_buf_get_extmarks(0, space, 0, -1, { details = true }) or {}) do
      for _, chunk in ipairs(mark[4].virt_text) do
        drawn[#drawn + 1] = chunk[1]
      end
    end
  end
  return table.concat(drawn)
]]

test('the inlay hint says what is true of all skills, after every edit of any of them', function(nvim)
  nvim:write({ ['.claude/settings.json'] = '{ "skillListingBudgetFraction": 0.0001 }' })
  nvim:attach(DEPLOY)
  -- Somebody who looks and moves all the time: what is drawn between a question and its answer must not stay.
  nvim:lua([[
    vim.uv.new_timer():start(0, 1, vim.schedule_wrap(function()
      vim.cmd('redraw!')
    end))
  ]])
  local function wait_for(part)
    session.wait(part, function()
      return nvim:lua(DRAWN):find(part, 1, true)
    end)
  end
  for round = 1, 6 do
    -- Edits here, and edits of another file that push this one out of the listing and let it back in.
    local text = ('Releases the shop %s times.'):format(('very '):rep(round))
    nvim:lua(("vim.api.nvim_buf_set_lines(0, 2, 3, false, { 'description: %s' })"):format(text))
    wait_for(#text .. ' of 1024 characters')
    nvim:write({ ['shop/.claude/skills/notes/SKILL.md'] = skill('notes', ('Takes notes. '):rep(round % 2 == 0 and 1 or 90)) })
    local answer = [[
      local client = vim.lsp.get_clients({ name = 'skill_lsp' })[1]
      local parameters = { textDocument = { uri = vim.uri_from_bufnr(0) }, range = {
        start = { line = 0, character = 0 }, ['end'] = { line = 9, character = 0 } } }
      local request = client.request_sync
      local answer = vim.fn.has('nvim-0.11') == 1 and request(client, 'textDocument/inlayHint', parameters, 9000, 0)
        or request('textDocument/inlayHint', parameters, 9000, 0)
      return answer.result[1].label
    ]]
    session.wait('what the server says is drawn', function()
      return vim.trim(nvim:lua(DRAWN)) == nvim:lua(answer)
    end)
  end
end)

test('a skill that waits for a file says which open ones match', function(nvim)
  local waiting = skill('deploy', 'Ships it. Use when asked to.'):gsub('\n%-%-%-\n', "\npaths: ['*.rs']\n---\n", 1)
  nvim:write({ [DEPLOY] = waiting, ['shop/src/main.rs'] = 'fn main() {}\n' })
  nvim:attach(DEPLOY)
  local function said(label)
    local labels = 'return vim.iter(vim.lsp.inlay_hint.get({ bufnr = 0 })):any(function(it) return it.inlay_hint.label == '
    nvim:wait(label, labels .. ("'%s' end)"):format(label))
  end
  said('no open file matches')
  nvim:command('badd src/main.rs')
  said('1 open file matches')
  nvim:command('bdelete src/main.rs')
  said('no open file matches')
end)

test(':SkillPrompt shows the listing, which follows typing', function(nvim)
  nvim:attach(DEPLOY)
  nvim:command('SkillPrompt')
  wait_for_listed(nvim, '- deploy: Releases the shop.')
  wait_for_listed(nvim, '- notes: Takes notes.')
  equal(nvim:lua('return vim.fn.bufname():match("[^/]*$")'), 'SKILL.md', 'the window with the cursor')
  nvim:lua("vim.api.nvim_buf_set_lines(0, 2, 3, false, { 'description: Sells the shop. Use when the shop is sold.' })")
  wait_for_listed(nvim, '- deploy: Sells the shop. Use when the shop is sold.')
  -- What became of the file stands over it.
  local WINBAR = "return vim.wo[vim.fn.bufwinid(vim.fn.bufnr('skill-lsp://prompt'))].winbar"
  session.wait('what became of it', function()
    return nvim:lua(WINBAR):find('Listed whole', 1, true)
  end)
  -- What the command line prints, byte for byte, of what is saved.
  nvim:command('write')
  local printed = vim.system({ 'skill-lsp', 'prompt' }, {
    text = true,
    cwd = vim.fs.joinpath(nvim.home, 'shop'),
    env = { HOME = nvim.home },
  }):wait()
  equal(nvim:lua(PREVIEW), (printed.stdout:gsub('\n$', '')), 'the listing')
  nvim:command('SkillPrompt codex')
  nvim:wait('the heading', [[return vim.wo[vim.fn.bufwinid('skill-lsp://prompt')].winbar:find('Codex') ~= nil]])
  nvim:write({ ['.agents/skills/late/SKILL.md'] = skill('late', 'Comes late. Use when late.') })
  wait_for_listed(nvim, 'Comes late.')
end)

test('over a narrow listing stands what became of the file, over a wide one its budget too', function(nvim)
  nvim:attach(DEPLOY)
  nvim:lua('vim.o.columns = 160')
  nvim:command('SkillPrompt claude-code')
  local heading = [[
    local window = vim.fn.bufwinid('skill-lsp://prompt')
    if window == -1 then return '' end
    vim.cmd.redraw()
    return vim.api.nvim_eval_statusline(vim.wo[window].winbar, { winid = window, use_winbar = true }).str
  ]]
  local function headed(words)
    session.wait(words, function()
      return nvim:lua(heading):find('^' .. words .. '%s*$')
    end)
  end
  headed(' Claude Code  [░█]+ %d+ of 30,000 characters  Listed whole')
  nvim:lua("vim.api.nvim_win_set_width(vim.fn.bufwinid('skill-lsp://prompt'), 30)")
  headed(' Claude Code  Listed whole')
  nvim:lua("vim.api.nvim_win_set_width(vim.fn.bufwinid('skill-lsp://prompt'), 56)")
  headed(' Claude Code  %d+ of 30,000 characters  Listed whole')
end)

test('the preview brings the entry of the file into view and keeps it there, until somebody scrolls away', function(nvim)
  local crowd = {}
  for number = 10, 69 do
    crowd[('shop/.claude/skills/skill-%d/SKILL.md'):format(number)] = skill('skill-' .. number, 'Works. Use when asked.')
  end
  nvim:write(crowd)
  nvim:attach('shop/.claude/skills/skill-66/SKILL.md')
  nvim:command('SkillPrompt claude-code')
  -- Which line is the first that is seen, when the entry is among those that are.
  local TOP = [[
    local window, entry = vim.fn.bufwinid('skill-lsp://prompt'), '^- skill-66: ' .. ... .. '$'
    if window == -1 then return false end
    vim.cmd.redraw()
    local row = vim.api.nvim_win_call(window, function() return vim.fn.search(entry, 'cnw') end)
    local top = vim.fn.line('w0', window)
    return row >= top and row <= vim.fn.line('w$', window) and top
  ]]
  local top = nvim:wait('the entry in view', TOP, 'Works. Use when asked.')
  equal(top > 1, true, 'far below')
  for _, word in ipairs({ 'Types', 'Types more' }) do
    nvim:lua("vim.api.nvim_buf_set_lines(0, 2, 3, false, { 'description: ' .. ... })", word)
    equal(nvim:wait('what was typed, in view', TOP, word), top, 'the first line that is seen')
  end
  nvim:lua("vim.api.nvim_win_call(vim.fn.bufwinid('skill-lsp://prompt'), function() vim.cmd('normal! gg') end)")
  nvim:lua("vim.api.nvim_buf_set_lines(0, 2, 3, false, { 'description: Types far away' })")
  wait_for_listed(nvim, 'Types far away')
  equal(nvim:lua("return vim.fn.line('w0', vim.fn.bufwinid('skill-lsp://prompt'))"), 1, 'where somebody scrolled to')
end)

test('two previews share a column, under the name of their agent', function(nvim)
  nvim:write({ ['shop/.agents/skills/plain/SKILL.md'] = skill('plain', 'Is plain. Use when asked.') })
  nvim:attach('shop/.agents/skills/plain/SKILL.md')
  nvim:command('SkillPrompt agentskills')
  wait_for_listed(nvim, '<name>plain</name>')
  nvim:command('SkillShow')
  nvim:wait('both in one column', [[
    local prompt, show = vim.fn.bufwinid('skill-lsp://prompt'), vim.fn.bufwinid('skill-lsp://show')
    return show ~= -1
      and vim.fn.win_screenpos(prompt)[2] == vim.fn.win_screenpos(show)[2]
      and vim.wo[prompt].winbar:find('^ A plain Agent Skills client') ~= nil
      and vim.wo[show].winbar:find('^ A plain Agent Skills client: /plain') ~= nil
  ]])
end)

test('a preview that has followed many edits shows what a new one shows', function(nvim)
  local crowd = { ['shop/.claude/settings.json'] = '{ "skillListingBudgetFraction": 0.002 }' }
  for number = 1, 20 do
    local name = ('skill-%02d'):format(number)
    crowd[('shop/.claude/skills/%s/SKILL.md'):format(name)] = skill(name, ('Does it with great care. '):rep(number % 5 + 1))
  end
  nvim:write(crowd)
  nvim:attach('shop/.claude/skills/skill-07/SKILL.md')
  nvim:command('SkillPrompt claude-code')
  -- Everything that is drawn: the text, what is struck through, and the entry of the file.
  local SHOWN = [[
    local buffer = vim.fn.bufnr('skill-lsp://prompt')
    if buffer == -1 then return '' end
    local lines = vim.api.nvim_buf_get_lines(buffer, 0, -1, false)
    local space = vim.api.nvim_create_namespace('skill_lsp_preview')
    local marks = vim.tbl_map(function(mark)
      local cut = mark[4].virt_text or (mark[4].virt_lines or {})[1]
      return ('%d:%d-%s:%s %s'):format(mark[2], mark[3], mark[4].end_row, mark[4].end_col, cut and cut[1][1] or 'current')
    end, vim.api.nvim_buf_get_extmarks(buffer, space, 0, -1, { details = true }))
    table.sort(marks)
    local winbar = vim.wo[vim.fn.bufwinid(buffer)].winbar
    return table.concat(lines, '\n') .. '\n\n' .. table.concat(marks, '\n') .. '\n' .. winbar
  ]]
  local number = "return require('skill_lsp.preview').number() or 0"
  session.wait('the listing', function()
    return nvim:lua(SHOWN):find('skill-07', 1, true)
  end)
  local lengths = { 1, 30, 2, 3, 12, 1, 60, 1 }
  for round, length in ipairs(lengths) do
    local text = ('round %d, '):format(round) .. ('word '):rep(length) .. 'end.'
    nvim:lua("vim.api.nvim_buf_set_lines(0, 2, 3, false, { 'description: ' .. ... })", text)
    session.wait('round ' .. round, function()
      return nvim:lua(SHOWN):find('round ' .. round, 1, true)
    end)
  end
  -- All that follows a key has been told when nothing changes any more.
  local last, since = nvim:lua(SHOWN), vim.uv.now()
  session.wait('silence', function()
    vim.uv.update_time()
    local now = nvim:lua(SHOWN)
    if now ~= last then
      last, since = now, vim.uv.now()
    end
    return vim.uv.now() - since > 1500
  end)
  if not (nvim:lua(number) > #lengths) then
    error('the preview was not told of changes', 0)
  end
  nvim:lua("vim.cmd.bwipeout(vim.fn.bufnr('skill-lsp://prompt'))")
  nvim:command('SkillPrompt claude-code')
  session.wait('the same listing', function()
    return nvim:lua(SHOWN) == last
  end)
end)

--- Whether the preview shows a description that the budget has cut.
local CUT = [[
  local buffer = vim.fn.bufnr('skill-lsp://prompt')
  if buffer == -1 then return false end
  local space = vim.api.nvim_create_namespace('skill_lsp_preview')
  local marks = vim.api.nvim_buf_get_extmarks(buffer, space, 0, -1, { details = true })
  for _, mark in ipairs(marks) do
    local text = mark[4].virt_text or (mark[4].virt_lines or {})[1]
    if text and text[1][2] == 'SkillPromptCut' and text[1][1]:find('great care', 1, true) then return true end
  end
  return false
]]

--- What completion offers at the cursor.
local OFFERED = [[
  local parameters = vim.lsp.util.make_position_params(0, 'utf-16')
  local answers = vim.lsp.buf_request_sync(0, 'textDocument/completion', parameters, 2000) or {}
  local list = (vim.tbl_values(answers)[1] or {}).result
  local items = list and (list.items or list) or {}
  return #items > 0 and vim.inspect(items)
]]

--- A marketplace of two plugins, as its author has it open.
local function marketplace(nvim)
  nvim:write({
    ['shop/.claude-plugin/marketplace.json'] = [[{"name": "shop", "owner": {"name": "Me"}, "plugins": [
      {"name": "bio", "source": "./plugins/bio"}, {"name": "geo", "source": "./plugins/geo"}]}]],
    ['shop/plugins/bio/.claude-plugin/plugin.json'] = '{"name": "bio"}',
    ['shop/plugins/bio/skills/align/SKILL.md'] = skill('align', 'Use this when: you align'),
    ['shop/plugins/bio/skills/fold/SKILL.md'] = skill('fold', 'Folds. Use when asked to fold.', 'Then run /align.\n'),
    ['shop/plugins/geo/.claude-plugin/plugin.json'] = '{"name": "geo"}',
    ['shop/plugins/geo/skills/map/SKILL.md'] = skill('map', 'Draws maps. Use when asked for a map.'),
  })
end

local ALIGN = 'shop/plugins/bio/skills/align/SKILL.md'

test('in a marketplace a skill is judged, called and listed as its plugin will have it', function(nvim)
  marketplace(nvim)
  nvim:attach(ALIGN)
  nvim:wait_for_finding(ALIGN, 'yaml-syntax')
  act(nvim, 3, 26, 'quote')
  nvim:wait_without_finding(ALIGN, 'yaml-syntax')
  nvim:command('SkillPrompt claude-code')
  wait_for_listed(nvim, '- bio:align: Use this when: you align')
  holds(nvim:lua(PREVIEW), '- bio:fold: Folds.')
  equal(nvim:lua(PREVIEW):find('geo:map', 1, true), nil, 'the other plugin in the listing')
end)

test('in a plugin :SkillWhy tells who wins, and a rename ends the clash and changes /plugin:skill', function(nvim)
  marketplace(nvim)
  local other, moved = 'shop/plugins/bio/more/align/SKILL.md', 'shop/plugins/bio/skills/line-up/SKILL.md'
  nvim:write({
    ['shop/plugins/bio/.claude-plugin/plugin.json'] = '{"name": "bio", "skills": ["./skills", "./more"]}',
    [ALIGN] = skill('align', 'Aligns. Use when asked to align.'),
    [other] = skill('align', 'Aligns otherwise. Use when asked to align otherwise.'),
    ['shop/plugins/bio/skills/fold/SKILL.md'] = skill('fold', 'Folds. Use when asked to fold.', 'Then run /bio:align.\n'),
    ['shop/CLAUDE.md'] = 'Run /bio:align on Fridays.\n',
    ['shop/.claude/settings.json'] = '{"permissions": {"allow": ["Skill(bio:align)"]}}\n',
  })
  nvim:attach(other)
  nvim:wait_for_finding(other, 'name-repeated')
  nvim:attach(ALIGN)
  nvim:wait_for_finding(ALIGN, 'name-repeated')
  end_clash(nvim, {
    name = 'bio:align',
    told = 'skills/align/SKILL.md  wins: `plugins/bio/skills` comes before `plugins/bio/more`',
    to = 'line-up',
    files = { moved, other },
  })
  holds(nvim:read(moved), 'name: line-up\n')
  holds(nvim:read('shop/plugins/bio/skills/fold/SKILL.md'), 'Then run /bio:line-up.')
  equal(nvim:read('shop/CLAUDE.md'), 'Run /bio:line-up on Fridays.\n')
  holds(nvim:read('shop/.claude/settings.json'), '"Skill(bio:line-up)"')
end)

test('in a plugin a dead rule is found and mended, and a new file and a mention are completed', function(nvim)
  marketplace(nvim)
  local fresh = 'shop/plugins/bio/skills/trim/SKILL.md'
  local rule = 'shop/plugins/bio/skills/rule/SKILL.md'
  nvim:write({ [fresh] = '', [rule] = skill('rule', 'Rules. Use when asked to.\nallowed-tools: Reed') })
  nvim:attach(rule)
  nvim:wait_for_finding(rule, 'tool-unknown')
  act(nvim, 4, 16, '`Read`')
  nvim:wait_without_finding(rule, 'tool-unknown')
  nvim:attach(fresh)
  nvim:lua("vim.bo.omnifunc = 'v:lua.vim.lsp.omnifunc'")
  holds(nvim:wait('the scaffold', OFFERED), 'name: trim')
  nvim:lua([[
    vim.api.nvim_buf_set_lines(0, 0, -1, false, { '---', 'name: trim', 'description: Trims.', '---', '', 'Then run /bio:al' })
    vim.api.nvim_win_set_cursor(0, { 6, 15 })
  ]])
  nvim:type('A<C-x><C-o>')
  nvim:wait('the mention', [[
    if vim.fn.pumvisible() == 1 and not vim.api.nvim_get_current_line():find('/bio:align', 1, true) then
      vim.api.nvim_input('<C-n>')
    end
    return vim.api.nvim_get_current_line() == 'Then run /bio:align'
  ]])
  nvim:type('<C-y><Esc>')
end)

test('what the scaffold asks for is a finding until it is written', function(nvim)
  local fresh = 'shop/.claude/skills/fresh/SKILL.md'
  nvim:write({ [fresh] = '' })
  nvim:attach(fresh)
  nvim:wait('the scaffold', OFFERED)
  nvim:lua([[
    local parameters = vim.lsp.util.make_position_params(0, 'utf-16')
    local answers = vim.lsp.buf_request_sync(0, 'textDocument/completion', parameters, 2000)
    local list = vim.tbl_values(answers)[1].result
    local item = (list.items or list)[1]
    vim.snippet.expand(item.textEdit and item.textEdit.newText or item.insertText)
  ]])
  nvim:type('<Esc>')
  -- Where no snippets are taken, there is nothing in its place.
  local asked = vim.fn.has('nvim-0.11') == 1 and 'description-placeholder' or 'description-empty'
  nvim:wait_for_finding(fresh, asked)
  nvim:lua([[
    local row = vim.fn.search('^description:', 'w')
    vim.api.nvim_buf_set_lines(0, row - 1, row, false, { 'description: Makes it fresh. Use when it is stale.' })
  ]])
  nvim:wait_without_finding(fresh, asked)
end)

test('the preview of a plugin strikes through what its budget cuts', function(nvim)
  marketplace(nvim)
  local long = ('Aligns every read of the batch with great care. '):rep(30) .. 'Use when asked.'
  local many = { ['shop/.claude/settings.json'] = '{"skillListingBudgetFraction": 0.001}' }
  for number = 1, 9 do
    many[('shop/plugins/bio/skills/part-%d/SKILL.md'):format(number)] = skill('part-' .. number, long)
  end
  nvim:write(many)
  nvim:attach('shop/plugins/bio/skills/part-1/SKILL.md')
  nvim:command('SkillPrompt claude-code')
  nvim:wait('something struck through', CUT)
end)

test('a collection is judged and listed where no agent reads it yet', function(nvim)
  local tidy = 'shop/skills/tidy/SKILL.md'
  nvim:write({ [tidy] = skill('tidy', 'Use this when: you tidy') })
  nvim:attach(tidy)
  nvim:wait_for_finding(tidy, 'yaml-syntax')
  act(nvim, 3, 25, 'quote')
  nvim:wait_without_finding(tidy, 'yaml-syntax')
  nvim:command('SkillPrompt agentskills')
  wait_for_listed(nvim, 'Use this when: you tidy')
end)

test('in a collection a clash, a dead rule and a new file are helped as elsewhere', function(nvim)
  local tidy, neat, fresh = 'shop/skills/tidy/SKILL.md', 'shop/skills/neat/SKILL.md', 'shop/skills/trim/SKILL.md'
  nvim:write({
    [tidy] = skill('tidy', 'Tidies. Use when asked to tidy.'),
    [neat] = skill('tidy', 'Makes neat. Use when asked to.\nallowed-tools: Reed'),
    [fresh] = '',
  })
  nvim:attach(tidy)
  nvim:wait_for_finding(tidy, 'name-repeated')
  nvim:attach(neat)
  nvim:wait_for_finding(neat, 'tool-unknown')
  act(nvim, 4, 16, '`Read`')
  nvim:wait_without_finding(neat, 'tool-unknown')
  end_clash(nvim, {
    name = 'tidy',
    told = 'skills/neat/SKILL.md  wins: in one folder, `neat` is met first',
    to = 'neat',
    files = { neat, tidy },
  })
  nvim:attach(fresh)
  holds(nvim:wait('the scaffold', OFFERED), 'name: trim')
end)

test(':SkillShow shows the skill as the model receives it, which follows typing', function(nvim)
  nvim:attach(DEPLOY)
  nvim:command("SkillShow 'eu west' now")
  local SHOWN = [[
    local buffer = vim.fn.bufnr('skill-lsp://show')
    return buffer ~= -1 and table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), '\n') or ''
  ]]
  local function wait_for(part)
    session.wait(part, function()
      return nvim:lua(SHOWN):find(part, 1, true)
    end)
  end
  wait_for("ARGUMENTS: 'eu west' now")
  equal(nvim:lua('return vim.fn.bufname():match("[^/]*$")'), 'SKILL.md', 'the window with the cursor')
  nvim:lua([[
    local last = vim.api.nvim_buf_line_count(0)
    vim.api.nvim_buf_set_lines(0, last, last, false, { 'Ship to $0.' })
    vim.cmd.doautocmd('TextChanged')
  ]])
  wait_for('Ship to eu west.')
  local marked = nvim:lua([[
    local buffer = vim.fn.bufnr('skill-lsp://show')
    local space = vim.api.nvim_create_namespace('skill_lsp_loaded')
    local mark = vim.api.nvim_buf_get_extmarks(buffer, space, 0, -1, { details = true })[1]
    return vim.api.nvim_buf_get_text(buffer, mark[2], mark[3], mark[4].end_row, mark[4].end_col, {})[1]
  ]])
  equal(marked, 'eu west', 'what was filled in')
end)

test(':SkillPrompt strikes through what the budget cuts', function(nvim)
  local long = ('Ships every part of the shop with great care. '):rep(30) .. 'Use when asked.'
  local many = { ['shop/.claude/settings.json'] = '{"skillListingBudgetFraction": 0.001}' }
  for number = 1, 9 do
    many[('shop/.claude/skills/part-%d/SKILL.md'):format(number)] = skill('part-' .. number, long)
  end
  nvim:write(many)
  nvim:attach('shop/.claude/skills/part-1/SKILL.md')
  nvim:command('SkillPrompt claude-code')
  nvim:wait('something struck through', CUT)
end)

test(':SkillWhy tells who wins, and Enter opens a candidate', function(nvim)
  nvim:write({ ['.claude/skills/deploy/SKILL.md'] = skill('deploy', 'Ships whatever I say. Use when I say ship.') })
  nvim:attach(DEPLOY)
  nvim:command('SkillWhy')
  wait_for_window(nvim)
  local text = nvim:lua(LINES)
  holds(text, 'Claude Code')
  holds(text, '~/.claude/skills/deploy/SKILL.md  wins: user skills come before project skills')
  nvim:type('/wins<CR><CR>')
  local winner = vim.fs.joinpath(nvim.home, '.claude/skills/deploy/SKILL.md')
  nvim:wait('the winner', 'return vim.api.nvim_buf_get_name(0) == ...', winner)
  nvim:command('SkillWhy nobody')
  nvim:wait('the message', SAID, 'No agent has a skill `nobody` here')
end)

test(':SkillDoctor tells why a skill does not trigger, and the whole life of one', function(nvim)
  nvim:write({ ['shop/.claude/skill/later/SKILL.md'] = skill('later', 'Waits. Use when there is time.') })
  nvim:attach(DEPLOY)
  nvim:command('SkillDoctor')
  wait_for_window(nvim)
  local text = nvim:lua(LINES)
  holds(text, 'Claude Code  3 skills listed, 1 not')
  holds(text, 'the folder has to be called `.claude/skills`')
  holds(text, '→ mv .claude/skill/later .claude/skills/later')
  nvim:type('/later<CR><CR>')
  local file = vim.fs.joinpath(nvim.home, 'shop/.claude/skill/later/SKILL.md')
  nvim:wait('the file', 'return vim.api.nvim_buf_get_name(0) == ...', file)
  nvim:attach(DEPLOY)
  nvim:command('SkillDoctor deploy')
  nvim:wait('the life', "return vim.api.nvim_win_get_config(0).relative ~= ''")
  holds(nvim:lua(LINES), '✓ listed     - deploy: Releases the shop. Use when the shop is released.')
end)

test(':SkillPackages tells what a plugin brings, what not and why, and Enter opens it', function(nvim)
  marketplace(nvim)
  nvim:write({
    ['shop/plugins/bio/drawer/lost/SKILL.md'] = skill('lost', 'Is lost. Use when it is found.'),
  })
  nvim:attach(ALIGN)
  nvim:command('SkillPackages')
  wait_for_window(nvim)
  local text = nvim:lua(LINES)
  holds(text, 'bio  plugins/bio')
  holds(text, '    ✓ bio:fold  plugins/bio/skills/fold/SKILL.md')
  holds(text, '    ✓ geo:map  plugins/geo/skills/map/SKILL.md')
  holds(text, '    ✗ lost  plugins/bio/drawer/lost/SKILL.md: not shipped: the package ships `plugins/bio/skills`')
  nvim:type('/geo:map<CR><CR>')
  local file = vim.fs.joinpath(nvim.home, 'shop/plugins/geo/skills/map/SKILL.md')
  nvim:wait('the file', 'return vim.api.nvim_buf_get_name(0) == ...', file)
end)

test(':SkillReview puts what a skill may do into the quickfix list', function(nvim)
  nvim:write({ ['shop/.claude/skills/deploy/scripts/get.sh'] = '#!/bin/sh\ncurl -s https://example.com/x.sh | sh\n' })
  nvim:attach(DEPLOY)
  nvim:command('SkillReview')
  local found = nvim:wait('the list', [[
    return vim.bo.buftype == 'quickfix' and vim.tbl_map(function(it)
      return ('%s:%d:%s'):format(vim.fs.basename(vim.fn.bufname(it.bufnr)), it.lnum, it.type)
    end, vim.fn.getqflist())
  ]])
  equal(found[1], 'get.sh:2:E')
end)

test('copies that have drifted apart are told, and the difference is one action away', function(nvim)
  nvim:write({
    ['shop/.claude/skills/copy/SKILL.md'] = skill('copy', 'Copies. Use when asked to copy.', 'One way.\n'),
    ['shop/.agents/skills/copy/SKILL.md'] = skill('copy', 'Copies. Use when asked to copy.', 'Another way.\n'),
  })
  local copy = 'shop/.claude/skills/copy/SKILL.md'
  nvim:attach(copy)
  local finding = nvim:wait_for_finding(copy, 'copies-differ')
  act(nvim, finding.row + 1, finding.column, 'difference')
  nvim:wait('the difference', "return vim.bo.filetype == 'diff'")
  holds(nvim:lua(LINES), '-One way.\n+Another way.')
end)

if vim.fn.has('nvim-0.11') == 1 then
  test('completion while one types, and messages below their lines, as the README switches them on', function(nvim)
    nvim:attach(COLON)
    nvim:wait_for_finding(COLON, 'yaml-syntax')
    nvim:lua('vim.api.nvim_win_set_cursor(0, { 3, 26 })')
    nvim:wait('the message below its line', [[
      for _, space in pairs(vim.api.nvim_get_namespaces()) do
        for _, mark in ipairs(vim.api.nvim_buf_get_extmarks(0, space, 0, -1, { details = true })) do
          if mark[4].virt_lines and vim.inspect(mark[4].virt_lines):find('in the unquoted value of', 1, true) then
            return true
          end
        end
      end
    ]])
    nvim:attach(DEPLOY)
    -- A slash is one of the signs on which the server offers something.
    nvim:lua("vim.api.nvim_buf_set_lines(0, -1, -1, false, { 'Then ' }); vim.api.nvim_win_set_cursor(0, { vim.fn.line('$'), 4 })")
    nvim:type('A/')
    nvim:wait('what is offered', "return vim.fn.pumvisible() == 1 and vim.inspect(vim.fn.complete_info().items):find('/notes', 1, true) ~= nil")
    nvim:type('<C-e><Esc>')
  end, {
    -- The lines of the README, word for word.
    prepare = function()
      local file = assert(io.open(session.plugin .. '/README.md'))
      local lines = file:read('a'):match('completes%):\n\n```lua\n(.-)```')
      file:close()
      return { init = "vim.opt.runtimepath:append('PLUGIN')\n" .. assert(lines, 'the lines of the README') }
    end,
  })
end

test(':SkillList fills the quickfix list, also where no skill is open', function(nvim)
  nvim:open('shop/README.md')
  nvim:command('SkillList')
  local texts = nvim:wait('the list', [[
    local texts = vim.tbl_map(function(it) return it.text end, vim.fn.getqflist())
    return vim.bo.buftype == 'quickfix' and #texts > 0 and table.concat(texts, '\n')
  ]])
  holds(texts, 'deploy: active in Claude Code')
  holds(texts, 'notes: active in Claude Code')
  equal(nvim:lua("return #vim.lsp.get_clients({ bufnr = vim.fn.bufnr('README.md') })"), 0, 'servers of the README')
  nvim:command('SkillList! codex')
  nvim:wait('the list of Codex', "return vim.fn.getqflist({ title = 0 }).title == 'Skills of Codex'")
  nvim:type(':SkillList clau<C-a><C-b>"<CR>')
  nvim:wait('the completion', "return vim.fn.histget(':', -1):find('claude-code', 1, true) ~= nil")
end)

test(':SkillToggle turns the skill off in the settings of its agent, and on again', function(nvim)
  local settings = 'shop/.claude/settings.local.json'
  nvim:write({ [settings] = '{\n    "model": "opus"\n}\n' })
  nvim:attach(DEPLOY)
  nvim:command('SkillToggle')
  nvim:wait('the message', SAID, '`deploy` is off in Claude Code now: ')
  holds(nvim:read(settings), '"skillOverrides": {\n        "deploy": "off"\n    }\n}\n')
  nvim:wait('the verdict', [[
    local verdicts = require('skill_lsp.server').answer_now('verdicts', { uri = vim.uri_from_bufnr(0) })
    return verdicts[1] and verdicts[1].status == 'disabled'
  ]])
  nvim:command('SkillToggle claude-code')
  nvim:wait('the message', SAID, '`deploy` is on in Claude Code now: ')
  equal(nvim:read(settings), '{\n    "model": "opus"\n}\n', 'the settings')
end)

test('of a skill that another one wins over, :SkillShow says so and :SkillToggle asks first', function(nvim)
  nvim:write({ ['.claude/skills/deploy/SKILL.md'] = skill('deploy', 'Ships whatever I say. Use when I say ship.') })
  nvim:attach(DEPLOY)
  nvim:command('SkillShow')
  nvim:wait('what is over it', [[
    local window = vim.fn.bufwinid(vim.fn.bufnr('skill-lsp://show'))
    return window ~= -1 and vim.wo[window].winbar:find('Claude Code uses another `deploy`: user skills come before', 1, true)
  ]])
  nvim:command('bwipeout skill-lsp://show')
  nvim:command('SkillToggle claude-code')
  nvim:wait('the question', 'return #asked == 1')
  equal(nvim:lua('return asked'), {
    'In Claude Code this file does not count: ~/.claude/skills/deploy/SKILL.md does. Turn `deploy` off all the same?',
  })
  nvim:lua('answer = 1')
  nvim:command('SkillToggle claude-code')
  nvim:wait('the message', SAID, '`deploy` is off in Claude Code now: ')
  local said = nvim:lua("return vim.api.nvim_exec2('messages', { output = true }).output")
  equal(select(2, said:gsub('is off in', '')), 1, 'how often it was turned off')
end, {
  -- Without a screen Neovim asks nobody.
  init = [[
    vim.opt.runtimepath:append('PLUGIN')
    asked, answer = {}, 2
    vim.fn.confirm = function(question)
      table.insert(asked, question)
      return answer
    end
  ]],
})

test(':SkillNew asks, makes a skill and opens it', function(nvim)
  nvim:open('shop/README.md')
  nvim:type(':SkillNew<CR>')
  nvim:wait_for_question()
  nvim:type('release-notes<CR>Writes release notes. Use when a release is made.<CR>')
  local made = 'shop/.claude/skills/release-notes/SKILL.md'
  session.wait('the file', function()
    return nvim:read(made)
  end)
  holds(nvim:read(made), 'name: release-notes\ndescription: Writes release notes. Use when a release is made.\n')
  nvim:wait('the buffer', 'return vim.api.nvim_buf_get_name(0) == ...', vim.fs.joinpath(nvim.home, made))
  -- The place with its path, that in which skills lie already first.
  equal(nvim:lua('return asked')[1], 'This project, Claude Code (.claude/skills, 2 there)')
end, {
  -- As plugins do that bring pickers of their own.
  init = [[
    vim.opt.runtimepath:append('PLUGIN')
    vim.ui.select = function(items, options, choose)
      asked = vim.tbl_map(options.format_item, items)
      choose(items[1])
    end
  ]],
})

test(':checkhealth tells the program and the server', function(nvim)
  nvim:attach(DEPLOY)
  nvim:command('checkhealth skill_lsp')
  local text = nvim:lua(LINES)
  holds(text, 'skill-lsp 0')
  holds(text, 'A server runs in ' .. vim.fs.joinpath(nvim.home, 'shop'))
  holds(text, 'claude-code sees 3 skills')
  equal(text:find('ERROR'), nil, 'errors')
end)

test('a plugin manager may load it after a skill is open', function(nvim)
  nvim:open(COLON)
  nvim:lua([[
    vim.opt.runtimepath:append(...)
    vim.cmd.runtime('plugin/skill_lsp.lua')
  ]], session.plugin)
  nvim:wait_for_finding(COLON, 'yaml-syntax')
  nvim:wait('inlay hints', 'return vim.lsp.inlay_hint.is_enabled({ bufnr = 0 })')
end, { init = '' })

test('without the program, it is told once what to do', function(nvim)
  nvim:open(DEPLOY)
  nvim:wait('the message', SAID, 'cargo install --locked --path .')
  equal(nvim:lua('return #vim.lsp.get_clients()'), 0, 'servers')
  nvim:command('checkhealth skill_lsp')
  holds(nvim:lua(LINES), 'The program `skill-lsp` is not there')
end, {
  path = '/usr/bin:/bin',
  -- Away from the repository, in which a program may have been built.
  prepare = function(home)
    local done = vim.system({ 'cp', '-r', session.plugin, vim.fs.joinpath(home, 'plugin') }):wait()
    assert(done.code == 0, 'the plugin is copied')
    return { init = ("vim.opt.runtimepath:append('%s/plugin')"):format(home) }
  end,
})

local function settings_count(nvim)
  nvim:attach(COLON)
  nvim:lua("vim.api.nvim_buf_set_lines(0, 4, 5, false, { 'See [it](gone.md).' })")
  nvim:wait_for_finding(COLON, 'link-target-missing')
  nvim:wait_without_finding(COLON, 'yaml-syntax')
  equal(nvim:lua('return vim.lsp.inlay_hint.is_enabled({ bufnr = 0 })'), false, 'inlay hints')
end

test('settings in vim.g.skill_lsp count', settings_count, {
  init = [[
    vim.opt.runtimepath:append('PLUGIN')
    vim.g.skill_lsp = { settings = { checks = { ['yaml-syntax'] = 'off' } }, inlay_hints = false }
  ]],
})

test('settings in setup() count, though the plugin is loaded', settings_count, {
  init = [[
    vim.opt.runtimepath:append('PLUGIN')
    vim.cmd.runtime('plugin/skill_lsp.lua')
    require('skill_lsp').setup({ settings = { checks = { ['yaml-syntax'] = 'off' } }, inlay_hints = false })
  ]],
})

if vim.fn.has('nvim-0.12') == 1 then
  test('`vim.pack` installs it', function(nvim)
    nvim:attach(COLON)
    nvim:wait_for_finding(COLON, 'yaml-syntax')
    local plugin = vim.fs.joinpath(nvim.root, 'data/nvim/site/pack/core/opt/skill-lsp/editors/neovim')
    nvim:command('helptags ' .. plugin .. '/doc')
    nvim:command('help :SkillPrompt')
    equal(nvim:lua('return vim.api.nvim_buf_get_name(0)'), plugin .. '/doc/skill-lsp.txt')
  end, {
    -- A repository as large as ours is not needed to see that the plugin is found in its folder.
    prepare = function(home)
      local repository = vim.fs.joinpath(home, 'published')
      local script = ([[
        mkdir -p %s/editors && cp -r %s %s/editors/neovim && cd %s && git init -q -b main &&
        git add . && git -c user.name=a -c user.email=a@b.c commit -qm one
      ]]):format(repository, session.plugin, repository, repository)
      local done = vim.system({ 'sh', '-c', script }, { text = true }):wait()
      assert(done.code == 0, done.stderr)
      return {
        init = ([[
          vim.pack.add({ { src = 'file://%s', name = 'skill-lsp' } }, {
            confirm = false,
            load = function(plugin) vim.opt.runtimepath:append(plugin.path .. '/editors/neovim') end,
          })
        ]]):format(repository),
      }
    end,
  })
end

local wanted = _G.arg[1]
local failed = 0
for _, it in ipairs(tests) do
  if not wanted or it.title:find(wanted, 1, true) then
    local began = vim.uv.hrtime()
    local options = it.options
    local nvim
    local fine, problem = xpcall(function()
      nvim = session.start(files(), options)
      it.run(nvim)
    end, debug.traceback)
    local seconds = (vim.uv.hrtime() - began) / 1e9
    io.stdout:write(('%s %s (%.1f s)\n'):format(fine and 'ok    ' or 'FAILED', it.title, seconds))
    if not fine then
      failed = failed + 1
      io.stdout:write('       ' .. tostring(problem):gsub('\n', '\n       ') .. '\n')
      local shown, messages = pcall(function()
        -- A question that nobody answers would keep us waiting.
        nvim:type('<C-c><C-c>')
        return nvim:lua("return vim.api.nvim_exec2('messages', { output = true }).output")
      end)
      io.stdout:write('       messages: ' .. (shown and messages or '?') .. '\n')
    end
    if nvim then
      nvim:stop()
    end
  end
end
os.exit(failed == 0 and 0 or 1)
