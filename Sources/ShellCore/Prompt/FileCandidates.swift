import System

/// The files that the beginning of a path may mean.
struct FileCandidates {
  /// The folder part of the typed path, up to its last slash: unchanged if there is such a folder.
  let folder: String
  /// The matching names in the folder; folders end in a slash.
  let names: [String]
  /// `true` if the folder part was corrected.
  let isCorrected: Bool
  /// A folder with more names than this gets no list.
  private static let limit = 10_000

  /// - Parameter typed: a path without quotes; `~` is the home folder.
  init(_ typed: String) {
    let slash = typed.lastIndex(of: "/").map { typed.index(after: $0) } ?? typed.startIndex
    let (written, beginning) = (String(typed[..<slash]), String(typed[slash...]))
    if written.isEmpty, beginning == "~" {
      (folder, names, isCorrected) = ("", ["~/"], false)
      return
    }
    folder = Self.isFolder(written) ? written : Self.meant(written) ?? written
    isCorrected = folder != written
    names = Self.names(like: beginning, in: folder)
  }

  private static func place(_ folder: String) -> String { folder.isEmpty ? "." : FilePath.expanded(folder) }
  private static func isFolder(_ path: String) -> Bool {
    (try? FileStatus(place(path)))?.isFolder == true
  }

  private static func names(like typed: String, in folder: String) -> [String] {
    let place = place(folder)
    let entries = (try? Folder.entries(of: place)) ?? []
    guard entries.count <= limit else { return [] }
    // Hidden files appear only when the typed name begins with a dot.
    let isHiddenShown = typed.utf8.first == UInt8(ascii: ".")
    let shown = entries.filter { isHiddenShown || $0.name.utf8.first != UInt8(ascii: ".") }
    // Names that contain the letters are sorted by density, then by name.
    return FuzzyMatch.matching(shown.sorted { $0.name < $1.name }, typed) { $0.name }.map { entry in
      let isFolder =
        switch entry.kind {
        case .folder: true
        case .file: false
        // A link, or a file system that does not report the kind.
        default: (try? FileStatus("\(place)/\(entry.name)"))?.isFolder == true
        }
      return isFolder ? entry.name + "/" : entry.name
    }
  }

  /// Returns the folder whose path is most similar to a typed one, name by name; `nil` if there is none.
  private static func meant(_ written: String) -> String? {
    var path = ""
    for name in written.split(separator: "/", omittingEmptySubsequences: false).dropLast() {
      if name.isEmpty || isFolder(path + name) {
        path += name + "/"
      } else if let like = names(like: String(name), in: path).first(where: { $0.hasSuffix("/") }) {
        path += like
      } else {
        return nil
      }
    }
    return path
  }
}
