import StoryScript

/// The colours of scripts in Vim: `storyline grammar vim > ~/.vim/syntax/story.vim`.
public enum VimGrammar {
  public static func text(_ schema: Schema) -> String {
    let words = WordClasses(schema.vocabulary)
    func any(_ words: [String]) -> String { "%(" + words.joined(separator: "|") + ")" }
    /// The places where a statement, or a value, may begin.
    let begin = #"%(^\s*|%([;{(]|\}\s*|[^=!<>]\=)\s*)@60<="#
    let value = #"%(^\s*|%([;{(]|[^=!<>]\=)\s*)@60<="#
    // The step may be on the next line.
    let pipe = #"%(\|\_s*)@60<="#
    let isNoStep = #"%(\|\_s*)@60<!"#
    /// The end of a word according to the lexer.
    let end = #"\ze%([ \t;()\[\]{}|]|$)"#
    let literalBegin = #"%(^|[ \t;()\[\]{}|,=:])@1<="#
    let literalEnd = #"\ze%([ \t;()\[\]{}|,:]|$)"#
    let number = #"[-+]?\d[0-9_]*%(\.\d+)?"#
    let unit = any(words.units)
    let commands = any(words.commands.map { $0.joined(separator: #"\s+"#) })
    let arguments =
      "storyComment,storyString,storyRaw,storyLong,storyNumber,storyDuration,storyVariable,storyField,storyConstant,"
      + "storyParen,storyList"
    let lineCommands = schema.vocabulary.commands.commands.filter { command in
      command.parameters.contains { if case .lines = $0.type { true } else { false } }
    }
    /// The first words of the commands that accept lines in braces.
    let lines = any(Set(lineCommands.map { $0.words[0] }).sorted())
    // If an item has consumed the line end, the call ends at the beginning of the next line.
    let callEnd = #"end=/\v\ze%([;|){}\]]|$|^)/"#
    return """
      " Vim syntax file for .story scripts; `storyline grammar vim` writes it from the program's own tables.
      if exists("b:current_syntax")
        finish
      endif
      syn case match
      syn sync fromstart

      syn match storyKeyword /\\v\(begin)\(any(words.keywords))\(end)/
      syn match storyKeyword /\\v%(^|\\s)@1<=\(any(words.partners + words.operators))\(end)/
      syn match storyKeyword /\\v%(\\s)@1<=else\\ze\\s+["']/
      syn match storyKeyword /\\v%(expect\\s+)@20<=error\\ze\\s*\\{/
      syn match storyKeyword /\\v%(wait\\s+until\\s+)@30<=idle\(end)/
      syn match storyKeyword /\\v%(goal\\s+)@20<=happened\(end)/
      syn match storyEvent /\\v%(goal\\s+happened\\s+)@40<=[^ \\t;(){}|]+/
      syn match storyKeyword /\\v%(predict\\s.*\\s)@200<=after\\ze\\s*\\{/
      syn match storyKeyword /\\v\(pipe)\(any(words.stages))\(end)/
      syn match storyEvent /\\v%(when\\s+)@20<=[^ \\t;(){}|]+/
      syn match storyState /\\v%([[:alnum:]_.$])@1<!\(any(words.roots))%(\\.[[:alnum:]_]+|\\ze\\[)+/
      syn match storyConstant /\\v\(literalBegin)\(any(words.constants))\(literalEnd)/
      syn match storyVariable /\\v\\$[[:alnum:]_]+%(\\.[[:alnum:]_]+)*/
      syn match storyField /\\v%([)\\]])@1<=%(\\.[[:alnum:]_]+)+/
      syn match storyNumber /\\v\(literalBegin)\(number)\\%?\(literalEnd)/
      syn match storyNumber /\\v\(literalBegin)\\d{4}-\\d\\d-\\d\\d%(T[0-9:.]+)?\(literalEnd)/
      syn match storyDuration /\\v\(literalBegin)\(number)\(unit)%(\\d+%(\\.\\d+)?\(unit))*\(literalEnd)/

      " In a call, a word without a special meaning is text.
      syn region storyCall matchgroup=storyCommand start=/\\v\(isNoStep)%(^\\s*|[;{]\\s*)@60<=[[:alpha:]_][^ \\t;()\\[\\]{}|=:.]*\(end)%(\\s*%([-+*\\/]?\\=|:|[^;|]*\\{))@!/ \(callEnd) contains=\(arguments)
      syn region storyCall matchgroup=storyCommand start=/\\v%([(]\\s*|[^=!<>]\\=\\s+)@20<=[[:alpha:]_]\\w*\\ze\\s+%(%(\(any(words.operators)))>|[-+*\\/=<>!,]|\\[|\\()@!%([[:alnum:]$"'])@=/ \(callEnd) contains=\(arguments)
      syn region storyCall matchgroup=storyCommand start=/\\v%(\(value)|\(pipe))\(any(words.functions))\(end)%(\\s*%([-+*\\/]?\\=))@!/ \(callEnd) contains=\(arguments)
      syn region storyCall matchgroup=storyCommand start=/\\v%(\(value)|\(pipe))\(commands)\(end)%(\\s*%([-+*\\/]?\\=\\s|:))@!/ \(callEnd) contains=\(arguments)
      syn match storyKeyword /\\v\(begin)\(any(words.keywords))\(end)%(\\s*%([-+*\\/]?\\=\\s|:))@!/
      syn match storyKeyword /\\v\(pipe)\(any(words.stages))\(end)/

      " Lines in the braces of a command are text.
      syn region storyLines matchgroup=storyBracket start=/\\v%(%(^|[ \\t;(])\(lines)\\s[^;|{}]*)@200<=\\{/ end=/}/ contains=storyComment,storyString,storyRaw,storyNumber,storyDuration

      syn region storyParen matchgroup=storyBracket start=/(/ end=/)/ contains=TOP
      syn region storyList matchgroup=storyBracket start=/\\[/ end=/\\]/ contains=\(arguments),storyState
      syn region storyInterpolation contained matchgroup=storyBracket start=/{/ end=/}/ contains=TOP
      syn region storyString start=/"/ skip=/\\\\./ end=/"/ end=/$/ contains=storyInterpolation
      syn region storyRaw start=/\\v\(literalBegin)'/ end=/'/ end=/$/
      syn region storyLong start=/\\v"{3}/ end=/\\v"{3}/ contains=storyInterpolation
      syn region storyLong start=/\\v'{3}/ end=/\\v'{3}/
      syn match storyComment /\\v%(^\\s*|[;{]\\s*)@60<=#.*/
      syn match storyComment /\\v\\s@1<=#%(\\s.*|$)/

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

      """
  }
}
