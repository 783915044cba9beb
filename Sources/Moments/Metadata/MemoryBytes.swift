import System

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
