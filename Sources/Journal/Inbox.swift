import JSON
import System

/// The gate for journals that this device did not write: files of a shared folder, of a folder that was put back, and
/// the copies of other devices' files. Whoever has access to such a folder may have put anything there.
///
///     let inbox = Inbox(files: files, kind: .real, place: .shared)
///     guard let theirs = try inbox.open("/media/stick/phone.journal") else { return }      // nothing in it yet
///     try inbox.checkRoom(for: 4_096, of: theirs.path, in: stateFolder, held: 0)
///     var walk = LineWalk(theirs.file, from: 0)
///     while try walk.next() {
///       if let event = walk.withLine(theirs.event) { … }                                   // a line that may be copied
///     }
///
/// A link is never followed, and what is no file, has several names or is larger than `limits` is refused before
/// anything of it is copied. What goes on is whole lines that this program could have written, never bytes as they are.
struct Inbox {
  /// Where a file lies.
  enum Place {
    /// Where others write as well.
    case shared
    /// Among this device's own files: a copy with several names, as some backups make them, may be read.
    case state
  }

  /// The most that is read: far more than a family writes in a life, and less than what harms a machine.
  struct Limits {
    /// Files of a folder.
    var files = 10_000
    /// Bytes and lines of a file.
    var bytes: Int64 = 1 << 29
    var lines = 4_000_000
    /// Bytes of all other devices' files together.
    var allBytes: Int64 = 1 << 31
  }

  let files: any FileSystem
  let kind: Journal.Kind
  let place: Place
  var limits = Limits()

  /// Opens a file and looks at what it is.
  /// - Parameter extra: bytes that it may have beyond the limit: what this device's own file has here.
  /// - Returns: `nil` when there is nothing in it yet.
  /// - Throws: why it is left out.
  func open(_ path: String, extra: Int64? = nil) throws(Journal.Failure) -> ForeignFile? {
    try Journal.Failure.wrapping {
      let file = try files.open(path, for: .reading)
      let status = try file.status()
      try check(status, of: file, path, extra: extra)
      // A file grows while it is read; what comes behind the limit of this device's own is a hole.
      let size = min(status.size, limits.bytes + (extra ?? 0))
      switch try Source.beginning(of: file, size: status.size) {
      case .header(let header):
        try header.check(for: kind, path: path)
        return ForeignFile(path: path, file: file, status: status, size: size, header: header)
      case .damagedHeader:
        return ForeignFile(path: path, file: file, status: status, size: size, header: nil)
      case .nothing: return nil
      case .somethingElse: throw Journal.Failure.notAJournal(path: path)
      }
    }
  }

  private func check(_ status: FileStatus, of file: any JournalFile, _ path: String, extra: Int64?) throws {
    func refuse(_ reason: Journal.Refusal) -> Journal.Failure { .refused(path: path, reason) }
    if place == .shared, status.links > 1 { throw refuse(.severalNames(status.links)) }
    if let extra {
      // This device's own: holes do not count, what is in it may be all that is left of a lost disk.
      guard min(status.size, status.allocated) <= limits.bytes + extra else {
        throw refuse(.tooLarge(bytes: status.size, limit: limits.bytes + extra))
      }
      return
    }
    guard status.size <= limits.bytes else { throw refuse(.tooLarge(bytes: status.size, limit: limits.bytes)) }
    // Compressed files take little as well, but not as little, and are not full of zeros.
    if status.size > 1 << 20, status.allocated << 4 < status.size, try Self.hasZeros(file) { throw refuse(.hollow) }
  }

  /// Whether a file has a long run of zeros.
  private static func hasZeros(_ file: any JournalFile) throws(FileError) -> Bool {
    var position: Int64 = 0
    while true {
      let piece = try file.bytes(at: position, count: LineScanner.piece)
      if piece.isEmpty { return false }
      if piece.count > 4_096, piece.isZero { return true }
      position += Int64(piece.count)
    }
  }

  /// Refuses to copy what would not leave the disk enough room, or be too much in all.
  /// - Parameters:
  ///   - bytes: the most that would be copied.
  ///   - held: the bytes of the copies that the folder has already.
  func checkRoom(for bytes: Int64, of path: String, in folder: String, held: Int64) throws(Journal.Failure) {
    guard held + bytes <= limits.allBytes else { throw .refused(path: path, .tooMuch(limit: limits.allBytes)) }
    // What is small is tried: a disk that has no room for it says so itself.
    guard bytes > 1 << 16 else { return }
    let free = try Journal.Failure.wrapping { try files.freeSpace(in: folder) }
    guard bytes <= free / 2 else { throw .refused(path: path, .noRoom(bytes: bytes, free: free)) }
  }

  /// The names that are looked at: all, or the first of them, those that are known already before others.
  func chosen(_ names: [String], known: Set<String>, in folder: String, _ notices: inout Notices) -> [String] {
    guard names.count > limits.files else { return names }
    notices.add(.tooManyFiles(folder: folder, count: names.count, limit: limits.files))
    return (names.filter(known.contains) + names.filter { !known.contains($0) }).prefix(limits.files).sorted()
  }
}

/// A journal that another device wrote, open and looked at by `Inbox`.
struct ForeignFile {
  let path: String
  let file: any JournalFile
  let status: FileStatus
  /// Bytes of it that are read.
  let size: Int64
  /// Its first line; `nil` when that is damaged.
  let header: Header?
  private let checksum = Checksum()

  init(
    path: String, file: any JournalFile, status: FileStatus, size: Int64? = nil, header: Header?
  ) {
    (self.path, self.file, self.status, self.size) = (path, file, status, size ?? status.size)
    self.header = header
  }

  /// The event of a line that may be copied: its checksum holds, and this program could have written it.
  func event(_ line: UnsafeRawBufferPointer) -> Journal.SavedEvent? {
    guard let json = Line.json(of: line, checksum), Self.isWellFormed(json),
      let saved = Line.savedEvent(of: line), saved.event.flaw == nil,
      Journal.Event.ID(saved.event.id.text) != nil, Journal.DeviceID(saved.origin.device.name) != nil
    else { return nil }
    return saved
  }

  private static func isWellFormed(_ json: UnsafeRawBufferPointer) -> Bool {
    var reader = JSONReader(json)
    guard (try? reader.skipValue()) != nil else { return false }
    return reader.offset == json.count
  }
}
