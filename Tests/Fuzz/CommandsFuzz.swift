// Sequences of commands in one session, with undo, redo, rewind and forks between them.
//
// Each byte is a command. The invariants: after each command, an undo and a redo restore the state; a second run
// writes the same bytes; and the state read when the session's folder is opened again is the session's final state.

import Glibc
import Timeline

@testable import SessionState
@testable import ShellCore

/// Commands that change state, advance time or travel in time; a command that does not apply is refused, which is
/// equally valid.
private let commands = [
  "story play 4", "story play 4 for 15s", "story play @ben for 3s", "story play @ana", "tap left", "tap right", "hold",
  "hold 2s", "release", "like", "unlike", "pause", "resume", "next", "previous", "jump 2", "swipe down", "swipe left",
  "swipe right", "story fail", "story retry", "story buffer 2s", "set end loop", "set story-failures 25%",
  "set story-buffering 50%",
  "timer start reading 20", "timer start shower", "timer start custom 1", "timer pause", "timer resume", "timer done",
  "timer stop", "rate good", "rate amazing", "rate \"needs work\"", "activity add violin for 9",
  "activity edit reading for 25", "activity edit violin name cello", "activity remove violin", "profile name Mia",
  "profile forget", "post \"a\"",
  "post \"b #tag\"", "post \"c @bob\"", "history import Examples/sessions.csv", "cluster Examples/Photos",
  "review next",
  "review next", "set tick on", "set tick off", "set sound off", "every 7s as tick { like }", "cancel tick",
  "when story.started { post \"seen\" }", "when timer.completed { rate good }", "after 5s { tap right }", "stories",
  "wait 1us", "wait 700ms", "wait 7s", "wait 15s", "wait 6m", "wait 20m", "wait 1d", "undo", "undo 2", "undo 5", "redo",
  "redo 2", "rewind 1us", "rewind 3s", "rewind 3m", "rewind 12h", "fork", "fork keep", "fork drop", "explain", "events",
]
private let lineLimit = 40

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzCommands(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: min(count, lineLimit)))
  let script = bytes.map { commands[Int($0) % commands.count] }
  let folder = "\(fuzzFolder)/commands"
  empty(folder)
  thereAndBack(script, in: folder)
  let format: Output.Format = count % 2 == 0 ? .json : .text
  let (first, second) = (output(of: script, format), output(of: script, format))
  precondition(
    first == second, "two runs differ:\n\(first.joined(separator: "\n"))\n---\n\(second.joined(separator: "\n"))")
  return 0
}

private func output(of script: [String], _ format: Output.Format) -> [String] {
  let session = session(format: format, isTerminal: false)
  return script.flatMap { command in
    let refusal = attempt(command, in: session)
    return session.output.drainLines() + (refusal.map { [$0] } ?? [])
  }
}

/// Runs the script in a folder, goes back and forth after each command, and opens the folder again.
private func thereAndBack(_ script: [String], in folder: String) {
  let session = session(in: folder)
  for command in script {
    attempt(command, in: session)
    for line in session.output.drainLines() { checkPrintable(line) }
    checkUndo(session, after: command)
  }
  while session.past.isForked { attempt(script.count % 2 == 0 ? "fork keep" : "fork drop", in: session) }
  let lived = PersistentState(of: session)
  let read = PersistentState(of: Fuzzer.session(in: folder))
  precondition(read == lived, "what is read is not what was:\n\(read.difference(from: lived))")
}

private func checkUndo(_ session: Session, after command: String) {
  let counts = (session.past.undoableCount, session.past.redoableCount)
  guard counts.0 > 0 else { return }
  session.settle()
  let (world, now, lasting) = (session.world, session.now, PersistentState(of: session))
  for step in ["undo", "redo"] {
    if let refusal = attempt(step, in: session) {
      preconditionFailure("after '\(command)' \(step) is refused: \(refusal)")
    }
  }
  session.settle()
  precondition(session.now == now, "the clock moved by undo and redo after '\(command)'")
  precondition(session.world.aspects(changedSince: world).isEmpty, "undo and redo after '\(command)' change something")
  let again = PersistentState(of: session)
  precondition(again == lasting, "undo and redo after '\(command)':\n\(again.difference(from: lasting))")
  precondition(counts == (session.past.undoableCount, session.past.redoableCount), "steps are lost after '\(command)'")
  _ = session.output.drainLines()
}
