" Opens a skill as a user does, and waits for our finding.
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
  call Said(lines, 0)
catch
  call Said([v:exception, v:throwpoint], 1)
endtry
