/// The pins of a map with many spots. The map is divided into a grid of eight by eight fields, and all spots in a
/// field share a pin, so that there are never more than 64 pins.
public struct MapPins: Hashable, Sendable {
  /// The number of fields in each direction.
  public static let fields = 8

  public struct Pin: Hashable, Sendable {
    /// The row of the field, from 0 in the north, and its column, from 0 in the west.
    public let row, column: Int
    /// The mean position of the pin's spots, in degrees; for a single spot its own position.
    public let latitude, longitude: Double
    /// The position of the pin on the map, as a fraction of the width from the west and of the height from the north.
    public let x, y: Double
    /// The pin's spots, as indices into the given spots.
    public let coordinates: [Int]

    /// `true` if the pin has a single spot, so that zooming in shows nothing more.
    public var isLeaf: Bool { coordinates.count == 1 }
  }

  public let region: MapRegion
  /// The pins, sorted by number of spots, most first, then in reading order.
  public let pins: [Pin]
  /// The number of spots outside the region.
  public let outside: Int
  /// The number of spots without a position.
  public let unplaced: Int

  /// - Complexity: O(spots).
  public init(_ coordinates: [Coordinate?], in region: MapRegion) {
    self.region = region
    let count = Self.fields * Self.fields
    var sums = Array(repeating: (x: 0.0, y: 0.0, coordinates: 0), count: count)
    var (outside, unplaced) = (0, 0)
    // The field of each spot; `count` for a spot in no field.
    let fields = [UInt8](unsafeUninitializedCapacity: coordinates.count) { fields, initialized in
      initialized = coordinates.count
      for index in coordinates.indices {
        fields[index] = UInt8(count)
        guard let spot = coordinates[index] else {
          unplaced += 1
          continue
        }
        guard let (x, y) = region.place(of: spot) else {
          outside += 1
          continue
        }
        let field = Self.field(y) * Self.fields + Self.field(x)
        sums[field] = (sums[field].x + x, sums[field].y + y, sums[field].coordinates + 1)
        fields[index] = UInt8(field)
      }
    }
    var members = sums.map { sum -> [Int] in
      var members: [Int] = []
      members.reserveCapacity(sum.coordinates)
      return members
    }
    for index in fields.indices where fields[index] < count { members[Int(fields[index])].append(index) }
    pins = members.indices.filter { !members[$0].isEmpty }.map { field in
      Self.pin(field, members[field], coordinates, sums[field], region)
    }.sorted { ($1.coordinates.count, $0.row, $0.column) < ($0.coordinates.count, $1.row, $1.column) }
    (self.outside, self.unplaced) = (outside, unplaced)
  }

  private static func field(_ share: Double) -> Int { min(fields - 1, Int(share * Double(fields))) }

  private static func pin(
    _ field: Int, _ members: [Int], _ coordinates: [Coordinate?], _ sum: (x: Double, y: Double, coordinates: Int),
    _ region: MapRegion
  ) -> Pin {
    let (x, y) = (sum.x / Double(sum.coordinates), sum.y / Double(sum.coordinates))
    // If all spots of the field are equal, use their exact position, without rounding errors.
    let first = coordinates[members[0]]
    let isOneSpot = members.allSatisfy { coordinates[$0] == first }
    return Pin(
      row: field / fields, column: field % fields,
      latitude: isOneSpot ? first!.latitude : region.south + (1 - y) * region.height,
      longitude: isOneSpot ? first!.longitude : MapRegion.wrapped(region.west + x * region.width),
      x: x, y: y, coordinates: members)
  }
}

extension Cluster {
  /// Returns the moment's position on a map: the position of the photo nearest to the centre, since no one was at the
  /// midpoint between two cities. `nil` if no photo has a position.
  /// - Parameter library: The clustered photos.
  /// - Complexity: O(photos).
  public func coordinate(in library: [Photo]) -> Coordinate? {
    guard let centre else { return photos.lazy.compactMap { library[$0].position }.first }
    var best: (spot: Coordinate, distance: Double)?
    for photo in photos {
      guard let position = library[photo].position, position != best?.spot else { continue }
      let distance = centre.distance(to: position)
      if distance < best?.distance ?? .infinity { best = (position, distance) }
    }
    return best?.spot
  }
}
