import Moments
import StoryScript
import Timeline

/// The photos' share of a session: the folder that was last divided into moments, and what was done with its photos.
public struct PhotoPart: WorldPart {
  /// One pointer in every copy of the world, since most of them have no photos.
  @CopyOnWrite private var contents: Contents

  /// - Parameter zone: of the session's clock, by which photos are looked at this evening or tonight.
  init(zone: Zone) { contents = Contents(zone: zone) }

  private struct Contents: Equatable, Sendable {
    let zone: Zone
    var album: Album?
    var library: LibraryChoice?
    var review = Review()
    var shown: Shown?
    var clocks: [String: Duration] = [:]
    var stated = Stated()

    static func == (a: Contents, b: Contents) -> Bool {
      a.album === b.album && a.library == b.library && a.review == b.review && a.shown == b.shown
        && a.clocks == b.clocks && a.stated == b.stated
    }
  }

  /// The photo that is shown, which is this session's own: another one shows what it likes.
  struct Shown: Equatable, Sendable {
    let mark: PhotoMark
    /// Its path, which tells copies apart; `nil` where an earlier session showed it.
    var path: String?
  }

  /// What other sessions have written since of what is kept as it stands, for the next session to go on with. It holds until
  /// this one writes anew: what it shows, and what it has read, is not theirs.
  private struct Stated: Equatable, Sendable {
    var shown: PhotoMark??
    var library: LibraryChoice??
  }

  /// The photos that were last clustered; `nil` before the first `cluster`.
  public var album: Album? { contents.album }
  /// What was clustered last, also by an earlier session, which has read no photos for this one.
  var library: LibraryChoice? { contents.library }
  /// What was done with photos.
  var review: Review { contents.review }
  /// How far the clock of each camera is corrected; files stay as they are.
  var clocks: [String: Duration] { contents.clocks }

  /// A photo at the time that its camera's corrected clock says.
  func corrected(_ photo: Photo) -> Photo {
    photo.camera.flatMap { clocks[$0] }.map { photo.corrected(by: $0) } ?? photo
  }

  /// How far one camera's clock is corrected from now on.
  struct Correction: Sendable {
    let camera: String
    let shift: Duration
    /// How many photos it has in the folder that was last read.
    let photos: Int
  }

  /// Takes over photos that were divided into moments.
  mutating func open(_ album: Album, _ library: LibraryChoice) {
    contents.album = album
    contents.library = library
    contents.stated.library = nil
  }

  /// Takes over the same photos, of which more is known now.
  mutating func refine(_ album: Album) { contents.album = album }

  /// Corrects a camera's clock, and the moments with it.
  mutating func correct(_ camera: String, by shift: Duration) {
    contents.clocks[camera] = shift == .zero ? nil : shift
    contents.album = album?.corrected(by: clocks)
  }

  /// Becomes what the journal says.
  mutating func take(_ review: Review, _ shown: PhotoMark?, _ library: LibraryChoice?, clocks: [String: Duration]) {
    contents.review = review
    contents.stated = Stated()
    contents.shown = shown.map { Shown(mark: $0) }
    contents.library = library
    take(clocks)
  }

  /// Takes in what other sessions have added to the journal. What is shown stays, and what was read.
  mutating func join(_ review: Review, _ shown: PhotoMark?, _ library: LibraryChoice?, clocks: [String: Duration]) {
    guard album != nil else { return take(review, shown, library, clocks: clocks) }
    var joined = self.review
    joined.join(review)
    if joined != self.review { contents.review = joined }
    contents.stated = Stated(shown: .some(shown), library: .some(library))
    take(clocks)
  }

  private mutating func take(_ clocks: [String: Duration]) {
    guard clocks != contents.clocks else { return }
    contents.clocks = clocks
    contents.album = album?.corrected(by: clocks)
  }

  /// The photo and the folder to go on with, for sessions to come.
  var standingShown: PhotoMark? {
    if let stated = contents.stated.shown { return stated }
    return contents.shown.flatMap { review.isLast($0.mark) ? nil : $0.mark }
  }
  var standingLibrary: LibraryChoice? {
    if let stated = contents.stated.library { return stated }
    return library
  }

  enum Event: Sendable {
    /// Photos were divided into moments.
    case clustered(Album, path: String, at: Instant)
    /// Photos were read without making moments of them.
    case read(Scan, at: Instant)
    /// A camera's clock was corrected.
    case corrected(Correction, at: Instant)
    /// Another moment is gone through from now on.
    case opened(ShownMoment, at: Instant)
    /// A photo was looked at for the first time.
    case reviewed(ShownPhoto, at: Instant)
    /// A photo is shown that was looked at before.
    case shown(ShownPhoto, at: Instant)
    /// A photo became a favourite, or is none any more.
    case chosen(ShownPhoto, at: Instant)
  }

  enum Fact: Sendable {
    /// A photo was looked at.
    case reviewed(PhotoMark, path: String, at: Instant)
    /// A photo became a favourite, or is none any more.
    case chosen(PhotoMark, path: String?, isFavourite: Bool, at: Instant)
    /// A folder of photos was read.
    case library(String, at: Instant)
  }

  // MARK: Review

  /// The photo that is shown, as an index into the album's; `nil` when none is of the photos that were read.
  var current: Int? {
    guard let album, let shown = contents.shown else { return nil }
    return album.index(of: shown.mark, preferring: shown.path)
  }
  /// `true` if a photo is shown, or was by the session before.
  var hasShown: Bool { contents.shown != nil }

  /// The zone of the session's clock.
  var zone: Zone { contents.zone }

  /// The photo that is shown, with how far the review is; `nil` when none is of the photos that were read.
  func shown(at now: Instant) -> ShownPhoto? {
    guard let album, let current else { return nil }
    return ShownPhoto(current, in: album, review, at: now, zone)
  }

  /// Shows a photo, which looks at it.
  /// - Parameters:
  ///   - index: its place among the album's photos.
  ///   - mark: what it is known by for ever.
  mutating func show(_ index: Int, as mark: PhotoMark, at now: Instant) -> [Event] {
    guard let album else { return [] }
    let last = current
    let before = last.flatMap { album.walk(review).moment(of: $0)?.moment }
    let isNew = contents.review.show(album.marks[index], as: mark, at: now)
    if last != index {
      contents.shown = Shown(mark: mark, path: album.scan.photos[index].path)
      contents.stated.shown = nil
    }
    let photo = ShownPhoto(index, as: mark, in: album, review, at: now, zone)
    var events: [Event] = isNew ? [.reviewed(photo, at: now)] : [.shown(photo, at: now)]
    if let moment = photo.moment, before != moment.index { events.insert(.opened(moment, at: now), at: 0) }
    return events
  }

  /// Decides whether the photo that is shown is a favourite.
  /// - Parameter mark: what it is known by for ever.
  /// - Returns: `nil` when that is so already.
  mutating func choose(_ index: Int, as mark: PhotoMark, isFavourite: Bool, at now: Instant) -> Event? {
    guard let album, review.isFavourite(album.scan.photos[index], album.marks[index]) != isFavourite else { return nil }
    contents.review.choose(mark, isFavourite: isFavourite)
    return .chosen(ShownPhoto(index, as: mark, in: album, review, at: now, zone), at: now)
  }

  mutating func absorb(_ event: Event, _ keep: (Fact) -> Void) -> Bool {
    switch event {
    case .clustered(let album, _, let at): Self.keep(album.scan, at: at, keep)
    case .read(let scan, let at): Self.keep(scan, at: at, keep)
    // It is kept as it stands.
    case .corrected, .opened, .shown: break
    case .reviewed(let photo, let at): keep(.reviewed(photo.mark, path: photo.photo.path, at: at))
    case .chosen(let photo, let at):
      keep(.chosen(photo.mark, path: photo.photo.path, isFavourite: photo.isFavourite, at: at))
    }
    return true
  }

  private static func keep(_ scan: Scan, at instant: Instant, _ keep: (Fact) -> Void) {
    for folder in PhotoAside.folders(of: scan) { keep(.library(folder, at: instant)) }
  }

  // MARK: Undo

  enum Aspect: UInt8, CaseIterable, Sendable { case album, review, clocks }

  func isSame(as other: PhotoPart) -> Bool { $contents.isShared(with: other.$contents) }

  func differs(in aspect: Aspect, from other: PhotoPart) -> Bool {
    switch aspect {
    case .album: album !== other.album
    case .review: contents.shown != other.contents.shown || review != other.review
    case .clocks: clocks != other.clocks
    }
  }

  mutating func take(_ aspect: Aspect, from other: PhotoPart) {
    switch aspect {
    case .album: (contents.album, contents.library) = (other.album, other.library)
    case .review: (contents.review, contents.shown) = (other.review, other.contents.shown)
    case .clocks: contents.clocks = other.clocks
    }
  }

  /// Each photo and each camera stands for itself, and what is shown or was read is this session's own.
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
      take(clocks(from: after, to: before))
    }
  }

  /// The clocks without what has changed from one version to another.
  private func clocks(from after: PhotoPart, to before: PhotoPart) -> [String: Duration] {
    var clocks = clocks
    for camera in Set(after.clocks.keys).union(before.clocks.keys)
    where after.clocks[camera] != before.clocks[camera] && clocks[camera] == after.clocks[camera] {
      clocks[camera] = before.clocks[camera]
    }
    return clocks
  }

  /// An album is shared by all copies that know it.
  func storage(apartFrom previous: PhotoPart) -> Int {
    isSame(as: previous) ? 0 : review.looks.count * 96 + CopyOnWrite<Contents>.bytes
  }

  mutating func becomeLike(_ other: PhotoPart) { contents.clocks = other.clocks }
}
