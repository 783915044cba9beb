" A line inside a bracket is two spaces deeper than the line that opens it.
if exists("b:did_indent")
  finish
endif
let b:did_indent = 1
setlocal indentexpr=StoryIndent(v:lnum)
setlocal indentkeys=0{,0},0),0],!^F,o,O
let b:undo_indent = 'setlocal indentexpr< indentkeys<'

if exists("*StoryIndent")
  finish
endif

" Returns how many brackets a line leaves open, outside of strings and comments. A closing bracket at the beginning
" counts only if `leading` is 0.
function! s:Depth(number, leading)
  let [depth, line, column] = [0, getline(a:number), 0]
  let code = substitute(line, '^\s*', '', '')
  let column = len(line) - len(code)
  while column < len(line)
    let name = synIDattr(synID(a:number, column + 1, 1), 'name')
    if name !~# 'String\|Comment\|Raw\|Long'
      if line[column] =~# '[{(\[]'
        let depth += 1
      elseif line[column] =~# '[})\]]' && !(a:leading && line[: column] =~# '^\s*[})\]]\+$')
        let depth -= 1
      endif
    endif
    let column += 1
  endwhile
  return depth
endfunction

function! StoryIndent(number)
  let above = prevnonblank(a:number - 1)
  if above == 0
    return 0
  endif
  let indent = indent(above) + (s:Depth(above, 1) > 0 ? shiftwidth() : 0)
  if s:Depth(above, 1) < 0
    let indent -= shiftwidth()
  endif
  return max([0, getline(a:number) =~# '^\s*[})\]]' ? indent - shiftwidth() : indent])
endfunction
