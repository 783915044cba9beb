import StoryScript
import TerminalText
import Timeline

/// An action on an event, whatever its payload type.
///
/// A wing that logs its events as values finds the entry of each kind in one place, for every use of it: reporting
/// it, and later creating its fields, its sentence and its reason from the log.
package protocol EventVisitor {
  associatedtype Result
  func visit<Payload>(_ entry: EventEntry<Payload>, _ payload: Payload) -> Result
}

/// A visitor that calls handlers and writes the line.
package struct EventReporter: EventVisitor {
  package let session: Session
  package let at: Instant

  package init(session: Session, at: Instant) {
    self.session = session
    self.at = at
  }

  @inlinable
  package func visit<Payload>(_ entry: EventEntry<Payload>, _ payload: Payload) {
    session.report(entry, payload, at: at)
  }
}

/// A visitor that creates the fields for code that reads the log.
package struct EventRecorder: EventVisitor {
  package init() {}

  @inlinable
  package func visit<Payload>(_ entry: EventEntry<Payload>, _ payload: Payload) -> (row: EventRow, fields: Record) {
    (entry.row, entry.record(payload))
  }
}

/// A visitor that creates the sentence without the clock; `nil` if the event has none.
package struct EventSentenceWriter: EventVisitor {
  package let session: Session

  package init(session: Session) {
    self.session = session
  }

  @inlinable
  package func visit<Payload>(_ entry: EventEntry<Payload>, _ payload: Payload) -> StyledText? {
    guard let says = entry.says else { return nil }
    return session.written { says(&$0, payload, session) }
  }
}

/// A visitor that creates the reasons that `explain` gives.
package struct EventExplainer: EventVisitor {
  package let reasoning: Reasoning

  package init(reasoning: Reasoning) {
    self.reasoning = reasoning
  }

  @inlinable
  package func visit<Payload>(_ entry: EventEntry<Payload>, _ payload: Payload) -> [String] {
    entry.why?(payload, reasoning) ?? []
  }
}
