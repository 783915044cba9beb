import System

/// A folder of journal files, one of which this device writes: their names, and the ways to change them that leave no
/// half of anything when the power goes.
struct StateFolder {
  let path: String
  let device: Journal.DeviceID
  let files: any FileSystem

  init(_ path: String, device: Journal.DeviceID, files: any FileSystem) {
    self.path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    self.device = device
    self.files = files
  }

  var ownName: String { device.name + Format.fileSuffix }
  var ownPath: String { path(of: ownName) }
  func path(of name: String) -> String { path + "/" + name }

  /// The names of all journal files, sorted.
  func journalNames() throws(FileError) -> [String] {
    try files.names(in: path).filter { $0.hasSuffix(Format.fileSuffix) }.sorted()
  }

  /// `true` if a file is that of one of these devices, or a copy that a synchroniser made beside it.
  static func isOf(_ devices: Set<String>, _ name: String) -> Bool {
    !devices.isEmpty && devices.contains(String(name.prefix { $0 != "." }))
  }

  /// The device that a file's name says, also that of a copy which a synchroniser made beside it.
  static func device(ofFile name: String) -> String {
    String(name.prefix { $0.utf8.count == 1 && Journal.DeviceID.isAllowed($0.utf8.first!) })
  }

  /// Waits until no other program holds the folder.
  func lock() throws(FileError) -> any FileLock { try files.lock(path(of: Format.lockName)) }

  /// Appends durably to a file beside the journal, or to another of nearly that name where a link or something that is no
  /// file has it.
  /// - Returns: the name of the file.
  private func keep(in name: String, _ write: (any JournalFile) throws(FileError) -> Void) throws(FileError) -> String {
    let (aside, name) = try openAside(name)
    let size = try aside.status().size
    do {
      try write(aside)
      try aside.sync()
    } catch {
      // A disk that is full is to be no fuller.
      try? aside.truncate(to: size)
      throw error
    }
    try files.syncFolder(path)
    return name
  }

  private func openAside(_ name: String) throws(FileError) -> (any JournalFile, name: String) {
    var refusal: FileError?
    for name in [name] + (2...9).map({ "\(name).\($0)" }) {
      do {
        let file = try files.open(path(of: name), for: .keeping)
        if try file.status().links == 1 { return (file, name) }
      } catch {
        guard case .notAFile = error.cause else {
          // A folder is refused in the system's own words.
          guard error.code == EISDIR else { throw error }
          refusal = error
          continue
        }
        refusal = error
      }
    }
    throw refusal ?? FileError(code: EMLINK, operation: .open, path: path(of: name))
  }

  /// Keeps damaged lines of this device's file.
  /// - Returns: the name of the file in which they stand now.
  @discardableResult
  func keepDamaged(_ lines: [UInt8]) throws(FileError) -> String {
    try keep(in: device.name + ".damaged") { aside throws(FileError) in try aside.appendAll(lines) }
  }

  /// Moves the bytes after the last whole line of this device's file into a file beside it: nothing disappears
  /// silently.
  func cut(_ file: any JournalFile, to good: Int64, size: Int64) throws(FileError) -> Journal.Notice {
    let keptIn = try keep(in: device.name + ".torn") { aside throws(FileError) in
      var (position, zeros) = (good, 0)
      while position < size {
        let piece = try file.bytes(at: position, count: Int(min(Int64(LineScanner.piece), size - position)))
        guard !piece.isEmpty else { break }
        position += Int64(piece.count)
        // Zeros, which a loss of power leaves, say nothing and may be many: none are kept of those at the end, and no more
        // than a piece of those between.
        let text = piece.lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0
        if text > 0 {
          try aside.appendAll([UInt8](repeating: 0, count: zeros) + piece[..<text])
          zeros = 0
        }
        zeros = min(zeros + piece.count - text, LineScanner.piece)
      }
      try aside.appendAll([UInt8(ascii: "\n")])
    }
    try file.truncate(to: good)
    try file.sync()
    return .torn(file: ownName, bytes: size - good, keptIn: keptIn)
  }

  /// Writes a copy of another device's file anew, each line with a line end of its own.
  func rewrite(_ source: Source) throws(FileError) {
    try files.replace(source.path, in: path) { file throws(FileError) in
      var bytes: [UInt8] = []
      _ = try LineScanner.scan(source.file, from: 0, size: source.scanned) { (line, _) throws(FileError) in
        bytes.append(contentsOf: Line.trimmed(line))
        bytes.append(UInt8(ascii: "\n"))
        guard bytes.count >= LineScanner.piece else { return }
        try file.appendAll(bytes)
        bytes.removeAll(keepingCapacity: true)
      }
      try file.appendAll(bytes)
    }
  }

  /// Puts a new file in the place of this device's, whole and durable.
  func replaceOwnFile(_ write: (any JournalFile) throws(FileError) -> Void) throws(FileError) -> any JournalFile {
    try files.replace(ownPath, in: path, write)
  }
}

extension FileSystem {
  /// Writes a new file beside `target` and puts it in its place, so that there is always one that is whole.
  /// - Parameter syncsFolder: `false` where whoever calls does that, once for many files.
  @discardableResult
  func replace(
    _ target: String, in folder: String, syncsFolder: Bool = true,
    _ write: (any JournalFile) throws(FileError) -> Void
  ) throws(FileError) -> any JournalFile {
    let (file, new) = try makeNew(target)
    do {
      try write(file)
      try file.sync()
      try rename(new, to: target)
    } catch {
      try? remove(new)
      // People find the file by its own name; the new one is not there any more.
      throw FileError(error.cause, operation: error.operation, path: error.path == new ? target : error.path)
    }
    if syncsFolder { try syncFolder(folder) }
    // The same file by its own name, which is what its errors say.
    return (try? open(target, for: .appending)) ?? file
  }

  /// A new file beside `target`, of a name that nothing else has.
  private func makeNew(_ target: String) throws(FileError) -> (any JournalFile, path: String) {
    var refusal: FileError?
    // The last one by chance: nobody can have put something there.
    let chance = String(UInt64.random(in: 0 ... .max), radix: 36)
    for new in [target + ".new"] + ["2", "3", chance].map({ "\(target).new.\($0)" }) {
      do {
        // A leftover of a crash; removed rather than emptied, because another program may still read it under this name.
        try remove(new)
        return (try open(new, for: .making), new)
      } catch {
        // A folder is there, or somebody was faster.
        guard [EISDIR, EPERM, EEXIST].contains(error.code) else {
          throw FileError(error.cause, operation: error.operation, path: target)
        }
        refusal = error
      }
    }
    throw FileError(refusal!.cause, operation: refusal!.operation, path: target)
  }
}
