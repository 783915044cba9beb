#if !canImport(CWeb)
  /// A socket that takes connections from a network. All operations return at once.
  public struct ListeningSocket: Hashable, Sendable {
    public let descriptor: Descriptor
    /// The port that the system has chosen, if none was asked for.
    public let port: Int

    /// - Parameters:
    ///   - port: 0 for any free one.
    ///   - isLocal: `true` to take connections from this machine alone.
    /// - Throws: `EADDRINUSE` if another program has the port, `EACCES` for a port that only the administrator may use.
    public init(port: Int, isLocal: Bool) throws(SystemError) {
      #if canImport(Glibc)
        let stream = Int32(SOCK_STREAM.rawValue)
      #else
        let stream = SOCK_STREAM
      #endif
      let number = socket(AF_INET, stream, 0)
      guard number >= 0 else { throw .last }
      let descriptor = Descriptor(number)
      var isOn: Int32 = 1
      // Otherwise the port would stay taken for a minute after the program's end.
      setsockopt(number, SOL_SOCKET, SO_REUSEADDR, &isOn, socklen_t(MemoryLayout<Int32>.size))
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = in_port_t(UInt16(clamping: port)).bigEndian
      address.sin_addr.s_addr = UInt32(isLocal ? 0x7F00_0001 : 0).bigEndian
      var size = socklen_t(MemoryLayout<sockaddr_in>.size)
      let isBound = withUnsafeMutableBytes(of: &address) { bytes in
        let address = bytes.baseAddress!.assumingMemoryBound(to: sockaddr.self)
        return bind(number, address, size) == 0 && listen(number, 128) == 0 && getsockname(number, address, &size) == 0
      }
      guard isBound, Self.prepare(number) else {
        let error = SystemError.last
        descriptor.close()
        throw error
      }
      self.descriptor = descriptor
      self.port = Int(UInt16(bigEndian: address.sin_port))
    }

    /// Lets the descriptor return at once, and no child inherit it.
    private static func prepare(_ number: Int32) -> Bool {
      fcntl(number, F_SETFL, O_NONBLOCK) == 0 && fcntl(number, F_SETFD, FD_CLOEXEC) == 0
    }

    /// Takes a connection that waits.
    /// - Returns: the connection, and the address it comes from, such as `192.168.1.7`; `nil` if none waits.
    public func accept() -> (connection: Descriptor, address: String)? {
      var address = sockaddr_in()
      var size = socklen_t(MemoryLayout<sockaddr_in>.size)
      let number = withUnsafeMutableBytes(of: &address) { bytes in
        System.accept(descriptor.number, bytes.baseAddress!.assumingMemoryBound(to: sockaddr.self), &size)
      }
      guard number >= 0 else { return nil }
      guard Self.prepare(number) else {
        Descriptor(number).close()
        return nil
      }
      let value = UInt32(bigEndian: address.sin_addr.s_addr)
      let parts = [24, 16, 8, 0].map { String(value >> $0 & 255) }
      return (Descriptor(number), parts.joined(separator: "."))
    }

    /// The addresses of this machine in its networks, without `127.0.0.1`.
    public static var localAddresses: [String] {
      var first: UnsafeMutablePointer<ifaddrs>?
      guard getifaddrs(&first) == 0 else { return [] }
      defer { freeifaddrs(first) }
      var addresses: [String] = []
      var next = first
      while let interface = next?.pointee {
        next = interface.ifa_next
        guard let address = interface.ifa_addr, address.pointee.sa_family == sa_family_t(AF_INET) else { continue }
        let value = address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
          UInt32(bigEndian: $0.pointee.sin_addr.s_addr)
        }
        if value >> 24 == 127 { continue }
        addresses.append([24, 16, 8, 0].map { String(value >> $0 & 255) }.joined(separator: "."))
      }
      return addresses
    }
  }

  extension Descriptor {
    /// Sends as many bytes as the connection takes at once.
    /// - Returns: their number, 0 if it takes none now.
    /// - Throws: the system's error once the connection is closed.
    public func send(_ bytes: ArraySlice<UInt8>) throws(SystemError) -> Int {
      #if canImport(Glibc) || canImport(Musl)
        let flags = Int32(MSG_NOSIGNAL)
      #else
        // There a signal is ignored by the program.
        let flags: Int32 = 0
      #endif
      let count = bytes.withUnsafeBytes { System.send(number, $0.baseAddress, $0.count, flags) }
      if count >= 0 { return count }
      if errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR { return 0 }
      throw .last
    }

    /// Receives bytes that have arrived.
    /// - Returns: `nil` if there are none now, an empty array at the end of the connection.
    public func receive(atMost limit: Int) throws(SystemError) -> [UInt8]? {
      var buffer = [UInt8](repeating: 0, count: limit)
      let count = buffer.withUnsafeMutableBytes { recv(number, $0.baseAddress, $0.count, 0) }
      if count >= 0 { return Array(buffer[..<count]) }
      if errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR { return nil }
      throw .last
    }
  }
#endif
