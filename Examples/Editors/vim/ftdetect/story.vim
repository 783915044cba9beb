autocmd BufRead,BufNewFile *.story setfiletype story
