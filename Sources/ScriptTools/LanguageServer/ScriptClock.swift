import ShellCore
import StoryScript
import Timeline

/// The times of a script that are known without running it: for each line that takes or sets a time, the time from the
/// script's beginning until the line is done.
///
///     let times = ScriptClock(of: script, catalog).times  // (the place after `wait 3s`, 17 s)
///
/// A wait adds its length. After a condition, a loop that waits, or a command with another length, no more times are
/// known. Handlers run beside the script and take none of its time, unless they travel in time.
struct ScriptClock {
  /// The known times: the end of a statement, and the clock when the statement is done.
  private(set) var times: [(place: Int, elapsed: Duration)] = []
  private let catalog: CommandCatalog
  private let included: (Name) -> Script?
  private var elapsed: Duration? = .zero
  private var definitions: [String: [Statement]] = [:]
  /// The variables with one known length.
  private var lengths: [String: Duration] = [:]
  /// The variables that are assigned more than once, or in a block.
  private var changing: Set<String> = []

  /// - Parameter included: returns an included script; `nil` if it cannot be read.
  init(of script: Script, _ catalog: CommandCatalog, included: @escaping (Name) -> Script?) {
    (self.catalog, self.included) = (catalog, included)
    collectDefinitions(in: script.statements)
    collectChanges(in: script.statements, isTop: true)
    // A handler that travels in time may do so during any wait.
    let isSteady = !handlersMoveClock(in: script.statements)
    for statement in script.statements where isSteady && elapsed != nil { pass(statement) }
  }

  // MARK: Passing

  private mutating func pass(_ statement: Statement) {
    switch statement.kind {
    case .wait(let length):
      pass(length: self.length(of: length))
      note(statement)
    case .command(let call) where name(of: call) == "hold":
      // Without a length it only presses.
      guard let length = call.arguments.first ?? nil else { return }
      pass(length: self.length(of: length))
      note(statement)
    case .command(let call):
      if advancesClock(statement) {
        elapsed = nil
      } else if name(of: call) == "story play", (call.arguments.last { $0 != nil } ?? nil).map({ isLength($0) }) == true
      {
        note(statement)
      }
    case .let(let name, let value):
      if advancesClock(statement) { elapsed = nil }
      lengths[name.text] = changing.contains(name.text) ? nil : length(of: value)
    default: if advancesClock(statement) { elapsed = nil }
    }
  }

  private mutating func pass(length: Duration?) {
    guard let now = elapsed, let length, length >= .zero else {
      elapsed = nil
      return
    }
    let (sum, isTooLong) = now.microseconds.addingReportingOverflow(length.microseconds)
    elapsed = isTooLong ? nil : Duration(microseconds: sum)
  }

  private mutating func note(_ statement: Statement) {
    if let elapsed { times.append((Int(statement.range.end), elapsed)) }
  }

  private func name(of call: CommandCall) -> String { catalog.schema.vocabulary.commands.commands[call.command].name }

  private func isLength(_ expression: Expression) -> Bool { length(of: expression) != nil }

  /// Returns the value of a length that never changes.
  private func length(of expression: Expression) -> Duration? {
    switch expression {
    case .literal(.duration(let length), _): return length
    case .variable(let name, _): return lengths[name]
    case .binary(.plus, let left, let right, _):
      guard let left = length(of: left), let right = length(of: right) else { return nil }
      let (sum, isTooLong) = left.microseconds.addingReportingOverflow(right.microseconds)
      return isTooLong ? nil : Duration(microseconds: sum)
    default: return nil
    }
  }

  // MARK: Time

  /// Returns `true` if a statement may move the clock, now or in what it calls.
  private func advancesClock(_ statement: Statement) -> Bool {
    var called: Set<String> = []
    return advancesClock(statement, &called)
  }

  private func advancesClock(_ statement: Statement, _ called: inout Set<String>) -> Bool {
    switch statement.kind {
    case .wait, .waitUntil: return true
    // These blocks run later, or when they are called.
    case .def, .after, .every, .at, .when:
      return statement.expressions.contains { advancesClock($0, &called) }
    case .lesson: return false
    case .include(let path):
      guard let script = included(path) else { return true }
      return called.insert("include " + path.text).inserted && script.statements.contains { advancesClock($0, &called) }
    case .command(let call):
      return advancesClock(call) || statement.expressions.contains { advancesClock($0, &called) }
    default:
      return statement.expressions.contains { advancesClock($0, &called) }
        || statement.blocks.contains { $0.statements.contains { advancesClock($0, &called) } }
    }
  }

  private func advancesClock(_ call: CommandCall) -> Bool {
    let entry = catalog.entries[call.command]
    return entry.command.advancesClock || travels(call) || entry.command.name == "speed"
  }

  private func travels(_ call: CommandCall) -> Bool {
    let entry = catalog.entries[call.command]
    return entry.role == .travels || entry.needsPast && entry.role != .looks
  }

  private func advancesClock(_ expression: Expression, _ called: inout Set<String>) -> Bool {
    switch expression {
    case .command(let call): if advancesClock(call) { return true }
    case .call(let name, _, _): if advancesClock(calling: name.text, &called) { return true }
    case .word(let name, _): return advancesClock(calling: name, &called)
    case .choice(let statement): return advancesClock(statement, &called)
    case .pipeline(_, let stages, _): if stages.contains(where: { advancesClock($0, &called) }) { return true }
    default: break
    }
    return expression.parts.contains { advancesClock($0, &called) }
  }

  private func advancesClock(_ stage: Stage, _ called: inout Set<String>) -> Bool {
    switch stage.kind {
    case .each(_, let block), .reduce(_, let block): block.statements.contains { advancesClock($0, &called) }
    case .call(let name, _): advancesClock(calling: name.text, &called)
    case .command(let call): advancesClock(call)
    default: false
    }
  }

  private func advancesClock(calling name: String, _ called: inout Set<String>) -> Bool {
    guard let body = definitions[name], called.insert(name).inserted else { return false }
    return body.contains { advancesClock($0, &called) }
  }

  // MARK: The whole script

  private mutating func collectDefinitions(in statements: [Statement], _ depth: Int = 0) {
    for statement in statements {
      switch statement.kind {
      case .def(let name, _, let block): definitions[name.text] = (definitions[name.text] ?? []) + block.statements
      case .include(let path) where depth < 16:
        if let script = included(path) { collectDefinitions(in: script.statements, depth + 1) }
      default: break
      }
    }
  }

  private mutating func collectChanges(in statements: [Statement], isTop: Bool) {
    var made: Set<String> = []
    for statement in statements {
      switch statement.kind {
      case .let(let name, _):
        if !isTop || !made.insert(name.text).inserted { changing.insert(name.text) }
      case .assign(let name, _), .change(let name, _, _, _), .for(let name, in: _, _): changing.insert(name.text)
      default: break
      }
      for block in statement.blocks { collectChanges(in: block.statements, isTop: false) }
    }
  }

  private func handlersMoveClock(in statements: [Statement]) -> Bool {
    statements.contains { statement in
      switch statement.kind {
      case .after, .every, .at, .when, .def: statement.blocks.contains { anyTravels(in: $0.statements) }
      case .lesson: false
      default: statement.blocks.contains { handlersMoveClock(in: $0.statements) }
      }
    }
  }

  private func anyTravels(in statements: [Statement]) -> Bool {
    statements.contains { statement in
      if case .command(let call) = statement.kind, travels(call) || name(of: call) == "speed" { return true }
      return statement.blocks.contains { anyTravels(in: $0.statements) }
    }
  }
}
