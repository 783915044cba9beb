import Foundation

/// A folder for files of tests that nobody removes one by one: it goes when the tests end.
enum Scratch {
  private static let root: URL = {
    let root = FileManager.default.temporaryDirectory.appending(path: "storyline-tests-\(getpid())")
    try? FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
    atexit { try? FileManager.default.removeItem(at: Scratch.root) }
    return root
  }()

  /// The path of something that is not there yet.
  static func path() -> String { root.appending(path: UUID().uuidString).path }

  /// A folder of its own.
  static func folder() -> URL {
    let folder = URL(filePath: path())
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }
}
