extension Journal {
  /// Opens everything for the first time.
  func start() throws(Failure) {
    do {
      try files.makeFolder(folder)
    } catch {
      note(.cannotSave(Failure(error)))
      // Nothing to read either: everything waits until the folder can be made.
      guard (try? files.names(in: folder)) != nil else { return }
    }
    let lock: (any FileLock)?
    do {
      lock = try files.lock(path(Format.lockName))
    } catch {
      let failure = Failure(error)
      // Whoever may write waits for the others; whoever may only read must do without the lock.
      if case .busy = failure { throw failure }
      note(.cannotSave(failure))
      lock = nil
    }
    defer { lock?.unlock() }
    try load(isLocked: lock != nil)
    // Whoever opens a journal begins with a fold of all of it.
    defer { arrivals = Arrivals() }
    guard lock != nil else { return }
    do {
      try prepareOwnFile()
      let damaged = own.map { sources[$0].isDamaged } ?? false
      if damaged || isWorthCompacting { try replaceByCompacted(droppingVoided: false) }
    } catch {
      note(.cannotSave(error))
    }
  }

  /// Reads what other programs and other devices have written since; `news` also tells what that was.
  /// - Throws: `Failure.busy` and whatever keeps files from being read.
  public func refresh() throws(Failure) {
    var lock: (any FileLock)?
    do {
      lock = try files.lock(path(Format.lockName))
    } catch {
      let failure = Failure(error)
      if case .busy = failure { throw failure }
    }
    defer { lock?.unlock() }
    try refreshOwnFile(isLocked: lock != nil)
    try Failure.wrapping { try refreshOtherFiles(isLocked: lock != nil) }
  }

  /// Reads all files from their beginning.
  func load(isLocked: Bool) throws(Failure) {
    readings += 1
    (sources, own, index, voided, ownCount) = ([], nil, Index(), [], OwnCount())
    defer {
      arrivals = Arrivals(news: arrivals.news)
      arrivals.news.needsFold = true
    }
    let names = try Failure.wrapping { try files.names(in: folder) }.filter { $0.hasSuffix(Format.fileSuffix) }.sorted()
    // The own file first: what others know of this device is compared with it.
    if names.contains(ownName) { try Failure.wrapping { try openOwnFile(isLocked: isLocked) } }
    var otherKinds = 0
    for name in names where name != ownName {
      if case .otherKind = openOtherFile(name) { otherKinds += 1 }
    }
    if sources.isEmpty, otherKinds > 0 {
      throw .otherKind(path: folder, recorded: kind == .real ? .practice : .real, wanted: kind)
    }
  }

  private func openOwnFile(isLocked: Bool) throws {
    var file: any JournalFile
    var isWritable = true
    do {
      file = try files.open(ownPath, for: .appending)
    } catch {
      file = try files.open(ownPath, for: .reading)
      isWritable = false
      note(.cannotSave(Failure(error)))
    }
    let status = try file.status()
    var version = Format.version
    var isHeaderDamaged = false
    switch try Source.beginning(of: file, size: status.size) {
    case .header(let header):
      version = header.version
      try check(header, path: ownPath, whole: folder)
      if version < Format.version, isLocked, isWritable {
        try migrateOwnFile(file, header: header)
        return try openOwnFile(isLocked: isLocked)
      }
    case .damagedHeader:
      isHeaderDamaged = true
      note(.damagedHeader(file: ownName))
    case .nothing:
      // Made anew by whoever appends; what there is of a first line is kept aside.
      if status.size > 0, isLocked, isWritable { try cut(file, name: ownName, to: 0, size: status.size) }
      return
    case .somethingElse: throw Failure.notAJournal(path: ownPath)
    }
    let source = Source(
      name: ownName, path: ownPath, file: file, identity: status.identity, version: version, isWritable: isWritable)
    source.isDamaged = isHeaderDamaged
    sources.append(source)
    own = sources.count - 1
    isUnsynced = true
    try take(source, size: status.size)
    if source.scanned < status.size, isLocked, isWritable {
      try cut(file, name: ownName, to: source.scanned, size: status.size)
    }
  }

  /// Reads a file that this device does not write. One that cannot be read is left out with a notice: another device's
  /// trouble must not stop this one.
  /// - Returns: why it was left out.
  @discardableResult
  private func openOtherFile(_ name: String) -> Failure? {
    do {
      try Failure.wrapping {
        let file = try files.open(path(name), for: .reading)
        let status = try file.status()
        var version = Format.version
        switch try Source.beginning(of: file, size: status.size) {
        case .header(let header):
          version = header.version
          try check(header, path: path(name))
        case .damagedHeader: note(.damagedHeader(file: name))
        case .nothing: return
        case .somethingElse: throw Failure.notAJournal(path: path(name))
        }
        guard sources.count < Int(UInt16.max) else { return }
        let source = Source(
          name: name, path: path(name), file: file, identity: status.identity, version: version, isWritable: false)
        sources.append(source)
        try take(source, size: status.size)
      }
      return nil
    } catch {
      note(.skipped(file: name, error))
      return error
    }
  }

  /// - Parameter whole: what is of the other kind when the header is: the file, unless said.
  func check(_ header: Header, path: String, whole: String? = nil) throws(Failure) {
    guard header.kind == kind else { throw .otherKind(path: whole ?? path, recorded: header.kind, wanted: kind) }
    let version = header.version
    guard version <= Format.version else { throw .newerFormat(path: path, version: version) }
    guard migrations.reach(from: version) else { throw .unknownFormat(path: path, version: version) }
  }

  /// Reads what other programs have appended to this device's file.
  func refreshOwnFile(isLocked: Bool) throws(Failure) {
    try Failure.wrapping {
      guard let own else {
        if try files.status(of: ownPath) != nil { try load(isLocked: isLocked) }
        return
      }
      let source = sources[own]
      guard let status = try files.status(of: ownPath), status.identity == source.identity,
        status.size >= source.scanned
      else {
        // Compacted by another program, or removed, or set back to a backup: what was read no longer counts.
        note(.replaced(file: ownName))
        return try load(isLocked: isLocked)
      }
      guard status.size > source.scanned else { return }
      isUnsynced = true
      try take(source, size: status.size)
      if source.scanned < status.size, isLocked, source.isWritable {
        try cut(source.file, name: ownName, to: source.scanned, size: status.size)
      }
    }
  }

  func refreshOtherFiles(isLocked: Bool) throws {
    let names = try files.names(in: folder).filter { $0.hasSuffix(Format.fileSuffix) && $0 != ownName }.sorted()
    for name in names {
      guard let source = sources.first(where: { $0.name == name }) else {
        openOtherFile(name)
        continue
      }
      guard let status = try files.status(of: source.path), status.identity == source.identity,
        status.size >= source.scanned
      else { return try load(isLocked: isLocked) }
      if status.size > source.scanned { try take(source, size: status.size) }
    }
    let isOneGone = sources.contains { $0.name != ownName && !names.contains($0.name) }
    if isOneGone { try load(isLocked: isLocked) }
  }

  /// Moves the bytes after the last whole line into a file beside it: nothing disappears silently.
  func cut(_ file: any JournalFile, name: String, to good: Int64, size: Int64) throws(FileError) {
    let keptIn = device.name + ".torn"
    var bytes = [UInt8](repeating: 0, count: Int(size - good))
    let result = bytes.withUnsafeMutableBytes { buffer in
      Result { () throws(FileError) in try file.read(into: buffer, at: good) }
    }
    bytes.removeSubrange(try result.get()...)
    bytes.append(UInt8(ascii: "\n"))
    try keep(bytes, in: keptIn)
    try file.truncate(to: good)
    try file.sync()
    note(.torn(file: name, bytes: size - good, keptIn: keptIn))
  }

  /// Appends bytes durably to a file beside the journal.
  func keep(_ bytes: [UInt8], in name: String) throws(FileError) {
    let aside = try files.open(path(name), for: .keeping)
    try aside.appendAll(bytes)
    try aside.sync()
    try files.syncFolder(folder)
  }
}
