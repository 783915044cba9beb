import Bluesky
import StoryScript
import System

/// The file of an archive, while one shell adds to it. Every page is a piece that was written whole, or is not there: what a
/// crash has cut off is fetched again.
struct ArchiveFile {
  /// What was in the file when it was opened, or what `finish` has said is in it now.
  private(set) var archive: Archive
  /// Whether `archive` is all that the file has.
  private(set) var isWhole = true
  private let path: String?
  private let descriptor: Descriptor?
  /// The bytes of the archive that the file has.
  private var written: Int
  /// How long another shell may hold the lock, in milliseconds: what it fetches may take minutes.
  private static let patience = 1_000

  /// An archive that lasts as long as its session.
  init(_ archive: Archive) { (self.archive, path, descriptor, written) = (archive, nil, nil, 0) }

  /// Opens the file, and takes out of it what was damaged.
  init(_ archive: Archive, _ path: String) throws(Failure) {
    let damage = archive.damage
    (self.archive, self.path) = (archive, path)
    self.archive.forgetDamage()
    do throws(SystemError) {
      if damage.lines > 0 { try File.replace(path, with: archive.bytes, mode: 0o600) }
      let descriptor = try Descriptor.open(path, O_WRONLY | O_CREAT | O_APPEND)
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
      return try File.openLocked(path + ".lock", O_RDWR | O_CREAT, patience: patience)
    } catch {
      if case .locked = error {
        throw .refused("another shell is fetching this archive", "archive search works meanwhile")
      }
      if error.code == EINTR { throw Failure(.interrupted) }
      throw failure(path, error)
    }
  }

  func close() { descriptor?.close() }

  /// Writes what is new in an archive that has grown. No copy of it is kept, which each page would make anew.
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
      // Half a page is none.
      try? descriptor.truncate(to: Int64(written))
      throw Self.failure(path, error)
    }
    written = archive.bytes.count
  }

  /// Takes over the archive whose last page was written.
  mutating func finish(_ archive: Archive) {
    self.archive = archive
    isWhole = true
  }

  private static func failure(_ path: String, _ error: SystemError) -> Failure {
    .refused("the archive '\(path)' cannot be written: \(error)", "what is in it stays; `archive` goes on")
  }
}
