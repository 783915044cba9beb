extension Journal {
  /// Rewrites this device's file without what no reader counts: second lines of one id and damaged lines, which move to
  /// `DEVICE.damaged`. Every event stays, and the lines stay as they are, in their order.
  ///
  /// The new file takes the place of the old one at once, when it is whole and durable; a crash at any instant leaves one
  /// or the other.
  /// Opening a journal does this of itself when it is worth it: when a line is damaged, which is then told once and not
  /// at every start, or when more than half of a file of 1,000 lines or more does not count. Events that are voided are kept for ever unless that is asked for: they cost little, and forgetting
  /// them is only right where nobody else knows them.
  /// - Parameter droppingVoided: also leave out events of this device that are voided, together with what voids them.
  ///   Their ids are then forgotten: the same cause, told once more, would be saved once more, and a shared folder that
  ///   holds them brings them back. Only for a folder that has never been exchanged.
  /// - Returns: how many lines were left out.
  /// - Throws: as `append`; the old file is then untouched.
  /// - Complexity: O(bytes of the file).
  @discardableResult
  public func compact(droppingVoided: Bool = false) throws(Failure) -> Int {
    try append([])
    return try withLock { () throws(Failure) in
      try prepareOwnFile()
      return try replaceByCompacted(droppingVoided: droppingVoided)
    }
  }

  /// Whether more than half of a large file of this device is lines that no reader counts.
  var isWorthCompacting: Bool {
    guard let own, sources[own].lines > 1_000 else { return false }
    // The header is no event.
    return index.entries.count { $0.source == own } * 2 < sources[own].lines - 1
  }

  @discardableResult
  func replaceByCompacted(droppingVoided: Bool) throws(Failure) -> Int {
    // Everything is read anew in the end and gets other numbers, but nothing becomes new by it: so all news are taken
    // in before.
    try Failure.wrapping { try refreshOtherFiles(isLocked: true) }
    try gather()
    let news = arrivals.news
    var dropped = 0
    try Failure.wrapping {
      _ = try replaceOwnFile { file throws(FileError) in
        dropped = try copyOwnLines(to: file, droppingVoided: droppingVoided)
      }
    }
    try load(isLocked: true)
    arrivals.news = news
    return dropped
  }

  private func copyOwnLines(to file: any JournalFile, droppingVoided: Bool) throws(FileError) -> Int {
    let number = own!
    let source = sources[number]
    let checksum = Checksum()
    var bytes = Header(kind: kind, device: device.name).line
    var damaged: (bytes: [UInt8], lines: Int) = ([], 0)
    /// Ids whose counting line is in another device's file.
    var kept: Set<Event.ID> = []
    var dropped = 0
    _ = try LineScanner.scan(source.file, from: 0, size: source.scanned) { (line, offset) throws(FileError) in
      guard offset > 0 else { return }
      guard let json = Line.json(of: line, checksum), let saved = savedEvent(of: line, version: source.version),
        let known = self.number(of: saved.event.id)
      else {
        damaged.bytes.append(contentsOf: line)
        damaged.bytes.append(UInt8(ascii: "\n"))
        damaged.lines += 1
        dropped += 1
        return
      }
      let entry = index.entries[known]
      let isCounted =
        entry.source == number ? entry.offset == offset : kept.insert(saved.event.id).inserted
      guard isCounted, !(droppingVoided && isHalfOfOwnPair(saved.event)) else {
        dropped += 1
        return
      }
      // Copied rather than written anew, so that fields of a later writer stay.
      bytes.append(contentsOf: UnsafeRawBufferPointer(start: line.baseAddress, count: Format.prefixLength))
      bytes.append(contentsOf: json)
      bytes.append(UInt8(ascii: "\n"))
      guard bytes.count >= LineScanner.piece else { return }
      try file.appendAll(bytes)
      bytes.removeAll(keepingCapacity: true)
    }
    try file.appendAll(bytes)
    if damaged.lines > 0 {
      let name = device.name + ".damaged"
      try keep(damaged.bytes, in: name)
      note(.keptAside(file: ownName, lines: damaged.lines, keptIn: name))
    }
    return dropped
  }

  /// Whether the event is voided, or voids another, by lines that are both in this device's file; not when it was
  /// restored since, because the restored event's number counts from it.
  private func isHalfOfOwnPair(_ event: Event) -> Bool {
    guard let target = event.voidedID ?? (isVoided(event.id) ? event.id : nil) else { return false }
    return isInOwnFile(target) && isInOwnFile(target.void) && !contains(target.next)
  }

  private func isInOwnFile(_ id: Event.ID) -> Bool {
    number(of: id).map { index.entries[$0].source == own } ?? false
  }

  /// Rewrites a file of an older format version in the current one; the old one stays beside it.
  func migrateOwnFile(_ old: any JournalFile, header: Header) throws(FileError) {
    let keptIn = ownName + ".v\(header.version)"
    let size = try old.status().size
    let copy = try files.open(path(keptIn), for: .replacing)
    let checksum = Checksum()
    var damaged: [UInt8] = []
    let new = try replaceOwnFile { file throws(FileError) in
      var bytes = Header(kind: kind, device: device.name).line
      let end = try LineScanner.scan(old, from: 0, size: size) { (line, offset) throws(FileError) in
        try copy.appendAll(line)
        try copy.appendAll([UInt8(ascii: "\n")])
        guard offset > 0 else { return }
        guard let json = Line.json(of: line, checksum), let converted = migrations.convert(json, from: header.version)
        else {
          damaged.append(contentsOf: line)
          damaged.append(UInt8(ascii: "\n"))
          return
        }
        bytes.append(contentsOf: Line.framing(converted))
        guard bytes.count >= LineScanner.piece else { return }
        try file.appendAll(bytes)
        bytes.removeAll(keepingCapacity: true)
      }
      if end < size { try cut(old, name: ownName, to: end, size: size) }
      try copy.sync()
      if !damaged.isEmpty { try keep(damaged, in: device.name + ".damaged") }
      try file.appendAll(bytes)
    }
    withExtendedLifetime(new) {}
    note(.migrated(file: ownName, version: header.version, keptIn: keptIn))
  }
}
