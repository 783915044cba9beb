import SessionState
import Stories
import TerminalText
import Timeline

/// One story on the screen.
struct StoryPicture {
  private let part: StoryPart
  private let instant: Instant
  private let columns: Int
  private let glyphs: GlyphSet
  private let story: Story?
  /// The empty columns at both sides, if there is room for them.
  private let margin: Int

  init(_ part: StoryPart, _ instant: Instant, columns: Int, _ glyphs: GlyphSet) {
    self.part = part
    self.instant = instant
    self.columns = columns
    self.glyphs = glyphs
    story = part.player.story
    margin = columns >= 30 ? 1 : 0
  }

  private var room: Int { columns - 2 * margin }

  /// - Parameters:
  ///   - hasCard: whether the remaining rows become a card in place of the picture.
  ///   - picture: returns the picture within a number of columns and rows, if there is one.
  func rows(
    _ count: Int, hasCard: Bool, picture: (_ columns: Int, _ rows: Int) -> [StyledText]? = { _, _ in nil }
  ) -> [StyledText] {
    switch count {
    case ..<1: return []
    case 1: return placed([progress, author])
    case 2: return [bar] + placed([progress, author])
    case 3: return [bar] + placed([author, place]) + placed([progress, caption])
    default:
      let left = count - 3
      let shown = left >= 5 ? picture(room, left - 1).map { placed([caption]) + $0.map { indented($0) } } : nil
      let middle = shown ?? (hasCard && left >= 3 ? card(min(left, max(3, columns / 6))) : placed([caption]))
      let last = state.width + 2 + position.width <= room ? [state, position] : [progress]
      return [bar] + placed([author, place]) + middle + placed(last)
    }
  }

  // MARK: Parts

  /// One segment for each story: seen ones plain, the current one in its state's colour, later ones dim.
  private var bar: StyledText {
    let player = part.player
    let text = Picture.segments(
      count: player.deck.count, current: player.index, fraction: part.viewer.drawn(at: instant), width: room,
      glyphs: glyphs)
    // The signs of a bar look the same from both sides.
    let isMirrored = player.settings.isRightToLeft
    let segments = text.split(separator: " ")
    guard segments.count > 1 else {
      return indented(StyledText(isMirrored ? String(text.reversed()) : text, stateStyle))
    }
    var line = StyledText()
    for place in segments.indices {
      let index = isMirrored ? segments.count - 1 - place : place
      let segment = isMirrored ? String(segments[index].reversed()) : String(segments[index])
      if place > 0 { line.append(" ") }
      line.append(segment, index < player.index ? .plain : index == player.index ? stateStyle : .dim)
    }
    return indented(line)
  }

  private var author: StyledText {
    var text = StyledText("@" + clean(story?.author ?? ""), .mention)
    if let age = StoryViewWords.age(of: part, at: instant) { text.append("\(glyphs.middleDot)\(age)", .dim) }
    return text
  }

  /// `♥ story 4, 4 of 10`
  private var place: StyledText {
    guard let story else { return "" }
    let (place, count) = (part.player.index + 1, part.player.deck.count)
    var text = StyledText()
    if part.isLiked(story) { text.append(Mark.liked.text(glyphs) + " ", .heading) }
    let whole = "\(place) of \(count)"
    let isNarrow = room < 36
    text.append(isNarrow ? "\(place)/\(count)" : story.id == place ? whole : "story \(story.id), \(whole)", .dim)
    return text
  }

  private var caption: StyledText { StyledText(clean(story?.media.name ?? ""), .dim) }

  private var stateStyle: Style { part.player.state.style }

  private var state: StyledText {
    StyledText(part.player.state.mark.text(glyphs) + " " + StoryViewWords.state(of: part.viewer), stateStyle)
  }

  /// `7.2 s of 15 s`
  private var position: StyledText {
    let (position, length) = StoryViewWords.position(of: part.viewer, at: instant)
    return StyledText(position, .duration) + StyledText(" of \(length)", .dim)
  }

  /// State and position side by side; if they do not fit, the state's mark and the position.
  private var progress: StyledText {
    let whole = state + StyledText("  ") + position
    if whole.width <= room { return whole }
    return StyledText(part.player.state.mark.text(glyphs) + " ", stateStyle) + position
  }

  /// Returns a frame in place of the picture, with the picture's name in the middle.
  private func card(_ rows: Int) -> [StyledText] {
    let (corners, across, down) =
      glyphs == .unicode ? (["╭", "╮", "╰", "╯"], "─", "│") : (["+", "+", "+", "+"], "-", "|")
    let style: Style = part.player.state == .pausedByHold ? .held : .dim
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

  // MARK: Layout

  /// Returns one row with a part at each end; a part that does not fit is left out, the last one first.
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
  /// Amber for states without movement, red for failures.
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
