import SessionState
import StoryScript
import TerminalText
import Timeline

/// The whole screen while watching: the viewer, the recent lines, and the keys.
public struct WatchPicture {
  private let watchViews: (main: WatchView, beneath: WatchView)
  /// The histories outside the world.
  var ledger = World.Ledger()
  /// The part of a photo that is shown pixel by pixel; `nil` for all of it.
  var lens: PictureLens?

  public init(_ catalog: CommandCatalog) { watchViews = catalog.watchViews }

  /// - Parameters:
  ///   - recent: lines of recent events, the newest last.
  ///   - pictures: the form of photos.
  ///   - answer: shown below the recent lines, in place of the older ones; may be empty.
  ///   - showsKeys: whether all keys are listed in place of the answer.
  /// - Returns: exactly `rows` rows, each at most `columns` cells wide.
  public func rows(
    of world: World, at instant: Instant, columns: Int, rows: Int, recent: [StyledText], answer: StyledText,
    showsKeys: Bool = false, glyphs: GlyphSet, pictures: PictureForm = .none
  ) -> [StyledText] {
    let wanted = rows >= 20 ? 4 : rows >= 12 ? 3 : rows >= 8 ? 2 : rows >= 6 ? 1 : 0
    let answer =
      (showsKeys ? keys(of: world, columns: columns, glyphs) : Self.lines(of: answer, columns: columns, glyphs))
      .prefix(max(wanted, rows / 2))
    let events = recent.suffix(max(0, wanted - answer.count)).map { $0.clipped(to: columns, mark: glyphs.ellipsis) }
    // They appear at the lower end, so that nothing above moves when one arrives.
    let free = max(0, wanted - answer.count - events.count)
    var bottom = Array(repeating: StyledText(), count: free) + events + answer
    if rows >= 12 { bottom.insert(StyledText(), at: 0) }
    if rows >= 4 { bottom.append(hints(of: world, columns: columns, glyphs)) }
    let room = rows - bottom.count
    var top = ViewerPicture(watchViews: watchViews).rows(
      of: world, at: instant, columns: columns, rows: room, glyphs: glyphs, hasCard: true, pictures: pictures,
      ledger: ledger, lens: lens)
    top += Array(repeating: StyledText(), count: max(0, room - top.count))
    return top + bottom
  }

  /// Returns the rows with other lines in place of the recent ones and the keys.
  func rows(
    of world: World, at instant: Instant, columns: Int, rows: Int, beneath: [StyledText], glyphs: GlyphSet,
    pictures: PictureForm
  ) -> [StyledText] {
    let bottom = beneath.prefix(max(0, rows - 1))
    let room = rows - bottom.count
    let top = ViewerPicture(watchViews: watchViews).rows(
      of: world, at: instant, columns: columns, rows: room, glyphs: glyphs, hasCard: true, pictures: pictures,
      ledger: ledger)
    return top + Array(repeating: StyledText(), count: max(0, room - top.count)) + bottom
  }

  private static func lines(of answer: StyledText, columns: Int, _ glyphs: GlyphSet) -> [StyledText] {
    if answer.isEmpty { return [] }
    return answer.wrapped(to: max(2, columns - 2)).map {
      (StyledText(columns >= 30 ? " " : "") + $0).clipped(to: columns, mark: glyphs.ellipsis)
    }
  }

  /// Returns `space hold  ←→ tap  …  q leave`: the keys that fit, the most useful first, and always the key to leave.
  private func hints(of world: World, columns: Int, _ glyphs: GlyphSet) -> StyledText {
    let all = hints(of: world, glyphs)
    let last = [("?", "keys"), ("q", "leave")].suffix(columns >= 40 ? 2 : 1)
    let end = last.dropFirst().reduce(Self.text(last[last.startIndex])) { $0 + StyledText("  ") + Self.text($1) }
    var line = StyledText(columns >= 30 ? " " : "")
    for hint in all {
      let part = Self.text(hint) + StyledText("  ")
      if line.width + part.width + end.width > columns { break }
      line += part
    }
    return (line + end).clipped(to: columns, mark: glyphs.ellipsis)
  }

  /// Returns all keys except the one to leave, the most useful first.
  private func hints(of world: World, _ glyphs: GlyphSet) -> [WatchView.Hint] {
    let (main, rest) = watchViews.main.isOn(world) ? watchViews.main.hints(world, glyphs) : ([], [])
    let (beneath, others) = watchViews.beneath.hints(world, glyphs)
    let own: [WatchView.Hint] = main.isEmpty ? [("u", "undo")] : [("e", "why"), ("u", "undo")]
    // If the timer is all there is to see, its keys are the most useful ones.
    if main.isEmpty { return beneath + own + others }
    // The view above has its keys first.
    let taken = Set((main + own + rest).map { $0.key })
    return main + own + rest + (beneath + others).filter { !taken.contains($0.key) }
  }

  private static func text(_ hint: WatchView.Hint) -> StyledText {
    StyledText(hint.key, .command) + StyledText(" \(hint.meaning)", .dim)
  }

  /// Returns all keys that mean something now; a key and its meaning stay in one row.
  private func keys(of world: World, columns: Int, _ glyphs: GlyphSet) -> [StyledText] {
    let earlier = glyphs == .unicode ? "Alt-←" : "Alt-Left"
    let all = hints(of: world, glyphs) + [(earlier, "back through past events"), ("q", "leave")]
    var rows: [StyledText] = []
    for part in all.map(Self.text) {
      if let last = rows.last, last.width + 3 + part.width < columns {
        rows[rows.count - 1] += StyledText("   ") + part
      } else {
        rows.append(StyledText(columns >= 30 ? " " : "") + part)
      }
    }
    return rows.map { $0.clipped(to: columns, mark: glyphs.ellipsis) }
  }

  /// Returns the time until the picture changes by itself; `nil` if only an event changes it.
  func pause(of world: World, at instant: Instant, pace: Clock.Pace) -> Duration? {
    let speed: Double
    switch pace {
    case .real: speed = 1
    case .scaled(let factor) where factor > 0: speed = factor
    case .scaled, .instant: return nil
    }
    return watchViews.main.pause(world, instant, speed) ?? watchViews.beneath.pause(world, instant, speed)
  }
}

/// The playing story as a picture, and beneath it the running timer: a function of the world, an instant and the
/// room.
struct ViewerPicture {
  /// The view above, and the one beneath it.
  let watchViews: (main: WatchView, beneath: WatchView)

  /// - Parameters:
  ///   - rows: the maximum number of rows returned, each at most `columns` cells wide.
  ///   - pictures: the form of photos.
  ///   - hasCard: whether the remaining rows become a card in place of the picture.
  ///   - ledger: the histories outside the world.
  ///   - lens: the part of a photo that is shown pixel by pixel; `nil` for all of it.
  func rows(
    of world: World, at instant: Instant, columns: Int, rows: Int, glyphs: GlyphSet, hasCard: Bool = false,
    pictures: PictureForm = .none, ledger: World.Ledger = World.Ledger(), lens: PictureLens? = nil
  ) -> [StyledText] {
    guard rows > 0, columns > 0 else { return [] }
    let hasBeneath = watchViews.beneath.isOn(world)
    let room = WatchView.Context(
      instant: instant, columns: columns, glyphs: glyphs, hasCard: hasCard,
      pictures: pictures, ledger: ledger, lens: lens)
    guard watchViews.main.isOn(world) else {
      if !hasBeneath { return watchViews.main.idle(world, room, rows) }
      // Alone on the full screen, a timer is seen from across the room.
      return watchViews.beneath.rows(world, room, hasCard ? rows : lowerRows(rows, hasCard))
    }
    var linesBelow: [StyledText] = []
    if hasBeneath, rows > 1 {
      linesBelow = watchViews.beneath.rows(world, room, rows < 6 ? 1 : lowerRows(rows, hasCard))
      if rows - linesBelow.count > 4 { linesBelow.insert(StyledText(), at: 0) }
    }
    return watchViews.main.rows(world, room, rows - linesBelow.count) + linesBelow
  }

  /// Returns three rows; on a large screen five, where a ring's markers can be told apart.
  private func lowerRows(_ rows: Int, _ hasCard: Bool) -> Int { hasCard && rows >= 16 ? 5 : min(rows, 3) }
}

/// The keys while watching: each is a command, as if it had been typed.
package enum WatchKeys {
  /// The command that shows the full screen.
  package static let command = "watch"

  package enum Action {
    case command(String, [Value])
    /// Asks for hidden digits that a command needs.
    case ask(HiddenDigits)
    case leave
    /// Shows the reasons in words.
    case explain
    /// Begins a walk through the past, which handles the keys until it ends.
    case walk
    /// Lists all keys that mean something now.
    case keys
    case nothing
  }

  static func action(for key: ScreenKey, _ world: World, _ watchViews: (main: WatchView, beneath: WatchView)) -> Action
  {
    switch key {
    case .escape, .interrupt, .character("q"): .leave
    case .character("u"): .command("undo", [.none, .none])
    case .character("e"): .explain
    case .character("?"): .keys
    case .earlier: .walk
    default:
      // Without a story or a photo, all keys are those of the timer.
      if !watchViews.main.isOn(world), watchViews.beneath.isOn(world) {
        watchViews.beneath.action(key, world) ?? .nothing
      } else {
        watchViews.main.action(key, world) ?? watchViews.beneath.action(key, world) ?? .nothing
      }
    }
  }
}
