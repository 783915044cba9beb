import System

/// Lists the files in a folder tree that may be photos, without opening any.
///
/// Symbolic links are followed, but no folder is entered twice, so a loop ends where it began. Hidden files and
/// folders, and folders of thumbnails or deleted files, are skipped and reported, because they would contain the same
/// photos again.
struct FolderWalk {
  /// A file that may be a photo, and its sidecars.
  struct File {
    var path: String
    /// `true` if the extension is that of a photo.
    var isNamed = true
    /// All its sidecars, in order of precedence. Few photos have any, and there may be millions of photos.
    var sidecars: [Sidecar] = []

    init(path: String, isNamed: Bool = true) { (self.path, self.isNamed) = (path, isNamed) }
  }

  private(set) var files: [File] = []
  private(set) var problems: [ScanProblem] = []
  /// The numbers of skipped files, by their lowercase extensions.
  private(set) var ignored: [String: Int] = [:]

  private static let deepest = 64
  private let root: String
  private var entered: Set<FileStatus.Identity> = []

  /// Walks the tree below `root`, which must be a folder.
  /// - Parameter isWanted: Called before every file and folder; `false` ends the walk.
  init(root: String, while isWanted: () -> Bool) throws(ScanError) {
    self.root = root
    guard Folder.isReadable(root) else { throw .unreadable(root, "\(SystemError.last)") }
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
    // Sort before descending, so that of two paths to a folder the same one is always taken.
    entries.sort { $0.name < $1.name }
    let firstFile = files.count
    for entry in entries {
      guard isWanted() else { return }
      visit(entry, in: folder, depth: depth, while: isWanted)
    }
    addSidecars(entries.map { $0.name }, in: folder, from: firstFile)
  }

  private mutating func visit(_ entry: Folder.Entry, in folder: String, depth: Int, while isWanted: () -> Bool) {
    let name = entry.name
    let path = folder.isEmpty ? name : folder + "/" + name
    if name.hasPrefix(".") { return pass(over: entry, path) }
    // A directory entry already known to be a regular file needs no further system call, which matters for thousands
    // of files.
    if entry.kind == .file { return add(name, path) }
    let status: FileStatus
    do throws(SystemError) {
      status = try FileStatus(root + "/" + path)
    } catch {
      let isLink = (try? FileStatus(root + "/" + path, followsLinks: false))?.kind == .link
      problems.append(ScanProblem(path: path, reason: isLink ? .brokenLink : .unreadable("\(error)")))
      return
    }
    if status.isFolder {
      if let reason = Self.reason(notToEnter: name, in: folder) {
        problems.append(ScanProblem(path: path, reason: reason))
      } else {
        enter(path, depth: depth + 1, while: isWanted)
      }
    } else if status.isFile || !Self.promisesMedia(name) {
      add(name, path)
    } else {
      problems.append(ScanProblem(path: path, reason: .notAFile))
    }
  }

  /// Adds a file if its extension is that of a picture or video, or if it has none.
  private mutating func add(_ name: String, _ path: String) {
    if Self.promisesMedia(name) {
      files.append(File(path: path))
    } else if let dot = name.lastIndex(of: ".") {
      ignore(name[name.index(after: dot)...].lowercased())
    } else {
      files.append(File(path: path, isNamed: false))
    }
  }

  /// Reports a hidden entry if it may contain photos; macOS writes `._a.jpg` next to `a.jpg` on foreign disks.
  private mutating func pass(over entry: Folder.Entry, _ path: String) {
    if entry.name.hasSuffix(".icloud") {
      problems.append(ScanProblem(path: path, reason: .notDownloaded))
    } else if entry.kind == .folder || Self.promisesMedia(entry.name) && !entry.name.hasPrefix("._") {
      problems.append(ScanProblem(path: path, reason: .hidden))
    }
  }

  /// Counts a skipped file, unless it belongs to a photo, like sidecars and the files that cameras write beside films.
  private mutating func ignore(_ ending: String) {
    if !Self.beside.contains(ending) { ignored[ending, default: 0] += 1 }
  }

  private static let beside: Set = ["xmp", "json", "aae", "thm", "lrv", "ctg", "modd"]

  /// Returns the reason to skip a folder: Synology's folders of thumbnails, Apple's within a library, macOS's archive
  /// extras and recycle bins.
  private static func reason(notToEnter name: String, in folder: String) -> ScanProblem.Reason? {
    switch name.lowercased() {
    case "@eadir", "__macosx": .thumbnails
    case "resources": folder.lowercased().hasSuffix(".photoslibrary") ? .thumbnails : nil
    case "#recycle", "$recycle.bin": .deleted
    default: nil
    }
  }

  /// Assigns sidecars to the files found in `folder`.
  private mutating func addSidecars(_ names: [String], in folder: String, from firstFile: Int) {
    let prefix = folder.isEmpty ? "" : folder + "/"
    let index = SidecarIndex(names, prefix: prefix)
    guard !index.isEmpty else { return }
    for place in files.indices[firstFile...] {
      let name = files[place].path.dropFirst(prefix.count)
      // The list also contains files of subfolders.
      if !name.contains("/") { files[place].sidecars = index[String(name)] }
    }
  }

  private static func promisesMedia(_ name: String) -> Bool {
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return false }
    return MediaFormat.extensions.contains(name[name.index(after: dot)...].lowercased())
  }
}
