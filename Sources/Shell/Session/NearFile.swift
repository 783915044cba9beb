import StoryScript
import System
import Terminal

/// What was probably meant by the path of a file that is not there.
enum NearFile {
  /// - Returns: the path with the name nearest to its own in its folder, as it is typed and in words that ask for it;
  ///   `nil` where none is near, or no folder is there.
  static func question(about path: String) -> String? {
    // As it was shown.
    let bytes = path.replacing(/\\x([89A-Fa-f][0-9A-Fa-f])/) { match in
      UInt8(match.output.1, radix: 16).flatMap { FileName.character(of: $0) }.map { String(Character($0)) } ?? ""
    }
    if bytes != path, File.exists(FilePath.expanded(bytes)) {
      return Problem.question(about: Word.quotedIfNeeded(bytes))
    }
    var whole = path
    while whole.count > 1, whole.hasSuffix("/") { whole.removeLast() }
    let nameStart = whole.lastIndex(of: "/").map { whole.index(after: $0) } ?? whole.startIndex
    let name = String(whole[nameStart...])
    guard let names = try? Folder.names(in: FilePath.folder(of: FilePath.expanded(whole))), !names.contains(name),
      let near = closest(to: name, among: names.sorted())
    else { return nil }
    let meant = sanitized(whole[..<nameStart] + near)
    return Problem.question(about: Word.quotedIfNeeded(meant))
  }
}
