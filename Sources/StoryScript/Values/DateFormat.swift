import Timeline

/// A pattern for dates in the letters of Unicode's date formats (UTS 35), limited to those that need no language but
/// English.
public struct DateFormat {
  private var parts: [Part] = []

  private enum Part {
    case letters(Character, Int)
    case text(String)
  }

  /// The letters and their meanings, for `help`.
  public static let letters: [(letters: String, meaning: String)] = [
    ("yyyy yy", "the year: 2026, 26"), ("M MM MMM MMMM", "the month: 3, 03, Mar, March"), ("d dd", "the day: 1, 01"),
    ("EEE EEEE", "the day of the week: Sun, Sunday"), ("H HH h hh", "the hour, in 24-hour or 12-hour time"),
    ("a", "AM or PM"),
    ("m mm s ss", "the minute and the second"), ("'…'", "literal text"),
  ]

  /// - Throws: for an unknown letter, or an unclosed text in `'`.
  init(_ pattern: String) throws(Failure) {
    var rest = pattern[...]
    while let first = rest.first {
      if first == "'" {
        rest.removeFirst()
        guard let end = rest.firstIndex(of: "'") else { throw Self.wrong(pattern, "a closing '") }
        parts.append(.text(end == rest.startIndex ? "'" : String(rest[..<end])))
        rest = rest[rest.index(after: end)...]
      } else if first.isASCII, first.isLetter {
        let run = rest.prefix { $0 == first }
        guard Self.isKnown(first, run.count) else { throw Self.wrong(pattern, "letters such as yyyy-MM-dd") }
        parts.append(.letters(first, run.count))
        rest = rest[run.endIndex...]
      } else {
        parts.append(.text(String(rest.removeFirst())))
      }
    }
  }

  private static func isKnown(_ letter: Character, _ count: Int) -> Bool {
    switch letter {
    case "y": count == 4 || count == 2
    case "M", "E": count <= 4
    case "d", "H", "h", "m", "s": count <= 2
    case "a": count == 1
    default: false
    }
  }

  private static func wrong(_ pattern: String, _ needs: String) -> Failure {
    .refused(
      "'format' expects \(needs), not \(ValueWriter.quotedBriefly(pattern))",
      "letters: \(letters.dropLast().map(\.letters).joined(separator: " ")); put text between '…'")
  }

  func text(of civil: CivilTime) -> String {
    parts.map { part in
      switch part {
      case .text(let text): text
      case .letters(let letter, let count): Self.text(letter, count, civil)
      }
    }.joined()
  }

  private static func text(_ letter: Character, _ count: Int, _ civil: CivilTime) -> String {
    switch letter {
    case "y": (count == 2 ? civil.year % 100 : civil.year).padded(count)
    case "M": count < 3 ? civil.month.padded(count) : name(CivilTime.monthNames[civil.month - 1], isShort: count == 3)
    case "E": name(CivilTime.weekdayNames[civil.weekday - 1], isShort: count < 4)
    case "d": civil.day.padded(count)
    case "H": civil.hour.padded(count)
    case "h": ((civil.hour + 11) % 12 + 1).padded(count)
    case "m": civil.minute.padded(count)
    case "s": civil.second.padded(count)
    default: civil.hour < 12 ? "AM" : "PM"
    }
  }

  private static func name(_ name: String, isShort: Bool) -> String { isShort ? String(name.prefix(3)) : name }
}
