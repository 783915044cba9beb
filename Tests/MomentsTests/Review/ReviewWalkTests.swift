import Testing
import Timeline

@testable import Moments

/// A library of two moments, the second with a burst, and a photo without a date.
@Suite struct ReviewWalkTests {
  /// Seconds since midnight: a b c in the morning; d, then e f g within three seconds each, then h in the evening.
  private static let times = [
    "a": 36_000, "b": 36_100, "c": 36_200, "d": 72_000, "e": 72_100, "f": 72_102, "g": 72_104, "h": 72_200,
  ]
  private let names = ["a", "b", "c", "d", "e", "f", "g", "h", "x"]
  private let photos: [Photo]
  private let clustering: Clustering
  private var review = Review()

  init() {
    photos = ["a", "b", "c", "d", "e", "f", "g", "h", "x"].enumerated().map { index, name in
      let source: CaptureTime.Source = Self.times[name] == nil ? .file : .exifOriginal
      let local = LocalTime(microseconds: Int64(Self.times[name] ?? 0) * 1_000_000)
      return Photo(
        path: name, size: index, modified: .practiceStart, taken: CaptureTime(local: local, source: source))
    }
    clustering = Clustering(photos, by: .fixed(.hours(1)))
  }

  private var walk: ReviewWalk {
    let library = ReviewLibrary(
      photos, marks: photos.map(\.mark), clustering.clusters, then: clustering.undated,
      scores: clustering.clusters.map { Double($0.photos.count) })
    return ReviewWalk(library, review, ReviewTally(library, review))
  }

  private mutating func look(at name: String) {
    let mark = photos[names.firstIndex(of: name)!].mark
    review.look(at: mark, at: .practiceStart)
  }

  private func name(_ index: Int?) -> String? { index.map { names[$0] } }
  private func index(_ name: String) -> Int { names.firstIndex(of: name)! }

  /// The larger moment comes first; the burst e f g is one step, and its other photos come at the very end.
  @Test mutating func everythingIsOfferedOnce() {
    var (seen, current): ([String], Int?) = ([], nil)
    for _ in 0..<20 {
      let next = current.map { walk.photo(after: $0) } ?? walk.moment(after: nil, canStay: true).flatMap(walk.first)
      guard let next else { break }
      seen.append(names[next])
      look(at: names[next])
      current = next
    }
    #expect(seen == ["d", "e", "h", "a", "b", "c", "x", "f", "g"])
    #expect(review.looks.count == names.count)
    #expect(walk.photo(after: index("g")) == nil)
    #expect(walk.moment(after: nil, canStay: true) == nil)
  }

  @Test mutating func backRetracesTheReview() {
    for name in ["d", "e", "h", "a", "b"] { look(at: name) }
    #expect(["b", "a", "h", "e", "d"].map { name(walk.photo(before: index($0))) } == ["a", "h", "e", "d", nil])
    #expect(walk.photo(before: index("x")) == nil)
    // Then forward again, also into the next moment.
    #expect(["d", "e", "h", "a", "b"].map { name(walk.photo(after: index($0))) } == ["e", "h", "a", "b", "c"])
  }

  @Test mutating func upAndDownStayInABurst() {
    look(at: "f")
    let walk = walk
    #expect(
      ["e", "f", "g", "d", "h"].map { name(walk.photo(beside: index($0), step: 1)) } == ["f", "g", nil, nil, nil])
    #expect(["e", "f", "g"].map { name(walk.photo(beside: index($0), step: -1)) } == [nil, "e", "f"])
    #expect(name(walk.photo(after: index("e"))) == "h")
    #expect(walk.burst(around: 2, of: 1) == [1, 2, 3])
    // A burst already begun is skipped: its remaining photos come at the very end.
    #expect(name(walk.photo(after: index("d"))) == "h")
  }

  /// Two cameras at the same party: their bursts overlap in time, and each burst is one step.
  @Test func burstsOfTwoCamerasAreTwoSteps() {
    let photos = (0..<10).map { number in
      let second = number < 8 ? Int64(number) * 500_000 : Int64(number) * 60_000_000
      var photo = Photo(
        path: "\(number)", size: number, modified: .practiceStart,
        taken: CaptureTime(local: LocalTime(microseconds: 36_000_000_000 + second), source: .exifOriginal))
      photo.metadata.model = number < 8 ? (number % 2 == 0 ? "A" : "B") : "A"
      return photo
    }
    let clustering = Clustering(photos, by: .fixed(.hours(1)))
    let library = ReviewLibrary(photos, marks: photos.map(\.mark), clustering.clusters, then: [], scores: [1])
    var (review, seen, current) = (Review(), [Int](), 0)
    for _ in photos {
      seen.append(current)
      review.look(at: photos[current].mark, at: .practiceStart)
      let walk = ReviewWalk(library, review, ReviewTally(library, review))
      current = walk.photo(after: current) ?? 0
    }
    #expect(seen == [0, 1, 8, 9, 2, 3, 4, 5, 6, 7])
  }

  /// A moment in which the user has already chosen comes after the others, and skipping goes around.
  @Test mutating func momentsAreOfferedInOrder() {
    #expect(walk.moment(after: nil, canStay: true) == 1)
    #expect(walk.moment(after: 1, canStay: false) == 0)
    #expect(walk.moment(after: 0, canStay: false) == 1)
    #expect(walk.moment(after: 2, canStay: false) == 1)
    review.choose(photos[index("g")].mark, isFavourite: true)
    #expect(walk.moment(after: nil, canStay: true) == 0)
    for name in ["a", "b", "c", "x"] { look(at: name) }
    #expect(walk.moment(after: nil, canStay: true) == 1)
    #expect(walk.moment(after: 1, canStay: false) == nil)
    #expect(walk.moment(after: 1, canStay: true) == 1)
    #expect([0, 1, 2].map { walk.left(in: $0) } == [0, 5, 0])
    #expect(name(walk.first(of: 0)) == "a")
  }

  /// A moment that is done can be reviewed again.
  @Test mutating func aMomentCanBeSeenAgain() {
    for name in ["a", "b", "c", "d"] { look(at: name) }
    #expect(name(walk.first(of: 0)) == "a")
    #expect(["a", "b", "c"].map { name(walk.photo(after: index($0))) } == ["b", "c", "d"])
  }
}
