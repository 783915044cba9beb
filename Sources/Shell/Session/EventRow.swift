import StoryScript
import Terminal
import Timeline

/// What is known of a kind of event without a payload: by the catalog, and by the log long after it happened.
final class EventRow: Sendable, Equatable {
  /// Sentences that `explain` makes of what the log has kept.
  typealias Reason = @Sendable (Record, Reasoning) -> [String]

  let kind: EventKind
  let reason: Reason?
  /// Whether it writes a line.
  let isSaid: Bool

  init(_ kind: EventKind, _ reason: Reason?, isSaid: Bool) {
    self.kind = kind
    self.reason = reason
    self.isSaid = isSaid
  }

  static func == (a: EventRow, b: EventRow) -> Bool { a === b }
}
