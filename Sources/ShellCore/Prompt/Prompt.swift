import SessionState
import StoryScript
import System
import TerminalText
import Timeline

/// The model behind an interactive line, without the line editor: colours, completion, and running the line.
///
/// A practice session lies on top of the session in which `practice` was typed; time continues in both.
public final class Prompt {
  public let state: PromptState
  /// The exit code of the last line, as if it had been a script.
  public private(set) var exitCode = ExitCode.success
  private var runners: [PromptRunner] { didSet { followRecorder() } }
  /// The index of the session in which the recording of typed lines begins.
  private var recorded = 0 { didSet { followRecorder() } }
  /// The lines with definitions whose parameters are given to a command as a password or PIN.
  private var secretDefinitions: [String] = []
  /// `true` after a line about logging in.
  private var awaitsPassword = false
  /// What is known about the explanation of an unfinished line, which a learner gets once.
  private enum Unfinished { case new, explained, known }
  private var unfinished = Unfinished.new
  private let highlighter: Highlighter
  private let texts = PromptTexts()
  /// The window's present width in columns; called before anything is shown.
  private let width: () -> Int

  public init(session: Session, history: History, width: @escaping () -> Int = { 80 }) {
    state = PromptState(history: history, secrets: session.output.secrets)
    highlighter = Highlighter(schema: session.catalog.schema)
    runners = [PromptRunner(session: session)]
    self.width = width
    session.questions.attach(state)
    if session.options.kind == .practice, !session.options.isReplay { record() }
  }

  /// Records the typed lines, from the present session on.
  private func record() {
    recorded = runners.count - 1
    let options = session.options
    let recorder = Recorder(
      .init(seed: options.seed, zone: options.zone, start: session.start, columns: min(max(20, width()), 1_000)))
    if session.persistence != nil {
      recorder.preventRecording("a recording cannot contain the state folder of this session", "leave out --state")
    }
    state.recorder = recorder
    followRecorder()
  }

  private func followRecorder() { state.recorder?.isAtHome = runners.count - 1 <= recorded }

  private var runner: PromptRunner { runners[runners.count - 1] }
  /// The session that runs the commands.
  public var session: Session { runner.session }
  /// Uses this bell for sounds if there is no better player.
  public func useBell(_ ring: @escaping () -> Void) { session.useBell(ring) }

  // MARK: Start

  /// Writes one line with commands to try.
  public func greet() {
    session.output.apply(session.world.prompt.theme)
    guard session.output.format == .text else { return }
    session.output.fit(width())
    session.printer.writeLine(Greeting.line(width: session.output.width, glyphs: session.output.glyphs))
    session.flush()
  }

  /// Runs the user's config script, if there is one. Its errors are shown, and the prompt starts anyway.
  public func runConfig(_ path: String?) {
    guard let path, File.exists(path) else { return }
    session.output.fit(width())
    if let (text, remedy) = StateOwner.problem(with: path, named: "the config script", trustsRoot: true) {
      session.notice("\(text), so the config script was not run")
      session.notice(remedy)
      session.flush()
      return
    }
    Interruption.clear()
    runner.run(config: path) { state.recorder?.begin(with: $0, in: session) }
    // The script's requests to the prompt are carried out as if they had been typed.
    _ = answerRequest()
    session.output.apply(session.world.prompt.theme)
  }

  // MARK: Lines

  /// Replays a recorded item.
  /// - Returns: `false` if it asked to leave or must end.
  func replay(_ item: Recording.Item) -> Bool {
    var continues = true
    let isWhole = runner.replay(item) { text in
      continues = run(text)
      return exitCode
    }
    return continues && isWhole
  }

  /// Handles ^D on an empty line. Returns `false` if there is no session underneath, so that the prompt ends.
  public func endInput() -> Bool {
    // Runs the equivalent command, since a recording contains only lines.
    runners.count > 1 ? run("practice end", isRecalled: false) : false
  }

  /// Runs one input. Returns `false` if it asked to leave.
  public func run(_ line: String) -> Bool { run(line, isRecalled: true) }

  private func run(_ line: String, isRecalled: Bool) -> Bool {
    guard !line.allSatisfy({ $0.isWhitespace }) else { return true }
    // Completion leaves a space after a word.
    let typed = String(line.prefix(through: line.lastIndex { !$0.isWhitespace } ?? line.startIndex))
    let vocabulary = session.catalog.schema.vocabulary
    let (secrets, additions) = (state.secrets, state.secrets.additions)
    let timed = timed(line)
    let meant = timed?.line ?? typed
    learnSecrets(of: meant)
    // Of a paste only the first line can be the password.
    let first = String(typed.prefix { $0 != "\n" && $0 != "\r\n" })
    if mayBePassword(first) { secrets.add(first) }
    let isSecret = secrets.areIn(typed) || [typed, meant].contains { SecretLine.isSecret($0, vocabulary) }
    if isRecalled, !isSecret { state.history.add(typed) }
    session.output.fit(width())
    state.corrected = nil
    session.output.pageRows =
      session.world.prompt.pages && !session.options.isReplay
      ? Descriptor.output.windowSize.flatMap { $0.rows > 2 ? $0.rows - 1 : nil } : nil
    exitCode = ExitCode.success
    Interruption.clear()
    let watch = timed.map { _ in Stopwatch(session) }
    defer { watch?.report(to: session) }
    state.typing(meant) {
      guard case .failed(let corrected, let code) = runner.run(timed?.line ?? line) else { return }
      exitCode = code
      // A PIN in a line with a typo is not shown on the screen again.
      let isHidden = isSecret || corrected.map(secrets.areIn) == true
      state.corrected = isHidden ? nil : timed == nil ? corrected : corrected.map { "\(Stopwatch.word) \($0)" }
      if !isSecret { state.history.markFailed(typed) }
    }
    learnSecrets(of: meant)
    awaitsPassword = asksForPassword(meant)
    if secrets.additions > additions { hideEarlierLines() }
    page()
    let continues = answerRequest()
    session.output.apply(session.world.prompt.theme)
    guard continues, let stray = state.consumeStrayLine(), runner.canRun(stray) else { return continues }
    session.printer.writeLine(text + StyledText(sanitized(stray, glyphs: session.output.glyphs)))
    return run(stray)
  }

  // MARK: Secrets

  /// Adds the secrets of a line, and the values of the variables that it gives to a command as a password or PIN.
  private func learnSecrets(of line: String) {
    let vocabulary = session.catalog.schema.vocabulary
    state.secrets.add(in: (secretDefinitions + [line]).joined(separator: "\n"), vocabulary)
    let names = SecretText.secretVariables(in: line, vocabulary)
    for name in names {
      if let value = session.runtime.variable(name) {
        state.secrets.add(value)
      } else if !SecretText.declares(name, in: (secretDefinitions + [line]).joined(separator: "\n")) {
        // A password such as `$ecret1`.
        state.secrets.add("$" + name)
      }
    }
    if !names.isEmpty, line.contains(Keyword.def.rawValue), !secretDefinitions.contains(line) {
      secretDefinitions = secretDefinitions.suffix(15) + [line]
    }
  }

  /// Masks the secrets that have just become known in the history and in the recordings.
  private func hideEarlierLines() {
    let secrets = state.secrets
    state.history.replace { entry, isOwn in
      // A line of another day may contain the digits of a PIN by chance.
      isOwn ? secrets.maskedLine(entry) : secrets.masked(entry)
    }
    if state.history.isBehind {
      session.notice(
        "the history file cannot be changed now and still contains a secret: Storyline tries again with each line you enter"
      )
    }
    state.recorder?.hide(secrets)
    session.catalog.services.tutor.recorder(session)?.hide(secrets)
    for path in secrets.closedRecordings { Recorder.hide(secrets, in: path) }
  }

  /// Returns `true` for a line that is about logging in, after which people type the password as a line of its own.
  private func asksForPassword(_ line: String) -> Bool {
    let vocabulary = session.catalog.schema.vocabulary
    // A handle was missing, and was typed alone.
    if awaitsPassword, isHandle(line) { return true }
    let isLogin = SecretText.secrets(in: line + " \(Self.examplePassword)", vocabulary).contains(Self.examplePassword)
    return isLogin && !SecretText.secrets(in: "x " + Self.examplePassword, vocabulary).contains(Self.examplePassword)
  }

  /// A word that is a secret only behind a login.
  private static let examplePassword = "Zq7vXw2k"

  private func isHandle(_ line: String) -> Bool {
    !line.contains { $0.isWhitespace } && line.contains(".") && SecretText.handle(in: line) == line
  }

  /// Returns `true` for a line behind one about logging in, if it can only be a password: neither a line of the language
  /// nor nearly one.
  private func mayBePassword(_ line: String) -> Bool {
    guard awaitsPassword, line.utf8.count >= 6, !isHandle(line), !line.contains("\n"), !runner.canRun(line) else {
      return false
    }
    let vocabulary = session.catalog.schema.vocabulary
    let first = String(line.prefix { !$0.isWhitespace })
    return !vocabulary.knows(first) && closest(to: first, among: vocabulary.commands.firstWords) == nil
      && session.runtime.variable(first) == nil
  }

  // MARK: Output

  /// Shows output that is longer than the window in a pager; the page that was read last stays.
  private func page() {
    defer { session.output.pageRows = nil }
    guard session.output.isLong else { return }
    let output = session.output
    // After ^C the user wants the prompt: the pending text is shown as far as it fits.
    if Interruption.isRequested, let rows = output.pageRows {
      output.truncatePending(rows - 1)
      session.printer.writeLine(StyledText(" \(output.glyphs.ellipsis) stopped here", .dim))
      return session.flush()
    }
    let (page, width) = (output.drainPage(), output.width)
    var meanwhile: [String] = []
    let shown = output.openScreen().map { screen in
      Pager.show(
        { page.lines(width: $0, on: output) }, on: screen, palette: output.palette, glyphs: output.glyphs,
        nextDeadline: { secondsToNext }, onWake: { meanwhile += wake().lines })
    }
    for line in (shown ?? page.lines(width: width, on: output)[...]) + meanwhile { output.write(line + "\n") }
    session.flush()
  }

  private func answerRequest() -> Bool {
    switch state.consumeRequest() {
    case nil: break
    case .leave where runners.count == 1: return false
    case .leave: goBack()
    case .screen where session.options.isReplay: break
    case .screen(let show):
      var meanwhile: [String] = []
      show(session, { secondsToNext }, { meanwhile += wake().lines })
      for line in meanwhile { session.output.write(line + "\n") }
      session.flush()
    case .practice(let isSaid, let replaces, let setup, let begin):
      if replaces, runners.count > 1 { runners.removeLast() }
      beginPractice(isSaid: isSaid, setup: setup)
      begin(session)
      session.flush()
      // The request may have ended the session.
      return answerRequest()
    }
    return true
  }

  private func beginPractice(isSaid: Bool, setup: Recording.Header?) {
    var options = Session.Options()
    options.isPrompt = true
    options.speed = 1
    options.seed = session.options.seed
    if let setup { (options.seed, options.zone, options.start) = (setup.seed, setup.zone, setup.start) }
    (options.isReplay, options.isSealed) = (session.options.isReplay, session.options.isSealed)
    (options.limit, options.bounds) = (session.options.limit, session.options.bounds)
    options.traces = session.options.traces
    let practice = Session(options: options, output: session.output, catalog: session.catalog)
    practice.printer.showErrors(like: session.printer)
    practice.questions.attach(state, isNested: true)
    practice.setObserver(session.observer)
    let fresh = practice.world
    practice.adoptSettings(session)
    runners.append(PromptRunner(session: practice))
    if state.recorder == nil, !options.isReplay {
      record()
      if !isSaid {
        // The typed lines for the session belong to it, and it begins in a new world.
        state.recorder?.begin(with: state.line, in: practice)
      } else if let own = practice.world.aspects(changedSince: fresh).practiceContents {
        state.recorder?.preventRecording(
          "this practice session has your \(own), which a recording cannot contain",
          "try: storyline --practice --record FILE")
      }
    }
    if isSaid {
      practice.notice(
        "a practice session: nothing is saved; `speed 10` and `skip 20m` control its clock; `practice end` returns")
    }
    practice.flush()
  }

  /// Leaves the session on top, and reports the session underneath.
  private func goBack() {
    endPractice()
    let place = session.options.kind == .real ? "your own session" : "the outer practice session"
    session.notice("you are back in \(place); `exit` leaves it")
    session.flush()
  }

  private func endPractice() {
    guard runners.count > 1 else { return }
    for wing in session.catalog.wings { wing.ended(session) }
    session.flush()
    let ended = runners.removeLast().session
    session.isBehindLesson = false
    guard runners.count <= recorded else { return }
    if let recorder = state.recorder, let path = recorder.path {
      recorder.end(in: ended)
      session.notice(Recorder.farewell(path))
      session.flush()
    }
    state.recorder = nil
  }

  /// Ends all sessions before leaving.
  public func close() {
    while runners.count > 1 { endPractice() }
    if session.options.kind == .practice {
      for wing in session.catalog.wings { wing.ended(session) }
    }
    session.saveUnsaved()
    // In reverse order: a timer may end while answers are awaited.
    for wing in session.catalog.wings.reversed() { wing.left(session) }
    session.flush()
  }

  // MARK: Line editor

  public var keys: EditingKeys {
    switch session.world.prompt.keys {
    case .usual: .automatic
    case .emacs: .emacs
    case .vi: .vi
    }
  }

  /// Returns the page of `help` about the word at the cursor, or the one before it.
  public func help(_ line: String, _ cursor: Int) -> [StyledText] {
    let program = session.runtime.program
    let spans = SyntaxColouring.spans(
      in: line, vocabulary: session.catalog.schema.vocabulary, definitions: program.definitionNames)
    let words = HelpSubject.words(in: line, spans, at: cursor)
    guard !words.isEmpty, let page = try? Help(catalog: session.catalog).page(for: words) else { return [] }
    return HelpLayout.rows(page, width: width() - 1)
  }

  /// `› ` or the user's own text, after the kind of the session or its present mode, unless it is the usual one.
  public var text: StyledText { text(mayReport: false) }

  private func text(mayReport: Bool) -> StyledText {
    let own = session.world.prompt.left.flatMap {
      texts.shown($0, "prompt", in: session, room: max(8, width() * 2 / 3), mayReport: mayReport)
    }
    let sign = own ?? StyledText(session.output.glyphs == .unicode ? "› " : "> ")
    let mode = session.catalog.services.tutor.mode(session) ?? (runners.count > 1 ? "practice" : nil)
    return mode.map { StyledText($0 + " ", .held) + sign } ?? sign
  }

  /// Prepares the next line.
  /// - Returns: the text before it.
  public func beginLine() -> StyledText {
    state.history.findsOwnOnly = session.world.prompt.recall == .session
    if unfinished == .explained { unfinished = .known }
    _ = right(mayReport: true)
    return text(mayReport: true)
  }

  /// The user's own text at the right edge.
  public var rightText: StyledText? { right(mayReport: false) }

  private func right(mayReport: Bool) -> StyledText? {
    guard session.output.format == .text, let right = session.world.prompt.right else { return nil }
    let text = texts.shown(right, "right-prompt", in: session, room: max(1, width() / 2), mayReport: mayReport)
    return text.map { StyledText($0.plain, .dim) }
  }

  public func isComplete(_ line: String) -> Bool { runner.isComplete(timed(line)?.line ?? line) }

  /// Returns two cells for each open bracket.
  public func indentation(_ before: String) -> Int { 2 * SyntaxBrackets.depth(of: before) }
  public func partner(_ line: String, _ bracket: Int) -> Int? { SyntaxBrackets.partner(of: bracket, in: line) }

  public func highlight(_ line: String) -> [StyledRange] {
    guard let (start, rest) = timed(line) else { return colours(of: line) }
    return [StyledRange(0..<Stopwatch.word.utf8.count, .command)]
      + colours(of: rest).map { StyledRange($0.range.lowerBound + start..<$0.range.upperBound + start, $0.style) }
  }

  private func colours(of line: String) -> [StyledRange] {
    // An abbreviation is not an error.
    let (names, words) = (session.runtime.program.definitionNames, session.world.prompt.abbreviations.texts.keys)
    return highlighter.ranges(in: line, definitions: words.isEmpty ? names : names.union(words))
  }

  /// Lets the user edit the line in an editor, on a terminal in its normal state.
  /// - Returns: the new line; `nil` to leave the line as it is.
  public func edit(_ line: String) -> String? {
    let folder = session.catalog.services.libraries.temporaryFolder(session)
    guard let edited = TextEditor.edit(line, ending: ".story", in: folder) else { return nil }
    // The typed text stays in the line, even if the editor has failed.
    edited.discard()
    return edited.isDone || edited.isChanged ? edited.text : nil
  }

  /// Returns the text of the abbreviation that ends at a byte of the line, and where the abbreviation begins.
  public func expansion(_ line: String, _ cursor: Int) -> (start: Int, text: String)? {
    session.world.prompt.abbreviations.expansion(
      in: line, at: cursor, vocabulary: session.catalog.schema.vocabulary,
      definitions: session.runtime.program.definitionNames)
  }

  /// Returns the errors in a line, and in practice its effects.
  public func reflect(_ line: String, _ cursor: Int) -> Reflection {
    guard let (start, rest) = timed(line) else { return reflection(on: line, cursor) }
    var reflection = reflection(on: rest, max(0, cursor - start))
    reflection.problems = reflection.problems.map { $0.lowerBound + start..<$0.upperBound + start }
    return reflection
  }

  private func reflection(on line: String, _ cursor: Int) -> Reflection {
    // An included file is not read while the user types its name.
    guard !SecretLine.isSecret(line, session.catalog.schema.vocabulary), !line.contains(Keyword.include.rawValue) else {
      return Reflection()
    }
    if let (_, text) = expansion(line, cursor) {
      let shown = StyledText(sanitized(text, glyphs: session.output.glyphs), .dim)
      return Reflection(outcome: shown.clipped(to: max(1, width() - 2), mark: session.output.glyphs.cut))
    }
    let problems = runner.problems(in: line, at: cursor)
    if let words = unfinishedWords(line) {
      unfinished = .explained
      return Reflection(problems: problems, outcome: words, isBeneath: true)
    }
    if let room = session.catalog.first({ $0.room(of: line, session.catalog.schema) }) {
      return Reflection(problems: problems, outcome: room)
    }
    guard problems.isEmpty, session.options.kind == .practice, session.output.format == .text, runner.isComplete(line),
      !session.catalog.services.tutor.expectsPrediction(session), let outcome = Trial.outcome(of: line, in: session),
      !outcome.isRefused || !mayContinue(line, cursor)
    else { return Reflection(problems: problems) }
    let words = sanitized(state.secrets.masked(outcome.text), glyphs: session.output.glyphs)
    let text = StyledText(words, .dim)
    return Reflection(
      outcome: text.clipped(to: max(1, width() - 2), mark: session.output.glyphs.cut), givesWay: true,
      lasts: session.clock.pace == .instant ? nil : 1)
  }

  /// Returns what is missing in a line that continues after Enter, and how to leave it: once, in a lesson.
  private func unfinishedWords(_ line: String) -> StyledText? {
    guard unfinished != .known, session.output.format == .text, line.contains("\n"),
      session.catalog.services.tutor.recorder(session) != nil, !runner.isComplete(line)
    else { return nil }
    var missing = "the end of it is missing"
    if let place = SyntaxBrackets.innermost(in: line) {
      let open = Character(UnicodeScalar(Array(line.utf8)[place]))
      let close: [Character: Character] = ["{": "}", "(": ")", "[": "]"]
      missing = "`\(open)` needs its `\(close[open] ?? open)`"
    }
    let text = StyledText("unfinished: \(missing); Ctrl+C discards the line", .held)
    return text.clipped(to: max(1, width() - 2), mark: session.output.glyphs.cut)
  }

  /// Returns `true` if the word at the end of a line may not be finished: a refusal would come too early.
  private func mayContinue(_ line: String, _ cursor: Int) -> Bool {
    guard cursor == line.utf8.count, let last = line.last, !last.isWhitespace else { return false }
    if "@#$.".contains(last) { return true }
    // The unit of a duration is still to come.
    if last.isNumber { return Trial.outcome(of: line + "s", in: session)?.isRefused == false }
    return complete(line, cursor).contains { completion in
      let word = line.utf8.dropFirst(completion.replacing.lowerBound)
      let whole = completion.text.withoutTrailingSpaces.utf8
      return completion.replacing.upperBound == cursor && whole.count > word.count && whole.starts(with: word)
    }
  }

  public func complete(_ line: String, _ cursor: Int) -> [Completion] {
    guard let (start, rest) = timed(line), cursor >= start else {
      return Completer(session: session).completions(line, cursor)
    }
    return Completer(session: session).completions(rest, cursor - start).map {
      var completion = $0
      completion.replacing = $0.replacing.lowerBound + start..<$0.replacing.upperBound + start
      return completion
    }
  }

  /// Returns the line that `time` times, and the byte at which it begins; `nil` for any other line.
  private func timed(_ line: String) -> (start: Int, line: String)? {
    session.runtime.program.definitionNames.contains(Stopwatch.word) ? nil : Stopwatch.timed(line)
  }

  public func hint(_ line: String) -> String? {
    guard state.suggests else { return nil }
    if let corrected = state.corrected, corrected.hasPrefix(line), corrected != line {
      return String(corrected.dropFirst(line.count))
    }
    if line.isEmpty { return nil }
    if let (_, rest) = timed(line), !rest.isEmpty, let found = suggestion(for: rest) { return found }
    return suggestion(for: line)
  }

  private func suggestion(for line: String) -> String? {
    Hinter(history: state.history, completer: Completer(session: session)) { [self] text in
      runner.canSuggest(timed(text)?.line ?? text)
    }.hint(for: line)
  }

  /// Returns a walk through the session's past; `nil` if nothing has happened yet.
  public func walk() -> (any LinePanel)? { PastView(session) }

  public var status: StyledText? {
    // In a lesson it would give the answer to a prediction away.
    guard session.output.format == .text, !session.catalog.services.tutor.expectsPrediction(session) else { return nil }
    return StatusText.text(session, at: session.shownPresent, room: width() / 2)
  }

  /// The seconds until something happens by itself; `nil` if nothing will.
  public var secondsToNext: Double? {
    (runners.map { $0.secondsToNext } + [session.nextSound?.seconds]).compactMap { $0 }.min()
  }

  /// Runs everything that is due in any session, and returns its lines.
  public func wake() -> Announcement {
    session.output.fit(width())
    let isInLesson = session.catalog.services.tutor.recorder(session) != nil
    var all = Announcement()
    for index in runners.indices {
      runners[index].session.isBehindLesson = isInLesson && index < runners.count - 1
      let said = runners[index].wake()
      if said.lines.isEmpty { continue }
      all.series = all.lines.isEmpty ? said.series : nil
      // The events of the sessions beneath do not belong to the practice.
      if index < runners.count - 1 {
        all.series = nil
        let place =
          index == 0 && runners[0].session.options.kind == .real ? "in your own session" : "in the session underneath"
        all.lines.append(StyledText(" \(place):", .dim).rendered(session.output.palette))
      }
      all.lines += said.lines
    }
    return all
  }
}
