import Timeline

/// The world that scripts act on. One thread owns it and makes all calls.
public protocol ScriptHost: AnyObject {
  /// The session's current instant, and its first one.
  var now: Instant { get }
  var start: Instant { get }
  /// `true` if waiting for something that may never happen waits until the user interrupts (real); `false` if it is
  /// an error (practice).
  var isPatient: Bool { get }
  /// The next instant at which something happens by itself; `nil` if there is none.
  var nextDeadline: Instant? { get }
  /// A test that compares all state that can change by itself, relative to `now`, with the state of this moment: where
  /// they are equal, so are their futures.
  var recurrence: () -> Bool { get }
  /// Returns a field of the state at `instant`, which is between now and the next deadline.
  func read(_ state: Int, at instant: Instant) -> Value
  /// Performs a command, given by its index in the schema.
  ///
  /// - Throws: `Failure` if the command is refused; the runtime adds the place. Never called while a condition is
  ///   evaluated.
  func perform(_ command: Int, _ arguments: Arguments) throws(Failure) -> CommandOutcome
  /// Advances the clock to `instant`, running everything due by then; in a live session this takes real time.
  func advance(to instant: Instant) throws(Failure)
  /// Sleeps until an outside event occurs; only called if `isPatient`.
  func waitForOutside() throws(Failure)
  /// `true` if `predict` can predict future events, so that conditions that never come true are found before any time
  /// passes.
  var canPredict: Bool { get }
  /// Runs `body`, in which state and time may advance from deadline to deadline as they would without input;
  /// afterwards everything is restored, and no events have been reported.
  func predict(_ body: (_ passToNext: () -> Void) throws(Diagnostic) -> Void) throws(Diagnostic)
  /// Writes the value of a `print` statement.
  func write(_ value: Value) throws(Failure)
  /// Reports a statement's value: of a command, or of an expression (`nil`).
  func report(_ value: Value, of command: Int?) throws(Failure)
  /// Reports for `--trace` or a debugger that a statement begins, or has returned its value.
  /// - Throws: to stop the script there.
  func trace(_ event: TraceEvent) throws(Failure)
  /// Reports an error while the strand that made it still is at its place.
  /// - Parameter isCaught: `true` if a `try` or `expect error` catches it.
  func fails(_ problem: Problem, isCaught: Bool)
  /// Returns advice for a condition that reads these state fields, by their indexes in the schema, and never comes
  /// true.
  func advice(about states: [Int], _ why: NeverReason) -> String?
  /// The command that starts something without end, to be ended by another command; `nil` if nothing of the kind is
  /// running.
  var endless: String? { get }
  /// `true` while lines of an earlier session run again.
  var isReplayingLines: Bool { get }
  /// `true` if the user wants everything to stop.
  var isInterrupted: Bool { get }
  /// Reports something about a result that the user may not expect.
  func note(_ text: String)
  /// Returns the place of a record in the file from which it comes, as `'people.csv', line 3`; `nil` if it is unknown.
  func origin(of record: Record) -> String?
  /// Called now and then during long work, to show pending output.
  func flushPending()
  /// Returns `true` if the system would allocate this many bytes at once.
  func hasMemory(for bytes: Int) -> Bool
}

extension ScriptHost {
  public func advice(about states: [Int], _ why: NeverReason) -> String? { nil }
  public var endless: String? { nil }
  public var isReplayingLines: Bool { false }
  public func flushPending() {}
  public func note(_ text: String) {}
  public func origin(of record: Record) -> String? { nil }
  public func fails(_ problem: Problem, isCaught: Bool) {}
  public func hasMemory(for bytes: Int) -> Bool { true }
  public var canPredict: Bool { false }
  public func predict(_ body: (_ passToNext: () -> Void) throws(Diagnostic) -> Void) throws(Diagnostic) {}
}

/// The values of a command's arguments: one per parameter, `none` for an omitted one. Types have been checked.
///
/// Valid only during the call, since it points into the machine's registers.
public struct Arguments {
  let values: UnsafeBufferPointer<Value>

  public subscript(index: Int) -> Value { values[index] }
  public var count: Int { values.count }
  public func has(_ index: Int) -> Bool { !values[index].isNone }
  public func text(_ index: Int) -> String? { values[index].text }
  public func number(_ index: Int) -> Double? { values[index].number }
  public func duration(_ index: Int) -> Duration? { values[index].duration }
  /// The total bytes of all texts in the arguments.
  public var textBytes: Int {
    values.reduce(0) { sum, value in
      let (total, overflow) = sum.addingReportingOverflow(value.textBytes)
      return overflow ? .max : total
    }
  }
  /// Passes earlier arguments of a command to a function that reads them.
  public static func with<Result, Problem: Error>(
    _ values: [Value], _ body: (Arguments) throws(Problem) -> Result
  ) throws(Problem) -> Result {
    try values.withUnsafeBufferPointer { (buffer) throws(Problem) in try body(Arguments(values: buffer)) }
  }

  /// Returns `true` if a flag was given.
  public func flag(_ index: Int) -> Bool { values[index].bool == true }
}

/// The result of a command.
public enum CommandOutcome {
  case value(Value)
  /// Time must pass before the rest runs.
  case wait(Duration, then: () throws(Failure) -> CommandOutcome)
}

/// A line of `--trace`.
public enum TraceEvent {
  case begins(SourceRange, Source)
  /// The value of a statement, and the command that returned it.
  case gives(Value, command: Int?)
}
