import Journal
import System

/// The note about a device's journal that was emptied or removed, although its folder has saved something.
enum LostJournal {
  /// The file with the numbers of posts and drafts: a device that has it has a journal.
  private static let numbers = "numbers"

  /// Returns what is missing and how to get it back; `nil` if nothing seems to be lost.
  ///
  /// This is one system call for a journal with events.
  static func note(_ folder: String, _ device: Journal.DeviceID) -> String? {
    let path = "\(folder)/\(device).journal"
    let size = size(of: path)
    if size > 512 { return nil }
    if let bytes = Journal.lostLength(of: device, in: folder, size: size) {
      return "\(path) has no events, but had \(bytes) bytes at the last sync: `sync FOLDER` with the same "
        + "folder restores the synced events; only a copy of the file has the rest"
    }
    guard size == 0, isOwn("\(folder)/\(numbers)") else { return nil }
    return
      "\(path) is missing or empty, although this folder has saved posts or drafts: put a copy of the file back, or "
      + "`sync FOLDER` with a folder that you have synced before"
  }

  /// Returns the size of a journal; 0 if something else is in its place, such as a folder, or a link that leads to
  /// another kind of file.
  private static func size(of path: String) -> Int64 {
    guard let status = try? FileStatus(path, followsLinks: false) else { return 0 }
    if status.isFile { return status.size }
    guard status.kind == .link, let target = try? FileStatus(path), target.isFile,
      let beginning = try? File.read(path, atMost: 4_096)
    else { return 0 }
    let text = String(decoding: beginning, as: UTF8.self)
    return text.contains("storyline-journal") || text.contains("\"seq\":") ? target.size : 0
  }

  /// Returns whether a file begins as this program writes it: the user may have a file of that name.
  private static func isOwn(_ path: String) -> Bool {
    (try? File.read(path, atMost: 24))?.starts(with: "{\"version\":1,\"posts\":{".utf8) ?? false
  }
}
