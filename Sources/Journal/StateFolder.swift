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

  /// Waits until no other program holds the folder.
  func lock() throws(FileError) -> any FileLock { try files.lock(path(of: Format.lockName)) }

  /// Appends bytes durably to a file beside the journal.
  func keep(_ bytes: [UInt8], in name: String) throws(FileError) {
    let aside = try files.open(path(of: name), for: .keeping)
    try aside.appendAll(bytes)
    try aside.sync()
    try files.syncFolder(path)
  }

  /// Keeps damaged lines of this device's file.
  /// - Returns: the name of the file in which they stand now.
  @discardableResult
  func keepDamaged(_ lines: [UInt8]) throws(FileError) -> String {
    let name = device.name + ".damaged"
    try keep(lines, in: name)
    return name
  }

  /// Moves the bytes after the last whole line of this device's file into a file beside it: nothing disappears
  /// silently.
  func cut(_ file: any JournalFile, to good: Int64, size: Int64) throws(FileError) -> Journal.Notice {
    let keptIn = device.name + ".torn"
    try keep(file.bytes(at: good, count: Int(size - good)) + [UInt8(ascii: "\n")], in: keptIn)
    try file.truncate(to: good)
    try file.sync()
    return .torn(file: ownName, bytes: size - good, keptIn: keptIn)
  }

  /// Puts a new file in the place of this device's, whole and durable.
  func replaceOwnFile(_ write: (any JournalFile) throws(FileError) -> Void) throws(FileError) -> any JournalFile {
    try files.replace(ownPath, in: path, write)
  }
}

extension FileSystem {
  /// Writes a new file beside `target` and puts it in its place, so that there is always one that is whole.
  @discardableResult
  func replace(
    _ target: String, in folder: String, _ write: (any JournalFile) throws(FileError) -> Void
  ) throws(FileError) -> any JournalFile {
    let new = target + ".new"
    // A leftover of a crash; removed rather than emptied, because another program may still read it under this name.
    try remove(new)
    let file: any JournalFile
    do {
      file = try open(new, for: .making)
      try write(file)
      try file.sync()
      try rename(new, to: target)
    } catch {
      try? remove(new)
      // People find the file by its own name; the new one is not there any more.
      throw FileError(error.cause, operation: error.operation, path: error.path == new ? target : error.path)
    }
    try syncFolder(folder)
    // The same file by its own name, which is what its errors say.
    return (try? open(target, for: .appending)) ?? file
  }
}
