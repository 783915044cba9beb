import Terminal
import Timeline

/// What stands at the right of the prompt: what the wings say of what goes on.
enum StatusText {
  /// Nothing while all is idle.
  ///
  /// - Parameter room: cells; in less the pictures are left out.
  static func text(_ session: Session, at instant: Instant, room: Int) -> StyledText? {
    let (status, glyphs) = (session.catalog.wings.status, session.output.glyphs)
    guard let full = status(session.world, instant, true, glyphs), full.width > room else {
      return status(session.world, instant, true, glyphs)
    }
    return status(session.world, instant, false, glyphs)
  }
}
