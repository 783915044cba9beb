import StoryScript
import System

/// What was probably meant by the path of a file that is not there.
enum NearFile {
  /// - Returns: the path with the name nearest to its own in its folder; `nil` where none is near, or no folder is there.
  static func meant(by path: String) -> String? {
    let full = FilePath.expanded(path)
    let name = String(path.split(separator: "/").last ?? "")
    guard let names = try? Folder.names(in: FilePath.folder(of: full)), !names.contains(name),
      let near = closest(to: name, among: names.sorted())
    else { return nil }
    return path.hasSuffix("/") ? path.dropLast(name.count + 1) + near : path.dropLast(name.count) + near
  }

  static func question(about path: String) -> String? { meant(by: path).map { "did you mean '\($0)'?" } }
}
