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
    for position in events.indices {
      if let reason = events[position].flaw { throw .invalidEvent(events[position].id, reason: reason) }
    }
    if waiting.isEmpty { checkedReading = readings }
    let hashes = events.map { hash(of: $0.id) }
    let isKnown = events.indices.contains { number(of: events[$0].id, hash: hashes[$0]) != nil }
    if isKnown {
      for (event, hash) in zip(events, hashes) where number(of: event.id, hash: hash) == nil {
        waiting.append(event, hash: hash)
      }
    } else {
      waiting.append(contentsOf: events, hashes: hashes)
    }
    guard !waiting.isEmpty || isUnsynced && !events.isEmpty else { return 0 }
    return try flush()
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
    waiting.removeAll { number(of: $0, hash: $1) != nil }
    checkedReading = readings
  }

  private func write(to source: Source) throws(FileError) -> Int {
    let next = ownCount.next
    let checksum = Checksum()
    var offsets: [Int] = []
    offsets.reserveCapacity(waiting.count)
    var origin = Origin(device: device, run: next.run, sequence: next.sequence)
    buffer.removeAll()
    // By position, because a loop over the events would copy each of them with its three texts.
    for position in waiting.events.indices {
      offsets.append(buffer.count)
      buffer.appendLine(checksum) { Line.write(waiting.events[position], origin, to: &$0) }
      origin.sequence += 1
    }
    let good = source.scanned
    do {
      try source.file.appendAll(buffer.bytes)
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
    source.scanned += Int64(buffer.count)
    source.lines += waiting.count
    enterWritten(next, at: offsets.map { good + Int64($0) })
    let count = waiting.count
    waiting.removeAll()
    isSuspect = false
    return count
  }

  /// Takes the waiting events into the index, which were written just now.
  private func enterWritten(_ first: Origin.Number, at offsets: [Int64]) {
    let device = device.name.withBytes { index.devices.number(of: $0) }
    let origin = device.flatMap { index.origin($0, first.run) }
    for position in waiting.events.indices {
      let sequence = first.sequence + UInt32(position)
      ownCount.sawOwn(run: first.run, sequence: sequence, isNew: true)
      if let target = waiting.events[position].voidedID { voided.insert(target) }
      // More than 65,535 types or devices: the line is saved, but cannot be counted.
      guard let origin, let type = waiting.events[position].type.withBytes({ index.types.number(of: $0) })
      else { continue }
      if isSuspect, number(of: waiting.events[position].id, hash: waiting.hashes[position]) != nil { continue }
      let entry = Index.Entry(
        instant: waiting.events[position].instant.microseconds,
        place: Index.Entry.place(source: own!, offset: offsets[position]),
        sequence: sequence, origin: origin, type: type)
      index.add(entry, hash: waiting.hashes[position])
    }
  }
}

extension Journal.Event {
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
