import System

/// A piece of the Earth that a map shows: never beyond a pole, and across the antimeridian where it has to be.
///
/// Its map is flat: a degree is as long everywhere on it, as in the middle.
public struct MapRegion: Hashable, Sendable {
  /// The southern edge in degrees, -90 or more.
  public let south: Double
  /// Degrees from south to north, at most 180.
  public let height: Double
  /// The western edge in degrees, -180..<180.
  public let west: Double
  /// Degrees eastwards, at most 360.
  public let width: Double

  /// The least span in degrees: about 50 m.
  public static let leastSpan = 0.0005
  /// How much wider than high a map is, in kilometres.
  private static let stretch = 2.0

  /// - Parameters:
  ///   - latitude, longitude: the middle; where a pole is nearer than half of the span, the map ends at the pole, with all
  ///     longitudes.
  ///   - span: degrees from south to north, cut to `leastSpan`...180.
  public init(latitude: Double, longitude: Double, span: Double) {
    self.init(latitude: latitude, longitude: longitude, height: span, width: 0)
  }

  /// - Parameter width: the least of it; it is more where the map's shape asks for that.
  private init(latitude: Double, longitude: Double, height span: Double, width least: Double) {
    height = min(180, max(Self.leastSpan, span))
    south = min(90 - height, max(-90, latitude - height / 2))
    let across = cos((south + height / 2) * .pi / 180)
    // At a pole all longitudes are near: a step from it may lie on any.
    let hasPole = south <= -90 || latitude + height / 2 >= 90
    width = hasPole ? 360 : min(360, max(least, Self.stretch * height / max(across, 1e-6)))
    west = Self.wrapped(longitude - width / 2)
  }

  /// The smallest that shows all of these, with some room around them; the whole Earth where there are none.
  ///
  /// Of all the ways to cut the globe open it takes the one through the widest empty stretch, so that photos on both sides
  /// of the antimeridian stand side by side. O(n).
  public init(holding spots: some Collection<Coordinate?>) {
    var (south, north) = (90.0, -90.0)
    var columns = LongitudeColumns()
    for case let spot? in spots {
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
      latitude: middle, longitude: west + width / 2, height: max(Self.leastFit, Self.room * max(north - south, across)),
      width: Self.room * width)
  }

  /// Degrees around a single spot: some kilometres, so that one sees where in a town that is.
  private static let leastFit = 0.05
  private static let room = 1.15

  /// The same around another middle, four times as near: what opening a pin does.
  public func zoomed(to latitude: Double, _ longitude: Double) -> MapRegion {
    MapRegion(latitude: latitude, longitude: longitude, span: height / 4)
  }

  /// Whether nothing nearer can be shown.
  public var isNearest: Bool { height <= Self.leastSpan }

  /// The middle.
  public var centre: (latitude: Double, longitude: Double) {
    (south + height / 2, Self.wrapped(west + width / 2))
  }

  /// How wide it is along its middle.
  public var kilometres: Double {
    width * Coordinate.earthRadius * .pi / 180 * cos((south + height / 2) * .pi / 180)
  }

  /// Where something is on the map, as shares of its width from the west and of its height from the north; `nil` outside.
  /// A pole has all longitudes: it is in the middle of the edge.
  public func place(of spot: Coordinate) -> (x: Double, y: Double)? {
    let exact = (spot.latitude - south) / height
    // What stands on an edge is on the map, whatever rounding makes of that.
    guard (-1e-6...1 + 1e-6).contains(exact) else { return nil }
    let y = min(1, max(0, exact))
    if spot.latitude.magnitude == 90 { return (0.5, 1 - y) }
    var east = spot.longitude - west
    if east < 0 { east += 360 } else if east >= 360 { east -= 360 }
    return east <= width ? (east / width, 1 - y) : nil
  }

  /// A longitude within -180..<180.
  static func wrapped(_ longitude: Double) -> Double {
    var longitude = longitude
    while longitude < -180 { longitude += 360 }
    while longitude >= 180 { longitude -= 360 }
    return longitude
  }
}

/// Which longitudes have something, in columns a tenth of a degree wide.
private struct LongitudeColumns {
  private static let count = 3_600
  /// The westernmost and the easternmost of each; empty where they are the wrong way round.
  private var extents = Array(repeating: (west: Double.infinity, east: -Double.infinity), count: count)

  mutating func add(_ longitude: Double) {
    let longitude = longitude >= 180 ? longitude - 360 : longitude
    let column = min(Self.count - 1, Int((longitude + 180) * 10))
    extents[column].west = min(extents[column].west, longitude)
    extents[column].east = max(extents[column].east, longitude)
  }

  /// From where eastwards everything lies, and how far; `nil` when there is nothing.
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
