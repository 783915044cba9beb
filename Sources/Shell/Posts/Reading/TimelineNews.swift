import Bluesky
import Timeline

/// What `timeline new` has shown last, for the lines around it.
struct TimelineNews: Hashable, Sendable {
  /// Where somebody had got to before; `nil` for whoever began with it.
  let since: Instant?
  /// How many came since that are not shown yet.
  let left: Int
  /// Whether more came since than it goes back.
  let isCut: Bool
  /// How many values of the pages could not be used.
  let omitted: Int
}
