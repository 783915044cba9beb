import System

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
