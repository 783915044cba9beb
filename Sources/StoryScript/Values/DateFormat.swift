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

  /// - Parameter function: the function that needs the pattern, for messages.
  /// - Throws: for an unknown letter, or an unclosed text in `'`.
  init(_ pattern: String, for function: String = "format") throws(Failure) {
    var rest = pattern[...]
    while let first = rest.first {
      if first == "'" {
        rest.removeFirst()
        guard let end = rest.firstIndex(of: "'") else { throw Self.wrong(pattern, "a closing '", function) }
        parts.append(.text(end == rest.startIndex ? "'" : String(rest[..<end])))
        rest = rest[rest.index(after: end)...]
      } else if first.isASCII, first.isLetter {
        let run = rest.prefix { $0 == first }
        guard Self.isKnown(first, run.count) else { throw Self.wrong(pattern, "letters such as yyyy-MM-dd", function) }
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

  private static func wrong(_ pattern: String, _ needs: String, _ function: String) -> Failure {
    .refused(
      "'\(function)' expects \(needs), not \(ValueWriter.quotedBriefly(pattern))",
      "letters: \(letters.dropLast().map { $0.letters }.joined(separator: " ")); put literal text in quotes: '…'")
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

// MARK: - Reading

extension DateFormat {
  /// `true` if the pattern has a year, a month and a day.
  var namesDay: Bool {
    let wanted: [Character] = ["y", "M", "d"]
    return wanted.allSatisfy { wanted in
      parts.contains { part in
        guard case .letters(let letter, _) = part else { return false }
        return letter == wanted
      }
    }
  }

  /// Returns the date that a text spells in the pattern; `nil` if it spells none, or one that does not exist.
  ///
  /// A single letter accepts one digit or two. Names may be in any case. Years of two digits are those from 1969 to
  /// 2068, as in POSIX. A part of the day that the pattern lacks is 0.
  func civil(_ text: String) -> CivilTime? {
    var rest = text[...]
    var found: [Character: Int] = [:]
    for part in parts {
      switch part {
      case .text(let literal):
        guard rest.hasPrefix(literal) else { return nil }
        rest = rest.dropFirst(literal.count)
      case .letters(let letter, let count):
        guard let value = Self.read(letter, count, from: &rest), found[letter, default: value] == value else {
          return nil
        }
        found[letter] = value
      }
    }
    guard rest.isEmpty, let hour = Self.hour(found),
      let civil = CivilTime(
        year: found["y"] ?? 0, month: found["M"] ?? 0, day: found["d"] ?? 0, hour: hour, minute: found["m"] ?? 0,
        second: found["s"] ?? 0),
      found["E"].map({ $0 == civil.weekday }) ?? true
    else { return nil }
    return civil
  }

  private static func hour(_ found: [Character: Int]) -> Int? {
    guard let half = found["h"] else { return found["H"] ?? 0 }
    guard (1...12).contains(half) else { return nil }
    let hour = half % 12 + (found["a"] ?? 0) * 12
    return found["H"].map { $0 == hour } ?? true ? hour : nil
  }

  /// Reads one part; months, days of the week and halves of the day as numbers.
  private static func read(_ letter: Character, _ count: Int, from rest: inout Substring) -> Int? {
    switch letter {
    case "M" where count > 2: return index(in: CivilTime.monthNames, isShort: count == 3, &rest).map { $0 + 1 }
    case "E": return index(in: CivilTime.weekdayNames, isShort: count < 4, &rest).map { $0 + 1 }
    case "a": return index(in: ["AM", "PM"], isShort: false, &rest)
    default: break
    }
    let digits = rest.prefix(max(count, 2)).prefix { $0.isASCII && $0.isNumber }
    guard digits.count >= count, let number = Int(digits) else { return nil }
    rest = rest[digits.endIndex...]
    return letter == "y" && count == 2 ? number + (number < 69 ? 2000 : 1900) : number
  }

  private static func index(in names: [String], isShort: Bool, _ rest: inout Substring) -> Int? {
    for (index, name) in names.enumerated() {
      let name = name.prefix(isShort ? 3 : name.count).lowercased()
      guard rest.prefix(name.count).lowercased() == name else { continue }
      rest = rest.dropFirst(name.count)
      return index
    }
    return nil
  }
}
