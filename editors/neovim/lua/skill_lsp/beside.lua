-- A live split beside the file: it follows the file in the editor, the skills, and the agent that is shown.
local server = require('skill_lsp.server')

local M = {}

-- The buffers of those that are there, whatever they show.
local splits = {}

--- What stands over a split; one that depends on how wide the split is says so.
---@alias skill_lsp.Beside.Heading string|fun(width: integer): string

--- What sets one split apart from another.
---@class skill_lsp.Beside.Kind
---@field name string the name of its buffer
---@field filetype string
---@field group string the name of its autocommands
---@field ask fun(state: table, done: fun(answer?: table, refusal?: string))
---@field render fun(state: table, answer?: table, refusal?: string): skill_lsp.Beside.Heading
---@field enter? fun(state: table) what Enter does
---@field events? string[] what else of the file it follows

--- A split of a kind; there is one. Its state has the `buffer`, the `host`, the `uri` of the file beside which it
--- stands, and the `names` of all hosts.
---@param kind skill_lsp.Beside.Kind
function M.new(kind)
  local state = { is_asking = false, is_stale = false, names = {} }
  local beside = { state = state }

  local function is_open()
    return state.buffer and vim.api.nvim_buf_is_valid(state.buffer)
  end

  local function window()
    return is_open() and vim.fn.bufwinid(state.buffer) or -1
  end

  -- Puts the heading over the window, as wide as that is now.
  local function head()
    local win, heading = window(), state.heading
    if win ~= -1 and heading then
      vim.wo[win].winbar = type(heading) == 'function' and heading(vim.api.nvim_win_get_width(win)) or heading
    end
  end

  -- Shows what there is at this moment. Changes that come while it is fetched are shown together after it.
  local function renew()
    if not is_open() then
      return
    end
    if state.is_asking then
      state.is_stale = true
      return
    end
    state.is_asking, state.is_stale = true, false
    kind.ask(state, function(answer, refusal)
      state.is_asking = false
      if not is_open() then
        return
      end
      state.heading = kind.render(state, answer, refusal)
      head()
      if state.is_stale then
        renew()
      end
    end)
  end

  -- Opens the window; the cursor stays where it is.
  local function create()
    local from = vim.api.nvim_get_current_win()
    local buffer = vim.api.nvim_create_buf(false, true)
    state.buffer = buffer
    vim.api.nvim_buf_set_name(buffer, kind.name)
    vim.bo[buffer].bufhidden = 'wipe'
    vim.bo[buffer].filetype = kind.filetype
    -- Two of them share a column: a third would leave little of the file.
    local other = vim.iter(vim.api.nvim_tabpage_list_wins(0)):find(function(win)
      return splits[vim.api.nvim_win_get_buf(win)]
    end)
    if other then
      vim.api.nvim_set_current_win(other)
      vim.cmd('belowright split')
    else
      vim.cmd('botright vsplit')
    end
    vim.api.nvim_win_set_buf(0, buffer)
    splits[buffer] = true
    local win = vim.api.nvim_get_current_win()
    vim.wo[win].wrap = true
    vim.wo[win].linebreak = true
    vim.wo[win].number = false
    vim.wo[win].relativenumber = false
    vim.wo[win].signcolumn = 'no'
    if kind.enter then
      local function enter()
        kind.enter(state)
      end
      vim.keymap.set('n', '<CR>', enter, { buffer = buffer, desc = 'Open the skill of this entry' })
    end
    vim.keymap.set('n', 'q', '<Cmd>close<CR>', { buffer = buffer, nowait = true })
    vim.api.nvim_set_current_win(from)

    local group = vim.api.nvim_create_augroup(kind.group, {})
    vim.api.nvim_create_autocmd('User', { group = group, pattern = 'SkillCatalogChanged', callback = renew })
    vim.api.nvim_create_autocmd('WinResized', { group = group, callback = head })
    vim.api.nvim_create_autocmd('BufEnter', {
      group = group,
      callback = function()
        local uri = server.current()
        if uri and uri ~= state.uri then
          state.uri = uri
          renew()
        end
      end,
    })
    if kind.events then
      vim.api.nvim_create_autocmd(kind.events, {
        group = group,
        callback = function()
          if server.current() == state.uri then
            renew()
          end
        end,
      })
    end
    vim.api.nvim_create_autocmd('BufWipeout', {
      group = group,
      buffer = buffer,
      callback = function()
        vim.api.nvim_del_augroup_by_id(group)
        state.buffer, splits[buffer] = nil, nil
      end,
    })
  end

  -- The agent that is meant when none is named: the one shown last, or the one that the file is written for.
  local function usual_host(callback)
    local chosen = (require('skill_lsp.options')().settings.hosts or {})[1]
    if state.host or chosen then
      return callback(state.host or chosen)
    end
    if not state.uri then
      return callback('claude-code')
    end
    server.answer('verdicts', { uri = state.uri }, function(verdicts)
      callback(verdicts[1] and verdicts[1].host or 'claude-code')
    end)
  end

  local function show()
    server.hosts(function(names)
      -- A name begins what stands over the split.
      state.names = vim.tbl_map(function(name)
        return name:sub(1, 1):upper() .. name:sub(2)
      end, names)
      if window() == -1 then
        if is_open() then
          vim.api.nvim_buf_delete(state.buffer, { force = true })
        end
        create()
      end
      renew()
    end)
  end

  --- Opens the split, or shows another agent in the one that is open.
  ---@param host? string
  function beside.open(host)
    state.uri = server.current() or state.uri
    -- A server that ended owes an answer that never comes.
    state.is_asking = false
    if host then
      state.host = host
      return show()
    end
    usual_host(function(usual)
      state.host = usual
      show()
    end)
  end

  return beside
end

return M
