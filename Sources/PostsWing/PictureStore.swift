import ShellCore
import StoryScript
import System
import Timeline

/// The bytes of pictures that wait to be sent: those of the next post in memory, those of the outbox in the state
/// folder. In practice all of them stay in memory, like the posts that show them.
final class PictureStore {
  private var memory: [String: [UInt8]] = [:]
  /// The names of the pictures in practice, the oldest first.
  private var held: [String] = []
  /// The limit exists because a session may practise for hours.
  private static let heldLimit = 32
  private var folder: String?
  /// Another session may have copied a picture and not yet saved the post that it belongs to.
  private static let grace = Duration.hours(24)

  /// Keeps the pictures in a state folder from now on.
  func open(_ stateFolder: String) { folder = stateFolder + (stateFolder.hasSuffix("/") ? "" : "/") + "pictures" }

  private func path(_ name: String) -> String? { folder.map { $0 + "/" + name } }

  /// Holds the bytes of a picture in memory.
  /// - Parameter isPractice: `true` if only the practice network waits for the pictures: then the oldest are removed.
  func hold(_ name: String, _ bytes: [UInt8], isPractice: Bool) {
    memory[name] = bytes
    guard isPractice else { return }
    held = held.filter { $0 != name } + [name]
    if held.count > Self.heldLimit { memory[held.removeFirst()] = nil }
  }

  /// Forgets the bytes of a picture that belongs to no post: it was only shown.
  func release(_ name: String) { memory[name] = nil }

  /// `true` if the name belongs to other bytes, which an undone command may have left.
  func isTaken(_ name: String, by bytes: [UInt8]) -> Bool { memory[name].map { $0 != bytes } ?? false }

  /// Saves a picture for as long as the post that shows it exists.
  func keep(_ name: String) throws(Failure) {
    guard let folder, let path = path(name), let bytes = memory[name] else { return }
    do throws(SystemError) {
      try Folder.make(folder)
      try File.replaceOwn(path, with: bytes)
    } catch {
      throw .refused("cannot save the picture in '\(folder)': \(error)", "nothing was added to the outbox")
    }
    memory[name] = nil
  }

  /// - Returns: `nil` if the bytes are not on this device.
  func bytes(_ name: String) -> [UInt8]? {
    memory[name] ?? path(name).flatMap { try? File.read($0, atMost: 1 << 22) }
  }

  func has(_ name: String) -> Bool { memory[name] != nil || path(name).map { File.exists($0) } ?? false }

  /// Returns whether this program gives such names: the user may have a folder of that name, with other pictures.
  private static func isOwn(_ name: String) -> Bool {
    let parts = name.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].utf8.count >= 15 else { return false }
    return parts[0].allSatisfy { $0.isWholeNumber } && parts[1].allSatisfy { $0.isWholeNumber }
      && parts[2].utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) }
  }

  /// Deletes pictures that were sent.
  func remove(_ names: some Sequence<String>) {
    for name in names {
      memory[name] = nil
      if let path = path(name), Self.isOwn(name) { try? File.remove(path) }
    }
  }

  /// Deletes the files of pictures that no post shows any longer.
  func sweep(keeping names: Set<String>, now: Instant) {
    guard let folder, let there = try? Folder.names(in: folder) else { return }
    for name in there where Self.isOwn(name) && !names.contains(name) {
      let path = folder + "/" + name
      guard let status = try? FileStatus(path), now - Instant(microseconds: status.modified) > Self.grace else {
        continue
      }
      try? File.remove(path)
    }
  }
}
