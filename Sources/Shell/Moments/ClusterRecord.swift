import Moments
import StoryScript
import Timeline

/// Moments as scripts see them.
enum ClusterRecord {
  static func make(_ cluster: Cluster, number: Int, scan: Scan) -> Record {
    var record: Record = ["number": .number(Double(number)), "title": .text(cluster.title)]
    record["start"] = .text(cluster.start.description)
    record["end"] = .text(cluster.end.description)
    record["length"] = .duration(cluster.length)
    record["photos"] = .number(Double(cluster.photos.count))
    record["bursts"] = .number(Double(cluster.bursts.count))
    let place = cluster.place
    record["place"] = place.map { .text($0.description) } ?? Value.none
    record["country"] = place.map { .text($0.countryCode) } ?? Value.none
    record["latitude"] = cluster.centre.map { .number($0.latitude) } ?? Value.none
    record["longitude"] = cluster.centre.map { .number($0.longitude) } ?? Value.none
    record["because"] = .text(reason(cluster.boundary))
    record["folder"] = .text(scan.root)
    record["files"] = .list(cluster.photos.map { .text(scan.photos[$0].path) })
    return record
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
