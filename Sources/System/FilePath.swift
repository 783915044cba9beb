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

  /// The path without `.`, `..`, doubled and trailing slashes, by its text alone: links are not looked at.
  public static func normalized(_ path: String) -> String {
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      guard part == ".." else {
        parts.append(part)
        continue
      }
      if let last = parts.last, last != ".." {
        parts.removeLast()
      } else if !path.hasPrefix("/") {
        parts.append(part)
      }
    }
    let joined = parts.joined(separator: "/")
    return path.hasPrefix("/") ? "/" + joined : joined.isEmpty ? "." : joined
  }

  /// The absolute path of what is there, without links.
  public static func resolved(_ path: String) throws(SystemError) -> String {
    guard let real = FileName.call(path, { realpath($0, nil) }) else { throw .last }
    defer { free(real) }
    return FileName.text(real)
  }

  /// The folders in which a path lies or would lie, by where its links lead: the nearest that exists, and the one that would
  /// be made by going on from there, `..` included. Absolute, without links.
  public static func places(of path: String) -> [String] {
    if let whole = try? resolved(path) { return [whole] }
    var (above, missing): (String, [Substring]) = (path, [])
    while true {
      let parent = folder(of: above)
      missing.append(above.split(separator: "/").last ?? "")
      if let found = try? resolved(parent) {
        var parts = found.split(separator: "/")
        for part in missing.reversed() where part != "." {
          if part == ".." { _ = parts.popLast() } else { parts.append(part) }
        }
        let made = "/" + parts.joined(separator: "/")
        // What `..` leads out of need not be made, and then lies elsewhere.
        return missing.contains("..") && made != path ? [found, made] + places(of: made) : [found, made]
      }
      guard parent != above else { return [] }
      above = parent
    }
  }

  /// The path and all folders above it, as its text says.
  public static func ancestors(of path: String) -> [String] {
    var all = [path]
    while let last = all.last, last != "/", last != "." { all.append(folder(of: last)) }
    return all
  }

  /// `true` if one absolute path is the other or lies below it, as their texts say.
  static func isTextInside(_ path: String, _ folder: String) -> Bool {
    path == folder || path.hasPrefix(folder == "/" ? "/" : folder + "/")
  }

  /// Whether a file that need not exist yet would lie in a folder or below it, links resolved.
  public static func isInside(_ path: String, _ folder: String) -> Bool {
    guard let parent = try? resolved(self.folder(of: path)), let folder = try? resolved(folder) else { return false }
    return parent == folder || parent.hasPrefix(folder == "/" ? "/" : folder + "/")
  }
}
