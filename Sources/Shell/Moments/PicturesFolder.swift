import System

/// Where a person's pictures are, as the desktop has it.
enum PicturesFolder {
  /// `XDG_PICTURES_DIR` of the environment, or of the desktop's `user-dirs.dirs`, else `Pictures` in the home folder;
  /// whether it is there or not.
  static func path(
    environment: (String) -> String? = Environment.value, home: String = FilePath.expanded("~")
  ) -> String {
    if let path = environment("XDG_PICTURES_DIR"), path.hasPrefix("/"), !isHome(path, home) { return path }
    let config = environment("XDG_CONFIG_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home + "/.config"
    let bytes = (try? File.read(config + "/user-dirs.dirs", atMost: 1 << 16)) ?? []
    return named(in: String(decoding: bytes, as: UTF8.self), home: home) ?? home + "/Pictures"
  }

  /// The folder in the lines of `user-dirs.dirs`: `XDG_PICTURES_DIR="$HOME/Bilder"`.
  private static func named(in text: String, home: String) -> String? {
    for line in text.split(whereSeparator: \.isNewline) {
      let parts = line.split(separator: "=", maxSplits: 1).map(trimmed)
      guard parts.count == 2, parts[0] == "XDG_PICTURES_DIR", parts[1].hasPrefix("\""), parts[1].hasSuffix("\""),
        parts[1].count > 2
      else { continue }
      let path = String(parts[1].dropFirst().dropLast())
      let full = path.hasPrefix("$HOME/") ? home + path.dropFirst("$HOME".count) : path
      if full.hasPrefix("/") { return isHome(full, home) ? nil : full }
    }
    return nil
  }

  private static func trimmed(_ text: Substring) -> Substring {
    let front = text.drop(while: \.isWhitespace)
    return front.lastIndex { !$0.isWhitespace }.map { front[...$0] } ?? ""
  }

  /// The home folder itself stands for none, as `xdg-user-dir` has it.
  private static func isHome(_ path: String, _ home: String) -> Bool {
    FilePath.normalized(path) == FilePath.normalized(home)
  }
}
