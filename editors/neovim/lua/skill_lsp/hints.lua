-- Inlay hints that follow the skills around them. Neovim draws the hints of a line once for each version of the text: those
-- that come again for the same version, since another file or the listing has changed, it takes and does not draw. So we look
-- whether what is drawn is what the server says now, and if not let Neovim begin anew.
local M = {}

-- What is drawn in a buffer, as `line:label`, by the names that the namespace has in 0.10 and later.
local function drawn(buffer)
  local found = {}
  local namespaces = vim.api.nvim_get_namespaces()
  for _, name in ipairs({ 'nvim.lsp.inlayhint', 'vim_lsp_inlayhint' }) do
    local space = namespaces[name]
    for _, mark in ipairs(space and vim.api.nvim_buf_get_extmarks(buffer, space, 0, -1, { details = true }) or {}) do
      local label = vim.iter(mark[4].virt_text or {}):map(function(chunk)
        return chunk[1]
      end)
      found[#found + 1] = mark[2] .. ':' .. vim.trim(label:join(''))
    end
  end
  table.sort(found)
  return found
end

local function said(hints)
  local found = {}
  for _, hint in ipairs(hints or {}) do
    found[#found + 1] = hint.position.line .. ':' .. vim.trim(hint.label)
  end
  table.sort(found)
  return found
end

local function is_shown(buffer)
  return vim.api.nvim_buf_is_loaded(buffer)
    and #vim.fn.win_findbuf(buffer) > 0
    and vim.lsp.inlay_hint.is_enabled({ bufnr = buffer })
end

local function renew(client_id, buffer)
  local client = vim.lsp.get_client_by_id(client_id)
  if not client or not is_shown(buffer) then
    return
  end
  local parameters = {
    textDocument = { uri = vim.uri_from_bufnr(buffer) },
    range = { start = { line = 0, character = 0 }, ['end'] = { line = vim.api.nvim_buf_line_count(buffer), character = 0 } },
  }
  local version = vim.b[buffer].changedtick
  local function compare(failed, hints)
    -- After another change Neovim has asked by itself.
    if failed or not is_shown(buffer) or vim.b[buffer].changedtick ~= version then
      return
    end
    if not vim.deep_equal(drawn(buffer), said(hints)) then
      vim.lsp.inlay_hint.enable(false, { bufnr = buffer })
      vim.lsp.inlay_hint.enable(true, { bufnr = buffer })
    end
  end
  local method = 'textDocument/inlayHint'
  if vim.fn.has('nvim-0.11') == 1 then
    client:request(method, parameters, compare, buffer)
  else
    client.request(method, parameters, compare, buffer)
  end
end

--- `workspace/inlayHint/refresh`
function M.refresh(_, _, context)
  local client = vim.lsp.get_client_by_id(context.client_id)
  for buffer in pairs(client and client.attached_buffers or {}) do
    renew(context.client_id, buffer)
  end
  return vim.NIL
end

return M
