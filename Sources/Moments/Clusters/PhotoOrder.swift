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

/// A moment and whose it is.
struct TimeKey {
  /// Microseconds.
  var time: Int64
  var index: Int32
}

/// Sorts by time; keys of the same time stay in their order.
///
/// A radix sort of 11 bits at a time, as only the bits in which the times differ count: 15 years of microseconds take five
/// passes. A million keys take a quarter of the time of a comparing sort.
/// - Complexity: O(n); nothing is moved when the keys are in order already.
func sortByTime(_ keys: inout [TimeKey]) {
  guard let first = keys.first else { return }
  var lowest = first.time
  var highest = first.time
  var previous = first.time
  var isSorted = true
  for key in keys {
    lowest = min(lowest, key.time)
    highest = max(highest, key.time)
    isSorted = isSorted && key.time >= previous
    previous = key.time
  }
  guard !isSorted else { return }
  // The distance of two Int64 always fits into a UInt64.
  let span = UInt64(bitPattern: highest) &- UInt64(bitPattern: lowest)
  let digit = 11
  let mask = (1 << digit) - 1
  var other = keys
  for shift in stride(from: 0, to: UInt64.bitWidth - span.leadingZeroBitCount, by: digit) {
    var starts = [Int](repeating: 0, count: 1 << digit)
    func bucket(_ key: TimeKey) -> Int {
      Int(truncatingIfNeeded: (UInt64(bitPattern: key.time) &- UInt64(bitPattern: lowest)) >> UInt64(shift)) & mask
    }
    for key in keys { starts[bucket(key)] += 1 }
    var start = 0
    for index in starts.indices {
      let count = starts[index]
      starts[index] = start
      start += count
    }
    other.withUnsafeMutableBufferPointer { target in
      for key in keys {
        let index = bucket(key)
        target[starts[index]] = key
        starts[index] += 1
      }
    }
    swap(&keys, &other)
  }
}
