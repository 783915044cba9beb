import SessionState
import TerminalText
import Timeline
import Timers

/// The running timer as a ring that empties, with words beside it.
enum TimerPicture {
  /// - Parameter rows: with 3 or more rows there is a ring if the words fit beside it; otherwise picture and words
  ///   are on separate rows. At most this many rows are returned, each at most `columns` cells wide.
  static func rows(
    of countdown: Countdown, at instant: Instant, columns: Int, rows: Int, glyphs: GlyphSet
  ) -> [StyledText] {
    guard rows > 0, columns > 0 else { return [] }
    let colour = countdown.state == .paused ? Style.held : countdown.colour(at: instant).style
    let words = TimerViewWords.parts(of: countdown, at: instant)
    let clock = TimeText.clock(countdown.remaining(at: instant))
    let share = 1 - countdown.progress(at: instant)
    let margin = 3
    let longest = words.map { DisplayWidth.of($0) }.max() ?? 0
    // As high as leaves room for the words beside it.
    let height = rows < 3 ? rows : max(3, min(rows, (columns - margin - 3 - longest) / 2))
    let ring = height < 3 || glyphs == .ascii ? [] : ring(share, clock, height)
    let room = columns - margin - (ring.first.map { DisplayWidth.of($0) } ?? 0) - 3
    guard !ring.isEmpty, longest <= room else { return lines(share, clock, words, colour, columns, rows, glyphs) }
    let joined = words.joined(separator: glyphs.middleDot)
    let beside = DisplayWidth.of(joined) <= room ? [joined] : words
    let first = max(0, (ring.count - beside.count + 1) / 2)
    return ring.enumerated().map { row, dots in
      var text = StyledText(String(repeating: " ", count: margin))
      let hasWords = (first..<(first + beside.count)).contains(row)
      var dots = dots
      while !hasWords, dots.last == " " { dots.removeLast() }
      text += row == ring.count / 2 ? labelled(dots, clock, colour) : StyledText(dots, colour)
      if hasWords {
        text.append("   ")
        text.append(beside[row - first], row == first ? .plain : .dim)
      }
      return text
    }
  }

  /// Draws the ring, with a mark at each quarter for orientation.
  private static func ring(_ share: Double, _ clock: String, _ rows: Int) -> [String] {
    let columns = max(2 * rows, DisplayWidth.of(clock) + (rows > 3 ? 8 : 6))
    return Picture.ring(
      share, label: clock, rows: rows, columns: columns, markers: rows > 3 ? [0.25, 0.5, 0.75, 1] : [])
  }

  /// Colours the label like all times, and the rest of the ring in the ring's colour.
  private static func labelled(_ dots: String, _ label: String, _ colour: Style) -> StyledText {
    let characters = Array(dots)
    let wanted = Array(label)
    guard
      let start = characters.indices.first(where: { characters[$0...].starts(with: wanted) }), !wanted.isEmpty
    else { return StyledText(dots, colour) }
    return StyledText(String(characters[..<start]), colour) + StyledText(label, .duration)
      + StyledText(String(characters[(start + wanted.count)...]), colour)
  }

  /// Returns `◕ 12:41  reading · 63 % left`; words that do not fit move to the rows below, if there are any.
  private static func lines(
    _ share: Double, _ clock: String, _ words: [String], _ colour: Style, _ columns: Int, _ rows: Int,
    _ glyphs: GlyphSet
  ) -> [StyledText] {
    let isWide = columns >= 30
    let picture =
      glyphs == .unicode
      ? TimerStatus.disc(share) : isWide ? "(" + Picture.progress(share, width: 8, glyphs: .ascii) + ")" : ""
    var lines = [StyledText(isWide ? " " : "") + StyledText(picture, colour)]
    lines[0].append((picture.isEmpty ? "" : " ") + clock, .duration)
    for (index, word) in words.enumerated() {
      let last = lines.count - 1
      let part = (index == 0 ? "  " : glyphs.middleDot) + word
      if lines[last].width + DisplayWidth.of(part) <= columns {
        lines[last].append(part)
      } else if lines.count < rows {
        lines.append(StyledText(isWide ? " " : "") + StyledText(word))
      } else {
        break
      }
    }
    return lines.map { $0.clipped(to: columns, mark: glyphs.ellipsis) }
  }
}

extension RingColour {
  /// The colour of the name.
  var style: Style {
    switch self {
    case .purpleBlue: .shade(red: 110, green: 90, blue: 220)
    case .periwinkle: .shade(red: 150, green: 160, blue: 255)
    case .turquoise: .shade(red: 64, green: 208, blue: 200)
    case .orange: .shade(red: 255, green: 165, blue: 60)
    case .coral: .shade(red: 255, green: 110, blue: 90)
    case .magenta: .shade(red: 230, green: 60, blue: 200)
    }
  }
}
