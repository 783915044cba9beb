import Journal
import Moments
import SessionState
import ShellCore
import StoryScript
import TerminalText
import Timeline

/// Photos, their moments, maps and reviews.
package final class MomentsWing: Wing {

  package init() {}
  package var commands: [[CommandEntry]] {
    [
      PhotoCommands.entries, PhotoRecords.entries, CameraClockCommands.entries, ReviewCommands.entries,
      FavoriteCommands.entries, TimelineCommands.entries, SheetCommands.entries, MapCommands.entries,
    ]
  }
  package var states: [[StateEntry]] { [PhotoCommands.states, ReviewCommands.states] }
  package var events: [[EventRow]] { [PhotoCommands.events, CameraClockCommands.events, ReviewEvents.all] }
  package var settings: [Setting] {
    [
      .whole(
        "favorite-stars",
        "the minimum number of stars that makes a photo a favourite; `review favorite` and `review unfavorite` override it",
        1...5,
        { $1(&$0.photos.favouriteStars) }, "set favorite-stars 3"
      ).also("rating").kept
    ]
  }

  package func countsOutsideSnapshot(
    _ saved: Journal.SavedEvent, _ session: Session, since before: World, _ past: World.Ledger
  ) -> Bool? {
    session.world.photos.countsAsChoice(saved, since: before.photos)
  }
  package func open(_ folder: String, _ session: Session, note: @escaping (String) -> Void) {
    session.resources.photos.open(folder)
  }
  /// Practice must not change photos that the outer session knows.
  package func share(_ resources: World.Resources, with session: Session) { session.resources.share(resources.photos) }
  package func opened(_ session: Session, _ kept: World.Persisted) {
    session.resources.photos.add(kept.photos.libraries)
  }
  package func joined(_ session: Session, _ kept: World.Persisted, since before: World.Ledger) {
    session.resources.photos.add(kept.photos.libraries)
    CurrentLibrary(session).distinguishPhotos()
  }
  package var watchView: WatchView? { PhotoWatchView.watchView }
  package func resumeShowing(_ session: Session) { CurrentLibrary(session).resumeReview() }
  package var pageModel: PageModel? { MapPageModel.pageModel }
}

extension MomentsWing: PictureSource {
  package func pictures(in path: String, for session: Session) throws(Failure) -> Pictures {
    try PhotoCommands(session).pictures(in: path)
  }
  package func best(of moment: Record, _ limit: Int, byteLimit: Int, for session: Session) throws(Failure)
    -> ChosenPictures
  {
    try BestPictures(session).choose(of: moment, limit, byteLimit: byteLimit)
  }
  package func lastFolder(_ world: World) -> String? { world.photos.album?.scan.root }
  package func shared(_ path: String, byteLimit: Int) throws(Failure) -> SharedPicture {
    try PhotoLibrary.shared(path, byteLimit: byteLimit)
  }
  package func shared(_ bytes: [UInt8], byteLimit: Int) -> SharedPicture? {
    PhotoLibrary.shared(bytes, byteLimit: byteLimit)
  }
  package func videoLength(of path: String) -> Duration? { PhotoLibrary.videoLength(of: path) }
  package func drawn(file: String, _ form: PictureForm, columns: Int, rows: Int) -> [StyledText]? {
    PhotoWatchView.picture(of: file, form, columns: columns, rows: rows)
  }
  package func drawn(_ bytes: [UInt8], _ form: PictureForm, columns: Int, rows: Int) -> [StyledText]? {
    PhotoWatchView.picture(in: bytes, form, columns: columns, rows: rows)
  }
  package func painted(
    _ form: PictureForm, columns: Int, rows: Int, paint: (_ width: Int, _ height: Int) -> [UInt8]
  ) -> [StyledText]? {
    let room = PhotoPicture.room(form, columns: columns, rows: rows)
    guard room.width > 0, room.height > 0 else { return nil }
    // A scene is never wider than 4:3, so that its hills stay hills.
    let width = min(room.width, room.height * 4 / 3)
    let pixels = Pixels(width: width, height: room.height, bytes: paint(width, room.height))
    return PhotoPicture.picture(.ready(pixels), form, columns: columns, rows: rows)
  }
  package func carried(_ path: String) -> Int? { ExamplePhotos.bytes(at: path)?.count }
  package func small(_ path: String) -> SharedPicture? { SmallPictures.shared.picture(path) }
  package var isLoading: Bool { ThumbnailLoader.shared.isLoading() }
  package func awaitLoading() -> Bool { ThumbnailLoader.shared.settle(within: PhotoWatchView.thumbnailTimeout) }
}

extension MomentsWing: LibraryGuard {
  package func irreplaceable(_ path: String) -> String? { PhotoLibrary.words(for: path) }

  package func protection(of path: String, _ session: Session?) -> FileProtection {
    if let session { return session.resources.photos.protection(of: path) }
    return UserFiles.libraries.map { KnownLibraries(path: $0).protection(of: path) } ?? FileProtection()
  }

  package func temporaryFolder(_ session: Session) -> String {
    KnownLibraries.temporaryFolder { session.resources.photos.library(holding: $0) != nil }
  }
}
