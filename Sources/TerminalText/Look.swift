/// The look of a text: attributes and a colour, as users write them: `bold red`, `underline #0550ae`, `208`, `plain`.
public struct Look: Hashable, Sendable {
  private enum Attribute: String, CaseIterable {
    case bold, faint, italic, underline, reverse

    var parameter: String {
      switch self {
      case .bold: "1"
      case .faint: "2"
      case .italic: "3"
      case .underline: "4"
      case .reverse: "7"
      }
    }
  }

  private enum Colour: Hashable {
    /// One of the sixteen colours that every colour terminal has.
    case basic(UInt8)
    case indexed(UInt8)
    case full(UInt8, UInt8, UInt8)
  }

  private static let names = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"]
  private let attributes: [Attribute]
  private let colour: Colour?
  /// The look as the user wrote it.
  public let text: String

  /// - Returns: `nil` for unknown words, or more than one colour.
  public init?(_ text: String) { self.init(text.split(separator: " ").map(String.init)[...]) }

  init?(_ words: ArraySlice<String>) {
    guard !words.isEmpty else { return nil }
    var (attributes, colour): ([Attribute], Colour?) = ([], nil)
    for word in words {
      if let attribute = Attribute(rawValue: word) {
        attributes.append(attribute)
      } else if let found = Self.colour(word), colour == nil {
        colour = found
      } else if words.count > 1 || word != "plain" {
        return nil
      }
    }
    (self.attributes, self.colour, text) = (attributes, colour, words.joined(separator: " "))
  }

  private static func colour(_ word: String) -> Colour? {
    if let index = names.firstIndex(of: word) { return .basic(UInt8(index)) }
    if word == "grey" || word == "gray" { return .basic(8) }
    if word.hasPrefix("bright-"), let index = names.firstIndex(of: String(word.dropFirst(7))) {
      return .basic(UInt8(index + 8))
    }
    if word.first == "#", word.utf8.count == 7, let number = UInt32(word.dropFirst(), radix: 16) {
      return .full(UInt8(number >> 16), UInt8(number >> 8 & 0xFF), UInt8(number & 0xFF))
    }
    return word.allSatisfy { $0.isNumber } ? UInt8(word).map { .indexed($0) } : nil
  }

  /// The red, green and blue components, 0–255; `nil` if only the terminal knows them.
  var components: (red: UInt8, green: UInt8, blue: UInt8)? {
    switch colour {
    case .full(let red, let green, let blue): return (red, green, blue)
    case .indexed(let index) where index >= 232:
      return (8 + (index - 232) * 10, 8 + (index - 232) * 10, 8 + (index - 232) * 10)
    case .indexed(let index) where index >= 16:
      func level(_ step: UInt8) -> UInt8 { step == 0 ? 0 : 55 + step * 40 }
      return (level((index - 16) / 36), level((index - 16) / 6 % 6), level((index - 16) % 6))
    default: return nil
    }
  }

  /// Returns SGR parameters limited to the available colours.
  func parameters(_ depth: Palette.Depth) -> String {
    (attributes.map { $0.parameter } + [colour.map { parameter($0, depth) }].compactMap { $0 }).joined(separator: ";")
  }

  private static func parameter(_ basic: UInt8) -> String { "\(basic < 8 ? 30 + basic : 82 + basic)" }

  private func parameter(_ colour: Colour, _ depth: Palette.Depth) -> String {
    switch colour {
    case .basic(let index): return Self.parameter(index)
    case .indexed(let index) where index < 16: return Self.parameter(index)
    case .indexed(let index) where depth >= .indexed: return "38;5;\(index)"
    default: break
    }
    guard let (red, green, blue) = components else { return "" }
    // The nearest basic colour of a grey would be white, which is unreadable on a light background.
    let (least, most) = (min(red, green, blue), max(red, green, blue))
    if depth == .basic, most - least < 32, (48..<200).contains(most) { return "90" }
    return Palette(depth: depth).parameters(.shade(red: red, green: green, blue: blue))
  }
}
