import SessionState
import StoryScript
import TerminalText
import Timeline

/// The terminal's display below everything else while a typed line waits: the remaining time, and the activities in
/// progress.
extension Session {
  /// A wait that is shorter on the machine's clock ends before it could be read.
  private static let visibleWaitThreshold = Duration.milliseconds(300)
  private static let waitFrame = Duration.milliseconds(100)

  /// Updates the display.
  /// - Returns: the time for which the display is valid; `nil` if nothing is shown.
  func showWait(for delay: Duration?) -> Duration? {
    guard questions.prompt != nil, output.isTerminal, output.format == .text, watch == nil, !output.isHeld,
      let wait = runtime.wait, isWaitShown || output.placeholder == nil
    else { return nil }
    guard isWaitShown || delay.map({ $0 > Self.visibleWaitThreshold }) ?? true else { return nil }
    isWaitShown = true
    output.fitWindow()
    output.showPlaceholder(waitText(wait).clipped(to: max(1, output.width - 1)).rendered(output.palette))
    // Also if nothing moves: a ^C that arrives before the sleep begins must be noticed.
    return Self.waitFrame
  }

  /// The length of a wait above which the user is shown a faster way.
  private static let longWait = Duration.minutes(2)

  private func waitText(_ wait: Runtime.Wait) -> StyledText {
    let instant = shownPresent
    var words = "waiting"
    if case .until(let end) = wait { words = "wait \(TimeText.clock(max(.zero, end - instant))) left" }
    switch clock.pace {
    case .scaled(0): words += ", and the clock is stopped: speed 0"
    case .scaled(let speed) where speed != 1: words += ", ×\(runtime.writer.text(.number(speed)))"
    case .scaled, .real, .instant: break
    }
    var ways = "^C stops"
    // In practice the user does not have to wait.
    if options.kind == .practice, case .until(let end) = wait, end - instant > Self.longWait {
      ways += "; use `skip` to jump ahead"
    }
    let text = StyledText(" " + words, .dim)
    let status = catalog.status(world, at: instant, hasPictures: output.width >= 60, output.glyphs).map {
      StyledText("  ") + $0
    }
    // If not everything fits, activities in progress take precedence over the keys.
    let room = output.width - 1 - (status?.width ?? 0)
    let hint = [ways, "^C stops"].map { StyledText(output.glyphs.middleDot + $0, .dim) }.first {
      text.width + $0.width <= room
    }
    return text + (hint ?? StyledText()) + (status ?? StyledText())
  }
}
