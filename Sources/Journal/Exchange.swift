extension Journal {
  /// What an exchange with a shared folder did.
  public struct Exchange: Hashable, Sendable {
    /// Events that came from other devices, or came back after this device was set back to a backup.
    public var received = 0
    /// Bytes by which this device's file in the shared folder changed.
    public var sentBytes: Int64 = 0
  }

  /// Merges with the devices that use a shared folder: takes over what they have put there, and puts there what this
  /// device has.
  ///
  /// In the shared folder a device writes its own file only, so whatever carries the folder from machine to machine finds
  /// nothing to quarrel about. Copies of the others' files stay in the state folder, and all of it also works without
  /// the shared folder. What the shared folder knows of this device and this device does not (it was set back to a
  /// backup) is taken over first. May be repeated at any time and in any order; a crash in between loses nothing.
  /// - Throws: as `append`; `Failure.otherKind` when all files in the shared folder belong to sessions of the other kind,
  ///   `.ownFolder` when it is the state folder. Files of other devices that cannot be read are left out with a notice.
  /// - Complexity: O(bytes of all files in both folders).
  @discardableResult
  public func exchange(with shared: String) throws(Failure) -> Exchange {
    try append([])
    var exchange = Exchange()
    try withLock { () throws(Failure) in
      try prepareOwnFile()
      let before = count
      try Failure.wrapping {
        try files.makeFolder(shared)
        try checkShared(shared)
        let names = try files.names(in: shared).filter { $0.hasSuffix(Format.fileSuffix) }.sorted()
        for name in names {
          // A copy of this device's own file that a synchroniser has made beside it is taken like another device's.
          guard let version = version(of: shared + "/" + name) else { continue }
          try fetch(shared + "/" + name, version: version, into: path(name), isOwn: name == ownName)
        }
      }
      // The own file first: what others know of this device is compared with it.
      try refreshOwnFile(isLocked: true)
      try Failure.wrapping { try refreshOtherFiles(isLocked: true) }
      try prepareOwnFile()
      exchange.received = count - before
      try Failure.wrapping { exchange.sentBytes = try publish(in: shared) }
    }
    return exchange
  }

  /// Refuses a folder that is not for exchanges of this journal, before anything is written there.
  private func checkShared(_ shared: String) throws {
    if let own, let there = try files.status(of: shared + "/" + ownName), there.identity == sources[own].identity {
      throw Failure.ownFolder(path: shared)
    }
    var other: Kind?
    for name in try files.names(in: shared) where name.hasSuffix(Format.fileSuffix) {
      // What cannot be read says nothing about the others.
      guard let file = try? files.open(shared + "/" + name, for: .reading), let size = try? file.status().size,
        case .header(let header)? = try? Source.beginning(of: file, size: size)
      else { continue }
      if header.kind == kind { return }
      other = header.kind
    }
    if let other { throw Failure.otherKind(path: shared, recorded: other, wanted: kind) }
  }

  /// The format version of a file in the shared folder; `nil` when it is no journal of this kind, and then a notice
  /// says so, or when nothing is in it yet.
  private func version(of path: String) -> Int? {
    do {
      return try Failure.wrapping {
        let file = try files.open(path, for: .reading)
        switch try Source.beginning(of: file, size: try file.status().size) {
        case .header(let header):
          try check(header, path: path)
          return header.version
        case .damagedHeader: return Format.version
        case .nothing: return nil
        case .somethingElse: throw Failure.notAJournal(path: path)
        }
      }
    } catch {
      note(.skipped(file: path, error))
      return nil
    }
  }

  /// Brings a file of the state folder up to what a file of the shared folder holds, by appending the lines it lacks.
  private func fetch(_ path: String, version: Int, into target: String, isOwn: Bool) throws(FileError) {
    let theirs = try files.open(path, for: .reading)
    let size = try theirs.status().size
    let isThere = try files.status(of: target) != nil
    let ours = try files.open(target, for: isThere ? .appending : .keeping)
    let held = try ours.status().size
    let common = try commonLength(ours, held, theirs, size)
    // All of it is here: the shared folder is behind, or the same.
    guard common < size else { return }
    if common == held {
      try copy(theirs, from: held, to: ours)
    } else if !isOwn, case .nothing = try Source.beginning(of: ours, size: held) {
      // A copy that a loss of power left without even its first line.
      return try replace(target, in: folder, with: theirs)
    } else if let mine = self.version(of: target) {
      if mine < version {
        // The other device has migrated its file; lines of two versions do not go into one.
        return try replace(target, in: folder, with: theirs)
      }
      try union(theirs, size: size, version: version, into: ours, size: held, version: mine)
    }
    try ours.sync()
    if !isThere { try files.syncFolder(folder) }
  }

  /// Appends the whole lines of `theirs` whose ids `ours` does not have, or has only in a line that comes later and so
  /// does not count: a device that was set back to a backup may have saved the same thing once more, at another instant.
  /// Both files are read once.
  private func union(
    _ theirs: any JournalFile, size: Int64, version: Int, into ours: any JournalFile, size held: Int64,
    version mine: Int
  ) throws(FileError) {
    var known: [Event.ID: SavedEvent] = [:]
    /// Whether a line counts beside those before it.
    func counts(_ saved: SavedEvent) -> Bool {
      if let other = known[saved.event.id], other <= saved { return false }
      known[saved.event.id] = saved
      return true
    }
    let end = try forEachEvent(of: ours, size: held, version: mine) { (_, saved) in _ = counts(saved) }
    var missing: [UInt8] = []
    // A line that a crash cut off in a copy; whole, it is in the file that it is a copy of. This device's own file ends
    // in a whole line by now.
    if end < held { try ours.truncate(to: end) }
    var isAnyMissing = false
    _ = try forEachEvent(of: theirs, size: size, version: version) { (line, saved) in
      guard counts(saved) else { return }
      isAnyMissing = true
      if version == mine {
        missing.append(contentsOf: line)
        missing.append(UInt8(ascii: "\n"))
      } else {
        writer.removeAll()
        writer.append(saved.event, saved.origin)
        missing.append(contentsOf: writer.bytes)
      }
    }
    if isAnyMissing { try ours.appendAll(missing) }
  }

  /// Calls `body` with each whole line of a file that is an event; returns the offset after the last whole line.
  private func forEachEvent(
    of file: any JournalFile, size: Int64, version: Int, _ body: (UnsafeRawBufferPointer, SavedEvent) -> Void
  ) throws(FileError) -> Int64 {
    let checksum = Checksum()
    return try LineScanner.scan(file, from: 0, size: size) { (line, offset) throws(FileError) in
      guard offset > 0, Line.json(of: line, checksum) != nil, let saved = savedEvent(of: line, version: version)
      else { return }
      body(line, saved)
    }
  }

  /// Brings this device's file in the shared folder up to the one here.
  private func publish(in shared: String) throws(FileError) -> Int64 {
    guard let own else { return 0 }
    let source = sources[own]
    let target = shared + "/" + ownName
    if try files.status(of: target) != nil {
      let theirs = try files.open(target, for: .appending)
      let size = try theirs.status().size
      let common = try commonLength(theirs, size, source.file, source.scanned)
      if common == source.scanned, common == size { return 0 }
      if common == size {
        try copy(source.file, from: size, to: theirs)
        try theirs.sync()
        return source.scanned - size
      }
    }
    // Compacted here, or an older line there: all of it is here by now, so this file takes the place of that one.
    try replace(target, in: shared, with: source.file)
    return source.scanned
  }

  /// Puts a copy of a file in the place of another at once.
  private func replace(_ target: String, in folder: String, with file: any JournalFile) throws(FileError) {
    let new = target + ".new"
    try files.remove(new)
    let copied = try files.open(new, for: .replacing)
    try copy(file, from: 0, to: copied)
    try copied.sync()
    try files.rename(new, to: target)
    try files.syncFolder(folder)
  }

  /// How many bytes at their beginnings two files share.
  private func commonLength(
    _ a: any JournalFile, _ sizeOfA: Int64, _ b: any JournalFile, _ sizeOfB: Int64
  ) throws(FileError) -> Int64 {
    let end = min(sizeOfA, sizeOfB)
    var (position, piece) = (Int64(0), LineScanner.piece)
    while position < end {
      piece = min(piece, Int(end - position))
      let (first, second) = (try bytes(of: a, at: position, count: piece), try bytes(of: b, at: position, count: piece))
      guard first == second, !first.isEmpty else {
        return position + Int64(zip(first, second).prefix { $0 == $1 }.count)
      }
      position += Int64(first.count)
    }
    return end
  }

  /// Copies what one file holds from `start` on to the end of another.
  private func copy(_ file: any JournalFile, from start: Int64, to target: any JournalFile) throws(FileError) {
    var position = start
    while true {
      let piece = try bytes(of: file, at: position, count: LineScanner.piece)
      guard !piece.isEmpty else { return }
      try target.appendAll(piece)
      position += Int64(piece.count)
    }
  }

  private func bytes(of file: any JournalFile, at offset: Int64, count: Int) throws(FileError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let result = bytes.withUnsafeMutableBytes { buffer in
      Result { () throws(FileError) in try file.read(into: buffer, at: offset) }
    }
    bytes.removeSubrange(try result.get()...)
    return bytes
  }
}
