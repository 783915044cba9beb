import System

/// A folder of journal files, one of which this device writes: the files' names, and ways to change them that leave
/// nothing half-written after a power loss.
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

  /// Returns the names of all journal files, sorted.
  func journalNames() throws(FileError) -> [String] {
    try files.names(in: path).filter { $0.hasSuffix(Format.fileSuffix) }.sorted()
  }

  /// `true` if a file belongs to one of these devices, or is a synchroniser's copy of such a file.
  static func isOf(_ devices: Set<String>, _ name: String) -> Bool {
    !devices.isEmpty && devices.contains(String(name.prefix { $0 != "." }))
  }

  /// Returns the device that a file's name states, also for a synchroniser's copy of the file.
  static func device(ofFile name: String) -> String {
    String(name.prefix { $0.utf8.count == 1 && Journal.DeviceID.isAllowed($0.utf8.first!) })
  }

  /// Waits until no other program holds the folder's lock.
  func lock() throws(FileError) -> any FileLock { try files.lock(path(of: Format.lockName)) }

  /// Appends durably to a file beside the journal, or to one with a similar name if a link or something other than a
  /// file has the name.
  /// - Returns: the name of the file.
  private func keep(in name: String, _ write: (any JournalFile) throws(FileError) -> Void) throws(FileError) -> String {
    let (aside, name) = try openAside(name)
    let size = try aside.status().size
    do {
      try write(aside)
      try aside.sync()
    } catch {
      // A full disk should not become fuller.
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
          // For a folder, the system's own error is reported.
          guard error.code == EISDIR else { throw error }
          refusal = error
          continue
        }
        refusal = error
      }
    }
    throw refusal ?? FileError(code: EMLINK, operation: .open, path: path(of: name))
  }

  /// Saves damaged lines of this device's file in a separate file.
  /// - Returns: the name of the separate file.
  @discardableResult
  func saveDamagedLines(_ lines: [UInt8]) throws(FileError) -> String {
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
        // Zeros, which a power loss leaves, carry no information and may be many: those at the end are dropped, and
        // at most one piece of those in between is kept.
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

  /// Rewrites a copy of another device's file, each line with its own line end.
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

  /// Replaces this device's file with a new one, whole and durable.
  func replaceOwnFile(_ write: (any JournalFile) throws(FileError) -> Void) throws(FileError) -> any JournalFile {
    try files.replace(ownPath, in: path, write)
  }
}

extension FileSystem {
  /// Writes a new file beside `target` and then replaces `target` with it, so that a whole file exists at any time.
  /// - Parameter syncsFolder: `false` if the caller syncs the folder, once for many files.
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
      // Users know the file by its own name; the new file no longer exists.
      throw FileError(error.cause, operation: error.operation, path: error.path == new ? target : error.path)
    }
    if syncsFolder { try syncFolder(folder) }
    // The same file opened by its own name, which its errors mention.
    return (try? open(target, for: .appending)) ?? file
  }

  /// Creates a new file beside `target`, with an unused name.
  private func makeNew(_ target: String) throws(FileError) -> (any JournalFile, path: String) {
    var refusal: FileError?
    // The last name is random: no other program can have taken it.
    let chance = String(UInt64.random(in: 0 ... .max), radix: 36)
    for new in [target + ".new"] + ["2", "3", chance].map({ "\(target).new.\($0)" }) {
      do {
        // A leftover of a crash; removed rather than emptied, because another program may still read it under this
        // name.
        try remove(new)
        return (try open(new, for: .making), new)
      } catch {
        // A folder has the name, or another program was faster.
        guard [EISDIR, EPERM, EEXIST].contains(error.code) else {
          throw FileError(error.cause, operation: error.operation, path: target)
        }
        refusal = error
      }
    }
    throw FileError(refusal!.cause, operation: refusal!.operation, path: target)
  }
}
