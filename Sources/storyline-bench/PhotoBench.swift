import Foundation
import Moments
import Timeline

/// Photo libraries: the time to read, divide and show them.
enum PhotoBench {
  private static let count = 1_000_000

  static func run() {
    let folder = "Examples/Photos"
    guard let scan = try? Scanner().scan(folder), let first = scan.photos.first else {
      Measure.fail("\(folder) is not here: photos are measured in the project's own folder", 2)
    }
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
    library(scan)
    divide(scan)
    show()
  }

  /// Measures a library of 5,000 files, copies of the examples, compared with the minimal work of a C program. Each
  /// file is as long as a small photo: with the examples' few kB, a program that reads 64 kB of each file would read
  /// no more than one that reads only what it needs.
  private static func library(_ scan: Scan) {
    let folder = FileManager.default.temporaryDirectory.appending(path: "storyline-bench-\(getpid())").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    guard (try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)) != nil else {
      return
    }
    let jpegs = scan.photos.filter { $0.path.lowercased().hasSuffix(".jpg") }
    let paths = (0..<5_000).map { "\(folder)/\($0).jpg" }
    for (number, path) in paths.enumerated() {
      try? FileManager.default.copyItem(atPath: scan.fullPath(of: jpegs[number % jpegs.count].path), toPath: path)
      truncate(path, 400_000)
    }
    var (reader, buffer) = (Scanner(), [UInt8](repeating: 0, count: 65_536))
    reader.threads = 1
    let plain = Measure.time(runs: 9) {
      for path in paths {
        let file = open(path, O_RDONLY)
        _ = pread(file, &buffer, buffer.count, 0)
        close(file)
      }
    }
    let own = Measure.time(runs: 9) { _ = try? reader.scan(folder) }
    Measure.row("5,000 JPEGs", own * 1e3, "ms", note: "by one thread")
    Measure.row("open, pread 64 KiB, close", plain * 1e3, "ms", ratio: plain / own)
    var index = PhotoIndex()
    _ = try? reader.scan(folder, index: &index)
    Measure.row("the same, unchanged", .milliseconds, runs: 9) {
      var known = index
      _ = try? reader.scan(folder, index: &known)
    }
    let memory = [folder, folder + "/none"].map { path in
      Measure.memory(Measure.storyline, ["--quiet", "-c", "try { cluster '\(path)' } catch { print 0 }"]).map(
        Double.init)
    }
    if let full = memory[0], let empty = memory[1] { Measure.row("memory a photo", (full - empty) / 5_000, "bytes") }
  }

  /// Measures the division of many photos, sorted by time as on a memory card and in random order.
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

  /// Measures place names and pins of many positions, all over the Earth.
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
