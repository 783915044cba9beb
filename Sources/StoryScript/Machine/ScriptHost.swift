import Timeline

/// The world that scripts act on. One thread owns it; all calls come from there.
public protocol ScriptHost: AnyObject {
  /// The session's present, and where it began.
  var now: Instant { get }
  var start: Instant { get }
  /// Whether waiting for what may never come is an error (practice), or waits until the user interrupts (real).
  var isPatient: Bool { get }
  /// The instant at which something next happens by itself; `nil` when nothing will.
  var nextDeadline: Instant? { get }
  /// All state that can change by itself, relative to `now`: equal signatures mean that what follows is the same.
  var signature: AnyHashable? { get }
  /// Reads a field of the state as it is at `instant`, which lies between now and the next deadline.
  func read(_ state: Int, at instant: Instant) -> Value
  /// Performs a command, by its number in the schema.
  ///
  /// - Throws: `Failure` when it is refused; the runtime adds the place. Never called while a condition is evaluated.
  func perform(_ command: Int, _ arguments: Arguments) throws(Failure) -> CommandOutcome
  /// Moves the clock to `instant`, letting everything due up to it happen; in a live session this takes real time.
  func pass(to instant: Instant) throws(Failure)
  /// Sleeps until something happens from outside; only called when patient.
  func waitForOutside() throws(Failure)
  /// Whether `foresee` can say what will happen, so that what never comes is found out before any time passes.
  var foresees: Bool { get }
  /// Runs `body`, in which state and time may go on from deadline to deadline as they would if nobody touched anything;
  /// afterwards all is as it was, and nobody was told.
  func foresee(_ body: (_ passToNext: () -> Void) throws(Diagnostic) -> Void) throws(Diagnostic)
  /// The value of a `print` statement.
  func write(_ value: Value) throws(Failure)
  /// A statement's value: of a command, or of an expression (`nil`).
  func report(_ value: Value, of command: Int?) throws(Failure)
  /// `--trace`: a statement begins, or has given its value.
  func trace(_ event: TraceEvent)
  /// What to do where a condition that reads these fields of the state, by their numbers in the schema, never comes true.
  func advice(about states: [Int], _ why: NeverReason) -> String?
  /// The command by which something goes on by itself until another one ends it; `nil` where nothing does.
  var endless: String? { get }
  /// Whether the user wants everything to stop.
  var isInterrupted: Bool { get }
  /// Called now and then during long work, to show what waits to be shown.
  func breathe()
  /// Whether the system would give so many bytes at once.
  func hasMemory(for bytes: Int) -> Bool
}

extension ScriptHost {
  public func advice(about states: [Int], _ why: NeverReason) -> String? { nil }
  public var endless: String? { nil }
  public func breathe() {}
  public func hasMemory(for bytes: Int) -> Bool { true }
  public var foresees: Bool { false }
  public func foresee(_ body: (_ passToNext: () -> Void) throws(Diagnostic) -> Void) throws(Diagnostic) {}
}

/// The values that a command gets: one per parameter, `none` where it was left out. Types have been checked.
///
/// Valid during the call only; it points into the machine's registers.
public struct Arguments {
  let values: UnsafeBufferPointer<Value>

  public subscript(index: Int) -> Value { values[index] }
  public var count: Int { values.count }
  public func has(_ index: Int) -> Bool { !values[index].isNone }
  public func text(_ index: Int) -> String? { values[index].text }
  public func number(_ index: Int) -> Double? { values[index].number }
  public func duration(_ index: Int) -> Duration? { values[index].duration }
  /// The bytes of all texts in them.
  public var textBytes: Int {
    values.reduce(0) { sum, value in
      let (total, overflow) = sum.addingReportingOverflow(value.textBytes)
      return overflow ? .max : total
    }
  }
  /// The arguments of a command as they once were, for a function that reads them.
  public static func with<Result, Problem: Error>(
    _ values: [Value], _ body: (Arguments) throws(Problem) -> Result
  ) throws(Problem) -> Result {
    try values.withUnsafeBufferPointer { (buffer) throws(Problem) in try body(Arguments(values: buffer)) }
  }

  /// Whether a flag was given.
  public func flag(_ index: Int) -> Bool { values[index].bool == true }
}

/// The result of a command.
public enum CommandOutcome {
  case value(Value)
  /// Time must pass first; then the rest runs.
  case wait(Duration, then: () throws(Failure) -> CommandOutcome)
}

/// A line of `--trace`.
public enum TraceEvent {
  case begins(SourceRange, Source)
  /// The value of a statement, and the command that gave it.
  case gives(Value, command: Int?)
}
