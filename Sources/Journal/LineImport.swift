import System
import Timeline

/// A copy operation for the lines of one foreign file, into the state folder's copy of that file.
///
/// Only whole lines that `OtherDeviceFile.event` accepts are copied, each with its own line end; lines that the copy
/// already has are skipped. After an error the copy has its old length.
struct LineImport {
  private let theirs: OtherDeviceFile
  /// The name of the file in the state folder.
  private let name: String
  /// The device whose lines are copied. Lines of other devices are not: no device speaks for another.
  private let device: String
  private let kind: Journal.Kind
  private let limits: Inbox.Limits
  /// The types of events that are not copied.
  var leftOut: Set<String> = []
  /// The number of the last line in the copy that is this device's own past, which no other device can take back or
  /// change; `nil` if the copy has none.
  var past: Journal.Origin.Number?
  /// The latest instant of the events that are copied.
  var latest = Instant.distantFuture
  /// The latest instant of the copy's lines that count: a later one may have got an earlier date.
  var counting = Instant.distantFuture
  /// The number of lines that were not copied because they are later.
  private(set) var ahead = 0
  /// `true` if the copy is this device's own file, restored from a backup: it lacks lines that it had, and may have
  /// saved some of them again.
  private var isOwn = false
  /// The numbers of lines that were not copied because they name other devices, take back this device's past, or
  /// differ in content from the copy.
  private var (foreign, takingBack, changed) = (0, 0, 0)
  /// The number of lines that were not copied because they are damaged, and the number of the first of them.
  private var damaged: (lines: Int, first: Int) = (0, 0)
  private var hasReturns = false
  private var lines = 0
  /// The number of lines that `extendCopy` copied.
  private(set) var copied = 0
  /// The maximum size in bytes of a first line that is copied unchanged.
  private static let headerLengthLimit: Int64 = 4_096

  /// - Parameters:
  ///   - device: the device whose lines are copied.
  ///   - kind: the kind of the state folder and of both files.
  init(_ theirs: OtherDeviceFile, named name: String, of device: String, kind: Journal.Kind, limits: Inbox.Limits) {
    (self.theirs, self.name, self.device, self.kind, self.limits) = (theirs, name, device, kind, limits)
  }

  /// Reports the findings made while copying.
  func reportFindings(_ notices: inout Notices) {
    if damaged.lines > 0 {
      notices.add(.notCopied(file: theirs.path, lines: damaged.lines, first: damaged.first))
    }
    if foreign > 0 { notices.add(.othersLines(file: theirs.path, lines: foreign, device: device)) }
    if takingBack > 0 { notices.add(.pastTakenBack(file: theirs.path, lines: takingBack)) }
    if changed > 0 { notices.add(.rewritten(file: theirs.path, lines: changed)) }
    if hasReturns { notices.add(.lineEnds(file: theirs.path, isCorrected: false)) }
  }

  /// Writes a new copy.
  /// - Parameter ours: an older copy, whose lines come first.
  mutating func write(to file: any JournalFile, keeping ours: (any JournalFile)?) throws(Journal.Failure) {
    var output = Output(file)
    try Journal.Failure.wrapping { () throws(FileError) in
      output.append(try header)
      if let ours {
        let copy = OtherDeviceFile(
          path: theirs.path, file: ours, status: try ours.status(), header: nil)
        var walk = LineIterator(ours, from: 0)
        while try walk.next() {
          if walk.offset > 0, walk.withLine({ copy.event($0) != nil }) { walk.withLine { output.append($0) } }
          try output.flushIfLarge()
        }
      }
      try output.flush()
    }
    if ours == nil {
      try copyAll(from: 0, to: &output)
    } else {
      try copyMissing(from: 0, of: file, to: &output)
    }
  }

  /// The first line of a copy: the other file's, including anything that a later version wrote there, or a new one.
  private var header: [UInt8] {
    get throws(FileError) {
      var walk = LineIterator(theirs.file, from: 0)
      if theirs.header != nil, try walk.next(), walk.end <= Self.headerLengthLimit {
        return walk.withLine { Array($0) } + [UInt8(ascii: "\n")]
      }
      let device = theirs.header?.device ?? String(name.dropLast(Format.fileSuffix.utf8.count))
      return Header(kind: kind, device: device).line
    }
  }

  /// Extends a copy to everything that the file holds.
  /// - Parameter checkRoom: called before anything is written, with the maximum number of bytes.
  /// - Returns: `false` if the whole copy has to be replaced.
  mutating func extendCopy(
    _ ours: any JournalFile, of target: String, isOwn: Bool, checkRoom: (Int64) throws(Journal.Failure) -> Void
  ) throws(Journal.Failure) -> Bool {
    self.isOwn = isOwn
    let (held, size) = (try Journal.Failure.of(ours.status().size), theirs.size)
    let common = try Journal.Failure.of(ours.commonLength(held, with: theirs.file, size))
    // Everything is already here: the shared folder is behind, or equal.
    guard common < size else { return true }
    switch try Journal.Failure.of(Source.beginning(of: ours, size: held)) {
    case .nothing where !isOwn: return false
    case .nothing, .somethingElse: throw .notAJournal(path: target)
    case .damagedHeader: break
    case .header(let header):
      try header.check(for: kind, path: target)
    }
    let start = try Journal.Failure.of(ours.lineStart(before: common))
    // A line that a crash cut off in a copy is whole in the original file. This device's own file ends in a whole
    // line by now.
    let end = try Journal.Failure.of(ours.lineStart(before: held))
    try checkRoom(size - start)
    if end < held { try Journal.Failure.of(ours.truncate(to: end)) }
    do throws(Journal.Failure) {
      var output = Output(ours)
      try copyNew(from: start, after: end, of: ours, to: &output)
      if output.count > 0 { try Journal.Failure.of(ours.sync()) }
      copied = output.lines
    } catch {
      try? ours.truncate(to: end)
      throw error
    }
    return true
  }

  /// Copies the lines after those that both files have.
  private mutating func copyNew(
    from start: Int64, after end: Int64, of ours: any JournalFile, to output: inout Output
  ) throws(Journal.Failure) {
    guard past == nil else { return try copyMissing(from: 0, of: ours, to: &output) }
    var here = LineIterator(ours, from: start)
    var there = LineIterator(theirs.file, from: start, to: theirs.size)
    // Compares line by line while the lines are equal; damaged lines, which only one of the files may have, are
    // skipped.
    while try Journal.Failure.of(there.next()) {
      if there.offset == 0 { continue }
      guard try isAccepted(there) else { continue }
      var isHere = try Journal.Failure.of(here.next())
      while isHere, here.offset == 0 || !here.withLine(isCopied) { isHere = try Journal.Failure.of(here.next()) }
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

  /// Returns `true` if a line may be copied.
  private func isCopied(_ line: UnsafeRawBufferPointer) -> Bool {
    theirs.event(line).map { $0.origin.device.name == device && !leftOut.contains($0.event.type) } ?? false
  }

  /// Returns the number of lines that would count in addition to those of this device's own file.
  mutating func linesMissing(in ours: any JournalFile) throws(Journal.Failure) -> Int {
    let (held, size) = (try Journal.Failure.of(ours.status().size), theirs.size)
    guard try Journal.Failure.of(ours.commonLength(held, with: theirs.file, size)) < size else { return 0 }
    var known = try Journal.Failure.of(knownLines(of: ours))
    var there = LineIterator(theirs.file, from: 0, to: size)
    var count = 0
    while try Journal.Failure.of(there.next()) {
      guard there.offset > 0, try isAccepted(there), let saved = there.withLine(theirs.event),
        try Journal.Failure.of(known.counts(saved, at: there.offset, isOurs: false))
      else { continue }
      count += 1
    }
    // Repetitions of this device's own lines are not reported.
    (foreign, hasReturns, damaged) = (0, false, (0, 0))
    return count
  }

  private func knownLines(of ours: any JournalFile) throws(FileError) -> ImportedLineIndex {
    let copy = OtherDeviceFile(
      path: theirs.path, file: ours, status: try ours.status(),
      header: Header(kind: kind, device: ""))
    var known = ImportedLineIndex(ours: copy, theirs: theirs)
    var here = LineIterator(ours, from: 0)
    while try here.next() {
      if here.offset > 0, let saved = here.withLine(copy.event) {
        _ = try known.counts(saved, at: here.offset, isOurs: true)
      }
    }
    return known
  }

  /// Copies all lines from an offset on.
  private mutating func copyAll(from start: Int64, to output: inout Output) throws(Journal.Failure) {
    var walk = LineIterator(theirs.file, from: start, to: theirs.size)
    while try Journal.Failure.of(walk.next()) {
      guard walk.offset > 0, try isAccepted(walk) else { continue }
      walk.withLine { output.append($0) }
      try Journal.Failure.of(output.flushIfLarge())
    }
    try Journal.Failure.of(output.flush())
  }

  /// Copies the lines from an offset on whose ids are not in the copy, or only in a later line that therefore does
  /// not count: a device restored from a backup may have saved an event again, at another instant.
  ///
  /// 16 bytes for each line of the copy are in memory.
  private mutating func copyMissing(
    from start: Int64, of ours: any JournalFile, to output: inout Output
  ) throws(Journal.Failure) {
    var known = try Journal.Failure.of(knownLines(of: ours))
    var conflicts = Conflicts()
    var there = LineIterator(theirs.file, from: start, to: theirs.size)
    while try Journal.Failure.of(there.next()) {
      guard there.offset > 0, try isAccepted(there), let saved = there.withLine(theirs.event) else { continue }
      let held = try Journal.Failure.of(known.line(of: saved.event.id, by: saved.origin.device))
      if let held, held.event != saved.event, !isOwn {
        conflicts.add(saved, beside: held)
        continue
      }
      if let held, isPast(held) { continue }
      if let target = saved.event.voidedID,
        let own = try Journal.Failure.of(known.line(of: target, by: saved.origin.device)), isPast(own)
      {
        takingBack += 1
        continue
      }
      guard try Journal.Failure.of(known.counts(saved, at: there.offset, isOurs: false)) else { continue }
      there.withLine { output.append($0) }
      try Journal.Failure.of(output.flushIfLarge())
    }
    try settle(&conflicts, to: &output)
    try Journal.Failure.of(output.flush())
  }

  /// `true` if a line of the copy is this device's own past.
  private func isPast(_ held: Journal.SavedEvent) -> Bool { past.map { held.origin.number <= $0 } ?? false }

  /// Copies the conflicting lines whose device wrote both versions, as a device restored from a backup does. If the
  /// previously copied line is gone, another program has changed the file.
  private mutating func settle(_ conflicts: inout Conflicts, to output: inout Output) throws(Journal.Failure) {
    guard !conflicts.isEmpty else { return }
    var there = LineIterator(theirs.file, from: 0, to: theirs.size)
    while try Journal.Failure.of(there.next()) {
      if there.offset > 0, let saved = there.withLine(theirs.event) { conflicts.find(saved) }
    }
    changed += conflicts.lost(ifAfter: counting)
    for saved in conflicts.earlier(ifAfter: counting, unless: isPast) { output.append(saved.line) }
  }

  /// Counts a line, and returns `true` if it may be copied.
  private mutating func isAccepted(_ walk: LineIterator) throws(Journal.Failure) -> Bool {
    lines += 1
    guard lines <= limits.lines else {
      throw .refused(path: theirs.path, .tooManyLines(limit: limits.lines))
    }
    if walk.endsInReturn { hasReturns = true }
    if let saved = walk.withLine(theirs.event) {
      guard saved.origin.device.name == device else {
        foreign += 1
        return false
      }
      guard saved.event.instant <= latest else {
        ahead += 1
        return false
      }
      return !leftOut.contains(saved.event.type)
    }
    if damaged.lines == 0 { damaged.first = try Journal.Failure.of(number(ofLineAt: walk.offset)) }
    damaged.lines += 1
    return false
  }

  private func number(ofLineAt offset: Int64) throws(FileError) -> Int {
    var (walk, number) = (LineIterator(theirs.file, from: 0), 1)
    while try walk.next(), walk.offset < offset { number += 1 }
    return number
  }
}

/// An output buffer that appends lines to a file in pieces.
private struct Output {
  private let file: any JournalFile
  private var bytes: [UInt8] = []
  /// The number of bytes written, and of the lines appended.
  private(set) var count: Int64 = 0
  private(set) var lines = 0

  init(_ file: any JournalFile) { self.file = file }

  /// - Parameter line: without its line end.
  mutating func append(_ line: UnsafeRawBufferPointer) {
    bytes.append(contentsOf: line)
    bytes.append(UInt8(ascii: "\n"))
    lines += 1
  }

  /// - Parameter line: with its line end.
  mutating func append(_ line: [UInt8]) {
    bytes += line
    lines += 1
  }

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

/// Lines of another file whose content differs from the copy's lines with the same ids.
private struct Conflicts {
  private struct Conflict {
    let held: Journal.SavedEvent
    var others: [Journal.SavedEvent]
    var isHeldByOther = false
  }

  private var all: [Merge.Line: Conflict] = [:]
  private var dropped = 0
  /// The maximum number of conflicts; an honest device has few.
  private static let conflictLimit = 10_000

  var isEmpty: Bool { all.isEmpty }
  /// Returns the number of lines that replaced a line that the file had before.
  /// - Parameter limit: the latest instant of the lines that count: others may be replaced.
  func lost(ifAfter limit: Instant) -> Int {
    dropped + all.values.reduce(0) { $0 + (Self.isReplaced($1, limit) ? 0 : $1.others.count) }
  }

  /// Returns the lines that come before those of the copy, if the file also has those or they do not count.
  /// - Parameter isPast: whether a line of the copy stays as it is.
  func earlier(
    ifAfter limit: Instant, unless isPast: (Journal.SavedEvent) -> Bool
  ) -> [Journal.SavedEvent] {
    all.values.filter { Self.isReplaced($0, limit) && !isPast($0.held) }
      .flatMap { conflict in conflict.others.filter { $0 < conflict.held } }.sorted()
  }

  private static func isReplaced(_ conflict: Conflict, _ limit: Instant) -> Bool {
    conflict.isHeldByOther || conflict.held.event.instant > limit
  }

  mutating func add(_ saved: Journal.SavedEvent, beside held: Journal.SavedEvent) {
    guard all.count < Self.conflictLimit else {
      dropped += 1
      return
    }
    all[Merge.Line(saved), default: Conflict(held: held, others: [])].others.append(saved)
  }

  /// Records that the file has a line.
  mutating func find(_ saved: Journal.SavedEvent) {
    let line = Merge.Line(saved)
    if all[line]?.held == saved { all[line]?.isHeldByOther = true }
  }
}

/// The counting lines of two files by the hashes of their ids and devices.
private struct ImportedLineIndex {
  private let ours: OtherDeviceFile
  private let theirs: OtherDeviceFile
  private var ourReader: LineReader
  private var theirReader: LineReader
  /// Offsets in this device's copy; offsets in the other file are stored as their complements.
  private var places: [Int: Int64] = [:]

  init(ours: OtherDeviceFile, theirs: OtherDeviceFile) {
    (self.ours, self.theirs) = (ours, theirs)
    (ourReader, theirReader) = (LineReader(ours.file, stride: 4_096), LineReader(theirs.file, stride: 4_096))
  }

  /// Returns `true` if a line counts in addition to those before it, and then adds it to them.
  mutating func counts(_ saved: Journal.SavedEvent, at offset: Int64, isOurs: Bool) throws(FileError) -> Bool {
    let line = Merge.Line(saved)
    let hash = line.hashValue
    if let place = places[hash], let other = try event(at: place), Merge.Line(other) == line, other <= saved {
      return false
    }
    places[hash] = isOurs ? offset : ~offset
    return true
  }

  /// Returns the counting line of an id that a device wrote.
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
