import System

/// One journal file of the folder, and how far it has been read.
final class Source {
  let name: String
  let path: String
  /// Opened again when it becomes writable.
  var file: any JournalFile
  let identity: FileStatus.Identity
  let version: Int
  var isWritable: Bool
  /// Bytes of whole lines that have been read, and their number.
  var scanned: Int64
  var lines: Int
  /// Whether a line of it, perhaps the first, is not what was written.
  var isDamaged = false
  private var reader: LineReader

  init(
    name: String, path: String, file: any JournalFile, identity: FileStatus.Identity, version: Int, isWritable: Bool
  ) {
    self.name = name
    self.path = path
    self.file = file
    self.identity = identity
    self.version = version
    self.isWritable = isWritable
    scanned = 0
    lines = 0
    reader = LineReader(file, stride: 4_096)
  }

  /// Looks at the line at `offset`.
  func line<T>(at offset: Int64, _ body: (UnsafeRawBufferPointer) -> T) throws(FileError) -> T {
    try reader.line(at: offset, body)
  }

  /// What is said of a line that was there when the file was read first and cannot be read any more.
  var lostLine: FileError { FileError(code: EIO, operation: .read, path: path) }

  /// What the first lines of a file say it is.
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
      let isZero = try firstByte(of: file) == 0
      return size < 1_024 || isZero ? .nothing : .somethingElse
    }
    let isEvent = try reader.line(at: Int64(first.length + 1)) { line in
      Line.json(of: line, checksum).flatMap(LineFields.init) != nil
    }
    return isEvent ? .damagedHeader : .somethingElse
  }

  private static func firstByte(of file: any JournalFile) throws(FileError) -> UInt8 {
    var byte: UInt8 = 0
    let result = withUnsafeMutableBytes(of: &byte) { buffer in
      Result { () throws(FileError) in try file.read(into: buffer, at: 0) }
    }
    _ = try result.get()
    return byte
  }
}
