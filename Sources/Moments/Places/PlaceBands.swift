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

/// A look for the nearest place, band by band.
struct PlaceSearch {
  /// Kilometres to the nearest that was found, or to where the search ends.
  private(set) var best: Double
  /// Where the row of the nearest starts.
  private(set) var found: Int?
  private let position: Coordinate
  private let direction: SIMD3<Double>
  private let across: Double
  /// The square of the straight way through the Earth, whose radius is 1, to `best`.
  private var chord = 0.0
  /// How many degrees of longitude away a place can be nearer than that, at whatever latitude.
  private var widest = 0.0

  init(_ position: Coordinate, within limit: Double) {
    (self.position, best, direction) = (position, limit, position.direction)
    across = cos(position.latitude * .pi / 180)
    measure()
  }

  /// The shortest way to a meridian has the sine cos(latitude) · sin(difference); from a quarter turn on it leads over the
  /// pole.
  private mutating func measure() {
    let reach = best / Coordinate.earthRadius
    chord = 4 * sin(reach / 2) * sin(reach / 2)
    let sine = reach < .pi / 2 ? sin(reach) / across : 1
    widest = sine < 1 ? asin(sine) * 180 / .pi + 1e-9 : 180
  }

  /// Looks at the places of one band, first eastwards and then westwards, each time at most half around.
  mutating func look(into places: [PlaceBands.Place]) {
    guard !places.isEmpty else { return }
    let start = places.firstIndex(from: position.longitude)
    for step in 0..<places.count {
      let index = start + step < places.count ? start + step : start + step - places.count
      let difference = places[index].position.longitude - position.longitude
      guard (difference < 0 ? difference + 360 : difference) <= widest else { break }
      consider(places[index])
    }
    for step in 1...places.count {
      let index = start - step >= 0 ? start - step : start - step + places.count
      let difference = position.longitude - places[index].position.longitude
      guard (difference < 0 ? difference + 360 : difference) <= widest else { break }
      consider(places[index])
    }
  }

  private mutating func consider(_ place: PlaceBands.Place) {
    let way = place.direction - direction
    let square = (way * way).sum()
    guard square < chord else { return }
    best = 2 * Coordinate.earthRadius * asin(min(1, square.squareRoot() / 2))
    found = place.offset
    measure()
    chord = square
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
  fileprivate var direction: SIMD3<Double> {
    let (north, east) = (latitude * .pi / 180, longitude * .pi / 180)
    return SIMD3(cos(north) * cos(east), cos(north) * sin(east), sin(north))
  }
}
