" Agent Skills in Vim, with ALE: the language server for the manifests of packages, and for no other JSON.

" Where an agent would be started; an empty answer means that ALE does not ask the server about this file.
function! ale_linters#json#skill_lsp#Root(buffer) abort
  let l:path = fnamemodify(bufname(a:buffer), ':p')
  if fnamemodify(l:path, ':t') !~# '^\(plugin\|\(api_\)\?marketplace\|\(gemini\|qwen\)-extension\)\.json$'
    return ''
  endif
  let l:git = finddir('.git', fnamemodify(l:path, ':h') . ';')
  return fnamemodify(empty(l:git) ? getcwd() : l:git . '/..', ':p')
endfunction

call ale#linter#Define('json', {
\   'name': 'skill_lsp',
\   'lsp': 'stdio',
\   'executable': 'skill-lsp',
\   'command': '%e serve',
\   'project_root': function('ale_linters#json#skill_lsp#Root'),
\   'initialization_options': {},
\   'lsp_config': {'skillLsp': get(g:, 'skill_lsp_settings', {})},
\ })
