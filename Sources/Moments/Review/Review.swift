/// Going through photos one at a time: which were looked at, and which comes next.
///
/// A plain value without files or a clock. A photo counts as reviewed as soon as it was shown; going on resumes where it
/// stopped, whatever was clustered meanwhile. It is known by its name, its size and when it was taken, so that a library
/// that was moved or renamed keeps its marks.
public struct Review: Hashable, Sendable {
  /// What a photo is known by.
  public struct Mark: Hashable, Sendable {
    /// `IMG_1.jpg/2190436/2026-01-02T10:00:00`: name, bytes, and the local time.
    public let text: String

    public init(_ photo: Photo) {
      let name = photo.path.split(separator: "/").last.map(String.init) ?? photo.path
      text = "\(name)/\(photo.size)/\(photo.taken.local)"
    }

    /// A mark as it was kept.
    public init(text: String) { self.text = text }
  }

  /// The photos that were looked at.
  public private(set) var marks: Set<Mark> = []

  public init() {}
  public func isReviewed(_ photo: Photo) -> Bool { marks.contains(Mark(photo)) }

  /// Takes in that a photo was looked at, or that somebody else has looked at it.
  /// - Returns: false when it was marked before.
  @discardableResult
  public mutating func add(_ mark: Mark) -> Bool { marks.insert(mark).inserted }

  /// The next photo to look at: moment by moment, at last those without a date. O(photos).
  /// - Parameters:
  ///   - moments: in the order in which they are gone through.
  ///   - rest: photos of no moment.
  /// - Returns: its place in `photos`; `nil` when all of them were reviewed.
  public func next(in moments: [Cluster], then rest: [Int], of photos: [Photo]) -> Int? {
    moments.lazy.flatMap(\.photos).first { !isReviewed(photos[$0]) } ?? rest.first { !isReviewed(photos[$0]) }
  }

  /// How many of these photos were looked at. O(photos).
  public func count(of photos: [Photo]) -> Int { photos.count { isReviewed($0) } }
}
