import System
import Terminal
import Timeline

/// One line that counts while a long scan runs, on a terminal only, and is gone when it ends; none where the
/// screen belongs to somebody else.
///
/// Nothing appears in the first third of a second, and then ten times a second at most.
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

  /// So many more files have been read.
  func tick(_ files: Int) {
    guard isShown else { return }
    count += files
    let now = SystemClock.now
    guard now - began > .milliseconds(300), now - shownAt > .milliseconds(100) else { return }
    shownAt = now
    send("\r" + palette.paint("reading photos: \(count)", .dim) + "\u{1B}[K")
  }

  /// Takes the line away.
  func end() {
    guard isShown, shownAt != .distantPast else { return }
    send("\r\u{1B}[K")
  }

  private func send(_ text: String) { try? Descriptor.output.writeAll(text) }
}
