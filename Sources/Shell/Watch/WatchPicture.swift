import Terminal
import Timeline

/// The whole screen while watching: the viewer, what happened lately, and what the keys do.
public struct WatchPicture {
  private let scenes: (main: Scene, beneath: Scene)
  public init(_ catalog: CommandCatalog) { scenes = catalog.wings.scenes }

  /// - Parameters:
  ///   - recent: lines of what happened, the newest last.
  ///   - pictures: how photos are shown.
  ///   - answer: shown below them, in the place of the older ones; may be empty.
  /// - Returns: exactly `rows` rows, each at most `columns` cells wide.
  public func rows(
    of world: World, at instant: Instant, columns: Int, rows: Int, recent: [StyledText], answer: StyledText,
    glyphs: GlyphSet, pictures: PictureForm = .none
  ) -> [StyledText] {
    let wanted = rows >= 20 ? 4 : rows >= 12 ? 3 : rows >= 8 ? 2 : rows >= 6 ? 1 : 0
    let answer = Self.lines(of: answer, columns: columns, glyphs).prefix(max(wanted, rows / 2))
    let events = recent.suffix(max(0, wanted - answer.count)).map { $0.clipped(to: columns, mark: glyphs.ellipsis) }
    // They appear at the lower end, so that nothing above moves when one comes.
    let free = max(0, wanted - answer.count - events.count)
    var bottom = Array(repeating: StyledText(), count: free) + events + answer
    if rows >= 12 { bottom.insert(StyledText(), at: 0) }
    if rows >= 4 { bottom.append(hints(of: world, columns: columns, glyphs)) }
    let room = rows - bottom.count
    var top = ViewerPicture(scenes: scenes).rows(
      of: world, at: instant, columns: columns, rows: room, glyphs: glyphs, hasCard: true, pictures: pictures)
    top += Array(repeating: StyledText(), count: max(0, room - top.count))
    return top + bottom
  }

  /// The same with other lines in the place of what happened lately and of the keys.
  func rows(
    of world: World, at instant: Instant, columns: Int, rows: Int, beneath: [StyledText], glyphs: GlyphSet,
    pictures: PictureForm
  ) -> [StyledText] {
    let bottom = beneath.prefix(max(0, rows - 1))
    let room = rows - bottom.count
    let top = ViewerPicture(scenes: scenes).rows(
      of: world, at: instant, columns: columns, rows: room, glyphs: glyphs, hasCard: true, pictures: pictures)
    return top + Array(repeating: StyledText(), count: max(0, room - top.count)) + bottom
  }

  private static func lines(of answer: StyledText, columns: Int, _ glyphs: GlyphSet) -> [StyledText] {
    if answer.isEmpty { return [] }
    return answer.wrapped(to: max(2, columns - 2)).map {
      (StyledText(columns >= 30 ? " " : "") + $0).clipped(to: columns, mark: glyphs.ellipsis)
    }
  }

  /// `space hold  ←→ tap  …  q leave`: what fits, from the most useful on, and always how to leave.
  private func hints(of world: World, columns: Int, _ glyphs: GlyphSet) -> StyledText {
    let (main, rest) = scenes.main.hints(world, glyphs)
    let own: [Scene.Hint] = main.isEmpty ? [("u", "undo")] : [("e", "why"), ("u", "undo")]
    let last = StyledText("q", .command) + StyledText(" leave", .dim)
    var line = StyledText(columns >= 30 ? " " : "")
    for hint in main + own + rest + scenes.beneath.hints(world, glyphs).main {
      let part = StyledText(hint.key, .command) + StyledText(" \(hint.meaning)  ", .dim)
      if line.width + part.width + last.width > columns { break }
      line += part
    }
    return (line + last).clipped(to: columns, mark: glyphs.ellipsis)
  }

  /// The time for which the picture stays as it is, as far as time alone changes it; `nil` for as long as nothing happens.
  func pause(of world: World, at instant: Instant, pace: Clock.Pace) -> Duration? {
    let speed: Double
    switch pace {
    case .real: speed = 1
    case .scaled(let factor) where factor > 0: speed = factor
    case .scaled, .instant: return nil
    }
    return scenes.main.pause(world, instant, speed) ?? scenes.beneath.pause(world, instant, speed)
  }
}
