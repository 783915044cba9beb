import Journal
import Moments
import StoryScript
import Terminal
import Timeline

/// Photos, their moments, maps and reviews.
final class MomentsWing: Wing {
  var commands: [[CommandEntry]] {
    [
      PhotoCommands.entries, PhotoRecords.entries, CameraClockCommands.entries, ReviewCommands.entries,
      FavoriteCommands.entries, TimelineCommands.entries, SheetCommands.entries, MapCommands.entries,
    ]
  }
  var states: [[StateEntry]] { [PhotoCommands.states, ReviewCommands.states] }
  var events: [[EventRow]] { [PhotoCommands.events, CameraClockCommands.events, ReviewEvents.all] }
  var settings: [Setting] {
    [
      .whole(
        "favorite-stars",
        "the minimum number of stars that makes a photo a favourite; `review favorite` and `review unfavorite` override it",
        1...5,
        { $1(&$0.photos.favouriteStars) }, "set favorite-stars 3"
      ).also("rating").kept
    ]
  }

  func countsOutsideSnapshot(
    _ saved: Journal.SavedEvent, _ session: Session, since before: World, _ past: World.Ledger
  ) -> Bool? {
    session.world.photos.countsAsChoice(saved, since: before.photos)
  }
  func opened(_ session: Session, _ kept: World.Persisted) { session.resources.photos.add(kept.photos.libraries) }
  func joined(_ session: Session, _ kept: World.Persisted, since before: World.Ledger) {
    session.resources.photos.add(kept.photos.libraries)
    CurrentLibrary(session).distinguishPhotos()
  }
  var watchView: WatchView? { PhotoWatchView.watchView }
  func resumeShowing(_ session: Session) { CurrentLibrary(session).resumeReview() }
  var pageModel: PageModel? { MapPageModel.pageModel }
}

extension MomentsWing: PictureSource {
  func pictures(in path: String, for session: Session) throws(Failure) -> Pictures {
    try PhotoCommands(session).pictures(in: path)
  }
  func best(of moment: Record, _ limit: Int, byteLimit: Int, for session: Session) throws(Failure) -> ChosenPictures {
    try BestPictures(session).choose(of: moment, limit, byteLimit: byteLimit)
  }
  func lastFolder(_ world: World) -> String? { world.photos.album?.scan.root }
  func shared(_ path: String, byteLimit: Int) throws(Failure) -> SharedPicture {
    try PhotoLibrary.shared(path, byteLimit: byteLimit)
  }
  func shared(_ bytes: [UInt8], byteLimit: Int) -> SharedPicture? {
    PhotoLibrary.shared(bytes, byteLimit: byteLimit)
  }
  func videoLength(of path: String) -> Duration? { PhotoLibrary.videoLength(of: path) }
  func drawn(file: String, _ form: PictureForm, columns: Int, rows: Int) -> [StyledText]? {
    PhotoWatchView.picture(of: file, form, columns: columns, rows: rows)
  }
  func drawn(_ bytes: [UInt8], _ form: PictureForm, columns: Int, rows: Int) -> [StyledText]? {
    PhotoWatchView.picture(in: bytes, form, columns: columns, rows: rows)
  }
  func painted(
    _ form: PictureForm, columns: Int, rows: Int, paint: (_ width: Int, _ height: Int) -> [UInt8]
  ) -> [StyledText]? {
    let room = PhotoPicture.room(form, columns: columns, rows: rows)
    guard room.width > 0, room.height > 0 else { return nil }
    // A scene is never wider than 4:3, so that its hills stay hills.
    let width = min(room.width, room.height * 4 / 3)
    let pixels = Pixels(width: width, height: room.height, bytes: paint(width, room.height))
    return PhotoPicture.picture(.ready(pixels), form, columns: columns, rows: rows)
  }
  func carried(_ path: String) -> Int? { ExamplePhotos.bytes(at: path)?.count }
  func small(_ path: String) -> SharedPicture? { SmallPictures.shared.picture(path) }
  var isLoading: Bool { ThumbnailLoader.shared.isLoading() }
  func awaitLoading() -> Bool { ThumbnailLoader.shared.settle(within: PhotoWatchView.thumbnailTimeout) }
}

extension MomentsWing: LibraryGuard {
  func irreplaceable(_ path: String) -> String? { PhotoLibrary.words(for: path) }

  func protection(of path: String, _ session: Session?) -> FileProtection {
    if let session { return session.resources.photos.protection(of: path) }
    return UserFiles.libraries.map { KnownLibraries(path: $0).protection(of: path) } ?? FileProtection()
  }

  func temporaryFolder(_ session: Session) -> String {
    KnownLibraries.temporaryFolder { session.resources.photos.library(holding: $0) != nil }
  }
}
