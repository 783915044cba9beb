import StoryScript
import Terminal
import Timeline

/// An action on an event, whatever its payload type.
///
/// A wing that logs its events as values finds the entry of each kind in one place, for every use of it: reporting
/// it, and later creating its fields, its sentence and its reason from the log.
protocol EventVisitor {
  associatedtype Result
  func visit<Payload>(_ entry: EventEntry<Payload>, _ payload: Payload) -> Result
}

/// A visitor that calls handlers and writes the line.
struct EventReporter: EventVisitor {
  let session: Session
  let at: Instant
  func visit<Payload>(_ entry: EventEntry<Payload>, _ payload: Payload) { session.report(entry, payload, at: at) }
}

/// A visitor that creates the fields for code that reads the log.
struct EventRecorder: EventVisitor {
  func visit<Payload>(_ entry: EventEntry<Payload>, _ payload: Payload) -> (row: EventRow, fields: Record) {
    (entry.row, entry.record(payload))
  }
}

/// A visitor that creates the sentence without the clock; `nil` if the event has none.
struct EventSentenceWriter: EventVisitor {
  let session: Session
  func visit<Payload>(_ entry: EventEntry<Payload>, _ payload: Payload) -> StyledText? {
    guard let says = entry.says else { return nil }
    var line = LineWriter(palette: session.output.palette, glyphs: session.output.glyphs)
    says(&line, payload, session)
    return StyledText(rendered: line.text, session.output.palette)
  }
}

/// A visitor that creates the reasons that `explain` gives.
struct EventExplainer: EventVisitor {
  let reasoning: Reasoning
  func visit<Payload>(_ entry: EventEntry<Payload>, _ payload: Payload) -> [String] {
    entry.why?(payload, reasoning) ?? []
  }
}
