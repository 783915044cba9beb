import StoryScript
import Terminal
import Timeline

/// Tells handlers and writes the line.
struct TellingEvent: EventUse {
  let session: Session
  let at: Instant
  func take<Payload>(_ entry: EventEntry<Payload>, _ payload: Payload) { session.tell(entry, payload, at: at) }
}
