import Timeline

/// A finished run of an activity, as it goes into the history.
public struct Stint: Hashable, Sendable {
  public enum Ending: String, Hashable, Sendable, CaseIterable {
    case timeUp
    /// "I'm done!" before the time was up.
    case early
  }

  public let activity: Activity
  public let started: Instant
  public let ended: Instant
  public let ending: Ending
  /// The time there was.
  public let allocated: Duration
  /// The time it took, pauses left out; at most `allocated`.
  public let actual: Duration

  public init(
    activity: Activity, started: Instant, ended: Instant, ending: Ending, allocated: Duration, actual: Duration
  ) {
    (self.activity, self.started, self.ended) = (activity, started, ended)
    (self.ending, self.allocated, self.actual) = (ending, allocated, actual)
  }

  /// The time left over.
  public var saved: Duration { allocated - actual }
}

/// Names a finished stint for ever, derived from what caused it: the same stint has the same id on every device, after
/// a restart and in every export, so it is never counted twice.
///
/// Printable ASCII without spaces, `"` and `\`, 1 to 200 bytes.
public struct StintID: Hashable, Sendable, Comparable, CustomStringConvertible {
  static let longest = 200

  public let text: String

  /// - Returns: `nil` when the text has characters that an id may not have, or is empty or too long.
  public init?(_ text: String) {
    guard (1...Self.longest).contains(text.utf8.count), text.utf8.allSatisfy(Self.isAllowed) else { return nil }
    self.text = text
  }

  /// The id of the stint whose timer `device` started at `started`: `kitchen/1767603600000000`.
  /// - Parameters:
  ///   - device: the device's name; what an id may not hold becomes `-`, and it is cut at 150 bytes.
  ///   - ordinal: counts timers that one device started at the same microsecond, from 0: on a virtual clock a timer can
  ///     start, end and start again within no time. From 1 on it stands behind a `.`.
  public init(device: String, started: Instant, ordinal: Int = 0) {
    let cause = "\(String(decoding: Self.name(of: device), as: UTF8.self))/\(started.microseconds)"
    text = ordinal > 0 ? "\(cause).\(ordinal)" : cause
  }

  /// `true` if the id begins with the name of `device`.
  func isNamed(by device: String) -> Bool {
    let name = Self.name(of: device)
    return text.utf8.starts(with: name) && text.utf8.dropFirst(name.count).first == slash
  }

  /// A device's name as an id holds it.
  private static func name(of device: String) -> [UInt8] {
    device.utf8.prefix(150).map { isAllowed($0) && $0 != slash ? $0 : UInt8(ascii: "-") }
  }

  public var description: String { text }
  /// By bytes.
  public static func < (a: StintID, b: StintID) -> Bool { a.text.utf8.lexicographicallyPrecedes(b.text.utf8) }

  private static func isAllowed(_ byte: UInt8) -> Bool {
    (0x21...0x7E).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }
}

private let slash = UInt8(ascii: "/")

/// Why values do not make a stint; the row of an import or the line of a journal is damaged then.
public enum StintProblem: Error, Hashable, Sendable {
  /// An activity's name is there and stays on one line.
  case badActivity(String)
  case badIcon(Character)
  /// A device has a name, on one line.
  case badDevice(String)
  case endsBeforeStart
  /// Outside the years 1 to 9999.
  case instantOutOfRange
  /// Whole seconds, at most 18 hours either way.
  case badOffset(Duration)
  /// The stored day is not that on which the stint ended by its offset.
  case dayDoesNotFit(LocalDay, expected: LocalDay)
  case allocatedOutOfRange(Duration, allowed: ClosedRange<Duration>)
  /// More time spent than there was, or less than none.
  case actualOutOfRange(Duration, allowed: ClosedRange<Duration>)
  /// The time was up exactly when all of it was spent.
  case endingDoesNotFit(Stint.Ending)
}
