import StoryScript
import Timeline

/// The answer to a prediction as people write it: `4`, `"4"`, `story 4`, `4 seconds`, `14:50`.
enum AnswerText {
  /// Returns the literal that a typed text means; `nil` if it is not an answer of this kind.
  ///
  /// Only the kind of the right answer matters, so that nothing reveals its value. A length needs its unit.
  /// - Parameters:
  ///   - answer: the right answer.
  ///   - isCommand: returns `true` for a word that may begin a command, so that the line is not an answer.
  static func literal(of text: String, like answer: Value, isCommand: (String) -> Bool = { _ in false }) -> String? {
    let plain = unquoted(text)
    guard !plain.isEmpty, plain.utf8.count <= 200 else { return nil }
    switch answer {
    case .number, .whole: return number(plain, isShare: answer.number.map { $0 > 0 && $0 < 1 } ?? false, isCommand)
    case .duration: return duration(plain, isCommand).map { ValueWriter().literal(.duration($0)) }
    case .bool: return bools[plain.lowercased()].map { $0 ? "true" : "false" }
    case .none: return ["none", "nothing", "nobody", "no one", "no"].contains(plain.lowercased()) ? "none" : nil
    case .text:
      let isWord = plain.allSatisfy { $0.isLetter || $0.isNumber || "#@-_.".contains($0) }
      return isWord ? ValueWriter().literal(.text(plain)) : nil
    case .date, .list, .record: return nil
    }
  }

  private static let bools = [
    "yes": true, "y": true, "true": true, "no": false, "n": false, "false": false,
  ]

  private static let numerals = [
    "zero": "0", "one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7",
    "eight": "8", "nine": "9", "ten": "10", "eleven": "11", "twelve": "12", "thirteen": "13", "fourteen": "14",
    "fifteen": "15", "sixteen": "16", "seventeen": "17", "eighteen": "18", "nineteen": "19", "twenty": "20",
    "thirty": "30", "forty": "40", "fifty": "50", "sixty": "60", "seventy": "70", "eighty": "80", "ninety": "90",
    // "second" is a unit.
    "first": "1", "third": "3", "fourth": "4", "fifth": "5", "sixth": "6", "seventh": "7", "eighth": "8", "ninth": "9",
    "tenth": "10",
  ]

  /// Returns the number that a word stands for: `four`, `twenty-three`; `nil` for any other word.
  private static func numeral(_ word: Substring) -> String? {
    if let number = numerals[String(word)] { return number }
    let parts = word.split(separator: "-")
    guard parts.count == 2, let tens = numerals[String(parts[0])].flatMap({ Int($0) }), tens >= 20,
      let units = numerals[String(parts[1])].flatMap({ Int($0) }), (1...9).contains(units)
    else { return nil }
    return String(tens + units)
  }

  /// Returns how to write an answer of this kind, with examples that reveal nothing.
  static func form(like answer: Value) -> String {
    switch answer {
    case .number, .whole: "type a number, such as `7`"
    case .duration: "type a length with its unit, such as `7s` or `2m`"
    case .bool: "type `yes` or `no`"
    case .text: "type one word, or a text in quotes"
    // The kind alone would tell the answer.
    case .none, .date, .list, .record: "type a value, such as `7`, a word, or `none`"
    }
  }

  private static func unquoted(_ text: String) -> String {
    var plain = trimmed(text[...])
    for (open, close) in [("\"", "\""), ("'", "'"), ("“", "”"), ("`", "`")]
    where plain.count > 1 && plain.hasPrefix(open) && plain.hasSuffix(close) {
      plain = trimmed(plain.dropFirst().dropLast())
    }
    while let last = plain.last, ".!?".contains(last) { plain.removeLast() }
    return plain
  }

  private static func trimmed(_ text: Substring) -> String {
    var text = text
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }

  // MARK: Numbers

  /// Returns the only number among words: `story 4`, `15 stars`, `four`, `4s`, `75 %`.
  private static func number(_ text: String, isShare: Bool, _ isCommand: (String) -> Bool) -> String? {
    guard let pieces = pieces(of: text), pieces.count(where: { $0.number != nil }) == 1,
      !(pieces[0].number == nil && isCommand(pieces[0].unit))
    else { return nil }
    let (index, number) = pieces.enumerated().compactMap { index, piece in piece.number.map { (index, $0) } }[0]
    let unit = pieces[index].unit.isEmpty && index + 1 < pieces.count ? pieces[index + 1].unit : pieces[index].unit
    if unit == "%" || unit == "percent" { return "\(number)%" }
    let isPercentage = isShare && unit.isEmpty && (Double(number) ?? 0) > 1
    return isPercentage ? "\(number)%" : number
  }

  /// A word, or a number with the text directly after it.
  private struct Piece {
    /// The number as written, with a decimal point; `nil` for a word.
    var number: String?
    var unit: String
  }

  /// Splits a text into numbers and words; `nil` if it contains anything else.
  private static func pieces(of text: String) -> [Piece]? {
    var pieces: [Piece] = []
    var rest = text.lowercased()[...]
    while let first = rest.first {
      if first.isWhitespace || first == "," {
        rest.removeFirst()
        continue
      }
      if first.isASCIIDigit || first == "-" && rest.dropFirst().first?.isASCIIDigit == true {
        var number = String(rest.removeFirst())
        while let next = rest.first,
          next.isASCIIDigit || (next == "." || next == ",") && rest.dropFirst().first?.isASCIIDigit == true
        {
          number.append(next == "," ? "." : next)
          rest.removeFirst()
        }
        guard number.count(where: { $0 == "." }) < 2 else { return nil }
        let unit = rest.prefix { $0.isLetter || $0 == "%" }
        rest = rest[unit.endIndex...]
        pieces.append(Piece(number: number, unit: String(unit)))
      } else {
        // An apostrophe or a hyphen may be part of a word, as in "it's twenty-three".
        let word = rest.prefix { $0.isLetter || "%#@'’-".contains($0) }
        guard let start = word.first, !"'’-".contains(start) else { return nil }
        rest = rest[word.endIndex...]
        let number = numeral(word)
        pieces.append(Piece(number: number, unit: number == nil ? String(word) : ""))
      }
    }
    return pieces.isEmpty ? nil : pieces
  }

  // MARK: Lengths

  private static let units: [String: Duration] = {
    var units: [String: Duration] = [:]
    for (names, length) in [
      (["ms", "millisecond", "milliseconds"], Duration.milliseconds(1)),
      (["s", "sec", "secs", "second", "seconds"], .seconds(1)),
      (["m", "min", "mins", "minute", "minutes"], .minutes(1)), (["h", "hr", "hrs", "hour", "hours"], .hours(1)),
      (["d", "day", "days"], .days(1)),
    ] {
      for name in names { units[name] = length }
    }
    return units
  }()

  /// Returns a length: `14:50`, `14m50s`, `14 minutes and 50 seconds`; `nil` for a number without a unit.
  private static func duration(_ text: String, _ isCommand: (String) -> Bool) -> Duration? {
    if let clock = clock(text) { return clock }
    guard var pieces = pieces(of: text) else { return nil }
    // People begin with words: "I think at 4 seconds".
    if pieces[0].number == nil {
      guard !isCommand(pieces[0].unit), let first = pieces.firstIndex(where: { $0.number != nil }) else { return nil }
      pieces.removeFirst(first)
    }
    var sum = Duration.zero
    var count = 0
    var index = 0
    while index < pieces.count {
      guard let written = pieces[index].number, let number = Double(written) else {
        guard ["and", "left"].contains(pieces[index].unit) else { return nil }
        index += 1
        continue
      }
      var unit = pieces[index].unit
      if unit.isEmpty, index + 1 < pieces.count, pieces[index + 1].number == nil {
        index += 1
        unit = pieces[index].unit
      }
      guard let length = units[unit], let part = Duration(seconds: number * length.seconds) else { return nil }
      sum = sum + part
      count += 1
      index += 1
    }
    return count > 0 ? sum : nil
  }

  /// Returns the length of `m:ss` or `h:mm:ss`.
  private static func clock(_ text: String) -> Duration? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count),
      parts.allSatisfy({ !$0.isEmpty && $0.count <= 4 && $0.allSatisfy { $0.isASCIIDigit } }),
      parts.dropFirst().allSatisfy({ $0.count == 2 && $0 < "60" })
    else { return nil }
    return .seconds(parts.reduce(Int64(0)) { $0 * 60 + (Int64($1) ?? 0) })
  }
}

extension Character {
  fileprivate var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}
