/// The places of all events, 24 bytes for one, and their ids, 8 to 16 bytes for one: all that stays in memory.
struct Index {
  /// One event of the union.
  struct Entry {
    var instant: Int64
    /// The source's number in the upper 16 bits, the line's offset in its file in the lower 48.
    var place: UInt64
    var sequence: UInt32
    /// Into `origins`.
    var origin: UInt16
    /// Into `types`.
    var type: UInt16

    var source: Int { Int(place >> 48) }
    var offset: Int64 { Int64(place & 0xFFFF_FFFF_FFFF) }
    static func place(source: Int, offset: Int64) -> UInt64 { UInt64(source) << 48 | UInt64(offset) }
  }

  /// Device and incarnation.
  struct Run: Hashable {
    var device: UInt16
    var run: UInt32
  }

  /// One line of each id: the one that counts, or would if no device had taken it back.
  private(set) var entries: [Entry] = []
  /// The lines of further devices with the same id, by the number of the entry: rare, as most ids name their device.
  private(set) var others: [Int: [Entry]] = [:]
  /// Whether `entries` are in the order of folding as they are; so it is while one device appends and time goes on.
  private(set) var isSorted = true
  private(set) var origins: [Run] = []
  var types = Interner()
  var devices = Interner()
  private var lastOrigin = 0
  /// A hash table with open addressing: the id's hash in the upper 32 bits, the entry's number + 1 in the lower; 0 is
  /// free. Ids themselves stay in the file: an equal hash is looked up there, so the answer is exact.
  private var slots: [UInt64] = []
  private let checksum = Checksum()

  var count: Int { entries.count }

  /// Makes room, so that a large file is read without copying tables as they grow.
  mutating func reserve(_ additional: Int) {
    entries.reserveCapacity(entries.count + additional)
    growSlots(toHold: entries.count + additional)
  }

  @inline(__always)
  func hash(of id: UnsafeRawBufferPointer) -> UInt32 { checksum(id) }

  /// The number of the entry with an id of this hash for which `isSame` holds.
  @inline(__always)
  func find(_ hash: UInt32, isSame: (Entry) throws(FileError) -> Bool) throws(FileError) -> Int? {
    guard !slots.isEmpty else { return nil }
    let mask = slots.count - 1
    var slot = start(hash)
    while slots[slot] != 0 {
      if UInt32(slots[slot] >> 32) == hash {
        let number = Int(UInt32(truncatingIfNeeded: slots[slot])) - 1
        if try isSame(entries[number]) { return number }
      }
      slot = (slot + 1) & mask
    }
    return nil
  }

  /// Adds an entry whose id `find` has not found.
  @inline(__always)
  mutating func add(_ entry: Entry, hash: UInt32) {
    if (entries.count + 1) * 4 > slots.count * 3 { growSlots(toHold: (entries.count + 1) * 2) }
    append(entry)
    insert(UInt64(hash) << 32 | UInt64(entries.count))
  }

  /// The place of a group of new lines of one origin.
  struct Group {
    var origin: UInt16
    var firstSequence: UInt32
    var source: Int
    /// The offset in the file from which the lines' offsets count.
    var start: Int64
  }

  /// Adds a group of events that was written just now.
  /// - Parameters:
  ///   - isKnown: for each event whether its id is there already; empty when none is.
  ///   - offsets: where each line begins.
  ///   - knew: takes the position and the line of each event whose id is there already.
  mutating func add(
    _ pending: PendingEvents, isKnown: [Bool], at offsets: [Int64], _ group: Group, knew: (Int, Entry) -> Void
  ) {
    makeRoom(for: pending.count)
    var type = ""
    var number: UInt16?
    pending.events.withUnsafeBufferPointer { events in
      for position in events.indices {
        if number == nil || events[position].type != type {
          type = events[position].type
          number = type.withBytes { types.number(of: $0) }
        }
        // More than 65,535 types: the line is saved, but cannot be counted.
        guard let number else { continue }
        let entry = Entry(
          instant: events[position].instant.microseconds,
          place: Entry.place(source: group.source, offset: group.start + offsets[position]),
          sequence: group.firstSequence + UInt32(position), origin: group.origin, type: number)
        guard isKnown.isEmpty || !isKnown[position] else {
          knew(position, entry)
          continue
        }
        append(entry)
        insert(UInt64(pending.hashes[position]) << 32 | UInt64(entries.count))
      }
    }
  }

  /// The positions of those hashes that an entry has as well.
  func candidates(_ hashes: [UInt32]) -> [Int] {
    guard !slots.isEmpty else { return [] }
    var found: [Int] = []
    let mask = slots.count - 1
    slots.withUnsafeBufferPointer { slots in
      for position in hashes.indices {
        var slot = start(hashes[position])
        while slots[slot] != 0 {
          if UInt32(slots[slot] >> 32) == hashes[position] {
            found.append(position)
            break
          }
          slot = (slot + 1) & mask
        }
      }
    }
    return found
  }

  /// Makes room for a group at once; tables still at least double, so that many groups cost no more than one.
  private mutating func makeRoom(for additional: Int) {
    let needed = entries.count + additional
    if needed > entries.capacity { entries.reserveCapacity(Swift.max(needed, entries.capacity * 2)) }
    if needed * 4 > slots.count * 3 { growSlots(toHold: Swift.max(needed, entries.count * 2)) }
  }

  /// All lines of an entry's id, that of the entry first.
  func lines(_ number: Int) -> [Entry] { [entries[number]] + (others[number] ?? []) }

  /// Puts the lines of an id in place of those known.
  /// - Parameter lines: the one that counts first.
  mutating func replace(_ number: Int, with lines: [Entry]) {
    if entries[number].place != lines[0].place {
      entries[number] = lines[0]
      isSorted = false
    }
    others[number] = lines.count > 1 ? Array(lines[1...]) : nil
  }

  /// The number of the device that wrote a line.
  @inline(__always)
  func device(of entry: Entry) -> UInt16 { origins[Int(entry.origin)].device }

  /// The number of a device and incarnation; `nil` after 65,535 of them.
  @inline(__always)
  mutating func origin(_ device: UInt16, _ run: UInt32) -> UInt16? {
    let origin = Run(device: device, run: run)
    if lastOrigin < origins.count, origins[lastOrigin] == origin { return UInt16(lastOrigin) }
    if let known = origins.firstIndex(of: origin) {
      lastOrigin = known
      return UInt16(known)
    }
    guard origins.count < Int(UInt16.max) else { return nil }
    origins.append(origin)
    lastOrigin = origins.count - 1
    return UInt16(lastOrigin)
  }

  /// Whether `a` certainly comes first: `false` also for different events of one origin, which a device that was set
  /// back to a backup leaves and which only their ids order.
  @inline(__always)
  func comesBefore(_ a: Entry, _ b: Entry) -> Bool {
    if a.instant != b.instant { return a.instant < b.instant }
    if a.origin == b.origin { return a.sequence < b.sequence }
    return origin(origins[Int(a.origin)], comesBefore: origins[Int(b.origin)])
  }

  private func origin(_ a: Run, comesBefore b: Run) -> Bool {
    if a.device == b.device { return a.run < b.run }
    return devices[Int(a.device)].utf8.lexicographicallyPrecedes(devices[Int(b.device)].utf8)
  }

  /// The numbers of all entries in the order of folding; `nil` when the entries are in that order already.
  /// - Parameter idPrecedes: reads two lines and compares their ids; asked only for events of one origin and instant.
  func order(idPrecedes: (Entry, Entry) -> Bool) -> [UInt32]? {
    guard !isSorted else { return nil }
    return (0..<UInt32(entries.count)).sorted { first, second in
      let (a, b) = (entries[Int(first)], entries[Int(second)])
      if comesBefore(a, b) { return true }
      if comesBefore(b, a) { return false }
      return first != second && idPrecedes(a, b)
    }
  }

  @inline(__always)
  private func start(_ hash: UInt32) -> Int {
    // Multiplying spreads what a checksum of similar ids leaves close together over the upper bits.
    let mixed = UInt64(hash) &* 0x9E37_79B9_7F4A_7C15
    return Int(mixed >> UInt64(64 - slots.count.trailingZeroBitCount))
  }

  @inline(__always)
  private mutating func append(_ entry: Entry) {
    if isSorted, let last = entries.last, !comesBefore(last, entry) { isSorted = false }
    entries.append(entry)
  }

  @inline(__always)
  private mutating func insert(_ value: UInt64) {
    let mask = slots.count - 1
    var slot = start(UInt32(value >> 32))
    while slots[slot] != 0 { slot = (slot + 1) & mask }
    slots[slot] = value
  }

  private mutating func growSlots(toHold count: Int) {
    var size = 64
    while size * 3 < count * 4 { size *= 2 }
    guard size > slots.count else { return }
    let old = slots
    slots = [UInt64](repeating: 0, count: size)
    for value in old where value != 0 { insert(value) }
  }
}
