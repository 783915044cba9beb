import JSON
import Timeline

/// The union of the events in all files of a folder, up to where they have been read: the position of each line, the
/// known ids, the voided ids, and the news.
///
/// The events themselves stay in the files and are read on demand; memory holds an index of about 45 bytes per event.
/// This type changes no file.
struct Contents {
  typealias Event = Journal.Event
  let device: Journal.DeviceID
  /// The rules for which facts this device accepts from which device.
  let trust: Trust
  private(set) var sources: [Source] = []
  /// For each source, the number of the device that the file name names as its owner.
  private var authors: [UInt16?] = []
  /// The numbers of the sources, keyed by file name.
  private var numbers: [String: Int] = [:]
  /// The number of this device's own file in `sources`; `nil` until the file could be created.
  private var ownNumber: Int?
  private var index = Index()
  private var voids = Voids()
  private var ownCount = SequenceCounter()
  private var arrivals = UnreportedEvents()
  /// The numbers of the devices whose lines do not count here.
  private var leftOut: Set<UInt16> = []
  /// The number of times that files have been read; a lookup that failed before an increase may succeed after it.
  private(set) var readings = 0
  /// The number of times that all files were read from their beginning.
  private var rounds = 0
  /// The lines of other devices whose ids were already known when the lines were read: the entry's number and the
  /// line's place.
  private var contested: [(number: Int, place: UInt64)] = []

  /// `true` while a file is read from its beginning. Lines read later may have been fetched, and fetched lines are in
  /// no order.
  private var isRereading = false

  /// Creates empty contents, to be read by `device`.
  init(device: Journal.DeviceID, trust: Trust) { (self.device, self.trust) = (device, trust) }

  // MARK: Looking

  var own: Source? { ownNumber.map { sources[$0] } }
  func source(named name: String) -> Source? { numbers[name].map { sources[$0] } }
  /// Returns the number of the last line that this folder inherits from each of its earlier names, if it takes its
  /// present name now.
  ///
  /// A number from an earlier renaming stays: the device of that name has since added lines of its own.
  /// - Complexity: O(events) for each name.
  func inheritance() -> [String: Journal.Origin.Number] {
    var inherited: [String: Journal.Origin.Number] = [:]
    for (place, earlier) in trust.earlier.enumerated() {
      let known = trust.earlier[..<place].lazy
        .compactMap { self.source(named: $0.name + Format.fileSuffix)?.header?.inherited[earlier.name] }.first
      inherited[earlier.name] = known ?? lastNumber(of: earlier)
    }
    return inherited
  }

  /// Returns the number of the last line in a device's own file.
  private func lastNumber(of device: Journal.DeviceID) -> Journal.Origin.Number {
    var last = Journal.Origin.Number(run: 0, sequence: 0)
    guard let known = index.devices.known(device.name) else { return last }
    func look(at entry: Index.Entry) {
      let origin = index.origins[Int(entry.origin)]
      guard origin.device == known, authors[entry.source] == known else { return }
      last = max(last, .init(run: origin.run, sequence: entry.sequence))
    }
    for entry in index.entries { look(at: entry) }
    for entry in index.others.values.joined() { look(at: entry) }
    return last
  }

  /// The number of different events.
  var count: Int { index.count }
  /// The number of lines, counting each event once for each device that wrote it.
  var lineCount: Int { index.count + index.others.values.reduce(0) { $0 + $1.count } }
  /// The number of times that an event was voided.
  var voidedCount: Int { voids.count }
  /// The number of lines in this device's file that are needed: the first line of an id, or the first of its device.
  var countInOwnFile: Int {
    index.entries.count { $0.source == ownNumber }
      + index.others.values.reduce(0) { $0 + $1.count { $0.source == ownNumber } }
  }
  /// The run and the sequence number of this device's next event.
  var nextNumber: Journal.Origin.Number { ownCount.next }

  /// - Complexity: O(events) in the worst case, O(1) while the events are in order.
  var latest: Instant? {
    let latest = index.isSorted ? index.entries.last?.instant : index.entries.max { $0.instant < $1.instant }?.instant
    return latest.map(Instant.init(microseconds:))
  }

  func latest(ofOthersUpTo limit: Instant) -> Instant? {
    guard let latest, latest > limit else { return latest }
    let ours = Set(([device.name] + trust.earlier.map { $0.name }).compactMap { index.devices.known($0) })
    // Facts about the device itself count by their order and keep a wrong clock's date.
    let local = Set(trust.local.compactMap { index.types.known($0) })
    let known = index.entries.lazy.filter { $0.instant <= limit.microseconds }.map { $0.instant }.max()
    return (latestLive(of: ours, but: local, after: limit) ?? known).map(Instant.init(microseconds:))
  }

  /// Returns the latest instant after `limit` of the events of these devices. Some events that were taken back are
  /// passed over: a clock that was wrong dated them.
  private func latestLive(of devices: Set<UInt16>, but types: Set<UInt16>, after limit: Instant) -> Int64? {
    var gone: Set<Int> = []
    while true {
      var last: Int?
      for (number, entry) in index.entries.enumerated()
      where entry.instant > last.map({ index.entries[$0].instant }) ?? limit.microseconds
        && devices.contains(index.device(of: entry)) && !types.contains(entry.type) && !gone.contains(number)
      {
        last = number
      }
      guard let last, !isLive(last), gone.count < Self.mostGone else { return last.map { index.entries[$0].instant } }
      gone.insert(last)
    }
  }

  private static let mostGone = 20

  private func isLive(_ number: Int) -> Bool {
    voids.isEmpty || ((try? savedEvent(index.entries[number])) ?? nil).map { counts(number, $0.event.id) } ?? false
  }

  /// `true` if all devices that wrote the event have taken it back.
  func isVoided(_ id: Event.ID) -> Bool { number(of: id).map { !counts($0, id) } ?? false }
  func contains(_ id: Event.ID) -> Bool { number(of: id) != nil }
  /// `true` if this device's own file has a line of this id.
  func isOwn(_ id: Event.ID) -> Bool { number(of: id).map(hasOwnLine) ?? false }
  /// `true` if this device wrote the event and took it back.
  func isRevoked(_ id: Event.ID) -> Bool { ownDevice.map { voids.contains(id, by: $0) } ?? false }
  func hash(of id: Event.ID) -> UInt32 { id.text.withBytes { index.hash(of: $0) } }
  func contains(_ id: Event.ID, hash: UInt32) -> Bool { number(of: id, hash: hash) != nil }

  func event(_ id: Event.ID) -> Journal.SavedEvent? {
    guard let number = number(of: id) else { return nil }
    return (try? savedEvent(index.entries[number])) ?? nil
  }

  /// Returns the event as this device wrote it.
  func ownEvent(_ id: Event.ID) -> Journal.SavedEvent? {
    let line = number(of: id).flatMap { index.lines($0).first { $0.source == ownNumber && isAuthentic($0) } }
    return line.flatMap { (try? savedEvent($0)) ?? nil }
  }

  /// Returns the offsets of the lines of an id in this device's file that readers need; `nil` for an id that does not
  /// count.
  func ownOffsets(of id: Event.ID) -> [Int64]? {
    number(of: id).map { index.lines($0).filter { $0.source == ownNumber }.map { $0.offset } }
  }

  private func hasOwnLine(_ number: Int) -> Bool {
    index.entries[number].source == ownNumber && isAuthentic(index.entries[number])
      || index.others[number]?.contains { $0.source == ownNumber && isAuthentic($0) } ?? false
  }

  /// `true` if the line is in the own file of the device that it names as its origin. Elsewhere, for example in a
  /// synchroniser's copy or in a forged file, the line counts as an event but takes nothing back.
  private func isAuthentic(_ entry: Index.Entry) -> Bool { authors[entry.source] == index.device(of: entry) }

  /// `true` if the first line of an id still counts. The first line is chosen so that no other line counts if it does
  /// not.
  private func counts(_ number: Int, _ id: Event.ID) -> Bool {
    voids.isEmpty || !voids.contains(id, by: index.device(of: index.entries[number]))
  }

  private var ownDevice: UInt16? { index.devices.known(device.name) }

  /// Returns a cursor over the current events.
  func cursor(of types: [String]?, includingVoided: Bool) -> Journal.Cursor {
    let wanted = types.map { types in
      var wanted = [Bool](repeating: false, count: index.types.count)
      for type in types { index.types.known(type).map { wanted[Int($0)] = true } }
      return wanted
    }
    var entries = index.entries
    let local = trust.local.isEmpty ? nil : localLines(&entries)
    return Journal.Cursor(
      entries: entries, order: order(), sources: sources, ownSource: ownNumber, wanted: wanted, local: local,
      leftOut: includingVoided
        ? nil
        : .init(voidType: index.types.known(Event.voidType), voids: voids, devices: index.origins.map { $0.device }))
  }

  /// Returns the types of facts that only this device may state, and the lines that state them. If several devices
  /// have a line of one id, this device's own line replaces the entry in `entries`.
  private func localLines(_ entries: inout [Index.Entry]) -> Journal.Cursor.Local {
    var types = [Bool](repeating: false, count: index.types.count)
    for type in trust.local { index.types.known(type).map { types[Int($0)] = true } }
    let ours = Set([device.name] + trust.earlier.map { $0.name })
    let local = Journal.Cursor.Local(
      types: types, devices: index.origins.map { $0.device },
      authors: sources.indices.map { ours.contains(sources[$0].author) ? authors[$0] : nil })
    for number in index.others.keys where types[Int(entries[number].type)] {
      let lines = index.lines(number).filter(local.holds)
      if let line = lines.first(where: { $0.source == ownNumber }) ?? lines.first { entries[number] = line }
    }
    return local
  }

  /// Returns the numbers of the entries in the order of folding; `nil` if the entries are already in order.
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

  /// Returns the number of the entry with this id; `nil` also if its line can no longer be read.
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

  // MARK: Devices

  /// Returns the devices that this device has forgotten, according to its own file.
  /// - Complexity: O(1) if it never forgot a device, else O(events).
  func forgottenDevices() -> Set<String> {
    let types = [Journal.Event.forgetType, Journal.Event.rememberType].map { index.types.known($0) }
    guard types[0] != nil else { return [] }
    var last: [String: (sequence: Journal.Origin, isForgotten: Bool)] = [:]
    for number in index.entries.indices where types.contains(index.entries[number].type) {
      guard let line = index.lines(number).first(where: { $0.source == ownNumber && isAuthentic($0) }),
        let saved = (try? savedEvent(line)) ?? nil, counts(number, saved.event.id),
        let name = saved.event.payload["device"]?.stringValue, name != device.name
      else { continue }
      guard last[name].map({ $0.sequence < saved.origin }) ?? true else { continue }
      last[name] = (saved.origin, saved.event.type == Journal.Event.forgetType)
    }
    return Set(last.filter { $0.value.isForgotten }.keys)
  }

  /// Leaves out the lines of these devices from now on.
  mutating func leaveOut(_ names: Set<String>) {
    leftOut = Set(names.compactMap { $0.withBytes { index.devices.number(of: $0) } })
  }

  /// Returns each device's contribution.
  /// - Complexity: O(events).
  func devices() -> [Journal.Device] {
    var found: [UInt16: Journal.Device] = [:]
    let voidType = index.types.known(Event.voidType)
    for number in index.entries.indices {
      for line in index.others[number] == nil ? [index.entries[number]] : index.lines(number) {
        let device = index.device(of: line)
        var known =
          found[device]
          ?? Journal.Device(name: index.devices[Int(device)], isOwn: index.devices[Int(device)] == self.device.name)
        known.lastSeen = max(known.lastSeen ?? .distantPast, Instant(microseconds: line.instant))
        if line.type == voidType { known.retracted += 1 } else { known.events += 1 }
        found[device] = known
      }
    }
    return found.values.sorted { ($0.isOwn ? 0 : 1, $0.name) < ($1.isOwn ? 0 : 1, $1.name) }
  }

  /// A snapshot of the state read from other devices, to compare with later states.
  struct Mark {
    fileprivate let count: Int
    fileprivate let voids: Voids
    fileprivate let rounds: Int
    fileprivate let contested: Int
  }

  var mark: Mark { Mark(count: index.count, voids: voids, rounds: rounds, contested: contested.count) }

  /// Returns the events that other devices added, took back or saved with different content since `mark`.
  func changes(since mark: Mark) -> Changes {
    // After a complete new reading the previous state is unknown.
    guard rounds == mark.rounds else { return Changes() }
    var arrived: [Journal.Exchange.Tally: Int] = [:]
    let (own, voidType) = (ownDevice, index.types.known(Event.voidType))
    func tally(_ device: UInt16, _ type: UInt16) -> Journal.Exchange.Tally {
      .init(device: index.devices[Int(device)], type: index.types[Int(type)], count: 0)
    }
    for number in mark.count..<index.count {
      let entry = index.entries[number]
      guard index.device(of: entry) != own, entry.type != voidType else { continue }
      // The event was saved and taken back before this device read it.
      if !voids.isEmpty, let saved = (try? savedEvent(entry)) ?? nil, !counts(number, saved.event.id) { continue }
      arrived[tally(index.device(of: entry), entry.type), default: 0] += 1
    }
    var retracted: [Journal.Exchange.Tally: Int] = [:]
    for (id, device) in voids.added(since: mark.voids) where device != own {
      guard let number = number(of: id), number < mark.count, !counts(number, id) else { continue }
      retracted[tally(device, index.entries[number].type), default: 0] += 1
    }
    func sorted(_ tallies: [Journal.Exchange.Tally: Int]) -> [Journal.Exchange.Tally] {
      tallies.map { .init(device: $0.key.device, type: $0.key.type, count: $0.value) }
        .sorted { ($0.device, $0.type) < ($1.device, $1.type) }
    }
    var different: [Journal.Exchange.Tally: Int] = [:]
    for (number, place) in contested[mark.contested...] where index.entries[number].source == ownNumber {
      guard let line = index.others[number]?.first(where: { $0.place == place }),
        !hasSameContent(line, index.entries[number])
      else { continue }
      different[tally(index.device(of: line), index.entries[number].type), default: 0] += 1
    }
    return Changes(arrived: sorted(arrived), retracted: sorted(retracted), different: sorted(different))
  }

  /// The changes that came from other devices.
  struct Changes {
    var arrived: [Journal.Exchange.Tally] = []
    var retracted: [Journal.Exchange.Tally] = []
    /// Events that this device saved with different content; this device's own line counts.
    var different: [Journal.Exchange.Tally] = []
  }

  // MARK: Reading files

  /// Discards everything except the news. All files are then read from their beginning, until `endRereading`.
  mutating func beginRereading() {
    readings += 1
    rounds += 1
    (sources, numbers, authors, ownNumber) = ([], [:], [], nil)
    (index, voids, ownCount) = (Index(), Voids(), SequenceCounter())
    (leftOut, contested) = ([], [])
  }

  /// Ends a complete new reading. The events read are not reported as news one by one, but every reader must fold
  /// again.
  mutating func endRereading() {
    arrivals = UnreportedEvents(news: arrivals.news)
    arrivals.news.needsFold = true
  }

  /// Adds the whole lines of one more file; another device's file is left out if there are too many files.
  mutating func add(_ source: Source, isOwn: Bool, size: Int64, _ notices: inout Notices) throws(FileError) {
    guard isOwn || sources.count < Int(UInt16.max) else { return }
    source.number = sources.count
    sources.append(source)
    numbers[source.name] = source.number
    authors.append(source.author.withBytes { index.devices.number(of: $0) })
    if isOwn { ownNumber = sources.count - 1 }
    try readLines(source, size: size, &notices)
  }

  /// Reads the whole lines after `source.scanned`.
  /// - Complexity: O(bytes of these lines).
  mutating func readLines(_ source: Source, size: Int64, _ notices: inout Notices) throws(FileError) {
    readings += 1
    isRereading = source.scanned == 0
    let known = index.count
    defer { if index.count > known { arrivals.entries.append(known..<index.count) } }
    if size - source.scanned > 1 << 16 { index.reserve(try source.expectedLines(size: size)) }
    let checksum = Checksum()
    let thisDevice = device.name.withBytes { index.devices.number(of: $0) }
    let linesBefore = source.lines
    var isDone = false
    // After an error these lines are read again.
    defer { if !isDone { source.lines = linesBefore } }
    source.scanned = try LineScanner.scan(source.file, from: source.scanned, size: size) {
      (line, offset) throws(FileError) in
      source.lines += 1
      if Line.endsInReturn(line) { source.hasReturns = true }
      if offset == 0 {
        if Line.json(of: line, checksum).flatMap(Header.init(json:)) != nil { return }
        source.isDamaged = true
        notices.add(.damagedHeader(file: source.name))
      }
      guard try !insert(line, of: source, at: offset, checksum, thisDevice, &notices) else { return }
      source.isDamaged = true
      let whole = Line.pieces(of: line, checksum)
      var events = 0
      for piece in whole {
        let start = offset + Int64(piece.lowerBound)
        source.limit(piece.count, at: start)
        let bytes = UnsafeRawBufferPointer(rebasing: line[piece])
        if try insert(bytes, of: source, at: start, checksum, thisDevice, &notices) { events += 1 }
      }
      if events > 0 {
        notices.add(.damagedInPart(file: source.name, line: source.lines, events: events))
      } else if offset > 0 {
        notices.add(.damaged(file: source.name, line: source.lines, offset: offset))
      }
    }
    isDone = true
  }

  /// Adds a line.
  /// - Returns: `false` if the line is not an event.
  private mutating func insert(
    _ line: UnsafeRawBufferPointer, of source: Source, at offset: Int64, _ checksum: Checksum, _ thisDevice: UInt16?,
    _ notices: inout Notices
  ) throws(FileError) -> Bool {
    guard let json = Line.json(of: line, checksum) else { return false }
    return try insert(json, of: source.number, at: offset, thisDevice, &notices)
  }

  /// Adds the JSON of a line.
  /// - Returns: `true` if the line is an event.
  private mutating func insert(
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
    let target =
      fields.type.count == Event.voidType.utf8.count ? fields.savedEvent(in: json).event.voidedID : nil
    if !leftOut.isEmpty, leftOut.contains(device) { return true }
    // A line that takes an event back in another device's name does not count for any device.
    if target == nil || isAuthentic(entry) {
      if let found {
        let event = Event.ID(verbatim: String(decoding: id, as: UTF8.self))
        let (before, didCount) = (index.entries[found].place, counts(found, event))
        if source == ownNumber, isRereading, index.lines(found).contains(where: { isRepeated($0, entry) }) {
          sources[source].isDisordered = true
          notices.add(.repeated(file: sources[source].name, line: sources[source].lines))
        }
        try merge(entry, json, into: found)
        if target == nil, device != thisDevice, isAuthentic(entry) { contested.append((found, entry.place)) }
        choose(found, event)
        if index.entries[found].place != before || counts(found, event) != didCount { arrivals.news.needsFold = true }
      } else {
        index.add(entry, hash: hash)
      }
      if let target, voids.insert(target, by: device) {
        arrivals.voids.append((target, found ?? index.count - 1))
        if revoke(target) { arrivals.news.needsFold = true }
      }
    }
    if device == thisDevice {
      if source == ownNumber, isRereading, found == nil,
        ownCount.isEarlier(run: fields.run, sequence: fields.sequence)
      {
        sources[source].isDisordered = true
        notices.add(.misplaced(file: sources[source].name, line: sources[source].lines))
      }
      count(fields, isOwn: source == ownNumber, isNew: found == nil)
    }
    return true
  }

  /// `true` if the same line appears twice, rather than one event saved a second time.
  private func isRepeated(_ known: Index.Entry, _ entry: Index.Entry) -> Bool {
    known.source == entry.source && known.origin == entry.origin && known.sequence == entry.sequence
      && known.place != entry.place
  }

  /// Adds a line to the lines of an id; the first line of each device stays.
  private mutating func merge(
    _ entry: Index.Entry, _ json: UnsafeRawBufferPointer, into number: Int
  ) throws(FileError) {
    var lines = index.lines(number)
    let place = lines.firstIndex {
      index.device(of: $0) == index.device(of: entry) && isAuthentic($0) == isAuthentic(entry)
    }
    if let place {
      if try comesBefore(entry, json, lines[place]) { lines[place] = entry }
    } else {
      lines.append(entry)
    }
    index.replace(number, with: lines)
  }

  /// Moves the counting line of an id to the front, as `Merge` describes: among the lines that their device has not
  /// taken back (or among all, if there are none), the first in the order of folding with the highest priority.
  private mutating func choose(_ number: Int, _ id: Event.ID) {
    guard index.others[number] != nil else { return }
    let lines = index.lines(number)
    let isLive = lines.map { !voids.contains(id, by: index.device(of: $0)) }
    let candidates = isLive.contains(true) ? lines.indices.filter { isLive[$0] } : Array(lines.indices)
    let standings = lines.map { priority(of: $0, id) }
    let first = candidates.dropFirst().reduce(candidates[0]) {
      standings[$1] < standings[$0] || standings[$1] == standings[$0] && index.comesBefore(lines[$1], lines[$0])
        ? $1 : $0
    }
    index.replace(number, with: [lines[first]] + lines.indices.filter { $0 != first }.map { lines[$0] })
  }

  private func priority(of line: Index.Entry, _ id: Event.ID) -> Merge.Priority {
    guard isAuthentic(line) else { return .told }
    let name = index.devices[Int(index.device(of: line))]
    return Merge.Priority(of: name, id, readBy: device.name, trust.earlier.map { $0.name })
  }

  /// Makes another device's line of the event count, if there is one, after a device has voided its own.
  /// - Returns: `true` if the event still counts and counted before by the voided line.
  private mutating func revoke(_ id: Event.ID) -> Bool {
    guard !index.others.isEmpty, let number = number(of: id) else { return false }
    let before = index.entries[number].place
    choose(number, id)
    return index.entries[number].place != before && counts(number, id)
  }

  /// Tracks this device's numbers, and reports if numbers were given out twice.
  private mutating func count(_ fields: LineFields, isOwn: Bool, isNew: Bool) {
    if isOwn {
      ownCount.sawOwn(run: fields.run, sequence: fields.sequence, isNew: isNew)
    } else if isNew {
      ownCount.sawElsewhere(run: fields.run, sequence: fields.sequence)
    }
  }

  /// Returns `true` if the line comes before a known line with the same id.
  private func comesBefore(
    _ entry: Index.Entry, _ json: UnsafeRawBufferPointer, _ known: Index.Entry
  ) throws(FileError) -> Bool {
    if index.comesBefore(entry, known) { return true }
    if index.comesBefore(known, entry) { return false }
    return try sources[known.source].isPreceded(by: json, at: known.offset)
  }

  // MARK: Writing

  /// Finds the events that are already saved; they are then not news to this program, whichever program saved them.
  /// - Returns: the positions of these events.
  mutating func saved(of events: [Event], hashes: [UInt32]) -> [Int] {
    index.candidates(hashes).filter { isSaved(events[$0].id, hash: hashes[$0]) }
  }

  /// Returns `true` if this device has saved an event that this program wants to append; the event is then not news
  /// to the program. An event that only other devices have saved is saved again, so that it still counts if they take
  /// it back.
  @discardableResult
  mutating func isSaved(_ id: Event.ID, hash: UInt32) -> Bool {
    guard let number = number(of: id, hash: hash), hasOwnLine(number) else { return false }
    if !arrivals.entries.isEmpty { arrivals.own.insert(number) }
    return true
  }

  /// Marks an event as not news to this program.
  mutating func claim(_ id: Event.ID) {
    if !arrivals.entries.isEmpty, let number = number(of: id) { arrivals.own.insert(number) }
  }

  /// Adds events to the index that were just written to this device's file.
  /// - Parameters:
  ///   - offsets: the start of each line, counted from `good`, the previous end of the file.
  ///   - mayBeKnown: `true` if lines of a failed append, which could not be cut off, may have been read back already.
  mutating func enter(
    _ written: PendingEvents, at offsets: [Int64], behind good: Int64, mayBeKnown: Bool, _ notices: inout Notices
  ) {
    // Reported once, when the new run begins; the spoiled run stays in the file and is not news.
    if let run = ownCount.dueRun { notices.add(.restoredFromBackup(device: device, run: run)) }
    let first = ownCount.next
    ownCount.sawOwn(run: first.run, sequence: first.sequence + UInt32(written.count) - 1, isNew: true)
    var isKnown: [Bool] = []
    // This device never appends one of its own ids twice.
    let mayBeKnown = mayBeKnown || sources.count > 1 || index.devices.count > 1
    for position in mayBeKnown ? index.candidates(written.hashes) : [] {
      guard contains(written.events[position].id, hash: written.hashes[position]) else { continue }
      if isKnown.isEmpty { isKnown = [Bool](repeating: false, count: written.count) }
      isKnown[position] = true
    }
    let device = device.name.withBytes { index.devices.number(of: $0) }
    // More than 65,535 devices: the lines are saved, but cannot be counted.
    guard let device, let origin = index.origin(device, first.run) else { return }
    var known: [(position: Int, entry: Index.Entry)] = []
    index.add(
      written, isKnown: isKnown, at: offsets,
      Index.Group(origin: origin, firstSequence: first.sequence, source: ownNumber!, start: good)
    ) { known.append(($0, $1)) }
    for (position, entry) in known { enter(written.events[position], entry, hash: written.hashes[position]) }
    guard index.types.known(Event.voidType) != nil else { return }
    for event in written.events {
      // The event may still count through another device's line.
      guard event.type == Event.voidType, let target = event.voidedID, voids.insert(target, by: device) else {
        continue
      }
      if revoke(target) { arrivals.news.needsFold = true }
    }
  }

  /// Adds a line of this device to the index if others, or a failed append of this program, have saved its id.
  private mutating func enter(_ event: Event, _ entry: Index.Entry, hash: UInt32) {
    guard let number = number(of: event.id, hash: hash) else { return }
    if !arrivals.entries.isEmpty { arrivals.own.insert(number) }
    guard !hasOwnLine(number) else { return }
    let before = index.entries[number]
    index.replace(number, with: index.lines(number) + [entry])
    choose(number, event.id)
    // Until now the other devices' content of this id counted.
    if index.entries[number].place != before.place, !hasSameContent(before, index.entries[number]) {
      arrivals.news.needsFold = true
    }
  }

  /// `true` if two lines of one id differ only in the time of writing and the writer.
  private func hasSameContent(_ a: Index.Entry, _ b: Index.Entry) -> Bool {
    guard let first = ((try? savedEvent(a)) ?? nil)?.event, let second = ((try? savedEvent(b)) ?? nil)?.event else {
      return false
    }
    return first.type == second.type && first.local == second.local && first.payload == second.payload
  }

  // MARK: News

  /// The unreported news, without the arrivals that `gather` has not examined yet.
  var news: Journal.News {
    get { arrivals.news }
    set { arrivals.news = newValue }
  }

  /// Marks everything read so far as reported.
  mutating func forgetNews() { arrivals = UnreportedEvents() }

  /// Turns the arrivals into news.
  mutating func gather() throws(Journal.Failure) {
    guard !arrivals.entries.isEmpty || !arrivals.voids.isEmpty else { return }
    var news = arrivals.news
    let voidType = index.types.known(Event.voidType)
    for number in arrivals.entries.joined() where !arrivals.own.contains(number) {
      let entry = index.entries[number]
      if entry.type == voidType { continue }
      guard let saved = try Journal.Failure.of(savedEvent(entry)) else {
        throw .broken(sources[entry.source].lostLine)
      }
      if counts(number, saved.event.id) { news.events.append(saved) }
    }
    for (target, entry) in arrivals.voids where !arrivals.own.contains(entry) {
      let number = number(of: target)
      if let number, counts(number, target) { continue }
      news.events.removeAll { $0.event.id == target }
      if let number, !arrivals.isNews(number) { news.voided.append(target) }
    }
    news.events.sort()
    arrivals = UnreportedEvents(news: news)
  }

  /// Returns `true` if these events come after all other events that may count.
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

/// Events that were read from files and not reported yet.
private struct UnreportedEvents {
  /// Entries that were added by reading.
  var entries: [Range<Int>] = []
  /// The ids voided by the lines that were read, with the entry of the voiding line.
  var voids: [(target: Journal.Event.ID, entry: Int)] = []
  /// Entries that this program wanted to append itself.
  var own: Set<Int> = []
  /// The news that was gathered before the entries were renumbered.
  var news = Journal.News()

  func isNews(_ entry: Int) -> Bool { !own.contains(entry) && entries.contains { $0.contains(entry) } }
}
