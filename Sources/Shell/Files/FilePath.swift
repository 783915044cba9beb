import StoryScript

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Paths as people write them.
enum FilePath {
  /// `~` and `~/…` stand for the home folder.
  static func expanded(_ path: String) -> String {
    guard path == "~" || path.hasPrefix("~/"), let home = Environment.value("HOME"), !home.isEmpty else { return path }
    return home + path.dropFirst()
  }

  /// How to take back what `save` wrote.
  static let deletion: @Sendable (Arguments) -> String = { "delete '\($0.text(1) ?? "")' by hand" }

  /// Whether a file that need not exist yet would lie in a folder or below it, links resolved.
  static func isInside(_ path: String, _ folder: String) -> Bool {
    let parent = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    guard let parent = resolved(parent), let folder = resolved(folder) else { return false }
    return parent == folder || parent.hasPrefix(folder == "/" ? "/" : folder + "/")
  }

  private static func resolved(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }
}
