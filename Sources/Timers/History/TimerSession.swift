import Timeline

/// A finished run of an activity, as it is recorded in the history.
public struct TimerSession: Hashable, Sendable {
  public enum Ending: String, Hashable, Sendable, CaseIterable {
    case timeUp
    /// "I'm done!" before the time was up.
    case early
  }

  public let activity: Activity
  public let started: Instant
  public let ended: Instant
  public let ending: Ending
  /// The length of the timer.
  public let allocated: Duration
  /// The time spent, without pauses; at most `allocated`.
  public let actual: Duration

  public init(
    activity: Activity, started: Instant, ended: Instant, ending: Ending, allocated: Duration, actual: Duration
  ) {
    (self.activity, self.started, self.ended) = (activity, started, ended)
    (self.ending, self.allocated, self.actual) = (ending, allocated, actual)
  }

  /// The time left over at the end.
  public var saved: Duration { allocated - actual }
}

/// The permanent name of a finished session, derived from its cause. The same session has the same id on every device,
/// after a restart and in every export, so it is never counted twice.
///
/// Printable ASCII except spaces, `"` and `\`; 1 to 200 bytes.
public struct TimerSessionID: Hashable, Sendable, Comparable, CustomStringConvertible {
  static let lengthLimit = 200

  public let text: String

  /// - Returns: `nil` if the text contains characters that are not allowed in an id, or is empty or too long.
  public init?(_ text: String) {
    guard (1...Self.lengthLimit).contains(text.utf8.count), text.utf8.allSatisfy(Self.isAllowed) else { return nil }
    self.text = text
  }

  /// Creates the id of the session whose timer `device` started at `started`: `kitchen/1767603600000000`.
  /// - Parameters:
  ///   - device: The device's name, cut at 150 bytes; characters that are not allowed in an id become `-`.
  ///   - ordinal: The number, from 0, among timers that one device started at the same microsecond: on a virtual clock
  ///     a timer can start, end and start again within no time. From 1 it is appended after a `.`.
  public init(device: String, started: Instant, ordinal: Int = 0) {
    let cause = "\(String(decoding: Self.name(of: device), as: UTF8.self))/\(started.microseconds)"
    text = ordinal > 0 ? "\(cause).\(ordinal)" : cause
  }

  /// `true` if the ids are of timers that one device started at one instant, whatever their numbers.
  /// - Parameter first: An id with the number 0.
  func hasStart(of first: TimerSessionID) -> Bool {
    guard text.utf8.starts(with: first.text.utf8) else { return false }
    let rest = text.utf8.dropFirst(first.text.utf8.count)
    return rest.isEmpty || rest.first == UInt8(ascii: ".")
  }

  /// `true` if the id begins with the name of `device`.
  func isNamed(by device: String) -> Bool {
    let name = Self.name(of: device)
    return text.utf8.starts(with: name) && text.utf8.dropFirst(name.count).first == slash
  }

  /// Returns a device's name in the form used in an id.
  private static func name(of device: String) -> [UInt8] {
    device.utf8.prefix(150).map { isAllowed($0) && $0 != slash ? $0 : UInt8(ascii: "-") }
  }

  public var description: String { text }
  /// Compares by bytes.
  public static func < (a: TimerSessionID, b: TimerSessionID) -> Bool {
    a.text.utf8.lexicographicallyPrecedes(b.text.utf8)
  }

  private static func isAllowed(_ byte: UInt8) -> Bool {
    (0x21...0x7E).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }
}

private let slash = UInt8(ascii: "/")

/// The reason why values do not make a session. The row of an import or the line of a journal is then damaged.
public enum TimerSessionProblem: Error, Hashable, Sendable {
  /// An activity must have a name that fits on one line.
  case badActivity(String)
  case badIcon(Character)
  /// A device must have a name that fits on one line.
  case badDevice(String)
  case endsBeforeStart
  /// The instant is outside the years 1 to 9999.
  case instantOutOfRange
  /// An offset must be in whole seconds and at most 18 hours either way.
  case badOffset(Duration)
  /// The stored day is not the day on which the session ended by its UTC offset.
  case dayDoesNotFit(LocalDay, expected: LocalDay)
  case allocatedOutOfRange(Duration, allowed: ClosedRange<Duration>)
  /// The time spent is more than the length, or negative.
  case actualOutOfRange(Duration, allowed: ClosedRange<Duration>)
  /// `timeUp` requires that exactly all the time was spent, and `early` that it was not.
  case endingDoesNotFit(TimerSession.Ending)
}
