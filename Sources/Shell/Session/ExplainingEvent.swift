import StoryScript
import Terminal
import Timeline

/// Says why it came.
struct ExplainingEvent: EventUse {
  let reasoning: Reasoning
  func take<Payload>(_ entry: EventEntry<Payload>, _ payload: Payload) -> [String] {
    entry.why?(payload, reasoning) ?? []
  }
}
