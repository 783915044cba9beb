import System

/// The open files of other devices, limited to the most recently read: a folder may hold thousands of files, and a
/// program may have only some hundred open.
///
///     let open = OpenFiles(files)
///     let file = open.file(at: path, with: identity)      // opens nothing yet
///     let bytes = try file.bytes(at: 0, count: 100)       // opens it, and closes the one that was read longest ago
final class OpenFiles {
  /// The maximum number of open files.
  static let limit = 16

  private let files: any FileSystem
  /// The open files, the most recently read last. The reader of a file owns it; the list does not, because each file
  /// refers to the list.
  private var open: [OpenFile] = []

  init(_ files: any FileSystem) { self.files = files }

  /// Returns a file for reading that is opened on demand.
  /// - Parameters:
  ///   - identity: the file's identity; a different file in its place is not read.
  ///   - opened: the file, if it is already open.
  func file(
    at path: String, with identity: FileStatus.Identity, opened: (any JournalFile)? = nil
  ) -> any JournalFile {
    let file = OnDemandFile(path: path, identity: identity, among: self)
    if let opened {
      file.file = opened
      enter(file)
    }
    return file
  }

  fileprivate func opened(_ file: OnDemandFile) throws(FileError) -> any JournalFile {
    if let known = file.file {
      if open.last?.file !== file, let place = open.firstIndex(where: { $0.file === file }) {
        open.append(open.remove(at: place))
      }
      return known
    }
    let opened: any JournalFile
    do {
      opened = try files.open(file.path, for: .reading)
    } catch {
      guard error.code == EMFILE || error.code == ENFILE, !open.isEmpty else { throw error }
      // This file is needed now, whatever else the program has open.
      closeAll()
      opened = try files.open(file.path, for: .reading)
    }
    guard try opened.status().identity == file.identity else {
      throw FileError(code: ESTALE, operation: .read, path: file.path)
    }
    file.file = opened
    enter(file)
    return opened
  }

  private func enter(_ file: OnDemandFile) {
    if open.count >= Self.limit { open.removeFirst().file.file = nil }
    open.append(OpenFile(file: file))
  }

  /// Closes all files, to free descriptors.
  func closeAll() {
    for entry in open { entry.file.file = nil }
    open = []
  }

  fileprivate func forget(_ file: OnDemandFile) { open.removeAll { $0.file === file } }
}

/// An entry in the list of open files. A file leaves the list before it is released.
private struct OpenFile {
  unowned(unsafe) let file: OnDemandFile
}

/// A file that is opened on demand, and may be closed between two reads.
private final class OnDemandFile: JournalFile {
  let path: String
  let identity: FileStatus.Identity
  /// The file while it is open.
  var file: (any JournalFile)?
  private let all: OpenFiles

  init(path: String, identity: FileStatus.Identity, among all: OpenFiles) {
    (self.path, self.identity, self.all) = (path, identity, all)
  }

  deinit { if file != nil { all.forget(self) } }

  func status() throws(FileError) -> FileStatus { try all.opened(self).status() }
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(FileError) -> Int {
    try all.opened(self).read(into: buffer, at: offset)
  }

  // The file is read-only.
  func append(_ bytes: UnsafeRawBufferPointer) throws(FileError) -> Int { throw refusal(.write) }
  func truncate(to size: Int64) throws(FileError) { throw refusal(.truncate) }
  func sync() throws(FileError) { throw refusal(.sync) }
  private func refusal(_ operation: FileError.Operation) -> FileError {
    FileError(code: EBADF, operation: operation, path: path)
  }
}
