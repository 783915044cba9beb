import Moments
import StoryScript
import Timeline

/// A folder's photos and their division into moments.
///
/// A class because it is large and never changes: copies of the world share it.
public final class Album: Sendable {
  /// The rules that divide and order moments.
  package struct Choice: Sendable {
    package var rule = Clustering.Rule.smart
    package var cap: Duration?
    /// `true` if the moments most worth reviewing come first, not the earliest.
    package var isByScore = false
    /// The day on which a moment's worth is based.
    package var today: LocalTime

    package init(
      rule: Clustering.Rule = Clustering.Rule.smart, cap: Duration? = nil, isByScore: Bool = false, today: LocalTime
    ) {
      self.rule = rule
      self.cap = cap
      self.isByScore = isByScore
      self.today = today
    }
  }

  /// The photos as their files date them.
  package let read: Scan
  /// The photos as the corrected clocks date them.
  public let scan: Scan
  public let clustering: Clustering
  package let choice: Choice
  /// The corrections of the cameras' clocks, by camera.
  let clocks: [String: CameraClock]
  /// The moments in the order in which they are listed and reviewed.
  package let moments: [Cluster]
  /// The place of each moment.
  package let places: [NearbyPlace?]
  /// The coordinates of each moment on a map.
  package let coordinates: [Coordinate?]
  /// The identifying mark of each photo.
  package let marks: [PhotoMark]
  /// The worth of each moment.
  private let scores: [Double]
  private let madeLibrary = Once<ReviewLibrary>()

  /// The photos as a review goes through them. O(photos) at first.
  var library: ReviewLibrary {
    madeLibrary.value {
      ReviewLibrary(scan.photos, marks: marks, moments, then: clustering.undated, scores: scores)
    }
  }

  /// Copies an album with more detailed marks.
  private init(_ other: Album, marks: [PhotoMark]) {
    (read, scan, clustering, choice) = (other.read, other.scan, other.clustering, other.choice)
    (moments, places, coordinates, scores) = (other.moments, other.places, other.coordinates, other.scores)
    clocks = other.clocks
    self.marks = marks
  }

  /// Returns the album with detailed marks for photos that begin like others that another session knows; `nil` if
  /// there are none. Reads the files of these photos.
  package func distinguished(by review: Review) -> Album? {
    var marks = marks
    var isMoreKnown = false
    for index in marks.indices {
      guard marks[index].first({ review.othersKnow($0) ? true : nil }) != nil else { continue }
      isMoreKnown = true
      let known = files(of: index).map { review.othersKnow($0.mark) ? lasting($0) : $0.mark }
      marks[index] = known[0].with(versions: Array(known.dropFirst()))
    }
    return isMoreKnown ? Album(self, marks: marks) : nil
  }

  /// A file of a photo.
  package struct File {
    let mark: PhotoMark
    /// The path in the library.
    let path: String
  }

  /// Returns the files of a photo: the one that is shown, and those of its stack.
  func files(of index: Int) -> [File] {
    let photo = scan.photos[index]
    return [File(mark: marks[index], path: photo.path)]
      + zip(marks[index].versions, photo.stack).map { File(mark: $0, path: $1) }
  }

  /// Returns a file's permanent mark, by reading the file.
  func lasting(_ file: File) -> PhotoMark { file.mark.lasting(at: scan.fullPath(of: file.path), named: file.path) }

  /// Returns the permanent mark under which a view of a photo is saved: that of its original, which stays the same when
  /// an edited version is edited again.
  package func lastingMark(of index: Int) -> PhotoMark {
    let files = files(of: index)
    return lasting(scan.photos[index].original.map { files[$0 + 1] } ?? files[0])
  }

  /// Returns the files under whose permanent marks a decision about a photo is saved: the decision counts while any of
  /// them exists. A film adds nothing to its photo.
  package func lastingFiles(of index: Int) -> [File] {
    let photo = scan.photos[index]
    let editable = Set(photo.editable)
    var known: [File] = []
    for file in files(of: index) where file.path == photo.path || editable.contains(file.path) {
      // Copies have equal bytes, and need not be read.
      if known.contains(where: { $0.mark == file.mark || file.mark.isKept(as: $0.mark) }) { continue }
      known.append(File(mark: lasting(file), path: file.path))
    }
    return known
  }

  /// - Parameter clocks: the corrections of the cameras' clocks, by camera.
  package init(_ read: Scan, _ choice: Choice, clocks: [String: CameraClock]) {
    var scan = read
    if !clocks.isEmpty {
      for index in scan.photos.indices {
        if let clock = scan.photos[index].camera.flatMap({ clocks[$0] }) {
          scan.photos[index] = scan.photos[index].corrected(by: clock.shift(at: scan.photos[index].writtenTime))
        }
      }
    }
    let clustering = Clustering(scan.photos, by: choice.rule, cap: choice.cap)
    let clusters = clustering.clusters
    let moments = choice.isByScore ? ReviewOrder.best(clusters, today: choice.today).map { clusters[$0] } : clusters
    let places = moments.map { $0.place(in: scan.photos) }
    (self.read, self.scan, self.clustering, self.choice) = (read, scan, clustering, choice)
    (self.moments, self.places, self.clocks) = (moments, places, clocks)
    coordinates = moments.map { $0.coordinate(in: scan.photos) }
    marks = scan.photos.map { $0.mark }
    scores = moments.map { ReviewOrder.score($0, today: choice.today) }
  }

  /// Returns the moments as records for scripts, without the reviewed photos.
  package func records(_ review: Review) -> [Value] {
    moments.indices.map { index in
      .record(
        ClusterRecord.make(
          moments[index], left(in: index, review), places[index], coordinates[index], number: index + 1, scan: scan,
          score: scores[index]))
    }
  }

  /// Returns the photos of a moment that were not reviewed.
  package func left(in moment: Int, _ review: Review) -> [Int] {
    !review.hasViewings
      ? moments[moment].photos : moments[moment].photos.filter { !review.isReviewed(marks[$0]) }
  }

  /// Returns the favourites, by path. O(photos).
  package func favourites(_ review: Review) -> [Int] {
    marks.indices.filter { review.isFavourite(scan.photos[$0], marks[$0]) }
  }

  /// Returns the path of the file with a mark.
  func path(of mark: PhotoMark) -> String? {
    library.index(of: mark).flatMap { files(of: $0).first { $0.mark.isKept(as: mark) }?.path }
  }

  /// Returns the same photos with other corrections of the clocks.
  func corrected(by clocks: [String: CameraClock]) -> Album {
    clocks == self.clocks ? self : Album(read, choice, clocks: clocks)
  }

  /// The reasons for the beginnings of the first moments: "Moment 2 begins 4 h 22 min after the photo before, …".
  package var boundaries: String {
    let all = moments.enumerated().filter { $0.element.boundary != .first }
    let shown = all.prefix(9).map { index, cluster in
      "\(index + 1): \(ClusterRecord.reason(cluster.boundary))"
    }
    let more = all.count - shown.count
    return "Moment " + shown.joined(separator: "; ")
      + (more > 0 ? "; \(TimeText.count(more, "more moment")): `photos.clusters` says why." : ".")
  }

  /// The files with problems, as records.
  package var problemRecords: [Value] {
    guard !scan.problems.isEmpty else { return [] }
    let cameras = Self.cameras(scan)
    return scan.problems.map { problem in
      .record([
        "file": .text(problem.path), "problem": .text(problem.reason.description),
        "camera": (cameras[problem.path]).value,
      ])
    }
  }

  /// The cameras of the photos with a problem.
  package static func cameras(_ scan: Scan) -> [String: String] {
    let paths = Set(scan.problems.map { $0.path })
    var cameras: [String: String] = [:]
    for photo in scan.photos where paths.contains(photo.path) { cameras[photo.path] = photo.camera }
    return cameras
  }
}

/// Moments as records for scripts.
package enum ClusterRecord {
  /// The fields of a moment's record.
  package static let fields: [ResultField] = [
    "number", "title", "start", "end", "length", "photos", "total", "bursts", "place", "country", "quarter", "latitude",
    "longitude", "score", "because", "folder", "files",
  ]

  /// - Parameter left: the moment's photos that were not reviewed.
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

  /// Returns the reason why a moment is separate.
  static func reason(_ boundary: Clustering.Boundary) -> String {
    switch boundary {
    case .first: "the first photo"
    case .gap(let gap): "\(TimeText.length(gap)) after the previous photo"
    case .moved(let kilometres, let gap):
      "\(TimeText.decimal(kilometres)) km away, \(TimeText.length(gap)) after the previous photo"
    case .day: "its photos have a date but no time"
    }
  }
}
