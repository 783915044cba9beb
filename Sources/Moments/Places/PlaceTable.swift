import CPlaces
import System

/// The embedded gazetteer, searched where it lies: rows of text sorted by whole degree of latitude and then by longitude.
///
/// Of each such band the numbers are read when somebody first looks into it. Any thread may use it: the bytes are constants
/// of the program.
struct PlaceTable: @unchecked Sendable {
  /// One row, not yet turned into strings.
  struct Row {
    let position: Coordinate
    fileprivate let country: Range<Int>
    fileprivate let zone: Int
    /// Thousands of inhabitants.
    fileprivate let population: Int
    fileprivate let name: Range<Int>
    fileprivate let end: Int
    fileprivate var band: Int { Int(position.latitude.rounded(.down)) }
  }

  private let bytes: UnsafeRawBufferPointer
  private let bands = PlaceBands()

  init() { bytes = UnsafeRawBufferPointer(start: storyline_places(), count: storyline_places_size()) }

  /// The nearest place within `limit` kilometres (great circle, up to a quarter of the Earth).
  ///
  /// Goes from the position's own band of latitude outwards while a band can still hold something nearer, and in each band
  /// from the position's longitude to both sides, around the globe. O(log n) and some dozens of places in populated areas.
  /// - Returns: where its row is, and the distance.
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

  /// The city that a place is a quarter of: the largest whose middle is so near that the place lies in it, and that has
  /// eight times its inhabitants; `nil` for a town of its own.
  ///
  /// The gazetteer does not say which places are quarters. A city of 4,000 inhabitants a square kilometre, as European
  /// ones have, reaches as far as the circle that holds them all, and 20 km at most: so Lordelo do Ouro is Porto, and
  /// Vila Nova de Gaia, across the river, is not. Nothing is looked for across the antimeridian. O(rows nearby).
  func city(around quarter: Row) -> Row? {
    let (degrees, here) = (Self.farthestCity / 111, quarter.position)
    let across = degrees / max(0.1, cos(here.latitude * .pi / 180))
    var found: (offset: Int, population: Int)?
    for number in Int((here.latitude - degrees).rounded(.down))...Int((here.latitude + degrees).rounded(.down)) {
      let places = band(number)
      var index = places.firstIndex(from: here.longitude - across)
      while index < places.count, places[index].position.longitude <= here.longitude + across {
        let place = places[index]
        index += 1
        guard place.population >= 8 * quarter.population, place.population > found?.population ?? 0 else { continue }
        let reach = min(Self.farthestCity, (Double(place.population) / 4 / .pi).squareRoot())
        if here.distance(to: place.position) <= reach { found = (place.offset, place.population) }
      }
    }
    return found.flatMap { row(at: $0.offset) }
  }

  /// Kilometres.
  private static let farthestCity = 20.0

  /// Where all places are that lie between two latitudes, or less than a degree beyond them. O(places there).
  func positions(from south: Double, to north: Double) -> [Coordinate] {
    let bands = Int(max(-90, south).rounded(.down))...Int(min(90, north).rounded(.down))
    return bands.flatMap { band($0).map(\.position) }
  }

  /// The places of a band, by longitude.
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

  /// Where the first row of a band, or of a later one, starts.
  private func start(of band: Int) -> Int {
    var (low, high) = (0, bytes.count)
    while low < high {
      let middle = lineStart(before: (low + high) / 2 + 1)
      guard let row = row(at: middle) else { return bytes.count }
      if row.band < band { low = row.end } else { high = middle }
    }
    return low
  }

  /// The start of the line that the byte before `offset` belongs to.
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

  /// The bytes up to the next tab or line end, which is passed.
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

  /// The row's time zone: a line of the other file.
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
