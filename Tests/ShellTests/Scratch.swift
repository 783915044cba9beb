import Foundation

/// A folder for files that tests do not remove one by one. It is removed when the tests end.
enum Scratch {
  private static let root: URL = {
    let root = FileManager.default.temporaryDirectory.appending(path: "storyline-tests-\(getpid())")
    try? FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
    atexit { try? FileManager.default.removeItem(at: Scratch.root) }
    return root
  }()

  /// Returns the path of a file that does not exist yet.
  static func path() -> String { root.appending(path: UUID().uuidString).path }

  /// Returns a new folder.
  static func folder() -> URL {
    let folder = URL(filePath: path())
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }
}
