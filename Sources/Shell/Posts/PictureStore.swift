import StoryScript
import System
import Timeline

/// The bytes of pictures that wait to be sent: those of the next post in memory, those of the outbox in the state
/// folder. In practice all of them stay in memory, like the posts that show them.
final class PictureStore {
  private var memory: [String: [UInt8]] = [:]
  /// Their names in practice, the oldest first.
  private var held: [String] = []
  /// A session may practise for hours.
  private static let heldLimit = 32
  private var folder: String?
  /// Another session may have copied a picture, and not yet written down whose it is.
  private static let grace = Duration.hours(24)

  /// Keeps them in a state folder, from now on.
  func open(_ stateFolder: String) { folder = stateFolder + (stateFolder.hasSuffix("/") ? "" : "/") + "pictures" }

  private func path(_ name: String) -> String? { folder.map { $0 + "/" + name } }

  /// Holds the bytes of a picture.
  /// - Parameter isPractice: whether nothing waits for them but the practice's own network: the oldest are let go.
  func hold(_ name: String, _ bytes: [UInt8], isPractice: Bool) {
    memory[name] = bytes
    guard isPractice else { return }
    held = held.filter { $0 != name } + [name]
    if held.count > Self.heldLimit { memory[held.removeFirst()] = nil }
  }

  /// `true` if the name belongs to other bytes, which an undone command may have left.
  func isTaken(_ name: String, by bytes: [UInt8]) -> Bool { memory[name].map { $0 != bytes } ?? false }

  /// Makes a picture last as long as the post that shows it.
  func keep(_ name: String) throws(Failure) {
    guard let folder, let path = path(name), let bytes = memory[name] else { return }
    do throws(SystemError) {
      try Folder.make(folder)
      try File.replace(path, with: bytes, mode: 0o600)
    } catch {
      throw .refused("the picture cannot be kept in '\(folder)': \(error)", "nothing was put into the outbox")
    }
    memory[name] = nil
  }

  /// - Returns: `nil` where they are not on this device.
  func bytes(_ name: String) -> [UInt8]? {
    memory[name] ?? path(name).flatMap { try? File.read($0, atMost: 1 << 22) }
  }

  func has(_ name: String) -> Bool { memory[name] != nil || path(name).map { File.exists($0) } ?? false }

  /// Deletes the files of pictures that no post shows any longer.
  func sweep(keeping names: Set<String>, now: Instant) {
    guard let folder, let there = try? Folder.names(in: folder) else { return }
    for name in there where !names.contains(name) {
      let path = folder + "/" + name
      guard let status = try? FileStatus(path), now - Instant(microseconds: status.modified) > Self.grace else {
        continue
      }
      try? File.remove(path)
    }
  }
}
