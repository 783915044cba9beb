import StoryScript
import System
import Terminal
import Timeline

/// Everything behind an interactive line but the line editor itself: what it is coloured by, completed from, and what
/// running it does.
///
/// A practice session lies on top of the session in which `practice` was typed; time goes on in both.
public final class Prompt {
  public let state: PromptState
  /// How the last line ended, as a script that is such a line would.
  public private(set) var exitCode = ExitCode.success
  private var runners: [PromptRunner]
  /// The place of the session with which the recording of what is typed begins.
  private var recorded = 0
  private let highlighter: Highlighter
  /// Columns of the window now; asked whenever something is about to be shown.
  private let width: () -> Int

  public init(session: Session, history: History, width: @escaping () -> Int = { 80 }) {
    state = PromptState(history: history)
    highlighter = Highlighter(schema: session.catalog.schema)
    runners = [PromptRunner(session: session)]
    self.width = width
    session.questions.attach(state)
    if session.options.kind == .practice, !session.options.isReplay { record() }
  }

  /// Takes down what is typed, from the present session on.
  private func record() {
    recorded = runners.count - 1
    let options = session.options
    let recorder = Recorder(
      .init(seed: options.seed, zone: options.zone, start: session.start, columns: min(max(20, width()), 1_000)))
    if session.keeper != nil {
      recorder.hinder("what the state folder of this session holds is in no recording", "leave out --state")
    }
    recorder.isAtHome = { [unowned self] in runners.count - 1 <= recorded }
    state.recorder = recorder
  }

  private var runner: PromptRunner { runners[runners.count - 1] }
  /// The session that commands go to.
  public var session: Session { runner.session }
  /// Sounds ring this bell, where there is no better player.
  public func useBell(_ ring: @escaping () -> Void) { session.useBell(ring) }

  // MARK: Beginning

  /// One line that says what could be tried.
  public func greet() {
    session.output.show(in: session.world.prompt.theme)
    guard session.output.format == .text else { return }
    session.output.fit(width())
    session.speaker.writeLine(Greeting.line(width: session.output.width, glyphs: session.output.glyphs))
    session.flush()
  }

  /// Runs the user's own script, if there is one. Whatever is wrong with it is shown, and the prompt comes all the same.
  public func runConfig(_ path: String?) {
    guard let path, File.exists(path) else { return }
    session.output.fit(width())
    if let (text, remedy) = StateOwner.flaw(of: path, "the config script", trustsRoot: true) {
      session.notice("\(text): it was not run")
      session.notice(remedy)
      session.flush()
      return
    }
    Interruption.clear()
    runner.run(config: path) { state.recorder?.begin(with: $0, in: session) }
    // What the script asked of the prompt is done as if it had been typed.
    _ = answerRequest()
    session.output.show(in: session.world.prompt.theme)
  }

  // MARK: Lines

  /// Lives again what somebody has typed.
  /// - Returns: false when it was asked to leave, or has to end.
  func replay(_ item: Recording.Item) -> Bool {
    var goesOn = true
    let isWhole = runner.replay(item) { text in
      goesOn = run(text)
      return exitCode
    }
    return goesOn && isWhole
  }

  /// ^D on an empty line. False when there is no session underneath, so that the prompt is left.
  public func endInput() -> Bool {
    // As the command that says it: a recording has only lines.
    runners.count > 1 ? run("practice end", isRecalled: false) : false
  }

  /// Runs one input. False when it was asked to leave.
  public func run(_ line: String) -> Bool { run(line, isRecalled: true) }

  private func run(_ line: String, isRecalled: Bool) -> Bool {
    guard !line.allSatisfy(\.isWhitespace) else { return true }
    // Completion leaves a space behind a word.
    let typed = String(line.prefix(through: line.lastIndex { !$0.isWhitespace } ?? line.startIndex))
    let vocabulary = session.catalog.schema.vocabulary
    state.secrets.add(in: typed, vocabulary)
    let isSecret = state.secrets.areIn(typed) || SecretLine.isSecret(typed, vocabulary)
    if isRecalled, !isSecret { state.history.add(typed) }
    session.output.fit(width())
    state.mended = nil
    session.output.pageRows =
      session.world.prompt.pages && !session.options.isReplay
      ? Descriptor.output.windowSize.flatMap { $0.rows > 2 ? $0.rows - 1 : nil } : nil
    exitCode = ExitCode.success
    Interruption.clear()
    state.typing(typed) {
      guard case .failed(let mended, let code) = runner.run(line) else { return }
      exitCode = code
      // A PIN that was typed in a line with a slip is not written on the screen once more.
      state.mended = isSecret ? nil : mended
      if !isSecret { state.history.markFailed(typed) }
    }
    page()
    let goesOn = answerRequest()
    session.output.show(in: session.world.prompt.theme)
    guard goesOn, let stray = state.takeStrayLine(), runner.canRun(stray) else { return goesOn }
    session.speaker.writeLine(text + StyledText(sanitized(stray, glyphs: session.output.glyphs)))
    return run(stray)
  }

  /// What is longer than the window is shown a page at a time; the page that was read last stays.
  private func page() {
    defer { session.output.pageRows = nil }
    guard session.output.isLong else { return }
    let output = session.output
    // Whoever pressed ^C wants the prompt: what had gathered until then is shown as far as the window goes.
    if Interruption.isRequested, let rows = output.pageRows {
      output.keepRows(rows - 1)
      session.speaker.writeLine(StyledText(" \(output.glyphs.ellipsis) stopped here", .dim))
      return session.flush()
    }
    let (page, width) = (output.takePage(), output.width)
    var meanwhile: [String] = []
    let shown = Pager.show(
      { page.lines(width: $0, on: output) }, palette: output.palette, glyphs: output.glyphs,
      nextDeadline: { secondsToNext }, onWake: { meanwhile += wake() })
    for line in (shown ?? page.lines(width: width, on: output)[...]) + meanwhile { output.write(line + "\n") }
    session.flush()
  }

  private func answerRequest() -> Bool {
    switch state.takeRequest() {
    case nil: break
    case .leave where runners.count == 1: return false
    case .leave: goBack()
    case .screen where session.options.isReplay: break
    case .screen(let show):
      var meanwhile: [String] = []
      show(session, { secondsToNext }, { meanwhile += wake() })
      for line in meanwhile { session.output.write(line + "\n") }
      session.flush()
    case .practice(let isSaid, let replaces, let begin):
      if replaces, runners.count > 1 { runners.removeLast() }
      beginPractice(isSaid: isSaid)
      begin(session)
      session.flush()
      // It may have come to an end with that.
      return answerRequest()
    }
    return true
  }

  private func beginPractice(isSaid: Bool) {
    var options = Session.Options()
    options.isPrompt = true
    options.speed = 1
    options.seed = session.options.seed
    (options.isReplay, options.isSealed) = (session.options.isReplay, session.options.isSealed)
    (options.limit, options.bounds) = (session.options.limit, session.options.bounds)
    options.traces = session.options.traces
    let practice = Session(options: options, output: session.output, catalog: session.catalog)
    practice.speaker.showErrors(like: session.speaker)
    practice.questions.attach(state, isNested: true)
    practice.show(to: session.witness)
    let fresh = practice.world
    practice.becomeLike(session)
    runners.append(PromptRunner(session: practice))
    if state.recorder == nil, !options.isReplay {
      record()
      if !isSaid {
        // What was typed for it belongs to it, and it begins in a world of its own.
        state.recorder?.begin(with: state.line, in: practice)
      } else if let own = practice.world.aspects(changedSince: fresh).ownThings {
        state.recorder?.hinder(
          "this practice session has your \(own), which no recording holds",
          "storyline --practice --record FILE begins without")
      }
    }
    if isSaid {
      practice.notice(
        "a practice session: nothing is kept; `speed 10` and `skip 20m` change its time, `practice end` returns")
    }
    practice.flush()
  }

  /// Leaves the session on top, and says where one is then.
  private func goBack() {
    endPractice()
    let place = session.options.kind == .real ? "your own session" : "the practice session underneath"
    session.notice("you are back in \(place); `exit` leaves it")
    session.flush()
  }

  private func endPractice() {
    guard runners.count > 1 else { return }
    for wing in session.catalog.wings { wing.ended(session) }
    session.flush()
    let ended = runners.removeLast().session
    guard runners.count <= recorded else { return }
    if let recorder = state.recorder, let path = recorder.path {
      recorder.end(in: ended)
      session.notice(Recorder.farewell(path))
      session.flush()
    }
    state.recorder = nil
  }

  /// The last words before leaving.
  public func close() {
    while runners.count > 1 { endPractice() }
    if session.options.kind == .practice {
      for wing in session.catalog.wings { wing.ended(session) }
    }
    session.saveRest()
    // The last one first: a timer may end while answers are awaited.
    for wing in session.catalog.wings.reversed() { wing.left(session) }
    session.flush()
  }

  // MARK: The line editor's questions

  public var keys: LineEditorConfiguration.Mode {
    switch session.world.prompt.keys {
    case .usual: .automatic
    case .emacs: .emacs
    case .vi: .vi
    }
  }

  /// What `help` says about the word at the cursor, or about what stands before it.
  public func help(_ line: String, _ cursor: Int) -> [StyledText] {
    let program = session.runtime.program
    let spans = SyntaxColouring.spans(
      in: line, vocabulary: session.catalog.schema.vocabulary, definitions: program.definitionNames)
    let words = HelpSubject.words(in: line, spans, at: cursor)
    guard !words.isEmpty, let page = try? Help(catalog: session.catalog).page(for: words) else { return [] }
    return HelpLayout.rows(page, width: width() - 1)
  }

  /// `› `, and which session it is, or what is tried in it, where that is not the usual one.
  public var text: StyledText {
    let sign = session.output.glyphs == .unicode ? "› " : "> "
    let mode = session.catalog.services.tutor.mode(session) ?? (runners.count > 1 ? "practice" : nil)
    return mode.map { StyledText($0 + " ", .held) + StyledText(sign) } ?? StyledText(sign)
  }

  public func isComplete(_ line: String) -> Bool { runner.isComplete(line) }

  /// Two cells for each bracket that is open.
  public func indentation(_ before: String) -> Int { 2 * SyntaxBrackets.depth(of: before) }
  public func partner(_ line: String, _ bracket: Int) -> Int? { SyntaxBrackets.partner(of: bracket, in: line) }

  public func highlight(_ line: String) -> [StyledRange] {
    // A word that is written out is no mistake.
    let (names, words) = (session.runtime.program.definitionNames, session.world.prompt.abbreviations.texts.keys)
    return highlighter.ranges(in: line, definitions: words.isEmpty ? names : names.union(words))
  }

  /// What the word that ends at a byte of the line stands for, and where it begins.
  public func expansion(_ line: String, _ cursor: Int) -> (start: Int, text: String)? {
    session.world.prompt.abbreviations.expansion(
      in: line, at: cursor, vocabulary: session.catalog.schema.vocabulary,
      definitions: session.runtime.program.definitionNames)
  }

  /// What is wrong in a line, and in practice what it would do.
  public func reflect(_ line: String, _ cursor: Int) -> Reflection {
    // What a file says is not read while somebody types its name.
    guard !SecretLine.isSecret(line, session.catalog.schema.vocabulary), !line.contains(Keyword.include.rawValue) else {
      return Reflection()
    }
    if let (_, text) = expansion(line, cursor) {
      let shown = StyledText(sanitized(text, glyphs: session.output.glyphs), .dim)
      return Reflection(outcome: shown.clipped(to: max(1, width() - 2), mark: session.output.glyphs.cut))
    }
    let problems = runner.problems(in: line, at: cursor)
    if let room = session.catalog.first({ $0.room(of: line, session.catalog.schema) }) {
      return Reflection(problems: problems, outcome: room)
    }
    guard problems.isEmpty, session.options.kind == .practice, session.output.format == .text, runner.isComplete(line),
      !session.catalog.services.tutor.foretells(session), let outcome = Trial.outcome(of: line, in: session)
    else { return Reflection(problems: problems) }
    let text = StyledText(sanitized(outcome, glyphs: session.output.glyphs), .dim)
    return Reflection(
      outcome: text.clipped(to: max(1, width() - 2), mark: session.output.glyphs.cut), givesWay: true,
      lasts: session.clock.pace == .instant ? nil : 1)
  }

  public func complete(_ line: String, _ cursor: Int) -> [Completion] {
    Completer(session: session).completions(line, cursor)
  }

  public func hint(_ line: String) -> String? {
    guard state.suggests else { return nil }
    if let mended = state.mended, mended.hasPrefix(line), mended != line { return String(mended.dropFirst(line.count)) }
    if line.isEmpty { return nil }
    return Hinter(history: state.history, completer: Completer(session: session), canRun: runner.canSuggest).hint(
      for: line)
  }

  /// A walk through the session's past; `nil` where nothing has happened yet.
  public func walk() -> (any LineWalk)? { PastView(session) }

  public var status: StyledText? {
    guard session.output.format == .text else { return nil }
    return StatusText.text(session, at: session.shownPresent, room: width() / 2)
  }

  /// Seconds until something happens by itself; nil when nothing will.
  public var secondsToNext: Double? {
    (runners.map(\.secondsToNext) + [session.nextSound?.seconds]).compactMap(\.self).min()
  }

  /// Lets everything happen that is due in any session, and returns its lines.
  public func wake() -> [String] {
    session.output.fit(width())
    return runners.indices.flatMap { index in
      let lines = runners[index].wake()
      // What happens beneath is not what is being practised.
      guard index < runners.count - 1, !lines.isEmpty else { return lines }
      let place =
        index == 0 && runners[0].session.options.kind == .real ? "in your own session" : "in the session beneath"
      return [StyledText(" \(place):", .dim).rendered(session.output.palette)] + lines
    }
  }
}
