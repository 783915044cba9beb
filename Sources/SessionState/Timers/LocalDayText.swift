import Timeline
import Timers

extension LocalDay {
  /// Reads `2026-11-20`.
  package init?(text: String?) {
    guard let date = text.flatMap({ CivilTime(parsing: $0.utf8) }) else { return nil }
    self.init(date)
  }
}
