import ShellCore
import StoryScript

/// The hits of a breakpoint that hold the script: `3` the third one, `>= 3` the third and all later ones, `% 3` every
/// third one.
struct DebugHits: Equatable {
  private enum Comparison: String, CaseIterable {
    // The longer signs first.
    case least = ">="
    case most = "<="
    case equal = "=="
    case more = ">"
    case less = "<"
    case multiple = "%"
  }

  private let comparison: Comparison
  private let number: Int

  /// Reads a client's text; `nil` if it has another form.
  init?(_ text: String) {
    var rest = text.drop { $0 == " " }
    let comparison = Comparison.allCases.first { rest.hasPrefix($0.rawValue) }
    rest = rest.dropFirst(comparison?.rawValue.count ?? 0)
    let digits = rest.split(separator: " ")
    guard digits.count == 1, digits[0].utf8.count <= 9, digits[0].utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let number = Int(digits[0]), number > 0
    else { return nil }
    (self.comparison, self.number) = (comparison ?? .equal, number)
  }

  /// Returns `true` if a hit holds the script.
  /// - Parameter hit: its number, from 1.
  func include(_ hit: Int) -> Bool {
    switch comparison {
    case .least: hit >= number
    case .most: hit <= number
    case .equal: hit == number
    case .more: hit > number
    case .less: hit < number
    case .multiple: hit % number == 0
    }
  }

  static let refusal = "the hit count expects a number such as 3, >= 3, or % 3 for every third time"
}
