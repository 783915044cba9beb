import Foundation

/// A folder of its own that is not there yet, gone with its last reference.
public final class TemporaryFolder {
  public let path: String

  /// - Parameter parent: where; the system's folder for such things unless said.
  public init(in parent: String = FileManager.default.temporaryDirectory.path) {
    path = parent + "/journal-\(UUID().uuidString)"
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// A folder for such things that lies on a disk: memory that poses as one would measure nothing.
  public static var parentOnDisk: String {
    let places = [FileManager.default.temporaryDirectory.path, "/var/tmp", FileManager.default.currentDirectoryPath]
    return places.first { !isInMemory($0) && FileManager.default.isWritableFile(atPath: $0) } ?? places[0]
  }

  private static func isInMemory(_ path: String) -> Bool {
    // Lines of device, place, type; the longest place that the path begins with holds it. No such list but on Linux.
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
