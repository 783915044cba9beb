import CPlaces
import System

/// The embedded gazetteer, searched in place: rows of text sorted by whole degree of latitude and then by longitude.
///
/// The numbers of each such band are parsed when the band is first searched. Any thread may use the table: the bytes
/// are constants of the program.
struct PlaceTable: @unchecked Sendable {
  /// A row, before conversion to strings.
  struct Row {
    let position: Coordinate
    fileprivate let country: Range<Int>
    fileprivate let zone: Int
    /// The population in thousands.
    fileprivate let population: Int
    fileprivate let name: Range<Int>
    fileprivate let end: Int
    fileprivate var band: Int { Int(position.latitude.rounded(.down)) }
  }

  private let bytes: UnsafeRawBufferPointer
  private let bands = PlaceBands()

  init() { bytes = UnsafeRawBufferPointer(start: storyline_places(), count: storyline_places_size()) }

  /// Returns the nearest place within `limit` kilometres (great circle, up to a quarter of the Earth's
  /// circumference).
  ///
  /// The search moves outwards from the position's own band of latitude while a band can contain a nearer place, and
  /// in each band from the position's longitude in both directions, around the globe. O(log n) plus several dozen
  /// places in populated areas.
  /// - Returns: The offset of the place's row, and the distance.
  func nearest(to position: Coordinate, within limit: Double) -> (offset: Int, distance: Double)? {
    var search = PlaceSearch(position, within: limit)
    let home = Int(position.latitude.rounded(.down))
    let kilometresPerDegree = Coordinate.earthRadius * .pi / 180
    search.look(into: band(home))
    for step in 1...180 {
      let south = (position.latitude - Double(home - step + 1)) * kilometresPerDegree
      let north = (Double(home + step) - position.latitude) * kilometresPerDegree
      guard min(south, north) < search.best else { break }
      if south < search.best, home - step >= -90 { search.look(into: band(home - step)) }
      if north < search.best, home + step <= 90 { search.look(into: band(home + step)) }
    }
    guard let found = search.found, let row = row(at: found) else { return nil }
    return (found, position.distance(to: row.position))
  }

  /// Returns the city that a place is a quarter of, or `nil` for an independent town: the largest city whose centre
  /// is so near that the place is inside it, and that has at least eight times its population.
  ///
  /// The gazetteer does not say which places are quarters. A city is assumed to have 4,000 inhabitants per square
  /// kilometre, as in Europe, and to fill a circle around its centre, at most 20 km in radius: so Lordelo do Ouro is
  /// part of Porto, and Vila Nova de Gaia, across the river, is not. The search does not cross the antimeridian.
  /// O(rows nearby).
  func city(around quarter: Row) -> Row? {
    let (degrees, here) = (Self.cityRadiusLimit / 111, quarter.position)
    let across = degrees / max(0.1, cos(here.latitude * .pi / 180))
    var found: (offset: Int, population: Int)?
    for number in Int((here.latitude - degrees).rounded(.down))...Int((here.latitude + degrees).rounded(.down)) {
      let places = band(number)
      var index = places.firstIndex(from: here.longitude - across)
      while index < places.count, places[index].position.longitude <= here.longitude + across {
        let place = places[index]
        index += 1
        guard place.population >= 8 * quarter.population, place.population > found?.population ?? 0 else { continue }
        let reach = min(Self.cityRadiusLimit, (Double(place.population) / 4 / .pi).squareRoot())
        if here.distance(to: place.position) <= reach { found = (place.offset, place.population) }
      }
    }
    return found.flatMap { row(at: $0.offset) }
  }

  /// The maximum radius of a city in kilometres.
  private static let cityRadiusLimit = 20.0

  /// Returns the positions of all places between two latitudes, or less than a degree beyond them. O(places there).
  func positions(from south: Double, to north: Double) -> [Coordinate] {
    let bands = Int(max(-90, south).rounded(.down))...Int(min(90, north).rounded(.down))
    return bands.flatMap { band($0).map { $0.position } }
  }

  /// Returns the places of a band, sorted by longitude.
  private func band(_ number: Int) -> [PlaceBands.Place] {
    bands.places(of: number) {
      var places: [PlaceBands.Place] = []
      var offset = start(of: number)
      while let row = row(at: offset), row.band == number {
        places.append(PlaceBands.Place(position: row.position, population: row.population, offset: offset))
        offset = row.end
      }
      return places
    }
  }

  /// Returns the offset of the first row of a band or, if it is empty, of a later one.
  private func start(of band: Int) -> Int {
    var (low, high) = (0, bytes.count)
    while low < high {
      let middle = lineStart(before: (low + high) / 2 + 1)
      guard let row = row(at: middle) else { return bytes.count }
      if row.band < band { low = row.end } else { high = middle }
    }
    return low
  }

  /// Returns the start of the line that contains the byte before `offset`.
  private func lineStart(before offset: Int) -> Int {
    var start = max(offset - 1, 0)
    while start > 0, bytes[start - 1] != UInt8(ascii: "\n") { start -= 1 }
    return start
  }

  func row(at offset: Int) -> Row? {
    guard offset < bytes.count else { return nil }
    var index = offset
    let latitude = decimal(&index)
    let longitude = decimal(&index)
    let country = field(&index)
    let zone = Int(decimal(&index))
    let population = Int(decimal(&index))
    let name = field(&index)
    guard let position = Coordinate(latitude: latitude, longitude: longitude) else { return nil }
    return Row(position: position, country: country, zone: zone, population: population, name: name, end: index)
  }

  /// Returns the range up to the next tab or line end, and skips that byte.
  private func field(_ index: inout Int) -> Range<Int> {
    let start = index
    while index < bytes.count, bytes[index] != UInt8(ascii: "\t"), bytes[index] != UInt8(ascii: "\n") { index += 1 }
    defer { index += 1 }
    return start..<index
  }

  private func decimal(_ index: inout Int) -> Double {
    var (value, scale, negative) = (0, 0, false)
    for byte in bytes[field(&index)] {
      switch byte {
      case UInt8(ascii: "-"): negative = true
      case UInt8(ascii: "."): scale = 1
      default:
        value = value * 10 + Int(byte) - 48
        scale *= 10
      }
    }
    let size = Double(value) / Double(max(scale, 1))
    return negative ? -size : size
  }

  func name(of row: Row) -> String { String(decoding: bytes[row.name], as: UTF8.self) }
  func countryCode(of row: Row) -> String { String(decoding: bytes[row.country], as: UTF8.self) }

  /// Returns the row's time zone, a line of the other file.
  func timeZone(of row: Row) -> String {
    let names = UnsafeRawBufferPointer(start: storyline_time_zones(), count: storyline_time_zones_size())
    var start = 0
    for _ in 0..<row.zone {
      while start < names.count, names[start] != UInt8(ascii: "\n") { start += 1 }
      start += 1
    }
    let end = names.find("\n", from: start) ?? names.count
    return String(decoding: names.slice(start, end), as: UTF8.self)
  }
}

/// The parsed gazetteer by bands of one degree of latitude, each parsed once and sorted by longitude.
final class PlaceBands: @unchecked Sendable {
  struct Place {
    let position: Coordinate
    /// The population in thousands.
    let population: Int
    /// The offset of the place's row.
    let offset: Int
    /// The direction from the Earth's centre, as a unit vector.
    let direction: SIMD3<Double>

    init(position: Coordinate, population: Int, offset: Int) {
      (self.position, self.population, self.offset) = (position, population, offset)
      direction = position.direction
    }
  }

  private let lock = Lock()
  private var bands: [[Place]?] = Array(repeating: nil, count: 182)

  /// - Parameter read: Parses the band if that has not happened yet. There are no places outside -90...90.
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
  /// Returns the index of the first place at a longitude or east of it; the count if there is none. O(log n).
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
  /// The direction from the Earth's centre, as a unit vector.
  var direction: SIMD3<Double> {
    let (north, east) = (latitude * .pi / 180, longitude * .pi / 180)
    return SIMD3(cos(north) * cos(east), cos(north) * sin(east), sin(north))
  }
}

/// A search for the nearest place, band by band.
struct PlaceSearch {
  /// The distance in kilometres to the nearest place found so far, initially the limit of the search.
  private(set) var best: Double
  /// The offset of the nearest place's row.
  private(set) var found: Int?
  private let position: Coordinate
  private let direction: SIMD3<Double>
  private let across: Double
  /// The square of the chord that corresponds to `best`, on an Earth of radius 1.
  private var chord = 0.0
  /// The maximum difference in longitude, in degrees, of a nearer place at any latitude.
  private var widest = 0.0

  init(_ position: Coordinate, within limit: Double) {
    (self.position, best, direction) = (position, limit, position.direction)
    across = cos(position.latitude * .pi / 180)
    measure()
  }

  /// Updates `chord` and `widest`. The shortest distance to a meridian has the sine cos(latitude) · sin(difference);
  /// from a quarter turn on, the shortest path crosses the pole.
  private mutating func measure() {
    let reach = best / Coordinate.earthRadius
    chord = 4 * sin(reach / 2) * sin(reach / 2)
    let sine = reach < .pi / 2 ? sin(reach) / across : 1
    widest = sine < 1 ? asin(sine) * 180 / .pi + 1e-9 : 180
  }

  /// Checks the places of a band, first eastwards and then westwards, each time at most halfway around.
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
