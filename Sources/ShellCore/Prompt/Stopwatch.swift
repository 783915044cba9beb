import SessionState
import StoryScript
import System
import Timeline

/// `time LINE`: how long a line takes, by the machine's clock and by the session's.
struct Stopwatch {
  static let word = "time"

  /// Returns the line that a typed line times, and the byte at which it begins.
  static func timed(_ line: String) -> (start: Int, line: String)? {
    let bytes = line.utf8
    guard bytes.starts(with: word.utf8), bytes.dropFirst(word.utf8.count).first == 0x20 else { return nil }
    let rest = bytes.dropFirst(word.utf8.count).drop { $0 == 0x20 }
    guard let first = rest.first, first != UInt8(ascii: "=") else { return nil }
    return (bytes.count - rest.count, String(Substring(rest)))
  }

  /// The refusal in a script.
  static let onlyAtPrompt = Problem.refused(
    "`time` works only at the prompt: it reports a different time on each run", suggestion: "try: storyline")

  private let began = SystemClock.now
  private let worked = SystemClock.worked
  private let instant: Instant

  init(_ session: Session) { instant = session.livePresent }

  /// Reports the time since the beginning. A replayed recording shows only the session's time, which is the same each
  /// time.
  func report(to session: Session) {
    let passed = session.now - instant
    var parts: [String] = []
    if !session.options.isReplay {
      parts.append("took \(Self.short(SystemClock.now - began))")
      let work = Duration(microseconds: SystemClock.worked - worked)
      parts.append("\(Self.short(work)) of processor time")
    }
    if session.options.kind == .practice, passed > .zero {
      parts.append("\(TimeText.length(passed)) on the session's clock")
    }
    if parts.isEmpty { return }
    session.notice(parts.joined(separator: ", "))
    session.flush()
  }

  /// Returns a length with three digits at most: `0.42 ms`, `12 ms`, `1.3 s`.
  static func short(_ length: Duration) -> String {
    let microseconds = max(0, length.microseconds)
    switch microseconds {
    case ..<100_000: return "\(digits(microseconds, 1_000)) ms"
    case ..<60_000_000: return "\(digits(microseconds, 1_000_000)) s"
    default: return TimeText.length(.seconds(microseconds / 1_000_000))
    }
  }

  /// Returns a quotient with at least two digits that count.
  private static func digits(_ value: Int64, _ unit: Int64) -> String {
    if value >= 10 * unit { return "\((value + unit / 2) / unit)" }
    if value >= unit {
      let tenths = (value * 10 + unit / 2) / unit
      return "\(tenths / 10).\(tenths % 10)"
    }
    let hundredths = (value * 100 + unit / 2) / unit
    return "0.\(hundredths < 10 ? "0" : "")\(min(99, hundredths))"
  }
}
