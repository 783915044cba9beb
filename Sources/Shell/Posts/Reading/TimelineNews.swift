import Bluesky
import Timeline

/// The result of the last `timeline new`, for the lines around it.
struct TimelineNews: Hashable, Sendable {
  /// The place that the user had reached before; `nil` if the user had not begun.
  let since: Instant?
  /// The number of newer posts that are not shown yet.
  let left: Int
  /// `true` if there were more new posts than the request reaches back.
  let isCut: Bool
  /// The number of unusable values in the pages.
  let omitted: Int
}
