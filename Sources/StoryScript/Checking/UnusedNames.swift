/// The names that a script makes and never uses: variables that nothing reads, definitions that nothing calls. They are most
/// likely slips. `ScriptNames` tells it what it comes across.
struct UnusedNames {
  private struct Variable {
    var name: Name
    /// Whether a variable outside of its block has the same name, which it hides.
    var hides: Bool
    var isRead = false
  }

  private enum Meaning {
    /// A number in `variables`.
    case variable(Int)
    /// A field of a handler's event.
    case eventField
    /// A parameter, or what a loop or a step names: it need not be read.
    case given
  }

  private var variables: [Variable] = []
  /// What is visible, by block, the outermost first.
  private var scopes: [[String: Meaning]] = [[:]]
  /// Names that were read where nothing visible had them: by a definition in front of its variable, or in a lesson.
  private var readElsewhere: Set<String> = []
  private var definitions: [Name] = []
  private var called: Set<String> = []
  /// The definitions in whose blocks it is, the innermost last: a call of itself is no use of one.
  private var inside: [String] = []

  /// A block begins, in which these names have values: a handler's are its event's fields.
  mutating func enter(with names: [String] = [], isHandler: Bool = false) {
    scopes.append(Dictionary(names.map { ($0, isHandler ? .eventField : .given) }) { first, _ in first })
  }

  mutating func leave() { scopes.removeLast() }

  /// A variable is made. Its value was seen before: `let total = $total` reads the one outside.
  mutating func make(_ name: Name) {
    // Made once more in the same block, it is the same one.
    if case .variable = scopes[scopes.count - 1][name.text] { return }
    let hides = isVariable(name.text)
    scopes[scopes.count - 1][name.text] = .variable(variables.count)
    variables.append(Variable(name: name, hides: hides))
  }

  mutating func beginDefinition(_ name: Name) {
    definitions.append(name)
    inside.append(name.text)
  }

  mutating func endDefinition() { inside.removeLast() }

  private func isVariable(_ name: String) -> Bool {
    scopes.contains { if case .variable = $0[name] { true } else { false } }
  }

  /// - Returns: whether it is an event's field that hides a variable.
  @discardableResult
  mutating func read(_ name: String) -> Bool {
    switch scopes.last(where: { $0[name] != nil })?[name] {
    case .variable(let place): variables[place].isRead = true
    case .given: break
    case .eventField: return isVariable(name)
    case nil: readElsewhere.insert(name)
    }
    return false
  }

  mutating func call(_ name: String) { if !inside.contains(name) { called.insert(name) } }

  /// What is unused once all of the script was seen; what other scripts may use is not.
  func problems(in script: Script) -> [(problem: Problem, range: SourceRange)] {
    guard script.statements.contains(where: \.acts) else { return [] }
    let unread = variables.filter {
      !$0.isRead && !readElsewhere.contains($0.name.text) && !$0.name.text.hasPrefix("_")
    }
    let problems = unread.map { (Problem.unreadVariable($0.name.text, hides: $0.hides), $0.name.range) }
    guard script.statements.contains(where: \.isWork), !script.statements.contains(where: \.isInclude) else {
      return problems
    }
    return problems
      + definitions.filter { !called.contains($0.text) && !$0.text.hasPrefix("_") }
      .map { (Problem.uncalledDefinition($0.text), $0.range) }
  }
}

extension Statement {
  fileprivate var isInclude: Bool { if case .include = kind { true } else { false } }

  /// Whether a script with it at its top does something by itself.
  fileprivate var acts: Bool {
    switch kind {
    case .let, .def, .include, .args: false
    default: true
    }
  }

  /// Whether a script with it at its top is more than definitions for others with what they need: handlers and settings,
  /// such as a library or a shell's own configuration has.
  fileprivate var isWork: Bool {
    switch kind {
    case .let, .def, .include, .args, .assign, .change, .command, .when: false
    default: true
    }
  }
}
