import System

/// A position on Earth in degrees (WGS 84).
public struct Coordinate: Hashable, Sendable {
  /// Degrees north, -90...90.
  public let latitude: Double
  /// Degrees east, -180...180.
  public let longitude: Double

  /// Returns `nil` outside the ranges, for NaN, and for 0/0, a point in the sea that receivers without a fix write. A
  /// single zero is the equator or the Greenwich meridian.
  public init?(latitude: Double, longitude: Double) {
    guard latitude.magnitude <= 90, longitude.magnitude <= 180, latitude != 0 || longitude != 0 else { return nil }
    self.latitude = latitude
    self.longitude = longitude
  }

  /// The Earth's mean radius in kilometres (IUGG).
  static let earthRadius = 6_371.0088

  /// Returns the distance along the surface in kilometres, by the haversine formula. The result is accurate to 0.5 %
  /// (the Earth is not a sphere), also for points that nearly coincide, and across the antimeridian.
  public func distance(to other: Coordinate) -> Double {
    let degree = Double.pi / 180
    let north = sin((other.latitude - latitude) * degree / 2)
    let east = sin((other.longitude - longitude) * degree / 2)
    let share = north * north + cos(latitude * degree) * cos(other.latitude * degree) * east * east
    return 2 * Self.earthRadius * asin(min(1, share.squareRoot()))
  }
}

extension Coordinate {
  /// Returns the centre of the positions; `nil` if there are none, or if they balance out around the globe.
  ///
  /// In general the result is the mean of their directions from the Earth's centre, so that photos on both sides of
  /// the antimeridian meet there and not in Africa. Positions within one degree, and not near a pole, are on an area
  /// so flat that the mean of the coordinates agrees to several metres, and is ten times faster to compute. O(n).
  static func centre(of positions: some Collection<Coordinate?>) -> Coordinate? {
    var (south, north, west, east) = (90.0, -90.0, 180.0, -180.0)
    var (latitude, longitude, count) = (0.0, 0.0, 0.0)
    for case let position? in positions {
      south = min(south, position.latitude)
      north = max(north, position.latitude)
      west = min(west, position.longitude)
      east = max(east, position.longitude)
      latitude += position.latitude
      longitude += position.longitude
      count += 1
    }
    guard count > 0 else { return nil }
    if north - south < 1, east - west < 1, south > -80, north < 80 {
      return Coordinate(latitude: latitude / count, longitude: longitude / count)
    }
    return centreOfDirections(positions)
  }

  private static func centreOfDirections(_ positions: some Collection<Coordinate?>) -> Coordinate? {
    let degree = Double.pi / 180
    var (x, y, z) = (0.0, 0.0, 0.0)
    for case let position? in positions {
      let across = cos(position.latitude * degree)
      x += across * cos(position.longitude * degree)
      y += across * sin(position.longitude * degree)
      z += sin(position.latitude * degree)
    }
    let across = (x * x + y * y).squareRoot()
    guard across > 1e-9 || z.magnitude > 1e-9 else { return nil }
    return Coordinate(latitude: atan2(z, across) / degree, longitude: atan2(y, x) / degree)
  }
}
