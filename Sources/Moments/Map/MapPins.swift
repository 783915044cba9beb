/// What a map shows of many spots: the map is divided into eight by eight fields, and all spots of a field are one pin, so
/// that there are never more than 64.
public struct MapPins: Hashable, Sendable {
  /// Fields each way.
  public static let fields = 8

  public struct Pin: Hashable, Sendable {
    /// Which field, from 0: rows from the north, columns from the west.
    public let row, column: Int
    /// The middle of its spots, in degrees; of a single one that spot itself.
    public let latitude, longitude: Double
    /// Where that is on the map, as shares of its width from the west and of its height from the north.
    public let x, y: Double
    /// Its spots, as indices into those given.
    public let spots: [Int]

    /// Whether it stands for one thing, with nothing nearer to be seen.
    public var isLeaf: Bool { spots.count == 1 }
  }

  public let region: MapRegion
  /// Those with the most spots first; of as many in reading order.
  public let pins: [Pin]
  /// How many spots lie outside of the region.
  public let outside: Int
  /// How many have no position.
  public let unplaced: Int

  /// - Complexity: O(spots).
  public init(_ spots: [Coordinate?], in region: MapRegion) {
    self.region = region
    let count = Self.fields * Self.fields
    var sums = Array(repeating: (x: 0.0, y: 0.0, spots: 0), count: count)
    var (outside, unplaced) = (0, 0)
    // The field of each spot, and one behind the last for those that are on none.
    let fields = [UInt8](unsafeUninitializedCapacity: spots.count) { fields, initialized in
      initialized = spots.count
      for index in spots.indices {
        fields[index] = UInt8(count)
        guard let spot = spots[index] else {
          unplaced += 1
          continue
        }
        guard let (x, y) = region.place(of: spot) else {
          outside += 1
          continue
        }
        let field = Self.field(y) * Self.fields + Self.field(x)
        sums[field] = (sums[field].x + x, sums[field].y + y, sums[field].spots + 1)
        fields[index] = UInt8(field)
      }
    }
    var members = sums.map { sum -> [Int] in
      var members: [Int] = []
      members.reserveCapacity(sum.spots)
      return members
    }
    for index in fields.indices where fields[index] < count { members[Int(fields[index])].append(index) }
    pins = members.indices.filter { !members[$0].isEmpty }.map { field in
      Self.pin(field, members[field], spots, sums[field], region)
    }.sorted { ($1.spots.count, $0.row, $0.column) < ($0.spots.count, $1.row, $1.column) }
    (self.outside, self.unplaced) = (outside, unplaced)
  }

  private static func field(_ share: Double) -> Int { min(fields - 1, Int(share * Double(fields))) }

  private static func pin(
    _ field: Int, _ members: [Int], _ spots: [Coordinate?], _ sum: (x: Double, y: Double, spots: Int),
    _ region: MapRegion
  ) -> Pin {
    let (x, y) = (sum.x / Double(sum.spots), sum.y / Double(sum.spots))
    // All in one spot are there, without an error of rounding.
    let first = spots[members[0]]
    let isOneSpot = members.allSatisfy { spots[$0] == first }
    return Pin(
      row: field / fields, column: field % fields,
      latitude: isOneSpot ? first!.latitude : region.south + (1 - y) * region.height,
      longitude: isOneSpot ? first!.longitude : MapRegion.wrapped(region.west + x * region.width),
      x: x, y: y, spots: members)
  }
}

extension Cluster {
  /// Where the moment stands on a map: of its photos' positions the one nearest to their middle, since in the middle of two
  /// cities nobody was; `nil` when no photo has one.
  /// - Parameter library: the photos that were clustered.
  /// - Complexity: O(photos).
  public func spot(in library: [Photo]) -> Coordinate? {
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
