import System

typealias CFile = UnsafeMutablePointer<FILE>

/// The output to the terminal, sent in one call when everything caused by a key is complete, so that nothing flickers;
/// and a file in memory for libedit, whose drawing is never shown.
final class OutputBuffer {
  /// The file to which libedit writes.
  let file: CFile
  private let bytes: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
  private let size: UnsafeMutablePointer<Int>
  let descriptor: Int32
  private var pending: [UInt8] = []

  /// Returns `nil` if memory has run out.
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

  func write(_ text: String) { pending += text.utf8 }

  func ring() { pending.append(0x07) }

  /// Discards libedit's output, but notes whether the bell has rung.
  private func discardDrawing() {
    fflush(file)
    if size.pointee > 0, let start = bytes.pointee, memchr(start, 0x07, size.pointee) != nil { ring() }
    rewind(file)
  }

  /// Sends everything. Returns `false` if the terminal is gone.
  func flush() -> Bool {
    discardDrawing()
    if pending.isEmpty { return true }
    defer { pending.removeAll(keepingCapacity: true) }
    return (try? Descriptor(descriptor).writeAll(pending)) != nil
  }
}
