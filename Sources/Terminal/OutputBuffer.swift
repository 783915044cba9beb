import System

typealias CFile = UnsafeMutablePointer<FILE>

/// The file that libedit writes to: it stays in memory until everything a key brings about is there, and goes to the
/// terminal with one call, so that nothing flickers.
final class OutputBuffer {
  let file: CFile
  private let bytes: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
  private let size: UnsafeMutablePointer<Int>
  let descriptor: Int32
  /// Written before `discard` may take the rest away.
  private var kept: [UInt8] = []
  /// Whether everything behind what is kept was written by libedit.
  private var isForeign = false

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
    isForeign = false
    var text = text
    text.withUTF8 { _ = fwrite($0.baseAddress, 1, $0.count, file) }
  }

  /// The bell, which changes nothing on the screen.
  func ring() { kept.append(0x07) }

  /// What has been written so far stays when the rest is discarded.
  func keep() { kept += take() }
  /// From now on libedit writes: see `takeForeign`.
  func handOver() {
    keep()
    isForeign = true
  }
  /// What libedit has written since it was handed over to; nil when something else was written since.
  func takeForeign() -> [UInt8]? {
    guard isForeign else { return nil }
    let bytes = take()
    kept += bytes
    return bytes
  }
  /// Forgets what was written since `keep`.
  func discard() { _ = take() }

  private func take() -> [UInt8] {
    isForeign = false
    fflush(file)
    defer { rewind(file) }
    guard let start = bytes.pointee else { return [] }
    return start.withMemoryRebound(to: UInt8.self, capacity: size.pointee) {
      Array(UnsafeBufferPointer(start: $0, count: size.pointee))
    }
  }

  /// Sends everything. False when the terminal is gone.
  func flush() -> Bool {
    keep()
    defer { kept.removeAll(keepingCapacity: true) }
    return (try? Descriptor(descriptor).writeAll(kept)) != nil
  }
}
