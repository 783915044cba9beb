" `:make` fills the quickfix list with the problems that `storyline check` finds.
if exists("current_compiler")
  finish
endif
let current_compiler = "storyline"
CompilerSet makeprg=storyline\ check\ %:S
CompilerSet errorformat=%Eerror:\ %m,%Wwarning:\ %m,%C\ %#┌─\ %f:%l:%c,%Z%\\d%\\+\ │\ %.%#,%-G%.%#
