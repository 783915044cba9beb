import System

/// The files of other devices that are open, the few that were read last: a folder may hold thousands, and a program may
/// have some hundred files open.
///
///     let open = OpenFiles(files)
///     let file = open.file(at: path, with: identity)      // opens nothing yet
///     let bytes = try file.bytes(at: 0, count: 100)       // opens it, and closes the one that was read longest ago
final class OpenFiles {
  /// The most files that are open at once.
  static let most = 16

  private let files: any FileSystem
  /// The open ones, the one that was read last at the end. Whoever reads a file owns it; the list does not, because each
  /// file knows the list.
  private var open: [OpenFile] = []

  init(_ files: any FileSystem) { self.files = files }

  /// A file for reading that is opened when it is needed.
  /// - Parameters:
  ///   - identity: the file that it is; another one in its place is not read.
  ///   - opened: the file, if it is open already.
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
      // Whatever else this program has open: this one file is needed now.
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
    open.removeAll { $0.file == nil }
    if open.count >= Self.most { open.removeFirst().file?.file = nil }
    open.append(OpenFile(file: file))
  }

  /// Closes all, to have descriptors for something else.
  func closeAll() {
    for entry in open { entry.file?.file = nil }
    open = []
  }
}

/// An entry of the list of open files.
private struct OpenFile {
  weak var file: OnDemandFile?
}

/// A file that is opened when it is read, and may be closed in between.
private final class OnDemandFile: JournalFile {
  let path: String
  let identity: FileStatus.Identity
  /// The file while it is open.
  var file: (any JournalFile)?
  private let all: OpenFiles

  init(path: String, identity: FileStatus.Identity, among all: OpenFiles) {
    (self.path, self.identity, self.all) = (path, identity, all)
  }

  func status() throws(FileError) -> FileStatus { try all.opened(self).status() }
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(FileError) -> Int {
    try all.opened(self).read(into: buffer, at: offset)
  }

  // It is for reading alone.
  func append(_ bytes: UnsafeRawBufferPointer) throws(FileError) -> Int { throw refusal(.write) }
  func truncate(to size: Int64) throws(FileError) { throw refusal(.truncate) }
  func sync() throws(FileError) { throw refusal(.sync) }
  private func refusal(_ operation: FileError.Operation) -> FileError {
    FileError(code: EBADF, operation: operation, path: path)
  }
}
