/// The looks of styles: the terminal's own colours, colours for a light or a dark background, and the user's own
/// looks on top.
///
///     Theme("dark, ghost #777777, error bold red")
public struct Theme: Hashable, Sendable {
  /// The default looks of a theme.
  public enum Base: String, CaseIterable, Sendable {
    /// The sixteen colours as the terminal shows them.
    case usual
    case light, dark
    /// Light or dark, as the terminal's background is.
    case auto
  }

  /// A style under the name that users write.
  public enum Element: String, CaseIterable, Sendable {
    case command, keyword, heading, tag, mention, link, duration, string, number, variable, path, comment, dim, error,
      held,
      ghost, match, chosen
  }

  public static let usual = Theme()
  public private(set) var base: Base
  private var own: [Element: Look] = [:]
  private init() { base = .usual }

  /// - Parameter text: a base, followed by comma-separated elements with their looks: `dark, error bold red` (default
  ///   base: `usual`).
  /// - Returns: `nil` for a text that is not a theme.
  public init?(_ text: String) {
    var (base, own): (Base?, [Element: Look]) = (nil, [:])
    for (index, part) in text.split(separator: ",", omittingEmptySubsequences: false).enumerated() {
      let words = part.split { $0.isWhitespace }.map { $0.lowercased() }
      guard let first = words.first else { return nil }
      if index == 0, words.count == 1, let known = Base(rawValue: first) {
        base = known
      } else if let element = Element(rawValue: first), let look = Look(words.dropFirst()) {
        own[element] = look
      } else {
        return nil
      }
    }
    self.base = base ?? .usual
    self.own = own
  }

  /// Returns the theme for a terminal's background.
  /// - Parameter isLight: `nil` if the background is not known: then the terminal's own colours are used.
  public func fitting(isLight: Bool?) -> Theme {
    guard base == .auto else { return self }
    var theme = self
    theme.base = isLight.map { $0 ? .light : .dark } ?? .usual
    return theme
  }

  /// The text that creates this theme.
  public var text: String {
    let looks = Element.allCases.compactMap { element in own[element].map { "\(element.rawValue) \($0.text)" } }
    return (base == .usual && !looks.isEmpty ? looks : [base.rawValue] + looks).joined(separator: ", ")
  }

  /// Returns the SGR parameters of a style; `nil` if the theme does not change it.
  func parameters(_ style: Style, _ depth: Palette.Depth) -> String? {
    if self == Theme.usual { return nil }
    guard let element = Element(style), let look = own[element] ?? base.looks[element] else { return nil }
    return (style == .partialMention ? "2;" : "") + look.parameters(depth)
  }
}

extension Theme.Element {
  fileprivate init?(_ style: Style) {
    switch style {
    case .plain, .shade, .pixels: return nil
    case .partialMention: self = .mention
    case .command: self = .command
    case .keyword: self = .keyword
    case .heading: self = .heading
    case .tag: self = .tag
    case .mention: self = .mention
    case .link: self = .link
    case .duration: self = .duration
    case .string: self = .string
    case .number: self = .number
    case .variable: self = .variable
    case .path: self = .path
    case .comment: self = .comment
    case .dim: self = .dim
    case .error: self = .error
    case .held: self = .held
    case .ghost: self = .ghost
    case .match: self = .match
    case .chosen: self = .chosen
    }
  }
}

extension Theme.Base {
  /// The looks of the base theme. Contrast on its background is at least 4.5:1, and 3:1 for suggestions.
  var looks: [Theme.Element: Look] {
    switch self {
    case .usual, .auto: [:]
    case .dark: Self.darkLooks
    case .light: Self.lightLooks
    }
  }

  private static let darkLooks = looks([
    .tag: "#56d4dd", .mention: "#d2a8ff", .link: "underline #79c0ff", .duration: "#e3b341", .string: "#7ee787",
    .number: "#79c0ff", .variable: "#a5d6ff", .comment: "#8b949e", .dim: "#8b949e", .error: "#ff7b72",
    .held: "#ffc457", .ghost: "#7d8590",
  ])
  private static let lightLooks = looks([
    .tag: "#00707a", .mention: "#8b2a8b", .link: "underline #0550ae", .duration: "#7a5c00", .string: "#116329",
    .number: "#0550ae", .variable: "#0a6b70", .comment: "#636c76", .dim: "#636c76", .error: "#b00020",
    .held: "#806200", .ghost: "#7d8590",
  ])

  private static func looks(_ texts: [Theme.Element: String]) -> [Theme.Element: Look] {
    texts.compactMapValues { Look($0) }
  }
}
