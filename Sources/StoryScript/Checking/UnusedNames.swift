/// Finds the names that a script makes and never uses: variables that nothing reads, definitions that nothing calls. They
/// are most likely slips. O(n).
struct UnusedNames {
  private(set) var problems: [(Problem, SourceRange)] = []
  private var read: Set<String> = []
  private var called: Set<String> = []
  /// The definition in whose block it is: a call of itself is no use of it.
  private var definition: String?

  init(_ script: Script) {
    // What only other scripts can use is not unused.
    guard script.statements.contains(where: \.acts) else { return }
    collect(script.statements)
    reportVariables(script.statements)
    if !script.statements.contains(where: \.isInclude), script.statements.contains(where: \.isWork) {
      reportDefinitions(script.statements)
    }
  }

  private mutating func collect(_ statements: [Statement]) {
    for statement in statements {
      switch statement.kind {
      case .change(let name, _, _, _): read.insert(name.text)
      case .def(let name, _, _): definition = name.text
      default: break
      }
      for expression in statement.expressions { collect(expression) }
      for block in statement.blocks { collect(block.statements) }
      if case .def = statement.kind { definition = nil }
    }
  }

  private mutating func collect(_ expression: Expression) {
    switch expression {
    case .variable(let name, _): read.insert(name)
    case .call(let name, _, _): call(name)
    case .choice(let statement): collect([statement])
    case .pipeline(_, let stages, _):
      for stage in stages {
        switch stage.kind {
        case .each(_, let block), .reduce(_, let block): collect(block.statements)
        case .call(let name, _): call(name)
        default: break
        }
      }
    default: break
    }
    for part in expression.parts { collect(part) }
  }

  private mutating func call(_ name: Name) { if name.text != definition { called.insert(name.text) } }

  private mutating func reportVariables(_ statements: [Statement]) {
    for statement in statements {
      if case .let(let name, _) = statement.kind, !read.contains(name.text), !name.text.hasPrefix("_") {
        problems.append((.unreadVariable(name.text), name.range))
      }
      for block in statement.blocks { reportVariables(block.statements) }
    }
  }

  private mutating func reportDefinitions(_ statements: [Statement]) {
    for case .def(let name, _, _) in statements.map(\.kind) {
      if !called.contains(name.text), !name.text.hasPrefix("_") {
        problems.append((.uncalledDefinition(name.text), name.range))
      }
    }
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
