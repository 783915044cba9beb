import StoryScript
import Timeline

/// A generator of random scripts from a grammar, which also counts the grammar parts it used.
struct SentenceGenerator {
  struct Piece {
    var text: String
    var isGlued = false
    /// `true` if no line break may precede this piece, even inside open brackets.
    var isOnLine = false
  }

  /// Thrown if a part of the grammar is impossible here; the generator then tries another alternative.
  private struct Impossible: Error {}

  let grammar: EBNF
  var random: SeededGenerator
  /// The number of uses of each alternative, by id and index; options and repetitions have the indices 0 and 1.
  private(set) var uses: [Int: [Int: Int]] = [:]
  private(set) var usedRules: Set<String> = []
  private var heights: [String: Int] = [:]
  private var pieceCount = 0
  private var stringDepth = 0

  static let definitions: Set<String> = ["greet", "twice"]

  init(_ grammar: EBNF, seed: UInt64) {
    self.grammar = grammar
    random = SeededGenerator(seed: seed, stream: 7)
    // The least height of the text that each rule produces, calculated until nothing changes.
    for rule in grammar.order { heights[rule] = 1_000 }
    var hasChanged = true
    while hasChanged {
      hasChanged = false
      for rule in grammar.order {
        let height = minimumHeight(grammar.rules[rule]!.body) + 1
        if height < heights[rule]! {
          heights[rule] = height
          hasChanged = true
        }
      }
    }
  }

  private func minimumHeight(_ node: EBNF.Node) -> Int {
    switch node {
    case .terminal, .special, .glue, .not, .optional, .repetition: 0
    case .rule(let name): heights[name] ?? 1_000
    case .sequence(let items): items.map(minimumHeight).max() ?? 0
    case .choice(let alternatives, _): alternatives.map(minimumHeight).min() ?? 0
    }
  }

  mutating func sentence() -> String {
    while true {
      pieceCount = 0
      stringDepth = 0
      if let pieces = try? make("script", depth: 0) { return render(pieces) }
    }
  }

  // MARK: Rules

  private mutating func make(_ name: String, depth: Int) throws -> [Piece] {
    guard let rule = grammar.rules[name] else { fatalError("no rule \(name)") }
    var pieces: [Piece]
    if case .special = rule.body {
      pieces = try special(name, depth)
    } else {
      let isOnOneLine = ["string", "plain-string", "hole"].contains(name)
      if isOnOneLine { stringDepth += 1 }
      defer { if isOnOneLine { stringDepth -= 1 } }
      pieces = try make(rule.body, depth: depth + 1)
      if rule.isLexical { pieces = [Piece(text: name == "hole" ? render(pieces) : pieces.map(\.text).joined())] }
    }
    if ["item-call", "item-choice", "item-step", "closed-call"].contains(name) {
      for index in pieces.indices.dropFirst() { pieces[index].isOnLine = true }
    }
    usedRules.insert(name)
    pieceCount += pieces.count
    return pieces
  }

  private mutating func make(_ node: EBNF.Node, depth: Int) throws -> [Piece] {
    switch node {
    case .terminal(let text): return [Piece(text: text)]
    case .rule(let name): return try make(name, depth: depth)
    case .special, .glue, .not: return []
    case .sequence(let items): return try sequence(items, depth)
    case .choice(let alternatives, let id):
      let least = alternatives.map(minimumHeight).min()!
      let isTight = depth > 40 || pieceCount > 250
      let allowed = alternatives.indices.filter { !isTight || minimumHeight(alternatives[$0]) == least }
      for index in allowed.shuffled(using: &random) {
        guard let pieces = try? make(alternatives[index], depth: depth) else { continue }
        uses[id, default: [:]][index, default: 0] += 1
        return pieces
      }
      throw Impossible()
    case .optional(let inner, let id):
      if depth < 40, pieceCount < 250, chance(40), let pieces = try? make(inner, depth: depth) {
        uses[id, default: [:]][1, default: 0] += 1
        return pieces
      }
      uses[id, default: [:]][0, default: 0] += 1
      return []
    case .repetition(let inner, let id):
      var all: [Piece] = []
      while depth < 40, pieceCount < 250, chance(all.count < 2 ? 35 : 15), let pieces = try? make(inner, depth: depth) {
        all += pieces
      }
      uses[id, default: [:]][all.isEmpty ? 0 : 1, default: 0] += 1
      return all
    }
  }

  private mutating func sequence(_ items: [EBNF.Node], _ depth: Int) throws -> [Piece] {
    var all: [Piece] = []
    var isGlued = false
    var forbidden: String?
    for item in items {
      switch item {
      case .glue: isGlued = true
      case .not(let name): forbidden = name
      default:
        var pieces = try make(item, depth: depth)
        // A forbidden rule is recognised by its first piece: only bare words begin with these texts.
        if forbidden == "record", pieces.first?.text == "{" { throw Impossible() }
        if forbidden == "bare-word", let first = pieces.first?.text, Self.bareWords.contains(first) {
          throw Impossible()
        }
        if isGlued, !pieces.isEmpty { pieces[0].isGlued = true }
        isGlued = false
        forbidden = nil
        all += pieces
      }
    }
    return all
  }

  // MARK: Rules described in words

  private static let bareWords = ["on", "off", "ßword", "bare", "x-y"]

  private mutating func special(_ name: String, _ depth: Int) throws -> [Piece] {
    func one(of words: [String]) -> [Piece] { [Piece(text: words.randomElement(using: &random)!)] }
    switch name {
    case "command": return try command(depth)
    case "open-command": return [Piece(text: "count"), Piece(text: "to"), Piece(text: "2")]
    case "summand": return one(of: ["floor (7)", "length \"ab\"", "max 1 (2)", "length $x", "twice (2)"])
    case "other-statement":
      let pieces = try make("statement", depth: depth)
      guard pieces.first?.text != "say" else { throw Impossible() }
      return pieces
    case "piped-command": return [Piece(text: "say")]
    case "root": return one(of: ["light", "clock"])
    case "defined": return one(of: Array(Self.definitions).sorted())
    case "function": return one(of: ["upper", "max", "length", "range"])
    case "single": return one(of: ["upper", "length", "sum"])
    // Not `count`, which is a command here.
    case "listed": return one(of: ["sum", "sort"])
    case "bare-word": return one(of: Self.bareWords)
    case "text-word":
      return one(of: [
        "far", "don't", "#tag", "@bob", "~/Photos", "b.c", "if", "x=1", "C:\\b", "http://b.example/?c=d", "é",
      ])
    case "field-word": return one(of: ["b", "b-c", "5", "if", "ß", "where"])
    case "letter": return one(of: ["b", "x", "Z", "é", "日"])
    case "duration": return duration()
    case "date":
      let time = ["", "T00:00", "T23:59:59", "T09:30:15.5", "T09:30:15.000001"].randomElement(using: &random)!
      return [Piece(text: ["0001-01-01", "2026-11-20", "9999-12-28"].randomElement(using: &random)! + time)]
    case "plain": return one(of: ["b", " ", "é", "'", "#", "# ", ";", "(", "]", "$x", "|", "日"])
    case "long-plain": return one(of: ["b", " ", "\" ", "\"\"b", "é", "'''", "# ", ";", "(", "$x", "日"])
    case "long-raw": return one(of: ["b", " ", "' ", "''b", "\"\"\"", "{", "}", "\\", "# ", "("])
    case "scalar": return one(of: ["41", "1F600", "e9", "10FFFF"])
    case "raw": return one(of: stringDepth > 0 ? ["b", "é", " "] : ["b", "\"", "{", "}", "\\", "# ", ";", "("])
    case "comment": return [Piece(text: chance(20) ? "#" : ["# ", "#\t"].randomElement(using: &random)! + rest())]
    case "remark": return [Piece(text: "#" + rest())]
    case "newline":
      guard stringDepth == 0 else { throw Impossible() }
      return one(of: ["\n", "\r\n"])
    default: fatalError("nothing makes '\(name)'")
    }
  }

  /// Returns amounts with some of the units, from large to small.
  private mutating func duration() -> [Piece] {
    var units: [String] = []
    for unit in ["w", "d", "h", "m", "s", "ms", "us"] where chance(25) { units.append(unit) }
    var text = ["", "-", "+"].randomElement(using: &random)!
    for unit in units.isEmpty ? ["s"] : units {
      text += ["1", "20", "1.5", ".5", "1_0"].randomElement(using: &random)! + unit
    }
    return [Piece(text: text)]
  }

  /// Returns the rest of a comment's line.
  private mutating func rest() -> String {
    var text = ""
    while chance(60) { text += ["b", " ", "#", "{", "\"", "'", "é", ")", "\\", "$"].randomElement(using: &random)! }
    return text
  }

  /// Returns a command of the toy world with arguments that its declaration allows.
  private mutating func command(_ depth: Int) throws -> [Piece] {
    let command = TestHost.schema.vocabulary.commands.commands.randomElement(using: &random)!
    var pieces = command.words.map { Piece(text: $0) }
    var groups: Set<String> = []
    for parameter in command.parameters {
      if !parameter.isRequired, chance(50) { continue }
      if let group = parameter.group, !groups.insert(group).inserted { continue }
      if let preposition = parameter.preposition { pieces.append(Piece(text: preposition)) }
      if case .flag = parameter.type { continue }
      pieces += chance(30) ? try make("signed", depth: depth + 1) : [Piece(text: literal(for: parameter.type))]
    }
    return pieces
  }

  private mutating func literal(for type: ParameterType) -> String {
    switch type {
    case .number(let range, _): NumberText.plain(range.lowerBound)
    case .duration(let range), .minutes(let range): range.upperBound.literal
    case .text, .path, .name, .words, .any: ["far", "\"a b\"", "'raw'", "#tag"].randomElement(using: &random)!
    case .lines:
      ["\"a 5m, b 3m\"", "far", "{ }", "{ a 5m; \"b c\" for 3m }", "{ # why\n  a for 5m\n}"].randomElement(
        using: &random)!
    case .date: ["2026-11-20", "2026-11-20T10:30"].randomElement(using: &random)!
    case .time: ["2026-11-20", "18:00", "tomorrow 9:00", "2h"].randomElement(using: &random)!
    case .choice(let words, _):
      // An argument of several words is written as a text.
      { $0.contains(" ") ? "\"\($0)\"" : $0 }(words.randomElement(using: &random)!)
    case .record: "{a: 1}"
    case .either(let types): literal(for: types[0])
    case .flag: ""
    }
  }

  private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

  // MARK: White space

  private mutating func render(_ pieces: [Piece]) -> String {
    var text = ""
    var open: [String] = []
    for (index, piece) in pieces.enumerated() {
      if index > 0, !piece.isGlued {
        text += gap(pieces[index - 1].text, piece.text, inside: piece.isOnLine ? nil : open.last)
      }
      text += piece.text
      if ["(", "[", "{"].contains(piece.text) { open.append(piece.text) }
      if [")", "]", "}"].contains(piece.text), !open.isEmpty { open.removeLast() }
    }
    return text
  }

  private mutating func gap(_ before: String, _ after: String, inside open: String?) -> String {
    let isOptional =
      ["(", "[", "{", ",", ":", "|", ";", "\n", "\r\n"].contains(before)
      || [")", "]", "}", ",", ":", "|", ";", "\n", "\r\n"].contains(after)
    if isOptional, chance(50) { return "" }
    if stringDepth > 0 || chance(70) { return " " }
    var blanks = ["  ", "\t", "\u{A0}", " \\\n  ", "\\ \r\n"]
    if open == "(" || open == "[" { blanks += ["\n", " # note\n\t", " #\n "] }
    // Without a space, the backslash would become part of the word before it.
    let blank = blanks.randomElement(using: &random)!
    return blank.hasPrefix("\\") ? " " + blank : blank
  }

  // MARK: Unused parts of the grammar

  var unused: [String] {
    var missing = grammar.order.filter { !usedRules.contains($0) }
    func visit(_ node: EBNF.Node) {
      switch node {
      case .sequence(let items): items.forEach(visit)
      case .choice(let alternatives, let id):
        for index in alternatives.indices where uses[id]?[index] == nil {
          missing.append("alternative \(index + 1) of \(grammar.places[id])")
        }
        alternatives.forEach(visit)
      case .optional(let inner, let id), .repetition(let inner, let id):
        if uses[id]?[0] == nil { missing.append("never without \(grammar.places[id])") }
        if uses[id]?[1] == nil { missing.append("never with \(grammar.places[id])") }
        visit(inner)
      case .terminal, .rule, .special, .glue, .not: break
      }
    }
    for rule in grammar.order { visit(grammar.rules[rule]!.body) }
    return missing
  }
}
