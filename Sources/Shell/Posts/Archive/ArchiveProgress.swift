import Bluesky
import System
import Terminal
import Timeline

/// A line that counts records while a long archive is fetched. It is shown only on a terminal and removed at the end.
final class ArchiveProgress {
  private let isShown: Bool
  private let palette: Palette
  private let began = SystemClock.now
  private var shownAt = Instant.distantPast

  init(output: Output) {
    isShown = output.isTerminal && output.format == .text && !output.isHeld
    palette = output.palette
  }

  /// Shows the number of records fetched so far.
  func show(_ archive: Archive) {
    let now = SystemClock.now
    guard isShown, now - began > .milliseconds(300), now - shownAt > .milliseconds(100) else { return }
    shownAt = now
    let words = "fetching: \(archive.count(.post)) posts, \(archive.count(.like)) likes"
    try? Descriptor.output.writeAll("\r" + palette.paint(words, .dim) + "\u{1B}[K")
  }

  /// Removes the line.
  func end() {
    if isShown, shownAt != .distantPast { try? Descriptor.output.writeAll("\r\u{1B}[K") }
  }
}
