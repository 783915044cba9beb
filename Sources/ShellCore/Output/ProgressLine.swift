import System
import TerminalText
import Timeline

/// A line that shows the progress of long work, on a terminal only, and is removed at the end. There is none while a
/// full screen is shown.
///
/// Nothing appears in the first third of a second; then the line changes at most ten times a second.
package final class ProgressLine {
  private let isShown: Bool
  private let palette: Palette
  private let began = SystemClock.now
  private var shownAt = Instant.distantPast

  package init(output: Output) {
    isShown = output.isTerminal && output.format == .text && !output.isHeld
    palette = output.palette
  }

  package func show(_ words: @autoclosure () -> String) {
    let now = SystemClock.now
    guard isShown, now - began > .milliseconds(300), now - shownAt > .milliseconds(100) else { return }
    shownAt = now
    send("\r" + palette.paint(words(), .dim) + "\u{1B}[K")
  }

  /// Removes the line.
  package func end() { if isShown, shownAt != .distantPast { send("\r\u{1B}[K") } }

  private func send(_ text: String) { try? Descriptor.output.writeAll(text) }
}
