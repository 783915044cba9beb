import SessionState
import StoryScript
import System
import TerminalText
import Timeline

/// The screen of `watch`, and the keys that wait to be handled.
///
/// It lives from the command's beginning to its end; see `Session.beginWatch`.
package final class Watch {
  private let screen: any Screen
  /// The strand of the `watch` line, which handles the keys.
  let strand: Runtime.Strand
  /// The instant at which the watch ends by itself.
  let end: Instant
  /// The pace to restore afterwards; `nil` if it did not change.
  private(set) var paceBefore: Clock.Pace?
  private var keys: [ScreenKey] = []
  private(set) var isOver = false
  /// The key whose command runs, the key that has asked a question, and the one that had asked before it.
  private var (pressed, asked, before): (ScreenKey?, ScreenKey?, ScreenKey?)
  /// `true` if its keys are recorded as equivalent lines.
  var isRecorded = false
  /// The lines since the watch began, for the time after the screen; if there are very many, only the newest.
  private(set) var lines = RecentItems<String>()
  /// The last lines as they are shown.
  private var recent: [StyledText] = []
  /// The answer to the last key, in place of the recent lines.
  private(set) var answer = StyledText()
  /// `true` if the answer lists all keys.
  private(set) var showsKeys = false
  private var shownAt = Instant.distantPast
  private static let recentLimit = 8
  private static let lineLimit = 1_000
  /// The time between frames while something moves.
  package static let frame = Duration(microseconds: 33_333)
  private var picture: WatchPicture
  /// The question that the keys answer; `nil` if there is none.
  private var question: HiddenDigits?
  /// The past that is shown in place of the present; `nil` for the present.
  private(set) var walk: PastView?

  /// - Parameter paceBefore: the pace to restore afterwards; `nil` if it did not change.
  init(
    screen: any Screen, strand: Runtime.Strand, end: Instant, paceBefore: Clock.Pace?,
    catalog: CommandCatalog
  ) {
    picture = WatchPicture(catalog)
    self.paceBefore = paceBefore
    self.screen = screen
    self.strand = strand
    self.end = end
  }

  /// Returns whether the screen must be drawn before time continues: the machine has nothing to do for a while, or
  /// was busy for the length of a frame.
  func isDue(_ delay: Duration?, host: Instant) -> Bool {
    if let delay, delay <= .zero { return host - shownAt >= Self.frame || host < shownAt }
    return true
  }

  /// Shows the present state of the session and waits for a frame, or until something changes.
  /// - Parameter delay: the time until the next deadline; `nil` if there is none.
  /// - Returns: `true` if a key must be handled.
  func show(_ session: Session, for delay: Duration?) -> Bool {
    receive(session.output)
    defer { shownAt = SystemClock.now }
    let instant = session.shownPresent
    guard screen.draw(rows(of: session, at: instant)) else {
      isOver = true
      return true
    }
    let pause = picture.pause(of: session.world, at: instant, pace: session.clock.pace)
    switch screen.wait(atMost: [delay, pause].compactMap { $0 }.min()?.seconds) {
    case .timeOver, .changed: return false
    case .key(let key):
      keys.append(key)
      return true
    case .lost:
      isOver = true
      return true
    }
  }

  private func rows(of session: Session, at instant: Instant) -> [StyledText] {
    let pictures = PictureForm(session.output.palette, session.output.glyphs, screen.graphics)
    picture.ledger = session.ledger
    guard let walk else {
      return picture.rows(
        of: session.world, at: instant, columns: screen.columns, rows: screen.rows, recent: recent, answer: answer,
        showsKeys: showsKeys, glyphs: session.output.glyphs, pictures: pictures)
    }
    let beneath = walk.place(columns: screen.columns)
    let past = walk.moment
    return picture.rows(
      of: past.world, at: past.at, columns: screen.columns, rows: screen.rows, beneath: beneath,
      glyphs: session.output.glyphs, pictures: pictures)
  }

  /// Begins or continues a walk through the past.
  /// - Returns: the number of the event to fork at, if one was chosen.
  func walk(_ key: ScreenKey, in session: Session) -> Int? {
    guard let walk = walk ?? PastView(session) else { return nil }
    switch walk.handle(key) {
    case .continues, .rings: self.walk = walk
    case .ends: self.walk = nil
    case .runs:
      self.walk = nil
      return walk.number
    }
    return nil
  }

  /// Handles a key of the lens: `z` shows each pixel of a photo and ends that again, and arrows move the part that is
  /// shown.
  /// - Parameter hasLens: whether a photo is shown.
  /// - Returns: `false` for any other key.
  func look(_ key: ScreenKey, hasLens: Bool) -> Bool {
    guard hasLens else {
      picture.lens = nil
      return false
    }
    if key == .character("z") {
      picture.lens = picture.lens == nil ? PictureLens() : nil
      return true
    }
    guard var lens = picture.lens else { return false }
    let isHandled = key == .escape || lens.move(key)
    if isHandled { picture.lens = key == .escape ? nil : lens }
    return isHandled
  }

  /// `true` if keys wait to be handled.
  var hasKeys: Bool { !keys.isEmpty }

  /// Returns the key that has waited longest; `nil` if there is none.
  func consumeKey() -> ScreenKey? { keys.isEmpty ? nil : keys.removeFirst() }

  /// Begins to handle a key, which may ask for itself once more.
  func press(_ key: ScreenKey) { (pressed, asked, before) = (key, nil, asked) }
  /// Ends the handling of a key.
  func release() { (pressed, before) = (nil, nil) }

  /// `true` while the command of a key runs, and not one of a block.
  package var isHandlingKey: Bool { pressed != nil }
  /// `true` if the last key has asked a question.
  var hasAsked: Bool { asked != nil }

  /// Asks a question about the pressed key, which the same key right after it answers with yes, and any other with no.
  func confirms(_ question: String, _ glyphs: GlyphSet) -> Bool {
    guard let pressed else { return true }
    if before == pressed { return true }
    asked = pressed
    var name = "the key"
    if case .character(let character) = pressed { name = String(character) }
    showAnswer(StyledText(sanitized("\(question)  \(name) again: yes", glyphs: glyphs)))
    return false
  }

  /// `true` while the keys are digits of an answer.
  var isAskingDigits: Bool { question != nil }

  /// Asks for the digits that a command needs.
  func ask(_ question: HiddenDigits, _ glyphs: GlyphSet) {
    self.question = question
    showAnswer(question.shown(glyphs))
  }

  /// Handles a key that answers the question.
  /// - Returns: the command with its arguments, once the last digit is typed.
  func enter(_ key: ScreenKey, _ glyphs: GlyphSet) -> (name: String, values: [Value])? {
    guard var question else { return nil }
    switch question.handle(key) {
    case .continues: ask(question, glyphs)
    case .declines:
      self.question = nil
      showAnswer(StyledText(question.declined, .dim))
    case .completes(let values):
      self.question = nil
      showAnswer(StyledText())
      return (question.command, values)
    }
    return nil
  }

  /// Shows an answer to a key in place of the recent lines.
  package func showAnswer(_ answer: StyledText) { (self.answer, showsKeys) = (answer, false) }
  /// Shows all keys that mean something now.
  func showKeys() { showsKeys = true }
  /// Ends the watch at the user's request.
  func finish() { isOver = true }
  /// Keeps the present pace after the watch.
  func forgetPace() { paceBefore = nil }
  /// Leaves the full screen.
  func close() { screen.close() }

  /// Adds the output's pending lines since the last frame.
  func receive(_ output: Output) {
    for line in output.drainLines() {
      lines.append(line)
      if lines.count > Self.lineLimit + RecentItems<String>.pieceSize { lines.removeOldest() }
      recent.append(StyledText(rendered: line, output.palette))
    }
    recent.removeFirst(max(0, recent.count - Self.recentLimit))
  }
}
