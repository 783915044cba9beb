import System

/// One journal file of the folder, and the extent to which it has been read.
final class Source {
  let name: String
  let path: String
  let file: any JournalFile
  let identity: FileStatus.Identity
  let isWritable: Bool
  /// The file's first line; `nil` if it is damaged.
  let header: Header?
  /// The source's number among the sources.
  var number = 0
  /// The bytes of whole lines that have been read, and the number of these lines.
  var scanned: Int64
  var lines: Int
  /// `true` if a line of the file, possibly the first, differs from what was written.
  var isDamaged = false
  /// `true` if lines end in CR LF.
  var hasReturns = false
  /// `true` if lines of this device are not in the order in which it wrote them, or are repeated.
  var isDisordered = false
  /// The lengths of whole lines that are followed by more bytes on the same line, keyed by their offsets.
  private var lengths: [Int64: Int] = [:]
  /// `true` if the file is reached through a link, or has a second name: it must then not be written.
  var isLinked = false
  private var reader: LineReader

  init(
    name: String, path: String, file: any JournalFile, identity: FileStatus.Identity, isWritable: Bool, header: Header?
  ) {
    (self.name, self.path, self.file, self.identity) = (name, path, file, identity)
    self.header = header
    self.isWritable = isWritable
    scanned = 0
    lines = 0
    reader = LineReader(file, stride: 4_096)
  }

  /// The name of the device that owns this file.
  var author: String { String(name.dropLast(Format.fileSuffix.count)) }

  /// Records that the line at `offset` has only this many bytes.
  func limit(_ length: Int, at offset: Int64) { lengths[offset] = length }

  /// Returns the line at `offset`, without the bytes after it if its line end was lost.
  func bounded(_ line: UnsafeRawBufferPointer, at offset: Int64) -> UnsafeRawBufferPointer {
    guard !lengths.isEmpty, let length = lengths[offset], length < line.count else { return line }
    return UnsafeRawBufferPointer(rebasing: line[..<length])
  }

  /// Returns the event of the line at `offset`; `nil` if the line no longer exists.
  func savedEvent(at offset: Int64) throws(FileError) -> Journal.SavedEvent? {
    try reader.line(at: offset) { Line.savedEvent(of: bounded($0, at: offset)) }
  }

  /// Returns `true` if the event of the line at `offset` has this id.
  func hasID(_ id: UnsafeRawBufferPointer, at offset: Int64) throws(FileError) -> Bool {
    try reader.line(at: offset) { line in
      let line = bounded(line, at: offset)
      guard line.count > Format.prefixLength + 1 else { return false }
      let json = Line.content(of: line)
      return LineFields(json).map { json[$0.id].elementsEqual(id) } ?? false
    }
  }

  /// Returns `true` if a line's JSON comes before that of the line at `offset`, compared by bytes.
  func isPreceded(by json: UnsafeRawBufferPointer, at offset: Int64) throws(FileError) -> Bool {
    try reader.line(at: offset) { line in
      let line = bounded(line, at: offset)
      guard line.count > Format.prefixLength + 1 else { return false }
      return json.lexicographicallyPrecedes(Line.content(of: line))
    }
  }

  /// Estimates the number of lines after `scanned`, judged by the first of them.
  func expectedLines(size: Int64) throws(FileError) -> Int {
    let sample = try file.bytes(at: scanned, count: 1 << 14)
    let lines = max(1, sample.count { $0 == 0x0A })
    // Slightly more than that: growing a full table costs more than some spare room.
    return Int(size - scanned) / max(sample.count / lines, 64) * 17 / 16
  }

  /// The error for a line that was read before and can no longer be read.
  var lostLine: FileError { FileError(code: EIO, operation: .read, path: path) }

  /// The nature of a file, judged by its lines.
  enum Beginning {
    case header(Header)
    /// The header is damaged or missing, but there are events or their damaged remains.
    /// - Parameter kind: the use of the folder, if the remains of the header state it.
    case damagedHeader(Journal.Kind?)
    /// Nothing, or the beginning of a first line that was never completed.
    case nothing
    case somethingElse
  }

  /// The maximum number of lines that are searched for a header that is not the first line.
  private static let searchLimit = 1_000

  static func beginning(of file: any JournalFile, size: Int64) throws(FileError) -> Beginning {
    guard size > 0 else { return .nothing }
    var reader = LineReader(file, stride: 4_096)
    let checksum = Checksum()
    let first = try reader.line(at: 0) { Line.json(of: $0, checksum).flatMap(Header.init(json:)) }
    if let first { return .header(first) }
    var walk = LineIterator(file, from: 0)
    var found = Found()
    var lines = 0
    while lines < searchLimit || !found.hasEvents, try walk.next() {
      lines += 1
      walk.withLine { found.look(at: $0, checksum) }
      if let header = found.header { return .header(header) }
    }
    if walk.end < size, lines < searchLimit {
      // A file without any line feed: a header that a crash cut off, or zeros that a power loss left before the data;
      // otherwise lines that have lost their ends, or another program's file.
      let rest = try file.bytes(at: walk.end, count: min(Format.lineLengthLimit, Int(size - walk.end)))
      rest.withUnsafeBytes { found.look(at: $0, checksum) }
      if lines == 0, !found.hasEvents, size < 1_024 || rest.first == 0 { return .nothing }
      if let header = found.header { return .header(header) }
    }
    return found.hasEvents || found.isLikely ? .damagedHeader(found.kind) : .somethingElse
  }

  /// The findings in the lines of a file without a whole first line.
  private struct Found {
    var header: Header?
    var hasEvents = false
    var isLikely = false
    var kind: Journal.Kind?

    mutating func look(at line: UnsafeRawBufferPointer, _ checksum: Checksum) {
      let whole = Line.json(of: line, checksum) == nil ? Line.pieces(of: line, checksum) : [0..<line.count]
      for piece in whole {
        guard let json = Line.json(of: .init(rebasing: line[piece]), checksum) else { continue }
        header = header ?? Header(json: json)
        if LineFields(json) != nil { hasEvents = true }
      }
      guard whole.isEmpty, Line.isLikely(line) else { return }
      isLikely = true
      let text = String(decoding: line.prefix(512), as: UTF8.self)
      kind = kind ?? Journal.Kind.allCases.first { text.contains("\"kind\":\"\($0.rawValue)\"") }
    }
  }
}
