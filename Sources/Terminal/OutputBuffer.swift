import System

typealias CFile = UnsafeMutablePointer<FILE>

/// The file that libedit writes to: output stays in memory until everything caused by a key is complete, and is sent
/// to the terminal in one call, so that nothing flickers.
final class OutputBuffer {
  let file: CFile
  private let bytes: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
  private let size: UnsafeMutablePointer<Int>
  let descriptor: Int32
  /// The bytes that `discard` does not remove.
  private var kept: [UInt8] = []
  /// `true` if libedit wrote everything after the kept bytes.
  private var isForeign = false

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

  /// Appends to libedit's output.
  func write(_ text: String) {
    if text.isEmpty { return }
    isForeign = false
    var text = text
    text.withUTF8 { _ = fwrite($0.baseAddress, 1, $0.count, file) }
  }

  /// Rings the bell, which changes nothing on the screen.
  func ring() { kept.append(0x07) }

  /// Keeps everything written so far, even if the rest is discarded.
  func keep() { kept += drain() }
  /// Notes that libedit writes from now on: see `consumeForeign`.
  func handOver() {
    keep()
    isForeign = true
  }
  /// Returns what libedit has written since `handOver`; `nil` if something else was written since.
  func consumeForeign() -> [UInt8]? {
    guard isForeign else { return nil }
    let bytes = drain()
    kept += bytes
    return bytes
  }
  /// Discards everything written since `keep`.
  func discard() { _ = drain() }

  private func drain() -> [UInt8] {
    isForeign = false
    fflush(file)
    defer { rewind(file) }
    guard let start = bytes.pointee else { return [] }
    return start.withMemoryRebound(to: UInt8.self, capacity: size.pointee) {
      Array(UnsafeBufferPointer(start: $0, count: size.pointee))
    }
  }

  /// Sends everything. Returns `false` if the terminal is gone.
  func flush() -> Bool {
    keep()
    defer { kept.removeAll(keepingCapacity: true) }
    return (try? Descriptor(descriptor).writeAll(kept)) != nil
  }
}
