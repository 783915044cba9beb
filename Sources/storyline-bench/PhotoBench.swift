import Foundation
import Moments
import Timeline

/// Photo libraries: how long they are read, divided and shown.
enum PhotoBench {
  private static let count = 1_000_000

  static func run() {
    let folder = "Examples/Photos"
    guard let scan = try? Scanner().scan(folder), let first = scan.photos.first else { return }
    Measure.title("photos")
    Measure.row("read \(scan.photos.count) example photos", .milliseconds, runs: 15) { _ = try! Scanner().scan(folder) }
    var index = PhotoIndex()
    _ = try! Scanner().scan(folder, index: &index)
    Measure.row("again, unchanged", .milliseconds, runs: 15) {
      var known = index
      _ = try! Scanner().scan(folder, index: &known)
    }
    let path = scan.fullPath(of: first.path)
    Measure.row("a small picture", .milliseconds, runs: 15) {
      _ = Thumbnail.pixels(of: path, first.metadata, atLeast: 120)
    }
    divide(scan)
    show()
  }

  /// Moments of many photos, by time as a card has them and in any order.
  private static func divide(_ scan: Scan) {
    var chance = SeededGenerator(seed: 1)
    var time = scan.photos[0].taken
    let sorted = (0..<count).map { index -> Photo in
      time.local = LocalTime(
        microseconds: time.local.microseconds + Int64.random(in: 1_000_000...7_200_000_000, using: &chance))
      var photo = scan.photos[index % scan.photos.count]
      photo.taken = time
      return photo
    }
    Measure.row("cluster 1,000,000 photos", .milliseconds, runs: 3) { _ = Clustering(sorted) }
    let shuffled = sorted.shuffled(using: &chance)
    Measure.row("the same, shuffled", .milliseconds, runs: 3) { _ = Clustering(shuffled) }
  }

  /// Names and pins of many positions, all over the Earth.
  private static func show() {
    var chance = SeededGenerator(seed: 2)
    let spots = (0..<count).map { _ in
      Coordinate(
        latitude: Double.random(in: -60...70, using: &chance), longitude: Double.random(in: -180...180, using: &chance))
    }
    Measure.row("1,000,000 places", .milliseconds, runs: 1) {
      for case let spot? in spots { _ = Places.nearest(to: spot) }
    }
    Measure.row("a map of 1,000,000", .milliseconds, runs: 5) {
      _ = MapPins(spots, in: MapRegion(holding: spots))
    }
    let world = MapRegion(latitude: 0, longitude: 0, span: 180)
    Measure.row("its 33,961 towns", .milliseconds, runs: 5) { _ = Places.towns(in: world) }
  }
}
