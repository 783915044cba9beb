import JSON
import TerminalText

/// Styled text as a page gets it: an array of runs, each a text alone, or a text with its style.
///
///     ["▶ story ", ["4", "number"], [" of 9", "dim"], ["█", "#30d158"]]
enum WebRow {
  /// - Returns: a style is a name of `Style`, or a colour; two pixels of a picture are two colours, upper and lower.
  static func json(_ row: StyledText) -> JSON { .array(row.runs.map(json)) }

  private static func json(_ run: StyledText.Run) -> JSON {
    let text = JSON.string(run.text)
    switch run.style {
    case .plain: return text
    case .shade(let red, let green, let blue): return .array([text, colour(red, green, blue)])
    case .pixels(let upper, let lower):
      return .array([text, colour(upper.red, upper.green, upper.blue), colour(lower.red, lower.green, lower.blue)])
    default: return .array([text, .string(run.style.name ?? "")])
    }
  }

  private static func colour(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> JSON {
    let digits = [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
    return .string("#" + digits.joined())
  }

  /// Returns a place in a text's UTF-8 as one in its UTF-16, by which a page counts.
  static func place(_ byte: Int, in text: String) -> Int {
    let utf8 = text.utf8
    let index = utf8.index(utf8.startIndex, offsetBy: min(max(0, byte), utf8.count))
    return text.utf16.distance(from: text.startIndex, to: index)
  }

  /// Returns a place in a text's UTF-16 as one in its UTF-8.
  static func byte(_ place: Int, in text: String) -> Int {
    let utf16 = text.utf16
    let index = utf16.index(utf16.startIndex, offsetBy: min(max(0, place), utf16.count))
    return text.utf8.distance(from: text.startIndex, to: index)
  }

  static func range(_ bytes: Range<Int>, in text: String) -> JSON {
    .array([.integer(Int64(place(bytes.lowerBound, in: text))), .integer(Int64(place(bytes.upperBound, in: text)))])
  }
}
