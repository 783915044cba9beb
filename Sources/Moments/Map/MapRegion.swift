import System

/// A part of the Earth on a map: never beyond a pole, and across the antimeridian if necessary.
///
/// The map is flat: a degree has the same length everywhere on it as at its centre.
public struct MapRegion: Hashable, Sendable {
  /// The southern edge in degrees, at least -90.
  public let south: Double
  /// The height in degrees, at most 180.
  public let height: Double
  /// The western edge in degrees, -180..<180.
  public let west: Double
  /// The width in degrees, from the western edge eastwards, at most 360.
  public let width: Double

  /// The smallest height in degrees: about 50 m.
  public static let minimumSpan = 0.0005
  /// The ratio of a map's width to its height, in kilometres.
  private static let stretch = 2.0

  /// Creates a region around a centre.
  /// - Parameters:
  ///   - latitude, longitude: The centre. If a pole is less than half the span away, the map ends at the pole and has
  ///     all longitudes.
  ///   - span: The height in degrees, clamped to `minimumSpan`...180.
  public init(latitude: Double, longitude: Double, span: Double) {
    self.init(latitude: latitude, longitude: longitude, height: span, width: 0)
  }

  /// - Parameter width: The minimum width; the width is larger if the shape of the map requires it.
  private init(latitude: Double, longitude: Double, height span: Double, width least: Double) {
    height = min(180, max(Self.minimumSpan, span))
    south = min(90 - height, max(-90, latitude - height / 2))
    let across = cos((south + height / 2) * .pi / 180)
    // At a pole all longitudes are close: a step from the pole may lead to any of them.
    let hasPole = south <= -90 || latitude + height / 2 >= 90
    width = hasPole ? 360 : min(360, max(least, Self.stretch * height / max(across, 1e-6)))
    west = Self.wrapped(longitude - width / 2)
  }

  /// Creates the smallest region that contains all these spots with some margin; the whole Earth if there are none.
  ///
  /// The region leaves out the widest stretch of longitudes without spots, so that photos on both sides of the
  /// antimeridian appear side by side. O(n).
  public init(holding coordinates: some Collection<Coordinate?>) {
    var (south, north) = (90.0, -90.0)
    var columns = LongitudeColumns()
    for case let spot? in coordinates {
      south = min(south, spot.latitude)
      north = max(north, spot.latitude)
      columns.add(spot.longitude)
    }
    guard south <= north, let (west, width) = columns.extent else {
      self.init(latitude: 0, longitude: 0, span: 180)
      return
    }
    let middle = (south + north) / 2
    let across = width * cos(middle * .pi / 180) / Self.stretch
    self.init(
      latitude: middle, longitude: west + width / 2,
      height: max(Self.singleSpotSpan, Self.room * max(north - south, across)),
      width: Self.room * width)
  }

  /// The height in degrees around a single spot: several kilometres, so that its place in a town is visible.
  private static let singleSpotSpan = 0.05
  private static let room = 1.15

  /// Returns the region around another centre at four times the magnification, as shown when a pin is opened.
  public func zoomed(to latitude: Double, _ longitude: Double) -> MapRegion {
    MapRegion(latitude: latitude, longitude: longitude, span: height / 4)
  }

  /// `true` if the map cannot zoom in further.
  public var isNearest: Bool { height <= Self.minimumSpan }

  /// The centre in degrees.
  public var centre: (latitude: Double, longitude: Double) {
    (south + height / 2, Self.wrapped(west + width / 2))
  }

  /// The width along the central parallel, in kilometres.
  public var kilometres: Double {
    width * Coordinate.earthRadius * .pi / 180 * cos((south + height / 2) * .pi / 180)
  }

  /// Returns the position of a spot on the map, as a fraction of the width from the west and of the height from the
  /// north, or `nil` if it is outside. A pole has all longitudes: it is at the middle of the edge.
  public func place(of spot: Coordinate) -> (x: Double, y: Double)? {
    let exact = (spot.latitude - south) / height
    // A spot on an edge is on the map, regardless of rounding.
    guard (-1e-6...1 + 1e-6).contains(exact) else { return nil }
    let y = min(1, max(0, exact))
    if spot.latitude.magnitude == 90 { return (0.5, 1 - y) }
    var east = spot.longitude - west
    if east < 0 { east += 360 } else if east >= 360 { east -= 360 }
    return east <= width ? (east / width, 1 - y) : nil
  }

  /// Returns the equivalent longitude within -180..<180.
  static func wrapped(_ longitude: Double) -> Double {
    var longitude = longitude
    while longitude < -180 { longitude += 360 }
    while longitude >= 180 { longitude -= 360 }
    return longitude
  }
}

/// The occupied longitudes, in columns a tenth of a degree wide.
private struct LongitudeColumns {
  private static let count = 3_600
  /// The westernmost and easternmost longitude in each column; west > east in an empty one.
  private var extents = Array(repeating: (west: Double.infinity, east: -Double.infinity), count: count)

  mutating func add(_ longitude: Double) {
    let longitude = longitude >= 180 ? longitude - 360 : longitude
    let column = min(Self.count - 1, Int((longitude + 180) * 10))
    extents[column].west = min(extents[column].west, longitude)
    extents[column].east = max(extents[column].east, longitude)
  }

  /// The western edge and the width of the range with all longitudes; `nil` if there are none.
  var extent: (west: Double, width: Double)? {
    let used = extents.filter { $0.west <= $0.east }
    guard var east = used.last.map({ $0.east - 360 }) else { return nil }
    var widest: (gap: Double, west: Double, east: Double) = (-1, 0, 0)
    for next in used {
      if next.west - east > widest.gap { widest = (next.west - east, next.west, east) }
      east = next.east
    }
    let width = widest.east - widest.west
    return (widest.west, width >= 0 ? width : width + 360)
  }
}
