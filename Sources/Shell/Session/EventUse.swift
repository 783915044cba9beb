import StoryScript
import Terminal
import Timeline

/// Something that is done with an event, whatever its payload: a wing that logs its events as they are finds the entry
/// of each in one place, for all that is done with it.
protocol EventUse {
  associatedtype Result
  func take<Payload>(_ entry: EventEntry<Payload>, _ payload: Payload) -> Result
}
