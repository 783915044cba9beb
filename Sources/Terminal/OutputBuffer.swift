#if canImport(Darwin)
  import Darwin
  typealias CFile = UnsafeMutablePointer<FILE>
#else
  import Glibc
  typealias CFile = UnsafeMutablePointer<FILE>
#endif

/// The file that libedit writes to: it stays in memory until everything a key brings about is there, and goes to the
/// terminal with one call, so that nothing flickers.
final class OutputBuffer {
  let file: CFile
  private let bytes: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
  private let size: UnsafeMutablePointer<Int>
  private let descriptor: Int32

  /// Nil when memory has run out.
  init?(descriptor: Int32) {
    bytes = .allocate(capacity: 1)
    bytes.initialize(to: nil)
    size = .allocate(capacity: 1)
    size.initialize(to: 0)
    self.descriptor = descriptor
    guard let file = open_memstream(bytes, size) else { return nil }
    self.file = file
  }

  deinit {
    fclose(file)
    free(bytes.pointee)
    bytes.deallocate()
    size.deallocate()
  }

  /// Adds to what libedit has written.
  func write(_ text: String) {
    if text.isEmpty { return }
    var text = text
    text.withUTF8 { _ = fwrite($0.baseAddress, 1, $0.count, file) }
  }

  /// Sends everything. False when the terminal is gone.
  func flush() -> Bool {
    fflush(file)
    let count = size.pointee
    defer { rewind(file) }
    guard count > 0, let start = bytes.pointee else { return true }
    var sent = 0
    while sent < count {
      #if canImport(Darwin)
        let written = Darwin.write(descriptor, start + sent, count - sent)
      #else
        let written = Glibc.write(descriptor, start + sent, count - sent)
      #endif
      if written >= 0 {
        sent += written
      } else if errno == EAGAIN {
        var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&wait, 1, 1000)
      } else if errno != EINTR {
        return false
      }
    }
    return true
  }
}
