import System

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
  private var entered: Set<FileStatus.Identity> = []

  /// Walks the tree below `root`, which must be a folder.
  /// - Parameter isWanted: asked before every file and folder; `false` ends the walk.
  init(root: String, while isWanted: () -> Bool) throws(ScanError) {
    self.root = root
    guard access(root, R_OK | X_OK) == 0 else { throw .unreadable(root, "\(SystemError.last)") }
    enter("", depth: 0, while: isWanted)
    guard isWanted() else { throw .cancelled }
    files.sort { $0.path < $1.path }
    problems.sort { $0.path < $1.path }
  }

  private mutating func enter(_ folder: String, depth: Int, while isWanted: () -> Bool) {
    let path = folder.isEmpty ? root : root + "/" + folder
    guard let status = try? FileStatus(path), entered.insert(status.identity).inserted else { return }
    guard depth <= Self.deepest else {
      problems.append(ScanProblem(path: folder, reason: .tooDeep))
      return
    }
    var entries: [Folder.Entry]
    do throws(SystemError) {
      entries = try Folder.entries(of: path)
    } catch {
      problems.append(ScanProblem(path: folder, reason: .unreadable("\(error)")))
      return
    }
    // Sorted before going down, so that with two ways to a folder always the same one is taken.
    entries.sort { $0.name < $1.name }
    let firstFile = files.count
    for entry in entries {
      guard isWanted() else { return }
      visit(entry.name, isPlainFile: entry.kind == .file, in: folder, depth: depth, while: isWanted)
    }
    addSidecars(entries.map(\.name), in: folder, from: firstFile)
  }

  /// - Parameter isPlainFile: whether the folder itself says so, which saves asking for each of thousands of files.
  private mutating func visit(
    _ name: String, isPlainFile: Bool, in folder: String, depth: Int, while isWanted: () -> Bool
  ) {
    let path = folder.isEmpty ? name : folder + "/" + name
    if name.hasPrefix(".") {
      if name.hasSuffix(".icloud") { problems.append(ScanProblem(path: path, reason: .notDownloaded)) }
      return
    }
    if isPlainFile {
      if Self.promisesMedia(name) { files.append(File(path: path)) } else { ignored += 1 }
      return
    }
    let status: FileStatus
    do throws(SystemError) {
      status = try FileStatus(root + "/" + path)
    } catch {
      let isLink = (try? FileStatus(root + "/" + path, followsLinks: false))?.kind == .link
      problems.append(ScanProblem(path: path, reason: isLink ? .brokenLink : .unreadable("\(error)")))
      return
    }
    if status.isFolder {
      enter(path, depth: depth + 1, while: isWanted)
    } else if !Self.promisesMedia(name) {
      ignored += 1
    } else if status.isFile {
      files.append(File(path: path))
    } else {
      problems.append(ScanProblem(path: path, reason: .notAFile))
    }
  }

  /// Gives the files found in `folder` their sidecars.
  private mutating func addSidecars(_ names: [String], in folder: String, from firstFile: Int) {
    let prefix = folder.isEmpty ? "" : folder + "/"
    let index = SidecarIndex(names, prefix: prefix)
    guard !index.isEmpty else { return }
    for place in files.indices[firstFile...] {
      let name = files[place].path.dropFirst(prefix.count)
      // Files of the folders inside stand here, too.
      if !name.contains("/") { files[place].sidecar = index[String(name)] }
    }
  }

  /// Whether a file is worth opening: its extension is one of a picture or video, or it has none.
  private static func promisesMedia(_ name: String) -> Bool {
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return true }
    return MediaFormat.extensions.contains(name[name.index(after: dot)...].lowercased())
  }
}
