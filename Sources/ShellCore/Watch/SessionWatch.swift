import SessionState
import StoryScript
import System
import TerminalText
import Timeline

/// Watching a session on the full screen.
///
/// `watch` is a command that waits: time, handlers and blocks continue as in any other wait, and while the machine
/// sleeps the screen is drawn and handles keys. A key ends the wait early; the command handles the key and waits
/// again.
///
/// In a recording, each key is a line of its own, at the instant at which it was pressed, between the line that began
/// to watch and a note that the watch ended.
extension Session {
  /// The default length of a watch: until the user leaves.
  private static let withoutEnd = Duration.days(365)

  func beginWatch(for length: Duration?) throws(Failure) -> CommandOutcome {
    // In a replay, the effects of its keys follow as lines.
    if isReplayingLines { return .value(.none) }
    let instead = "try: view, or story state, which show the same information as text"
    guard output.hasScreen else {
      throw .refused(
        output.format == .json ? "`watch` draws on a terminal, but the output is JSON" : "`watch` needs a terminal",
        instead
      )
    }
    guard let strand = runtime.strand, strand.isMain, watch == nil else {
      throw .refused(
        "`watch` needs the whole screen: it must be on its own line, not part of a block that runs later", instead)
    }
    let line = try recordWatch()
    _ = try present()
    for wing in catalog.wings { wing.resumeShowing(self) }
    // A placeholder for lines that are still to come would be removed from the wrong screen.
    output.removePlaceholder()
    flush()
    guard let screen = output.openScreen() else { throw .refused("`watch` needs a terminal", instead) }
    begin(
      Watch(
        screen: screen, strand: strand, end: clock.now + (length ?? Self.withoutEnd),
        paceBefore: clock.pace == .instant ? .instant : nil, catalog: catalog))
    printer.watch(true)
    if let line { begin(taking: line) }
    if clock.isHeld {
      watch?.showAnswer(StyledText("the clock waits for your first key", .dim))
      return continueWatching()
    }
    let views = catalog.watchViews
    guard !views.main.isOn(world), !views.beneath.isOn(world), let opening = views.main.opening(world) else {
      return continueWatching()
    }
    // Run the opening command as if its key had been pressed.
    return .wait(Duration(microseconds: 1)) { () throws(Failure) in
      if let watch = self.watch, !watch.isOver { self.perform(opening, [], watch) }
      return self.continueWatching()
    }
  }

  /// Returns the line that begins to watch and does nothing else: the effects of its keys are recorded after it.
  /// `nil` if the typed lines are not recorded, or no one keeps the recording.
  private func recordWatch() throws(Failure) -> String? {
    if let line = questions.prompt?.watching { return line }
    let isKept = catalog.services.tutor.recorder(self) != nil || questions.prompt?.recorder?.isKept == true
    guard !isKept else {
      throw .refused("keys are recorded here, so `watch` must be on its own line, not in a block", "try: watch")
    }
    questions.prompt?.recorder?.preventRecording(
      "the keys pressed in a block's `watch` were not recorded",
      "try: storyline --practice --record FILE")
    return nil
  }

  /// The recorders of the typed lines.
  private var recorders: [Recorder] {
    [questions.prompt?.recorder, catalog.services.tutor.recorder(self)].compactMap { $0 }
  }

  private func begin(taking line: String) {
    watch?.isRecorded = true
    for recorder in recorders {
      recorder.add(.init(text: line, began: clock.now, commands: [WatchKeys.command]), in: self)
    }
    record(Recording.keysBegin)
  }

  /// Records a note, which is not a line.
  func record(_ note: String) { for recorder in recorders { recorder.note(note, in: self) } }

  private func record(_ command: Command, _ values: [Value], at instant: Instant) {
    guard watch?.isRecorded == true else { return }
    let line = TypedLine(text: CommandText.make(command, values), began: instant, commands: [command.name])
    for recorder in recorders { recorder.add(line, in: self) }
  }

  private func continueWatching() -> CommandOutcome {
    guard let watch, !watch.isOver, clock.now < watch.end else {
      endWatch()
      return .value(.none)
    }
    // Another key may have arrived while one was handled. All effects of one key come before the next one, as between
    // two lines.
    return .wait(!watch.hasKeys ? watch.end - clock.now : Duration(microseconds: 1)) { () throws(Failure) in
      try self.handleKey()
      return self.continueWatching()
    }
  }

  private func handleKey() throws(Failure) {
    guard let watch, !watch.isOver, let key = watch.consumeKey() else { return }
    let (showedKeys, wasHeld) = (watch.showsKeys, clock.isHeld)
    watch.showAnswer(StyledText())
    watch.press(key)
    defer { watch.release() }
    if wasHeld, key != .interrupt { catalog.services.tutor.pressed(self) }
    // At a prompt ^C ends the watch; in a script it ends everything, as elsewhere.
    if key == .interrupt, questions.prompt == nil { throw Failure(.interrupted) }
    if watch.walk != nil, key != .interrupt {
      if let number = watch.walk(key, in: self) { perform("fork", [.number(Double(number))], watch) }
      return
    }
    if watch.isAskingDigits, key != .interrupt {
      if let (name, values) = watch.enter(key, output.glyphs) { perform(name, values, watch) }
      return
    }
    if watch.look(key, hasLens: catalog.watchViews.main.hasLens(world)) { return }
    switch WatchKeys.action(for: key, world, catalog.watchViews) {
    case .leave: watch.finish()
    case .explain: watch.showAnswer(StyledText(sanitized(Explanations(self).text(), glyphs: output.glyphs)))
    case .command(let name, let values): perform(name, values, watch)
    case .ask(let question): watch.ask(question, output.glyphs)
    case .walk: _ = watch.walk(key, in: self)
    case .keys: if !showedKeys { watch.showKeys() }
    case .nothing:
      if !wasHeld, case .character(let character) = key {
        watch.showAnswer(StyledText(sanitized("\(character) does nothing here; ? lists the keys"), .dim))
      }
    }
  }

  private func perform(_ name: String, _ values: [Value], _ watch: Watch) {
    guard let command = catalog.entries.firstIndex(where: { $0.command.name == name }) else { return }
    let missing = catalog.entries[command].command.parameters.count - values.count
    let values = values + Array(repeating: .none, count: max(0, missing))
    let began = clock.now
    // A question is not the command yet.
    defer { if !watch.hasAsked { record(catalog.entries[command].command, values, at: began) } }
    do throws(Failure) {
      let outcome = try Arguments.with(values) { (arguments) throws(Failure) in try perform(command, arguments) }
      // As if it had been typed.
      if case .value(let value) = outcome, options.isPrompt, !value.isNone { runtime.define(Self.lastName, value) }
    } catch {
      var answer = StyledText(Mark.failed.text(output.glyphs) + " " + sanitized(error.problem.message), .error)
      if let suggestion = error.problem.suggestion { answer.append("  " + sanitized(suggestion), .dim) }
      watch.showAnswer(answer)
    }
  }

  /// Leaves the full screen, if it is on, and writes the lines of the meantime.
  func endWatch() {
    guard let watch else { return }
    watch.receive(output)
    watch.close()
    printer.watch(false)
    leaveWatch(watch.paceBefore)
    let lines = watch.lines
    if lines.first > 0 {
      printer.writeLine(StyledText(" \(TimeText.count(lines.first, "older line")); try: events", .dim))
    }
    for number in lines.indices { output.write(lines[number] + "\n") }
    flush()
    guard watch.isRecorded else { return }
    record(Recording.keysEnd)
    questions.prompt?.isWatchRecorded = true
  }
}
