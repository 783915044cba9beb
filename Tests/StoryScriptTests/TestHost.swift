import StoryScript
import Timeline

/// A small world for testing the language: a light that stays on for a while, and a tank that fills at an even rate.
final class TestHost: ScriptHost {
  static let schema = Schema(
    commands: [
      Command("beep", summary: "makes a sound", examples: []),
      Command(
        "light on",
        [
          Parameter("LENGTH", after: "for", .duration(.zero ... .hours(1)), optional: true, "how long"),
          .flag("dim", group: "how", "half"), .flag("bright", group: "how", "full"),
        ], summary: "switches it on", examples: []),
      Command("light off", summary: "switches it off", examples: []),
      Command(
        "nap", [Parameter("LENGTH", .duration(.zero ... .hours(1)), "how long")], summary: "sleeps", examples: [],
        advancesClock: true),
      Command("say", [Parameter("TEXT", .text, "what")], summary: "says it", examples: []),
      Command("count to", [Parameter("N", .number(1...10, whole: true), "how far")], summary: "a list", examples: []),
      Command(
        "turn", [Parameter("X", .choice(["left", "right"], orNumber: 0...1), "where")], summary: "turns", examples: []),
      Command("tour", summary: "the present tour", examples: []),
      Command(
        "tour add",
        [Parameter("NAME", .text, "its name"), Parameter("PLACES", .lines(of: "a place"), "where it leads")],
        summary: "a list of places", examples: [.init("tour add short \"sea, lake\"", "two places")]),
      Command("tour end", summary: "ends it", examples: []),
    ],
    states: [
      StateField("light", "state", .choice(["on", "off"]), "whether it shines"),
      StateField("light", "progress", .number, "how much of its time has passed"),
      StateField("light", "count", .number, "how often it went off by itself"),
      StateField("clock", "now", .date, "the present", neverRepeats: true),
    ],
    events: [
      EventKind("light.off", "it went off by itself") { [.init("count", "how often so far")] },
      EventKind("beeped", "a sound"),
    ])

  var now = Instant.practiceStart
  var start = Instant.practiceStart
  var isPatient = false
  private var isStopped = false
  var isInterrupted: Bool {
    get {
      looksLeft -= 1
      return isStopped || looksLeft < 0
    }
    set { isStopped = newValue }
  }
  /// The number of interruption checks before the script counts as interrupted.
  var looksLeft = Int.max
  /// The largest allocation that the host permits, in bytes.
  var memory = Int.max
  func hasMemory(for bytes: Int) -> Bool { bytes <= memory }
  /// The number of times that time may pass before the script counts as interrupted, and below it the number of
  /// output lines after which the output is cleared; for hostile scripts.
  var passesLeft = Int.max
  var outputLimit = Int.max
  var output: [String] = [] {
    didSet { if output.count > outputLimit { output.removeAll() } }
  }
  /// The strand that naps; a beep wakes it.
  var sleeper: Runtime.Strand?
  unowned(unsafe) var runtime: Runtime!
  var onSince: Instant?
  var length = Duration.seconds(10)
  var repeats = false
  var count = 0
  var notes: [String] = []
  func note(_ text: String) { notes.append(text) }

  var nextDeadline: Instant? { onSince.map { $0 + length } }
  var recurrence: () -> Bool {
    let before = onSince.map { now - $0 }
    return { [unowned self] in onSince.map { now - $0 } == before }
  }

  func read(_ state: Int, at instant: Instant) -> Value {
    switch state {
    case 0: .text(onSince == nil ? "off" : "on")
    case 1: .number(onSince.map { (instant - $0) / length } ?? 0)
    case 2: .number(Double(count))
    default: .date(instant)
    }
  }

  func perform(_ command: Int, _ arguments: Arguments) throws(Failure) -> CommandOutcome {
    switch command {
    case 0:
      if runtime.listens(to: "beeped") { runtime.raise("beeped", fields: []) }
      if let sleeper { runtime.resumeStrand(sleeper) }
    case 1:
      guard onSince == nil else { throw .refused("the light is on already", "light off") }
      onSince = now
      length = arguments.duration(0) ?? .seconds(10)
    case 2: onSince = nil
    case 3:
      sleeper = runtime.strand
      return .wait(arguments.duration(0)!, then: { () throws(Failure) in .value(.text("rested")) })
    case 4: output.append(arguments.text(0)!)
    case 8:
      let (text, part) = (Array(arguments.text(1)!.utf8), "nowhere".utf8)
      if let start = text.indices.first(where: { text[$0...].starts(with: part) }) {
        throw Failure.refused("there is no such place").about(1, part: start..<start + part.count)
      }
      return .value(.list([arguments[0], arguments[1]]))
    case 5: return .value(.list((1...Int(arguments.number(0)!)).map { .number(Double($0)) }))
    default: return .value(arguments[0])
    }
    return .value(.none)
  }

  func advance(to instant: Instant) throws(Failure) {
    passesLeft -= 1
    if passesLeft == 0 { isInterrupted = true }
    while let deadline = nextDeadline, deadline <= instant {
      now = deadline
      count += 1
      onSince = repeats ? deadline : nil
      if runtime.listens(to: "light.off") { runtime.raise("light.off", fields: [.number(Double(count))]) }
    }
    now = max(now, instant)
  }

  func waitForOutside() throws(Failure) { throw Failure(.interrupted) }
  /// Receives what scripts print, in place of the output.
  var onWrite: ((Value) -> Void)?
  func write(_ value: Value) {
    guard let onWrite else { return output.append(runtime.writer.text(value)) }
    onWrite(value)
  }
  func report(_ value: Value, of command: Int?) {
    if !value.isNone { output.append(runtime.writer.literal(value)) }
  }
  func trace(_ event: TraceEvent) {
    switch event {
    case .begins(let place, let source): output.append("> \(source.text(place))")
    case .gives(let value, _): output.append("= \(runtime.writer.literal(value))")
    }
  }
}

/// Runs a script and returns its output lines; an error is the last line: `error 3:5 message | suggestion`.
/// - Parameters:
///   - arguments: the arguments that the script starts with; `nil` for a script that is started without any.
///   - writer: formats values as text, and reads dates from text.
func run(
  _ text: String, repeats: Bool = false, stepLimit: Int? = nil, host: TestHost = TestHost(),
  arguments: [String]? = nil, writer: ValueWriter = ValueWriter()
) -> [String] {
  host.repeats = repeats
  let runtime = Runtime(host: host, schema: TestHost.schema, writer: writer)
  host.runtime = runtime
  runtime.stepLimit = stepLimit
  if let arguments {
    runtime.define("args", .list(arguments.map { .text($0) }))
    for (index, argument) in arguments.enumerated() { runtime.define("\(index + 1)", .text(argument)) }
  }
  do {
    let script = try Parser.parse(try Source(name: "test", text: text), TestHost.schema.vocabulary)
    var program = runtime.program
    let main = try Compiler.compile(script, into: &program, schema: TestHost.schema)
    runtime.program = program
    try runtime.run(main)
  } catch let errors as Diagnostics {
    host.output += errors.all.map(describe)
  } catch let error as Diagnostic {
    host.output.append(describe(error))
  } catch {
    host.output.append("unexpected \(error)")
  }
  return host.output
}

func describe(_ error: Diagnostic) -> String {
  let position = error.source?.position(of: Int(error.range.start)) ?? (line: 0, column: 0)
  let suggestion = error.problem.suggestion.map { " | \($0)" } ?? ""
  return "error \(position.line):\(position.column) \(error.problem.message)\(suggestion)"
}

/// Returns the expected output lines of a script: the text after `# => ` on each line, in order.
func expectations(in text: String) -> [String] {
  text.split(separator: "\n").compactMap { line in
    line.range(of: "# => ").map { String(line[$0.upperBound...]) }
  }
}

extension Substring {
  fileprivate func range(of pattern: String) -> Range<Substring.Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(pattern) { return start..<index(start, offsetBy: pattern.count) }
      start = index(after: start)
    }
    return nil
  }
}
