import SessionState
import TerminalText
import Timeline

/// A view of a session's past, one place after the other: the action there, and the world at that time.
final class PastView: LinePanel {
  private let session: Session
  private let stops: [PastWalk.Stop]
  /// The index of the displayed place; the number of places for the present.
  private var place: Int
  private var shown: World?

  /// - Returns: `nil` if nothing has happened yet.
  init?(_ session: Session) {
    stops = PastWalk(session.past).stops
    guard !stops.isEmpty else { return nil }
    self.session = session
    place = stops.count
  }

  private var stop: PastWalk.Stop? { stops.indices.contains(place) ? stops[place] : nil }

  /// The event at the place, numbered as by `events`; `nil` for the present.
  var number: Int? { stop?.end }

  // MARK: Keys

  func handle(_ key: ScreenKey) -> LinePanelStep {
    switch key {
    case .earlier, .left: return move(to: place - 1)
    case .later, .right: return move(to: place + 1)
    case .pageUp, .up: return move(to: max(0, place - 10))
    case .pageDown, .down: return move(to: min(stops.count, place + 10))
    case .home: return move(to: 0)
    case .end: return move(to: stops.count)
    case .enter:
      guard let number else { return .ends(keyIsOwn: true) }
      // The wall clock cannot go back.
      guard session.options.kind == .practice else { return .rings }
      return .runs("fork at \(number)")
    case .escape: return .ends(keyIsOwn: true)
    default: return .ends(keyIsOwn: false)
    }
  }

  private func move(to new: Int) -> LinePanelStep {
    guard new >= 0, new <= stops.count, new != place else { return .rings }
    place = new
    shown = stop.flatMap { session.world(at: $0) }
    return .continues
  }

  // MARK: Pictures

  /// The world at the place, and its instant.
  var moment: (world: World, at: Instant) {
    guard let stop, let shown else { return (session.world, session.shownPresent) }
    return (shown, stop.at)
  }

  var status: StyledText? {
    let moment = moment
    return session.catalog.status(moment.world, at: moment.at, hasPictures: true, session.output.glyphs)
  }

  func rows(columns: Int, rows: Int) -> [StyledText] {
    let lines = place(columns: columns)
    let moment = moment
    let room = rows - lines.count
    let picture = ViewerPicture(watchViews: session.catalog.watchViews).rows(
      of: moment.world, at: moment.at, columns: columns, rows: min(room, 8), glyphs: session.output.glyphs,
      pictures: PictureForm(session.output.palette, session.output.glyphs), ledger: session.ledger)
    return Array((lines.prefix(2) + (room > 0 ? picture : []) + lines.dropFirst(2)).prefix(max(0, rows)))
  }

  /// Returns the strip, the action, and the keys.
  func place(columns: Int) -> [StyledText] {
    let glyphs = session.output.glyphs
    return [strip(columns), words(columns, glyphs), keys(columns, glyphs)].map {
      $0.clipped(to: columns, mark: glyphs.cut)
    }
  }

  /// Returns one sign for each place, the present at the end: inputs are distinct from events caused by time.
  private func strip(_ columns: Int) -> StyledText {
    let isUnicode = session.output.glyphs == .unicode
    let (input, time, line, here, now) = isUnicode ? ("●", "·", "─", "◆", "│") : ("o", ".", "-", "#", "|")
    let room = max(1, (columns - 2) / 2)
    let first = max(0, min(place - room / 2, stops.count + 1 - room))
    var strip = StyledText(" ")
    for index in (first...stops.count).prefix(room) {
      if index > first { strip.append(line, .dim) }
      let sign = index == stops.count ? now : stops[index].input == nil ? time : input
      strip.append(index == place ? here : sign, index == place ? .held : .dim)
    }
    return strip
  }

  private func words(_ columns: Int, _ glyphs: GlyphSet) -> StyledText {
    guard let stop else { return StyledText(" now", .held) }
    let ago = session.shownPresent - stop.at
    let clock = StyledText(" \(session.printer.clockText(stop.at))  ", .dim)
    let count = "\(place + 1) of \(stops.count)"
    var end = StyledText(
      glyphs.middleDot + (ago < .seconds(1) ? "" : TimeText.left(ago) + " ago" + glyphs.middleDot) + count, .dim)
    let words = session.words(of: stop)
    if columns - clock.width - end.width < 24 { end = StyledText(glyphs.middleDot + count, .dim) }
    let room = columns - clock.width - end.width
    return room < 8 ? clock + words : clock + words.clipped(to: room, mark: glyphs.cut) + end
  }

  private func keys(_ columns: Int, _ glyphs: GlyphSet) -> StyledText {
    let arrows = glyphs == .unicode ? "←→" : "arrows"
    var hints: [(String, String)] = [(arrows, "walk"), ("Esc", "returns")]
    if stop != nil, session.options.kind == .practice { hints.append(("Enter", "forks here")) }
    var line = StyledText(" ")
    for (index, hint) in hints.enumerated() {
      line.append(index > 0 ? "  " : "")
      line.append(hint.0, .command)
      line.append(" " + hint.1, .dim)
    }
    return line
  }
}
