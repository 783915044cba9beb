import Timeline

/// What must last, of all domains: an append-only log of events in a folder, one file for each device.
///
/// The state of a domain that lasts is a fold of its events; merging devices is the union of their events by id; undo
/// appends an event that voids another. Lines are never rewritten. `Format` describes the files.
///
/// Several programs may have the same folder open: each append takes the folder's lock, reads what others have appended,
/// and then appends. One thread owns a journal; it is not `Sendable`.
public final class Journal {
  public let folder: String
  public let kind: Kind
  public let device: DeviceID

  /// What was found in the files that the user should know, in the order in which it was found.
  public internal(set) var notices: [Notice] = []
  private var noticed: Set<Notice> = []

  /// Events that could not be saved yet, in their order; the next `append` tries them again.
  public var pending: [Event] { waiting.events }
  var waiting = PendingEvents()
  /// Counts the times that something was read from files; what was looked up before may be there since.
  var readings = 0
  /// The reading after which all of `waiting` was known not to be saved.
  var checkedReading = 0

  let files: any FileSystem
  let migrations: [Migration]

  var sources: [Source] = []
  /// The number of this device's own file in `sources`; `nil` as long as it could not be made.
  var own: Int?
  var index = Index()
  var voided: Set<Event.ID> = []
  var ownCount = OwnCount()
  /// Whether the own file may hold bytes that no sync has confirmed: a program may have been killed before its sync.
  var isUnsynced = false
  /// What was read from files since the last `news`.
  var arrivals = Arrivals()
  /// Makes the lines of a group.
  var writer = LineWriter()
  /// Whether lines of a failed append may still stand at the end of the file, because cutting them off failed as well.
  var isSuspect = false

  init(folder: String, kind: Kind, device: DeviceID, files: any FileSystem, migrations: [Migration]) {
    self.folder = folder.count > 1 && folder.hasSuffix("/") ? String(folder.dropLast()) : folder
    self.kind = kind
    self.device = device
    self.files = files
    self.migrations = migrations
  }

  /// Opens the journal of a state folder, making both where they are missing.
  ///
  /// Damage never keeps it from opening; `notices` tells what was found. Where nothing can be written (a disk that is
  /// full or can only be read), it opens as well, with the notice `cannotSave`, and events wait in `pending`.
  /// - Parameters:
  ///   - folder: the state folder; its parents are made as well.
  ///   - kind: what the folder is for; it is recorded in the files.
  ///   - device: this device; it writes `DEVICE.journal` and no other device may have the same name.
  ///   - files: the files of this machine, unless said.
  /// - Throws: `Failure.otherKind`, `.newerFormat`, `.notAJournal`; `.busy` when another program keeps the folder
  ///   locked for ten seconds; `.denied` and `.broken` when what is there cannot be read.
  /// - Complexity: O(bytes of all files); about 0.4 s for a million events, of which some 45 bytes each stay in memory.
  public static func open(
    folder: String, kind: Kind, device: DeviceID, files: any FileSystem = POSIXFileSystem()
  ) throws(Failure) -> Journal {
    try open(folder: folder, kind: kind, device: device, files: files, migrations: migrations)
  }

  /// A journal in memory, for sessions whose state is private and thrown away.
  public static func inMemory(kind: Kind = .practice, device: DeviceID = DeviceID(nearest: "memory")) -> Journal {
    let journal = Journal(
      folder: "memory", kind: kind, device: device, files: MemoryFileSystem(), migrations: migrations)
    try? journal.start()
    return journal
  }

  static func open(
    folder: String, kind: Kind, device: DeviceID, files: any FileSystem, migrations: [Migration]
  ) throws(Failure) -> Journal {
    let journal = Journal(folder: folder, kind: kind, device: device, files: files, migrations: migrations)
    try journal.start()
    return journal
  }

  /// The number of different events, those that void and those that are voided included.
  public var count: Int { index.count }

  /// The latest instant of any event, in the future perhaps when some device's clock was wrong; `nil` when there is none.
  /// - Complexity: O(events) in the worst case, O(1) while the events are in order.
  public var latest: Instant? {
    let latest = index.isSorted ? index.entries.last?.instant : index.entries.max { $0.instant < $1.instant }?.instant
    return latest.map(Instant.init(microseconds:))
  }

  /// The run and sequence number that the next event of this device gets.
  public var nextOrigin: Origin {
    let next = ownCount.next
    return Origin(device: device, run: next.run, sequence: next.sequence)
  }

  /// Whether an event of this id is saved or pending.
  /// - Complexity: O(1): one look into the file when it is there.
  public func contains(_ id: Event.ID) -> Bool {
    let hash = hash(of: id)
    return waiting.contains(id, hash: hash) || number(of: id, hash: hash) != nil
  }

  /// Whether an event that voids this id is saved.
  public func isVoided(_ id: Event.ID) -> Bool { voided.contains(id) }

  /// The saved event of this id; `nil` when there is none, or when its line cannot be read any more.
  /// - Complexity: O(1): one look into the file.
  public func event(_ id: Event.ID) -> SavedEvent? {
    guard let number = number(of: id) else { return nil }
    let entry = index.entries[number]
    let source = sources[entry.source]
    return (try? source.line(at: entry.offset) { self.savedEvent(of: $0, version: source.version) }) ?? nil
  }

  var ownName: String { device.name + Format.fileSuffix }
  var ownPath: String { path(ownName) }
  func path(_ name: String) -> String { folder + "/" + name }

  func note(_ notice: Notice) {
    guard noticed.insert(notice).inserted else { return }
    notices.append(notice)
  }

  /// The number of the entry with this id; `nil` also when its line cannot be read any more.
  func number(of id: Event.ID) -> Int? { number(of: id, hash: hash(of: id)) }

  func number(of id: Event.ID, hash: UInt32) -> Int? {
    let found = try? index.find(hash) { entry throws(FileError) in
      let result = id.text.withBytes { bytes in
        Result { () throws(FileError) in try hasID(entry, bytes) }
      }
      return try result.get()
    }
    return found ?? nil
  }

  func hash(of id: Event.ID) -> UInt32 {
    id.text.withBytes { index.hash(of: $0) }
  }

  func savedEvent(of line: UnsafeRawBufferPointer, version: Int) -> SavedEvent? {
    guard line.count > Format.prefixLength else { return nil }
    // The checksum held when the line was read first.
    let json = UnsafeRawBufferPointer(rebasing: line[Format.prefixLength...])
    guard version != Format.version else { return LineFields(json)?.savedEvent(in: json) }
    return migrations.convert(json, from: version)?.withUnsafeBytes { LineFields($0)?.savedEvent(in: $0) }
  }
}
