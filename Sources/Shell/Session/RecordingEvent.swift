import StoryScript
import Terminal
import Timeline

/// Makes the fields for whoever reads the log.
struct RecordingEvent: EventUse {
  func take<Payload>(_ entry: EventEntry<Payload>, _ payload: Payload) -> (EventRow, Record) {
    (entry.row, entry.record(payload))
  }
}
