import StoryScript
import Terminal
import Timeline

/// What a reason can look at beside the event.
struct Reasoning {
  let session: Session
  /// What brought the event.
  let input: EventLog.Input
  /// The name of the command in it.
  var command: String { session.catalog.entries[input.command].command.name }
}
