import StoryScript
import System
import Terminal
import Timeline

/// Watching a session on the full screen.
///
/// `watch` is a command that waits: time, handlers and blocks go on as they do in any other wait, and while the machine
/// sleeps the screen is drawn and listens. A key ends the wait early; the command takes the key in and waits again.
extension Session {
  /// The time for which it watches unless told: until somebody leaves.
  private static let withoutEnd = Duration.days(365)

  func beginWatch(for length: Duration?) throws(Failure) -> CommandOutcome {
    let instead = "story state, or view, says the same as text"
    // In what is lived again it was refused, too.
    if options.isReplay || questions.prompt?.recorder?.isKept == true {
      throw .refused("the keys of a full screen are in no recording", "view draws it once; record end ends it")
    }
    guard output.format == .text, output.isTerminal, FullScreen.isPossible() else {
      throw .refused(
        output.format == .json ? "watch draws on a terminal, and JSON is asked for" : "watch needs a terminal", instead)
    }
    guard let strand = runtime.strand, strand.isMain, watch == nil else {
      throw .refused(
        "watch takes the whole screen: it belongs to a line of its own, not to a block that runs later", instead)
    }
    _ = try present()
    // What stands for lines that are still to come would be taken away from another screen.
    output.removePlaceholder()
    flush()
    guard let screen = FullScreen(palette: output.palette) else { throw .refused("watch needs a terminal", instead) }
    begin(
      Watch(
        screen: screen, strand: strand, end: clock.now + (length ?? Self.withoutEnd),
        paceBefore: clock.pace == .instant ? .instant : nil, catalog: catalog))
    speaker.watch(true)
    return goOnWatching()
  }

  private func goOnWatching() -> CommandOutcome {
    guard let watch, !watch.isOver, clock.now < watch.end else {
      endWatch()
      return .value(.none)
    }
    // A key may have come while another one was taken in.
    return .wait(!watch.hasKeys ? watch.end - clock.now : .zero) { () throws(Failure) in
      try self.takeKeys()
      return self.goOnWatching()
    }
  }

  private func takeKeys() throws(Failure) {
    guard let watch else { return }
    for key in watch.takeKeys() where !watch.isOver {
      watch.say(StyledText())
      // At a prompt ^C ends the watching; of a script it ends all, as everywhere.
      if key == .interrupt, questions.prompt == nil { throw Failure(.interrupted) }
      if watch.walk != nil, key != .interrupt {
        if let number = watch.walk(key, in: self) { perform("fork", [.number(Double(number))], watch) }
        continue
      }
      switch WatchKeys.action(for: key, world, catalog.wings.scenes) {
      case .leave: watch.finish()
      case .explain: watch.say(StyledText(sanitized(explanation(), glyphs: output.glyphs)))
      case .command(let name, let values): perform(name, values, watch)
      case .walk: _ = watch.walk(key, in: self)
      case .nothing: break
      }
    }
  }

  private func perform(_ name: String, _ values: [Value], _ watch: Watch) {
    guard let command = catalog.entries.firstIndex(where: { $0.command.name == name }) else { return }
    do throws(Failure) {
      _ = try Arguments.with(values) { (arguments) throws(Failure) in try perform(command, arguments) }
    } catch {
      var answer = StyledText(Mark.failed.text(output.glyphs) + " " + sanitized(error.problem.message), .error)
      if let suggestion = error.problem.suggestion { answer.append("  " + sanitized(suggestion), .dim) }
      watch.say(answer)
    }
  }

  /// Gives the terminal back, if it is watched, and writes what was said meanwhile.
  func endWatch() {
    guard let watch else { return }
    watch.take(output)
    watch.close()
    speaker.watch(false)
    leaveWatch(watch.paceBefore)
    let lines = watch.lines
    if lines.first > 0 { speaker.writeLine(StyledText(" \(TimeText.count(lines.first, "older line")): events", .dim)) }
    for number in lines.indices { output.write(lines[number] + "\n") }
    flush()
  }
}
