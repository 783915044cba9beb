/// A reader for the notation that Grammar.md explains.
struct EBNF {
  indirect enum Node {
    case terminal(String)
    case rule(String)
    /// A rule described in words: a generator must know it by its name.
    case special
    case glue
    case not(String)
    case sequence([Node])
    case choice([Node], id: Int)
    case optional(Node, id: Int)
    case repetition(Node, id: Int)
  }

  struct Rule {
    var name: String
    var body: Node
    /// `true` for `:=` rules, whose parts have no white space between them.
    var isLexical: Bool
  }

  struct Problem: Error { var text: String }

  private(set) var rules: [String: Rule] = [:]
  private(set) var order: [String] = []
  /// The position of each choice, option and repetition, by id.
  private(set) var places: [String] = []

  private var characters: [Character]
  private var index = 0
  private var ruleName = ""

  init(_ text: String) throws {
    characters = Array(text)
    skip()
    while index < characters.count {
      ruleName = try name()
      let isLexical = consume(":=")
      guard isLexical || consume("=") else { throw Problem(text: "no '=' after \(ruleName)") }
      let body = try choice()
      guard consume(";") else { throw Problem(text: "no ';' at the end of \(ruleName)") }
      guard rules[ruleName] == nil else { throw Problem(text: "\(ruleName) is there twice") }
      rules[ruleName] = Rule(name: ruleName, body: body, isLexical: isLexical)
      order.append(ruleName)
    }
  }

  private mutating func skip() {
    while index < characters.count {
      if characters[index].isWhitespace {
        index += 1
      } else if characters[index...].starts(with: "(*") {
        while index < characters.count, !characters[index...].starts(with: "*)") { index += 1 }
        index += 2
      } else {
        return
      }
    }
  }

  private mutating func consume(_ text: String) -> Bool {
    guard index < characters.count, characters[index...].starts(with: text) else { return false }
    index += text.count
    skip()
    return true
  }

  private func isName(_ character: Character) -> Bool { character.isLetter || character == "-" }

  private mutating func name() throws -> String {
    let start = index
    while index < characters.count, isName(characters[index]) { index += 1 }
    guard index > start else { throw Problem(text: "no name at '\(String(characters[index...].prefix(20)))'") }
    defer { skip() }
    return String(characters[start..<index])
  }

  private mutating func newID(_ what: String) -> Int {
    places.append("\(ruleName): \(what)")
    return places.count - 1
  }

  private mutating func choice() throws -> Node {
    let start = index
    var alternatives = [try sequence()]
    while consume("|") { alternatives.append(try sequence()) }
    guard alternatives.count > 1 else { return alternatives[0] }
    return .choice(alternatives, id: newID(String(characters[start..<index])))
  }

  private mutating func sequence() throws -> Node {
    var items: [Node] = []
    while index < characters.count, !"|)]};".contains(characters[index]) { items.append(try item()) }
    return items.count == 1 ? items[0] : .sequence(items)
  }

  private mutating func item() throws -> Node {
    let start = index
    if consume("~") { return .glue }
    if consume("!") { return .not(try name()) }
    if consume("(") { return try closed(")") }
    if consume("[") { return .optional(try closed("]"), id: newID(String(characters[start..<index]))) }
    if consume("{") { return .repetition(try closed("}"), id: newID(String(characters[start..<index]))) }
    let quote = characters[index]
    if quote == "\"" || quote == "'" || quote == "?" {
      index += 1
      let start = index
      while index < characters.count, characters[index] != quote { index += 1 }
      let text = String(characters[start..<index])
      index += 1
      skip()
      return quote == "?" ? .special : .terminal(text)
    }
    return .rule(try name())
  }

  private mutating func closed(_ closer: String) throws -> Node {
    let inner = try choice()
    guard consume(closer) else { throw Problem(text: "no '\(closer)' in \(ruleName)") }
    return inner
  }
}
