import StoryScript
import System
import Terminal
import Timeline

/// The screen of `watch` beside the session itself, and the keys that wait to be taken in.
///
/// It lives from the command's beginning to its end; see `Session.beginWatch`.
final class Watch {
  private let screen: FullScreen
  /// The line that typed `watch`, which takes the keys in.
  let strand: Runtime.Strand
  /// The instant at which it leaves by itself.
  let end: Instant
  /// The pace at which time is to pass afterwards, if it passed in another way before.
  private(set) var paceBefore: Clock.Pace?
  private var keys: [ScreenKey] = []
  private(set) var isOver = false
  /// Whether its keys are taken down as the lines that do the same.
  var isTakenDown = false
  /// The lines since it began, for when the screen is gone; the newest of very many.
  private(set) var lines = RecentItems<String>()
  /// The last of them as they are shown.
  private var recent: [StyledText] = []
  /// An answer to the last key, in place of what happened lately.
  private(set) var answer = StyledText()
  /// Whether the answer is all keys.
  private(set) var showsKeys = false
  private var shownAt = Instant.distantPast
  private static let recentLimit = 8
  private static let lineLimit = 1_000
  /// While something moves.
  static let frame = Duration(microseconds: 33_333)
  private let picture: WatchPicture
  /// The look back that is shown in place of the present.
  private(set) var walk: PastView?

  /// - Parameter paceBefore: how time is to pass afterwards, if it passed in another way before.
  init(
    screen: FullScreen, strand: Runtime.Strand, end: Instant, paceBefore: Clock.Pace?,
    catalog: CommandCatalog
  ) {
    picture = WatchPicture(catalog)
    self.paceBefore = paceBefore
    self.screen = screen
    self.strand = strand
    self.end = end
  }

  /// Whether the screen has its turn before time goes on: the machine has nothing to do for a while, or it is so busy
  /// that nobody has looked for a frame's time.
  func isDue(_ delay: Duration?, host: Instant) -> Bool {
    if let delay, delay <= .zero { return host - shownAt >= Self.frame || host < shownAt }
    return true
  }

  /// Shows the session as it is now and waits, for a frame or as long as nothing changes.
  /// - Parameter delay: until the next deadline; `nil` when none will come.
  /// - Returns: whether a key wants to be taken in.
  func show(_ session: Session, for delay: Duration?) -> Bool {
    take(session.output)
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
    guard let walk else {
      return picture.rows(
        of: session.world, at: instant, columns: screen.columns, rows: screen.rows, recent: recent, answer: answer,
        showsKeys: showsKeys, glyphs: session.output.glyphs, pictures: pictures)
    }
    let beneath = walk.place(columns: screen.columns)
    let past = walk.scene
    return picture.rows(
      of: past.world, at: past.at, columns: screen.columns, rows: screen.rows, beneath: beneath,
      glyphs: session.output.glyphs, pictures: pictures)
  }

  /// Begins or goes on with a look back.
  /// - Returns: the number of the event to fork at, if one was chosen.
  func walk(_ key: ScreenKey, in session: Session) -> Int? {
    guard var walk = walk ?? PastView(session) else { return nil }
    switch walk.take(key) {
    case .goesOn, .rings: self.walk = walk
    case .ends: self.walk = nil
    case .runs:
      self.walk = nil
      return walk.number
    }
    return nil
  }

  /// Whether keys wait to be taken in.
  var hasKeys: Bool { !keys.isEmpty }

  /// The key that has waited longest; `nil` when none does.
  func takeKey() -> ScreenKey? { keys.isEmpty ? nil : keys.removeFirst() }

  /// Answers a key in place of what happened lately.
  func say(_ answer: StyledText) { (self.answer, showsKeys) = (answer, false) }
  /// Answers with all keys that mean something as things stand.
  func showKeys() { showsKeys = true }
  /// Somebody wants to leave.
  func finish() { isOver = true }
  /// Time goes on as it does now, whatever it did before.
  func forgetPace() { paceBefore = nil }
  /// Gives the terminal back.
  func close() { screen.close() }

  /// The lines that have gathered since the last frame.
  func take(_ output: Output) {
    for line in output.takeLines() {
      lines.append(line)
      if lines.count > Self.lineLimit + RecentItems<String>.pieceSize { lines.dropOldest() }
      recent.append(StyledText(rendered: line, output.palette))
    }
    recent.removeFirst(max(0, recent.count - Self.recentLimit))
  }
}
