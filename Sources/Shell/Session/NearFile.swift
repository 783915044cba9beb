import StoryScript
import System

/// What was probably meant by the path of a file that is not there.
enum NearFile {
  /// - Returns: the name nearest to a path's own in its folder, without control characters, in words that ask for it;
  ///   `nil` where none is near, or no folder is there.
  static func question(about path: String) -> String? {
    let name = String(path.split(separator: "/").last ?? "")
    guard let names = try? Folder.names(in: FilePath.folder(of: FilePath.expanded(path))), !names.contains(name),
      let near = closest(to: name, among: names.sorted())
    else { return nil }
    return "did you mean '\(near)'?"
  }
}
