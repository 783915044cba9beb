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
    var clocks: [String: Duration] = [:]

    static func == (a: Contents, b: Contents) -> Bool {
      a.album === b.album && a.review == b.review && a.clocks == b.clocks
    }
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

  /// How far the clock of each camera is corrected; files stay as they are.
  var clocks: [String: Duration] { contents.clocks }

  /// How far one camera's clock is corrected from now on.
  struct Correction: Sendable {
    let camera: String
    let shift: Duration
    /// How many photos it has in the folder that was last read.
    let photos: Int
  }

  /// Corrects a camera's clock, and the moments with it.
  mutating func correct(_ camera: String, by shift: Duration) {
    contents.clocks[camera] = shift == .zero ? nil : shift
    album = album?.corrected(by: clocks)
  }

  enum Event: Sendable {
    /// Photos were divided into moments.
    case clustered(Album, path: String, at: Instant)
    /// Photos were read without making moments of them.
    case read(Scan, at: Instant)
    /// A camera's clock was corrected.
    case corrected(Correction, at: Instant)
    /// A photo was looked at.
    case reviewed(Photo, number: Int, of: Int, at: Instant)
  }

  enum Fact: Sendable {
    /// A photo was looked at.
    case reviewed(Review.Mark, path: String, at: Instant)
    /// A folder of photos was read.
    case library(String, at: Instant)
  }

  /// Looks at the next photo.
  /// - Returns: that it was; `nil` when all of them were reviewed, or none was read.
  mutating func reviewNext(at now: Instant) -> Event? {
    guard let album,
      let next = review.next(in: album.moments, then: album.clustering.undated, of: album.scan.photos)
    else { return nil }
    let photo = album.scan.photos[next]
    review.add(Review.Mark(photo))
    let count = review.count(of: album.scan.photos)
    return .reviewed(photo, number: count, of: album.scan.photos.count, at: now)
  }

  mutating func absorb(_ event: Event, _ keep: (Fact) -> Void) -> Bool {
    switch event {
    case .clustered(let album, _, let at): Self.keep(album.scan, at: at, keep)
    case .read(let scan, let at): Self.keep(scan, at: at, keep)
    // It is kept as it stands.
    case .corrected: break
    case .reviewed(let photo, _, _, let at): keep(.reviewed(Review.Mark(photo), path: photo.path, at: at))
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
    case .review: review != other.review
    case .clocks: clocks != other.clocks
    }
  }

  mutating func take(_ aspect: Aspect, from other: PhotoPart) {
    switch aspect {
    case .album: album = other.album
    case .review: review = other.review
    case .clocks: contents.clocks = other.clocks
    }
  }

  /// An album is shared by all copies that know it.
  func storage(apartFrom previous: PhotoPart) -> Int {
    isSame(as: previous) ? 0 : review.marks.capacity * 32 + CopyOnWrite<Contents>.bytes
  }

}

// MARK: - What is kept

extension PhotoPart {
  /// The photos that were looked at and not taken back, and all folders that were read.
  struct Kept: KeptShare {
    enum Name: CaseIterable, Hashable, Sendable { case reviewed, library, clock }

    fileprivate var review = Review()
    private(set) var libraries: Set<String> = []
    fileprivate var clocks: [String: Duration] = [:]

    static func kind(_ name: Name) -> KeptKind {
      switch name {
      case .reviewed:
        KeptKind(
          name: "photos.reviewed", summary: "a photo was looked at",
          fields: ["mark": "what it is known by: name, bytes and local time", "photo": "its path then"])
      case .library:
        KeptKind(
          name: "photos.library", summary: "a folder of photos was read, in which nothing is ever written",
          fields: ["folder": "its absolute path"])
      case .clock:
        KeptKind(
          name: "photos.clock", changes: true, key: "camera", summary: "a camera's clock was corrected",
          fields: ["camera": "its maker and model", "shift": "by how many microseconds; 0 takes the correction back"])
      }
    }

    mutating func take(_ name: Name, _ saved: Journal.SavedEvent) -> Bool {
      switch name {
      case .reviewed:
        guard let mark = saved.event.payload["mark"]?.stringValue else { return false }
        review.add(Review.Mark(text: mark))
      case .library:
        guard let folder = saved.event.payload["folder"]?.stringValue else { return false }
        libraries.insert(folder)
      case .clock:
        guard let camera = saved.event.payload["camera"]?.stringValue,
          let shift = saved.event.payload["shift"]?.integerValue, shift.magnitude <= 1 << 60
        else { return false }
        clocks[camera] = shift == 0 ? nil : Duration(microseconds: shift)
      }
      return true
    }
  }

  static func kept(_ fact: Fact, _ place: KeptPlace) -> KeptFact? {
    switch fact {
    case .reviewed(let mark, let path, let at):
      KeptFact(
        type: Kept.kind(.reviewed).name, identity: .id(id(mark)), at: at,
        payload: ["mark": .string(mark.text), "photo": .string(path)])
    case .library(let folder, let at):
      KeptFact(
        type: Kept.kind(.library).name, identity: .id(Journal.Event.ID(cause: "photos", "library", folder)), at: at,
        payload: ["folder": .string(folder)])
    }
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

  func standing(_ place: KeptPlace) -> [String: Duration] { clocks }
  static func standing(_ kept: Kept) -> [String: Duration] { kept.clocks }

  static func changes(
    from before: [String: Duration], to standing: [String: Duration]
  ) -> [(name: Kept.Name, payload: Journal.Payload)] {
    Set(before.keys).union(standing.keys).sorted().filter { before[$0] != standing[$0] }.map { camera in
      (.clock, ["camera": .string(camera), "shift": .integer(standing[camera]?.microseconds ?? 0)])
    }
  }

  mutating func restore(_ kept: Kept, _ place: KeptPlace) {
    review = kept.review
    guard kept.clocks != clocks else { return }
    contents.clocks = kept.clocks
    album = album?.corrected(by: clocks)
  }

  mutating func becomeLike(_ other: PhotoPart) { contents.clocks = other.clocks }
}
