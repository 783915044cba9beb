import System

/// One journal file of the folder, and how far it has been read.
final class Source {
  let name: String
  let path: String
  let file: any JournalFile
  let identity: FileStatus.Identity
  let version: Int
  let migrations: [Migration]
  let isWritable: Bool
  /// Its number among the sources.
  var number = 0
  /// Bytes of whole lines that have been read, and their number.
  var scanned: Int64
  var lines: Int
  /// Whether a line of it, perhaps the first, is not what was written.
  var isDamaged = false
  /// Whether lines end in CR LF.
  var hasReturns = false
  /// Whether it is reached through a link, or has a second name: then it must not be written.
  var isLinked = false
  private var reader: LineReader

  init(
    name: String, path: String, file: any JournalFile, identity: FileStatus.Identity, version: Int,
    migrations: [Migration], isWritable: Bool
  ) {
    (self.name, self.path, self.file, self.identity) = (name, path, file, identity)
    (self.version, self.migrations, self.isWritable) = (version, migrations, isWritable)
    scanned = 0
    lines = 0
    reader = LineReader(file, stride: 4_096)
  }

  /// The name of the device whose own file this is.
  var author: String { String(name.dropLast(Format.fileSuffix.count)) }

  /// The event of the line at `offset`; `nil` when there is none any more.
  func savedEvent(at offset: Int64) throws(FileError) -> Journal.SavedEvent? {
    try reader.line(at: offset) { migrations.savedEvent(of: $0, version: version) }
  }

  /// Whether the event of the line at `offset` has this id.
  func hasID(_ id: UnsafeRawBufferPointer, at offset: Int64) throws(FileError) -> Bool {
    try reader.line(at: offset) { line in
      guard line.count > Format.prefixLength + 1 else { return false }
      guard version != Format.version else {
        let json = Line.content(of: line)
        return LineFields(json).map { json[$0.id].elementsEqual(id) } ?? false
      }
      return migrations.savedEvent(of: line, version: version)?.event.id.text.utf8.elementsEqual(id) ?? false
    }
  }

  /// Whether a line's JSON comes before that of the line at `offset`, by bytes.
  func isPreceded(by json: UnsafeRawBufferPointer, at offset: Int64) throws(FileError) -> Bool {
    try reader.line(at: offset) { line in
      guard line.count > Format.prefixLength + 1 else { return false }
      let other = Line.content(of: line)
      guard version != Format.version else { return json.lexicographicallyPrecedes(other) }
      return migrations.convert(other, from: version).map { json.lexicographicallyPrecedes($0) } ?? false
    }
  }

  /// How many lines there may be behind `scanned`, judged by the first of them.
  func expectedLines(size: Int64) throws(FileError) -> Int {
    let sample = try file.bytes(at: scanned, count: 1 << 14)
    let lines = max(1, sample.count { $0 == 0x0A })
    // A few more than that: growing a full table costs more than some spare room.
    return Int(size - scanned) / max(sample.count / lines, 64) * 17 / 16
  }

  /// The error for a line that was there when the file was read first and cannot be read any more.
  var lostLine: FileError { FileError(code: EIO, operation: .read, path: path) }

  /// The nature of a file, by its first lines.
  enum Beginning {
    case header(Header)
    /// The first line is damaged, but an event follows.
    case damagedHeader
    /// Nothing, or the beginning of a first line that was never finished.
    case nothing
    case somethingElse
  }

  static func beginning(of file: any JournalFile, size: Int64) throws(FileError) -> Beginning {
    guard size > 0 else { return .nothing }
    var reader = LineReader(file, stride: 4_096)
    let checksum = Checksum()
    var isUnfinished = true
    let first = try reader.line(at: 0) { line -> (header: Header?, length: Int) in
      isUnfinished = line.baseAddress == nil
      return (Line.json(of: line, checksum).flatMap(Header.init(json:)), line.count)
    }
    if let header = first.header { return .header(header) }
    // A file without any line feed: a header that a crash cut off, or zeros where a loss of power came before the data;
    // else somebody's file.
    if isUnfinished {
      let isZero = try file.bytes(at: 0, count: 1) == [0]
      return size < 1_024 || isZero ? .nothing : .somethingElse
    }
    let isEvent = try reader.line(at: Int64(first.length + 1)) { line in
      Line.json(of: line, checksum).flatMap(LineFields.init) != nil
    }
    return isEvent ? .damagedHeader : .somethingElse
  }
}
