import Moments
import StoryScript
import Timeline

/// A folder's photos and how they were divided into moments.
///
/// A class because it is large and never changes: copies of the world share it.
public final class Album: Sendable {
  public let scan: Scan
  public let clustering: Clustering
  /// Where each moment was.
  let places: [NearbyPlace?]
  /// The moments as the records that scripts see.
  public let records: [Value]

  public init(scan: Scan, clustering: Clustering) {
    self.scan = scan
    self.clustering = clustering
    let places = clustering.clusters.map { $0.place(in: scan.photos) }
    self.places = places
    records = clustering.clusters.enumerated().map { index, cluster in
      .record(ClusterRecord.make(cluster, places[index], number: index + 1, scan: scan))
    }
  }

  /// Why the moments begin where they do, the first of them: "Moment 2 begins 4 h 22 min after the photo before, …".
  var boundaries: String {
    let shown = clustering.clusters.enumerated().dropFirst().prefix(9).map { index, cluster in
      "\(index + 1): \(ClusterRecord.reason(cluster.boundary))"
    }
    let more = clustering.clusters.count - 1 - shown.count
    return "Moment " + shown.joined(separator: "; ")
      + (more > 0 ? "; \(TimeText.count(more, "more moment")): `photos.clusters` says why." : ".")
  }

  var problemRecords: [Value] {
    scan.problems.map { .record(["file": .text($0.path), "problem": .text($0.reason.description)]) }
  }
}

/// Moments as scripts see them.
enum ClusterRecord {
  static func make(_ cluster: Cluster, _ place: NearbyPlace?, number: Int, scan: Scan) -> Record {
    [
      "number": number.value, "title": .text(cluster.title(at: place)), "start": .text(cluster.start.description),
      "end": .text(cluster.end.description), "length": .duration(cluster.length),
      "photos": cluster.photos.count.value, "bursts": cluster.bursts.count.value,
      "place": (place?.description).value, "country": (place?.countryCode).value,
      "quarter": (place.flatMap { $0.city == nil ? nil : $0.name }).value,
      "latitude": (cluster.centre?.latitude).value, "longitude": (cluster.centre?.longitude).value,
      "because": .text(reason(cluster.boundary)), "folder": .text(scan.root),
      "files": .list(cluster.photos.map { .text(scan.photos[$0].path) }),
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
