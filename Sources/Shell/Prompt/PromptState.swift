import StoryScript
import Terminal
import Timeline

/// The state of a prompt on which its commands act, and what they ask of it.
public final class PromptState {
  /// A request of a command to the prompt, for when the line is over.
  enum Request {
    /// The session on top ends; with the last one the prompt does.
    case leave
    /// Something on the full screen, until somebody leaves it.
    /// - Parameters:
    ///   - nextDeadline: seconds until `onWake` is to be called; `nil` for never.
    case screen((Session, _ nextDeadline: () -> Double?, _ onWake: () -> Void) -> Void)
    /// A practice session, and what it begins with.
    /// - Parameters:
    ///   - isSaid: whether it has to be said that this is practice.
    ///   - replaces: whether it takes the place of the one that is there.
    case practice(isSaid: Bool = true, replaces: Bool = false, (Session) -> Void = { _ in })
  }

  public let history: History
  /// Whether what probably follows is shown behind the line.
  public var suggests = true
  /// Whether each line is followed by why it did what it did.
  var explains = false
  /// Whether people may be asked whose timers these are.
  public var welcomes = false
  /// The line before as it was probably meant: the next one is suggested to be that.
  var mended: String?
  /// A text that stands in the next line as if it had been typed.
  private var typedAhead: String?
  /// A line that was typed where a question stood.
  private var strayLine: String?
  /// The line that runs.
  private(set) var line = ""
  private var request: Request?
  /// The line that runs, where all that it does is `watch`.
  var watching: String?
  /// Whether that line, and what was done by keys, is taken down already.
  var isWatchTakenDown = false
  /// Takes down what is typed; `nil` in sessions of which no recording can be made.
  var recorder: Recorder?
  /// What was answered to the questions of the line that runs.
  private var answers: [String?] = []
  /// Asks the person at the terminal, whose answer may be hidden; `nil` where nobody can be asked.
  private(set) var asks: ((_ question: StyledText, _ hidden: Bool) -> Answer)?
  /// What was typed in this run of the program and must not be kept.
  var secrets = TypedSecrets()
  /// Whether a line that somebody typed runs now: only then a question cannot come in the middle of another line.
  private(set) var isTyped = false
  public init(history: History) { self.history = history }
  /// Questions go to whoever sits there, from now on.
  public func ask(_ asks: @escaping (_ question: StyledText, _ hidden: Bool) -> Answer) {
    self.asks = { [unowned self] question, hidden in
      let answer = asks(question, hidden)
      if case .text(let text) = answer {
        if hidden { secrets.add(text) }
        answers.append(hidden ? SecretText.mask : text)
      } else {
        answers.append(nil)
      }
      return answer
    }
  }

  /// Runs something whose questions are answered as they were once.
  func answering(_ given: [String?], _ body: () -> Void) {
    let before = asks
    var left = given[...]
    ask { _, hidden in
      guard case .some(.some(let answer)) = left.popFirst() else { return .none }
      return .text(hidden && answer == SecretText.mask ? Recording.standIn : answer)
    }
    body()
    asks = before
    // What was no answer then has followed as a line.
    strayLine = nil
  }

  /// What was answered to the questions of the line that runs, given once.
  func takeAnswers() -> [String?] {
    defer { answers = [] }
    return answers
  }

  /// Whether the line that has run was taken down by `watch`, said once.
  func takeWatch() -> Bool {
    defer { (watching, isWatchTakenDown) = (nil, false) }
    return isWatchTakenDown
  }

  /// Wants something of the prompt once the line is over.
  func ask(for request: Request) { self.request = request }

  /// The request that was made, which is done once.
  func takeRequest() -> Request? {
    defer { request = nil }
    return request
  }

  /// Puts a text into the next line, which runs nothing.
  func type(_ text: String) { typedAhead = text }

  /// The text for the next line, given once.
  public func takeTypedAhead() -> String? {
    defer { typedAhead = nil }
    return typedAhead
  }

  /// Has a line follow the one that runs.
  func goOn(with line: String) { strayLine = line }

  /// The line that is to follow, given once.
  func takeStrayLine() -> String? {
    defer { strayLine = nil }
    return strayLine
  }

  /// Runs a line that somebody has typed.
  func typing(_ line: String, _ body: () -> Void) {
    self.line = line
    (request, answers) = (nil, [])
    isTyped = true
    body()
    isTyped = false
  }

  /// Runs what nobody has typed, in the middle of a line: it is not asked about, as a script is not.
  func untyped<Problem: Error>(_ body: () throws(Problem) -> Void) throws(Problem) {
    let before = isTyped
    isTyped = false
    defer { isTyped = before }
    try body()
  }

  /// The answer to whether something is really meant.
  enum Confirmation {
    case yes, no
    /// What was typed answers nothing.
    case other(String)
  }

  /// Asks whether something is really meant. Without a person to ask the answer is yes: what a script says is meant.
  func confirms(_ question: String) -> Confirmation {
    guard isTyped, let asks else { return .yes }
    guard case .text(let answer) = asks(StyledText(sanitized(question)) + StyledText(" [y/N] ", .dim), false) else {
      return .no
    }
    switch answer.filter({ !$0.isWhitespace }).lowercased() {
    case "y", "yes": return .yes
    case "", "n", "no": return .no
    default:
      // It is taken down as the answer that it counts as: the line itself comes next, and is taken down then.
      answers[answers.count - 1] = "n"
      return .other(answer)
    }
  }
}

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

/// The one line that a prompt begins with: three things to try.
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
