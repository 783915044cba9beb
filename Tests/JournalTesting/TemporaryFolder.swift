import Foundation

/// A folder of its own that does not exist yet, removed with its last reference.
public final class TemporaryFolder {
  public let path: String

  /// - Parameter parent: the parent folder (default: the system's folder for temporary files).
  public init(in parent: String = FileManager.default.temporaryDirectory.path) {
    path = parent + "/journal-\(UUID().uuidString)"
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// A folder for temporary files on a real disk: a file system in memory would distort the measurements.
  public static var parentOnDisk: String {
    let places = [FileManager.default.temporaryDirectory.path, "/var/tmp", FileManager.default.currentDirectoryPath]
    return places.first { !isInMemory($0) && FileManager.default.isWritableFile(atPath: $0) } ?? places[0]
  }

  private static func isInMemory(_ path: String) -> Bool {
    // Lines of device, mount point and type; the longest mount point that is a prefix of the path holds it. Only
    // Linux has this list.
    let mounts = (try? String(contentsOfFile: "/proc/mounts", encoding: .utf8)) ?? ""
    var holder: (place: Substring, type: Substring)?
    for line in mounts.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count > 2, words[1] == "/" || "\(path)/".hasPrefix("\(words[1])/") else { continue }
      if words[1].count >= holder?.place.count ?? 0 { holder = (words[1], words[2]) }
    }
    return holder?.type == "tmpfs" || holder?.type == "ramfs"
  }
}
