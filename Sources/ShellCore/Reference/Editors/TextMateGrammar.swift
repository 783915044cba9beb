import JSON
import StoryScript

/// The colours of scripts in editors that read TextMate grammars, as JSON: `storyline grammar textmate`.
public struct TextMateGrammar {
  /// The scopes of the classes of words.
  private enum Scope {
    static let command = "entity.name.function.story"
    static let keyword = "keyword.control.story"
    static let number = "constant.numeric.story"
    static let duration = "constant.numeric.duration.story"
    static let string = "string.quoted.story"
    static let variable = "variable.other.story"
    static let comment = "comment.line.number-sign.story"
  }

  /// The places where a statement, or a value, may begin; after a block, `else` may.
  private static let begin = #"(?:^\s*|(?<=[;{(])\s*|(?<=\})\s*|(?<=[^=!<>]=)\s*)"#
  private static let value = #"(?:^\s*|(?<=[;{(])\s*|(?<=[^=!<>]=)\s*)"#
  private static let pipe = #"(?<=\|)\s*"#
  /// The end of a word according to the lexer.
  private static let end = #"(?=[ \t;()\[\]{}|]|$)"#
  private static let literalBegin = #"(?<![^ \t;()\[\]{}|,=:])"#
  private static let literalEnd = #"(?=[ \t;()\[\]{}|,:]|$)"#
  private static let amount = #"[-+]?\d[0-9_]*(?:\.\d+)?"#
  private static let threeQuotes = String(repeating: "\"", count: 3)
  private static let noName = #"(?!\s*(?:[-+*/]?=\s|:))"#
  private static let order = [
    "comment", "long", "string", "raw", "head", "step", "keyword", "call", "partner", "state", "literal", "variable",
    "paren",
    "list",
  ]
  /// The patterns inside a call; anything else there is text.
  private static let inCalls = ["comment", "long", "string", "raw", "variable", "literal", "paren", "list"]

  private let words: WordClasses

  public static func text(_ schema: Schema) -> String {
    TextMateGrammar(words: WordClasses(schema.vocabulary)).json.text + "\n"
  }

  private var json: JSON {
    [
      "name": "Storyline", "scopeName": "source.story", "fileTypes": ["story"], "patterns": Self.includes(Self.order),
      "repository": .object(
        texts + [
          .init("head", ["patterns": heads]), .init("step", step), .init("keyword", ["patterns": keywords]),
          .init("call", ["patterns": calls]),
          .init(
            "partner", Self.match(Scope.keyword, #"(?<!\S)"# + Self.any(words.partners + words.operators) + Self.end)),
          .init(
            "lesson",
            [
              "patterns": [
                Self.match(Scope.keyword, #"(?<=\bgoal )happened(?!\S)|(?<=\s)after(?=\s*\{)"#),
                Self.match(Scope.variable, #"(?<=\bgoal happened )[^ \t;(){}|]+"#),
              ]
            ]),
          .init(
            "state", Self.match(Scope.variable, #"(?<![\w.$])"# + Self.any(words.roots) + #"(?:(?:\.\w+)+|(?=\[))"#)),
          .init("literal", ["patterns": literals]),
          .init(
            "variable",
            [
              "patterns": [
                Self.match(Scope.variable, #"\$\w+(?:\.\w+)*"#), Self.match(Scope.variable, #"(?<=[)\]])(?:\.\w+)+"#),
              ]
            ]),
          .init("paren", ["begin": #"\("#, "end": #"\)"#, "patterns": [["include": "$self"]]]),
          .init("list", ["begin": #"\["#, "end": #"\]"#, "patterns": Self.includes(Self.inCalls + ["state"])]),
          .init("arguments", ["patterns": Self.includes(Self.inCalls)]),
        ]),
    ]
  }

  // MARK: Parts

  /// Comments and strings with their contents.
  private var texts: [JSON.Field] {
    [
      .init(
        "comment",
        [
          "patterns": [
            Self.captures(#"(?:^\s*|(?<=[;{])\s*)(#.*)$"#, Scope.comment),
            Self.captures(#"(?<=\s)(#(?:\s.*)?)$"#, Scope.comment),
          ]
        ]),
      .init(
        "long",
        [
          "patterns": [
            Self.quoted(Self.threeQuotes, Self.threeQuotes, Self.includes(["interpolation"])),
            Self.quoted("'''", "'''", []),
          ]
        ]),
      .init("string", Self.quoted("\"", "\"|$", [["match": #"\\."#], ["include": "#interpolation"]])),
      .init("raw", Self.match(Scope.string, Self.literalBegin + "'[^']*(?:'|$)")),
      .init(
        "interpolation",
        ["name": "meta.embedded.story", "begin": #"\{"#, "end": #"\}"#, "patterns": [["include": "$self"]]]),
    ]
  }

  /// Keywords followed by a second word that is a keyword only there.
  private var heads: JSON {
    [
      Self.captures(Self.begin + #"(expect)\s+(error)(?=\s*\{)"#, Scope.keyword, Scope.keyword),
      Self.captures(Self.begin + #"(wait)\s+(until)\s+(idle)"# + Self.end, Scope.keyword, Scope.keyword, Scope.keyword),
      Self.captures(Self.begin + #"(when)\s+([^ \t;(){}|]+)"#, Scope.keyword, Scope.variable),
    ]
  }

  /// A pipeline that continues on the next line. A rule sees one line at a time, so this one begins at the pipe sign and
  /// ends in the next line.
  private var step: JSON {
    [
      "begin": #"\|[ \t]*$"#, "end": .string(#"^[ \t]*("# + Self.any(words.stages) + ")" + Self.end + #"|(?=\S)"#),
      "endCaptures": ["1": ["name": .string(Scope.keyword)]],
    ]
  }

  private var keywords: JSON {
    [
      Self.captures(Self.begin + "(\(Self.any(words.keywords)))" + Self.end + Self.noName, Scope.keyword),
      Self.captures(Self.pipe + "(\(Self.any(words.stages)))" + Self.end, Scope.keyword),
      Self.captures(#"(?<=\s)(else)(?=\s+["'])"#, Scope.keyword),
    ]
  }

  private var calls: JSON {
    let commands = Self.any(words.commands.map { $0.joined(separator: #"\s+"#) })
    let place = "(?:\(Self.value)|\(Self.pipe))"
    return [
      Self.call("\(place)(\(commands))\(Self.end)\(Self.noName)"),
      Self.call("\(place)(\(Self.any(words.functions)))\(Self.end)" + #"(?!\s*[-+*/]?=)"#),
      // Definitions are recognised only in these positions.
      Self.call(
        #"(?:(?<=\()\s*|(?<=[^=!<>]=)\s+)([A-Za-z_]\w*)(?=\s+(?!"# + Self.any(words.operators)
          + #"\b|[-+*/=<>!,]|\[|\()[A-Za-z0-9$"'])"#),
      Self.call(
        #"(?:^\s*|(?<=[;{])\s*)([A-Za-z_][^ \t;()\[\]{}|=:.]*)"# + Self.end + #"(?!\s*(?:[-+*/]?=|:|[^;|]*\{))"#),
    ]
  }

  private var literals: JSON {
    let unit = Self.any(words.units)
    func literal(_ scope: String, _ pattern: String) -> JSON {
      Self.match(scope, Self.literalBegin + pattern + Self.literalEnd)
    }
    return [
      literal(Scope.number, Self.any(words.constants)), literal(Scope.number, #"\d{4}-\d\d-\d\d(?:T[0-9:.]+)?"#),
      literal(Scope.duration, Self.amount + unit + #"(?:\d+(?:\.\d+)?"# + unit + ")*"),
      literal(Scope.number, Self.amount + "%?"),
    ]
  }

  // MARK: Rules

  private static func any(_ words: [String]) -> String { "(?:" + words.joined(separator: "|") + ")" }

  private static func includes(_ names: [String]) -> JSON { .array(names.map { ["include": .string("#" + $0)] }) }

  private static func match(_ scope: String, _ pattern: String) -> JSON {
    ["name": .string(scope), "match": .string(pattern)]
  }

  /// Returns a pattern whose groups have scopes.
  private static func captures(_ pattern: String, _ scopes: String...) -> JSON {
    let fields = scopes.enumerated().map { JSON.Field(String($0 + 1), ["name": .string($1)]) }
    return ["match": .string(pattern), "captures": .object(fields)]
  }

  private static func quoted(_ begin: String, _ end: String, _ patterns: JSON) -> JSON {
    ["name": .string(Scope.string), "begin": .string(begin), "end": .string(end), "patterns": patterns]
  }

  private static func call(_ begin: String) -> JSON {
    [
      "begin": .string(begin), "end": #"(?=[;|){}\]])|$"#, "beginCaptures": ["1": ["name": .string(Scope.command)]],
      "patterns": [["include": "#arguments"]],
    ]
  }
}
