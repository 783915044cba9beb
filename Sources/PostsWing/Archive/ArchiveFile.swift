import Bluesky
import ShellCore
import StoryScript
import System

/// The file of an archive, while one shell appends to it. Every page is written as a whole or is missing: a page that a
/// crash has cut off is fetched again.
struct ArchiveFile {
  /// The archive in the file, as of opening it or of the last `finish`.
  private(set) var archive: Archive
  /// `true` if `archive` has the whole content of the file.
  private(set) var isWhole = true
  private let path: String?
  private let descriptor: Descriptor?
  /// The number of the archive's bytes that are in the file.
  private var written: Int
  /// The longest wait for another shell's lock, in milliseconds. The wait is short because a fetch by the other shell
  /// may take minutes.
  private static let timeout = 1_000

  /// Makes an archive that lasts as long as its session.
  init(_ archive: Archive) { (self.archive, path, descriptor, written) = (archive, nil, nil, 0) }

  /// Opens the file, and removes its damaged part.
  init(_ archive: Archive, _ path: String) throws(Failure) {
    let damage = archive.damage
    (self.archive, self.path) = (archive, path)
    self.archive.forgetDamage()
    do throws(SystemError) {
      if damage.lines > 0 { try File.replaceOwn(path, with: archive.bytes) }
      let descriptor = try Descriptor.open(path, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW)
      var size = try FileStatus(descriptor).size
      if damage.lines == 0, damage.cut > 0 {
        size -= Int64(damage.cut)
        try descriptor.truncate(to: size)
      }
      written = Int(size)
      self.descriptor = descriptor
    } catch {
      throw Self.failure(path, error)
    }
  }

  static func lock(_ path: String) throws(Failure) -> Descriptor {
    do throws(SystemError) {
      try Folder.make(FilePath.folder(of: path))
      return try File.openOwnLocked(path + ".lock", timeout: timeout)
    } catch {
      if case .locked = error {
        throw .refused("another shell is fetching this archive", "`archive search` works in the meantime")
      }
      if error.code == EINTR { throw Failure(.interrupted) }
      throw failure(path, error)
    }
  }

  func close() { descriptor?.close() }

  /// Writes the new part of an archive that has grown. With a file, `archive` is not updated here: that would copy the
  /// whole archive at each page.
  mutating func write(_ archive: borrowing Archive) throws(Failure) {
    guard let descriptor, let path else {
      self.archive = copy archive
      return
    }
    guard archive.bytes.count > written else { return }
    isWhole = false
    do throws(SystemError) {
      try descriptor.writeAll(Array(archive.bytes[written...]))
    } catch {
      // Half a page is useless.
      try? descriptor.truncate(to: Int64(written))
      throw Self.failure(path, error)
    }
    written = archive.bytes.count
  }

  /// Sets `archive` to the archive whose last page was written.
  mutating func finish(_ archive: Archive) {
    self.archive = archive
    isWhole = true
  }

  private static func failure(_ path: String, _ error: SystemError) -> Failure {
    .refused(
      "cannot write the archive '\(path)': \(error)", "records already saved are kept; to continue, try: archive")
  }
}
