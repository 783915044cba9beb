import System

/// Files of a folder that is the user's alone, such as the small files beside a journal. A link of such a name comes
/// from a restored copy or from another user, and may lead to any file: nothing is written through it.
extension File {
  /// Writes a file for the user alone, as `replace` does, but replaces a link.
  package static func replaceOwn(
    _ path: String, with content: some Sequence<UInt8>, lasts: Bool = true
  ) throws(SystemError) {
    guard (try? FileStatus(path, followsLinks: false))?.kind == .link else {
      try replace(path, with: content, mode: 0o600, lasts: lasts)
      return
    }
    let new = "\(path).\(String(UInt64.random(in: 0 ... .max), radix: 36))"
    try create(new, with: content, mode: 0o600, lasts: lasts)
    do throws(SystemError) { try rename(new, to: path) } catch {
      try? remove(new)
      throw error
    }
  }

  /// Writes a file, as `replaceOwn` does. A file that is damaged, or that this program did not write, keeps its content
  /// under another name, which is reported.
  /// - Parameter isSound: `true` if the content of the file was understood.
  package static func replaceOwn(
    _ path: String, with content: some Sequence<UInt8>, lasts: Bool = true, isSound: Bool, note: (String) -> Void
  ) throws(SystemError) {
    let other = isSound ? nil : try moveAside(path)
    try replaceOwn(path, with: content, lasts: lasts)
    if let other { note("'\(path)' is damaged, or is not a Storyline file: its content is now in '\(other)'") }
  }

  /// Returns whether a file contains nothing that could be lost, as after a loss of power.
  package static func isBlank(_ bytes: [UInt8]) -> Bool { bytes.allSatisfy { $0 == 0 } }

  /// Opens and locks a file, as `openLocked` does, and creates it if it is missing; a link is removed.
  package static func openOwnLocked(
    _ path: String, _ more: Int32 = 0, timeout: Int = 10_000
  ) throws(SystemError) -> Descriptor {
    let flags = O_RDWR | O_CREAT | O_NOFOLLOW | more
    do throws(SystemError) { return try openLocked(path, flags, timeout: timeout) } catch {
      guard case .notAFile(.link) = error else { throw error }
      try remove(path)
      return try openLocked(path, flags, timeout: timeout)
    }
  }
}
