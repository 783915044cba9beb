" Vim syntax file for .story scripts; `storyline grammar vim` writes it from the program's own tables.
if exists("b:current_syntax")
  finish
endif
syn case match
syn sync fromstart

syn match storyKeyword /\v%(^\s*|%([;{(]|\}\s*|[^=!<>]\=)\s*)@60<=%(after|args|at|because|break|cancel|catch|continue|def|else|every|expect|fail|for|goal|hint|if|include|lesson|let|match|note|predict|print|repeat|return|say|solution|step|try|wait|when|while)\ze%([ \t;()\[\]{}|]|$)/
syn match storyKeyword /\v%(^|\s)@1<=%(for|as|by|until|desc|and|in|like|mod|not|or)\ze%([ \t;()\[\]{}|]|$)/
syn match storyKeyword /\v%(\s)@1<=else\ze\s+["']/
syn match storyKeyword /\v%(expect\s+)@20<=error\ze\s*\{/
syn match storyKeyword /\v%(wait\s+until\s+)@30<=idle\ze%([ \t;()\[\]{}|]|$)/
syn match storyKeyword /\v%(goal\s+)@20<=happened\ze%([ \t;()\[\]{}|]|$)/
syn match storyEvent /\v%(goal\s+happened\s+)@40<=[^ \t;(){}|]+/
syn match storyKeyword /\v%(predict\s.*\s)@200<=after\ze\s*\{/
syn match storyKeyword /\v%(\|\_s*)@60<=%(all|any|count|each|first|group|last|number|reduce|select|sort|sum|where)\ze%([ \t;()\[\]{}|]|$)/
syn match storyEvent /\v%(when\s+)@20<=[^ \t;(){}|]+/
syn match storyState /\v%([[:alnum:]_.$])@1<!%(account|archive|cache|child|clock|drafts|feed|images|learn|listening|navigation|network|notifications|outbox|photos|pin|profile|reading|review|rewards|routine|session|story|timer)%(\.[[:alnum:]_]+|\ze\[)+/
syn match storyConstant /\v%(^|[ \t;()\[\]{}|,=:])@1<=%(true|false|none)\ze%([ \t;()\[\]{}|,:]|$)/
syn match storyVariable /\v\$[[:alnum:]_]+%(\.[[:alnum:]_]+)*/
syn match storyField /\v%([)\]])@1<=%(\.[[:alnum:]_]+)+/
syn match storyNumber /\v%(^|[ \t;()\[\]{}|,=:])@1<=[-+]?\d[0-9_]*%(\.\d+)?\%?\ze%([ \t;()\[\]{}|,:]|$)/
syn match storyNumber /\v%(^|[ \t;()\[\]{}|,=:])@1<=\d{4}-\d\d-\d\d%(T[0-9:.]+)?\ze%([ \t;()\[\]{}|,:]|$)/
syn match storyDuration /\v%(^|[ \t;()\[\]{}|,=:])@1<=[-+]?\d[0-9_]*%(\.\d+)?%(ms|us|d|h|m|s|w)%(\d+%(\.\d+)?%(ms|us|d|h|m|s|w))*\ze%([ \t;()\[\]{}|,:]|$)/

" In a call, a word without a special meaning is text.
syn region storyCall matchgroup=storyCommand start=/\v%(\|\_s*)@60<!%(^\s*|[;{]\s*)@60<=[[:alpha:]_][^ \t;()\[\]{}|=:.]*\ze%([ \t;()\[\]{}|]|$)%(\s*%([-+*\/]?\=|:|[^;|]*\{))@!/ end=/\v\ze%([;|){}\]]|$|^)/ contains=storyComment,storyString,storyRaw,storyLong,storyNumber,storyDuration,storyVariable,storyField,storyConstant,storyParen,storyList
syn region storyCall matchgroup=storyCommand start=/\v%([(]\s*|[^=!<>]\=\s+)@20<=[[:alpha:]_]\w*\ze\s+%(%(%(and|in|like|mod|not|or))>|[-+*\/=<>!,]|\[|\()@!%([[:alnum:]$"'])@=/ end=/\v\ze%([;|){}\]]|$|^)/ contains=storyComment,storyString,storyRaw,storyLong,storyNumber,storyDuration,storyVariable,storyField,storyConstant,storyParen,storyList
syn region storyCall matchgroup=storyCommand start=/\v%(%(^\s*|%([;{(]|[^=!<>]\=)\s*)@60<=|%(\|\_s*)@60<=)%(abs|append|average|ceil|chance|contains|cos|date|days|decimals|duration|ends|exp|find|flatten|floor|format|get|join|keys|length|lines|log|lower|match|max|median|min|months|number|omit|pad|pick|power|random|range|repeated|replace|reverse|round|running|seconds|shuffle|sin|slice|split|sqrt|starts|text|trim|type|unique|upper|values|with|zip)\ze%([ \t;()\[\]{}|]|$)%(\s*%([-+*\/]?\=))@!/ end=/\v\ze%([;|){}\]]|$|^)/ contains=storyComment,storyString,storyRaw,storyLong,storyNumber,storyDuration,storyVariable,storyField,storyConstant,storyParen,storyList
syn region storyCall matchgroup=storyCommand start=/\v%(%(^\s*|%([;{(]|[^=!<>]\=)\s*)@60<=|%(\|\_s*)@60<=)%(learn\s+reset\s+all|listen\s+to\s+stream|starter\s+packs\s+of|stories\s+by\s+user|story\s+play\s+deck|abbreviations\s+delete|account\s+use|activity\s+add|activity\s+edit|activity\s+remove|archive\s+export|archive\s+search|block\s+list|cache\s+clear|child\s+add|child\s+remove|clock\s+confirm|copy\s+link|devices\s+forget|devices\s+remember|draft\s+edit|draft\s+post|draft\s+remove|facets\s+why|favorites\s+export|feed\s+machine|feed\s+retry|feeds\s+of|feeds\s+remove|feeds\s+save|feeds\s+search|followers\s+of|follows\s+of|fork\s+drop|fork\s+keep|gestures\s+machine|go\s+back|go\s+feed|go\s+feeds|go\s+forward|go\s+likes|go\s+notifications|go\s+post|go\s+profile|go\s+timeline|help\s+search|history\s+edit|history\s+export|history\s+import|history\s+remove|image\s+remove|learn\s+back|learn\s+done|learn\s+export|learn\s+goal|learn\s+hint|learn\s+play|learn\s+reset|learn\s+skip|learn\s+solution|learn\s+status|likers\s+of|link\s+of|link\s+open|list\s+add|list\s+delete|list\s+new|list\s+remove|listen\s+off|listen\s+to|map\s+at|map\s+to|map\s+zoom|media\s+of|members\s+of|mute\s+list|mute\s+thread|mute\s+word|notifications\s+seen|outbox\s+machine|outbox\s+remove|outbox\s+send|photos\s+ago|photos\s+clock|photos\s+example|photos\s+report|photos\s+scan|photos\s+sheet|photos\s+show|photos\s+timeline|pin\s+change|pin\s+remove|pin\s+set|pin\s+skip|pin\s+status|posts\s+of|practice\s+end|preferences\s+adult|preferences\s+label|profile\s+edit|profile\s+forget|profile\s+name|profile\s+of|profile\s+pin|profile\s+unpin|quotes\s+of|recall\s+delete|record\s+end|replies\s+of|reposters\s+of|rest\s+off|rest\s+on|rest\s+weekly|review\s+back|review\s+down|review\s+favorite|review\s+next|review\s+skip|review\s+status|review\s+unfavorite|review\s+up|reward\s+add|reward\s+remove|routine\s+add|routine\s+at|routine\s+edit|routine\s+end|routine\s+later|routine\s+next|routine\s+picture|routine\s+rate|routine\s+remove|routine\s+skip|routine\s+start|routine\s+status|stars\s+goal|stars\s+spend|stars\s+spent|starter\s+pack|stats\s+sheet|story\s+buffer|story\s+fail|story\s+machine|story\s+play|story\s+retry|story\s+share|story\s+show|story\s+state|story\s+stop|story\s+unshare|tap\s+bar|timeline\s+new|timer\s+done|timer\s+extend|timer\s+machine|timer\s+pause|timer\s+resume|timer\s+start|timer\s+status|timer\s+stop|unblock\s+list|unmute\s+list|unmute\s+thread|unmute\s+word|abbreviate|abbreviations|accounts|activities|all|archive|ask|block|blocks|bookmark|bookmarks|browse|cache|child|clear|cluster|copy|delete|devices|doubletap|draft|drafts|events|exit|explain|explore|facets|favorites|feed|feeds|follow|fork|from|go|help|hidden|hide|history|hold|image|images|jump|learn|like|likes|listen|lists|login|logout|map|more|mute|mutes|next|notifications|open|outbox|pause|people|pin|post|practice|preferences|previous|profile|quit|quote|rate|read|recall|record|redo|release|reply|report|repost|rest|resume|retry|review|rewards|rewind|routine|routines|save|search|set|settings|show|skip|speed|stars|stats|stories|streak|suggestions|swipe|sync|tap|thread|time|timeline|timer|to|tutorial|unblock|unbookmark|undo|unfollow|unhide|unlike|unmute|unrepost|variables|view|waiting|watch|whoami)\ze%([ \t;()\[\]{}|]|$)%(\s*%([-+*\/]?\=\s|:))@!/ end=/\v\ze%([;|){}\]]|$|^)/ contains=storyComment,storyString,storyRaw,storyLong,storyNumber,storyDuration,storyVariable,storyField,storyConstant,storyParen,storyList
syn match storyKeyword /\v%(^\s*|%([;{(]|\}\s*|[^=!<>]\=)\s*)@60<=%(after|args|at|because|break|cancel|catch|continue|def|else|every|expect|fail|for|goal|hint|if|include|lesson|let|match|note|predict|print|repeat|return|say|solution|step|try|wait|when|while)\ze%([ \t;()\[\]{}|]|$)%(\s*%([-+*\/]?\=\s|:))@!/
syn match storyKeyword /\v%(\|\_s*)@60<=%(all|any|count|each|first|group|last|number|reduce|select|sort|sum|where)\ze%([ \t;()\[\]{}|]|$)/

" Lines in the braces of a command are text.
syn region storyLines matchgroup=storyBracket start=/\v%(%(^|[ \t;(])%(routine)\s[^;|{}]*)@200<=\{/ end=/}/ contains=storyComment,storyString,storyRaw,storyNumber,storyDuration

syn region storyParen matchgroup=storyBracket start=/(/ end=/)/ contains=TOP
syn region storyList matchgroup=storyBracket start=/\[/ end=/\]/ contains=storyComment,storyString,storyRaw,storyLong,storyNumber,storyDuration,storyVariable,storyField,storyConstant,storyParen,storyList,storyState
syn region storyInterpolation contained matchgroup=storyBracket start=/{/ end=/}/ contains=TOP
syn region storyString start=/"/ skip=/\\./ end=/"/ end=/$/ contains=storyInterpolation
syn region storyRaw start=/\v%(^|[ \t;()\[\]{}|,=:])@1<='/ end=/'/ end=/$/
syn region storyLong start=/\v"{3}/ end=/\v"{3}/ contains=storyInterpolation
syn region storyLong start=/\v'{3}/ end=/\v'{3}/
syn match storyComment /\v%(^\s*|[;{]\s*)@60<=#.*/
syn match storyComment /\v\s@1<=#%(\s.*|$)/

hi def link storyCommand Function
hi def link storyKeyword Statement
hi def link storyNumber Number
hi def link storyConstant Number
hi def link storyDuration Float
hi def link storyString String
hi def link storyRaw String
hi def link storyLong String
hi def link storyVariable Identifier
hi def link storyField Identifier
hi def link storyState Identifier
hi def link storyEvent Identifier
hi def link storyComment Comment
let b:current_syntax = "story"
