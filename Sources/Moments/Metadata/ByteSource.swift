import System

/// Bytes that can be read in any order: a file, or memory in tests and in the fuzzer.
public protocol ByteSource {
  /// How many bytes there are.
  var size: Int { get }
  /// Fills `buffer` with the bytes from `offset` on and says how many it got: fewer at the end, 0 behind it or on an
  /// error.
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Int
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
