import Moments
import SessionState
import ShellCore
import StoryScript
import System

/// The protection of photo libraries: Storyline writes nothing into them, and refuses to read a folder that contains its
/// own files.
public struct PhotoProtection {
  private let session: Session

  public init(_ session: Session) { self.session = session }

  /// Refuses photos in a folder that also contains the files that this session writes: the state folder, or the
  /// user's history. Either these files would be written into a photo folder, or nothing would be saved.
  func refuseAroundOwnFiles(_ scan: Scan) throws(Failure) {
    let writesUsers = session.options.kind == .real || session.options.isPrompt && !session.options.isReplay
    guard
      let (own, folder) = session.resources.photos.ownFolder(
        in: LibraryFolders.folders(of: scan), includesUsers: writesUsers)
    else { return }
    throw .refused(
      "'\(own)', where Storyline saves its own files, is inside the photo folder '\(folder)', and "
        + "Storyline never writes into a folder whose photos were read",
      "move '\(own)' elsewhere while no shell is open, or read a folder that does not contain it")
  }

  /// Protects the folders that were read from now on, and reports if that is not possible.
  func protect(_ scan: Scan) {
    let folders = LibraryFolders.folders(of: scan)
    session.resources.photos.add(folders, parts: PhotoResources.parts(of: scan, in: folders))
    if let trouble = session.resources.photos.consumeTrouble() { session.notice(trouble) }
  }

  /// Uses the list of libraries for all of the user's sessions; a session on the wall clock adds its own to it.
  public func know(_ libraries: KnownLibraries) {
    session.resources.photos.know(libraries, addsTo: session.options.kind == .real)
  }

  /// Refuses a state folder in a folder whose photos were read, also if it existed before they were read.
  /// - Parameter path: the folder as the user wrote it.
  public func refuseAmongPhotos(state folder: String, as path: String) throws(Failure) {
    guard (try? FileStatus(folder + "/device")) != nil else {
      return try FileAccess(session).refuseInLibrary(folder, as: path)
    }
    guard let library = session.resources.photos.library(holdingState: folder) else { return }
    throw .refused(
      "the state folder '\(path)' is in '\(library)', whose photos were read: Storyline never writes there",
      "move it elsewhere with everything in it, and pass its new path: --state FOLDER")
  }
}
