/// The colours of what is handed out, in pages and pictures: what is read has a contrast of 4.5:1 at least, on a light
/// ground and on a dark one.
enum PagePalette {
  enum Name: String, CaseIterable {
    case ground, raised, text, dim, line, accent, tag, mention, duration, string, error
    /// The rings of timers; see `RingColour`.
    case purpleBlue, periwinkle, turquoise, orange, coral, magenta
  }

  /// The colour of a name on a light ground, and on a dark one.
  static func colours(_ name: Name) -> (light: String, dark: String) {
    switch name {
    case .ground: ("#ffffff", "#0d1117")
    case .raised: ("#f3f5f7", "#1a2029")
    case .text: ("#24292f", "#e6edf3")
    case .dim: ("#57606a", "#9aa4ae")
    case .line: ("#7d8590", "#6e7681")
    case .accent: ("#0550ae", "#79b8ff")
    case .tag: ("#0b6e75", "#56d4dd")
    case .mention: ("#8a2a8a", "#e39be3")
    case .duration: ("#855000", "#f0b040")
    case .string: ("#1a6b2c", "#7ee08f")
    case .error: ("#b3202a", "#ff8080")
    case .purpleBlue: ("#6e5adc", "#9a8bff")
    case .periwinkle: ("#5b6bd6", "#96a0ff")
    case .turquoise: ("#0d8a83", "#40d0c8")
    case .orange: ("#b86a00", "#ffa53c")
    case .coral: ("#cf4a32", "#ff6e5a")
    case .magenta: ("#c02ba5", "#f06ad8")
    }
  }

  /// Declarations for a light ground, and for a dark one where the reader's machine prefers that.
  /// - Parameter rules: what is declared with the colours that are passed.
  static func css(_ rules: (_ colour: (Name) -> String) -> String) -> String {
    """
    \(rules { colours($0).light })
    @media (prefers-color-scheme: dark) {
    \(rules { colours($0).dark })
    }

    """
  }
}
