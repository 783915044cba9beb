import StoryScript
import Terminal
import Timeline

/// Makes its sentence, without the clock.
struct SpeakingEvent: EventUse {
  let session: Session
  func take<Payload>(_ entry: EventEntry<Payload>, _ payload: Payload) -> StyledText? {
    guard let says = entry.says else { return nil }
    var line = LineWriter(palette: session.output.palette, glyphs: session.output.glyphs)
    says(&line, payload, session)
    return StyledText(rendered: line.text, session.output.palette)
  }
}
