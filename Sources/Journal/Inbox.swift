import JSON
import System

/// A check of journals that this device did not write: files of a shared folder, of a restored folder, and the copies
/// of other devices' files. Anyone with access to such a folder may have put anything there.
///
///     let inbox = Inbox(files: files, kind: .real, place: .shared)
///     guard let theirs = try inbox.open("/media/stick/phone.journal") else { return }      // nothing in it yet
///     try inbox.checkRoom(for: 4_096, of: theirs.path, in: stateFolder, held: 0)
///     var walk = LineWalk(theirs.file, from: 0)
///     while try walk.next() {
///       if let event = walk.withLine(theirs.event) { … }                                  // a line that may be copied
///     }
///
/// Links are never followed. A path that is not a file, has several names or is larger than `limits` is refused
/// before anything is copied from it. Only whole lines that this program could have written pass, never raw bytes.
struct Inbox {
  /// The location of a file.
  enum Place {
    /// A folder that other devices or programs also write to.
    case shared
    /// Among this device's own files: a copy with several names, as some backups create, may be read.
    case state
  }

  /// The maximum amounts that are read: far more than a family writes in a lifetime, and too little to harm a
  /// machine.
  struct Limits {
    /// Files in a folder.
    var files = 10_000
    /// Bytes and lines in a file.
    var bytes: Int64 = 1 << 29
    var lines = 4_000_000
    /// Bytes of all other devices' files together.
    var allBytes: Int64 = 1 << 31
  }

  let files: any FileSystem
  let kind: Journal.Kind
  let place: Place
  var limits = Limits()

  /// Opens a file and checks its nature.
  /// - Parameter extra: bytes that the file may have beyond the limit: the size of this device's own file here.
  /// - Returns: `nil` if the file is still empty.
  /// - Throws: the reason why the file is left out.
  func open(_ path: String, extra: Int64? = nil) throws(Journal.Failure) -> OtherDeviceFile? {
    let file = try Journal.Failure.of(files.open(path, for: .reading))
    let status = try Journal.Failure.of(file.status())
    try check(status, of: file, path, extra: extra)
    // A file grows while it is read; anything beyond the limit of this device's own file is a hole.
    let size = min(status.size, limits.bytes + (extra ?? 0))
    switch try Journal.Failure.of(Source.beginning(of: file, size: status.size)) {
    case .header(let header):
      try header.check(for: kind, path: path)
      return OtherDeviceFile(path: path, file: file, status: status, size: size, header: header)
    case .damagedHeader:
      return OtherDeviceFile(path: path, file: file, status: status, size: size, header: nil)
    case .nothing: return nil
    case .somethingElse: throw .notAJournal(path: path)
    }
  }

  private func check(_ status: FileStatus, of file: any JournalFile, _ path: String, extra: Int64?) throws(Journal
    .Failure)
  {
    func refuse(_ reason: Journal.Refusal) -> Journal.Failure { .refused(path: path, reason) }
    if place == .shared, status.links > 1 { throw refuse(.severalNames(status.links)) }
    if let extra {
      // This device's own file: holes do not count, and its content may be all that is left of a lost disk.
      guard min(status.size, status.allocated) <= limits.bytes + extra else {
        throw refuse(.tooLarge(bytes: status.size, limit: limits.bytes + extra))
      }
      return
    }
    guard status.size <= limits.bytes else { throw refuse(.tooLarge(bytes: status.size, limit: limits.bytes)) }
    // Compressed files also take little space, but not this little, and they are not full of zeros.
    if status.size > 1 << 20, status.allocated << 4 < status.size, try Journal.Failure.of(Self.hasZeros(file)) {
      throw refuse(.hollow)
    }
  }

  /// Returns `true` if a file has a long run of zeros.
  private static func hasZeros(_ file: any JournalFile) throws(FileError) -> Bool {
    var position: Int64 = 0
    while true {
      let piece = try file.bytes(at: position, count: LineScanner.piece)
      if piece.isEmpty { return false }
      if piece.count > 4_096, piece.isZero { return true }
      position += Int64(piece.count)
    }
  }

  /// Throws if a copy would not leave the disk enough room, or would exceed the total limit.
  /// - Parameters:
  ///   - bytes: the maximum number of bytes to copy.
  ///   - held: the bytes of the copies that the folder already has.
  func checkRoom(for bytes: Int64, of path: String, in folder: String, held: Int64) throws(Journal.Failure) {
    guard held + bytes <= limits.allBytes else { throw .refused(path: path, .tooMuch(limit: limits.allBytes)) }
    // A small copy is tried: a full disk reports an error itself.
    guard bytes > 1 << 16 else { return }
    let free = try Journal.Failure.of(files.freeSpace(in: folder))
    guard bytes <= free / 2 else { throw .refused(path: path, .noRoom(bytes: bytes, free: free)) }
  }

  /// Returns the names to read: all of them, or the first ones up to the limit, known names before others.
  func chosen(_ names: [String], known: Set<String>, in folder: String, _ notices: inout Notices) -> [String] {
    guard names.count > limits.files else { return names }
    // Many journals without events must not push others out.
    let names = names.filter { !isEmpty($0, in: folder) }
    guard names.count > limits.files else { return names }
    notices.add(.tooManyFiles(folder: folder, count: names.count, limit: limits.files))
    return (names.filter(known.contains) + names.filter { !known.contains($0) }).prefix(limits.files).sorted()
  }
}

extension Inbox {
  /// `true` if a file is not longer than a header.
  func isEmpty(_ name: String, in folder: String) -> Bool {
    let header = Header(kind: kind, device: String(name.dropLast(Format.fileSuffix.utf8.count)))
    guard let status = try? files.status(of: "\(folder)/\(name)", followsLinks: false) else { return false }
    return status.kind == .file && status.size <= Int64(header.line.count)
  }
}

/// A journal that another device wrote, opened and checked by `Inbox`.
struct OtherDeviceFile {
  let path: String
  let file: any JournalFile
  let status: FileStatus
  /// The number of bytes that are read.
  let size: Int64
  /// The file's first line; `nil` if it is damaged.
  let header: Header?
  private let checksum = Checksum()

  init(
    path: String, file: any JournalFile, status: FileStatus, size: Int64? = nil, header: Header?
  ) {
    (self.path, self.file, self.status, self.size) = (path, file, status, size ?? status.size)
    self.header = header
  }

  /// `true` if there is anything after the first line.
  var hasEvents: Bool {
    get throws(FileError) {
      var walk = LineIterator(file, from: 0, to: size)
      return try walk.next() && walk.end < size
    }
  }

  /// Returns the event of a line that may be copied: its checksum is valid, and this program could have written it.
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
