import Timeline

/// The places of all events (24 bytes each) and their ids (8 to 16 bytes each): all that stays in memory.
struct Index {
  /// One event of the union.
  struct Entry {
    var instant: Int64
    /// The source's number in the upper 16 bits, the line's offset in its file in the lower 48.
    var place: UInt64
    var sequence: UInt32
    /// An index into `origins`.
    var origin: UInt16
    /// An index into `types`.
    var type: UInt16

    var source: Int { Int(place >> 48) }
    var offset: Int64 { Int64(place & 0xFFFF_FFFF_FFFF) }
    static func place(source: Int, offset: Int64) -> UInt64 { UInt64(source) << 48 | UInt64(offset) }
  }

  /// A device and its incarnation.
  struct Run: Hashable {
    var device: UInt16
    var run: UInt32
  }

  /// One line for each id: the line that counts, or would count if no device had taken it back.
  private(set) var entries: [Entry] = []
  /// The lines of further devices with the same id, keyed by the entry's number: rare, as most ids name their device.
  private(set) var others: [Int: [Entry]] = [:]
  /// `true` if `entries` are in the order of folding, as they are while one device appends and its clock moves
  /// forward.
  private(set) var isSorted = true
  private(set) var origins: [Run] = []
  var types = Interner()
  var devices = Interner()
  private var lastOrigin = 0
  /// A hash table with open addressing: the id's hash in the upper 32 bits, the entry's number + 1 in the lower; 0
  /// means free. The ids stay in the file: if a hash is equal, the id is compared there, so the answer is exact.
  private var slots: [UInt64] = []
  private let checksum = Checksum()

  var count: Int { entries.count }

  /// Reserves room, so that reading a large file does not copy growing tables.
  mutating func reserve(_ additional: Int) {
    entries.reserveCapacity(entries.count + additional)
    growTable(toHold: entries.count + additional)
  }

  @inline(__always)
  func hash(of id: UnsafeRawBufferPointer) -> UInt32 { checksum(id) }

  /// Returns the number of the entry that has an id with this hash and for which `isSame` is true.
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
    if (entries.count + 1) * 4 > slots.count * 3 { growTable(toHold: (entries.count + 1) * 2) }
    append(entry)
    insert(UInt64(hash) << 32 | UInt64(entries.count))
  }

  /// The place of a group of new lines of one origin.
  struct Group {
    var origin: UInt16
    var firstSequence: UInt32
    var source: Int
    /// The offset in the file that the lines' offsets are relative to.
    var start: Int64
  }

  /// Adds a group of events that was just written.
  /// - Parameters:
  ///   - isKnown: for each event, `true` if its id is already known; empty if no id is.
  ///   - offsets: the start of each line.
  ///   - knew: receives the position and the line of each event whose id is already known.
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

  /// Returns the positions of the hashes that an entry also has.
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

  /// Reserves room for a group at once; tables still at least double, so many small groups cost no more than one
  /// large group.
  private mutating func makeRoom(for additional: Int) {
    let needed = entries.count + additional
    if needed > entries.capacity { entries.reserveCapacity(Swift.max(needed, entries.capacity * 2)) }
    if needed * 4 > slots.count * 3 { growTable(toHold: Swift.max(needed, entries.count * 2)) }
  }

  /// Returns all lines of an entry's id, the entry's own line first.
  func lines(_ number: Int) -> [Entry] { [entries[number]] + (others[number] ?? []) }

  /// Replaces the known lines of an id.
  /// - Parameter lines: the new lines, the counting one first.
  mutating func replace(_ number: Int, with lines: [Entry]) {
    if entries[number].place != lines[0].place {
      entries[number] = lines[0]
      isSorted = false
    }
    others[number] = lines.count > 1 ? Array(lines[1...]) : nil
  }

  /// Returns the number of the device that wrote a line.
  @inline(__always)
  func device(of entry: Entry) -> UInt16 { origins[Int(entry.origin)].device }

  /// Returns the number of a device and incarnation; `nil` after 65,535 of them.
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

  /// Returns `true` if `a` certainly comes first. Returns `false` for different events of one origin, which only
  /// their ids order; a device restored from a backup leaves such events.
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

  /// Returns the numbers of all entries in the order of folding; `nil` if the entries are already in that order.
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
    // Checksums of similar ids are close together; multiplying spreads them over the upper bits.
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

  private mutating func growTable(toHold count: Int) {
    var size = 64
    while size * 3 < count * 4 { size *= 2 }
    guard size > slots.count else { return }
    let old = slots
    slots = [UInt64](repeating: 0, count: size)
    for value in old where value != 0 { insert(value) }
  }
}
