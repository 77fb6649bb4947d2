-- What the packages of the repository bring to which agent, what not, and why.
local float = require('skill_lsp.float')
local places = require('skill_lsp.places')
local server = require('skill_lsp.server')

local M = {}

local fates = {
  unlisted = 'no marketplace here lists it: nobody gets it',
  refused = 'the agent refuses it; its manifest says why',
}

local function add(page, text, path)
  table.insert(page.lines, text)
  page.paths[#page.lines] = path
end

local function add_agent(page, agent)
  local manifest = agent.manifest and '  by ' .. places.short(agent.manifest) or ''
  add(page, '  ' .. agent.name .. manifest, agent.manifest)
  if fates[agent.fate] then
    add(page, '    ' .. fates[agent.fate], agent.manifest)
  end
  for _, skill in ipairs(agent.skills) do
    local is_fine = skill.status == 'active' and (not skill.shown or skill.shown == 'whole')
    local why = is_fine and '' or (': %s, %s'):format(skill.status, skill.reason)
    add(page, ('    %s %s  %s%s'):format(is_fine and '✓' or '✗', skill.id, places.short(skill.path), why), skill.path)
  end
  for _, skill in ipairs(agent.notShipped) do
    local why = skill.reason and ': ' .. skill.reason or ''
    add(page, ('    ✗ %s  %s: not shipped%s'):format(skill.name, places.short(skill.path), why), skill.path)
  end
  if #agent.skills + #agent.notShipped == 0 then
    add(page, '    brings no skill')
  end
end

--- `:SkillPackages`
function M.command()
  local path = vim.api.nvim_buf_get_name(0)
  local uri = vim.bo.buftype == '' and path ~= '' and vim.uri_from_bufnr(0) or nil
  server.answer('packages', { uri = uri }, function(answer)
    local page = { lines = {}, paths = {} }
    for _, package in ipairs(answer.packages) do
      add(page, package.name .. '  ' .. places.short(package.path))
      vim.iter(package.agents):each(function(agent)
        add_agent(page, agent)
      end)
      if #package.agents == 0 then
        add(page, '  no agent that is known here would load it')
      end
    end
    if #answer.loose > 0 then
      add(page, (#answer.packages == 0 and 'The collection' or 'In no package') .. ': whoever adds or copies it has')
      for _, skill in ipairs(answer.loose) do
        add(page, '  ' .. skill.name .. '  ' .. places.short(skill.path), skill.path)
      end
    end
    if #page.lines == 0 then
      return vim.notify('skill-lsp: there is no plugin, no marketplace, no extension and no collection here')
    end
    float.show(page.lines, { title = 'Packages', paths = page.paths, filetype = 'skillpackages' })
  end)
end

return M
