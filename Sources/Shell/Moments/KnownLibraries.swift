import JSON
import System

/// The folders of photos that a person's own sessions ever read, in a file for all sessions, scripts and tools: whatever
/// state folder they have, nothing is written among photos.
///
/// The file has a path on each line, as JSON writes a text. It only grows; it is read when somebody is about to write a file.
public struct KnownLibraries: Sendable {
  private let path: String
  /// - Parameter path: the file; it need not be there.
  public init(path: String) { self.path = path }
  private static let longest = 1 << 24

  /// Absolute paths without links. The home folder, and what lies above it, is no library, whoever wrote that it is: nobody
  /// could save anything any more.
  var folders: Set<String> {
    let home = (try? FilePath.resolved(FilePath.expanded("~"))) ?? ""
    return read().filter { $0 != "/" && $0 != home && !FilePath.isInside(home, $0) }
  }

  private func read() -> Set<String> {
    guard let bytes = try? File.read(path, atMost: Self.longest) else { return [] }
    return Set(
      bytes.split(separator: UInt8(ascii: "\n")).compactMap { line in
        (try? JSON(parsing: Array(line)))?.stringValue.flatMap { $0.hasPrefix("/") ? $0 : nil }
      })
  }

  /// Adds those that are not there yet. What cannot be written is known to the session's own journal all the same.
  func add(_ new: some Sequence<String>) {
    let known = read()
    let lines = Set(new).subtracting(known).sorted().map { JSON.string($0).text + "\n" }
    guard !lines.isEmpty, (try? Folder.make(FilePath.folder(of: path), mode: 0o700)) != nil,
      let file = try? Descriptor.open(path, O_WRONLY | O_APPEND | O_CREAT)
    else { return }
    defer { file.close() }
    try? file.writeAll(lines.joined())
  }

  /// The library that a path lies in, or would lie in.
  public func library(holding path: String) -> String? { Self.library(holding: path, of: folders) }

  /// The one of some libraries that a path lies in, or would lie in; a link leads where its target is.
  static func library(holding path: String, of libraries: Set<String>) -> String? {
    let paths = [path, try? FilePath.resolved(path)].compactMap { $0 }
    return libraries.sorted().first { library in
      paths.contains { FilePath.isInside($0, library) || (try? FilePath.resolved($0)) == library }
    }
  }
}
