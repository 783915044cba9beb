import System

/// The numbers of the gazetteer's bands of one degree of latitude, each read once, by longitude.
final class PlaceBands: @unchecked Sendable {
  struct Place {
    let position: Coordinate
    /// Thousands of inhabitants.
    let population: Int
    /// Where its row starts.
    let offset: Int
    /// The direction from the Earth's centre, of length 1.
    let direction: SIMD3<Double>

    init(position: Coordinate, population: Int, offset: Int) {
      (self.position, self.population, self.offset) = (position, population, offset)
      direction = position.direction
    }
  }

  private let lock = Lock()
  private var bands: [[Place]?] = Array(repeating: nil, count: 182)

  /// - Parameter read: how it is read when nobody has yet; no place lies outside of -90...90.
  func places(of band: Int, reading read: () -> [Place]) -> [Place] {
    guard (-90...91).contains(band) else { return [] }
    return lock.holding {
      if let known = bands[band + 90] { return known }
      let places = read()
      bands[band + 90] = places
      return places
    }
  }
}

extension [PlaceBands.Place] {
  /// The first at a longitude or east of it; the count where none is. O(log n).
  func firstIndex(from longitude: Double) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].position.longitude < longitude { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension Coordinate {
  /// The direction from the Earth's centre, of length 1.
  var direction: SIMD3<Double> {
    let (north, east) = (latitude * .pi / 180, longitude * .pi / 180)
    return SIMD3(cos(north) * cos(east), cos(north) * sin(east), sin(north))
  }
}
