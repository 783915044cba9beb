import StoryScript
import Terminal
import Timeline

/// What a session says of what happens: to its log, to handlers, and as lines.
extension Session {
  /// Says that something happened: to handlers, and as a line or a JSON object.
  ///
  /// Nobody listens to most events, so the fields are only made when somebody does.
  func emit(
    _ id: EventID, at instant: Instant, _ fields: @autoclosure () -> [Value], sentence: (inout LineWriter) -> Void
  ) {
    emitSilently(id, at: instant, fields())
    if output.format == .text { speaker.writeEvent(at: instant, sentence: sentence) }
  }

  /// As `emit`, for what would only be noise as a line.
  func emitSilently(_ id: EventID, at instant: Instant, _ fields: @autoclosure () -> [Value]) {
    // The player's events are logged as they are, which costs less.
    if !id.isStory { past.log(.event(id, fields()), at: instant) }
    if runtime.listens(to: id.rawValue) { runtime.raise(id.rawValue, fields: fields()) }
    if output.format == .json { speaker.writeJSON(catalog.schema.events[id.rawValue], at: instant, fields()) }
  }

  /// Shows a statement's value as its command says.
  func show(_ value: Value, of command: Int?) {
    let entry = command.map { catalog.entries[$0] }
    if output.format == .json { return speaker.writeResult(value, of: entry?.command.name, at: now) }
    guard let entry else {
      if !value.isNone { speaker.show(value, at: now) }
      return
    }
    switch entry.shows {
    case .nothing: return
    case .value: speaker.show(value, at: now)
    case .whole: speaker.show(value, whole: true, at: now)
    case .drawn(let draw): draw(self, value)
    case .list(let otherwise):
      if value.list?.isEmpty == true {
        speaker.writeLine(StyledText(otherwise, .dim))
      } else {
        speaker.show(value, at: now)
      }
    }
  }

  /// Something that the user should know and that is no error.
  public func notice(_ text: String) { speaker.notice(text, at: now) }

  /// How errors look, which go to a descriptor of their own.
  public func showErrors(_ palette: Palette, wraps: Bool) { speaker.showErrors(palette, wraps: wraps) }

  public func report(_ diagnostics: [Diagnostic]) { speaker.report(diagnostics, at: now) }

  /// Writes what has gathered, at the end of something.
  public func flush() { speaker.flush() }

  /// Tries one last time to save what the disk has refused, and says what is lost if it still does.
  public func saveRest() {
    guard !past.isForked, let keeper, !keeper.isWritten else { return }
    do throws(Failure) {
      try commit()
      notice("what could not be saved before is saved now")
    } catch {
      notice("\(TimeText.count(keeper.unwrittenCount, "change")) could not be saved and will be lost")
    }
    flush()
  }
}
