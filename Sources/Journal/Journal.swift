import System
import Timeline

/// The journal of all that must last, of all domains: an append-only log of events in a folder, one file for each
/// device.
///
/// The state of a domain that lasts is a fold of its events; merging devices is the union of their events by id; undo
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
  /// The reading after which all of `waiting` was known not to be saved.
  private var checkedReading = 0
  /// Whether the own file may hold bytes that no sync has confirmed: a program may have been killed before its sync.
  private var isUnsynced = false
  /// Whether lines of a failed append may still stand at the end of the file, because cutting them off failed as well.
  private var isSuspect = false
  /// Makes the lines of a group.
  private var writer = LineWriter()
  /// The files of other devices that are open.
  private let openFiles: OpenFiles
  /// Files of other devices that were left out for what they are, as they were then: they need not be read at each look.
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

  /// Opens the journal of a state folder, making both where they are missing.
  ///
  /// Damage never keeps it from opening; `notices` tells what was found. Where nothing can be written (a disk that is
  /// full or can only be read), it opens as well, with the notice `cannotSave`, and events wait in `pending`.
  /// - Parameters:
  ///   - folder: the state folder; its parents are made as well.
  ///   - kind: what the folder is for; it is recorded in the files.
  ///   - device: this device; it writes `DEVICE.journal` and no other device may have the same name.
  ///   - earlier: the names that the folder had before, the latest first.
  ///   - local: the types of facts that only the device itself may say: `cursor` shows no other device's.
  ///   - files: the files of this machine, unless said.
  /// - Throws: `Failure.otherKind`, `.newerFormat`, `.notAJournal`; `.busy` when another program keeps the folder
  ///   locked for ten seconds; `.denied` and `.broken` when what is there cannot be read.
  /// - Complexity: O(bytes of all files); about 0.4 s for a million events, of which some 45 bytes each stay in memory.
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
      // Nothing to read either: everything waits until the folder can be made.
      guard (try? home.files.names(in: folder)) != nil else { return }
    }
    let lock = try lockForReading { foundOut.add(.cannotSave($0)) }
    defer { lock?.unlock() }
    try load(isLocked: lock != nil)
    // Whoever opens a journal begins with a fold of all of it.
    defer { contents.forgetNews() }
    guard lock != nil else { return }
    do {
      try prepareOwnFile()
      try mendOwnFile()
    } catch {
      foundOut.add(.cannotSave(error))
    }
    try mendOtherFiles()
  }

  /// Writes this device's file anew where that is worth it.
  private func mendOwnFile() throws(Failure) {
    guard let own = contents.own,
      own.isDamaged || own.isDisordered || own.hasReturns || Compaction.isWorthIt(contents)
    else { return }
    do {
      try replaceByCompacted()
      if own.hasReturns { foundOut.add(.lineEnds(file: home.ownName, isMended: true)) }
    } catch {
      if own.hasReturns { foundOut.add(.lineEnds(file: home.ownName, isMended: false)) }
      // Where no new file can be made, lines may still be appended to this one.
      if case .denied = error { return }
      throw error
    }
  }

  /// Writes the copies of other devices' files anew whose lines end in CR LF.
  private func mendOtherFiles() throws(Failure) {
    let changed = contents.sources.filter { $0.hasReturns && $0.name != home.ownName }
    guard !changed.isEmpty else { return }
    for source in changed {
      let isMended = (try? home.rewrite(source)) != nil
      foundOut.add(.lineEnds(file: source.name, isMended: isMended))
    }
    try load(isLocked: true)
  }

  // MARK: Looking

  public var folder: String { home.path }
  public var device: DeviceID { home.device }
  /// Findings in the files that the user should know, in the order in which they were made.
  public var notices: [Notice] { foundOut.all }
  /// Events that could not be saved yet, in their order; the next `append` tries them again.
  public var pending: [Event] { waiting.events }
  /// The number of different events, those that void and those that are voided included.
  public var count: Int { contents.count }

  /// The latest instant of any event, in the future perhaps when some device's clock was wrong; `nil` when there is
  /// none.
  /// - Complexity: O(events) in the worst case, O(1) while the events are in order.
  public var latest: Instant? { contents.latest }

  /// The latest instant of any event of this device, also under an earlier name, and of those events of others that are
  /// not later than `limit`: their clocks, or what they say, may be wrong.
  /// - Complexity: as `latest` where none is later, else O(events).
  public func latest(ofOthersUpTo limit: Instant) -> Instant? { contents.latest(ofOthersUpTo: limit) }

  /// The run and sequence number that the next event of this device gets.
  public var nextOrigin: Origin {
    let next = contents.nextNumber
    return Origin(device: device, run: next.run, sequence: next.sequence)
  }

  /// Whether an event of this id is saved or pending.
  /// - Complexity: O(1): one look into the file when it is there.
  public func contains(_ id: Event.ID) -> Bool {
    let hash = contents.hash(of: id)
    return waiting.contains(id, hash: hash) || contents.contains(id, hash: hash)
  }

  /// Whether `append` passes over an event of this id, because this device has saved it; another device may have taken
  /// part in it nevertheless.
  public func isSavedHere(_ id: Event.ID) -> Bool {
    waiting.contains(id, hash: contents.hash(of: id)) || contents.isOwn(id)
  }

  /// Whether an event of this id is saved and no longer counts: each device that wrote it has taken it back.
  public func isVoided(_ id: Event.ID) -> Bool { contents.isVoided(id) }
  /// The saved event of this id; `nil` when there is none, or when its line cannot be read any more.
  /// - Complexity: O(1): one look into the file.
  public func event(_ id: Event.ID) -> SavedEvent? { contents.event(id) }

  /// A walk through the saved events in the order of folding.
  /// - Parameters:
  ///   - types: only events of these types; the lines of others are not even read. `nil` for all.
  ///   - includingVoided: also events that are voided, and those that void them.
  /// - Complexity: O(1) while the events are in order, else O(n log n) for n events.
  public func cursor(of types: [String]? = nil, includingVoided: Bool = false) -> Cursor {
    contents.cursor(of: types, includingVoided: includingVoided)
  }

  // MARK: Appending

  /// Saves events, all in one write and one sync; when it returns, they would survive a loss of power.
  ///
  /// Events that this device has saved already are passed over. When it fails, all events that are not saved wait in `pending`,
  /// and the next append, also one of no events, tries them again. A crash in the middle may leave the first events of
  /// a group saved and the others not; appending the group again saves the rest.
  /// - Returns: how many events were saved now, those that had been pending included.
  /// - Throws: `Failure.invalidEvent`, and then nothing of the group is taken; else `.diskFull`, `.readOnly`,
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

  private func flush() throws(Failure) -> Int {
    try withLock { () throws(Failure) in
      try prepareOwnFile()
      // After a failed append whose lines could not be cut off, those lines may have been read back just now without
      // being on the disk. They are written once more; the union by id counts each event once.
      if !isSuspect { dropSaved() }
      return try Failure.wrapping {
        let source = contents.own!
        guard waiting.isEmpty else { return try write(to: source) }
        try sync(source)
        return 0
      }
    }
  }

  /// Forgets the waiting events that other programs have saved meanwhile.
  private func dropSaved() {
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
    contents.enter(waiting, at: lines.offsets, behind: good, mayBeKnown: isSuspect, &foundOut)
    let count = waiting.count
    waiting.removeAll()
    isSuspect = false
    return count
  }

  /// Makes the file durable, and once after it was opened also its name: another program may have been killed between
  /// making the file and syncing the folder.
  private func sync(_ source: Source) throws(FileError) {
    try source.file.sync()
    if isUnsynced { try home.files.syncFolder(folder) }
    isUnsynced = false
  }

  // MARK: Voiding

  /// Takes back events that this device has saved: appends, for each, an event that voids it. Nothing is removed or
  /// rewritten.
  ///
  /// An event that other devices have saved as well goes on counting by their lines, and one that only others have saved
  /// is left alone. The id may be that under which the thing was first saved: after a `restore` the event that was
  /// appended last is voided. What is voided already is passed over. A pending event is saved and then voided.
  /// - Parameter instant: when it was undone.
  /// - Returns: whether this device had not taken all of them back before.
  /// - Throws: `Failure.noSuchEvent` when one of the ids is unknown, and then none is voided; else as `append`.
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

  /// Redoes what `void` has undone: appends the event anew, with the same instant, day and payload, under the id with
  /// `~2`, `~3` … behind it. What this device has not taken back is passed over; what only others have saved, and taken
  /// back, becomes this device's own.
  /// - Returns: the ids under which the events count now, in the same order.
  /// - Throws: `Failure.noSuchEvent` when one of the ids is not saved, and then none is restored; else as `append`.
  @discardableResult
  public func restore(_ ids: [Event.ID]) throws(Failure) -> [Event.ID] {
    var (restored, events): ([Event.ID], [Event]) = ([], [])
    for id in ids {
      let own = latestOwnAppend(of: id)
      let latest = own ?? latestAppend(of: id)
      guard var event = (contents.ownEvent(latest) ?? event(latest))?.event else { throw .noSuchEvent(id) }
      if let own, contents.isTakenBack(own) {
        event.id = own.next
        events.append(event)
      } else if own == nil, isVoided(latest) {
        events.append(event)
      } else {
        // The caller is told of it here, and not once more by `news`.
        contents.claim(latest)
      }
      restored.append(event.id)
    }
    try append(events)
    return restored
  }

  /// The id under which a thing was appended last: `id`, or `id~2`, `id~3` …
  private func latestAppend(of id: Event.ID) -> Event.ID {
    var latest = id
    while contains(latest.next) { latest = latest.next }
    return latest
  }

  /// The id under which this device appended a thing last; `nil` when it never did.
  private func latestOwnAppend(of id: Event.ID) -> Event.ID? {
    var (next, own): (Event.ID, Event.ID?) = (id, nil)
    while contains(next) {
      if isSavedHere(next) { own = next }
      next = next.next
    }
    return own
  }

  // MARK: Reading what others write

  /// Reads what other programs and other devices have written since; `news` also tells what that was.
  /// - Throws: `Failure.busy` and whatever keeps files from being read.
  public func refresh() throws(Failure) {
    let lock = try lockForReading { _ in }
    defer { lock?.unlock() }
    try refreshOwnFile(isLocked: lock != nil)
    try Failure.wrapping { try refreshOtherFiles(isLocked: lock != nil) }
  }

  // MARK: Devices

  /// The devices that have saved something here, this one first, and those that were forgotten.
  /// - Complexity: O(events).
  public func devices() -> [Device] {
    var all = contents.devices()
    if !all.contains(where: \.isOwn) { all.insert(Device(name: device.name, isOwn: true), at: 0) }
    for name in forgotten.sorted() {
      var device = Device(name: name, isOwn: false)
      device.isForgotten = true
      all.append(device)
    }
    return all
  }

  /// `true` if there are files of other devices.
  public var hasOthers: Bool { contents.sources.contains { $0.name != home.ownName } }

  /// Leaves out all events of another device, in this folder and whenever it exchanges, until it is remembered: its file is
  /// not read, not fetched and not handed on.
  /// - Returns: `false` if it was so already, or if the device is this one.
  /// - Throws: as `append`.
  public func forget(_ name: String, at instant: Instant) throws(Failure) -> Bool {
    try setForgotten(name, true, at: instant)
  }

  /// Takes in the events of a device again.
  /// - Returns: `false` if it was not forgotten.
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

  /// Reads what other programs and other devices have written and tells what of it is new.
  ///
  /// New is what came since the journal was opened or since the last call, in whatever call it was read: `append` and
  /// `exchange(with:)` read as well. Left out is what this journal appended, voided or restored itself, also when
  /// another program was first to save an event of the same id.
  ///
  /// A program that calls this before it appends gets the events of other shells in their order and seldom has to fold.
  /// - Throws: as `refresh`, and `Failure.broken` when a line cannot be read; the news are then kept for the next call.
  /// - Complexity: as `refresh` when there are no news; else O(bytes of the news) and a look at each event's instant,
  ///   some milliseconds for a million.
  public func news() throws(Failure) -> News {
    try refresh()
    try contents.gather()
    var news = contents.news
    contents.news = News()
    if !news.needsFold { news.needsFold = !contents.isBehindAllKnown(news.events) }
    return news
  }

  /// Merges with the devices that use a shared folder: takes over what they have put there, and puts there what this
  /// device has.
  ///
  /// In the shared folder a device changes its own file only, and adds what it alone still holds of others, so whatever
  /// carries the folder from machine to machine finds nothing to quarrel about. Copies of the others' files stay in the state folder, and all of it also works
  /// without the shared folder. What the shared folder knows of this device and this device does not is taken over
  /// first where it was set back to a backup, and else left out with a notice: somebody else wrote that. May be repeated at any time and in any order; a crash in between loses nothing.
  /// - Throws: as `append`; `Failure.otherKind` when all files in the shared folder belong to sessions of the other
  ///   kind, `.ownFolder` when it is the state folder. Files that cannot be read are left out with a notice; a link in
  ///   this device's place is replaced, while a folder or pipe there stays, with a notice.
  /// - Complexity: O(bytes of all files in both folders).
  @discardableResult
  public func exchange(with shared: String) throws(Failure) -> Exchange {
    try append([])
    var exchange = Exchange()
    try withLock { () throws(Failure) in
      try prepareOwnFile()
      let mark = OwnMark(home)
      let shared = SharedFolder(
        path: shared, home: home, kind: kind, trust: trust,
        forgotten: contents.forgottenDevices(), isRestoring: !mark.holds(for: contents.own!),
        ownBeginning: contents.ownBeginning)
      let (before, known) = (contents.lineCount, contents.mark)
      var isOwnSafe = true
      try Failure.wrapping {
        try home.files.makeFolder(shared.path)
        try shared.check()
        isOwnSafe = try shared.fetch(&foundOut)
      }
      // The own file first: what others know of this device is compared with it.
      try refreshOwnFile(isLocked: true)
      try Failure.wrapping { try refreshOtherFiles(isLocked: true) }
      try prepareOwnFile()
      exchange.received = contents.lineCount - before
      let changes = contents.changes(since: known)
      (exchange.arrived, exchange.takenBack) = (changes.arrived, changes.takenBack)
      exchange.different = changes.different
      try Failure.wrapping {
        if let own = contents.own, isOwnSafe {
          do throws(FileError) {
            exchange.sentBytes = try shared.publish(own)
            mark.write(for: own)
          } catch {
            // What is no file cannot be replaced; the others' files are not worse for it.
            guard case .notAFile = error.cause else { throw error }
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
    // Where the folder was removed, or could not be made before, it is made now.
    let lock = try Failure.wrapping {
      if contents.own == nil { try home.files.makeFolder(folder) }
      return try home.lock()
    }
    defer { lock.unlock() }
    return try body()
  }

  /// The folder's lock; whoever may write waits for the others, and whoever may only read must do without it.
  /// - Parameter withoutLock: is told why there is none.
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

  /// The gate for what other devices wrote.
  private var inbox: Inbox { Inbox(files: home.files, kind: kind, place: .state) }

  /// Reads all files from their beginning.
  private func load(isLocked: Bool) throws(Failure) {
    for _ in 0..<3 {
      do {
        return try loadOnce(isLocked: isLocked)
      } catch {
        // A file that was replaced or removed while the others were read: all of them are looked at once more.
        guard case .broken(let cause) = error, cause.code == ESTALE || cause.code == ENOENT else { throw error }
      }
    }
    try loadOnce(isLocked: isLocked)
  }

  private func loadOnce(isLocked: Bool) throws(Failure) {
    openFiles.closeAll()
    contents.beginReadingAnew()
    defer { contents.endReadingAnew() }
    let names = try Failure.wrapping { try home.journalNames() }
    // The own file first: what others know of this device is compared with it.
    if names.contains(home.ownName) { try Failure.wrapping { try openOwnFile(isLocked: isLocked) } }
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

  /// The files of other devices that are read.
  private func chosen(_ names: [String]) -> [String] {
    inbox.chosen(
      names.filter { $0 != home.ownName && !StateFolder.isOf(forgotten, $0) }, known: [], in: folder, &foundOut)
  }

  private func openOwnFile(isLocked: Bool) throws {
    guard let opened = try openOwnFile() else { return }
    let (file, isWritable) = (opened.file, opened.isWritable)
    let mayWrite = isLocked && isWritable
    let status = try file.status()
    switch try Source.beginning(of: file, size: status.size) {
    case .header(let header):
      // A link to a file that is somebody else's: it is replaced by whoever appends.
      if opened.isLink, header.device != device.name { return }
      try header.check(for: kind, path: home.ownPath, whole: folder)
    case _ where opened.isLink: return
    case .damagedHeader(let recorded):
      // A folder of real sessions is none of practice because a line of it was damaged.
      guard let recorded = try recorded ?? recordedByOthers(), recorded != kind else { break }
      throw Failure.otherKind(path: folder, recorded: recorded, wanted: kind)
    case .nothing:
      // Made anew by whoever appends; what there is of a first line is kept aside.
      if status.size > 0, mayWrite {
        cutIfPossible { () throws(FileError) in foundOut.add(try home.cut(file, to: 0, size: status.size)) }
      }
      return
    case .somethingElse: throw Failure.notAJournal(path: home.ownPath)
    }
    let source = Source(
      name: home.ownName, path: home.ownPath, file: file, identity: status.identity,
      isWritable: isWritable)
    source.isLinked = opened.isLink || status.links > 1
    isUnsynced = true
    try contents.add(source, isOwn: true, size: status.size, &foundOut)
    guard !source.isLinked else { return }
    cutIfPossible { () throws(FileError) in
      try cutTornLine(of: source, size: status.size, isLocked: isLocked)
    }
  }

  /// The use of the folder by the first other file that says it.
  private func recordedByOthers() throws(FileError) -> Kind? {
    for name in try home.journalNames() where name != home.ownName {
      guard let file = try? home.files.open(home.path(of: name), for: .reading), let size = try? file.status().size,
        case .header(let header)? = try? Source.beginning(of: file, size: size)
      else { continue }
      return header.kind
    }
    return nil
  }

  /// Opens this device's file to write it, or at least to read it.
  /// - Returns: `nil` when there is none, or when what has its name is no file: then a notice says so.
  private func openOwnFile() throws(FileError) -> (file: any JournalFile, isWritable: Bool, isLink: Bool)? {
    let files = home.files
    do {
      return (try files.open(home.ownPath, for: .appending), true, false)
    } catch {
      if case .notAFile(.link) = error.cause {
        // What it leads to is read, and never written. A link that leads nowhere is none.
        return (try? files.open(home.ownPath, for: .readingThroughLink)).map { ($0, false, true) }
      }
      foundOut.add(.cannotSave(Failure(error)))
      if try files.status(of: home.ownPath, followsLinks: false)?.isFile == false { return nil }
      return (try files.open(home.ownPath, for: .reading), false, false)
    }
  }

  /// Moves what follows the last whole line aside; when the disk does not take it, whoever appends tries again.
  private func cutIfPossible(_ cut: () throws(FileError) -> Void) {
    do { try cut() } catch { foundOut.add(.cannotSave(Failure(error))) }
  }

  private func cutTornLine(of source: Source, size: Int64, isLocked: Bool) throws(FileError) {
    guard source.scanned < size, isLocked, source.isWritable else { return }
    if try isWholeLine(source, from: source.scanned, to: size) {
      try source.file.appendAll([UInt8(ascii: "\n")])
      foundOut.add(.unended(file: home.ownName, line: source.lines + 1))
      return try contents.take(source, size: size + 1, &foundOut)
    }
    do {
      foundOut.add(try home.cut(source.file, to: source.scanned, size: size))
    } catch {
      if case .diskFull = Failure(error) { throw error }
      // Nothing can be put beside the file, such as in a folder that may not be written: then the line is ended where it
      // is, and counts as a damaged one.
      try source.file.appendAll([UInt8(ascii: "\n")])
      try contents.take(source, size: size + 1, &foundOut)
    }
  }

  /// `true` if there are whole events in the last line, which only lacks its line end.
  private func isWholeLine(_ source: Source, from start: Int64, to size: Int64) throws(FileError) -> Bool {
    guard size - start < Format.longestLine else { return false }
    let bytes = try source.file.bytes(at: start, count: Int(size - start))
    return bytes.withUnsafeBytes { line in
      let checksum = Checksum()
      return Line.pieces(of: line, checksum).contains { piece in
        Line.json(of: .init(rebasing: line[piece]), checksum).flatMap(LineFields.init) != nil
      }
    }
  }

  /// Reads a file that this device does not write. One that cannot be read is left out with a notice: another device's
  /// trouble must not stop this one.
  /// - Returns: why it was left out.
  /// - Throws: `Failure.broken` when a file that was read before cannot be read any more.
  @discardableResult
  private func openOtherFile(_ name: String) throws(Failure) -> Failure? {
    let path = home.path(of: name)
    let theirs: ForeignFile
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
      isWritable: false)
    try Failure.wrapping { try contents.add(source, isOwn: false, size: theirs.status.size, &foundOut) }
    return nil
  }

  /// Makes sure that this device's file is there, is writable, and has been read to its end.
  private func prepareOwnFile() throws(Failure) {
    try refreshOwnFile(isLocked: true, mayAppend: true)
    if contents.own?.isLinked ?? false {
      // Writing would change what the link leads to.
      try replaceByCompacted()
      foundOut.add(.unlinked(file: home.ownName))
    }
    try Failure.wrapping {
      guard let own = contents.own else { return try makeOwnFile() }
      guard !own.isWritable else { return }
      // It could not be written when it was opened; perhaps it can be by now. It is read again as a whole because only
      // the check for an unfinished last line, which that includes, makes appending safe.
      _ = try home.files.open(home.ownPath, for: .appending)
      try load(isLocked: true)
      try refreshOwnFile(isLocked: true, mayAppend: true)
    }
  }

  /// A file with nothing but its header comes into being whole or not at all.
  private func makeOwnFile() throws(FileError) {
    if let there = try home.files.status(of: home.ownPath, followsLinks: false), there.kind != .link {
      // A folder or a pipe is somebody's, and half a first line is kept aside.
      guard there.isFile else { throw FileError(.notAFile(there.kind), operation: .open, path: home.ownPath) }
      if there.size > 0 {
        let file = try home.files.open(home.ownPath, for: .appending)
        foundOut.add(try home.cut(file, to: 0, size: there.size))
      }
    }
    let file = try home.replaceOwnFile { file throws(FileError) in
      try file.appendAll(Header(kind: kind, device: device.name).line)
    }
    let status = try file.status()
    let source = Source(
      name: home.ownName, path: home.ownPath, file: file, identity: status.identity,
      isWritable: true)
    try contents.add(source, isOwn: true, size: status.size, &foundOut)
  }

  /// Reads what other programs have appended to this device's file.
  /// - Parameter mayAppend: throws when an unfinished last line cannot be moved out of the way.
  private func refreshOwnFile(isLocked: Bool, mayAppend: Bool = false) throws(Failure) {
    try Failure.wrapping {
      guard let own = contents.own else {
        if try home.files.status(of: home.ownPath)?.isFile == true { try load(isLocked: isLocked) }
        return
      }
      guard let status = try home.files.status(of: home.ownPath), status.identity == own.identity,
        status.size >= own.scanned
      else {
        // Something that is no file is in its place: what was read stays, rather than that nothing seems to be there.
        if let kind = try home.files.status(of: home.ownPath)?.kind, kind != .file {
          throw FileError(.notAFile(kind), operation: .open, path: home.ownPath)
        }
        // Compacted by another program, or removed, or set back to a backup: what was read no longer counts.
        foundOut.add(.replaced(file: home.ownName))
        return try load(isLocked: isLocked)
      }
      guard status.size > own.scanned else { return }
      isUnsynced = true
      try contents.take(own, size: status.size, &foundOut)
      guard !own.isLinked else { return }
      if mayAppend {
        try cutTornLine(of: own, size: status.size, isLocked: isLocked)
      } else {
        cutIfPossible { () throws(FileError) in
          try cutTornLine(of: own, size: status.size, isLocked: isLocked)
        }
      }
    }
  }

  private func refreshOtherFiles(isLocked: Bool) throws {
    guard contents.forgottenDevices() == forgotten else { return try load(isLocked: isLocked) }
    let names = chosen(try home.journalNames())
    for name in names {
      guard let source = contents.source(named: name) else {
        if let known = leftOut[name] {
          // As it was when it was left out.
          if try home.files.status(of: home.path(of: name), followsLinks: false) == known { continue }
        }
        try openOtherFile(name)
        continue
      }
      guard let status = try home.files.status(of: source.path, followsLinks: false),
        status.identity == source.identity,
        status.size >= source.scanned
      else { return try load(isLocked: isLocked) }
      if status.size > source.scanned { try contents.take(source, size: status.size, &foundOut) }
    }
    // The own file is among the sources.
    guard contents.sources.count > names.count else { return }
    let present = Set(names)
    let isOneGone = contents.sources.contains { $0.name != home.ownName && !present.contains($0.name) }
    if isOneGone { try load(isLocked: isLocked) }
  }

  // MARK: Compacting

  /// Rewrites this device's file without what no reader counts: second lines of one id and damaged lines, which move to
  /// `DEVICE.damaged`. Every event stays, and the lines stay as they are, in their order.
  ///
  /// The new file takes the place of the old one at once, when it is whole and durable; a crash at any instant leaves
  /// one or the other. Opening a journal does this of itself when it is worth it: when a line is damaged, which is then
  /// told once and not at every start, or when more than half of a file of 1,000 lines or more does not count. Events
  /// that are voided are kept: their ids must not be saved once more.
  /// - Returns: how many lines were left out.
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
    // Everything is read anew in the end and gets other numbers, but nothing becomes new by it: so all news are taken
    // in before.
    try Failure.wrapping { try refreshOtherFiles(isLocked: true) }
    try contents.gather()
    let news = contents.news
    let mark = OwnMark(home)
    let wasWhole = mark.isThere && mark.holds(for: contents.own!)
    var compaction = Compaction(contents, of: contents.own!)
    try Failure.wrapping {
      _ = try home.replaceOwnFile { file throws(FileError) in
        try compaction.write(Header(kind: kind, device: device.name), to: file)
        guard compaction.damaged.lines > 0 else { return }
        let name = try home.keepDamaged(compaction.damaged.bytes)
        foundOut.add(.keptAside(file: home.ownName, lines: compaction.damaged.lines, keptIn: name))
      }
    }
    try load(isLocked: true)
    if wasWhole, let own = contents.own { mark.write(for: own) }
    contents.news = news
    return compaction.dropped
  }
}
