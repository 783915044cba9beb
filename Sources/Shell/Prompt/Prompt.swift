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
  private var runners: [PromptRunner]
  private let highlighter = Highlighter()
  /// Columns of the window now; asked whenever something is about to be shown.
  private let width: () -> Int

  public init(session: Session, history: History, width: @escaping () -> Int = { 80 }) {
    state = PromptState(history: history)
    runners = [PromptRunner(session: session)]
    self.width = width
    session.prompt = state
  }

  private var runner: PromptRunner { runners[runners.count - 1] }
  /// The session that commands go to.
  public var session: Session { runner.session }

  public func setSuggestions(_ isOn: Bool) { state.suggests = isOn }

  // MARK: Beginning

  /// One line that says what could be tried.
  public func greet() {
    guard session.output.format == .text else { return }
    session.output.width = width()
    session.writeLine(Greeting.line(width: session.output.width, glyphs: session.output.glyphs))
    session.flush()
  }

  /// Asks once for the child's name. Whoever wants none is not asked again; whoever types a command instead has not
  /// answered, and it runs. False when that was to leave.
  public func welcome() -> Bool {
    guard let asks = state.asks, session.output.format == .text, session.output.isTerminal, session.shouldWelcome else {
      return true
    }
    session.output.width = width()
    write("Whose timers are these? A name, or Enter for none; `profile name` changes it.", .plain)
    var answer: String?
    repeat {
      session.flush()
      answer = if case .text(let text) = asks(StyledText("name ", .held) + text, false) { text } else { nil }
      let first = answer?.split(whereSeparator: \.isWhitespace).first.map(String.init) ?? ""
      if let answer, Catalog.schema.vocabulary.commands.hasFirstWord(first) { return run(answer) }
    } while !session.welcome(answer)
    if session.world.household.profile.name != nil {
      write("`tutorial start` shows the timers in nine steps.", .dim)
    }
    session.flush()
    return true
  }

  private func write(_ words: String, _ style: Style) {
    for line in StyledText(words, style).wrapped(to: session.output.width) { session.writeLine(line) }
  }

  /// Runs the user's own script, if there is one. Whatever is wrong with it is shown, and the prompt comes all the same.
  public func runConfig(_ path: String?) {
    guard let path, File.exists(path) else { return }
    session.output.width = width()
    runner.run(file: path)
    // What the script asked of the prompt is done as if it had been typed.
    _ = answerRequest()
  }

  // MARK: Lines

  /// Runs one input. False when it was asked to leave.
  public func run(_ line: String) -> Bool {
    guard !line.allSatisfy(\.isWhitespace) else { return true }
    // Completion leaves a space behind a word.
    var end = line[...]
    while end.last?.isWhitespace == true { end.removeLast() }
    state.history.add(String(end))
    session.output.width = width()
    state.line = String(end)
    state.request = nil
    state.isTyped = true
    runner.run(line)
    state.isTyped = false
    keepTutorial()
    return answerRequest()
  }

  private func answerRequest() -> Bool {
    defer { state.request = nil }
    switch state.request {
    case nil: break
    case .leave:
      while runners.count > 1 { endPractice() }
      return false
    case .practice: beginPractice()
    case .endPractice: endPractice()
    case .tutorial(let tutorial):
      beginPractice()
      session.walk(on: tutorial)
      session.flush()
      keepTutorial()
    }
    return true
  }

  /// How far the tutorial comes in practice is kept with the real session.
  private func keepTutorial() {
    guard runners.count > 1 else { return }
    runners[0].session.keep(session.world.household.tutorial)
  }

  private func beginPractice() {
    var options = Session.Options()
    options.isPrompt = true
    options.speed = 1
    options.seed = session.options.seed
    options.traces = session.options.traces
    let practice = Session(options: options, output: session.output)
    practice.errorPalette = session.errorPalette
    practice.prompt = state
    practice.isNested = true
    practice.becomeLike(session)
    runners.append(PromptRunner(session: practice))
    practice.notice(
      "a practice session: nothing is kept; `speed 10` and `skip 20m` change its time, `practice end` returns")
    practice.flush()
  }

  private func endPractice() {
    guard runners.count > 1 else { return }
    session.noticeUnkept()
    session.flush()
    runners.removeLast()
    session.interruptTutorial()
    session.flush()
  }

  /// The last words before leaving.
  public func close() {
    while runners.count > 1 { endPractice() }
    if session.options.kind == .practice { session.noticeUnkept() }
    session.saveRest()
    session.noticeTimer()
    session.flush()
  }

  // MARK: The line editor's questions

  /// `› `, and which session it is where that is not the usual one.
  public var text: StyledText {
    let sign = session.output.glyphs == .unicode ? "› " : "> "
    return runners.count > 1 ? StyledText("practice ", .held) + StyledText(sign) : StyledText(sign)
  }

  public func isComplete(_ line: String) -> Bool { runner.isComplete(line) }

  public func highlight(_ line: String) -> [StyledRange] {
    highlighter.ranges(in: line, definitions: session.runtime.program.definitionNames)
  }

  public func complete(_ line: String, _ cursor: Int) -> [Completion] {
    Completer(session: session).completions(line, cursor)
  }

  public func hint(_ line: String) -> String? {
    guard state.suggests else { return nil }
    return Hinter(history: state.history, completer: Completer(session: session)).hint(for: line)
  }

  public var status: StyledText? {
    guard session.output.format == .text else { return nil }
    // What is due but has not happened yet must not be shown as past.
    let instant = min(session.livePresent, session.world.nextDeadline ?? .distantFuture)
    return StatusText.text(of: session.world, at: instant, room: width() / 2, glyphs: session.output.glyphs)
  }

  /// Seconds until something happens by itself; nil when nothing will.
  public var secondsToNext: Double? {
    (runners.map(\.secondsToNext) + [state.sounder?.delay(host: SystemClock.now)?.seconds]).compactMap(\.self).min()
  }

  /// Lets everything happen that is due in any session, and returns its lines.
  public func wake() -> [String] {
    session.output.width = width()
    defer { keepTutorial() }
    return runners.flatMap { $0.wake() }
  }
}
