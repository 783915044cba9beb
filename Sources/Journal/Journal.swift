import System
import Timeline

/// The journal of all permanent events of all domains: an append-only log in a folder, with one file for each device.
///
///     let journal = try Journal.open(folder: folder, kind: .practice, device: device)
///     let id = Journal.Event.ID("note.1")!
///     try journal.append([Journal.Event(id: id, type: "note.saved", instant: now, payload: ["text": "hello"])])
///     try journal.void(id, at: now + .seconds(5))       // undo
///     let counts = !journal.isVoided(id)                // false
///
/// A domain's permanent state is a fold of its events; merging devices is the union of their events by id; undo
/// appends an event that voids another. Lines are never rewritten. `Format` describes the files.
///
/// Several programs may have the same folder open: each append takes the folder's lock, reads what others have
/// appended, and then appends. One thread owns a journal; it is not `Sendable`.
public final class Journal {
  public let kind: Kind
  private let home: StateFolder
  private var contents: Contents
  private var foundOut = Notices()
  private var waiting = PendingEvents()
  /// The reading at which `waiting` was last checked: by then none of its events was saved.
  private var checkedReading = 0
  /// `true` if the own file may hold bytes that no sync has confirmed: a program may have been killed before its
  /// sync.
  private var isUnsynced = false
  /// `true` if lines of a failed append may still be at the end of the file, because cutting them off failed too.
  private var isSuspect = false
  /// The formatter for the lines of a group.
  private var writer = LineWriter()
  /// The files of other devices that are open.
  private let openFiles: OpenFiles
  /// Files of other devices that were left out because of their content, with their status at that time, so that they
  /// need not be read again at each look.
  private var leftOut: [String: FileStatus] = [:]

  private let trust: Trust
  /// The devices whose events do not count here.
  private var forgotten: Set<String> = []

  private init(folder: String, kind: Kind, device: DeviceID, trust: Trust, files: any FileSystem) {
    self.trust = trust
    self.kind = kind
    home = StateFolder(folder, device: device, files: files)
    openFiles = OpenFiles(files)
    contents = Contents(device: device, trust: trust)
  }

  // MARK: Opening

  /// Opens the journal of a state folder, creating both if they are missing.
  ///
  /// Damage never prevents opening; `notices` lists the findings. If nothing can be written (a full or read-only
  /// disk), the journal opens with the notice `cannotSave`, and events wait in `pending`.
  /// - Parameters:
  ///   - folder: the state folder; its parents are created too.
  ///   - kind: the use of the folder; it is recorded in the files.
  ///   - device: this device; it writes `DEVICE.journal` and no other device may have the same name.
  ///   - earlier: the names that the folder had before, the latest first.
  ///   - local: the types of facts that only the device itself may state: `cursor` skips those of other devices.
  ///   - files: the file system (default: this machine's).
  /// - Throws: `Failure.otherKind`, `.newerFormat`, `.notAJournal`; `.busy` if another program keeps the folder
  ///   locked for ten seconds; `.denied` and `.broken` if existing files cannot be read.
  /// - Complexity: O(bytes of all files); about 0.4 s for a million events, which take about 45 bytes of memory each.
  public static func open(
    folder: String, kind: Kind, device: DeviceID, earlier: [DeviceID] = [], local: Set<String> = [],
    files: any FileSystem = POSIXFileSystem()
  ) throws(Failure) -> Journal {
    var trust = Trust(earlier: earlier.filter { $0 != device })
    trust.local.formUnion(local)
    let journal = Journal(folder: folder, kind: kind, device: device, trust: trust, files: files)
    try journal.start()
    return journal
  }

  /// Opens everything for the first time.
  private func start() throws(Failure) {
    do {
      try home.files.makeFolder(folder)
    } catch {
      foundOut.add(.cannotSave(Failure(error)))
      // There is nothing to read either: events wait until the folder can be created.
      guard (try? home.files.names(in: folder)) != nil else { return }
    }
    let lock = try lockForReading { foundOut.add(.cannotSave($0)) }
    defer { lock?.unlock() }
    try load(isLocked: lock != nil)
    // A program that opens a journal begins with a fold of all events.
    defer { contents.forgetNews() }
    guard lock != nil else { return }
    do {
      try prepareOwnFile()
      try repairOwnFile()
    } catch {
      foundOut.add(.cannotSave(error))
    }
    try repairOtherFiles()
  }

  /// Rewrites this device's file if that is worthwhile.
  private func repairOwnFile() throws(Failure) {
    guard let own = contents.own,
      own.isDamaged || own.isDisordered || own.hasReturns || Compaction.isWorthwhile(contents)
    else { return }
    do {
      try replaceByCompacted()
      if own.hasReturns { foundOut.add(.lineEnds(file: home.ownName, isCorrected: true)) }
    } catch {
      if own.hasReturns { foundOut.add(.lineEnds(file: home.ownName, isCorrected: false)) }
      // If no new file can be created, lines may still be appended to this one.
      if case .denied = error { return }
      throw error
    }
  }

  /// Rewrites the copies of other devices' files whose lines end in CR LF.
  private func repairOtherFiles() throws(Failure) {
    let changed = contents.sources.filter { $0.hasReturns && $0.name != home.ownName }
    guard !changed.isEmpty else { return }
    for source in changed {
      let isCorrected = (try? home.rewrite(source)) != nil
      foundOut.add(.lineEnds(file: source.name, isCorrected: isCorrected))
    }
    try load(isLocked: true)
  }

  // MARK: Looking

  public var folder: String { home.path }
  public var device: DeviceID { home.device }
  /// Findings in the files that the user should know, in the order in which they were made.
  public var notices: [Notice] { foundOut.all }
  /// Events that could not be saved yet, in order; the next `append` tries to save them again.
  public var pending: [Event] { waiting.events }
  /// The number of different events, including voiding and voided events.
  public var count: Int { contents.count }

  /// The latest instant of any event, possibly in the future if some device's clock was wrong; `nil` if there are no
  /// events.
  /// - Complexity: O(events) in the worst case, O(1) while the events are in order.
  public var latest: Instant? { contents.latest }

  /// Returns the latest instant of any event of this device (also under an earlier name), and of those events of
  /// other devices that are not later than `limit`: their clocks or contents may be wrong.
  /// - Complexity: as `latest` if no event is later, else O(events).
  public func latest(ofOthersUpTo limit: Instant) -> Instant? { contents.latest(ofOthersUpTo: limit) }

  /// The run and sequence number that the next event of this device gets.
  public var nextOrigin: Origin {
    let next = contents.nextNumber
    return Origin(device: device, run: next.run, sequence: next.sequence)
  }

  /// Returns `true` if an event of this id is saved or pending.
  /// - Complexity: O(1): one read of the file if the id is known.
  public func contains(_ id: Event.ID) -> Bool {
    let hash = contents.hash(of: id)
    return waiting.contains(id, hash: hash) || contents.contains(id, hash: hash)
  }

  /// Returns `true` if `append` skips an event of this id because this device has saved it. Another device may have
  /// saved it too.
  public func isSavedHere(_ id: Event.ID) -> Bool {
    waiting.contains(id, hash: contents.hash(of: id)) || contents.isOwn(id)
  }

  /// Returns `true` if an event of this id is saved but no longer counts: each device that wrote it has taken it
  /// back.
  public func isVoided(_ id: Event.ID) -> Bool { contents.isVoided(id) }
  /// Returns the saved event of this id; `nil` if there is none, or if its line can no longer be read.
  /// - Complexity: O(1): one read of the file.
  public func event(_ id: Event.ID) -> SavedEvent? { contents.event(id) }

  /// Returns a cursor over the saved events in the order of folding.
  /// - Parameters:
  ///   - types: only events of these types; the lines of others are not even read. `nil` for all.
  ///   - includingVoided: whether to include voided events and the events that void them.
  /// - Complexity: O(1) while the events are in order, else O(n log n) for n events.
  public func cursor(of types: [String]? = nil, includingVoided: Bool = false) -> Cursor {
    contents.cursor(of: types, includingVoided: includingVoided)
  }

  // MARK: Appending

  /// Saves events, all in one write and one sync; after the return they would survive a power loss.
  ///
  /// Events that this device has already saved are skipped. After a failure all unsaved events wait in `pending`, and
  /// the next append, even one of no events, tries to save them again. A crash in the middle may leave the first
  /// events of a group saved and the others not; appending the group again saves the rest.
  /// - Returns: the number of events saved now, including those that were pending.
  /// - Throws: `Failure.invalidEvent`, and then no event of the group is saved; else `.diskFull`, `.readOnly`,
  ///   `.denied`, `.busy` or `.broken`.
  /// - Complexity: O(bytes of the events and of what other programs have appended since), and one sync.
  @discardableResult
  public func append(_ events: [Event]) throws(Failure) -> Int {
    let hashes = try hashes(ofFlawless: events)
    if waiting.isEmpty { checkedReading = contents.readings }
    var known = contents.saved(of: events, hashes: hashes)[...]
    if known.isEmpty {
      waiting.append(contentsOf: events, hashes: hashes)
    } else {
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

  /// Returns the hash of each event's id.
  /// - Throws: `Failure.invalidEvent` for the first event that cannot be saved.
  private func hashes(ofFlawless events: [Event]) throws(Failure) -> [UInt32] {
    var hashes: [UInt32] = []
    hashes.reserveCapacity(events.count)
    let checksum = Checksum()
    // Most events have the type of the event before.
    var type = ""
    for position in events.indices {
      // Field by field, because a loop over the events would copy each of them with its three strings.
      if events[position].type != type || events[position].payload.text.utf8.count > Event.surelyShort {
        if let reason = events[position].flaw { throw .invalidEvent(events[position].id, reason: reason) }
        type = events[position].type
      }
      hashes.append(events[position].id.text.withBytes { checksum($0) })
    }
    return hashes
  }

  private func flush() throws(Failure) -> Int {
    try withLock { () throws(Failure) in
      try prepareOwnFile()
      // After a failed append whose lines could not be cut off, those lines may just have been read back without
      // being on the disk. They are written again; the union by id counts each event once.
      if !isSuspect { removeSaved() }
      return try Failure.wrapping { () throws(FileError) in
        let source = contents.own!
        guard waiting.isEmpty else { return try write(to: source) }
        try sync(source)
        return 0
      }
    }
  }

  /// Removes the waiting events that other programs have saved meanwhile.
  private func removeSaved() {
    guard checkedReading != contents.readings else { return }
    waiting.removeAll { contents.isSaved($0, hash: $1) }
    checkedReading = contents.readings
  }

  private func write(to source: Source) throws(FileError) -> Int {
    let good = source.scanned
    let lines: (offsets: [Int64], count: Int64)
    do {
      lines = try writer.write(waiting.events, from: nextOrigin, to: source.file, at: good)
      try sync(source)
    } catch {
      // Also after a failed sync: the system may have dropped the pages and would report a second sync as a success
      // ("fsyncgate"), so the lines are removed and written again.
      do {
        try source.file.truncate(to: good)
      } catch {
        isSuspect = true
      }
      throw error
    }
    source.scanned += lines.count
    source.lines += waiting.count
    contents.enter(waiting, at: lines.offsets, behind: good, mayBeKnown: isSuspect, &foundOut)
    let count = waiting.count
    waiting.removeAll()
    isSuspect = false
    return count
  }

  /// Makes the file durable, and after opening also its name once: another program may have been killed between
  /// creating the file and syncing the folder.
  private func sync(_ source: Source) throws(FileError) {
    try source.file.sync()
    if isUnsynced { try home.files.syncFolder(folder) }
    isUnsynced = false
  }

  /// Dates events again that this device has saved: appends each of them once more, with the same id and an earlier
  /// instant. Of several lines of an event the first in the order of folding counts, on every device.
  ///
  /// Events that this device has not saved, or that are not earlier than the saved ones, are skipped.
  /// - Throws: as `append`; events that could not be saved keep their dates.
  public func redate(_ events: [Event]) throws(Failure) {
    try append([])
    try withLock { () throws(Failure) in
      try prepareOwnFile()
      let earlier = events.filter { event in
        event.flaw == nil && contents.ownEvent(event.id).map { event.instant < $0.event.instant } ?? false
      }
      guard !earlier.isEmpty else { return }
      try Failure.wrapping { () throws(FileError) in
        let source = contents.own!
        let good = source.scanned
        do throws(FileError) {
          _ = try writer.write(earlier, from: nextOrigin, to: source.file, at: good)
          try sync(source)
        } catch {
          try? source.file.truncate(to: good)
          throw error
        }
      }
      // Read as another program's lines would be, but not reported as news.
      let news = contents.news
      try refreshOwnFile(isLocked: true)
      contents.news = news
    }
  }

  // MARK: Voiding

  /// Takes back events that this device has saved: appends, for each, an event that voids it. Nothing is removed or
  /// rewritten.
  ///
  /// An event that other devices have also saved still counts through their lines, and an event that only others have
  /// saved is left alone. The id may be the one under which the event was first saved: after a `restore` the event
  /// that was appended last is voided. Voided events are skipped. A pending event is saved and then voided.
  /// - Parameter instant: the time of the undo.
  /// - Returns: `false` if this device had already taken all of them back.
  /// - Throws: `Failure.noSuchEvent` if one of the ids is unknown, and then no event is voided; else as `append`.
  @discardableResult
  public func void(_ ids: [Event.ID], at instant: Instant) throws(Failure) -> Bool {
    if let unknown = ids.first(where: { !contains($0) }) { throw .noSuchEvent(unknown) }
    let before = contents.voidedCount
    try append(ids.compactMap { latestOwnAppend(of: $0).map { Event(voiding: $0, at: instant) } })
    return contents.voidedCount > before
  }

  /// Undoes one saved event; see `void(_:at:)` for several.
  @discardableResult
  public func void(_ id: Event.ID, at instant: Instant) throws(Failure) -> Bool { try void([id], at: instant) }

  /// Redoes what `void` has undone: appends the event again, with the same instant, day and payload, under the id
  /// with the suffix `~2`, `~3` … Events that this device has not voided are skipped; an event that only others
  /// have saved and voided becomes this device's own.
  /// - Returns: the ids under which the events now count, in the same order.
  /// - Throws: `Failure.noSuchEvent` if one of the ids is not saved, and then no event is restored; else as `append`.
  @discardableResult
  public func restore(_ ids: [Event.ID]) throws(Failure) -> [Event.ID] {
    var (restored, events): ([Event.ID], [Event]) = ([], [])
    for id in ids {
      let own = latestOwnAppend(of: id)
      let latest = own ?? latestAppend(of: id)
      guard var event = (contents.ownEvent(latest) ?? event(latest))?.event else { throw .noSuchEvent(id) }
      if let own, contents.isRevoked(own) {
        event.id = own.next
        events.append(event)
      } else if own == nil, isVoided(latest) {
        events.append(event)
      } else {
        // The caller learns of the event here, so `news` does not report it again.
        contents.claim(latest)
      }
      restored.append(event.id)
    }
    try append(events)
    return restored
  }

  /// Returns the id under which an event was appended last: `id`, or `id~2`, `id~3` …
  private func latestAppend(of id: Event.ID) -> Event.ID {
    var latest = id
    while contains(latest.next) { latest = latest.next }
    return latest
  }

  /// Returns the id under which this device appended an event last; `nil` if it never did.
  private func latestOwnAppend(of id: Event.ID) -> Event.ID? {
    var (next, own): (Event.ID, Event.ID?) = (id, nil)
    while contains(next) {
      if isSavedHere(next) { own = next }
      next = next.next
    }
    return own
  }

  // MARK: Reading other programs' events

  /// Reads what other programs and devices have written since the last reading; `news` also returns the new events.
  /// - Throws: `Failure.busy`, and any error that prevents reading the files.
  public func refresh() throws(Failure) {
    let lock = try lockForReading { _ in }
    defer { lock?.unlock() }
    try refreshOwnFile(isLocked: lock != nil)
    try refreshOtherFiles(isLocked: lock != nil)
  }

  // MARK: Devices

  /// Returns the devices that have saved events here, this device first, and the forgotten devices.
  /// - Complexity: O(events).
  public func devices() -> [Device] {
    var all = contents.devices()
    if !all.contains(where: { $0.isOwn }) { all.insert(Device(name: device.name, isOwn: true), at: 0) }
    for name in forgotten.sorted() {
      var device = Device(name: name, isOwn: false)
      device.isForgotten = true
      all.append(device)
    }
    return all
  }

  /// `true` if the folder has files of other devices.
  public var hasOthers: Bool { contents.sources.contains { $0.name != home.ownName } }

  /// Leaves out all events of another device, in this folder and in exchanges, until the device is remembered: its
  /// file is not read, fetched or handed on.
  /// - Returns: `false` if the device is already forgotten, or is this device.
  /// - Throws: as `append`.
  public func forget(_ name: String, at instant: Instant) throws(Failure) -> Bool {
    try setForgotten(name, true, at: instant)
  }

  /// Includes the events of a forgotten device again.
  /// - Returns: `false` if the device was not forgotten.
  /// - Throws: as `append`.
  public func remember(_ name: String, at instant: Instant) throws(Failure) -> Bool {
    try setForgotten(name, false, at: instant)
  }

  private func setForgotten(_ name: String, _ isForgotten: Bool, at instant: Instant) throws(Failure) -> Bool {
    try refresh()
    guard name != device.name, forgotten.contains(name) != isForgotten else { return false }
    try append([Event(name, isForgotten: isForgotten, by: nextOrigin, at: instant)])
    try refresh()
    return true
  }

  /// Reads what other programs and devices have written, and returns the new part.
  ///
  /// New events are those that came since the journal was opened or since the last call, whichever call read them:
  /// `append` and `exchange(with:)` read too. Events that this journal itself appended, voided or restored are left
  /// out, even if another program was first to save an event of the same id.
  ///
  /// A program that calls this method before it appends gets the events of other shells in their order and seldom has
  /// to fold again.
  /// - Throws: as `refresh`, and `Failure.broken` if a line cannot be read; the news is then kept for the next call.
  /// - Complexity: as `refresh` if there is no news; else O(bytes of the news) and a look at each event's instant, some
  ///   milliseconds for a million.
  public func news() throws(Failure) -> News {
    try refresh()
    try contents.gather()
    var news = contents.news
    contents.news = News()
    if !news.needsFold { news.needsFold = !contents.isBehindAllKnown(news.events) }
    return news
  }

  /// Merges with the devices that use a shared folder: copies their events from there, and adds this device's events.
  ///
  /// In the shared folder a device changes only its own file, and adds lines of other devices that only it still
  /// holds, so a tool that synchronises the folder between machines finds no conflicts. Copies of the other devices'
  /// files stay in the state folder, and everything also works without the shared folder. Lines in this device's name
  /// that only the shared folder has are copied first if this device was restored from a backup; otherwise they are
  /// left out with a notice, because another program wrote them. Exchanges may be repeated at any time and in any
  /// order; a crash in between loses nothing.
  /// - Parameter latest: the latest instant of such lines, unless this device can prove to have written them.
  /// - Throws: as `append`; `Failure.otherKind` if all files in the shared folder belong to sessions of the other
  ///   kind, `.ownFolder` if `shared` is the state folder. Files that cannot be read are left out with a notice; a
  ///   link in this device's place is replaced, while a folder or pipe there stays, with a notice.
  /// - Complexity: O(bytes of all files in both folders).
  @discardableResult
  public func exchange(with shared: String, upTo latest: Instant = .distantFuture) throws(Failure) -> Exchange {
    try append([])
    var exchange = Exchange()
    try withLock { () throws(Failure) in
      try prepareOwnFile()
      let mark = ExchangeMark(home)
      let shared = SharedFolder(
        path: shared, home: home, kind: kind, trust: trust,
        forgotten: contents.forgottenDevices(), isRestoring: !mark.holds(for: contents.own!),
        hasExchanged: mark.isThere,
        latest: latest,
        inherited: contents.own!.header?.inherited ?? [:])
      let (before, known) = (contents.lineCount, contents.mark)
      try Failure.of(home.files.makeFolder(shared.path))
      try shared.check()
      exchange.unsent = try Failure.of(shared.fetch(&foundOut))
      // The own file first: other files' lines in this device's name are compared with it.
      try refreshOwnFile(isLocked: true)
      try refreshOtherFiles(isLocked: true)
      try prepareOwnFile()
      exchange.received = contents.lineCount - before
      let changes = contents.changes(since: known)
      (exchange.arrived, exchange.retracted) = (changes.arrived, changes.retracted)
      exchange.different = changes.different
      try Failure.wrapping { () throws(FileError) in
        if let own = contents.own, exchange.unsent == nil {
          do throws(FileError) {
            exchange.sentBytes = try shared.publish(own, &foundOut)
            mark.write(for: own)
          } catch {
            // Something other than a file cannot be replaced; the other devices' files are still usable.
            guard case .notAFile = error.cause else { throw error }
            exchange.unsent = Failure(error)
            foundOut.add(.skipped(file: error.path, Failure(error)))
          }
        }
        try shared.publishCopies(&foundOut)
      }
    }
    return exchange
  }

  // MARK: Locks

  /// Runs `body` with the folder's lock held.
  private func withLock<T>(_ body: () throws(Failure) -> T) throws(Failure) -> T {
    // If the folder was removed, or could not be created before, it is created now.
    let lock = try Failure.wrapping { () throws(FileError) in
      if contents.own == nil { try home.files.makeFolder(folder) }
      return try home.lock()
    }
    defer { lock.unlock() }
    return try body()
  }

  /// Acquires the folder's lock: a program that may write waits for the others, and a program that may only read
  /// continues without the lock.
  /// - Parameter withoutLock: receives the reason why there is no lock.
  private func lockForReading(withoutLock: (Failure) -> Void) throws(Failure) -> (any FileLock)? {
    do {
      return try home.lock()
    } catch {
      let failure = Failure(error)
      if case .busy = failure { throw failure }
      withoutLock(failure)
      return nil
    }
  }

  // MARK: Files

  /// The check for files that other devices wrote.
  private var inbox: Inbox { Inbox(files: home.files, kind: kind, place: .state) }

  /// Reads all files from their beginning.
  private func load(isLocked: Bool) throws(Failure) {
    for _ in 0..<3 {
      do {
        return try loadOnce(isLocked: isLocked)
      } catch {
        // A file was replaced or removed while the others were read: all files are read once more.
        guard case .broken(let cause) = error, cause.code == ESTALE || cause.code == ENOENT else { throw error }
      }
    }
    try loadOnce(isLocked: isLocked)
  }

  private func loadOnce(isLocked: Bool) throws(Failure) {
    openFiles.closeAll()
    contents.beginRereading()
    defer { contents.endRereading() }
    let names = try Failure.of(home.journalNames())
    // The own file first: other files' lines in this device's name are compared with it.
    if names.contains(home.ownName) { try openOwnFile(isLocked: isLocked) }
    forgotten = contents.forgottenDevices()
    contents.leaveOut(forgotten)
    var otherKinds = 0
    for name in chosen(names) {
      if case .otherKind = try openOtherFile(name) { otherKinds += 1 }
    }
    if contents.sources.isEmpty, otherKinds > 0 {
      throw .otherKind(path: folder, recorded: kind == .real ? .practice : .real, wanted: kind)
    }
  }

  /// Returns the files of other devices to read.
  private func chosen(_ names: [String]) -> [String] {
    inbox.chosen(
      names.filter { $0 != home.ownName && !StateFolder.isOf(forgotten, $0) }, known: [], in: folder, &foundOut)
  }

  private func openOwnFile(isLocked: Bool) throws(Failure) {
    guard let opened = try Failure.of(openOwnFile()) else { return }
    let (file, isWritable) = (opened.file, opened.isWritable)
    let mayWrite = isLocked && isWritable
    let status = try Failure.of(file.status())
    var known: Header?
    switch try Failure.of(Source.beginning(of: file, size: status.size)) {
    case .header(let header):
      known = header
      // A link to another device's file: the next program that appends replaces it.
      if opened.isLink, header.device != device.name { return }
      try header.check(for: kind, path: home.ownPath, whole: folder)
    case _ where opened.isLink: return
    case .damagedHeader(let recorded):
      // A damaged line does not turn a folder of real sessions into one of practice.
      let others = recorded == nil ? try Failure.of(recordedByOthers()) : nil
      guard let recorded = recorded ?? others, recorded != kind else { break }
      throw Failure.otherKind(path: folder, recorded: recorded, wanted: kind)
    case .nothing:
      // The next program that appends creates the file again; the rest of the first line is moved aside.
      if status.size > 0, mayWrite {
        cutIfPossible { () throws(FileError) in foundOut.add(try home.cut(file, to: 0, size: status.size)) }
      }
      return
    case .somethingElse: throw Failure.notAJournal(path: home.ownPath)
    }
    let source = Source(
      name: home.ownName, path: home.ownPath, file: file, identity: status.identity,
      isWritable: isWritable, header: known)
    source.isLinked = opened.isLink || status.links > 1
    isUnsynced = true
    try Failure.of(contents.add(source, isOwn: true, size: status.size, &foundOut))
    guard !source.isLinked else { return }
    cutIfPossible { () throws(FileError) in
      try cutTornLine(of: source, size: status.size, isLocked: isLocked)
    }
  }

  /// Returns the use of the folder according to the first other file that states one.
  private func recordedByOthers() throws(FileError) -> Kind? {
    for name in try home.journalNames() where name != home.ownName {
      guard let file = try? home.files.open(home.path(of: name), for: .reading), let size = try? file.status().size,
        case .header(let header)? = try? Source.beginning(of: file, size: size)
      else { continue }
      return header.kind
    }
    return nil
  }

  /// Opens this device's file for writing, or at least for reading.
  /// - Returns: `nil` if there is none, or if its name is taken by something other than a file, which a notice
  ///   reports.
  private func openOwnFile() throws(FileError) -> (file: any JournalFile, isWritable: Bool, isLink: Bool)? {
    let files = home.files
    do {
      return (try files.open(home.ownPath, for: .appending), true, false)
    } catch {
      if case .notAFile(.link) = error.cause {
        // The link's target is read, and never written. A link that leads nowhere counts as missing.
        return (try? files.open(home.ownPath, for: .readingThroughLink)).map { ($0, false, true) }
      }
      foundOut.add(.cannotSave(Failure(error)))
      if try files.status(of: home.ownPath, followsLinks: false)?.isFile == false { return nil }
      return (try files.open(home.ownPath, for: .reading), false, false)
    }
  }

  /// Moves the bytes after the last whole line aside; if the disk is full, the next program that appends tries again.
  private func cutIfPossible(_ cut: () throws(FileError) -> Void) {
    do { try cut() } catch { foundOut.add(.cannotSave(Failure(error))) }
  }

  private func cutTornLine(of source: Source, size: Int64, isLocked: Bool) throws(FileError) {
    guard source.scanned < size, isLocked, source.isWritable else { return }
    if try isWholeLine(source, from: source.scanned, to: size) {
      try source.file.appendAll([UInt8(ascii: "\n")])
      foundOut.add(.unended(file: home.ownName, line: source.lines + 1))
      return try contents.readLines(source, size: size + 1, &foundOut)
    }
    do {
      foundOut.add(try home.cut(source.file, to: source.scanned, size: size))
    } catch {
      if case .diskFull = Failure(error) { throw error }
      // No file can be created beside this one, for example in a read-only folder: the line is then ended where it
      // is, and counts as damaged.
      try source.file.appendAll([UInt8(ascii: "\n")])
      try contents.readLines(source, size: size + 1, &foundOut)
    }
  }

  /// `true` if the last line contains whole events and only lacks its line end.
  private func isWholeLine(_ source: Source, from start: Int64, to size: Int64) throws(FileError) -> Bool {
    guard size - start < Format.lineLengthLimit else { return false }
    let bytes = try source.file.bytes(at: start, count: Int(size - start))
    return bytes.withUnsafeBytes { line in
      let checksum = Checksum()
      return Line.pieces(of: line, checksum).contains { piece in
        Line.json(of: .init(rebasing: line[piece]), checksum).flatMap(LineFields.init) != nil
      }
    }
  }

  /// Reads a file that this device does not write. An unreadable file is left out with a notice: another device's
  /// problem must not stop this one.
  /// - Returns: the reason why the file was left out.
  /// - Throws: `Failure.broken` if a file that was read before can no longer be read.
  @discardableResult
  private func openOtherFile(_ name: String) throws(Failure) -> Failure? {
    let path = home.path(of: name)
    let theirs: OtherDeviceFile
    do {
      guard let opened = try inbox.open(path) else { return nil }
      theirs = opened
    } catch {
      foundOut.add(.skipped(file: name, error))
      if error.isLasting { leftOut[name] = (try? home.files.status(of: path, followsLinks: false)) ?? nil }
      return error
    }
    leftOut[name] = nil
    if theirs.header == nil { foundOut.add(.damagedHeader(file: name)) }
    let file = openFiles.file(at: path, with: theirs.status.identity, opened: theirs.file)
    let source = Source(
      name: name, path: path, file: file, identity: theirs.status.identity,
      isWritable: false, header: theirs.header)
    try Failure.of(contents.add(source, isOwn: false, size: theirs.status.size, &foundOut))
    return nil
  }

  /// Ensures that this device's file exists, is writable, and has been read to its end.
  private func prepareOwnFile() throws(Failure) {
    try refreshOwnFile(isLocked: true, mayAppend: true)
    if contents.own?.isLinked ?? false {
      // Writing would change the link's target.
      try replaceByCompacted()
      foundOut.add(.unlinked(file: home.ownName))
    }
    guard let own = contents.own else { return try Failure.of(makeOwnFile()) }
    guard !own.isWritable else { return }
    // The file could not be written when it was opened; it may be writable now. The whole file is read again,
    // because only the included check for an unfinished last line makes appending safe.
    _ = try Failure.of(home.files.open(home.ownPath, for: .appending))
    try load(isLocked: true)
    try refreshOwnFile(isLocked: true, mayAppend: true)
  }

  /// The first line for this device's file. An existing first line keeps its facts about the file's beginning.
  private var header: Header {
    Header(
      kind: kind, device: device.name, inherited: contents.own?.header?.inherited ?? contents.inheritance())
  }

  /// Creates a file with only its header, atomically.
  private func makeOwnFile() throws(FileError) {
    if let there = try home.files.status(of: home.ownPath, followsLinks: false), there.kind != .link {
      // A folder or a pipe may belong to another program, and half a first line is moved aside.
      guard there.isFile else { throw FileError(.notAFile(there.kind), operation: .open, path: home.ownPath) }
      if there.size > 0 {
        let file = try home.files.open(home.ownPath, for: .appending)
        foundOut.add(try home.cut(file, to: 0, size: there.size))
      }
    }
    let header = header
    let file = try home.replaceOwnFile { file throws(FileError) in try file.appendAll(header.line) }
    let status = try file.status()
    let source = Source(
      name: home.ownName, path: home.ownPath, file: file, identity: status.identity,
      isWritable: true, header: header)
    try contents.add(source, isOwn: true, size: status.size, &foundOut)
  }

  /// Reads what other programs have appended to this device's file.
  /// - Parameter mayAppend: whether to throw if an unfinished last line cannot be moved aside.
  private func refreshOwnFile(isLocked: Bool, mayAppend: Bool = false) throws(Failure) {
    guard let own = contents.own else {
      if try Failure.of(home.files.status(of: home.ownPath))?.isFile == true { try load(isLocked: isLocked) }
      return
    }
    guard let status = try Failure.of(home.files.status(of: home.ownPath)), status.identity == own.identity,
      status.size >= own.scanned
    else {
      // Something other than a file is in its place: the events already read stay, so that the journal does not
      // seem empty.
      if let kind = try Failure.of(home.files.status(of: home.ownPath))?.kind, kind != .file {
        throw Failure(FileError(.notAFile(kind), operation: .open, path: home.ownPath))
      }
      // The file was compacted by another program, removed, or restored from a backup: earlier readings no longer
      // count.
      foundOut.add(.replaced(file: home.ownName))
      return try load(isLocked: isLocked)
    }
    guard status.size > own.scanned else { return }
    isUnsynced = true
    try Failure.of(contents.readLines(own, size: status.size, &foundOut))
    guard !own.isLinked else { return }
    if mayAppend {
      try Failure.of(cutTornLine(of: own, size: status.size, isLocked: isLocked))
    } else {
      cutIfPossible { () throws(FileError) in
        try cutTornLine(of: own, size: status.size, isLocked: isLocked)
      }
    }
  }

  private func refreshOtherFiles(isLocked: Bool) throws(Failure) {
    guard contents.forgottenDevices() == forgotten else { return try load(isLocked: isLocked) }
    let names = chosen(try Failure.of(home.journalNames()))
    for name in names {
      guard let source = contents.source(named: name) else {
        if let known = leftOut[name] {
          // The file is unchanged since it was left out.
          if try Failure.of(home.files.status(of: home.path(of: name), followsLinks: false)) == known { continue }
        }
        try openOtherFile(name)
        continue
      }
      guard let status = try Failure.of(home.files.status(of: source.path, followsLinks: false)),
        status.identity == source.identity,
        status.size >= source.scanned
      else { return try load(isLocked: isLocked) }
      if status.size > source.scanned { try Failure.of(contents.readLines(source, size: status.size, &foundOut)) }
    }
    // The sources include the own file.
    guard contents.sources.count > names.count else { return }
    let present = Set(names)
    let isOneGone = contents.sources.contains { $0.name != home.ownName && !present.contains($0.name) }
    if isOneGone { try load(isLocked: isLocked) }
  }

  // MARK: Compacting

  /// Rewrites this device's file without the lines that no reader counts: repeated lines of one id, and damaged
  /// lines, which move to `DEVICE.damaged`. Every event stays, and the remaining lines keep their content and order.
  ///
  /// The new file replaces the old one atomically, once it is whole and durable; a crash at any instant leaves one or
  /// the other. Opening a journal does this automatically if it is worthwhile: if a line is damaged (which is then
  /// reported once, not at every start), or if more than half of a file of more than 1,000 lines does not count.
  /// Voided events are kept: their ids must not be saved again.
  /// - Returns: the number of lines left out.
  /// - Throws: as `append`; the old file is then untouched.
  /// - Complexity: O(bytes of the file).
  @discardableResult
  public func compact() throws(Failure) -> Int {
    try append([])
    return try withLock { () throws(Failure) in
      try prepareOwnFile()
      return try replaceByCompacted()
    }
  }

  @discardableResult
  private func replaceByCompacted() throws(Failure) -> Int {
    // All files are read again in the end and entries get other numbers, but nothing becomes new, so all news is
    // gathered first.
    try refreshOtherFiles(isLocked: true)
    try contents.gather()
    let news = contents.news
    let mark = ExchangeMark(home)
    let wasWhole = mark.isThere && mark.holds(for: contents.own!)
    var compaction = Compaction(contents, of: contents.own!)
    let header = header
    try Failure.wrapping { () throws(FileError) in
      _ = try home.replaceOwnFile { file throws(FileError) in
        try compaction.write(header, to: file)
        guard compaction.damaged.lines > 0 else { return }
        let name = try home.saveDamagedLines(compaction.damaged.bytes)
        foundOut.add(.movedAside(file: home.ownName, lines: compaction.damaged.lines, keptIn: name))
      }
    }
    try load(isLocked: true)
    if wasWhole, let own = contents.own { mark.write(for: own) }
    contents.news = news
    return compaction.dropped
  }
}
