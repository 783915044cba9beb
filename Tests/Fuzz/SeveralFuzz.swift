// Two sessions at prompts on one state folder, in turns.
//
// The first byte selects the kind of sessions; each further byte is a command, and its highest bit selects the
// session. The invariants: after each command both sessions, once they have refreshed, have the same state; a change
// reported as saved is removed only by its session's own undo; and a third session finds the same state as both.

import Bluesky
import Glibc
import Timers

@testable import SessionState
@testable import ShellCore
@testable import TimersWing

/// Commands for both kinds of clock: no command lets time pass, since a session with a real clock would sleep.
private let commands = [
  "story play 4", "next", "like", "unlike", "jump 2", "timer start reading 20", "timer start shower", "timer pause",
  "timer resume", "timer done", "timer stop", "rate good", "rate amazing", "rate \"needs work\"",
  "activity add violin for 9", "activity add flute for 9", "activity edit reading for 25",
  "activity edit violin name cello", "activity remove violin", "activity remove flute", "profile name Mia",
  "profile name Ben", "profile forget",
  "history import Examples/sessions.csv", "POST", "POST", "POST", "stars", "undo", "undo 2", "redo", "redo 2",
]
/// Commands that travel in a session's own past, and so undo only its own changes.
private let journeys = ["undo", "undo 2", "redo", "redo 2", "fork", "fork keep", "fork drop", "rewind 3s", "rewind 1h"]
private let forks = ["fork", "fork keep", "fork drop"]
/// Commands for practice sessions, whose time is simulated.
private let passing = ["wait 3s", "wait 20m", "wait 1d", "rewind 3s", "rewind 1h"]
private let lineLimit = 40

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzSeveral(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = UnsafeBufferPointer(start: start, count: min(count, lineLimit))
  guard let first = bytes.first else { return 0 }
  let folder = "\(fuzzFolder)/several"
  empty(folder)
  var options = Session.Options()
  options.kind = first & 1 == 0 ? .real : .practice
  options.isPrompt = true
  let words = commands + forks + (options.kind == .practice ? passing : [])
  let sessions = [session(options, in: folder), session(options, in: folder)]
  let runners = sessions.map { PromptRunner(session: $0) }
  var owners: [Item: Int] = [:]
  for (number, byte) in bytes.dropFirst().enumerated() {
    let turn = Int(byte >> 7)
    let word = words[Int(byte & 0x7F) % words.count]
    let (own, other) = (sessions[turn], sessions[1 - turn])
    own.pollOtherSessions()
    let before = items(of: own)
    runners[turn].run(word == "POST" ? "post \"post \(number)\"" : word)
    for line in own.output.drainLines() { checkPrintable(line) }
    let after = items(of: own)
    for item in before.subtracting(after) {
      precondition(owners[item] == turn || own.past.isForked, "'\(word)' takes away \(item), which is the other's")
      precondition(journeys.contains(word), "'\(word)' takes away \(item)")
    }
    for item in after.subtracting(before) { owners[item] = turn }
    compare(own, other, "'\(word)'")
  }
  for (session, runner) in zip(sessions, runners) {
    while session.past.isForked {
      runner.run("fork keep")
      _ = session.output.drainLines()
    }
  }
  for session in sessions { session.pollOtherSessions() }
  compare(sessions[0], sessions[1], "the end")
  compare(sessions[0], session(options, in: folder), "opening")
  return 0
}

private enum Item: Hashable {
  case post(Post)
  case timerSession(TimerSessionID)
}

private func items(of session: Session) -> Set<Item> {
  Set(
    session.world.posts.outbox.entries.map { .post($0.post) }
      + session.ledger.timerSessions.timerSessions().map { .timerSession($0.id) })
}

/// In a fork a session is on its own, and has not seen changes made meanwhile when the fork ends.
private func compare(_ one: Session, _ other: Session, _ word: String) {
  guard !one.past.isForked, !other.past.isForked else { return }
  for session in [one, other] { session.pollOtherSessions() }
  var (here, there) = (PersistentState(of: one), PersistentState(of: other))
  // A session's own post is last in its outbox until the outbox is reloaded; virtual clocks then move it elsewhere.
  here.posts.sort { $0.text < $1.text }
  there.posts.sort { $0.text < $1.text }
  precondition(here == there, "after \(word) two sessions differ:\n\(here.difference(from: there))")
}
