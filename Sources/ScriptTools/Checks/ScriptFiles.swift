import ShellCore
import System
import TerminalText

/// Finds scripts: named files, and in folders everything with one of the extensions.
///
/// Each file and each folder is visited once, however many links lead to it, and preferably under its own name: loops
/// of links end.
public struct ScriptFiles {
  /// The files; those reached by links come last.
  public private(set) var paths: [String] = []
  private let extensions: [String]
  /// `true` to follow links that lead out of the named folders. Only trusted tests do: another person's folder may
  /// contain links to any file, whose lines an error would show.
  private let leavesFolders: Bool
  private var seen: Set<FileStatus.Identity> = []
  private var links: [String] = []
  /// The names of files with several names, any of which may be outside the named folders.
  private var shared: [FileStatus.Identity: (names: [String], links: Int)] = [:]
  /// The named folders, with links resolved.
  private var roots: [String] = []

  /// - Parameter leavesFolders: whether links may lead out of the named folders; a link that is not followed is
  ///   reported.
  /// - Returns: `nil` if a path does not exist, which is reported.
  public static func findOrReport(
    _ paths: [String], _ extensions: [String] = ["story"], leavesFolders: Bool = false
  ) -> [String]? {
    var files = ScriptFiles(extensions, leavesFolders: leavesFolders)
    return files.find(paths) ? files.paths : nil
  }

  private init(_ extensions: [String], leavesFolders: Bool) {
    self.extensions = extensions
    self.leavesFolders = leavesFolders
  }

  private mutating func find(_ named: [String]) -> Bool {
    if let missing = named.first(where: { !File.exists($0) }) {
      DiagnosticRenderer.writeToStandardError("error: there is no file or folder '\(sanitized(missing))'\n")
      return false
    }
    roots = named.compactMap { path in
      (try? FileStatus(path))?.isFolder == true ? try? FilePath.resolved(path) : nil
    }
    for path in named {
      visit(path, isNamed: true)
      // A link may lead to further links.
      while !links.isEmpty { follow(links.removeFirst()) }
    }
    addShared()
    return true
  }

  private mutating func visit(_ path: String, isNamed: Bool) {
    guard let status = try? FileStatus(path) else {
      // The reader of the file reports the error.
      if isNamed || isWanted(path) { paths.append(path) }
      return
    }
    guard status.isFolder || isNamed || isWanted(path) else { return }
    if status.isFile, status.links > 1, !isNamed, !leavesFolders, !seen.contains(status.identity) {
      shared[status.identity, default: ([], status.links)].names.append(path)
      return
    }
    guard seen.insert(status.identity).inserted else { return }
    guard status.isFolder, let entries = try? Folder.entries(of: path) else {
      paths.append(path)
      return
    }
    for entry in entries.sorted(by: { $0.name < $1.name }) where !entry.name.hasPrefix(".") {
      let full = path.hasSuffix("/") ? path + entry.name : path + "/" + entry.name
      if (entry.kind ?? (try? FileStatus(full, followsLinks: false))?.kind) == .link {
        links.append(full)
      } else {
        visit(full, isNamed: false)
      }
    }
  }

  /// Adds the files with several names that are all in the named folders; the others are reported, like links that lead
  /// outside.
  private mutating func addShared() {
    for file in shared.values.sorted(by: { $0.names[0] < $1.names[0] }) {
      guard Set(file.names).count < file.links else {
        visit(file.names[0], isNamed: true)
        continue
      }
      DiagnosticRenderer.writeToStandardError(
        "note: '\(sanitized(file.names[0]))' is skipped: the file has another hard link, which may be outside the folder\n"
      )
    }
  }

  private mutating func follow(_ link: String) {
    guard let target = try? FilePath.resolved(link) else {
      if isWanted(link) { paths.append(link) }
      return
    }
    guard leavesFolders || roots.contains(where: { target == $0 || FilePath.isInside(target, $0) }) else {
      if (try? FileStatus(target))?.isFolder == true || isWanted(link) {
        DiagnosticRenderer.writeToStandardError(
          "note: '\(sanitized(link))' points outside the folder and is skipped\n")
      }
      return
    }
    visit(link, isNamed: false)
  }

  private func isWanted(_ path: String) -> Bool { extensions.contains { path.hasSuffix("." + $0) } }
}
