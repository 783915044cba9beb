import System

/// Bytes that can be read in any order: a file, or memory in tests and in the fuzzer.
public protocol ByteSource {
  /// How many bytes there are.
  var size: Int { get }
  /// Fills `buffer` with the bytes from `offset` on and says how many it got: fewer at the end, 0 behind it or on an
  /// error.
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Int
}

/// An open file, read with `pread`, which moves no position and so needs no lock. Whoever opened it closes it.
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

/// Reads the start of a source once, and then only the ranges that are asked for.
///
/// Most photos have all their metadata in the first 4 KiB, so that one read is enough; what lies elsewhere comes in
/// pieces of at least 512 bytes, as the next few fields mostly lie beside each other. Every source has a budget of
/// reads and bytes: a file made to waste time runs out of it within a few milliseconds.
struct RangeReader<Source: ByteSource> {
  private static var headSize: Int { 4_096 }
  private static var smallestRead: Int { 512 }
  private static var mostReads: Int { 1_000 }
  private static var mostBytes: Int { 4 << 20 }

  let size: Int
  /// Whether also what decides nothing is of interest: what a picture shows, further dates. A library of millions has neither
  /// room nor time for it.
  var isThorough = false
  private let source: Source
  /// Held, because `head` and `window` are its memory.
  private let scratch: ScratchMemory
  private let head: UnsafeRawBufferPointer
  private let window: UnsafeMutableRawBufferPointer
  private var windowStart = 0
  private var windowCount = 0
  private var readsLeft = Self.mostReads
  private var bytesLeft = Self.mostBytes

  /// Reads the head; no other reader may use the scratch memory meanwhile.
  init(_ source: Source, scratch: ScratchMemory) {
    self.source = source
    self.scratch = scratch
    size = source.size
    window = scratch.window
    let got = source.read(into: scratch.head, at: 0)
    head = UnsafeRawBufferPointer(rebasing: scratch.head[..<min(got, scratch.head.count)])
  }

  /// A hash of the head: what a photo is known by for ever, so it never changes.
  var headHash: UInt64 {
    var hash = ContentHash(of: head.count)
    hash.add(head)
    return hash.value
  }

  /// Exactly `count` bytes, or `nil` when they are not all there. Valid until the next call.
  mutating func bytes(at offset: Int, count: Int) -> UnsafeRawBufferPointer? {
    let found = prefix(at: offset, upTo: count)
    return found.count == count ? found : nil
  }

  /// Up to `count` bytes (at most 64 KiB), fewer at the end of the source or of the budget. Valid until the next call.
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

  /// What lies in a range, of which the beginning may do, in one piece: also more than `prefix` can give.
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
    let length = min(max(count, Self.smallestRead), window.count)
    guard readsLeft > 0, bytesLeft >= length else { return false }
    readsLeft -= 1
    bytesLeft -= length
    windowStart = offset
    windowCount = source.read(into: UnsafeMutableRawBufferPointer(rebasing: window[..<length]), at: offset)
    return windowCount > 0
  }
}

/// Memory for reading one file after another, so that a scan of thousands allocates once for each thread.
final class ScratchMemory {
  fileprivate let head = UnsafeMutableRawBufferPointer.allocate(byteCount: 4_096, alignment: 16)
  /// Holds a whole JPEG segment, the largest thing that is ever looked at in one piece.
  fileprivate let window = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 16)

  init() {}

  deinit {
    head.deallocate()
    window.deallocate()
  }
}

extension UnsafeRawBufferPointer {
  /// The byte at `index`, or 0 behind the end: a reader of broken files asks first and checks the result.
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

  /// Whether the ASCII characters of `text` stand at `index`.
  func has(_ text: StaticString, at index: Int = 0) -> Bool {
    guard index >= 0, index + text.utf8CodeUnitCount <= count else { return false }
    for position in 0..<text.utf8CodeUnitCount where self[index + position] != text.utf8Start[position] { return false }
    return true
  }

  /// Text up to its zero byte, without the blanks that cameras pad with; `nil` when nothing is left.
  var text: String? {
    var bytes = self[...]
    if let end = bytes.firstIndex(of: 0) { bytes = bytes[..<end] }
    while let last = bytes.last, last == UInt8(ascii: " ") { bytes.removeLast() }
    while let first = bytes.first, first == UInt8(ascii: " ") { bytes.removeFirst() }
    return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
  }

  /// The part from `start` to before `end`, cut to what is there.
  func slice(_ start: Int, _ end: Int) -> UnsafeRawBufferPointer {
    let first = Swift.min(Swift.max(start, 0), count)
    return UnsafeRawBufferPointer(rebasing: self[first..<Swift.max(first, Swift.min(end, count))])
  }

  /// Where `text` first stands at or after `start`. O(n) for the short texts looked for here.
  func find(_ text: StaticString, from start: Int = 0) -> Int? {
    let length = text.utf8CodeUnitCount
    guard length > 0, start >= 0, count - length >= start else { return nil }
    guard let base = baseAddress else { return nil }
    var index = start
    // `memchr` looks at many bytes at once; an XMP packet can be 64 KiB of blanks.
    while index <= count - length, let hit = memchr(base + index, CInt(text.utf8Start[0]), count - length - index + 1) {
      index = UnsafeRawPointer(hit) - base
      if has(text, at: index) { return index }
      index += 1
    }
    return nil
  }
}
