import System
import Terminal
import Timeline

/// A line that counts files during a long scan, on a terminal only, and is removed at the end. There is none while a
/// full screen is shown.
///
/// Nothing appears in the first third of a second; then the line changes at most ten times a second.
final class ScanProgress {
  private let isShown: Bool
  private let palette: Palette
  private let began = SystemClock.now
  private var count = 0
  private var shownAt = Instant.distantPast

  init(output: Output) {
    isShown = output.isTerminal && output.format == .text && !output.isHeld
    palette = output.palette
  }

  /// Counts files that were read.
  func tick(_ files: Int) {
    guard isShown else { return }
    count += files
    let now = SystemClock.now
    guard now - began > .milliseconds(300), now - shownAt > .milliseconds(100) else { return }
    shownAt = now
    send("\r" + palette.paint("reading photos: \(count)", .dim) + "\u{1B}[K")
  }

  /// Removes the line.
  func end() {
    guard isShown, shownAt != .distantPast else { return }
    send("\r\u{1B}[K")
  }

  private func send(_ text: String) { try? Descriptor.output.writeAll(text) }
}
