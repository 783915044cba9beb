import CPlaces
import System

/// The embedded gazetteer, searched where it lies: rows of text sorted by whole degree of latitude and then by longitude.
///
/// Any thread may use it: the bytes are constants of the program.
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

  init() { bytes = UnsafeRawBufferPointer(start: storyline_places(), count: storyline_places_size()) }

  /// The nearest place within `limit` kilometres (great circle, up to a quarter of the Earth).
  ///
  /// Goes from the position's own band of latitude outwards while a band can still hold something nearer, and in each band
  /// from the position's longitude to both sides, around the globe. O(log n) and some dozens of rows in populated areas.
  func nearest(to position: Coordinate, within limit: Double) -> (row: Row, distance: Double)? {
    var search = Search(position: position, best: limit)
    let home = Int(position.latitude.rounded(.down))
    let kilometresPerDegree = Coordinate.earthRadius * .pi / 180
    scan(band: home, &search)
    for step in 1...180 {
      let south = (position.latitude - Double(home - step + 1)) * kilometresPerDegree
      let north = (Double(home + step) - position.latitude) * kilometresPerDegree
      guard min(south, north) < search.best else { break }
      if south < search.best, home - step >= -90 { scan(band: home - step, &search) }
      if north < search.best, home + step <= 90 { scan(band: home + step, &search) }
    }
    return search.found.map { ($0, search.best) }
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
    var found: Row?
    for band in Int((here.latitude - degrees).rounded(.down))...Int((here.latitude + degrees).rounded(.down)) {
      var offset = lowerBound(band: band, longitude: here.longitude - across)
      while let row = row(at: offset), row.band == band, row.position.longitude <= here.longitude + across {
        offset = row.end
        guard row.population >= 8 * quarter.population, row.population > found?.population ?? 0 else { continue }
        let reach = min(Self.farthestCity, (Double(row.population) / 4 / .pi).squareRoot())
        if here.distance(to: row.position) <= reach { found = row }
      }
    }
    return found
  }

  /// Kilometres.
  private static let farthestCity = 20.0

  private struct Search {
    let position: Coordinate
    private let across: Double
    private(set) var best: Double
    private(set) var found: Row?

    init(position: Coordinate, best: Double) {
      self.position = position
      self.best = best
      across = cos(position.latitude * .pi / 180)
    }

    /// Whether a row so many degrees of longitude away, at whatever latitude, can be nearer than the best so far.
    ///
    /// The shortest way to a meridian has the sine cos(latitude) · sin(difference); from a quarter turn on, it leads over
    /// the pole.
    func mayHold(longitudeDifference: Double) -> Bool {
      let reach = best / Coordinate.earthRadius
      guard reach < .pi / 2 else { return true }
      return across * sin(min(longitudeDifference, 90) * .pi / 180) < sin(reach)
    }

    mutating func consider(_ row: Row) {
      let distance = position.distance(to: row.position)
      guard distance < best else { return }
      best = distance
      found = row
    }
  }

  /// Looks at the rows of one band, first eastwards and then westwards, each time at most half around.
  private func scan(band: Int, _ search: inout Search) {
    let start = lowerBound(band: band, longitude: search.position.longitude)
    var (offset, turn) = (start, 0.0)
    while true {
      guard let row = row(at: offset), row.band == band else {
        guard turn == 0 else { break }
        turn = 360
        offset = lowerBound(band: band, longitude: -180)
        continue
      }
      let difference = row.position.longitude - search.position.longitude + turn
      guard difference <= 180, search.mayHold(longitudeDifference: difference) else { break }
      search.consider(row)
      offset = row.end
    }

    offset = start
    turn = 0
    while true {
      let before = lineStart(before: offset)
      guard offset > 0, let row = row(at: before), row.band == band else {
        guard turn == 0 else { break }
        turn = 360
        offset = lowerBound(band: band + 1, longitude: -180)
        continue
      }
      let difference = search.position.longitude - row.position.longitude + turn
      guard difference <= 180, search.mayHold(longitudeDifference: difference) else { break }
      search.consider(row)
      offset = before
    }
  }

  /// Where the first row at or behind the key starts.
  private func lowerBound(band: Int, longitude: Double) -> Int {
    var (low, high) = (0, bytes.count)
    while low < high {
      let middle = lineStart(before: (low + high) / 2 + 1)
      guard let row = row(at: middle) else { return bytes.count }
      if row.band < band || row.band == band && row.position.longitude < longitude {
        low = row.end
      } else {
        high = middle
      }
    }
    return low
  }

  /// The start of the line that the byte before `offset` belongs to.
  private func lineStart(before offset: Int) -> Int {
    var start = max(offset - 1, 0)
    while start > 0, bytes[start - 1] != UInt8(ascii: "\n") { start -= 1 }
    return start
  }

  private func row(at offset: Int) -> Row? {
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
