/// The names that a script defines and never uses: variables that are never read, definitions that are never called.
/// They are most likely typos. `ScriptNames` reports each name that it finds, by its place among all names.
struct UnusedNames {
  private struct Variable {
    var name: Name
    var place: Int
    /// `true` if the variable hides one of the same name outside its block.
    var hides: Bool
    var isRead = false
  }

  private enum Meaning {
    /// An index in `variables`.
    case variable(Int)
    /// A field of a handler's event.
    case eventField
    /// A parameter, or a name from a loop or a step: it need not be read.
    case given
  }

  /// A meaning of a name in one of the open blocks.
  private struct Visible {
    let place: Int
    /// The number of blocks around it.
    let depth: Int
    var meaning: Meaning
    /// The meaning of the same name farther outside, as an index in `visible`.
    let outer: Int?
  }

  private struct Uses: OptionSet {
    let rawValue: UInt8
    /// Read where no visible variable had the name: by a definition above its variable, or in a lesson.
    static let readElsewhere = Uses(rawValue: 1)
    static let called = Uses(rawValue: 2)
  }

  private var variables: [Variable] = []
  /// All visible meanings, those of inner blocks last, and the last one of each name, by the name's place.
  private var visible: [Visible] = []
  private var innermost: [Int?] = []
  /// The number of visible meanings when each open block began.
  private var blocks: [Int] = []
  private var uses: [Uses] = []
  private var definitions: [(name: Name, place: Int)] = []
  /// The enclosing definitions, the innermost last: a recursive call does not count as a use.
  private var inside: [Int] = []

  /// Adds a name, whose place is the number of names so far.
  mutating func addName() {
    innermost.append(nil)
    uses.append([])
  }

  /// Enters a block in which these names have values; in a handler's block they are the event's fields.
  mutating func enter(with names: [Int] = [], isHandler: Bool = false) {
    blocks.append(visible.count)
    for place in names { declare(place, isHandler ? .eventField : .given) }
  }

  mutating func leave() {
    let start = blocks.removeLast()
    while visible.count > start {
      let last = visible.removeLast()
      innermost[last.place] = last.outer
    }
  }

  private mutating func declare(_ place: Int, _ meaning: Meaning) {
    if let index = innermost[place], visible[index].depth == blocks.count {
      visible[index].meaning = meaning
      return
    }
    visible.append(Visible(place: place, depth: blocks.count, meaning: meaning, outer: innermost[place]))
    innermost[place] = visible.count - 1
  }

  /// Adds a variable. Its value has already been visited: `let total = $total` reads the outer variable.
  mutating func make(_ place: Int, _ name: Name) {
    // A second `let` in the same block keeps the same variable.
    if let index = innermost[place], visible[index].depth == blocks.count, case .variable = visible[index].meaning {
      return
    }
    let hides = isVariable(place)
    declare(place, .variable(variables.count))
    variables.append(Variable(name: name, place: place, hides: hides))
  }

  mutating func beginDefinition(_ place: Int, _ name: Name) {
    definitions.append((name, place))
    inside.append(place)
  }

  mutating func endDefinition() { inside.removeLast() }

  private func isVariable(_ place: Int) -> Bool {
    var next = innermost[place]
    while let index = next {
      if case .variable = visible[index].meaning { return true }
      next = visible[index].outer
    }
    return false
  }

  /// - Returns: `true` if the name is an event's field that hides a variable.
  @discardableResult
  mutating func read(_ place: Int) -> Bool {
    guard let index = innermost[place] else {
      uses[place].insert(.readElsewhere)
      return false
    }
    switch visible[index].meaning {
    case .variable(let variable): variables[variable].isRead = true
    case .given: break
    case .eventField: return isVariable(place)
    }
    return false
  }

  mutating func call(_ place: Int) { if !inside.contains(place) { uses[place].insert(.called) } }

  /// Returns the unused names after the whole script was visited, except those that other scripts may use.
  func problems(in script: Script) -> [(problem: Problem, range: SourceRange)] {
    guard script.statements.contains(where: { $0.hasEffect }) else { return [] }
    let unread = variables.filter {
      !$0.isRead && !uses[$0.place].contains(.readElsewhere) && !$0.name.text.hasPrefix("_")
    }
    let problems = unread.map {
      (problem: Problem.unreadVariable($0.name.text, hides: $0.hides), range: $0.name.range)
    }
    guard script.statements.contains(where: { $0.isWork }), !script.statements.contains(where: { $0.isInclude }) else {
      return problems
    }
    return problems
      + definitions.filter { !uses[$0.place].contains(.called) && !$0.name.text.hasPrefix("_") }
      .map { (problem: Problem.uncalledDefinition($0.name.text), range: $0.name.range) }
  }
}

extension Statement {
  fileprivate var isInclude: Bool { if case .include = kind { true } else { false } }

  /// `true` if a script with this statement at its top level does something by itself.
  fileprivate var hasEffect: Bool {
    switch kind {
    case .let, .def, .include, .args: false
    default: true
    }
  }

  /// `true` if a script with this statement at its top level is more than a library or a shell configuration, which
  /// contain only definitions, settings and handlers.
  fileprivate var isWork: Bool {
    switch kind {
    case .let, .def, .include, .args, .assign, .change, .command, .when: false
    default: true
    }
  }
}
