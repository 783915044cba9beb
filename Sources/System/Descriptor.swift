/// An open file, pipe or terminal by its descriptor number. The code that opened it closes it.
///
/// A signal during a call does not end it: the call is repeated.
public struct Descriptor: Hashable, Sendable {
  public let number: Int32
  public init(_ number: Int32) { self.number = number }
  public static var input: Descriptor { Descriptor(0) }
  public static var output: Descriptor { Descriptor(1) }
  public static var error: Descriptor { Descriptor(2) }

  /// Opens a path for this process only: children do not inherit it.
  /// - Parameters:
  ///   - flags: of open(2); `File` adds the flags that files need.
  ///   - mode: the permissions of a new file.
  public static func open(_ path: String, _ flags: Int32, mode: mode_t = 0o600) throws(SystemError) -> Descriptor {
    Descriptor(try repeated { systemOpen(path, flags | O_CLOEXEC, mode) })
  }

  /// Repeats a call until no signal interrupts it.
  private static func repeated<Number: SignedInteger>(_ call: () -> Number) throws(SystemError) -> Number {
    while true {
      let result = call()
      if result >= 0 { return result }
      guard errno == EINTR else { throw .last }
    }
  }

  public func close() { systemClose(number) }

  /// Opens the null device in place of input, output or error output if the parent process has closed them.
  public static func fillStandard() {
    for number in 0...2 as ClosedRange<Int32> where fcntl(number, F_GETFD) == -1 {
      // The system uses the lowest free number, which is this one.
      _ = systemOpen("/dev/null", O_RDWR, 0)
    }
  }

  public var isTerminal: Bool { isatty(number) != 0 }

  /// The largest accepted size of a terminal: no screen is larger, but some programs report more, and whole pictures
  /// of the terminal are stored.
  private static let maximumSize: (columns: UInt16, rows: UInt16) = (1_000, 500)

  /// The size in cells, with `rows` 0 if only the width is known; `nil` if it is not a terminal or knows neither.
  public var windowSize: (columns: Int, rows: Int)? {
    var size = winsize()
    guard ioctl(number, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return (Int(min(size.ws_col, Self.maximumSize.columns)), Int(min(size.ws_row, Self.maximumSize.rows)))
  }

  /// `true` if a terminal reports more cells than any screen has: code that stores pictures of it, like libedit, must
  /// not ask it for its size.
  public var claimsTooMuch: Bool {
    var size = winsize()
    guard ioctl(number, UInt(TIOCGWINSZ), &size) == 0 else { return false }
    return Int(size.ws_col) * Int(size.ws_row) > Int(Self.maximumSize.columns) * Int(Self.maximumSize.rows)
  }

  /// The size of a terminal's cell in pixels; `nil` if it is unknown.
  public var cellSize: (width: Int, height: Int)? {
    var size = winsize()
    guard ioctl(number, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return nil }
    let (width, height) = (Int(size.ws_xpixel / size.ws_col), Int(size.ws_ypixel / size.ws_row))
    return (2...200).contains(width) && (2...200).contains(height) ? (width, height) : nil
  }

  // MARK: Reading

  /// Reads the available bytes, at most the buffer's size; returns 0 at the end.
  public func read(into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
    try Self.repeated { systemRead(number, buffer) }
  }

  public func read(into buffer: inout [UInt8]) throws(SystemError) -> Int {
    let result = buffer.withUnsafeMutableBytes { bytes in Result { () throws(SystemError) in try read(into: bytes) } }
    return try result.get()
  }

  /// Reads from an offset without moving the position; returns 0 at the end.
  public func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(SystemError) -> Int {
    try Self.repeated { pread(number, buffer.baseAddress, buffer.count, off_t(offset)) }
  }

  /// Reads a part of a file; returns fewer bytes if the file ends there.
  public func read(at offset: Int64, count: Int) throws(SystemError) -> [UInt8] {
    var failure: SystemError?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      filled = 0
      do throws(SystemError) {
        while filled < count {
          let rest = UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: buffer[filled..<count]))
          let got = try read(into: rest, at: offset + Int64(filled))
          if got == 0 { break }
          filled += got
        }
      } catch { failure = error }
    }
    if let failure { throw failure }
    return bytes
  }

  /// Reads to the end, but at most `limit` bytes: to find out whether there are more, pass a limit that is one
  /// greater.
  /// - Parameter isCancelled: called when a signal arrives, and can stop an endless wait: `EINTR` is thrown then.
  public func readAll(
    atMost limit: Int, unless isCancelled: () -> Bool = { false }
  ) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: min(limit, 1 << 16))
    while bytes.count < limit {
      let room = min(buffer.count, limit - bytes.count)
      let count = buffer.withUnsafeMutableBytes { systemRead(number, .init(rebasing: $0[..<room])) }
      if count < 0, errno == EINTR, !isCancelled() { continue }
      guard count >= 0 else { throw .last }
      if count == 0 { break }
      bytes += buffer[..<count]
    }
    return bytes
  }

  // MARK: Writing

  /// Writes in one call and returns the number of bytes written: fewer than requested if the disk is filling up.
  public func write(_ bytes: UnsafeRawBufferPointer) throws(SystemError) -> Int {
    let count = try Self.repeated { systemWrite(number, bytes) }
    // A full disk may also write nothing without reporting an error; without this check, the loop would never end.
    if count == 0, !bytes.isEmpty { throw .number(ENOSPC) }
    return count
  }

  /// Writes everything, and waits for slow readers.
  public func writeAll(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
    try writeAll(bytes, unless: { false })
  }

  /// Writes everything to a reader that may never read it.
  /// - Parameter isCancelled: called before each piece and when a signal arrives. Once it returns `true`, only pieces
  ///   that are accepted within moments are written, and the first other one stops the call: `EINTR` is thrown then.
  public func writeAll(_ bytes: UnsafeRawBufferPointer, unless isCancelled: () -> Bool) throws(SystemError) {
    var start = 0
    while start < bytes.count {
      var end = bytes.count
      if isCancelled() {
        guard isReady(for: Int16(POLLOUT), within: Self.moment) else { throw .number(EINTR) }
        // Any writable pipe has room for a piece of this size; a larger piece would wait for the rest of it.
        end = min(end, start + Self.atomicWriteSize)
      }
      let count = systemWrite(number, UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
      if count > 0 { start += count } else if count == 0 { throw .number(ENOSPC) }
      if count < 0 {
        switch errno {
        case EINTR: break
        case EAGAIN: _ = isReady(for: Int16(POLLOUT), within: -1)
        default: throw .last
        }
      }
    }
  }

  /// The milliseconds that a slow reader is given.
  private static let moment: Int32 = 20
  /// The bytes that a pipe accepts in one piece (`PIPE_BUF` of POSIX is at least 512, on Linux 4,096).
  private static let atomicWriteSize = 512

  /// `true` if reading would not wait: there are bytes, or the end.
  public var canRead: Bool { isReady(for: Int16(POLLIN), within: 0) }

  /// - Parameter timeout: milliseconds; a negative value waits forever, or until a signal arrives.
  private func isReady(for events: Int16, within timeout: Int32) -> Bool {
    var ready = pollfd(fd: number, events: events, revents: 0)
    return poll(&ready, 1, timeout) > 0
  }

  public func writeAll(_ bytes: [UInt8]) throws(SystemError) {
    let result = bytes.withUnsafeBytes { bytes in Result { () throws(SystemError) in try writeAll(bytes) } }
    try result.get()
  }

  public func writeAll(_ text: String) throws(SystemError) {
    var text = text
    let result = text.withUTF8 { bytes in
      Result { () throws(SystemError) in try writeAll(UnsafeRawBufferPointer(bytes)) }
    }
    try result.get()
  }

  public func truncate(to size: Int64) throws(SystemError) {
    _ = try Self.repeated { ftruncate(number, off_t(size)) }
  }

  /// Returns when the file, its owner and its permissions would survive a loss of power.
  public func sync() throws(SystemError) {
    #if canImport(Darwin)
      // fsync on Darwin leaves the data in the drive's cache; F_FULLFSYNC does not, if the file system supports it.
      if fcntl(number, F_FULLFSYNC) == 0 { return }
    #endif
    guard fsync(number) == 0 else { throw .last }
  }

  /// Returns when content and size would survive a loss of power.
  public func syncContent() throws(SystemError) {
    #if canImport(Darwin)
      try sync()
    #else
      // fdatasync omits only times: the size, which reading needs, is written.
      guard fdatasync(number) == 0 else { throw .last }
    #endif
  }

  // MARK: Locks

  /// Waits for the file's lock and takes it. Closing releases it. Locks are held only for moments, so after ten
  /// seconds something is wrong with the other program, and an error is better than hanging forever.
  ///
  /// - Parameters:
  ///   - isShared: whether several readers may hold it together.
  ///   - timeout: milliseconds.
  /// - Throws: `locked` if another program still holds it after that, `EINTR` if ^C was pressed meanwhile.
  public func lock(isShared: Bool = false, timeout: Int = 10_000) throws(SystemError) {
    try lock(isShared: isShared, timeout: timeout, isOfRange: false)
  }

  /// - Parameter isOfRange: `true` to use the other kind of lock from the start.
  func lock(isShared: Bool, timeout: Int, isOfRange: Bool) throws(SystemError) {
    let begin = SystemClock.steady
    let end = begin + Int64(timeout) * 1_000
    var pause: UInt32 = 100
    var isOfRange = isOfRange
    while (isOfRange ? lockRange(isShared: isShared) : flock(number, (isShared ? LOCK_SH : LOCK_EX) | LOCK_NB)) != 0 {
      if !isOfRange, SystemError.last.meansNoLocks {
        isOfRange = true
        continue
      }
      // The system does not support these locks.
      if isOfRange, errno == EINVAL { throw .number(ENOLCK) }
      // A held range is reported as EACCES or EAGAIN.
      guard errno == EWOULDBLOCK || errno == EINTR || isOfRange && errno == EACCES else { throw .last }
      // After an interruption, data may still be saved if no other program blocks it for longer than a moment.
      if Interruption.isRequested, SystemClock.steady >= begin + 10_000 { throw .number(EINTR) }
      if SystemClock.steady >= end { throw .locked(by: lockHolder) }
      usleep(pause)
      pause = min(pause * 2, 2_000)
    }
  }

  /// Requests the other kind of lock, on a range of bytes: some file systems of networks and phones have only that.
  /// As with flock, the lock belongs to the open file, and closing releases it.
  private func lockRange(isShared: Bool) -> Int32 {
    var range = flock()
    range.l_type = Int16(isShared ? F_RDLCK : F_WRLCK)
    range.l_whence = Int16(SEEK_SET)
    // F_OFD_SETLK, which some systems' headers lack.
    #if canImport(Darwin)
      let setLock: Int32 = 90
    #else
      let setLock: Int32 = 37
    #endif
    return withUnsafeMutablePointer(to: &range) { fcntl(number, setLock, UnsafeMutableRawPointer($0)) }
  }

  /// The program that holds the file's lock, such as `storyline (process 4711)`.
  private var lockHolder: String? {
    // Only Linux has this file. A line: `1: FLOCK  ADVISORY  WRITE 4711 08:01:1234 0 EOF`.
    guard let file = try? FileStatus(self).identity.number, let (locks, _) = try? File.open("/proc/locks") else {
      return nil
    }
    defer { locks.close() }
    let text = String(decoding: (try? locks.readAll(atMost: 1 << 20)) ?? [], as: UTF8.self)
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count > 5, words[1] == "FLOCK", words[5].hasSuffix(":\(file)"), let process = Int32(words[4]),
        process > 0,
        process != getpid()
      else { continue }
      let name = (try? File.open("/proc/\(process)/comm").descriptor).map { comm in
        defer { comm.close() }
        return String(decoding: ((try? comm.readAll(atMost: 64)) ?? []).prefix { $0 >= 0x20 }, as: UTF8.self)
      }
      return "\(name ?? "a program") (process \(process))"
    }
    return nil
  }
}
