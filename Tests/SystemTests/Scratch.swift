@testable import System

/// A folder for one test, removed with its content at the end.
final class Scratch {
  let path: String

  init() {
    var name = Array("/tmp/storyline-system-XXXXXX".utf8CString)
    path = String(cString: mkdtemp(&name)!)
  }

  deinit { Self.remove(path) }

  func callAsFunction(_ name: String) -> String { "\(path)/\(name)" }

  /// The names in the folder, sorted.
  var names: [String] { ((try? Folder.names(in: path)) ?? []).sorted() }

  private static func remove(_ folder: String) {
    for entry in (try? Folder.entries(of: folder)) ?? [] {
      let path = "\(folder)/\(entry.name)"
      if entry.kind == .folder { remove(path) } else { try? File.remove(path) }
    }
    _ = FileName.call(folder) { rmdir($0) }
  }
}

func text(_ path: String) throws -> String {
  String(decoding: try File.read(path, atMost: 1 << 20), as: UTF8.self)
}
