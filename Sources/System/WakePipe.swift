/// A pipe by which a signal handler or another thread wakes a `poll`: neither end blocks, and children do not inherit
/// it.
public struct WakePipe: Sendable {
  /// The reading end, readable while bytes wait; -1 if the system had no descriptors left.
  public let reading: Int32
  public let writing: Int32

  public init() {
    var ends: [Int32] = [-1, -1]
    _ = pipe(&ends)
    (reading, writing) = (ends[0], ends[1])
    for end in ends where end >= 0 {
      _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL, 0) | O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
  }

  /// Sends a byte, which is lost if the pipe is full. May be called in a signal handler.
  public func signal(_ byte: UInt8) {
    var byte = byte
    _ = withUnsafeBytes(of: &byte) { systemWrite(writing, $0) }
  }

  /// Reads all waiting bytes.
  @discardableResult
  public func drain() -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64)
    while true {
      let count = buffer.withUnsafeMutableBytes { systemRead(reading, $0) }
      if count <= 0 { return bytes }
      bytes += buffer[..<count]
    }
  }

  public func close() { for end in [reading, writing] where end >= 0 { systemClose(end) } }
}
