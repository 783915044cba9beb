import StoryScript
import Terminal
import Timeline

/// Something that is done with an event, whatever its payload.
///
/// A wing that logs its events as they are finds the entry of each kind in one place, for everything that is done with it:
/// telling it, and later making its fields, its sentence and its reason from the log.
protocol EventVisitor {
  associatedtype Result
  func visit<Payload>(_ entry: EventEntry<Payload>, _ payload: Payload) -> Result
}

/// Tells handlers and writes the line.
struct EventTeller: EventVisitor {
  let session: Session
  let at: Instant
  func visit<Payload>(_ entry: EventEntry<Payload>, _ payload: Payload) { session.tell(entry, payload, at: at) }
}

/// Makes the fields, for whoever reads the log.
struct EventRecorder: EventVisitor {
  func visit<Payload>(_ entry: EventEntry<Payload>, _ payload: Payload) -> (row: EventRow, fields: Record) {
    (entry.row, entry.record(payload))
  }
}

/// Makes the sentence, without the clock; `nil` for an event that has none.
struct EventSpeaker: EventVisitor {
  let session: Session
  func visit<Payload>(_ entry: EventEntry<Payload>, _ payload: Payload) -> StyledText? {
    guard let says = entry.says else { return nil }
    var line = LineWriter(palette: session.output.palette, glyphs: session.output.glyphs)
    says(&line, payload, session)
    return StyledText(rendered: line.text, session.output.palette)
  }
}

/// Makes the reasons that `explain` gives.
struct EventExplainer: EventVisitor {
  let reasoning: Reasoning
  func visit<Payload>(_ entry: EventEntry<Payload>, _ payload: Payload) -> [String] {
    entry.why?(payload, reasoning) ?? []
  }
}
