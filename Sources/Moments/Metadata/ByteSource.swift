import System

/// Bytes that can be read in any order: a file, or memory in tests and in the fuzzer.
public protocol ByteSource {
  /// The number of bytes.
  var size: Int { get }
  /// Fills `buffer` with the bytes from `offset` and returns their number: fewer at the end, 0 after the end or on an
  /// error.
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Int
}

/// An open file, read with `pread`, which moves no file position and so needs no lock. The caller that opened the
/// file closes it.
public struct FileBytes: ByteSource {
  private let descriptor: Descriptor
  public let size: Int

  public init(descriptor: Descriptor, size: Int) { (self.descriptor, self.size) = (descriptor, size) }

  public func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Int {
    guard offset >= 0, !buffer.isEmpty else { return 0 }
    return (try? descriptor.read(into: buffer, at: Int64(offset))) ?? 0
  }
}

/// Bytes in memory.
public struct MemoryBytes: ByteSource {
  private let bytes: [UInt8]

  public init(_ bytes: [UInt8]) { self.bytes = bytes }
  public var size: Int { bytes.count }

  public func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Int {
    guard offset >= 0, offset < bytes.count else { return 0 }
    let count = min(buffer.count, bytes.count - offset)
    bytes.withUnsafeBytes { source in
      buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: source[offset..<offset + count]))
    }
    return count
  }
}

/// Reads the start of a source once, then only requested ranges.
///
/// Most photos have all their metadata in the first 4 KiB, so one read is enough. Data elsewhere is read in pieces of
/// at least 512 bytes, as the next few fields are usually adjacent. Every source has a budget of reads and bytes: a
/// file made to waste time exhausts it within a few milliseconds.
struct RangeReader<Source: ByteSource> {
  private static var headSize: Int { 4_096 }
  private static var minimumReadSize: Int { 512 }
  private static var readCountLimit: Int { 1_000 }
  private static var byteLimit: Int { 4 << 20 }

  let size: Int
  /// `true` if descriptive data is wanted as well: captions and further dates. A library of millions of photos has
  /// neither the memory nor the time for it.
  var isThorough = false
  private let source: Source
  /// Keeps the memory of `head` and `window` alive.
  private let scratch: ScratchMemory
  private let head: UnsafeRawBufferPointer
  private let window: UnsafeMutableRawBufferPointer
  private var windowStart = 0
  private var windowCount = 0
  private var readsLeft = Self.readCountLimit
  private var bytesLeft = Self.byteLimit

  /// Reads the head. No other reader may use the scratch memory at the same time.
  init(_ source: Source, scratch: ScratchMemory) {
    self.source = source
    self.scratch = scratch
    size = source.size
    window = scratch.window
    let got = source.read(into: scratch.head, at: 0)
    head = UnsafeRawBufferPointer(rebasing: scratch.head[..<min(got, scratch.head.count)])
  }

  /// A hash of the head. It identifies a photo permanently, so the algorithm must never change.
  var headHash: UInt64 {
    var hash = ContentHash(of: head.count)
    hash.add(head)
    return hash.value
  }

  /// Returns exactly `count` bytes, or `nil` if not all of them are available. Valid until the next call.
  mutating func bytes(at offset: Int, count: Int) -> UnsafeRawBufferPointer? {
    let found = prefix(at: offset, upTo: count)
    return found.count == count ? found : nil
  }

  /// Returns up to `count` bytes (at most 64 KiB), fewer at the end of the source or of the budget. Valid until the
  /// next call.
  mutating func prefix(at offset: Int, upTo count: Int) -> UnsafeRawBufferPointer {
    guard offset >= 0, count > 0, offset < size else { return UnsafeRawBufferPointer(start: nil, count: 0) }
    let wanted = min(count, size - offset, window.count)
    if offset + wanted <= head.count { return UnsafeRawBufferPointer(rebasing: head[offset..<offset + wanted]) }
    if offset < windowStart || offset + wanted > windowStart + windowCount {
      guard fill(at: offset, count: wanted) else { return UnsafeRawBufferPointer(start: nil, count: 0) }
    }
    let start = offset - windowStart
    return UnsafeRawBufferPointer(rebasing: window[start..<min(start + wanted, windowCount)])
  }

  /// Calls `body` with the bytes of a range, or with its beginning if not all can be read, in one piece that may be
  /// longer than `prefix` allows.
  mutating func withBytes<Result>(
    in extent: Range<Int>, atMost limit: Int, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    let count = min(extent.count, limit, size - min(extent.lowerBound, size))
    guard count > window.count else { return body(prefix(at: extent.lowerBound, upTo: count)) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    while bytes.count < count {
      let part = prefix(at: extent.lowerBound + bytes.count, upTo: count - bytes.count)
      if part.isEmpty { break }
      bytes.append(contentsOf: part)
    }
    return bytes.withUnsafeBytes(body)
  }

  private mutating func fill(at offset: Int, count: Int) -> Bool {
    let length = min(max(count, Self.minimumReadSize), window.count)
    guard readsLeft > 0, bytesLeft >= length else { return false }
    readsLeft -= 1
    bytesLeft -= length
    windowStart = offset
    windowCount = source.read(into: UnsafeMutableRawBufferPointer(rebasing: window[..<length]), at: offset)
    return windowCount > 0
  }
}

/// Memory for reading one file after another, so that a scan of thousands of files allocates once per thread.
final class ScratchMemory {
  fileprivate let head = UnsafeMutableRawBufferPointer.allocate(byteCount: 4_096, alignment: 16)
  /// Large enough for a whole JPEG segment, the largest block that is read in one piece.
  fileprivate let window = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 16)

  init() {}

  deinit {
    head.deallocate()
    window.deallocate()
  }
}

extension UnsafeRawBufferPointer {
  /// Returns the byte at `index`, or 0 beyond the end: a reader of broken files asks first and checks the result.
  @inline(__always)
  func byte(_ index: Int) -> UInt8 { index >= 0 && index < count ? self[index] : 0 }

  @inline(__always)
  func bigEndian16(_ index: Int) -> Int { Int(byte(index)) << 8 | Int(byte(index + 1)) }

  @inline(__always)
  func bigEndian32(_ index: Int) -> Int { bigEndian16(index) << 16 | bigEndian16(index + 2) }

  @inline(__always)
  func littleEndian16(_ index: Int) -> Int { Int(byte(index + 1)) << 8 | Int(byte(index)) }

  @inline(__always)
  func littleEndian32(_ index: Int) -> Int { littleEndian16(index + 2) << 16 | littleEndian16(index) }

  /// `true` if the ASCII text is at `index`.
  func has(_ text: StaticString, at index: Int = 0) -> Bool {
    guard index >= 0, index + text.utf8CodeUnitCount <= count else { return false }
    for position in 0..<text.utf8CodeUnitCount where self[index + position] != text.utf8Start[position] { return false }
    return true
  }

  /// The text up to its zero byte, without the spaces that cameras pad with; `nil` if nothing is left.
  var text: String? {
    var bytes = self[...]
    if let end = bytes.firstIndex(of: 0) { bytes = bytes[..<end] }
    while let last = bytes.last, last == UInt8(ascii: " ") { bytes.removeLast() }
    while let first = bytes.first, first == UInt8(ascii: " ") { bytes.removeFirst() }
    return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the bytes from `start` up to, but not including, `end`, clamped to the buffer.
  func slice(_ start: Int, _ end: Int) -> UnsafeRawBufferPointer {
    let first = Swift.min(Swift.max(start, 0), count)
    return UnsafeRawBufferPointer(rebasing: self[first..<Swift.max(first, Swift.min(end, count))])
  }

  /// Returns the first index of `text` at or after `start`. O(n) for the short texts searched for here.
  func find(_ text: StaticString, from start: Int = 0) -> Int? {
    let length = text.utf8CodeUnitCount
    guard length > 0, start >= 0, count - length >= start else { return nil }
    guard let base = baseAddress else { return nil }
    var index = start
    // `memchr` checks many bytes at once; an XMP packet can contain 64 KiB of spaces.
    while index <= count - length, let hit = memchr(base + index, CInt(text.utf8Start[0]), count - length - index + 1) {
      index = UnsafeRawPointer(hit) - base
      if has(text, at: index) { return index }
      index += 1
    }
    return nil
  }
}
