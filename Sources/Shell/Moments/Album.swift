import Moments
import StoryScript
import Timeline

/// A folder's photos and how they were divided into moments.
///
/// A class because it is large and never changes: copies of the world share it.
public final class Album: Sendable {
  public let scan: Scan
  public let clustering: Clustering
  /// The moments as the records that scripts see.
  public let records: [Value]

  public init(scan: Scan, clustering: Clustering) {
    self.scan = scan
    self.clustering = clustering
    records = clustering.clusters.enumerated().map { index, cluster in
      .record(ClusterRecord.make(cluster, number: index + 1, scan: scan))
    }
  }

  var problemRecords: [Value] {
    scan.problems.map { .record(["file": .text($0.path), "problem": .text($0.reason.description)]) }
  }
}

/// Moments as scripts see them.
enum ClusterRecord {
  static func make(_ cluster: Cluster, number: Int, scan: Scan) -> Record {
    [
      "number": number.value, "title": .text(cluster.title), "start": .text(cluster.start.description),
      "end": .text(cluster.end.description), "length": .duration(cluster.length),
      "photos": cluster.photos.count.value, "bursts": cluster.bursts.count.value,
      "place": (cluster.place?.description).value, "country": (cluster.place?.countryCode).value,
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
    }
  }
}
