import Journal
import SessionState
import System

/// The note about a device's journal that was emptied or removed, although its folder has saved something.
enum MissingJournal {
  /// The file with the numbers of posts and drafts: a device that has it has a journal.
  private static let numbers = "numbers"

  /// Returns a description of the missing data and the way to get it back; `nil` if nothing seems to be lost.
  ///
  /// This is one system call for a journal with events.
  static func note(_ folder: String, _ device: Journal.DeviceID) -> String? {
    let path = "\(folder)/\(device).journal"
    let size = Journal.ownLength(of: device, in: folder)
    if size > 512 { return nil }
    if let bytes = Journal.lostLength(of: device, in: folder) {
      return
        "\(path) has no events, but had \(TimeText.count(Int(bytes), "byte")) at the last sync: `sync FOLDER` with the same "
        + "folder restores the synced events; only a copy of the file has the rest"
    }
    guard size == 0, isOwn("\(folder)/\(numbers)") else { return nil }
    return
      "\(path) is missing or empty, although this folder has saved posts or drafts: put a copy of the file back, or "
      + "`sync FOLDER` with a folder that you have synced before"
  }

  /// Returns whether a file begins as this program writes it: the user may have a file of that name.
  private static func isOwn(_ path: String) -> Bool {
    (try? File.read(path, atMost: 24))?.starts(with: "{\"version\":1,\"posts\":{".utf8) ?? false
  }
}
