/// An open file, pipe or terminal by the system's number for it. Whoever opened it closes it.
///
/// A signal that comes in between ends no call: it is made again.
public struct Descriptor: Hashable, Sendable {
  public let number: Int32
  public init(_ number: Int32) { self.number = number }
  public static var input: Descriptor { Descriptor(0) }
  public static var output: Descriptor { Descriptor(1) }
  public static var error: Descriptor { Descriptor(2) }

  /// Opens a path for this process alone: no child inherits it.
  /// - Parameters:
  ///   - flags: of open(2); `File` has what files need.
  ///   - mode: who may do what with a new file.
  public static func open(_ path: String, _ flags: Int32, mode: mode_t = 0o600) throws(SystemError) -> Descriptor {
    Descriptor(try repeated { systemOpen(path, flags | O_CLOEXEC, mode) })
  }

  /// Makes a call until no signal comes in between.
  private static func repeated<Number: SignedInteger>(_ call: () -> Number) throws(SystemError) -> Number {
    while true {
      let result = call()
      if result >= 0 { return result }
      guard errno == EINTR else { throw .last }
    }
  }

  public func close() { systemClose(number) }

  /// Opens the null device wherever input, output or error output was closed by whoever started the program.
  public static func fillStandard() {
    for number in 0...2 as ClosedRange<Int32> where fcntl(number, F_GETFD) == -1 {
      // The lowest free number is taken, which is this one.
      _ = systemOpen("/dev/null", O_RDWR, 0)
    }
  }

  public var isTerminal: Bool { isatty(number) != 0 }

  /// The most columns and rows that a terminal is taken for: no screen has more, but some programs say so, and whole
  /// pictures of it are kept.
  private static let mostCells: (columns: UInt16, rows: UInt16) = (1_000, 500)

  /// The size in cells, `rows` 0 where only the width is known; `nil` for what is no terminal or knows neither.
  public var windowSize: (columns: Int, rows: Int)? {
    var size = winsize()
    guard ioctl(number, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return (Int(min(size.ws_col, Self.mostCells.columns)), Int(min(size.ws_row, Self.mostCells.rows)))
  }

  /// Whether a terminal says that it has more cells than any screen: who keeps pictures of it, as libedit does, is not to
  /// ask it for its size.
  public var claimsTooMuch: Bool {
    var size = winsize()
    guard ioctl(number, UInt(TIOCGWINSZ), &size) == 0 else { return false }
    return Int(size.ws_col) * Int(size.ws_row) > Int(Self.mostCells.columns) * Int(Self.mostCells.rows)
  }

  /// A cell of a terminal in pixels; `nil` where that is not known.
  public var cellSize: (width: Int, height: Int)? {
    var size = winsize()
    guard ioctl(number, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return nil }
    let (width, height) = (Int(size.ws_xpixel / size.ws_col), Int(size.ws_ypixel / size.ws_row))
    return (2...200).contains(width) && (2...200).contains(height) ? (width, height) : nil
  }

  // MARK: Reading

  /// Reads as many bytes as are there, at most the buffer's size; 0 at the end.
  public func read(into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
    try Self.repeated { systemRead(number, buffer) }
  }

  public func read(into buffer: inout [UInt8]) throws(SystemError) -> Int {
    let result = buffer.withUnsafeMutableBytes { bytes in Result { () throws(SystemError) in try read(into: bytes) } }
    return try result.get()
  }

  /// Reads from an offset, which moves no position; 0 at the end.
  public func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(SystemError) -> Int {
    try Self.repeated { pread(number, buffer.baseAddress, buffer.count, off_t(offset)) }
  }

  /// Reads a part of a file, fewer bytes where it ends.
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

  /// Reads to the end, or until `limit` bytes are there: who has to know whether there are more asks for one more.
  /// - Parameter isCancelled: asked when a signal comes, which ends what waits for ever: `EINTR` is thrown then.
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

  /// Writes in one call and says how many bytes went: fewer than asked on a disk that is filling up.
  public func write(_ bytes: UnsafeRawBufferPointer) throws(SystemError) -> Int {
    let count = try Self.repeated { systemWrite(number, bytes) }
    // Nothing written and no error is what a full disk may look like as well; without this it would loop for ever.
    if count == 0, !bytes.isEmpty { throw .number(ENOSPC) }
    return count
  }

  /// Writes everything, and waits for whoever takes it slowly.
  public func writeAll(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
    try writeAll(bytes, unless: { false })
  }

  /// The same for whoever takes nothing, perhaps for ever.
  /// - Parameter isCancelled: asked before each piece and when a signal comes. Once it says yes, only what is taken
  ///   within moments is written, and what is not ends it: `EINTR` is thrown then.
  public func writeAll(_ bytes: UnsafeRawBufferPointer, unless isCancelled: () -> Bool) throws(SystemError) {
    var start = 0
    while start < bytes.count {
      var end = bytes.count
      if isCancelled() {
        guard isReady(for: Int16(POLLOUT), within: Self.moment) else { throw .number(EINTR) }
        // So much has room where anything has: a larger piece would wait for the rest of it.
        end = min(end, start + Self.surePiece)
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

  /// Milliseconds that a reader has who only reads slowly.
  private static let moment: Int32 = 20
  /// What a pipe takes in one piece (`PIPE_BUF` of POSIX is at least 512, on Linux 4,096).
  private static let surePiece = 512

  /// - Parameter patience: milliseconds; negative ones for ever, or until a signal comes.
  private func isReady(for events: Int16, within patience: Int32) -> Bool {
    var ready = pollfd(fd: number, events: events, revents: 0)
    return poll(&ready, 1, patience) > 0
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

  /// Returns when the file would survive a loss of power, with its owner and permissions.
  public func sync() throws(SystemError) {
    #if canImport(Darwin)
      // fsync on Darwin leaves the data in the drive's cache; F_FULLFSYNC does not, where the file system has it.
      if fcntl(number, F_FULLFSYNC) == 0 { return }
    #endif
    guard fsync(number) == 0 else { throw .last }
  }

  /// Returns when content and size would survive a loss of power.
  public func syncContent() throws(SystemError) {
    #if canImport(Darwin)
      try sync()
    #else
      // fdatasync leaves out only times: the size, which reading needs, is written.
      guard fdatasync(number) == 0 else { throw .last }
    #endif
  }

  // MARK: Locks

  /// Waits until nobody else holds the file's lock. Closing lets go of it. Locks are held for moments, so after ten seconds
  /// something is wrong with the other program, and to hang for ever would be worse than an error.
  ///
  /// - Parameters:
  ///   - isShared: readers may hold it together.
  ///   - patience: milliseconds.
  /// - Throws: `locked` when somebody still holds it after that, `EINTR` when ^C came meanwhile.
  public func lock(isShared: Bool = false, patience: Int = 10_000) throws(SystemError) {
    try lock(isShared: isShared, patience: patience, isOfRange: false)
  }

  /// - Parameter isOfRange: `true` to ask for the other kind of lock at once.
  func lock(isShared: Bool, patience: Int, isOfRange: Bool) throws(SystemError) {
    let begin = SystemClock.steady
    let end = begin + Int64(patience) * 1_000
    var pause: UInt32 = 100
    var isOfRange = isOfRange
    while (isOfRange ? lockRange(isShared: isShared) : flock(number, (isShared ? LOCK_SH : LOCK_EX) | LOCK_NB)) != 0 {
      if !isOfRange, SystemError.last.meansNoLocks {
        isOfRange = true
        continue
      }
      // A system that has never heard of these.
      if isOfRange, errno == EINVAL { throw .number(ENOLCK) }
      // EACCES and EAGAIN are what a held range says.
      guard errno == EWOULDBLOCK || errno == EINTR || isOfRange && errno == EACCES else { throw .last }
      // Whoever was interrupted may still save what it has, if nobody is in the way for longer than a moment.
      if Interruption.isRequested, SystemClock.steady >= begin + 10_000 { throw .number(EINTR) }
      if SystemClock.steady >= end { throw .locked(by: lockHolder) }
      usleep(pause)
      pause = min(pause * 2, 2_000)
    }
  }

  /// Asks for the other kind of lock, of a range of bytes: some file systems of networks and telephones have only that.
  /// As with flock the lock belongs to the open file, and closing lets go of it.
  private func lockRange(isShared: Bool) -> Int32 {
    var range = flock()
    range.l_type = Int16(isShared ? F_RDLCK : F_WRLCK)
    range.l_whence = Int16(SEEK_SET)
    // F_OFD_SETLK, which is not in every system's headers.
    #if canImport(Darwin)
      let setLock: Int32 = 90
    #else
      let setLock: Int32 = 37
    #endif
    return withUnsafeMutablePointer(to: &range) { fcntl(number, setLock, UnsafeMutableRawPointer($0)) }
  }

  /// The program that holds the file's lock, such as `storyline (process 4711)`.
  private var lockHolder: String? {
    // Linux alone has it. A line: `1: FLOCK  ADVISORY  WRITE 4711 08:01:1234 0 EOF`.
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
