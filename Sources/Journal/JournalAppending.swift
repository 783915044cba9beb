extension Journal {
  /// Saves events, all in one write and one sync; when it returns, they would survive a loss of power.
  ///
  /// Events whose id is saved already are passed over. When it fails, all events that are not saved wait in `pending`,
  /// and the next append, also one of no events, tries them again. A crash in the middle may leave the first events of
  /// a group saved and the others not; appending the group again saves the rest.
  /// - Returns: how many events were saved now, those that had been pending included.
  /// - Throws: `Failure.invalidEvent`, and then nothing of the group is taken; else `.diskFull`, `.readOnly`, `.denied`,
  ///   `.busy` or `.broken`.
  /// - Complexity: O(bytes of the events and of what other programs have appended since), and one sync.
  @discardableResult
  public func append(_ events: [Event]) throws(Failure) -> Int {
    let hashes = try hashes(ofFlawless: events)
    if waiting.isEmpty { checkedReading = readings }
    let known = index.candidates(hashes).filter { isSaved(events[$0].id, hash: hashes[$0]) }
    if known.isEmpty {
      waiting.append(contentsOf: events, hashes: hashes)
    } else {
      var known = known[...]
      for position in events.indices {
        if known.first == position {
          known.removeFirst()
        } else {
          waiting.append(events[position], hash: hashes[position])
        }
      }
    }
    guard !waiting.isEmpty || isUnsynced && !events.isEmpty else { return 0 }
    return try flush()
  }

  /// The hash of each event's id.
  /// - Throws: `Failure.invalidEvent` for the first event that cannot be saved.
  private func hashes(ofFlawless events: [Event]) throws(Failure) -> [UInt32] {
    var hashes: [UInt32] = []
    hashes.reserveCapacity(events.count)
    let checksum = Checksum()
    // Mostly the type is that of the event before.
    var type = ""
    for position in events.indices {
      // Field by field, because a loop over the events would copy each of them with its three texts.
      if events[position].type != type || events[position].payload.text.utf8.count > Event.surelyShort {
        if let reason = events[position].flaw { throw .invalidEvent(events[position].id, reason: reason) }
        type = events[position].type
      }
      hashes.append(events[position].id.text.withBytes { checksum($0) })
    }
    return hashes
  }

  /// Runs `body` with the folder's lock held.
  func withLock<T>(_ body: () throws(Failure) -> T) throws(Failure) -> T {
    let lock: any FileLock
    do {
      // Where the folder was removed, or could not be made before, it is made now.
      if own == nil { try files.makeFolder(folder) }
      lock = try files.lock(path(Format.lockName))
    } catch {
      throw Failure(error)
    }
    defer { lock.unlock() }
    return try body()
  }

  private func flush() throws(Failure) -> Int {
    try withLock { () throws(Failure) in
      try prepareOwnFile()
      // After a failed append whose lines could not be cut off, those lines may have been read back just now without
      // being on the disk. They are written once more; the union by id counts each event once.
      if !isSuspect { dropSaved() }
      return try Failure.wrapping {
        let source = sources[own!]
        guard waiting.isEmpty else { return try write(to: source) }
        try sync(source)
        return 0
      }
    }
  }

  /// Makes the file durable, and once after it was opened also its name: another program may have been killed between
  /// making the file and syncing the folder.
  private func sync(_ source: Source) throws(FileError) {
    try source.file.sync()
    if isUnsynced { try files.syncFolder(folder) }
    isUnsynced = false
  }

  /// Makes sure that this device's file is there, is writable, and has been read to its end.
  func prepareOwnFile() throws(Failure) {
    try refreshOwnFile(isLocked: true)
    try Failure.wrapping {
      guard let own else { return try makeOwnFile() }
      guard !sources[own].isWritable else { return }
      // It could not be written when it was opened; perhaps it can be by now. It is read again as a whole because only
      // the check for an unfinished last line, which that includes, makes appending safe.
      _ = try files.open(ownPath, for: .appending)
      try load(isLocked: true)
    }
  }

  /// A file with nothing but its header comes into being whole or not at all.
  private func makeOwnFile() throws(FileError) {
    let file = try replaceOwnFile { file throws(FileError) in
      try file.appendAll(Header(kind: kind, device: device.name).line)
    }
    let status = try file.status()
    let source = Source(
      name: ownName, path: ownPath, file: file, identity: status.identity, version: Format.version, isWritable: true)
    sources.append(source)
    own = sources.count - 1
    try take(source, size: status.size)
  }

  /// Writes a new file beside this device's file and puts it in its place, so that there is always one that is whole.
  func replaceOwnFile(
    _ write: (any JournalFile) throws(FileError) -> Void
  ) throws(FileError) -> any JournalFile {
    let new = ownPath + ".new"
    // A leftover of a crash; removed rather than emptied, because another program may still read it under this name.
    try files.remove(new)
    let file = try files.open(new, for: .replacing)
    do {
      try write(file)
      try file.sync()
      try files.rename(new, to: ownPath)
    } catch {
      try? files.remove(new)
      throw error
    }
    try files.syncFolder(folder)
    return file
  }

  /// Forgets the waiting events that other programs have saved meanwhile.
  private func dropSaved() {
    guard checkedReading != readings else { return }
    waiting.removeAll { isSaved($0, hash: $1) }
    checkedReading = readings
  }

  /// Whether an event that this program wants to append is there; then it is no news to it, whoever saved it.
  func isSaved(_ id: Event.ID, hash: UInt32) -> Bool {
    guard let number = number(of: id, hash: hash) else { return false }
    if !arrivals.entries.isEmpty { arrivals.own.insert(number) }
    return true
  }

  private func write(to source: Source) throws(FileError) -> Int {
    let next = ownCount.next
    let good = source.scanned
    let lines: (offsets: [Int64], count: Int64)
    do {
      let origin = Origin(device: device, run: next.run, sequence: next.sequence)
      lines = try writer.write(waiting.events, from: origin, to: source.file, at: good)
      try sync(source)
    } catch {
      // Also after a sync that failed: the system may have dropped the pages and would call a second sync a success
      // ("fsyncgate"), so the lines go and are written again.
      do {
        try source.file.truncate(to: good)
      } catch {
        isSuspect = true
      }
      throw error
    }
    source.scanned += lines.count
    source.lines += waiting.count
    enterWritten(next, at: lines.offsets, behind: good)
    let count = waiting.count
    waiting.removeAll()
    isSuspect = false
    return count
  }

  /// Takes the waiting events into the index, which were written just now.
  private func enterWritten(_ first: Origin.Number, at offsets: [Int64], behind good: Int64) {
    let last = first.sequence + UInt32(waiting.count) - 1
    ownCount.sawOwn(run: first.run, sequence: last, isNew: true)
    // Lines of a failed append that could not be cut off may have been read back already.
    let isKnown =
      isSuspect ? waiting.events.indices.map { number(of: waiting.events[$0].id, hash: waiting.hashes[$0]) != nil } : []
    let device = device.name.withBytes { index.devices.number(of: $0) }
    // More than 65,535 devices: the lines are saved, but cannot be counted.
    guard let device, let origin = index.origin(device, first.run) else { return }
    index.add(
      waiting, isKnown: isKnown, at: offsets,
      Index.Group(origin: origin, firstSequence: first.sequence, source: own!, start: good), voided: &voided)
  }
}

extension Journal.Event {
  /// Bytes of a payload that fits into every line.
  fileprivate static let surelyShort = Format.longestLine / 2

  /// Why the event cannot be saved; `nil` when it can.
  var flaw: String? {
    guard (1...64).contains(type.utf8.count),
      type.utf8.allSatisfy({ Journal.DeviceID.isAllowed($0) || $0 == UInt8(ascii: ".") })
    else { return "the type \"\(type)\" is not 1 to 64 lower-case letters, digits, dots and hyphens" }
    guard payload.text.utf8.count + 2 * ID.longest < Format.longestLine else {
      return "its payload of \(payload.text.utf8.count) bytes is too long"
    }
    return nil
  }
}
