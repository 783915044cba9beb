import StoryScript
import System
import Terminal

/// What was probably meant by the path of a file that is not there.
enum NearFile {
  /// - Returns: the name nearest to a path's own in its folder, in words that ask for it; `nil` where none is near, or no
  ///   folder is there.
  static func question(about path: String) -> String? {
    var full = FilePath.expanded(path)
    while full.count > 1, full.hasSuffix("/") { full.removeLast() }
    let name = String(full.split(separator: "/").last ?? "")
    guard let names = try? Folder.names(in: FilePath.folder(of: full)), !names.contains(name),
      let near = closest(to: name, among: names.sorted())
    else { return nil }
    return "did you mean '\(sanitized(near))'?"
  }
}
