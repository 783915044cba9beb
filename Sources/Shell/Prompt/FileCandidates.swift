import System

/// Files that could be meant by the beginning of a path.
struct FileCandidates {
  /// The folder's part of what is typed, up to its last slash, as it was typed.
  let folder: String
  /// The names in it that begin as typed, folders with a slash at their end.
  let names: [String]
  /// A folder with more names than this is not worth a list.
  private static let limit = 10_000

  /// - Parameter typed: without quotes; `~` is the home folder.
  init(_ typed: String) {
    let slash = typed.lastIndex(of: "/").map { typed.index(after: $0) } ?? typed.startIndex
    folder = String(typed[..<slash])
    let beginning = typed[slash...]
    if folder.isEmpty, beginning == "~" {
      names = ["~/"]
      return
    }
    let place = folder.isEmpty ? "." : FilePath.expanded(folder)
    let entries = (try? Folder.names(in: place)) ?? []
    guard entries.count <= Self.limit else {
      names = []
      return
    }
    // Hidden files only when asked for.
    let found = entries.filter { $0.hasPrefix(beginning) && ($0.first != "." || beginning.first == ".") }
    names = found.sorted().map { (try? FileStatus("\(place)/\($0)"))?.isFolder == true ? $0 + "/" : $0 }
  }
}
