import JSON
import ShellCore
import StoryScript
import TerminalText
import Timeline

/// A held script as the client sees it: its strands, calls and variables, which stay the same until it continues.
final class PausedScript {
  let run: DebugRun
  let reason: DebugReason
  let strands: [Runtime.StrandView]
  /// The calls by number, beginning at 1.
  let calls: [(strand: Runtime.StrandView, call: Runtime.CallView)]
  var values: DebugValues

  init(_ run: DebugRun, _ reason: DebugReason) {
    (self.run, self.reason) = (run, reason)
    strands = run.session.runtime.strands
    calls = strands.flatMap { strand in strand.calls.map { (strand, $0) } }
    values = DebugValues(run.session)
  }

  /// The strand that is held.
  var strand: Int { run.session.runtime.strandNumber }

  /// Returns the number of a strand's first call.
  func firstCall(of strand: Int) -> Int {
    strands.prefix { $0.number != strand }.reduce(1) { $0 + $1.calls.count }
  }

  /// Returns the fields of the event that holds the script, which the innermost call of the held strand sees.
  func fields(of call: Int) -> [(name: String, value: Value)] {
    call == firstCall(of: strand) ? run.eventFields : []
  }

  /// Returns the evaluation at a call.
  func fork(at call: Int?) -> DebugFork { DebugFork(run.session, variables(at: call)) }

  /// Returns the local variables at a call; later ones hide earlier ones.
  /// - Parameter call: its number; `nil` for the innermost call of the held strand.
  func variables(at call: Int?) -> [(name: String, value: Value)] {
    let number = call.flatMap { calls.indices.contains($0 - 1) ? $0 : nil } ?? firstCall(of: strand)
    return (calls.indices.contains(number - 1) ? calls[number - 1].call.variables : []) + fields(of: number)
  }
}

extension DebugAdapter {
  /// Tells the client that the script is held.
  func announce(_ reason: DebugReason) {
    guard let held else { return }
    let session = held.run.session
    let clock = session.printer.clockText(session.now)
    var fields: [JSON.Field] = [
      .init("reason", .string(reason.word)), .init("threadId", .integer(Int64(held.strand + 1))),
      .init("allThreadsStopped", true),
    ]
    switch reason {
    case .event(let name, _): fields.append(.init("description", .string("Event \(name) at \(clock)")))
    case .instant: fields.append(.init("description", .string("Instant \(clock)")))
    case .error(let problem, _):
      fields += [
        .init("description", .string("Error at \(clock)")), .init("text", .string(sanitized(problem.message))),
      ]
    default: fields.append(.init("description", .string("Held at \(clock)")))
    }
    if let id = reason.breakpoint { fields.append(.init("hitBreakpointIds", [.integer(Int64(id))])) }
    event("stopped", .object(fields))
  }

  var threads: JSON {
    guard let held, !held.strands.isEmpty else { return ["threads": [["id": 1, "name": "script"]]] }
    return [
      "threads": .array(
        held.strands.map {
          ["id": .integer(Int64($0.number + 1)), "name": .string($0.name.isEmpty ? "script" : $0.name)]
        })
    ]
  }

  /// Returns the strand that a request names, and the number of its calls.
  private func strand(_ arguments: JSON, _ held: PausedScript) throws(DebugRefusal) -> (number: Int, depth: Int) {
    guard let id = arguments["threadId"]?.smallInteger else { throw DebugRefusal(message: "'threadId' is missing") }
    guard let strand = held.strands.first(where: { $0.number == id - 1 }) else {
      throw DebugRefusal(message: "there is no thread \(id)")
    }
    return (strand.number, strand.calls.count)
  }

  func step(_ command: String, _ arguments: JSON) throws(DebugRefusal) -> DebugStep {
    guard let held else { throw notHeld }
    let (number, depth) = try strand(arguments, held)
    if arguments["granularity"]?.stringValue == "instruction" { return .instruction }
    return switch command {
    case "stepIn": .into
    case "stepOut": .over(strand: number, depth: depth - 1)
    default: .over(strand: number, depth: depth)
    }
  }

  func back(_ command: String, _ arguments: JSON) throws(DebugRefusal) -> DebugReturn {
    guard let held else { throw notHeld }
    if command == "reverseContinue" { return .breakpoint }
    let (number, depth) = try strand(arguments, held)
    return arguments["granularity"]?.stringValue == "instruction" ? .instruction : .over(strand: number, depth: depth)
  }

  /// Answers a request that looks at a held script.
  func inspect(_ request: DebugRequest) throws(DebugRefusal) -> JSON {
    let inspections = ["stackTrace", "scopes", "variables", "evaluate", "completions", "exceptionInfo"]
    guard inspections.contains(request.command) else {
      throw DebugRefusal(message: "there is no request '\(sanitized(String(request.command.prefix(80))))'")
    }
    guard let held else { throw notHeld }
    let arguments = request.arguments
    switch request.command {
    case "stackTrace": return try stack(held, arguments)
    case "scopes":
      let call = try call(arguments["frameId"], held)
      return ["scopes": .array(held.values.scopes(of: held.calls[call - 1].call, fields: held.fields(of: call)))]
    case "variables":
      let start = max(0, arguments["start"]?.smallInteger ?? 0)
      let count = arguments["count"]?.smallInteger.flatMap { $0 > 0 ? $0 : nil } ?? Int(Int32.max)
      let reference = arguments["variablesReference"]?.smallInteger ?? 0
      guard let variables = held.values.children(of: reference, start..<start + count) else {
        throw DebugRefusal(message: "there are no variables with the number \(reference)")
      }
      return ["variables": .array(variables)]
    case "evaluate": return try evaluate(held, arguments)
    case "completions": return try completions(held, arguments)
    default: return try exception(held)
    }
  }

  private func call(_ json: JSON?, _ held: PausedScript) throws(DebugRefusal) -> Int {
    guard let id = json?.smallInteger, held.calls.indices.contains(id - 1) else {
      throw DebugRefusal(message: "there is no such call")
    }
    return id
  }

  private func stack(_ held: PausedScript, _ arguments: JSON) throws(DebugRefusal) -> JSON {
    let number = try strand(arguments, held).number
    let first = held.firstCall(of: number)
    let calls = held.strands.first { $0.number == number }?.calls ?? []
    let start = min(max(0, arguments["startFrame"]?.smallInteger ?? 0), calls.count)
    let levels = arguments["levels"]?.smallInteger.flatMap { $0 > 0 ? $0 : nil } ?? calls.count
    let frames: [JSON] = calls[start..<min(calls.count, start + min(levels, calls.count))].enumerated().map {
      index, call in
      .object(
        [
          .init("id", .integer(Int64(first + start + index))),
          .init("name", .string(call.name.isEmpty ? "script" : call.name)),
          .init("source", places.json(call.source.name)),
        ] + places.fields(call.range, in: call.source))
    }
    return ["stackFrames": .array(frames), "totalFrames": .integer(Int64(calls.count))]
  }

  private func evaluate(_ held: PausedScript, _ arguments: JSON) throws(DebugRefusal) -> JSON {
    guard let expression = arguments["expression"]?.stringValue else {
      throw DebugRefusal(message: "'expression' is missing")
    }
    let context = arguments["context"]?.stringValue
    let fork = held.fork(at: arguments["frameId"]?.smallInteger)
    switch context == "repl" ? fork.answer(to: expression) : fork.value(of: expression) {
    case .refused(let reason): throw DebugRefusal(message: sanitized(reason))
    case .lines(let lines):
      return ["result": .string(lines.joined(separator: "\n")), "variablesReference": 0]
    case .value(let value):
      let text = context == "clipboard" ? held.values.whole(value) : held.values.brief(value)
      return .object(
        [.init("result", .string(text)), .init("type", .string(value.kind.phrase))]
          + held.values.reference(to: value, path: "(\(expression))"))
    }
  }

  private func exception(_ held: PausedScript) throws(DebugRefusal) -> JSON {
    guard case .error(let problem, let isCaught) = held.reason else {
      throw DebugRefusal(message: "the script is not paused at an error")
    }
    return [
      "exceptionId": "error", "description": .string(sanitized(problem.message)),
      "breakMode": .string(isCaught ? "always" : "unhandled"),
      "details": ["message": .string(sanitized(problem.message + (problem.suggestion.map { ": \($0)" } ?? "")))],
    ]
  }
}
