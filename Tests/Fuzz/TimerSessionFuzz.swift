// The import of timer sessions with damaged files.

import Timeline

@testable import Timers

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzSessions(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  let lines = Array(TextLines(text))
  do {
    let file = try TimerSessionCSV.read(text)
    // Every line after the first is a timer session or is reported.
    let filled = lines.count { !$0.line.isEmpty }
    precondition(file.rows.count + file.damaged.count == max(0, filled - 1))
    check(file, lines: lines.count)
  } catch {
    precondition(!error.missing.isEmpty || !error.unknown.isEmpty)
  }
  let file = TimerSessionJSON.read(text)
  check(file, lines: lines.count + 1)
  let isBlank = text.utf8.allSatisfy { " \t\r\n[],".utf8.contains($0) }
  precondition(isBlank || text.utf8.starts(with: [0xEF, 0xBB, 0xBF]) || !file.rows.isEmpty || !file.damaged.isEmpty)
  return 0
}

private func check(_ file: TimerSessionImport, lines: Int) {
  let places = (file.rows.map(\.line) + file.damaged.map(\.line)).sorted()
  precondition(places.allSatisfy { (1...max(1, lines)).contains($0) })
  precondition(file.rows.map(\.line) == file.rows.map(\.line).sorted())
  // The records can be written and read again, in both formats.
  let records = file.records
  do {
    let again = try TimerSessionCSV.read(TimerSessionCSV.text(records))
    precondition(again.damaged.isEmpty && again.records == records, "the sessions do not come back from CSV")
  } catch {
    preconditionFailure("an export's own header is not accepted")
  }
  let again = TimerSessionJSON.read(TimerSessionJSON.text(records))
  precondition(again.damaged.isEmpty && again.records == records, "the sessions do not come back from JSON")
  importTwice(file)
}

/// Imports a file into a history, twice: the second import adds nothing.
private func importTwice(_ file: TimerSessionImport) {
  var ledger = TimerLedger()
  let plan = ledger.plan(for: file)
  precondition(plan.added.count + plan.ratings.count + plan.known + plan.conflicts.count == file.rows.count)
  for (number, record) in plan.added.enumerated() {
    let stamp = TimerEvent.Stamp(instant: record.ended, device: "fuzz", sequence: UInt32(number + 1))
    precondition(ledger.add(TimerEvent(id: "s/\(number)", stamp: stamp, fact: .saved(record))))
  }
  for (number, new) in plan.ratings.enumerated() {
    let stamp = TimerEvent.Stamp(instant: .distantFuture, device: "fuzz", sequence: UInt32(number + 1))
    precondition(ledger.add(TimerEvent(id: "r/\(number)", stamp: stamp, fact: .rated(new.timerSession, new.rating))))
  }
  let second = ledger.plan(for: file)
  precondition(second.added.isEmpty && second.ratings.isEmpty && second.undone.isEmpty)
  precondition(ledger.timerSessions().count == plan.added.count)
  precondition(ledger.stars >= 0)
}
