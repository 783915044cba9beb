import SessionState
import StoryScript
import TerminalText
import Timeline

/// The state of a prompt that its commands change, and their requests to it.
public final class PromptState {
  /// A command's request to the prompt, carried out when the line is over.
  package enum Request {
    /// Ends the session on top; with the last session the prompt ends.
    case leave
    /// Shows something on the full screen until the user leaves it.
    /// - Parameters:
    ///   - nextDeadline: returns the seconds until `onWake` must be called; `nil` for never.
    case screen((Session, _ nextDeadline: () -> Double?, _ onWake: () -> Void) -> Void)
    /// Begins a practice session, with a function that prepares it.
    /// - Parameters:
    ///   - isSaid: whether to report that this is practice.
    ///   - replaces: whether it replaces the present practice session.
    ///   - setup: the seed, zone and start of the session (default: the seed of the present one).
    case practice(
      isSaid: Bool = true, replaces: Bool = false, setup: Recording.Header? = nil, (Session) -> Void = { _ in })
  }

  public let history: History
  /// `true` to show suggestions after the line.
  public var suggests = true
  /// `true` if each line is followed by the reasons for its effects.
  var explains = false
  /// `true` if the user may be asked for the child's name.
  public var welcomes = false
  /// The probable correction of the previous line, suggested as the next line.
  var corrected: String?
  /// A text to insert into the next line as if it had been typed.
  private var typedAhead: String?
  /// A line that was typed in answer to a question.
  private var strayLine: String?
  /// The running line.
  private(set) var line = ""
  private var request: Request?
  /// The running line, if it does nothing but `watch`.
  var watching: String?
  /// `true` once that line and the effects of its keys are recorded.
  var isWatchRecorded = false
  /// The recorder of typed lines; `nil` in sessions that cannot be recorded.
  package var recorder: Recorder?
  /// The answers to the questions of the running line.
  private var answers: [String?] = []
  /// Asks the user at the terminal, optionally hiding the answer; `nil` if there is no user to ask.
  private var asks: ((_ question: StyledText, _ hidden: Bool) -> Answer)?
  /// The secrets used in this run of the program.
  let secrets: KnownSecrets
  /// `true` while a line that the user typed runs: only then can a question not appear in the middle of another line.
  package private(set) var isTyped = false
  init(history: History, secrets: KnownSecrets = KnownSecrets()) {
    (self.history, self.secrets) = (history, secrets)
  }

  /// `true` if the usual keys are vi's, by the user's `.editrc`.
  public var isViUsual = false

  /// Returns `true` if the keys at the prompt are vi's.
  func hasViKeys(in session: Session) -> Bool {
    switch session.world.prompt.keys {
    case .usual: isViUsual
    case .emacs: false
    case .vi: true
    }
  }

  /// Sets the function that asks the user.
  public func ask(_ asks: @escaping (_ question: StyledText, _ hidden: Bool) -> Answer) { self.asks = asks }

  /// `true` if there is a user to ask.
  var canAsk: Bool { asks != nil }

  /// Asks the user, and keeps the answer for the recording.
  func answer(_ question: StyledText, hidden: Bool) -> Answer {
    let answer: Answer = asks?(question, hidden) ?? .none
    if case .text(let text) = answer {
      if hidden { secrets.add(text) }
      answers.append(hidden ? SecretText.mask : text)
    } else {
      answers.append(nil)
    }
    return answer
  }

  /// Runs a function whose questions get the recorded answers.
  func answering(_ given: [String?], _ body: () -> Void) {
    let before = asks
    var left = given[...]
    ask { _, hidden in
      guard case .some(.some(let answer)) = left.popFirst() else { return .none }
      return .text(hidden && answer == SecretText.mask ? Recording.secretPlaceholder : answer)
    }
    body()
    asks = before
    // In the recording, an unusable answer follows as a line.
    strayLine = nil
  }

  /// Returns the answers to the questions of the running line, once.
  func drainAnswers() -> [String?] {
    defer { answers = [] }
    return answers
  }

  /// Returns once whether `watch` has recorded the finished line.
  func consumeWatch() -> Bool {
    defer { (watching, isWatchRecorded) = (nil, false) }
    return isWatchRecorded
  }

  /// Makes a request to the prompt, for when the line is over.
  package func ask(for request: Request) { self.request = request }

  /// Returns the request, once.
  func consumeRequest() -> Request? {
    defer { request = nil }
    return request
  }

  /// Inserts a text into the next line without running it.
  package func type(_ text: String) { typedAhead = text }

  /// `true` if the user has declined to publish or save a text of the running line.
  private var hasDeclined = false

  /// Records that the user has declined to publish or save a text of the running line, so the prompt restores the line.
  func decline() { hasDeclined = true }

  /// Restores a declined line as the text of the next line.
  /// - Parameter refusal: the place of the refusal; `nil` if it is not known.
  func returnDeclined(_ refusal: Diagnostic?) {
    guard hasDeclined else { return }
    hasDeclined = false
    type(
      Self.returned(
        line, refusal.flatMap { $0.source?.bytes.starts(with: line.utf8) == true ? Int($0.range.start) : nil }))
  }

  /// Returns the rest of a declined line: the statements before the declined one have already run, and must not run
  /// again at the next Enter. If the declined one is within a block, all comes back as a comment.
  static func returned(_ line: String, _ place: Int?) -> String {
    guard line.contains(where: { ";\n{".contains($0) }) else { return line }
    let bytes = Array(line.utf8)
    if let place, bytes.indices.contains(place) {
      let before = String(decoding: bytes[..<place], as: UTF8.self)
      let end = before.last { $0 != " " && $0 != "\t" }
      if end.map({ ";\n".contains($0) }) ?? true, !before.contains(where: { "{([".contains($0) }) {
        return String(decoding: bytes[place...], as: UTF8.self)
      }
    }
    return line.split(separator: "\n", omittingEmptySubsequences: false).map { "# " + $0 }.joined(separator: "\n")
  }

  /// Returns the text for the next line, once.
  public func consumeTypedAhead() -> String? {
    defer { typedAhead = nil }
    return typedAhead
  }

  /// Schedules a line to run after the running one.
  func proceed(with line: String) { strayLine = line }

  /// Returns the scheduled line, once.
  func consumeStrayLine() -> String? {
    defer { strayLine = nil }
    return strayLine
  }

  /// Runs a line that the user typed.
  func typing(_ line: String, _ body: () -> Void) {
    self.line = line
    (request, answers) = (nil, [])
    isTyped = true
    body()
    isTyped = false
  }

  /// Runs something in the middle of a line that the user did not type: it asks no questions, like a script.
  package func untyped<Problem: Error>(_ body: () throws(Problem) -> Void) throws(Problem) {
    let before = isTyped
    isTyped = false
    defer { isTyped = before }
    try body()
  }

  /// The answer to a request for confirmation.
  enum Confirmation {
    case yes, no
    /// The typed text is not an answer.
    case other(String)
  }

  /// Asks for confirmation. Without a user to ask, the answer is yes: a script means what it says.
  func confirms(_ question: String) -> Confirmation {
    guard isTyped, canAsk else { return .yes }
    let asked = StyledText(sanitized(question)) + StyledText(" [y/N] ", .dim)
    guard case .text(let answer) = answer(asked, hidden: false) else { return .no }
    switch answer.filter({ !$0.isWhitespace }).lowercased() {
    case "y", "yes": return .yes
    case "", "n", "no": return .no
    default:
      // Recorded as the answer that it counts as; the typed text runs as the next line and is recorded then.
      answers[answers.count - 1] = "n"
      return .other(answer)
    }
  }
}

/// The text at the right of the prompt: the number of unsaved changes, and the wings' status.
enum StatusText {
  /// Returns the status; `nil` while everything is idle.
  /// - Parameter room: the available cells; pictures are left out if they do not fit.
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

/// The first line of a prompt: three commands to try.
enum Greeting {
  static func line(width: Int, glyphs: GlyphSet) -> StyledText {
    let dot = glyphs == .unicode ? "·" : "-"
    let full = text("storyline \(dot) try  ", ["story play 4 for 15s", "timer start reading 20", "help"])
    if full.width < width { return full }
    return text("try  ", ["story play 4", "tap right", "help"]).clipped(to: width - 1)
  }

  private static func text(_ start: String, _ commands: [String]) -> StyledText {
    var line = StyledText(start, .dim)
    for (index, command) in commands.enumerated() {
      if index > 0 { line.append("   ") }
      line.append(command, .command)
    }
    return line
  }
}
