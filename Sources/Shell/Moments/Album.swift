import Moments
import StoryScript
import Timeline

/// A folder's photos and how they were divided into moments.
///
/// A class because it is large and never changes: copies of the world share it.
public final class Album: Sendable {
  /// How moments are told apart and ordered.
  struct Choice: Sendable {
    var rule = Clustering.Rule.smart
    var cap: Duration?
    /// Whether the moments most worth going through stand first, and not the earliest.
    var isByWorth = false
    /// The day by which a moment's worth is told.
    var today: LocalTime
  }

  /// The photos as their files have them.
  private let read: Scan
  /// The photos as the corrected clocks have them.
  public let scan: Scan
  public let clustering: Clustering
  let choice: Choice
  /// How far the clocks of cameras are corrected.
  let clocks: [String: Duration]
  /// The moments in the order in which they are shown and gone through.
  let moments: [Cluster]
  /// Where each moment was.
  let places: [NearbyPlace?]
  /// Where each moment stands on a map.
  let spots: [Coordinate?]
  /// What each photo is known by.
  let marks: [PhotoMark]
  /// What each moment is worth.
  private let scores: [Double]

  /// The same photos, some of which are known by more.
  private init(_ other: Album, marks: [PhotoMark]) {
    (read, scan, clustering, choice) = (other.read, other.scan, other.clustering, other.choice)
    (moments, places, spots, scores) = (other.moments, other.places, other.spots, other.scores)
    clocks = other.clocks
    self.marks = marks
  }

  /// The same photos, of which those are told apart from others that begin alike of which another session knows; `nil` where
  /// there are none. It reads their files.
  func toldApart(by review: Review) -> Album? {
    var marks = marks
    let doubtful = marks.indices.filter { review.othersKnow(marks[$0]) }
    for index in doubtful {
      let photo = scan.photos[index]
      marks[index] = photo.lastingMark(at: scan.fullPath(of: photo.path))
    }
    return doubtful.isEmpty ? nil : Album(self, marks: marks)
  }

  /// - Parameter clocks: how far the clocks of cameras are corrected.
  init(_ read: Scan, _ choice: Choice, clocks: [String: Duration]) {
    var scan = read
    if !clocks.isEmpty {
      for index in scan.photos.indices {
        if let shift = scan.photos[index].camera.flatMap({ clocks[$0] }) {
          scan.photos[index] = scan.photos[index].corrected(by: shift)
        }
      }
    }
    let clustering = Clustering(scan.photos, by: choice.rule, cap: choice.cap)
    let clusters = clustering.clusters
    let moments = choice.isByWorth ? ReviewOrder.best(clusters, today: choice.today).map { clusters[$0] } : clusters
    let places = moments.map { $0.place(in: scan.photos) }
    (self.read, self.scan, self.clustering, self.choice) = (read, scan, clustering, choice)
    (self.moments, self.places, self.clocks) = (moments, places, clocks)
    spots = moments.map { $0.spot(in: scan.photos) }
    marks = scan.photos.map(\.mark)
    scores = moments.map { ReviewOrder.score($0, today: choice.today) }
  }

  /// The moments as the records that scripts see, without the photos that were looked at.
  func records(_ review: Review) -> [Value] {
    moments.indices.map { index in
      .record(
        ClusterRecord.make(
          moments[index], left(in: index, review), places[index], spots[index], number: index + 1, scan: scan,
          score: scores[index]))
    }
  }

  /// The photos of a moment that were not looked at.
  func left(in moment: Int, _ review: Review) -> [Int] {
    !review.hasLooks
      ? moments[moment].photos : moments[moment].photos.filter { !review.isReviewed(marks[$0]) }
  }

  /// The way through the photos. O(photos).
  func walk(_ review: Review) -> ReviewWalk {
    ReviewWalk(
      moments, then: clustering.undated, marks: marks, scores: scores, review,
      isFavourite: { review.isFavourite(self.scan.photos[$0], self.marks[$0]) })
  }

  /// The photos that are favourites, by path. O(photos).
  func favourites(_ review: Review) -> [Int] {
    marks.indices.filter { review.isFavourite(scan.photos[$0], marks[$0]) }
  }

  /// Where the photo stands among them that was kept under a mark; of copies the first. O(photos).
  func index(of mark: PhotoMark) -> Int? { marks.firstIndex { $0.isKept(as: mark) } }
  /// The same; of copies the one of a path.
  func index(of mark: PhotoMark, preferring path: String?) -> Int? {
    guard let first = index(of: mark) else { return nil }
    guard let path, scan.photos[first].path != path else { return first }
    return marks.indices.dropFirst(first + 1).first { marks[$0].isKept(as: mark) && scan.photos[$0].path == path }
      ?? first
  }
  func path(of mark: PhotoMark) -> String? { index(of: mark).map { scan.photos[$0].path } }

  /// The same photos with other corrections.
  func corrected(by clocks: [String: Duration]) -> Album {
    clocks == self.clocks ? self : Album(read, choice, clocks: clocks)
  }

  /// Why the moments begin where they do, the first of them: "Moment 2 begins 4 h 22 min after the photo before, …".
  var boundaries: String {
    let all = moments.enumerated().filter { $0.element.boundary != .first }
    let shown = all.prefix(9).map { index, cluster in
      "\(index + 1): \(ClusterRecord.reason(cluster.boundary))"
    }
    let more = all.count - shown.count
    return "Moment " + shown.joined(separator: "; ")
      + (more > 0 ? "; \(TimeText.count(more, "more moment")): `photos.clusters` says why." : ".")
  }

  var problemRecords: [Value] {
    scan.problems.map { .record(["file": .text($0.path), "problem": .text($0.reason.description)]) }
  }
}

/// Moments as scripts see them.
enum ClusterRecord {
  /// - Parameter left: its photos that were not looked at.
  static func make(
    _ cluster: Cluster, _ left: [Int], _ place: NearbyPlace?, _ spot: Coordinate?, number: Int,
    scan: Scan, score: Double
  ) -> Record {
    [
      "number": number.value, "title": .text(cluster.title(at: place)), "start": .text(cluster.start.description),
      "end": .text(cluster.end.description), "length": .duration(cluster.length),
      "photos": left.count.value, "total": cluster.photos.count.value, "bursts": cluster.bursts.count.value,
      "place": (place?.description).value, "country": (place?.countryCode).value,
      "quarter": (place.flatMap { $0.city == nil ? nil : $0.name }).value,
      "latitude": (spot?.latitude).value, "longitude": (spot?.longitude).value,
      "score": .number((score * 10).rounded() / 10), "because": .text(reason(cluster.boundary)),
      "folder": .text(scan.root),
      "files": .list(left.map { .text(scan.photos[$0].path) }),
    ]
  }

  /// Why a moment is one of its own.
  static func reason(_ boundary: Clustering.Boundary) -> String {
    switch boundary {
    case .first: "the first photo"
    case .gap(let gap): "\(TimeText.length(gap)) after the photo before"
    case .moved(let kilometres, let gap):
      "\(TimeText.decimal(kilometres)) km away, \(TimeText.length(gap)) after the photo before"
    case .day: "its photos say their day and not their time"
    }
  }
}
