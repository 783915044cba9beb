import Testing
import Timeline
import Timers

/// Time zero of every test.
let zero = Instant.practiceStart
let reading = Activity.presets[1]

/// A row of a state machine's test: an input at a time in milliseconds, and the events expected at exactly that time.
struct Row {
  let at: Int64
  let input: Countdown.Input?
  let events: [Countdown.Event.Kind]

  init(_ at: Int64, _ input: Countdown.Input?, _ events: Countdown.Event.Kind...) {
    self.at = at
    self.input = input
    self.events = events
  }
}

/// Runs `rows` through `timer`. A row without an input expects its events from time alone; nothing may happen between
/// rows.
func run(_ timer: inout Countdown, _ rows: [Row], sourceLocation: SourceLocation = #_sourceLocation) throws {
  for row in rows {
    let instant = zero + .milliseconds(row.at)
    let early = timer.advance(to: Instant(microseconds: instant.microseconds - 1))
    #expect(early == [], "before \(row.at)", sourceLocation: sourceLocation)
    let events = try row.input.map { try timer.handle($0, at: instant) } ?? timer.advance(to: instant)
    let expected = row.events.map { Countdown.Event(at: instant, kind: $0) }
    #expect(events == expected, "at \(row.at)", sourceLocation: sourceLocation)
  }
}

/// Returns a timer for reading that has just been started.
func started(_ length: Duration, ticks: Bool = false) throws -> Countdown {
  var timer = Countdown(at: zero, ticks: ticks)
  try timer.handle(.start(reading, length: length), at: zero)
  return timer
}
