import Bluesky
import SessionState
import ShellCore
import StoryScript
import System
import Timeline

/// The pictures of an archive, in a folder beside its file. Each file name is the picture's content ID.
struct ArchivePictures {
  let session: Session

  init(_ session: Session) { self.session = session }

  /// A picture's time limit and maximum size in bytes.
  private static let pictureTimeout = Duration.minutes(2)
  private static let pictureLimit = 16 << 20

  func fetch(
    of archive: Archive, _ account: Account
  ) throws(Failure) -> (new: Int, folder: String)? {
    guard let folder = session.resources.posts.archives.pictures(of: account.did) else {
      session.notice("this session saves no files, so it cannot save pictures")
      return nil
    }
    do throws(SystemError) { try Folder.make(folder) } catch {
      throw .refused("cannot create the folder '\(folder)': \(error)")
    }
    var (new, missing) = (0, 0)
    for (cid, type) in archive.pictures {
      guard let name = Self.fileName(cid, type) else {
        missing += 1
        continue
      }
      let path = folder + "/" + name
      if File.exists(path) { continue }
      let (bytes, answer) = try session.resources.posts.client.download(
        .getBlob(account.did, cid), at: account.host, limit: Self.pictureLimit, timeout: Self.pictureTimeout)
      guard let bytes, Self.are(bytes, named: cid) else {
        // A picture that the server has lost does not stop the other downloads; a server that is down does.
        if case .refused(let error) = answer, !error.isLimit {
        } else {
          _ = try PostReader(session).done(answer, way: ArchiveFetcher.archiveAdvice)
        }
        missing += 1
        continue
      }
      do throws(SystemError) { try File.replaceOwn(path, with: bytes) } catch {
        throw .refused("cannot write the picture '\(path)': \(error)", ArchiveFetcher.archiveAdvice)
      }
      new += 1
    }
    if missing > 0 {
      let pictures = TimeText.count(missing, "picture")
      session.notice("\(pictures) not fetched: missing or changed on the server")
    }
    return (new, folder)
  }

  /// `true` if the bytes match the hash in a name, or if the name has no hash.
  private static func are(_ bytes: [UInt8], named cid: String) -> Bool {
    ContentID(cid).map { $0.sha256 == SHA256.hash(bytes) } ?? true
  }

  /// - Returns: `nil` if the name is not a CID: such a name could lead out of the folder.
  private static func fileName(_ cid: String, _ type: String) -> String? {
    guard (8...200).contains(cid.utf8.count),
      cid.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20) })
    else { return nil }
    switch type {
    case "image/jpeg": return cid + ".jpg"
    case "image/png": return cid + ".png"
    case "image/webp": return cid + ".webp"
    default: return cid
    }
  }
}
