import Journal
import Moments
import StoryScript
import Timeline

/// The photos' share of a session: the folder that was last divided into moments, and which photos were looked at.
public struct PhotoPart: WorldPart {
  /// One pointer in every copy of the world, since most of them have no photos.
  @CopyOnWrite private var contents = Contents()

  private struct Contents: Equatable, Sendable {
    var album: Album?
    var review = Review()

    static func == (a: Contents, b: Contents) -> Bool { a.album === b.album && a.review == b.review }
  }

  /// The photos that were last clustered; `nil` before the first `cluster`.
  public internal(set) var album: Album? {
    get { contents.album }
    set { contents.album = newValue }
  }

  /// Which photos were looked at.
  private(set) var review: Review {
    get { contents.review }
    _modify { yield &contents.review }
  }

  /// Folders whose photos were read: nothing is ever written there.
  var folders: [String] { album.map { [$0.scan.root] } ?? [] }

  enum Event: Sendable {
    /// Photos were divided into moments.
    case clustered(Album, path: String, at: Instant)
    /// A photo was looked at.
    case reviewed(Photo, number: Int, of: Int, at: Instant)
  }

  /// A photo was looked at.
  struct Fact: Sendable {
    let mark: Review.Mark
    let path: String
    let at: Instant
  }

  /// Looks at the next photo.
  /// - Returns: that it was; `nil` when all of them were reviewed, or none was read.
  mutating func reviewNext(at now: Instant) -> Event? {
    guard let album, let next = review.next(in: album.clustering, of: album.scan.photos) else { return nil }
    let photo = album.scan.photos[next]
    review.add(Review.Mark(photo))
    let count = review.count(of: album.scan.photos)
    return .reviewed(photo, number: count, of: album.scan.photos.count, at: now)
  }

  mutating func absorb(_ event: Event, _ keep: (Fact) -> Void) -> Bool {
    if case .reviewed(let photo, _, _, let at) = event {
      keep(Fact(mark: Review.Mark(photo), path: photo.path, at: at))
    }
    return true
  }

  // MARK: Undo

  enum Aspect: UInt8, CaseIterable, Sendable { case album, review }

  func isSame(as other: PhotoPart) -> Bool { $contents.isShared(with: other.$contents) }

  func differs(in aspect: Aspect, from other: PhotoPart) -> Bool {
    switch aspect {
    case .album: album !== other.album
    case .review: review != other.review
    }
  }

  mutating func take(_ aspect: Aspect, from other: PhotoPart) {
    switch aspect {
    case .album: album = other.album
    case .review: review = other.review
    }
  }

  /// An album is shared by all copies that know it.
  func storage(apartFrom previous: PhotoPart) -> Int {
    isSame(as: previous) ? 0 : review.marks.capacity * 32 + CopyOnWrite<Contents>.bytes
  }

}

// MARK: - What is kept

extension PhotoPart {
  /// The photos that were looked at and not taken back.
  struct Kept: KeptShare {
    enum Name: CaseIterable, Hashable, Sendable { case reviewed }

    fileprivate var review = Review()

    static func kind(_ name: Name) -> KeptKind {
      KeptKind(
        name: "photos.reviewed", summary: "a photo was looked at",
        fields: ["mark": "what it is known by: name, bytes and local time", "photo": "its path then"])
    }

    mutating func take(_ name: Name, _ saved: Journal.SavedEvent) -> Bool {
      guard let mark = saved.event.payload["mark"]?.stringValue else { return false }
      review.add(Review.Mark(text: mark))
      return true
    }
  }

  static func kept(_ fact: Fact, _ place: KeptPlace) -> KeptFact? {
    KeptFact(
      type: Kept.kind(.reviewed).name, identity: .id(id(fact.mark)), at: fact.at,
      payload: ["mark": .string(fact.mark.text), "photo": .string(fact.path)])
  }

  private static func id(_ mark: Review.Mark) -> Journal.Event.ID {
    Journal.Event.ID(cause: "photos", "reviewed", mark.text)
  }

  func changes(to other: PhotoPart, at instant: Instant, _ place: KeptPlace, _ change: (KeptChange) -> Void) {
    if isSame(as: other) { return }
    let (mine, theirs) = (review.marks, other.review.marks)
    for mark in mine.subtracting(theirs) { change(.void(Self.id(mark))) }
    for mark in theirs.subtracting(mine) { change(.restore(Self.id(mark))) }
  }

  mutating func restore(_ kept: Kept, _ place: KeptPlace) { review = kept.review }
}
