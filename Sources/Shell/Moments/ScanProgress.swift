import Terminal
import Timeline

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// One line that counts while a long scan runs, on a terminal only, and is gone when it ends; none where the
/// screen belongs to somebody else.
///
/// Nothing appears in the first third of a second, and then ten times a second at most. Threads may tick at once.
final class ScanProgress: @unchecked Sendable {
  private let isShown: Bool
  private let palette: Palette
  private let began = SystemClock.now
  private var lock = pthread_mutex_t()
  private var count = 0
  private var shownAt = Instant.distantPast

  init(output: Output) {
    isShown = output.isTerminal && output.format == .text && !output.isHeld
    palette = output.palette
    pthread_mutex_init(&lock, nil)
  }

  deinit { pthread_mutex_destroy(&lock) }

  /// So many more files are being read.
  func tick(_ files: Int) {
    guard isShown else { return }
    pthread_mutex_lock(&lock)
    defer { pthread_mutex_unlock(&lock) }
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

  private func send(_ text: String) {
    var text = text
    text.withUTF8 { _ = write(1, $0.baseAddress, $0.count) }
  }
}
