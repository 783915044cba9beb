/// The names that a script makes and never uses: variables that nothing reads, definitions that nothing calls. They are most
/// likely slips. `KindChecker` tells it what it comes across.
struct UnusedNames {
  private var variables: [Name] = []
  private var definitions: [Name] = []
  private var read: Set<String> = []
  private var called: Set<String> = []
  /// The definitions in whose blocks it is, the innermost last: a call of itself is no use of one.
  private var inside: [String] = []

  /// A statement that makes or changes something.
  mutating func begin(_ statement: Statement) {
    switch statement.kind {
    case .let(let name, _): variables.append(name)
    case .change(let name, _, _, _): read.insert(name.text)
    case .def(let name, _, _):
      definitions.append(name)
      inside.append(name.text)
    default: break
    }
  }

  mutating func end(_ statement: Statement) { if case .def = statement.kind { inside.removeLast() } }
  mutating func read(_ name: String) { read.insert(name) }
  mutating func call(_ name: String) { if !inside.contains(name) { called.insert(name) } }

  /// What is unused once all of the script was seen; what other scripts may use is not.
  func problems(in script: Script) -> [(Problem, SourceRange)] {
    guard script.statements.contains(where: \.acts) else { return [] }
    func unused(_ names: [Name], _ used: Set<String>) -> [Name] {
      names.filter { !used.contains($0.text) && !$0.text.hasPrefix("_") }
    }
    let unread = unused(variables, read).map { (Problem.unreadVariable($0.text), $0.range) }
    guard script.statements.contains(where: \.isWork), !script.statements.contains(where: \.isInclude) else {
      return unread
    }
    return unread + unused(definitions, called).map { (Problem.uncalledDefinition($0.text), $0.range) }
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
