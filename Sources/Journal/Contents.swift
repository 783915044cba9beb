import Timeline

/// The union of the events in all files of a folder, as far as they have been read: where each line stands, which ids
/// there are, which of them are voided, and what of it is news.
///
/// Events themselves stay in the files and are read when they are asked for; an index of some 45 bytes an event is in
/// memory. Nothing here changes a file.
struct Contents {
  typealias Event = Journal.Event
  let device: Journal.DeviceID
  private(set) var sources: [Source] = []
  /// The numbers of the sources by their names.
  private var numbers: [String: Int] = [:]
  /// The number of this device's own file in `sources`; `nil` as long as it could not be made.
  private var ownNumber: Int?
  private var index = Index()
  private var voided: Set<Event.ID> = []
  private var ownCount = OwnCount()
  private var arrivals = Arrivals()
  /// How often something was read from files: what was looked up before may be there since.
  private(set) var readings = 0

  /// Nothing yet, read by `device`.
  init(device: Journal.DeviceID) { self.device = device }

  // MARK: Looking

  var own: Source? { ownNumber.map { sources[$0] } }
  func source(named name: String) -> Source? { numbers[name].map { sources[$0] } }
  /// How many different events there are.
  var count: Int { index.count }
  var voidedCount: Int { voided.count }
  /// How many events have their counting line in this device's file.
  var countInOwnFile: Int { index.entries.count { $0.source == ownNumber } }
  /// The run and the number that this device's next event gets.
  var nextNumber: Journal.Origin.Number { ownCount.next }

  /// - Complexity: O(events) in the worst case, O(1) while the events are in order.
  var latest: Instant? {
    let latest = index.isSorted ? index.entries.last?.instant : index.entries.max { $0.instant < $1.instant }?.instant
    return latest.map(Instant.init(microseconds:))
  }

  func isVoided(_ id: Event.ID) -> Bool { voided.contains(id) }
  func contains(_ id: Event.ID) -> Bool { number(of: id) != nil }
  func hash(of id: Event.ID) -> UInt32 { id.text.withBytes { index.hash(of: $0) } }
  func contains(_ id: Event.ID, hash: UInt32) -> Bool { number(of: id, hash: hash) != nil }

  func event(_ id: Event.ID) -> Journal.SavedEvent? {
    guard let number = number(of: id) else { return nil }
    return (try? savedEvent(index.entries[number])) ?? nil
  }

  /// The offset of an id's counting line in its file, and whether that is this device's own.
  func place(of id: Event.ID) -> (offset: Int64, isOwn: Bool)? {
    number(of: id).map { (index.entries[$0].offset, index.entries[$0].source == ownNumber) }
  }

  /// A walk through the events as they are now.
  func cursor(of types: [String]?, includingVoided: Bool) -> Journal.Cursor {
    let wanted = types.map { types in
      var wanted = [Bool](repeating: false, count: index.types.count)
      for type in types { index.types.known(type).map { wanted[Int($0)] = true } }
      return wanted
    }
    return Journal.Cursor(
      entries: index.entries, order: order(), sources: sources, ownSource: ownNumber, wanted: wanted,
      leftOut: includingVoided ? nil : (index.types.known(Event.voidType), voided))
  }

  /// The numbers of the entries in the order of folding; `nil` when they are in order.
  private func order() -> [UInt32]? {
    func id(_ entry: Index.Entry) -> Event.ID? { ((try? savedEvent(entry)) ?? nil)?.event.id }
    return index.order { first, second in
      guard let a = id(first), let b = id(second) else { return first.place < second.place }
      return a < b
    }
  }

  private func savedEvent(_ entry: Index.Entry) throws(FileError) -> Journal.SavedEvent? {
    try sources[entry.source].savedEvent(at: entry.offset)
  }

  /// The number of the entry with this id; `nil` also when its line cannot be read any more.
  private func number(of id: Event.ID) -> Int? { number(of: id, hash: hash(of: id)) }

  private func number(of id: Event.ID, hash: UInt32) -> Int? {
    let found = try? index.find(hash) { entry throws(FileError) in
      let result = id.text.withBytes { bytes in
        Result { () throws(FileError) in try hasID(entry, bytes) }
      }
      return try result.get()
    }
    return found ?? nil
  }

  private func hasID(_ entry: Index.Entry, _ id: UnsafeRawBufferPointer) throws(FileError) -> Bool {
    try sources[entry.source].hasID(id, at: entry.offset)
  }

  // MARK: Reading files

  /// Forgets everything but the news; all files are then read from their beginning, and `endReadingAnew` ends that.
  mutating func beginReadingAnew() {
    readings += 1
    (sources, numbers, ownNumber, index, voided, ownCount) = ([], [:], nil, Index(), [], OwnCount())
  }

  /// Nothing that was read now is told as news by itself, but whoever keeps a fold must make it anew.
  mutating func endReadingAnew() {
    arrivals = Arrivals(news: arrivals.news)
    arrivals.news.needsFold = true
  }

  /// Takes in the whole lines of one more file; another device's is left out when there are too many.
  mutating func add(_ source: Source, isOwn: Bool, size: Int64, _ notices: inout Notices) throws(FileError) {
    guard isOwn || sources.count < Int(UInt16.max) else { return }
    source.number = sources.count
    sources.append(source)
    numbers[source.name] = source.number
    if isOwn { ownNumber = sources.count - 1 }
    try take(source, size: size, &notices)
  }

  /// Takes in the whole lines behind `source.scanned`.
  /// - Complexity: O(bytes of them).
  mutating func take(_ source: Source, size: Int64, _ notices: inout Notices) throws(FileError) {
    let number = source.number
    readings += 1
    let known = index.count
    defer { if index.count > known { arrivals.entries.append(known..<index.count) } }
    if size - source.scanned > 1 << 16 { index.reserve(try source.expectedLines(size: size)) }
    let checksum = Checksum()
    let thisDevice = device.name.withBytes { index.devices.number(of: $0) }
    let linesBefore = source.lines
    var isDone = false
    // After an error the same lines are read again.
    defer { if !isDone { source.lines = linesBefore } }
    source.scanned = try LineScanner.scan(source.file, from: source.scanned, size: size) {
      (line, offset) throws(FileError) in
      source.lines += 1
      if Line.endsInReturn(line) { source.hasReturns = true }
      // The header.
      guard offset > 0 else { return }
      var isTaken = false
      if let json = Line.json(of: line, checksum) {
        if source.version == Format.version {
          isTaken = try take(json, of: number, at: offset, thisDevice, &notices)
        } else if let converted = source.migrations.convert(json, from: source.version) {
          isTaken = try converted.withUnsafeBufferPointer { (bytes) throws(FileError) in
            try take(UnsafeRawBufferPointer(bytes), of: number, at: offset, thisDevice, &notices)
          }
        }
      }
      guard !isTaken else { return }
      source.isDamaged = true
      notices.add(.damaged(file: source.name, line: source.lines, offset: offset))
    }
    isDone = true
  }

  /// Takes in the JSON of a line.
  /// - Returns: whether it is an event.
  private mutating func take(
    _ json: UnsafeRawBufferPointer, of source: Int, at offset: Int64, _ thisDevice: UInt16?, _ notices: inout Notices
  ) throws(FileError) -> Bool {
    guard let fields = LineFields(json),
      let device = index.devices.number(of: .init(rebasing: json[fields.device])),
      let origin = index.origin(device, fields.run),
      let type = index.types.number(of: .init(rebasing: json[fields.type]))
    else { return false }
    let entry = Index.Entry(
      instant: fields.instant, place: Index.Entry.place(source: source, offset: offset), sequence: fields.sequence,
      origin: origin, type: type)
    let id = UnsafeRawBufferPointer(rebasing: json[fields.id])
    let hash = index.hash(of: id)
    let found = try index.find(hash) { known throws(FileError) in try hasID(known, id) }
    if let found {
      if try comesBefore(entry, json, index.entries[found]) {
        index.replace(found, with: entry)
        arrivals.news.needsFold = true
      }
    } else {
      index.add(entry, hash: hash)
    }
    if fields.type.count == Event.voidType.utf8.count, let target = fields.savedEvent(in: json).event.voidedID,
      voided.insert(target).inserted
    {
      arrivals.voids.append((target, found ?? index.count - 1))
    }
    if device == thisDevice { count(fields, isOwn: source == ownNumber, isNew: found == nil) }
    return true
  }

  /// Keeps count of this device's numbers, and tells when it shows that they were given out twice.
  private mutating func count(_ fields: LineFields, isOwn: Bool, isNew: Bool) {
    if isOwn {
      ownCount.sawOwn(run: fields.run, sequence: fields.sequence, isNew: isNew)
    } else if isNew {
      ownCount.sawElsewhere(run: fields.run, sequence: fields.sequence)
    }
  }

  /// Whether the line comes before a known line with the same id.
  private func comesBefore(
    _ entry: Index.Entry, _ json: UnsafeRawBufferPointer, _ known: Index.Entry
  ) throws(FileError) -> Bool {
    if index.comesBefore(entry, known) { return true }
    if index.comesBefore(known, entry) { return false }
    return try sources[known.source].isPreceded(by: json, at: known.offset)
  }

  // MARK: Writing

  /// Finds those of `events` that are there already; they are then no news to this program, whoever saved them.
  /// - Returns: their positions.
  mutating func saved(of events: [Event], hashes: [UInt32]) -> [Int] {
    index.candidates(hashes).filter { isSaved(events[$0].id, hash: hashes[$0]) }
  }

  /// Whether an event that this program wants to append is there; then it is no news to it, whoever saved it.
  @discardableResult
  mutating func isSaved(_ id: Event.ID, hash: UInt32) -> Bool {
    guard let number = number(of: id, hash: hash) else { return false }
    if !arrivals.entries.isEmpty { arrivals.own.insert(number) }
    return true
  }

  /// Takes events into the index that were written to this device's file just now.
  /// - Parameters:
  ///   - offsets: where each line begins, counted from `good`, where the file ended.
  ///   - mayBeKnown: whether lines of a failed append, which could not be cut off, may have been read back already.
  mutating func enter(
    _ written: PendingEvents, at offsets: [Int64], behind good: Int64, mayBeKnown: Bool, _ notices: inout Notices
  ) {
    // Told once, when the new run begins; the spoiled one stays in the file for ever and is no news.
    if let run = ownCount.dueRun { notices.add(.restoredFromBackup(device: device, run: run)) }
    let first = ownCount.next
    ownCount.sawOwn(run: first.run, sequence: first.sequence + UInt32(written.count) - 1, isNew: true)
    let isKnown =
      mayBeKnown ? written.events.indices.map { contains(written.events[$0].id, hash: written.hashes[$0]) } : []
    let device = device.name.withBytes { index.devices.number(of: $0) }
    // More than 65,535 devices: the lines are saved, but cannot be counted.
    guard let device, let origin = index.origin(device, first.run) else { return }
    index.add(
      written, isKnown: isKnown, at: offsets,
      Index.Group(origin: origin, firstSequence: first.sequence, source: ownNumber!, start: good), voided: &voided)
  }

  // MARK: News

  /// The news that were not told yet, but for those at which `gather` has not looked at.
  var news: Journal.News {
    get { arrivals.news }
    set { arrivals.news = newValue }
  }

  /// Takes all that is there now as told.
  mutating func forgetNews() { arrivals = Arrivals() }

  /// Makes news of what has arrived.
  mutating func gather() throws(Journal.Failure) {
    guard !arrivals.entries.isEmpty || !arrivals.voids.isEmpty else { return }
    var news = arrivals.news
    let voidType = index.types.known(Event.voidType)
    for number in arrivals.entries.joined() where !arrivals.own.contains(number) {
      let entry = index.entries[number]
      if entry.type == voidType { continue }
      guard let saved = try Journal.Failure.wrapping({ try savedEvent(entry) }) else {
        throw .broken(sources[entry.source].lostLine)
      }
      if !isVoided(saved.event.id) { news.events.append(saved) }
    }
    for (target, entry) in arrivals.voids where !arrivals.own.contains(entry) {
      news.events.removeAll { $0.event.id == target }
      if let number = number(of: target), !arrivals.isNews(number) { news.voided.append(target) }
    }
    news.events.sort()
    arrivals = Arrivals(news: news)
  }

  /// Whether these events come behind all others that may count.
  func isBehindAllKnown(_ events: [Journal.SavedEvent]) -> Bool {
    let numbers = events.compactMap { number(of: $0.event.id) }
    guard numbers.count == events.count else { return false }
    guard let first = numbers.first.map({ index.entries[$0] }) else { return true }
    let fresh = Set(numbers)
    let voidType = index.types.known(Event.voidType)
    return index.entries.indices.allSatisfy { number in
      let entry = index.entries[number]
      return index.comesBefore(entry, first) || entry.type == voidType || fresh.contains(number)
    }
  }
}

/// Events that were read from files and not told yet.
private struct Arrivals {
  /// Entries that came by reading.
  var entries: [Range<Int>] = []
  /// The ids that the lines that were read void, with the entry of the line.
  var voids: [(target: Journal.Event.ID, entry: Int)] = []
  /// Entries that this program wanted to append itself.
  var own: Set<Int> = []
  /// The news that were gathered before entries got other numbers.
  var news = Journal.News()

  func isNews(_ entry: Int) -> Bool { !own.contains(entry) && entries.contains { $0.contains(entry) } }
}
