import Terminal
import Timeline

/// The text at the right of the prompt: how much waits for a disk that takes it, and the wings' words for what goes on.
enum StatusText {
  /// Nothing while all is idle.
  /// - Parameter room: cells; in less the pictures are left out.
  static func text(_ session: Session, at instant: Instant, room: Int) -> StyledText? {
    let (status, glyphs) = (session.catalog.wings.status, session.output.glyphs)
    let full = status(session.world, instant, true, glyphs)
    let short = full.map { $0.width > room } == true ? status(session.world, instant, false, glyphs) : full
    guard session.unsavedCount > 0 else { return short }
    let waiting = StyledText("\(session.unsavedCount) unsaved", .error)
    return short.map { waiting + StyledText("  ") + $0 } ?? waiting
  }
}
