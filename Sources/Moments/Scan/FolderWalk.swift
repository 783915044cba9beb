#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Lists the files of a folder tree that may be photos, without opening any.
///
/// Symbolic links are followed, but no folder is entered twice, so a loop ends where it began. Names that begin with a
/// dot are left out: they are the system's.
struct FolderWalk {
  /// A file that may be a photo, and what stands beside it.
  struct File {
    var path: String
    var sidecar: Sidecar?
  }

  private(set) var files: [File] = []
  private(set) var problems: [ScanProblem] = []
  private(set) var ignored = 0

  private static let deepest = 64

  private let root: String
  private var entered: Set<FileIdentity> = []

  /// Walks the tree below `root`, which must be a folder.
  init(root: String) throws(ScanError) {
    self.root = root
    guard access(root, R_OK | X_OK) == 0 else { throw .unreadable(root, String(cString: strerror(errno))) }
    enter("", depth: 0)
    files.sort { $0.path < $1.path }
    problems.sort { $0.path < $1.path }
  }

  private mutating func enter(_ folder: String, depth: Int) {
    let path = folder.isEmpty ? root : root + "/" + folder
    guard let information = FileStatus(path), entered.insert(information.identity).inserted else { return }
    guard depth <= Self.deepest else {
      problems.append(ScanProblem(path: folder, reason: .tooDeep))
      return
    }
    guard let stream = opendir(path) else {
      problems.append(ScanProblem(path: folder, reason: .unreadable(String(cString: strerror(errno)))))
      return
    }
    // Sorted before going down, so that with two ways to a folder always the same one is taken.
    var entries: [(name: String, isPlainFile: Bool)] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      entries.append((name, entry.pointee.d_type == UInt8(DT_REG)))
    }
    closedir(stream)
    entries.sort { $0.name < $1.name }
    let firstFile = files.count
    for entry in entries where entry.name != "." && entry.name != ".." {
      visit(entry.name, isPlainFile: entry.isPlainFile, in: folder, depth: depth)
    }
    addSidecars(entries.map(\.name), in: folder, from: firstFile)
  }

  /// - Parameter isPlainFile: whether the folder itself says so, which saves asking for each of thousands of files.
  private mutating func visit(_ name: String, isPlainFile: Bool, in folder: String, depth: Int) {
    let path = folder.isEmpty ? name : folder + "/" + name
    if name.hasPrefix(".") {
      if name.hasSuffix(".icloud") { problems.append(ScanProblem(path: path, reason: .notDownloaded)) }
      return
    }
    if isPlainFile {
      if Self.promisesMedia(name) { files.append(File(path: path)) } else { ignored += 1 }
      return
    }
    guard let status = FileStatus(root + "/" + path) else {
      let why = String(cString: strerror(errno))
      let reason: ScanProblem.Reason = FileStatus.isLink(root + "/" + path) ? .brokenLink : .unreadable(why)
      problems.append(ScanProblem(path: path, reason: reason))
      return
    }
    if status.isFolder {
      enter(path, depth: depth + 1)
    } else if !Self.promisesMedia(name) {
      ignored += 1
    } else if status.isFile {
      files.append(File(path: path))
    } else {
      problems.append(ScanProblem(path: path, reason: .notAFile))
    }
  }

  /// Gives the files found in `folder` their sidecars; editors' XMP goes before Google's JSON.
  private mutating func addSidecars(_ names: [String], in folder: String, from firstFile: Int) {
    var owners: [String: Sidecar] = [:]
    for name in names {
      guard let owner = Sidecar.owner(of: name) else { continue }
      let prefix = folder.isEmpty ? "" : folder + "/"
      if owners[prefix + owner.name]?.kind == .xmp { continue }
      owners[prefix + owner.name] = Sidecar(path: prefix + name, kind: owner.kind)
    }
    guard !owners.isEmpty else { return }
    for index in files.indices[firstFile...] {
      let path = files[index].path
      let stem = path.lastIndex(of: ".").map { String(path[..<$0]) }
      files[index].sidecar = owners[path] ?? stem.flatMap { owners[$0] }
    }
  }

  /// Whether a file is worth opening: its extension is one of a picture or video, or it has none.
  private static func promisesMedia(_ name: String) -> Bool {
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return true }
    return MediaFormat.extensions.contains(name[name.index(after: dot)...].lowercased())
  }
}

/// What a file is by its device and number, whatever its name.
struct FileIdentity: Hashable {
  let device: UInt64
  let number: UInt64
}

/// What the system says about a file, links followed.
struct FileStatus {
  let identity: FileIdentity
  let size: Int
  /// Microseconds since 1970.
  let modified: Int64
  let isFolder: Bool
  let isFile: Bool

  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  /// Whether the name itself is a symbolic link.
  static func isLink(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & mode_t(S_IFMT) == mode_t(S_IFLNK)
  }

  init?(descriptor: CInt) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  private init(_ status: stat) {
    identity = FileIdentity(
      device: UInt64(truncatingIfNeeded: status.st_dev), number: UInt64(truncatingIfNeeded: status.st_ino))
    size = Int(status.st_size)
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    // File systems can hold dates that no calendar does; years 1 to 9999 are plenty.
    let seconds = min(max(Int64(time.tv_sec), -62_135_596_800), 253_402_300_799)
    modified = seconds * 1_000_000 + Int64(time.tv_nsec) / 1_000
    let kind = status.st_mode & mode_t(S_IFMT)
    isFolder = kind == mode_t(S_IFDIR)
    isFile = kind == mode_t(S_IFREG)
  }
}
