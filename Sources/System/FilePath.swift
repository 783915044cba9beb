/// Paths as people write them.
public enum FilePath {
  /// The path with the home folder in the place of `~` and the beginning of `~/…`; as it is if there is no home folder.
  public static func expanded(_ path: String) -> String {
    guard path == "~" || path.hasPrefix("~/"), let home = HomeFolder.path else { return path }
    return home + path.dropFirst()
  }

  /// The folder that a path lies in, as far as its text says: `.` for a bare name.
  public static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The absolute path of what is there, without links.
  public static func resolved(_ path: String) throws(SystemError) -> String {
    guard let real = FileName.call(path, { realpath($0, nil) }) else { throw .last }
    defer { free(real) }
    return FileName.text(real)
  }

  /// Whether a file that need not exist yet would lie in a folder or below it, links resolved.
  public static func isInside(_ path: String, _ folder: String) -> Bool {
    guard let parent = try? resolved(self.folder(of: path)), let folder = try? resolved(folder) else { return false }
    return parent == folder || parent.hasPrefix(folder == "/" ? "/" : folder + "/")
  }
}
