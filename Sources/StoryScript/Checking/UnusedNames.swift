/// The names that a script defines and never uses: variables that are never read, definitions that are never called.
/// They are most likely typos. `ScriptNames` reports each name that it finds.
struct UnusedNames {
  private struct Variable {
    var name: Name
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

  private var variables: [Variable] = []
  /// The visible names, by block, the outermost first.
  private var scopes: [[String: Meaning]] = [[:]]
  /// Names read where no visible variable had them: by a definition above its variable, or in a lesson.
  private var readElsewhere: Set<String> = []
  private var definitions: [Name] = []
  private var called: Set<String> = []
  /// The enclosing definitions, the innermost last: a recursive call does not count as a use.
  private var inside: [String] = []

  /// Enters a block in which these names have values; in a handler's block they are the event's fields.
  mutating func enter(with names: [String] = [], isHandler: Bool = false) {
    scopes.append(Dictionary(names.map { ($0, isHandler ? .eventField : .given) }) { first, _ in first })
  }

  mutating func leave() { scopes.removeLast() }

  /// Adds a variable. Its value has already been visited: `let total = $total` reads the outer variable.
  mutating func make(_ name: Name) {
    // A second `let` in the same block keeps the same variable.
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

  /// - Returns: `true` if the name is an event's field that hides a variable.
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

  /// Returns the unused names after the whole script was visited, except those that other scripts may use.
  func problems(in script: Script) -> [(problem: Problem, range: SourceRange)] {
    guard script.statements.contains(where: { $0.hasEffect }) else { return [] }
    let unread = variables.filter {
      !$0.isRead && !readElsewhere.contains($0.name.text) && !$0.name.text.hasPrefix("_")
    }
    let problems = unread.map {
      (problem: Problem.unreadVariable($0.name.text, hides: $0.hides), range: $0.name.range)
    }
    guard script.statements.contains(where: { $0.isWork }), !script.statements.contains(where: { $0.isInclude }) else {
      return problems
    }
    return problems
      + definitions.filter { !called.contains($0.text) && !$0.text.hasPrefix("_") }
      .map { (problem: Problem.uncalledDefinition($0.text), range: $0.range) }
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
