" Opens a skill as a user does: waits for our finding, applies its fix, and completes a field.
set nocompatible
execute 'set runtimepath+=' .. $ALE .. ',' .. $PLUGIN
let g:ale_linters = {'markdown': ['skill_lsp']}
filetype plugin on
execute 'source' $ALE .. '/plugin/ale.vim'

function Said(lines, code)
  call writefile(a:lines, $SAID)
  execute a:code .. 'cquit'
endfunction

" Events are handled while Vim sleeps; it does not sleep longer than it must.
function Await(what, check)
  let end = reltime()
  while !a:check()
    if reltimefloat(reltime(end)) > 90
      call Said(['waited in vain for ' .. a:what] + split(execute('messages'), "\n"), 1)
    endif
    sleep 30m
  endwhile
endfunction

function s:Fix(data, items)
  for [_, action] in a:items
    if action.title =~? 'quote'
      call ale#codefix#ApplyLSPCodeAction(a:data, action)
    endif
  endfor
endfunction

" What ALE's `omnifunc` has for the half word before the cursor, of which the rest is typed. A key that is typed ends it, so
" it is called by hand, in insert mode as there.
function Completed()
  for _ in range(60)
    call ale#completion#GetCompletions('ale-omnifunc')
    let end = reltime()
    while ale#completion#GetCompletionResult() is v:null && reltimefloat(reltime(end)) < 3
      sleep 10m
    endwhile
    let found = ale#completion#GetCompletionResult()
    for it in found is v:null ? [] : found
      if it.word =~# '^allowed-tools'
        return it.word[len('allowed'):]
      endif
    endfor
  endfor
  return ''
endfunction

try
  execute 'edit' $OTHER
  ALELint
  execute 'edit' $SKILL
  ALELint
  call Await('our finding', {-> !empty(filter(copy(ale#engine#GetLoclist(bufnr())), {_, it -> it.text =~ 'in the unquoted value of'}))})
  let lines = map(copy(ale#engine#GetLoclist(bufnr())), {_, it -> 'line ' .. it.lnum .. ': ' .. it.text})
  if !empty(ale#engine#GetLoclist(bufnr($OTHER)))
    call Said(['other Markdown has findings'], 1)
  endif

  " The fix, of those that ALE's menu has.
  call cursor(3, 27)
  call ale#codefix#Execute(0, function('s:Fix'))
  call Await('the fix', {-> getline(3) ==# 'description: "Use this when: you deploy"'})
  call add(lines, 'fixed: ' .. getline(3))

  call append(3, 'allowed')
  call cursor(4, 1)
  execute "normal! A\<C-r>=Completed()\<CR>\<Esc>"
  call add(lines, 'completed: ' .. getline(4))
  call Said(lines, 0)
catch
  call Said([v:exception, v:throwpoint], 1)
endtry
