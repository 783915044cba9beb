import Moments
import StoryScript
import Timeline

/// The photos' part of a session's world: the folder that was last divided into moments, and the review of its
/// photos.
public struct PhotoPart: WorldPart {
  /// One pointer in every copy of the world, since most copies have no photos.
  @CopyOnWrite private var contents: Contents

  /// - Parameter zone: the session's time zone, which decides whether a look was this evening or tonight.
  init(zone: Zone) { contents = Contents(zone: zone) }

  private struct Contents: Equatable, Sendable {
    let zone: Zone
    var album: Album? { didSet { counts = ReviewCounts() } }
    var library: LibraryChoice?
    var review = Review() { didSet { counts = ReviewCounts() } }
    /// The counts of this review in this album.
    var counts = ReviewCounts()
    var shown: Shown?
    var clocks: [String: CameraClock] = [:]
    var stated = Stated()

    static func == (a: Contents, b: Contents) -> Bool {
      a.album === b.album && a.library == b.library && a.review == b.review && a.shown == b.shown
        && a.clocks == b.clocks && a.stated == b.stated
    }
  }

  /// The shown photo of this session; other sessions show their own.
  struct Shown: Equatable, Sendable {
    let mark: PhotoMark
    /// The photo's path, which distinguishes copies; `nil` if an earlier session showed it.
    var path: String?
  }

  /// The snapshot that other sessions have written since, with which the next session continues. It counts
  /// until this session writes its own; the photo and the folder shown here do not change.
  private struct Stated: Equatable, Sendable {
    var shown: PhotoMark??
    var library: LibraryChoice??
  }

  /// The photos that were last clustered; `nil` before the first `cluster`.
  public var album: Album? { contents.album }
  /// The last choice of `cluster`, possibly of an earlier session, so that its photos may not have been read.
  package var library: LibraryChoice? { contents.library }
  /// The looks at photos and the choices of favourites.
  package var review: Review { contents.review }
  /// The correction of each camera's clock; files stay unchanged.
  package var clocks: [String: CameraClock] { contents.clocks }

  /// Returns a photo with the time of its camera's corrected clock.
  package func corrected(_ photo: Photo) -> Photo {
    photo.camera.flatMap { clocks[$0] }.map { photo.corrected(by: $0.shift(at: photo.writtenTime)) } ?? photo
  }

  /// The new correction of a camera's clock.
  package struct Correction: Sendable {
    package let camera: String
    package let shift: Duration
    /// The stretch of the camera's own time, or `nil` for all photos.
    package let range: ClosedRange<LocalTime>?
    /// The number of photos from the camera, in this stretch, in the folder that was last read; `nil` if it cannot be
    /// read.
    package let photos: Int?

    package init(camera: String, shift: Duration, range: ClosedRange<LocalTime>?, photos: Int?) {
      self.camera = camera
      self.shift = shift
      self.range = range
      self.photos = photos
    }
  }

  /// Adopts photos that were divided into moments.
  package mutating func open(_ album: Album, _ library: LibraryChoice) {
    contents.album = album
    contents.library = library
    contents.stated.library = nil
  }

  /// Adopts the example photos. They are not a folder with which another session could continue.
  package mutating func open(example album: Album) { contents.album = album }

  /// Replaces the album by one with more detailed marks.
  package mutating func refine(_ album: Album) { contents.album = album }

  /// Corrects a camera's clock, and divides the moments again.
  /// - Parameter range: the stretch of the camera's own time; `nil` for all photos.
  package mutating func correct(_ camera: String, by shift: Duration, in range: ClosedRange<LocalTime>?) {
    var clock = clocks[camera] ?? CameraClock()
    clock.correct(by: shift, in: range)
    contents.clocks[camera] = clock.isRight ? nil : clock
    contents.album = album?.corrected(by: clocks)
  }

  /// The stars from which a photo's own rating makes it a favourite.
  package var favouriteStars: Int {
    get { review.favouriteStars }
    set { contents.review.favouriteStars = newValue }
  }

  /// Restores the state from the journal.
  mutating func restore(_ review: Review, _ shown: PhotoMark?, _ library: LibraryChoice?, clocks: [String: CameraClock])
  {
    let stars = favouriteStars
    contents.review = review
    favouriteStars = stars
    contents.stated = Stated()
    contents.shown = shown.map { Shown(mark: $0) }
    contents.library = library
    adopt(clocks)
  }

  /// Adopts the events of other sessions from the journal. The shown photo and the read folder stay.
  mutating func join(_ review: Review, _ shown: PhotoMark?, _ library: LibraryChoice?, clocks: [String: CameraClock]) {
    guard album != nil else { return restore(review, shown, library, clocks: clocks) }
    var joined = self.review
    joined.join(review)
    if joined != self.review { contents.review = joined }
    contents.stated = Stated(shown: .some(shown), library: .some(library))
    adopt(clocks)
  }

  private mutating func adopt(_ clocks: [String: CameraClock]) {
    guard clocks != contents.clocks else { return }
    contents.clocks = clocks
    contents.album = album?.corrected(by: clocks)
  }

  /// The photo and the folder with which later sessions continue.
  var snapshotShown: PhotoMark? {
    if let stated = contents.stated.shown { return stated }
    return contents.shown.flatMap { review.isLast($0.mark) ? nil : $0.mark }
  }
  var snapshotLibrary: LibraryChoice? {
    if let stated = contents.stated.library { return stated }
    return library
  }

  package enum Event: Sendable {
    /// Photos were divided into moments.
    case clustered(Album, path: String, at: Instant)
    /// Photos were read without dividing them into moments.
    case read(Scan, at: Instant)
    /// A camera's clock was corrected.
    case corrected(Correction, at: Instant)
    /// The review entered another moment.
    case opened(ShownMoment, at: Instant)
    /// A photo was looked at for the first time.
    case reviewed(ShownPhoto, at: Instant)
    /// A photo is shown again.
    case shown(ShownPhoto, at: Instant)
    /// A photo became a favourite, or is no longer one.
    case chosen(ShownPhoto, [Album.File], at: Instant)
  }

  package enum Fact: Sendable {
    /// A photo was looked at.
    case reviewed(PhotoMark, path: String, at: Instant)
    /// A photo became a favourite, or is no longer one.
    /// - Parameter isFurther: Whether the same was decided for another file of the photo, in the fact before.
    case chosen(PhotoMark, path: String?, isFavourite: Bool, isFurther: Bool = false, at: Instant)
    /// A folder of photos was read.
    case library(String, at: Instant)
  }

  // MARK: Review

  /// The shown photo, as an index into the album's photos; `nil` if it is not one of those that were read.
  package var current: Int? {
    guard let album, let shown = contents.shown else { return nil }
    return album.library.index(of: shown.mark, preferring: shown.path)
  }
  /// `true` if a photo is shown, or was by the session before.
  package var hasShown: Bool { contents.shown != nil }

  /// The zone of the session's clock.
  var zone: Zone { contents.zone }

  /// Returns the counts of the review in an album, which must be the one that was read.
  /// - Parameter now: the instant that tells which views are recent; `nil` if that is not needed.
  package func tally(_ album: Album, at now: Instant? = nil) -> ReviewTally {
    contents.counts.tally(album, review, recentIn: now.map { ReviewProgress.stretch(at: $0, zone).stretch })
  }
  /// The counts of the review; `nil` if no photos were read.
  package var tally: ReviewTally? { album.map { tally($0) } }
  /// Returns the order in which the photos are reviewed.
  package func walk(_ album: Album) -> ReviewWalk { ReviewWalk(album.library, review, tally(album)) }

  /// Returns the shown photo, with the progress of the review; `nil` if it is not one of those that were read.
  package func shown(at now: Instant) -> ShownPhoto? {
    guard let album, let current else { return nil }
    return ShownPhoto(current, in: album, self, at: now)
  }

  /// Shows a photo, which counts as looking at it.
  /// - Parameters:
  ///   - index: the photo's index in the album.
  ///   - mark: the photo's permanent mark.
  package mutating func show(_ index: Int, as mark: PhotoMark, at now: Instant) -> [Event] {
    guard let album else { return [] }
    let last = current
    let before = last.flatMap { walk(album).moment(of: $0)?.moment }
    let isNew = changeReview(of: album, around: [mark, album.marks[index]], at: now) {
      $0.show(album.marks[index], as: mark, at: now)
    }
    if last != index {
      contents.shown = Shown(mark: mark, path: album.scan.photos[index].path)
      contents.stated.shown = nil
    }
    let photo = ShownPhoto(index, as: mark, in: album, self, at: now)
    var events: [Event] = isNew ? [.reviewed(photo, at: now)] : [.shown(photo, at: now)]
    if let moment = photo.moment, before != moment.index { events.insert(.opened(moment, at: now), at: 0) }
    return events
  }

  /// Makes the photo a favourite, or not.
  /// - Parameter lasting: the photo's files with their permanent marks, the shown one first.
  /// - Returns: `nil` if nothing changed.
  package mutating func choose(_ index: Int, as lasting: [Album.File], isFavourite: Bool, at now: Instant) -> Event? {
    guard let album, review.isFavourite(album.scan.photos[index], album.marks[index]) != isFavourite else { return nil }
    var files = lasting
    for file in album.files(of: index) {
      // Decisions under an older mark of a file, or about a film, no longer count.
      guard let old = review.mark(of: file.mark, unlessFavourite: isFavourite) else { continue }
      if !files.contains(where: { $0.mark == old }) { files.append(Album.File(mark: old, path: file.path)) }
    }
    changeReview(of: album, around: files.map { $0.mark }, at: now) { review in
      for file in files { review.choose(file.mark, isFavourite: isFavourite) }
    }
    return .chosen(ShownPhoto(index, as: files[0].mark, in: album, self, at: now), files, at: now)
  }

  /// Changes the review, and the counts of the photos that the change concerns.
  /// - Parameter marks: the marks that are viewed or chosen.
  private mutating func changeReview<Result>(
    of album: Album, around marks: [PhotoMark], at now: Instant, _ change: (inout Review) -> Result
  ) -> Result {
    var tally = tally(album, at: now)
    let old = review
    let result = change(&contents.review)
    // A view of another session is adopted with the mark that it has there.
    let last = review.looks.count > old.looks.count ? review.looks.last.map { [$0.mark] } ?? [] : []
    tally.update(album.library, from: old, to: review, around: marks + last)
    contents.counts = ReviewCounts(tally)
    return result
  }

  mutating func absorb(_ event: Event, _ keep: (Fact) -> Void) -> Bool {
    switch event {
    case .clustered(let album, _, let at): Self.keep(album.scan, at: at, keep)
    case .read(let scan, let at): Self.keep(scan, at: at, keep)
    // Part of the snapshot.
    case .corrected, .opened, .shown: break
    case .reviewed(let photo, let at): keep(.reviewed(photo.mark, path: photo.photo.path, at: at))
    case .chosen(let photo, let files, let at):
      for (number, file) in files.enumerated() {
        keep(
          .chosen(file.mark, path: file.path, isFavourite: photo.isFavourite, isFurther: number > 0, at: at))
      }
    }
    return true
  }

  private static func keep(_ scan: Scan, at instant: Instant, _ keep: (Fact) -> Void) {
    for folder in LibraryFolders.folders(of: scan) { keep(.library(folder, at: instant)) }
  }

  // MARK: Undo

  enum Aspect: UInt8, CaseIterable, Sendable { case album, review, clocks, settings }

  func isSame(as other: PhotoPart) -> Bool { $contents.isShared(with: other.$contents) }

  func differs(in aspect: Aspect, from other: PhotoPart) -> Bool {
    switch aspect {
    case .album: album !== other.album
    case .review: contents.shown != other.contents.shown || review.differs(from: other.review)
    case .settings: favouriteStars != other.favouriteStars
    case .clocks: clocks != other.clocks
    }
  }

  mutating func adopt(_ aspect: Aspect, from other: PhotoPart) {
    switch aspect {
    case .album: (contents.album, contents.library) = (other.album, other.library)
    case .review:
      let stars = favouriteStars
      (contents.review, contents.shown) = (other.review, other.contents.shown)
      favouriteStars = stars
    case .settings: favouriteStars = other.favouriteStars
    case .clocks: contents.clocks = other.clocks
    }
  }

  /// Returns `true`: each photo and each camera is independent, and the shown photo and the read folder belong to
  /// this session.
  static func isShared(_ aspect: Aspect) -> Bool { true }

  mutating func revert(_ aspect: Aspect, from after: PhotoPart, to before: PhotoPart) {
    switch aspect {
    case .album:
      guard after.album !== before.album else { return }
      contents.album = before.album?.corrected(by: clocks(from: after, to: before))
      contents.library = before.library
      contents.stated.library = nil
    case .review:
      contents.review.revert(from: after.review, to: before.review)
      guard after.contents.shown != before.contents.shown else { return }
      contents.shown = before.contents.shown
      contents.stated.shown = nil
    case .clocks:
      adopt(clocks(from: after, to: before))
    case .settings:
      if favouriteStars == after.favouriteStars { favouriteStars = before.favouriteStars }
    }
  }

  /// Returns the clocks without the changes from one version to another.
  private func clocks(from after: PhotoPart, to before: PhotoPart) -> [String: CameraClock] {
    var clocks = clocks
    for camera in Set(after.clocks.keys).union(before.clocks.keys) where after.clocks[camera] != before.clocks[camera] {
      if clocks[camera] == after.clocks[camera] {
        clocks[camera] = before.clocks[camera]
        continue
      }
      // Others have corrected the camera since: only the parts that are still as they were made are taken back.
      let (old, new) = (before.clocks[camera] ?? CameraClock(), after.clocks[camera] ?? CameraClock())
      var clock = clocks[camera] ?? CameraClock()
      let changed = Set(clock.changes(to: new))
      for change in new.changes(to: old) where !changed.contains(where: { $0.concerns(change) }) { clock.apply(change) }
      clocks[camera] = clock.isRight ? nil : clock
    }
    return clocks
  }

  /// Returns the additional memory in bytes, without the album, which is shared by all copies that refer to it.
  func storage(apartFrom previous: PhotoPart) -> Int {
    isSame(as: previous) ? 0 : review.bytesOfAStep + CopyOnWrite<Contents>.bytes
  }

  mutating func adoptSettings(_ other: PhotoPart) {
    contents.clocks = other.clocks
    favouriteStars = other.favouriteStars
  }
}
