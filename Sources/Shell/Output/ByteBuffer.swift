/// Bytes that gather at one end. An array checks at each word whether it has one owner; this has one by its type.
struct ByteBuffer: ~Copyable {
  private var start: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  private(set) var count = 0

  /// - Parameter capacity: how many bytes it holds before it grows, at least 64.
  init(capacity: Int = 256) {
    self.capacity = max(64, capacity)
    start = .allocate(capacity: self.capacity)
  }

  deinit { start.deallocate() }

  var isEmpty: Bool { count == 0 }
  var last: UInt8? { count == 0 ? nil : start[count - 1] }

  /// All of it, as long as nothing is appended.
  var bytes: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: start, count: count)
  }

  @inline(__always)
  mutating func append(_ byte: UInt8) {
    if count == capacity { grow(by: 1) }
    start[count] = byte
    count += 1
  }

  @inline(__always)
  mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let source = bytes.baseAddress else { return }
    if bytes.count > capacity - count { grow(by: bytes.count) }
    (start + count).update(from: source, count: bytes.count)
    count += bytes.count
  }

  /// Has some bytes written in place.
  /// - Parameters:
  ///   - most: how many there may be.
  ///   - body: writes them, and returns how many there are.
  @inline(__always)
  mutating func append(atMost most: Int, _ body: (UnsafeMutablePointer<UInt8>) -> Int) {
    if most > capacity - count { grow(by: most) }
    count += body(start + count)
  }

  /// Takes away all behind the first bytes.
  mutating func truncate(to length: Int) { count = min(count, length) }

  @inline(never)
  private mutating func grow(by more: Int) {
    let wider = max(capacity * 2, count + more)
    let new = UnsafeMutablePointer<UInt8>.allocate(capacity: wider)
    new.update(from: start, count: count)
    start.deallocate()
    (start, capacity) = (new, wider)
  }
}
