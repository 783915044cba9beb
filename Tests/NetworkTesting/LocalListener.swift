import System

/// A socket that listens on this machine and serves each connection in a thread of its own.
///
///     guard let listener = LocalListener() else { return }
///     guard listener.start({ socket in … }) else { return }
///     listener.close()
final class LocalListener: @unchecked Sendable {
  let port: Int
  private let socket: Int32
  private let lock = Lock()
  private var open: Set<Int32> = []
  private var threads: [SystemThread] = []
  private var hasEnded = false

  /// - Returns: `nil` if the system cannot provide a socket.
  init?() {
    #if canImport(Glibc)
      let stream = Int32(SOCK_STREAM.rawValue)
    #else
      let stream = SOCK_STREAM
    #endif
    socket = System.socket(AF_INET, stream, 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutableBytes(of: &address) { [socket] bytes in
      let address = bytes.baseAddress!.assumingMemoryBound(to: sockaddr.self)
      return bind(socket, address, size) == 0 && listen(socket, 64) == 0 && getsockname(socket, address, &size) == 0
    }
    guard isBound else { return nil }
    port = Int(UInt16(bigEndian: address.sin_port))
  }

  /// Accepts connections from now on.
  /// - Parameter serve: what happens on each connection; its end closes the connection.
  /// - Returns: `false` if the system cannot provide a thread.
  func start(_ serve: @escaping @Sendable (Int32) -> Void) -> Bool {
    guard let thread = SystemThread({ [unowned self] in accept(serve) }) else { return false }
    threads.append(thread)
    return true
  }

  /// Closes all connections, and waits for their threads.
  func close() {
    let threads = lock.holding {
      hasEnded = true
      for connection in open { shutdown(connection, Int32(SHUT_RDWR)) }
      shutdown(socket, Int32(SHUT_RDWR))
      return self.threads
    }
    for thread in threads { thread.join() }
    Descriptor(socket).close()
  }

  private func accept(_ serve: @escaping @Sendable (Int32) -> Void) {
    while true {
      let connection = System.accept(socket, nil, nil)
      guard connection >= 0 else { return }
      lock.holding {
        guard !hasEnded, let thread = SystemThread({ [unowned self] in run(serve, connection) }) else {
          return Descriptor(connection).close()
        }
        open.insert(connection)
        threads.append(thread)
      }
    }
  }

  private func run(_ serve: (Int32) -> Void, _ connection: Int32) {
    serve(connection)
    lock.holding {
      open.remove(connection)
      Descriptor(connection).close()
    }
  }
}
