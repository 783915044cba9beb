import Moments
import SessionState
import ShellCore
import StoryScript
import System

/// The pictures of a moment that may be shared.
struct BestPictures {
  let session: Session

  init(_ session: Session) { self.session = session }

  /// Returns the best pictures of a moment, given as a record of `cluster`.
  /// - Parameters:
  ///   - limit: the maximum number of pictures.
  ///   - byteLimit: the maximum size of a picture in bytes.
  func choose(of moment: Record, _ limit: Int, byteLimit: Int) throws(Failure) -> ChosenPictures {
    guard let files = moment["files"]?.list?.compactMap({ $0.text }), !files.isEmpty,
      let folder = moment["folder"]?.text
    else { throw .refused("this record is not a moment: it has no `files`", "try: image (cluster FOLDER)[0]").about(0) }
    let known = session.world.photos.album.flatMap { $0.scan.root == folder ? $0.scan : nil }
    let scan: Scan
    if let known { scan = known } else { scan = try PhotoCommands(session).scanned(into: folder) }
    let wanted = Set(files)
    let photos = scan.photos.filter { wanted.contains($0.path) }
    var pictures: [Int: SharedPicture] = [:]
    var reason: Failure?
    let review = session.world.photos.review
    let root = (try? FilePath.resolved(folder)) ?? folder
    func path(_ index: Int) -> String { root + (root.hasSuffix("/") ? "" : "/") + photos[index].path }
    func canUse(_ index: Int) throws(Failure) -> Bool {
      try Interruption.look()
      do throws(Failure) {
        let picture = try PhotoLibrary.shared(path(index), byteLimit: byteLimit)
        guard picture.bytes.count <= byteLimit else { throw Self.tooLarge(photos[index], byteLimit) }
        pictures[index] = picture
        return true
      } catch {
        reason = reason ?? error
        return false
      }
    }
    let chosen = try BestPhotos.choose(
      limit, of: photos, isFavourite: { review.isFavourite($0, $0.mark) }, canUse: canUse)
    if chosen.isEmpty {
      let words: String
      if case .refused(let message, _)? = reason?.problem { words = ": \(message)" } else { words = "" }
      throw .refused(
        photos.isEmpty
          ? "none of this moment's photos is still in '\(folder)'"
          : "none of this moment's photos can be shown" + words,
        photos.isEmpty ? "try: cluster \(Word.quotedIfNeeded(folder))" : nil
      ).about(0)
    }
    return ChosenPictures(
      pictures: chosen.compactMap { index in pictures[index].map { (path(index), $0) } },
      unusable: chosen.count < limit ? files.count - chosen.count : 0)
  }

  private static func tooLarge(_ photo: Photo, _ limit: Int) -> Failure {
    .refused("'\(photo.path)' is larger than \(TimeText.grouped(limit)) bytes")
  }
}
