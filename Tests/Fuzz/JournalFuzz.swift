// The journal with state folders of foreign files.
//
// The first byte of an input determines how its files are made; the files follow, separated by 0xFF: this device's
// own file, then those of others. A checksum cannot be guessed, so most lines are given without one and get it here.
//
// The same files are then put into a shared folder, as a stranger might do: only whole, valid lines of them reach the
// state folder.

import Timeline

@testable import Journal

private let kitchen = Journal.DeviceID("kitchen")!
private let names = ["kitchen", "phone", "attic"]

/// The way in which an input's files are made.
private struct Shape {
  /// `true` if the files are the unmodified bytes of the input.
  let isRaw: Bool
  /// `true` if a valid first line precedes the bytes of each file.
  let hasHeader: Bool
  /// `true` if the last line of this device's file lost its end.
  let isTorn: Bool

  init(_ byte: UInt8) { (isRaw, hasHeader, isTorn) = (byte & 7 == 7, byte & 1 == 0, byte & 8 != 0) }

  func file(_ bytes: ArraySlice<UInt8>, _ device: String, isOwn: Bool) -> [UInt8] {
    guard !isRaw else { return Array(bytes) }
    var file = hasHeader ? Header(kind: .real, device: device).line : []
    for line in bytes.split(separator: 0x0A) { file += Line.framing(Array(line)) }
    if isOwn, isTorn, !file.isEmpty { file.removeLast(min(file.count, 3)) }
    return file
  }
}

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzJournal(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  guard let first = bytes.first else { return 0 }
  let shape = Shape(first)
  let files = MemoryFileSystem()
  var expected: Set<[UInt8]> = []
  let parts = bytes[1...].split(separator: 0xFF, maxSplits: names.count - 1, omittingEmptySubsequences: false)
  for (name, part) in zip(names, parts) {
    let file = shape.file(part, name, isOwn: name == kitchen.name)
    files["state/\(name).journal"] = file
    expected.formUnion(ids(inFile: file, of: name))
  }
  let before = files.paths.map { (path: $0, bytes: files[$0]) }
  let journal: Journal
  do {
    journal = try open(files)
  } catch {
    check(error)
    for (path, bytes) in before { precondition(files[path] == bytes, "a file that was refused was changed") }
    return 0
  }
  // A notice says what was left out, such as a line that names another device than its file.
  let isWhole = journal.notices.isEmpty
  check(journal)
  let found = Set(all(journal).map { Array($0.event.id.text.utf8) })
  precondition(
    isWhole ? found == expected : found.isSubset(of: expected), "opening does not find what the file contains")
  live(journal, files)
  receive(before.map { ($0.path, $0.bytes ?? []) }, link: first & 16 != 0)
  return 0
}

/// Receives the files through a shared folder, twice.
private func receive(_ sent: [(path: String, bytes: [UInt8])], link: Bool) {
  let files = MemoryFileSystem()
  files["outside"] = []
  for (path, bytes) in sent { files["shared/" + path.dropFirst("state/".count)] = bytes }
  if link {
    files.link("shared/kitchen.journal", to: "outside")
    files.link("state/attic.journal", to: "outside")
  }
  do {
    let journal = try open(files)
    try journal.append([.init(id: .init(cause: "fuzz"), type: "fuzz.done", instant: .practiceStart)])
    do throws(Journal.Failure) {
      try journal.exchange(with: "shared")
    } catch {
      guard case .otherKind = error else { preconditionFailure("\(error)") }
      return
    }
    check(journal)
    precondition(journal.contains(.init(cause: "fuzz")), "an event of this device was lost")
    precondition(files["outside"] == [], "a link was written through")
    for path in files.paths where path.hasPrefix("state/") && path.hasSuffix(".journal") {
      for (number, line) in (files[path] ?? []).split(separator: 0x0A, omittingEmptySubsequences: false).dropLast()
        .enumerated()
      {
        line.withUnsafeBytes { line in
          guard let json = Line.json(of: line, Checksum()) else {
            preconditionFailure("a line was copied that does not hold")
          }
          precondition(number == 0 || LineFields(json) != nil, "a line was copied that is no event")
        }
      }
    }
    let now = all(journal)
    let copies = files.paths.filter { $0.hasPrefix("state/") }.map { files[$0] }
    try journal.exchange(with: "shared")
    precondition(all(journal) == now, "a second exchange changed something")
    precondition(
      files.paths.filter { $0.hasPrefix("state/") }.map { files[$0] } == copies, "a second exchange copied again")
  } catch {
    check(error)
  }
}

/// Returns the ids of all whole, valid lines, which must never get lost, read in the simplest way.
///
/// A line that takes an event back counts only in the file of the device that it names: nobody can take back in another
/// device's name.
/// - Parameters:
///   - owner: the device whose file it is.
///   - copied: `true` for only the lines that are exchanged between devices.
private func ids(inFile bytes: [UInt8], of owner: String, copied: Bool = false) -> Set<[UInt8]> {
  var ids: Set<[UInt8]> = []
  let files = MemoryFileSystem()
  files["f"] = bytes
  guard let file = try? files.open("f", for: .reading), let status = try? file.status() else { return [] }
  let journal = OtherDeviceFile(path: "f", file: file, status: status, header: nil)
  // After the last line feed there is no whole line.
  for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast() {
    line.withUnsafeBytes { line in
      // The first line is a header, which has no number, or an event in a file that lost its header.
      guard let json = Line.json(of: line, Checksum()), let fields = LineFields(json) else { return }
      let isOwners = json[fields.device].elementsEqual(owner.utf8)
      guard isOwners || fields.savedEvent(in: json).event.voidedID == nil else { return }
      // A file speaks for one device alone.
      guard !copied || journal.event(line) != nil && isOwners else { return }
      ids.insert(Array(json[fields.id]))
    }
  }
  return ids
}

/// Appends, voids and restores events, and checks the result with a newly opened journal.
private func live(_ journal: Journal, _ files: MemoryFileSystem) {
  let before = all(journal)
  var events = (0..<3).map { number in
    Journal.Event(
      id: .init(cause: "fuzz", "\(number)"), type: "fuzz.done", instant: .practiceStart + .seconds(Int64(number)),
      payload: ["n": .integer(Int64(number))])
  }
  // An event with a known id is skipped, whatever its content.
  if let known = before.first { events.append(.init(id: known.event.id, type: "t", instant: .distantFuture)) }
  do {
    try journal.append(events)
    precondition(journal.pending.isEmpty)
    for event in events { precondition(journal.contains(event.id)) }
    let targets = [before.first, before.last].compactMap { $0?.event.id }.filter { $0.void.text.utf8.count < 500 }
    try journal.void(targets + [events[0].id], at: .practiceStart)
    try journal.restore([events[0].id])
    _ = try journal.news()
    check(journal)
    let now = all(journal)
    let ids = Set(now.map(\.event.id))
    for saved in before { precondition(ids.contains(saved.event.id), "an event was lost by appending") }
    let again = try open(files)
    precondition(all(again) == now, "what a second program finds is something else")
    precondition(again.nextOrigin == journal.nextOrigin)
    try again.compact()
    precondition(all(again) == now, "an event was lost by compacting")
    // The first shell notices that the file was replaced.
    let news = try journal.news()
    precondition(news.voided.isEmpty)
    precondition(all(journal) == now)
    try exchange(again, files, now)
    check(again)
  } catch {
    preconditionFailure("in memory nothing fails: \(error)")
  }
}

/// Checks that another device that receives everything through a shared folder agrees.
private func exchange(_ journal: Journal, _ files: MemoryFileSystem, _ now: [Journal.SavedEvent]) throws {
  try journal.exchange(with: "shared")
  let other = try open(files, folder: "far", device: Journal.DeviceID("far")!)
  try other.exchange(with: "shared")
  check(other)
  let own = Set(files["state/kitchen.journal"].map { ids(inFile: $0, of: kitchen.name, copied: true) } ?? [])
  let there = Set(all(other).map { Array($0.event.id.text.utf8) })
  precondition(own.isSubset(of: there), "an event was lost on its way to another device")
  try journal.exchange(with: "shared")
  precondition(all(journal) == now, "an exchange that brings nothing changed something")
}

private func check(_ failure: Journal.Failure) {
  switch failure {
  case .otherKind, .newerFormat, .unknownFormat, .notAJournal: precondition(!failure.description.isEmpty)
  default: preconditionFailure("in memory nothing fails: \(failure)")
  }
}

/// Checks the invariants of every opened journal.
private func check(_ journal: Journal) {
  let all = all(journal)
  precondition(all.count == journal.count)
  precondition(Set(all.map(\.event.id)).count == all.count, "an id is there twice")
  for (first, second) in zip(all, all.dropFirst()) { precondition(first < second, "the order of folding is broken") }
  precondition(journal.latest == all.last?.event.instant)
  for saved in all {
    precondition(journal.event(saved.event.id) == saved)
    _ = try? saved.event.payload.json
    _ = saved.event.payload["story"]
    _ = saved.event.local?.day.description
  }
  do {
    let counting = try journal.fold(into: [Journal.Event.ID]()) { $0.append($1.event.id) }
    let expected = all.filter { $0.event.type != Journal.Event.voidType && !journal.isVoided($0.event.id) }
    precondition(counting == expected.map(\.event.id))
  } catch {
    preconditionFailure("\(error)")
  }
  for notice in journal.notices { precondition(!notice.description.isEmpty) }
}

private func all(_ journal: Journal) -> [Journal.SavedEvent] {
  var cursor = journal.cursor(includingVoided: true)
  var all: [Journal.SavedEvent] = []
  do {
    while let next = try cursor.next() { all.append(next) }
  } catch {
    preconditionFailure("\(error)")
  }
  return all
}

/// Opens a journal whose device has the same secret each time: with a random one, the same input would not take the same
/// path twice.
private func open(
  _ files: MemoryFileSystem, folder: String = "state", device: Journal.DeviceID = kitchen
) throws(Journal.Failure) -> Journal {
  let secret = "\(folder)/\(device.name).secret"
  if files[secret] == nil {
    files[secret] = Line.framing(Array(#"{"secret":"\#(String(repeating: "5a", count: 32))"}"#.utf8))
  }
  return try Journal.open(folder: folder, kind: .real, device: device, files: files)
}
