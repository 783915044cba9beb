/// Photos in the order of time, without those whose time is not known.
///
/// A photo whose offset is unknown borrows, for ordering only, the offset of the photo with a known one whose local time
/// is nearest (the earlier one of two equally near): a camera beside a phone on the same journey then falls between the
/// phone's photos, also across summer time. If no photo has an offset, all are ordered by local time. Photos of the same
/// instant keep the order in which they were given.
struct PhotoOrder {
  /// Indices into the photos given, by time.
  let indices: [Int]
  /// Microseconds since 1970 of the photo at the same place in `indices`.
  let times: [Int64]
  /// The position of the photo at the same place in `indices`.
  let positions: [Coordinate?]
  /// How many photos had no offset of their own.
  let borrowed: Int

  /// Photos are large, so everything needed of them is taken out in one go.
  /// - Complexity: O(n), and O(m log n) for m photos without offset.
  init(_ photos: [Photo]) {
    precondition(photos.count <= Int(Int32.max), "a library holds at most 2^31 - 1 photos")
    var keys: [TimeKey] = []
    keys.reserveCapacity(photos.count)
    var positions: [Coordinate?] = []
    positions.reserveCapacity(photos.count)
    /// Places in `keys`.
    var unknown: [Int] = []
    for index in photos.indices {
      positions.append(photos[index].position)
      if !photos[index].hasTime { continue }
      let local = photos[index].taken.local.microseconds
      let offset = photos[index].taken.offset
      if offset == nil { unknown.append(keys.count) }
      keys.append(TimeKey(time: local - Int64(offset?.minutes ?? 0) * 60_000_000, index: Int32(index)))
    }
    if !unknown.isEmpty, unknown.count < keys.count { Self.borrow(for: unknown, photos, &keys) }
    borrowed = unknown.count
    sortByTime(&keys)
    indices = keys.map { Int($0.index) }
    times = keys.map(\.time)
    self.positions = indices.map { positions[$0] }
  }

  /// Moves the photos without an offset by the one of their nearest neighbour on the wall clock.
  private static func borrow(for unknown: [Int], _ photos: [Photo], _ keys: inout [TimeKey]) {
    var known: [TimeKey] = []
    known.reserveCapacity(photos.count - unknown.count)
    for index in photos.indices where photos[index].taken.offset != nil && photos[index].hasTime {
      known.append(TimeKey(time: photos[index].taken.local.microseconds, index: Int32(index)))
    }
    sortByTime(&known)
    for index in unknown {
      let local = keys[index].time
      var (low, high) = (0, known.count)
      while low < high {
        let middle = (low + high) / 2
        if known[middle].time < local { low = middle + 1 } else { high = middle }
      }
      let takesEarlier = low == known.count || low > 0 && local - known[low - 1].time <= known[low].time - local
      let neighbour = known[takesEarlier ? low - 1 : low].index
      keys[index].time = local - Int64(photos[Int(neighbour)].taken.offset?.minutes ?? 0) * 60_000_000
    }
  }
}
