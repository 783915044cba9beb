import Timeline

/// The time that timers took and what they left over, in the same words wherever it is told: in a line, `history`, `stats`.
///
/// Minutes, hours however many (`51 h 20 min`), and seconds where either of the two is below five minutes. What was left
/// over is never said to be more than it was, and both together make the whole as it is shown.
struct SpentText {
  let spent: String
  /// Empty when nothing was left over.
  let saved: String

  init(actual: Duration, saved: Duration) {
    guard saved > .zero else {
      (spent, self.saved) = (Self.text(actual, exact: Self.isShort(actual)), "")
      return
    }
    let isExact = Self.isShort(actual) || Self.isShort(saved)
    let unit: Int64 = isExact ? 1_000_000 : 60_000_000
    let told = Duration(microseconds: saved.microseconds / unit * unit)
    // Of less than a second nothing would be left: then the time spent must not seem to be the whole either.
    spent = Self.text(told > .zero ? actual + saved - told : actual, exact: isExact)
    self.saved = told > .zero ? Self.text(told, exact: isExact) : TimeText.length(saved)
  }

  private static func isShort(_ duration: Duration) -> Bool { duration > .zero && duration < .minutes(5) }

  private static func text(_ duration: Duration, exact: Bool) -> String {
    let seconds = duration.microseconds / 1_000_000
    if seconds < 60 { return TimeText.length(seconds > 0 ? .seconds(seconds) : duration) }
    let minutes = seconds / 60
    if minutes >= 60 { return TimeText.pair(minutes / 60, "h", minutes % 60, "min") }
    return TimeText.pair(minutes, "min", exact ? seconds % 60 : 0, "s")
  }
}
