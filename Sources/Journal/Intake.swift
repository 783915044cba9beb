import System
import Timeline

/// The lines of one foreign file on their way into the copy that the state folder has of it.
///
/// Only whole lines go that `ForeignFile.event` accepts, with a line end of their own; a line that the copy has already is
/// passed over. When something goes wrong the copy is as long as it was.
struct Intake {
  private let theirs: ForeignFile
  /// The name of the file in the state folder.
  private let name: String
  /// The device whose lines are copied. A file holds no other's: what one device says, no other says for it.
  private let device: String
  private let kind: Journal.Kind
  private let limits: Inbox.Limits
  /// The types of events that are not copied.
  var leftOut: Set<String> = []
  /// The instant before which everything in the copy is this device's own past: none of it is taken back from elsewhere.
  var past: Instant?
  /// `true` if the copy is this device's own file, which was set back: it lacks lines that it had, and may say some anew.
  private var isOwn = false
  /// Lines that were not copied because they name other devices, that take back this device's past, and that say something
  /// else than the copy does.
  private var (foreign, takingBack, changed) = (0, 0, 0)
  /// Lines that were not copied because they are damaged, and the number of the first.
  private var damaged: (lines: Int, first: Int) = (0, 0)
  private var hasReturns = false
  private var lines = 0
  /// Bytes of a first line that is copied as it is.
  private static let longestHeader: Int64 = 4_096

  /// - Parameters:
  ///   - device: the device whose lines are copied.
  ///   - kind: that of the state folder; both files are of it.
  init(_ theirs: ForeignFile, named name: String, of device: String, kind: Journal.Kind, limits: Inbox.Limits) {
    (self.theirs, self.name, self.device, self.kind, self.limits) = (theirs, name, device, kind, limits)
  }

  /// Tells what was found on the way.
  func tell(_ notices: inout Notices) {
    if damaged.lines > 0 {
      notices.add(.notCopied(file: theirs.path, lines: damaged.lines, first: damaged.first))
    }
    if foreign > 0 { notices.add(.othersLines(file: theirs.path, lines: foreign, device: device)) }
    if takingBack > 0 { notices.add(.pastTakenBack(file: theirs.path, lines: takingBack)) }
    if changed > 0 { notices.add(.rewritten(file: theirs.path, lines: changed)) }
    if hasReturns { notices.add(.lineEnds(file: theirs.path, isMended: false)) }
  }

  /// Writes a new copy.
  /// - Parameter ours: an older copy, whose lines come first.
  mutating func write(to file: any JournalFile, keeping ours: (any JournalFile)?) throws(Journal.Failure) {
    try Journal.Failure.wrapping {
      var output = Output(file)
      output.append(try header)
      if let ours {
        let copy = ForeignFile(
          path: theirs.path, file: ours, status: try ours.status(), header: nil)
        var walk = LineWalk(ours, from: 0)
        while try walk.next() {
          if walk.offset > 0, walk.withLine({ copy.event($0) != nil }) { walk.withLine { output.append($0) } }
          try output.flushIfLarge()
        }
      }
      try output.flush()
      if ours == nil {
        try copyAll(from: 0, to: &output)
      } else {
        try copyMissing(from: 0, of: file, to: &output)
      }
    }
  }

  /// The first line of a copy: theirs, with what a later version may have written there, or a new one.
  private var header: [UInt8] {
    get throws(FileError) {
      var walk = LineWalk(theirs.file, from: 0)
      if theirs.header != nil, try walk.next(), walk.end <= Self.longestHeader {
        return walk.withLine { Array($0) } + [UInt8(ascii: "\n")]
      }
      let device = theirs.header?.device ?? String(name.dropLast(Format.fileSuffix.utf8.count))
      return Header(kind: kind, device: device).line
    }
  }

  /// Brings a copy up to what the file holds.
  /// - Parameter checkRoom: is asked before anything is written, with the most bytes that may be.
  /// - Returns: `false` when the copy has to be replaced as a whole.
  mutating func bring(
    _ ours: any JournalFile, of target: String, isOwn: Bool, checkRoom: (Int64) throws(Journal.Failure) -> Void
  ) throws(Journal.Failure) -> Bool {
    try Journal.Failure.wrapping {
      self.isOwn = isOwn
      let (held, size) = (try ours.status().size, theirs.size)
      let common = try ours.commonLength(held, with: theirs.file, size)
      // All of it is here: the shared folder is behind, or the same.
      guard common < size else { return true }
      switch try Source.beginning(of: ours, size: held) {
      case .nothing where !isOwn: return false
      case .nothing, .somethingElse: throw Journal.Failure.notAJournal(path: target)
      case .damagedHeader: break
      case .header(let header):
        try header.check(for: kind, path: target)
      }
      let start = try ours.lineStart(before: common)
      // What a crash cut off in a copy is whole in the file that it is a copy of. This device's own file ends in a whole
      // line by now.
      let end = try ours.lineStart(before: held)
      try checkRoom(size - start)
      if end < held { try ours.truncate(to: end) }
      do {
        var output = Output(ours)
        try copyNew(from: start, after: end, of: ours, to: &output)
        if output.count > 0 { try ours.sync() }
      } catch {
        try? ours.truncate(to: end)
        throw error
      }
      return true
    }
  }

  /// Copies what comes behind the lines that both files have.
  private mutating func copyNew(
    from start: Int64, after end: Int64, of ours: any JournalFile, to output: inout Output
  ) throws {
    guard past == nil else { return try copyMissing(from: 0, of: ours, to: &output) }
    var here = LineWalk(ours, from: start)
    var there = LineWalk(theirs.file, from: start, to: theirs.size)
    // Line by line as long as they are the same; damaged ones, which only one of them may have, are passed over.
    while try there.next() {
      if there.offset == 0 { continue }
      guard try isAccepted(there) else { continue }
      var isHere = try here.next()
      while isHere, here.offset == 0 || !here.withLine(isCopied) { isHere = try here.next() }
      guard isHere else {
        lines -= 1
        return try copyAll(from: there.offset, to: &output)
      }
      let isSame = here.withLine { a in there.withLine { a.elementsEqual($0) } }
      guard isSame else {
        lines -= 1
        return try copyMissing(from: there.offset, of: ours, to: &output)
      }
    }
  }

  /// `true` if a line is one that may be copied.
  private func isCopied(_ line: UnsafeRawBufferPointer) -> Bool {
    theirs.event(line).map { $0.origin.device.name == device && !leftOut.contains($0.event.type) } ?? false
  }

  /// The number of lines that would count beside those of this device's own file.
  mutating func linesMissing(in ours: any JournalFile) throws -> Int {
    let (held, size) = (try ours.status().size, theirs.size)
    guard try ours.commonLength(held, with: theirs.file, size) < size else { return 0 }
    var known = try knownLines(of: ours)
    var there = LineWalk(theirs.file, from: 0, to: size)
    var count = 0
    while try there.next() {
      guard there.offset > 0, try isAccepted(there), let saved = there.withLine(theirs.event),
        try known.counts(saved, at: there.offset, isOurs: false)
      else { continue }
      count += 1
    }
    // What it repeats of this device's lines is no news.
    (foreign, hasReturns, damaged) = (0, false, (0, 0))
    return count
  }

  private func knownLines(of ours: any JournalFile) throws -> KnownLines {
    let copy = ForeignFile(
      path: theirs.path, file: ours, status: try ours.status(),
      header: Header(kind: kind, device: ""))
    var known = KnownLines(ours: copy, theirs: theirs)
    var here = LineWalk(ours, from: 0)
    while try here.next() {
      if here.offset > 0, let saved = here.withLine(copy.event) {
        _ = try known.counts(saved, at: here.offset, isOurs: true)
      }
    }
    return known
  }

  /// Copies all lines from an offset on.
  private mutating func copyAll(from start: Int64, to output: inout Output) throws {
    var walk = LineWalk(theirs.file, from: start, to: theirs.size)
    while try walk.next() {
      guard walk.offset > 0, try isAccepted(walk) else { continue }
      walk.withLine { output.append($0) }
      try output.flushIfLarge()
    }
    try output.flush()
  }

  /// Copies the lines from an offset on whose ids the copy does not have, or has only in a line that comes later and so
  /// does not count: a device that was set back to a backup may have saved the same thing once more, at another instant.
  ///
  /// 16 bytes for each line of the copy are in memory.
  private mutating func copyMissing(
    from start: Int64, of ours: any JournalFile, to output: inout Output
  ) throws {
    var known = try knownLines(of: ours)
    var conflicts = Conflicts()
    var there = LineWalk(theirs.file, from: start, to: theirs.size)
    while try there.next() {
      guard there.offset > 0, try isAccepted(there), let saved = there.withLine(theirs.event) else { continue }
      let held = try known.line(of: saved.event.id, by: saved.origin.device)
      if let held, held.event != saved.event, !isOwn {
        conflicts.add(saved, beside: held)
        continue
      }
      if let past {
        if held != nil { continue }
        if let target = saved.event.voidedID, let own = try known.line(of: target, by: saved.origin.device),
          own.event.instant < past
        {
          takingBack += 1
          continue
        }
      }
      guard try known.counts(saved, at: there.offset, isOurs: false) else { continue }
      there.withLine { output.append($0) }
      try output.flushIfLarge()
    }
    try settle(&conflicts, to: &output)
    try output.flush()
  }

  /// Copies those of the lines that say something else than the copy does whose device has said both, as one that was set
  /// back to a backup. Where the line that was copied before is gone, somebody has changed the file.
  private mutating func settle(_ conflicts: inout Conflicts, to output: inout Output) throws {
    guard !conflicts.isEmpty else { return }
    var there = LineWalk(theirs.file, from: 0, to: theirs.size)
    while try there.next() {
      if there.offset > 0, let saved = there.withLine(theirs.event) { conflicts.find(saved) }
    }
    changed += conflicts.lost
    guard past == nil else { return }
    for saved in conflicts.earlier { output.append(saved.line) }
  }

  /// Counts a line, and whether it may be copied.
  private mutating func isAccepted(_ walk: LineWalk) throws -> Bool {
    lines += 1
    guard lines <= limits.lines else {
      throw Journal.Failure.refused(path: theirs.path, .tooManyLines(limit: limits.lines))
    }
    if walk.endsInReturn { hasReturns = true }
    if let saved = walk.withLine(theirs.event) {
      guard saved.origin.device.name == device else {
        foreign += 1
        return false
      }
      return !leftOut.contains(saved.event.type)
    }
    if damaged.lines == 0 { damaged.first = try number(ofLineAt: walk.offset) }
    damaged.lines += 1
    return false
  }

  private func number(ofLineAt offset: Int64) throws(FileError) -> Int {
    var (walk, number) = (LineWalk(theirs.file, from: 0), 1)
    while try walk.next(), walk.offset < offset { number += 1 }
    return number
  }
}

/// The end of a file, to which lines are written in pieces.
private struct Output {
  private let file: any JournalFile
  private var bytes: [UInt8] = []
  /// Bytes that were written.
  private(set) var count: Int64 = 0

  init(_ file: any JournalFile) { self.file = file }

  /// - Parameter line: without its line end.
  mutating func append(_ line: UnsafeRawBufferPointer) {
    bytes.append(contentsOf: line)
    bytes.append(UInt8(ascii: "\n"))
  }

  /// - Parameter line: with its line end.
  mutating func append(_ line: [UInt8]) { bytes += line }

  mutating func flushIfLarge() throws(FileError) {
    if bytes.count >= LineScanner.piece { try flush() }
  }

  mutating func flush() throws(FileError) {
    guard !bytes.isEmpty else { return }
    try file.appendAll(bytes)
    count += Int64(bytes.count)
    bytes.removeAll(keepingCapacity: true)
  }
}

/// Lines of another file that say something else than lines of the copy with the same ids do.
private struct Conflicts {
  private struct Conflict {
    let held: Journal.SavedEvent
    var others: [Journal.SavedEvent]
    var isHeldThere = false
  }

  private var all: [Merge.Line: Conflict] = [:]
  private var dropped = 0
  /// An honest device has few of them.
  private static let most = 10_000

  var isEmpty: Bool { all.isEmpty }
  /// How many lines took the place of one that the file had before.
  var lost: Int { dropped + all.values.reduce(0) { $0 + ($1.isHeldThere ? 0 : $1.others.count) } }
  /// The lines that come before those of the copy, which the file has as well.
  var earlier: [Journal.SavedEvent] {
    all.values.filter(\.isHeldThere).flatMap { conflict in conflict.others.filter { $0 < conflict.held } }.sorted()
  }

  mutating func add(_ saved: Journal.SavedEvent, beside held: Journal.SavedEvent) {
    guard all.count < Self.most else {
      dropped += 1
      return
    }
    all[Merge.Line(saved), default: Conflict(held: held, others: [])].others.append(saved)
  }

  /// Notes that the file has a line.
  mutating func find(_ saved: Journal.SavedEvent) {
    let line = Merge.Line(saved)
    if all[line]?.held == saved { all[line]?.isHeldThere = true }
  }
}

/// The counting lines of two files by the hashes of their ids and devices.
private struct KnownLines {
  private let ours: ForeignFile
  private let theirs: ForeignFile
  private var ourReader: LineReader
  private var theirReader: LineReader
  /// Offsets in this device's copy; those in the other file as their complements.
  private var places: [Int: Int64] = [:]

  init(ours: ForeignFile, theirs: ForeignFile) {
    (self.ours, self.theirs) = (ours, theirs)
    (ourReader, theirReader) = (LineReader(ours.file, stride: 4_096), LineReader(theirs.file, stride: 4_096))
  }

  /// Whether a line counts beside those before it; then it is one of them from now on.
  mutating func counts(_ saved: Journal.SavedEvent, at offset: Int64, isOurs: Bool) throws(FileError) -> Bool {
    let line = Merge.Line(saved)
    let hash = line.hashValue
    if let place = places[hash], let other = try event(at: place), Merge.Line(other) == line, other <= saved {
      return false
    }
    places[hash] = isOurs ? offset : ~offset
    return true
  }

  /// The counting line of an id that a device wrote.
  mutating func line(of id: Journal.Event.ID, by device: Journal.DeviceID) throws(FileError) -> Journal.SavedEvent? {
    let line = Merge.Line(id: id, device: device)
    guard let place = places[line.hashValue], let saved = try event(at: place), Merge.Line(saved) == line else {
      return nil
    }
    return saved
  }

  private mutating func event(at place: Int64) throws(FileError) -> Journal.SavedEvent? {
    place >= 0
      ? try ourReader.line(at: place) { ours.event($0) } : try theirReader.line(at: ~place) { theirs.event($0) }
  }
}
