// The shell with foreign files.
//
// STORYLINE_FUZZ selects the target: `state`, the journal's events from which the shell makes timers, activities and
// profile; `deck`, `csv` and `values`, files by type (`values` is JSON); `cursor`, the feed's cursor; `pin`, the
// PIN's file.

import Glibc
import StoryScript

@testable import Journal
@testable import SessionState
@testable import ShellCore
@testable import Stories
@testable import StoriesWing
@testable import TerminalText
@testable import Timeline
@testable import Timers
@testable import TimersWing

private let target = getenv("STORYLINE_FUZZ").map { String(cString: $0) } ?? "state"

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzShell(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  mkdir(fuzzFolder, 0o700)
  switch target {
  case "state": fuzzState(bytes)
  case "deck": fuzzDeck(bytes)
  case "csv": fuzzFile(bytes, "csv")
  case "values": fuzzFile(bytes, "json")
  case "cursor": fuzzCursor(String(decoding: bytes, as: UTF8.self))
  case "pin": fuzzPIN(String(decoding: bytes, as: UTF8.self))
  default: preconditionFailure("there is no '\(target)' to fuzz")
  }
  return 0
}

private func write(_ bytes: [UInt8], to name: String) -> String {
  let path = "\(fuzzFolder)/\(name)"
  let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
  precondition(file >= 0 && Glibc.write(file, bytes, bytes.count) == bytes.count)
  close(file)
  return path
}

// MARK: - The state

/// Opens a session with foreign events. The first byte selects the kind of session; each line is an event's seconds,
/// type and data.
private func fuzzState(_ bytes: [UInt8]) {
  guard let first = bytes.first else { return }
  let kind: Journal.Kind = first & 1 == 0 ? .real : .practice
  var file = Header(kind: kind, device: "kitchen").line
  for (number, line) in bytes[1...].split(separator: 0x0A).prefix(40).enumerated() {
    let parts = line.split(separator: 0x20, maxSplits: 2)
    guard parts.count == 3, let seconds = Int64(String(decoding: parts[0], as: UTF8.self)) else { continue }
    let at = Instant.practiceStart + .seconds(seconds)
    var json = Array("{\"seq\":\(number + 1),\"at\":\(at.microseconds),\"device\":\"kitchen\",\"type\":\"".utf8)
    json +=
      parts[1] + Array("\",\"id\":\"f/\(number)\",\"day\":\"2026-01-05\",\"offset\":3600,\"data\":".utf8) + parts[2]
    file += Line.framing(json + Array("}".utf8))
  }
  for name in ["kitchen.torn", "pin"] { unlink("\(fuzzFolder)/\(name)") }
  _ = write(Array("kitchen\n".utf8), to: "device")
  _ = write(file, to: "kitchen.journal")
  var options = Session.Options()
  options.kind = kind == .real ? .real : .practice
  let one = session(options, in: fuzzFolder)
  precondition(one.persistence?.place.device == "kitchen", "the events are another device's")
  look(one)
  run("activity add fuzzer icon 🎻 for 25; profile name Fuzz", in: one, "activity", "profile")
  run("timer stop; timer start reading; timer done; rate good", in: one)
  // The session's state and the state it saved are equal.
  let two = session(options, in: fuzzFolder)
  let (before, after) = (PersistentState(of: one), PersistentState(of: two))
  precondition(before == after, "the state does not come back:\n\(after.difference(from: before))")
  look(two)
}

/// Runs every command that shows saved state.
private func look(_ session: Session) {
  let commands = ["profile", "activities", "timer status", "history", "stats", "streak", "view", "events"]
  for command in commands { run(command, in: session) }
}

/// Runs a script, which may be refused.
/// - Parameter needed: the first words of the commands that must not be refused.
private func run(_ script: String, in session: Session, _ needed: String...) {
  for command in script.split(separator: ";") {
    guard let message = attempt(String(command), in: session) else { continue }
    precondition(needed.isEmpty || message.contains("already") || message.contains("there is"), message)
    break
  }
  for line in session.output.drainLines() { checkPrintable(line) }
}

// MARK: - Files

private func fuzzDeck(_ bytes: [UInt8]) {
  let path = write(bytes, to: "deck.json")
  let lines = 1 + bytes.count { $0 == 0x0A }
  do {
    let deck = try DeckFile(path) { _ in nil }
    let stories = deck.deck.stories
    precondition((1...10_000).contains(stories.count) && deck.missing.count <= stories.count)
    for (number, story) in stories.enumerated() {
      precondition(story.id == number + 1 && !story.author.isEmpty)
      if let length = story.length { precondition(StorySettings.lengths.contains(length)) }
      precondition((0...1_000_000_000_000).contains(story.bytes))
    }
    var options = Session.Options()
    options.seed = 1
    let session = session(options)
    run("story play deck \"\(path)\"; view; story state; wait 20s; next; jump 2; view; events", in: session)
  } catch {
    check(error, lines: lines)
  }
}

/// Reads a file as a value, writes the value and reads it again.
private func fuzzFile(_ bytes: [UInt8], _ suffix: String) {
  let format = FileFormat(path: "a.\(suffix)")
  do {
    let value = try format.read(write(bytes, to: "a.\(suffix)"))
    guard case .list(let items) = value, !items.isEmpty || suffix == "json" else { return }
    let zone = Zone.utc
    let writer = ValueWriter(civil: { zone.civil($0) })
    let text = try format.text(of: value, zone, writer: writer)
    let again = try format.read(write(Array(text.utf8), to: "b.\(suffix)"))
    let second = try format.text(of: again, zone, writer: writer)
    precondition(
      Array(second.utf8) == Array(text.utf8), "what was written does not come back:\n\(text)\n--- then ---\n\(second)")
  } catch {
    check(error, lines: 1 + bytes.count { $0 == 0x0A || $0 == 0x0D })
  }
}

/// Checks that a refusal names an existing line and can be printed.
private func check(_ failure: Failure, lines: Int) {
  let message = failure.problem.message
  precondition(!message.isEmpty)
  guard let range = message.firstRange(of: "line ") else { return }
  let digits = message[range.upperBound...].prefix { $0.isASCII && $0.isNumber }
  guard let line = Int(digits) else { return }
  precondition((1...lines).contains(line), "there is no line \(line): \(message)")
}

// MARK: - Words

private func fuzzCursor(_ text: String) {
  do {
    let cursor = try FeedCursor(text: text)
    // Own stories have negative ids.
    precondition(cursor.lastID < 0 || Feed.ids.contains(cursor.lastID))
    precondition(Array(cursor.text.utf8) == Array(text.utf8), "a cursor has two texts: \(text) and \(cursor.text)")
    let again = try FeedCursor(text: cursor.text)
    precondition(again == cursor)
    let batch = Feed(sessionStart: .practiceStart).stories(after: cursor, of: cursor.author, at: .practiceStart)
    precondition(batch.stories.allSatisfy { $0.id > cursor.lastID })
  } catch {
    switch error {
    case .malformed(let found): precondition(found == text)
    case .noSuchStory(let id): precondition(id >= 0 && !Feed.ids.contains(id))
    }
  }
  // As an argument, the cursor is refused with a printable message.
  let quoted = text.unicodeScalars.map { "\\\"\n\r$".unicodeScalars.contains($0) ? "_" : String($0) }.joined()
  let session = session()
  guard let source = try? Source(name: "fuzz", text: "stories after \"\(quoted)\""),
    let script = try? session.load(source)
  else { return }
  try? session.runtime.run(script)
  for line in session.output.drainLines() { checkPrintable(line) }
}

private func fuzzPIN(_ text: String) {
  let record: PINRecord
  do {
    record = try PINRecord(parsing: text)
  } catch {
    precondition(!error.reason.isEmpty)
    checkPrintable(error.reason)
    return
  }
  precondition(Array(record.text.utf8) == Array(text.utf8), "two texts say the same: \(record.text)")
  precondition((record.hash != nil) == record.setUp.isSet)
  precondition(record.policy.saved.wrongTries >= 0)
  var policy = record.policy
  for instant in [Instant.practiceStart, .distantPast, .distantFuture] {
    if case .locked(let until, let remaining) = policy.access(at: instant) {
      precondition(until >= instant && remaining <= .hours(1))
    }
    _ = try? policy.tried(matches: false, at: instant)
  }
}
