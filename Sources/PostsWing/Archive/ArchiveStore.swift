import Bluesky
import Journal
import StoryScript
import System

/// The archives of a real session: in files of the state folder, shared by all sessions of the folder, else in
/// memory.
///
/// Only one shell at a time appends to a file. The other shells read the file up to its current end, and read it
/// again after a change.
final class ArchiveStore {
  private var folder: String?
  private var known: [String: (archive: Archive, status: FileStatus?)] = [:]
  /// More bytes than a person writes in a lifetime.
  private static let limit = 1 << 32
  /// The maximum length of a file name, in bytes.
  private static let nameLimit = 200

  /// Keeps the archives in a state folder from now on.
  func open(_ stateFolder: String) {
    folder = stateFolder + (stateFolder.hasSuffix("/") ? "" : "/") + "archive"
    known = [:]
  }

  /// Returns the path of an account's archive; `nil` if the archive is kept in memory.
  func path(of did: String) -> String? {
    folder.map { folder in
      guard did.utf8.count > Self.nameLimit else { return folder + "/" + did }
      let digits = SHA256.hash(Array(did.utf8)).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
      return folder + "/" + digits.joined()
    }
  }

  /// Returns the folder of the pictures in an account's archive; `nil` if nothing is kept in files.
  func pictures(of did: String) -> String? { path(of: did).map { $0 + ".pictures" } }

  /// Returns the current archive of an account; an empty archive if there is none.
  func read(_ did: String) throws(Failure) -> Archive {
    guard let path = path(of: did) else { return known[did]?.archive ?? Self.empty(did) }
    let status = try? FileStatus(path)
    if let known = known[did], known.status == status { return known.archive }
    let bytes: [UInt8]
    do throws(SystemError) { bytes = try File.read(path, atMost: Self.limit) } catch {
      guard error.code == ENOENT else { throw .refused("cannot read the archive '\(path)': \(error)") }
      bytes = []
    }
    do throws(Archive.Problem) {
      let archive = bytes.isEmpty ? Self.empty(did) : try Archive(bytes, of: did, checksum: Self.checksum)
      known[did] = (archive, status)
      return archive
    } catch {
      throw Self.failure(error, path)
    }
  }

  private static func failure(_ problem: Archive.Problem, _ path: String) -> Failure {
    switch problem {
    case .foreign:
      .refused("'\(path)' is not an archive of this account", "move it elsewhere, then run `archive` again")
    case .newer:
      .refused("'\(path)' was written by a newer version of storyline", "move it elsewhere, then run `archive` again")
    }
  }

  /// Lets `body` add to an account's archive while no other shell can.
  func exclusively<Result>(
    _ did: String, _ body: (inout ArchiveFile) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let path = path(of: did) else {
      var file = ArchiveFile(try read(did))
      defer { known[did] = (file.archive, nil) }
      return try body(&file)
    }
    let lock = try ArchiveFile.lock(path)
    defer { lock.close() }
    var file = try ArchiveFile(try read(did), path)
    defer {
      file.close()
      known[did] = file.isWhole ? (file.archive, try? FileStatus(path)) : nil
    }
    return try body(&file)
  }

  private static func empty(_ did: String) -> Archive { Archive(of: did, checksum: checksum) }

  private static let sum = Checksum()
  static let checksum: Archive.Checksum = { sum($0) }
}
