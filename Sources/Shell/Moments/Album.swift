import Moments
import StoryScript

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
