/// A folder through which devices exchange their journals: each writes its own file there and reads those of the
/// others.
struct SharedFolder {
  let path: String
  /// The state folder of this device.
  let home: StateFolder
  let kind: Journal.Kind
  let migrations: [Migration]

  private var files: any FileSystem { home.files }
  private func path(of name: String) -> String { path + "/" + name }
  private func names() throws(FileError) -> [String] {
    try files.names(in: path).filter { $0.hasSuffix(Format.fileSuffix) }.sorted()
  }

  /// Refuses a folder that is not for exchanges of this journal, before anything is written there.
  /// - Parameter own: this device's own file, where there is one.
  func check(own: Source?) throws {
    if let own, let there = try files.status(of: path(of: home.ownName)), there.identity == own.identity {
      throw Journal.Failure.ownFolder(path: path)
    }
    var other: Journal.Kind?
    for name in try names() {
      // What cannot be read says nothing about the others.
      guard let file = try? files.open(path(of: name), for: .reading), let size = try? file.status().size,
        case .header(let header)? = try? Source.beginning(of: file, size: size)
      else { continue }
      if header.kind == kind { return }
      other = header.kind
    }
    if let other { throw Journal.Failure.otherKind(path: path, recorded: other, wanted: kind) }
  }

  /// Brings the files of the state folder up to what this one's files hold.
  func fetch(_ notices: inout Notices) throws(FileError) {
    for name in try names() {
      // A copy of this device's own file that a synchroniser has made beside it is taken like another device's.
      guard let version = version(of: path(of: name), &notices) else { continue }
      try fetch(path(of: name), version: version, into: home.path(of: name), isOwn: name == home.ownName, &notices)
    }
  }

  /// The format version of a file in the shared folder; `nil` when it is no journal of this kind, and then a notice
  /// says so, or when nothing is in it yet.
  private func version(of path: String, _ notices: inout Notices) -> Int? {
    do {
      return try Journal.Failure.wrapping {
        let file = try files.open(path, for: .reading)
        switch try Source.beginning(of: file, size: try file.status().size) {
        case .header(let header):
          try header.check(for: kind, migrations, path: path)
          return header.version
        case .damagedHeader: return Format.version
        case .nothing: return nil
        case .somethingElse: throw Journal.Failure.notAJournal(path: path)
        }
      }
    } catch {
      notices.add(.skipped(file: path, error))
      return nil
    }
  }

  /// Brings a file of the state folder up to what a file of the shared folder holds, by appending the lines it lacks.
  private func fetch(
    _ path: String, version: Int, into target: String, isOwn: Bool, _ notices: inout Notices
  ) throws(FileError) {
    let theirs = try files.open(path, for: .reading)
    let size = try theirs.status().size
    let isThere = try files.status(of: target) != nil
    let ours = try files.open(target, for: isThere ? .appending : .keeping)
    let held = try ours.status().size
    let common = try commonLength(ours, held, theirs, size)
    // All of it is here: the shared folder is behind, or the same.
    guard common < size else { return }
    if common == held {
      try copy(theirs, from: held, into: ours)
    } else if !isOwn, case .nothing = try Source.beginning(of: ours, size: held) {
      // A copy that a loss of power left without even its first line.
      return try replace(target, in: home.path, with: theirs)
    } else if let mine = self.version(of: target, &notices) {
      if mine < version {
        // The other device has migrated its file; lines of two versions do not go into one.
        return try replace(target, in: home.path, with: theirs)
      }
      try union(theirs, size: size, version: version, into: ours, size: held, version: mine)
    }
    try ours.sync()
    if !isThere { try files.syncFolder(home.path) }
  }

  /// Appends the whole lines of `theirs` whose ids `ours` does not have, or has only in a line that comes later and so
  /// does not count: a device that was set back to a backup may have saved the same thing once more, at another
  /// instant. Both files are read once.
  private func union(
    _ theirs: any JournalFile, size: Int64, version: Int, into ours: any JournalFile, size held: Int64,
    version mine: Int
  ) throws(FileError) {
    var known: [Journal.Event.ID: Journal.SavedEvent] = [:]
    /// Whether a line counts beside those before it.
    func counts(_ saved: Journal.SavedEvent) -> Bool {
      if let other = known[saved.event.id], other <= saved { return false }
      known[saved.event.id] = saved
      return true
    }
    let end = try forEachEvent(of: ours, size: held, version: mine) { (_, saved) in _ = counts(saved) }
    var missing: [UInt8] = []
    // A line that a crash cut off in a copy; whole, it is in the file that it is a copy of. This device's own file ends
    // in a whole line by now.
    if end < held { try ours.truncate(to: end) }
    _ = try forEachEvent(of: theirs, size: size, version: version) { (line, saved) in
      guard counts(saved) else { return }
      if version == mine {
        missing.append(contentsOf: line)
        missing.append(UInt8(ascii: "\n"))
      } else {
        missing.append(contentsOf: saved.line)
      }
    }
    if !missing.isEmpty { try ours.appendAll(missing) }
  }

  /// Calls `body` with each whole line of a file that is an event; returns the offset after the last whole line.
  private func forEachEvent(
    of file: any JournalFile, size: Int64, version: Int, _ body: (UnsafeRawBufferPointer, Journal.SavedEvent) -> Void
  ) throws(FileError) -> Int64 {
    let checksum = Checksum()
    return try LineScanner.scan(file, from: 0, size: size) { (line, offset) throws(FileError) in
      guard offset > 0, Line.json(of: line, checksum) != nil,
        let saved = migrations.savedEvent(of: line, version: version)
      else { return }
      body(line, saved)
    }
  }

  /// Brings this device's file here up to the one of the state folder.
  /// - Returns: by how many bytes it changed.
  func publish(_ source: Source) throws(FileError) -> Int64 {
    let target = path(of: home.ownName)
    if try files.status(of: target) != nil {
      let theirs = try files.open(target, for: .appending)
      let size = try theirs.status().size
      let common = try commonLength(theirs, size, source.file, source.scanned)
      if common == source.scanned, common == size { return 0 }
      if common == size {
        try copy(source.file, from: size, into: theirs)
        try theirs.sync()
        return source.scanned - size
      }
    }
    // Compacted here, or an older line there: all of it is here by now, so this file takes the place of that one.
    try replace(target, in: path, with: source.file)
    return source.scanned
  }

  /// Puts the copies of other devices' files there that the folder lacks, whole or in part: a device that is gone for
  /// good cannot bring its own to a new folder. One that knows more, or other things, than the copy stays as it is.
  func publishCopies() throws(FileError) {
    // What cannot be read was told when the state folder was.
    var told = Notices()
    for name in try home.journalNames() where name != home.ownName {
      let (here, there) = (home.path(of: name), path(of: name))
      guard version(of: here, &told) != nil else { continue }
      let copy = try files.open(here, for: .reading)
      // Half a line at the end of a copy is what a crash left of it.
      let end = try LineScanner.scan(copy, from: 0, size: try copy.status().size) { (_, _) in }
      guard try files.status(of: there) != nil else {
        try files.replace(there, in: path) { copied throws(FileError) in
          try self.copy(copy, from: 0, to: end, into: copied)
        }
        continue
      }
      guard let held = try? files.open(there, for: .appending), let size = try? held.status().size, size < end,
        try commonLength(held, size, copy, end) == size
      else { continue }
      try self.copy(copy, from: size, to: end, into: held)
      try held.sync()
    }
  }

  /// Puts a copy of a file in the place of another at once.
  private func replace(_ target: String, in folder: String, with file: any JournalFile) throws(FileError) {
    try files.replace(target, in: folder) { copied throws(FileError) in try copy(file, from: 0, into: copied) }
  }

  /// How many bytes at their beginnings two files share.
  private func commonLength(
    _ a: any JournalFile, _ sizeOfA: Int64, _ b: any JournalFile, _ sizeOfB: Int64
  ) throws(FileError) -> Int64 {
    let end = min(sizeOfA, sizeOfB)
    var (position, piece) = (Int64(0), LineScanner.piece)
    while position < end {
      piece = min(piece, Int(end - position))
      let (first, second) = (try a.bytes(at: position, count: piece), try b.bytes(at: position, count: piece))
      guard first == second, !first.isEmpty else {
        return position + Int64(zip(first, second).prefix { $0 == $1 }.count)
      }
      position += Int64(first.count)
    }
    return end
  }

  /// Copies what one file holds from `start` on to the end of another.
  private func copy(
    _ file: any JournalFile, from start: Int64, to end: Int64 = .max, into target: any JournalFile
  ) throws(FileError) {
    var position = start
    while position < end {
      let piece = try file.bytes(at: position, count: Int(min(Int64(LineScanner.piece), end - position)))
      guard !piece.isEmpty else { return }
      try target.appendAll(piece)
      position += Int64(piece.count)
    }
  }
}
