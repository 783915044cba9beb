" Settings for .story scripts: comments, two spaces, `gq` with storyline fmt, `:make` with storyline check.
if exists("b:did_ftplugin")
  finish
endif
let b:did_ftplugin = 1
setlocal comments=:# commentstring=#\ %s
setlocal expandtab shiftwidth=2 softtabstop=2
setlocal formatoptions-=t
let &l:formatprg = 'storyline fmt -'
compiler storyline
let b:undo_ftplugin = 'setlocal comments< commentstring< expandtab< shiftwidth< softtabstop< formatoptions< formatprg<'
