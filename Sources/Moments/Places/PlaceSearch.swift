import System

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
