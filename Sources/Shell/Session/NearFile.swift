import StoryScript
import System
import Terminal

/// What was probably meant by the path of a file that is not there.
enum NearFile {
  /// - Returns: the path with the name nearest to its own in its folder, as it is typed and in words that ask for it;
  ///   `nil` where none is near, or no folder is there.
  static func question(about path: String) -> String? {
    var whole = path
    while whole.count > 1, whole.hasSuffix("/") { whole.removeLast() }
    let nameStart = whole.lastIndex(of: "/").map { whole.index(after: $0) } ?? whole.startIndex
    let name = String(whole[nameStart...])
    guard let names = try? Folder.names(in: FilePath.folder(of: FilePath.expanded(whole))), !names.contains(name),
      let near = closest(to: name, among: names.sorted())
    else { return nil }
    let meant = sanitized(whole[..<nameStart] + near)
    let typed = Word.quotedIfNeeded(meant)
    return typed == meant ? "did you mean '\(typed)'?" : "did you mean \(typed)?"
  }
}
