import Stories
import Terminal
import Timeline

/// The playing story as a picture, and beneath it the running timer: a function of the world, an instant and the room.
enum ViewerPicture {
  /// - Parameters:
  ///   - rows: how many there are; as many rows as that at most come back, each at most `columns` cells wide.
  ///   - hasCard: whether the rows that are left over become a card where the picture would be.
  static func rows(
    of world: World, at instant: Instant, columns: Int, rows: Int, glyphs: GlyphSet, hasCard: Bool = false
  ) -> [StyledText] {
    guard rows > 0, columns > 0 else { return [] }
    let hasTimer = world.countdown.isOn
    guard world.player.story != nil else {
      if !hasTimer { return idle(world, columns: columns, rows: rows, glyphs) }
      return TimerPicture.rows(
        of: world.countdown, at: instant, columns: columns, rows: ringRows(rows, hasCard), glyphs: glyphs)
    }
    var beneath: [StyledText] = []
    if hasTimer, rows > 1 {
      let room = rows < 6 ? 1 : ringRows(rows, hasCard)
      beneath = TimerPicture.rows(of: world.countdown, at: instant, columns: columns, rows: room, glyphs: glyphs)
      if rows - beneath.count > 4 { beneath.insert(StyledText(), at: 0) }
    }
    let scene = Scene(world, instant, columns: columns, glyphs)
    return scene.rows(rows - beneath.count, hasCard: hasCard) + beneath
  }

  /// A ring of three rows; on a large screen one of five, where its markers can be told apart.
  private static func ringRows(_ rows: Int, _ hasCard: Bool) -> Int { hasCard && rows >= 16 ? 5 : min(rows, 3) }

  private static func idle(_ world: World, columns: Int, rows: Int, _ glyphs: GlyphSet) -> [StyledText] {
    let words = world.player.state == .dismissed ? "viewing has ended" : "nothing plays"
    let lines = [StyledText(" " + words, .dim), StyledText(" story play 4", .command) + StyledText(" begins", .dim)]
    return lines.prefix(rows).map { $0.clipped(to: columns, mark: glyphs.ellipsis) }
  }
}

/// One story on the screen.
private struct Scene {
  private let world: World
  private let instant: Instant
  private let columns: Int
  private let glyphs: GlyphSet
  private let story: Story?
  /// Free at both sides, where there is room for it.
  private let margin: Int

  init(_ world: World, _ instant: Instant, columns: Int, _ glyphs: GlyphSet) {
    self.world = world
    self.instant = instant
    self.columns = columns
    self.glyphs = glyphs
    story = world.player.story
    margin = columns >= 30 ? 1 : 0
  }

  private var room: Int { columns - 2 * margin }

  func rows(_ count: Int, hasCard: Bool) -> [StyledText] {
    switch count {
    case ..<1: return []
    case 1: return placed([progress, author])
    case 2: return [bar] + placed([progress, author])
    case 3: return [bar] + placed([author, place]) + placed([progress, caption])
    default:
      let cardRows = hasCard ? count - 3 : 0
      let middle = cardRows >= 3 ? card(min(cardRows, max(3, columns / 6))) : placed([caption])
      let last = state.width + 2 + position.width <= room ? [state, position] : [progress]
      return [bar] + placed([author, place]) + middle + placed(last)
    }
  }

  // MARK: Parts

  /// One segment for each story: seen ones plain, the current one in its state's colour, those to come dim.
  private var bar: StyledText {
    let player = world.player
    let text = Picture.segments(
      count: player.deck.count, current: player.index, fraction: player.progress(at: instant), width: room,
      glyphs: glyphs)
    let segments = text.split(separator: " ")
    guard segments.count > 1 else { return indented(StyledText(text, stateStyle)) }
    var line = StyledText()
    for (index, segment) in segments.enumerated() {
      if index > 0 { line.append(" ") }
      line.append(String(segment), index < player.index ? .plain : index == player.index ? stateStyle : .dim)
    }
    return indented(line)
  }

  private var author: StyledText {
    var text = StyledText("@" + clean(story?.author ?? ""), .mention)
    if let age = ViewWords.age(of: world, at: instant) { text.append("\(glyphs.middleDot)\(age)", .dim) }
    return text
  }

  /// `♥ story 4, 4 of 10`
  private var place: StyledText {
    guard let story else { return "" }
    let (place, count) = (world.player.index + 1, world.player.deck.count)
    var text = StyledText()
    if world.isLiked(story.id) { text.append(Mark.liked.text(glyphs) + " ", .heading) }
    let whole = "\(place) of \(count)"
    let isNarrow = room < 36
    text.append(isNarrow ? "\(place)/\(count)" : story.id == place ? whole : "story \(story.id), \(whole)", .dim)
    return text
  }

  private var caption: StyledText { StyledText(clean(story?.media.name ?? ""), .dim) }

  private var stateStyle: Style { world.player.state.style }

  private var state: StyledText {
    StyledText(world.player.state.mark.text(glyphs) + " " + ViewWords.state(of: world.player), stateStyle)
  }

  /// `7.2 s of 15 s`
  private var position: StyledText {
    let (position, length) = ViewWords.position(of: world.player, at: instant)
    return StyledText(position, .duration) + StyledText(" of \(length)", .dim)
  }

  /// State and position side by side; where there is no room for both, the state's mark says it.
  private var progress: StyledText {
    let whole = state + StyledText("  ") + position
    if whole.width <= room { return whole }
    return StyledText(world.player.state.mark.text(glyphs) + " ", stateStyle) + position
  }

  /// A frame where the picture would be, with its name in the middle.
  private func card(_ rows: Int) -> [StyledText] {
    let (corners, across, down) =
      glyphs == .unicode ? (["╭", "╮", "╰", "╯"], "─", "│") : (["+", "+", "+", "+"], "-", "|")
    let style: Style = world.player.state == .pausedByHold ? .held : .dim
    let inside = max(0, room - 2)
    let line = String(repeating: across, count: inside)
    let blank = StyledText(down + String(repeating: " ", count: inside) + down, style)
    var lines = [StyledText(corners[0] + line + corners[1], style)]
    for row in 0..<(rows - 2) {
      guard row == (rows - 3) / 2 else {
        lines.append(blank)
        continue
      }
      let name = StyledText(caption.plain).clipped(to: max(0, inside - 2), mark: glyphs.ellipsis)
      let before = max(0, inside - name.width) / 2
      lines.append(
        StyledText(down + String(repeating: " ", count: before), style) + name
          + StyledText(String(repeating: " ", count: max(0, inside - before - name.width)) + down, style))
    }
    lines.append(StyledText(corners[2] + line + corners[3], style))
    return lines.map { indented($0) }
  }

  // MARK: Placing

  /// One row with a part at each end; what does not fit is left out from the end.
  private func placed(_ parts: [StyledText]) -> [StyledText] {
    guard let left = parts.first else { return [] }
    guard parts.count > 1, left.width + 2 + parts[1].width <= room else { return [indented(left)] }
    let space = String(repeating: " ", count: room - left.width - parts[1].width)
    return [indented(left + StyledText(space) + parts[1])]
  }

  private func indented(_ text: StyledText) -> StyledText {
    StyledText(String(repeating: " ", count: margin)) + text.clipped(to: room, mark: glyphs.ellipsis)
  }

  private func clean(_ text: String) -> String { sanitized(text, glyphs: glyphs) }
}

extension Player.State {
  /// Amber for whatever stands still, red for what failed.
  fileprivate var style: Style {
    switch self {
    case .idle, .dismissed, .entering, .playing: .plain
    case .pausedByHold, .paused, .buffering: .held
    case .failed: .error
    }
  }

  fileprivate var mark: Mark {
    switch self {
    case .idle, .dismissed: .done
    case .entering, .playing: .plays
    case .pausedByHold, .paused: .held
    case .buffering: .note
    case .failed: .failed
    }
  }
}

extension GlyphSet {
  var ellipsis: String { self == .unicode ? "…" : "..." }
  /// Between two facts of a line.
  var middleDot: String { self == .unicode ? " · " : " - " }
}
