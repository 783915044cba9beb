/// Photos in the order of time, without those whose time is not known.
///
/// For ordering only, a photo without a UTC offset borrows that of the photo with an offset whose local time is
/// nearest (the earlier one of two equally near). So the photos of a camera used alongside a phone fall between the
/// phone's photos, even when summer time begins or ends in between. If no photo has an offset, all are ordered by
/// local time. Photos of the same instant keep their given order.
struct PhotoOrder {
  /// The indices of the given photos, sorted by time.
  let indices: [Int]
  /// The time of each photo in `indices`, in microseconds since 1970.
  let times: [Int64]
  /// The position of each photo in `indices`.
  let positions: [Coordinate?]
  /// The number of photos without an offset of their own.
  let borrowed: Int

  /// Photos are large, so all the values needed are extracted in one pass.
  /// - Complexity: O(n), plus O(m log n) for m photos without an offset.
  init(_ photos: [Photo]) {
    precondition(photos.count <= Int(Int32.max), "a library holds at most 2^31 - 1 photos")
    var keys: [TimeKey] = []
    keys.reserveCapacity(photos.count)
    var positions: [Coordinate?] = []
    positions.reserveCapacity(photos.count)
    /// Indices in `keys`.
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
    times = keys.map { $0.time }
    self.positions = indices.map { positions[$0] }
  }

  /// Shifts the photos without an offset by the offset of their nearest neighbour in local time.
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

/// A time and the index of its photo.
struct TimeKey {
  /// The time in microseconds.
  var time: Int64
  var index: Int32
}

/// Sorts keys by time; keys with the same time keep their order.
///
/// A radix sort with 11-bit digits, which covers only the bits in which the times differ: 15 years of microseconds
/// take five passes. Sorting a million keys takes a quarter of the time of a comparison sort.
/// - Complexity: O(n); sorted keys are not moved.
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
  // The difference of two Int64 values always fits into a UInt64.
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
