import System
import Timeline

/// A folder through which devices exchange their journals: each writes its own file there and reads those of the
/// others, through `Inbox`.
///
///     let shared = SharedFolder(path: "/media/stick", home: home, kind: .real)
///     try shared.check()
///     let unsafe = try shared.fetch(&notices)              // copies the others' lines into the state folder
///     if unsafe == nil { _ = try shared.publish(own, &notices) }   // copies this device's lines to the shared folder
///     try shared.publishCopies(&notices)                   // and lines of others that only this device still holds
struct SharedFolder {
  let path: String
  /// The state folder of this device.
  let home: StateFolder
  let kind: Journal.Kind
  var trust = Trust()
  /// The names of devices whose files are neither fetched nor handed on.
  var forgotten: Set<String> = []
  var limits = Inbox.Limits()
  /// `true` if the state folder may lack lines that this device has written, as after a backup was restored. Only
  /// then are lines in its own name copied.
  var isRestoring = true
  /// `true` if the state folder has a record of an earlier exchange. Without one, as after a loss of all files or when
  /// the user has removed the record, even lines are copied that this device cannot prove to have written.
  var hasExchanged = false
  /// The latest instant that events of this device may have if it cannot prove to have written them.
  var latest = Instant.distantFuture
  /// The number of the last line under each of the folder's earlier names, at the time when it got its present name.
  /// The lines up to there belong to this device: the device that still has the name cannot void them. For a name that
  /// is missing here, as in the folders of older versions, all lines belong to this device.
  var inherited: [String: Journal.Origin.Number] = [:]

  private var files: any FileSystem { home.files }
  private var proof: AuthorshipProof { AuthorshipProof(home, for: path) }
  private var inbox: Inbox { Inbox(files: files, kind: kind, place: .shared, limits: limits) }
  private func path(of name: String) -> String { path + "/" + name }
  private func names() throws(FileError) -> [String] {
    try files.names(in: path).filter { $0.hasSuffix(Format.fileSuffix) }.sorted()
  }

  /// Throws if the folder is not for exchanges of this journal, before anything is written there.
  func check() throws(Journal.Failure) {
    if let there = try Journal.Failure.of(files.status(of: path)),
      there.identity == (try Journal.Failure.of(files.status(of: home.path)))?.identity
    {
      throw Journal.Failure.ownFolder(path: path)
    }
    // This device has used the folder before: whatever others have put there since, the folder is valid.
    if try Journal.Failure.of(files.status(of: path(of: home.ownName), followsLinks: false)) != nil { return }
    var other: Journal.Kind?
    for name in try Journal.Failure.of(names()).prefix(limits.files) {
      // An unreadable file says nothing about the others.
      guard let file = try? files.open(path(of: name), for: .reading), let size = try? file.status().size,
        case .header(let header)? = try? Source.beginning(of: file, size: size)
      else { continue }
      if header.kind == kind { return }
      other = header.kind
    }
    if let other { throw Journal.Failure.otherKind(path: path, recorded: other, wanted: kind) }
  }

  // MARK: From there

  /// Extends the files of the state folder with the lines of the shared folder's files. Files that cannot be copied are
  /// left out with a notice, and the others continue.
  /// - Returns: the reason why this device's file in the shared folder must not be overwritten; `nil` if all of its
  ///   counting lines are in the state folder.
  func fetch(_ notices: inout Notices) throws(FileError) -> Journal.Failure? {
    let held = try home.journalNames()
    var room = Room(files: held.count)
    if room.files >= limits.files { room.files = held.count { !inbox.isEmpty($0, in: home.path) } }
    for name in held where name != home.ownName {
      room.bytes += (try? files.status(of: home.path(of: name), followsLinks: false))??.size ?? 0
    }
    let known = Set(held + [home.ownName])
    // Moving a folder, or changing its permissions, looks like a restored backup. Only a proof shows then which lines
    // are this device's own, and anyone who can forge lines can remove the proof: lines without one are moved aside.
    let isRestoring = self.isRestoring && !hasExchanged
    // A disk may treat two names as one if they differ only in case or in Unicode normalisation.
    var folded: [String: String] = [:]
    let names = try names().filter { !StateFolder.isOf(forgotten, $0) }
    for name in names where name.lowercased().utf8.elementsEqual(name.utf8) { folded[name] = name }
    for name in known { folded[name.lowercased()] = name }
    var unsafe: Journal.Failure?
    for name in inbox.chosen(names, known: known, in: path, &notices) {
      let twin = folded[name.lowercased(), default: name]
      guard twin.utf8.elementsEqual(name.utf8) else {
        notices.add(.skipped(file: path(of: name), .refused(path: path(of: name), .nameLike(twin))))
        continue
      }
      folded[name.lowercased()] = name
      if !known.contains(name), room.files >= limits.files {
        notices.add(.tooManyFiles(folder: home.path, count: room.files + 1, limit: limits.files))
        continue
      }
      do {
        try fetch(name, isRestoring, &room, &notices)
      } catch {
        notices.add(.skipped(file: path(of: name), error))
        // A synchroniser's copy of this device's own file is treated like another device's file.
        if name == home.ownName, !error.meansRubbish { unsafe = error }
      }
    }
    // Once for all files: a sync for each of thousands of new devices would take too long.
    if room.hasNewName { try files.syncFolder(home.path) }
    return unsafe
  }

  /// The disk space that the copies of other devices' files take.
  private struct Room {
    var files: Int
    var bytes: Int64 = 0
    /// `true` if a file was added to the folder whose name is not synced yet.
    var hasNewName = false
  }

  private func fetch(
    _ name: String, _ isRestoring: Bool, _ room: inout Room, _ notices: inout Notices
  ) throws(Journal.Failure) {
    let isOwn = name == home.ownName
    let target = home.path(of: name)
    let entry = try Journal.Failure.of(files.status(of: target, followsLinks: false))
    guard let theirs = try inbox.open(path(of: name), extra: isOwn ? entry?.size ?? 0 : nil) else { return }
    let device = isOwn ? home.device.name : theirs.header?.knownDevice ?? StateFolder.device(ofFile: name)
    let isOurs = trust.isOurs(device, of: home.device)
    // A journal without events has nothing to say, and thousands of them would take the places of others.
    if !isOwn, entry == nil, try Journal.Failure.of(!theirs.hasEvents) { return }
    var lineImport = LineImport(theirs, named: name, of: device, kind: kind, limits: limits)
    lineImport.counting = latest
    // A device's facts about itself are never fetched: others may have written them.
    if isOurs { lineImport.leftOut = trust.local }
    if isOurs, device != home.device.name { lineImport.past = inherited[device] ?? .last }
    defer { lineImport.reportFindings(&notices) }
    if device == home.device.name, !isRestoring {
      // A folder that looks restored may get its lines back without a word.
      try fetchProven(theirs, name, tells: !self.isRestoring, &notices)
      return try leaveOut(name, &lineImport, &notices)
    }
    if isOwn, latest < .distantFuture {
      try fetchProven(theirs, name, tells: false, &notices)
      lineImport.latest = latest
    }
    defer {
      if lineImport.ahead > 0 {
        notices.add(.ownAhead(file: path(of: name), lines: lineImport.ahead, keptIn: isOwn ? moveAside(name) : nil))
      }
    }
    func checkRoom(_ bytes: Int64) throws(Journal.Failure) {
      // This device's own file has room, or keeps its length.
      if isOwn { return }
      try inbox.checkRoom(for: bytes, of: theirs.path, in: home.path, held: room.bytes)
      room.bytes += bytes
    }
    switch entry?.kind {
    case .file? where entry!.links == 1:
      let ours = try Journal.Failure.of(files.open(target, for: .appending))
      // Another device's lines are not copied into the copy of this device's file.
      if !isOwn, let known = try Journal.Failure.of(Self.device(of: ours)), known != device {
        // The file's name decides which device owns it: a file that another device put there earlier does not keep the
        // owner's out.
        guard StateFolder.device(ofFile: name) == device else {
          throw .refused(path: path(of: name), .otherDevice(said: device, known: known))
        }
        try checkRoom(theirs.size)
        let keptIn = try moveAside(name, from: target)
        try replace(target, with: nil, &lineImport)
        room.hasNewName = true
        notices.add(.wrongCopy(file: target, said: known, keptIn: keptIn))
        return
      }
      if try lineImport.extendCopy(ours, of: target, isOwn: isOwn, checkRoom: checkRoom) {
        if isOwn, lineImport.copied > 0 { notices.add(.unproven(file: path(of: name), lines: lineImport.copied)) }
        return
      }
      // A copy that a power loss left without even its first line.
      fallthrough
    case nil:
      try checkRoom(theirs.size)
      try replace(target, with: nil, &lineImport)
      room.files += 1
      room.hasNewName = true
    case .file?, .link?:
      guard !isOwn else { throw .broken(FileError(.notAFile(.link), operation: .open, path: target)) }
      // With a second name, the lines would go into another program's file. The content of a copy with several names
      // stays; a link may lead to anything.
      let ours = entry?.kind == .file ? try? files.open(target, for: .reading) : nil
      try checkRoom(theirs.size + (ours == nil ? 0 : entry!.size))
      try replace(target, with: ours, &lineImport)
      room.hasNewName = true
    case .some(let kind): throw .broken(FileError(.notAFile(kind), operation: .open, path: target))
    }
  }

  /// Copies the lines of a file in this device's name that the device can prove to have written: an older copy of the
  /// state folder was put back unnoticed, or a copy of the folder is in use.
  /// - Parameter tells: `true` to report that.
  private func fetchProven(
    _ theirs: OtherDeviceFile, _ name: String, tells: Bool, _ notices: inout Notices
  ) throws(Journal.Failure) {
    guard let ours = try? files.open(home.ownPath, for: .appending),
      try Journal.Failure.of(ours.commonLength(ours.status().size, with: theirs.file, theirs.size)) < theirs.size
    else { return }
    let proven = proof.provenLength(of: theirs)
    guard proven > 0 else { return }
    let beginning = OtherDeviceFile(
      path: theirs.path, file: theirs.file, status: theirs.status, size: proven, header: theirs.header)
    var lineImport = LineImport(beginning, named: home.ownName, of: home.device.name, kind: kind, limits: limits)
    lineImport.leftOut = trust.local
    _ = try lineImport.extendCopy(ours, of: home.ownPath, isOwn: true) { _ in }
    if tells, lineImport.copied > 0 { notices.add(.cameBack(file: path(of: name), lines: lineImport.copied)) }
  }

  /// Copies nothing more from a file in this device's name, because the device has all of its own lines, and reports
  /// the foreign lines.
  private func leaveOut(
    _ name: String, _ lineImport: inout LineImport, _ notices: inout Notices
  ) throws(Journal.Failure) {
    guard let ours = try? files.open(home.ownPath, for: .reading) else { return }
    let strange = try lineImport.linesMissing(in: ours)
    guard strange > 0 else { return }
    // This device's own file replaces the other file.
    let keptIn = name == home.ownName ? moveAside(name) : nil
    notices.add(
      .notOurs(
        file: path(of: name), lines: strange, keptIn: keptIn,
        mark: home.path(of: home.device.name + ExchangeMark.endings[0])
      )
    )
  }

  /// Moves a file of the shared folder aside, because it may belong to someone.
  /// - Returns: its new path; `nil` if it could not be moved.
  private func moveAside(_ name: String) -> String? {
    guard let aside = freeName(for: name, in: path), (try? files.rename(path(of: name), to: path(of: aside))) != nil
    else {
      return nil
    }
    return path(of: aside)
  }

  /// Moves a copy of the state folder aside.
  /// - Returns: its new name.
  private func moveAside(_ name: String, from target: String) throws(Journal.Failure) -> String {
    guard let aside = freeName(for: name, in: home.path) else {
      throw .broken(FileError(code: EEXIST, operation: .rename, path: target))
    }
    try Journal.Failure.of(files.rename(target, to: home.path(of: aside)))
    return aside
  }

  private static let leftOutSuffix = ".left-out"
  /// The maximum number of files kept aside for one name, so that a writer to this folder cannot fill the disk.
  private static let setAsideLimit = 100

  /// Returns an unused name for a file to keep aside; `nil` if all are taken. Earlier files are never overwritten.
  private func freeName(for name: String, in folder: String) -> String? {
    let names = (1...Self.setAsideLimit).lazy.map { name + Self.leftOutSuffix + ($0 == 1 ? "" : "-\($0)") }
    return names.first { (try? files.status(of: "\(folder)/\($0)", followsLinks: false)) == .some(nil) }
  }

  /// Returns the device that a file names; `nil` if its first line is damaged.
  private static func device(of file: any JournalFile) throws(FileError) -> String? {
    guard case .header(let header) = try Source.beginning(of: file, size: try file.status().size) else { return nil }
    return header.knownDevice
  }

  /// Replaces whatever is at the target with a new copy.
  /// - Parameter ours: a copy whose lines stay.
  private func replace(_ target: String, with ours: (any JournalFile)?, _ lineImport: inout LineImport) throws(Journal
    .Failure)
  {
    var refusal: Journal.Failure?
    do throws(FileError) {
      _ = try files.replace(target, in: home.path, syncsFolder: false) { file throws(FileError) in
        do throws(Journal.Failure) { try lineImport.write(to: file, keeping: ours) } catch {
          refusal = error
          throw FileError(code: ECANCELED, operation: .write, path: target)
        }
      }
    } catch { throw refusal ?? Journal.Failure(error) }
  }

  // MARK: There

  /// Extends this device's file in the shared folder to the one of the state folder. A link in its place, or a file
  /// that also has other names, is replaced.
  /// - Returns: the number of bytes by which the file changed.
  /// - Throws: a `FileError` with `notAFile` for a folder, pipe, socket or device in its place.
  func publish(_ source: Source, _ notices: inout Notices) throws(FileError) -> Int64 {
    let target = path(of: home.ownName)
    var isLinked = false
    if let entry = try files.status(of: target, followsLinks: false), entry.kind != .link {
      isLinked = entry.links > 1
      guard entry.isFile else { throw FileError(.notAFile(entry.kind), operation: .open, path: target) }
      let theirs = try files.open(target, for: .appending)
      let status = try theirs.status()
      let (size, common) = (status.size, try theirs.commonLength(status.size, with: source.file, source.scanned))
      if status.links == 1 {
        if common == source.scanned, common == size {
          if !proof.isThere { proof.write(for: source) }
          return 0
        }
        if common == size {
          proof.write(for: source)
          try copy(source.file, from: size, to: source.scanned, into: theirs)
          try theirs.sync()
          return source.scanned - size
        }
      }
    }
    // The file was compacted here, or the one there has an older line: everything in it is here by now, so this file
    // replaces it.
    proof.write(for: source)
    try files.replace(target, in: path) { copied throws(FileError) in
      try copy(source.file, from: 0, to: source.scanned, into: copied)
    }
    // The file's other name keeps the old content.
    if isLinked { notices.add(.unlinked(file: target)) }
    return source.scanned
  }

  /// Adds copies of other devices' files, or parts of them, that the shared folder lacks: a device that is gone for
  /// good cannot bring its own to a new folder. A file there that has more or other lines than the copy stays
  /// unchanged.
  func publishCopies(_ notices: inout Notices) throws(FileError) {
    let inbox = Inbox(files: files, kind: kind, place: .state, limits: limits)
    for name in try home.journalNames().prefix(limits.files)
    where name != home.ownName && !StateFolder.isOf(forgotten, name) {
      // Unreadable files were reported when the state folder was read.
      guard let copy = (try? inbox.open(home.path(of: name))) ?? nil, try copy.hasEvents else { continue }
      do {
        try publish(copy, to: path(of: name))
      } catch {
        let failure = Journal.Failure(error)
        notices.add(.skipped(file: path(of: name), failure))
        // The next file would have no room either.
        if case .diskFull = failure { throw error }
        if case .readOnly = failure { throw error }
      }
    }
  }

  private func publish(_ ours: OtherDeviceFile, to target: String) throws(FileError) {
    // Half a line at the end of a copy is left over from a crash.
    let end = try ours.file.lineStart(before: ours.status.size)
    guard let entry = try files.status(of: target, followsLinks: false) else {
      try files.replace(target, in: path) { copied throws(FileError) in
        try self.copy(ours, from: 0, to: end, into: copied)
      }
      return
    }
    // Anything there other than a file was reported when it was to be read.
    guard entry.isFile, entry.size < end, let theirs = try? files.open(target, for: .appending),
      let status = try? theirs.status(), status.links == 1,
      try theirs.commonLength(status.size, with: ours.file, end) == status.size
    else { return }
    do {
      try self.copy(ours, from: try theirs.lineStart(before: status.size), to: end, into: theirs, at: status.size)
    } catch {
      try? theirs.truncate(to: status.size)
      throw error
    }
    try theirs.sync()
  }

  /// Copies lines of this device's own file to the end of another.
  private func copy(
    _ file: any JournalFile, from start: Int64, to end: Int64, into target: any JournalFile
  ) throws(FileError) {
    let size = try target.status().size
    do {
      var position = start
      while position < end {
        let piece = try file.bytes(at: position, count: Int(min(Int64(LineScanner.piece), end - position)))
        guard !piece.isEmpty else { return }
        try target.appendAll(piece)
        position += Int64(piece.count)
      }
    } catch {
      try? target.truncate(to: size)
      throw error
    }
  }

  /// Copies the undamaged lines of a copy.
  /// - Parameters:
  ///   - start: the beginning of a line.
  ///   - held: the length that both files share; the rest of a line that the other file has begun comes first.
  private func copy(
    _ ours: OtherDeviceFile, from start: Int64, to end: Int64, into target: any JournalFile, at held: Int64 = 0
  ) throws(FileError) {
    var walk = LineIterator(ours.file, from: start)
    var bytes: [UInt8] = []
    while try walk.next(), walk.end <= end {
      let isGood = walk.offset == 0 || walk.withLine { ours.event($0) != nil }
      // The other file has begun a line that is damaged here.
      if walk.offset < held, !isGood { return }
      guard isGood else { continue }
      walk.withLine { line in
        bytes.append(contentsOf: line.dropFirst(max(0, Int(held - walk.offset))))
        bytes.append(UInt8(ascii: "\n"))
      }
      guard bytes.count >= LineScanner.piece else { continue }
      try target.appendAll(bytes)
      bytes.removeAll(keepingCapacity: true)
    }
    if !bytes.isEmpty { try target.appendAll(bytes) }
  }
}

extension JournalFile {
  /// Returns the number of bytes that two files share at their beginnings.
  func commonLength(_ size: Int64, with other: any JournalFile, _ otherSize: Int64) throws(FileError) -> Int64 {
    let end = min(size, otherSize)
    var (position, piece) = (Int64(0), LineScanner.piece)
    while position < end {
      piece = min(piece, Int(end - position))
      let (first, second) = (try bytes(at: position, count: piece), try other.bytes(at: position, count: piece))
      guard first == second, !first.isEmpty else {
        return position + Int64(zip(first, second).prefix { $0 == $1 }.count)
      }
      position += Int64(first.count)
    }
    return end
  }
}

extension Journal.Failure {
  /// `true` if a file is refused because of its nature, so that replacing it loses nothing: a link, a text that is
  /// not a journal, or a journal of sessions of the other kind, where no device has this device's name. `false` for a
  /// journal that could not be read, or not completely.
  fileprivate var meansRubbish: Bool {
    switch self {
    case .notAJournal, .otherKind: true
    case .refused(_, let refusal):
      if case .severalNames = refusal { true } else { false }
    case .broken(let error): if case .notAFile = error.cause { true } else { false }
    default: false
    }
  }
}
