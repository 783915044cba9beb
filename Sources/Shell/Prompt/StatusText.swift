import Terminal
import Timeline

/// The text at the right of the prompt: how much waits for a disk that takes it, and the wings' words for what goes on.
enum StatusText {
  /// Nothing while all is idle.
  /// - Parameter room: cells; in less the pictures are left out.
  static func text(_ session: Session, at instant: Instant, room: Int) -> StyledText? {
    let (catalog, glyphs) = (session.catalog, session.output.glyphs)
    let full = catalog.status(session.world, at: instant, hasPictures: true, glyphs)
    let isTooLong = full.map { $0.width > room } == true
    let short = isTooLong ? catalog.status(session.world, at: instant, hasPictures: false, glyphs) : full
    guard session.unsavedCount > 0 else { return short }
    let waiting = StyledText("\(session.unsavedCount) unsaved", .error)
    return short.map { waiting + StyledText("  ") + $0 } ?? waiting
  }
}
