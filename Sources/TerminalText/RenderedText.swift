extension StyledText {
  /// A line that this palette has rendered, as styled text again: for a screen that is drawn in cells.
  ///
  /// Colours that no style has become plain, and any other sequence is left out.
  public init(rendered line: String, _ palette: Palette) {
    self.init()
    var style = Style.plain
    var text = ""
    var rest = line.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      if scalar == "\u{1B}", rest.first == "]" {
        // The address of a link takes no cell: it ends with ESC and a backslash.
        rest = rest.drop { $0 != "\u{1B}" }.dropFirst(2)
        continue
      }
      guard scalar == "\u{1B}", rest.first == "[" else {
        text.unicodeScalars.append(scalar)
        continue
      }
      append(text, style)
      text = ""
      let parameters = String(String.UnicodeScalarView(rest.dropFirst().prefix { !("@"..."~").contains($0) }))
      rest = rest.dropFirst(1 + parameters.unicodeScalars.count)
      if rest.popFirst() == "m" { style = palette.style(parameters) }
    }
    append(text, style)
  }
}

extension Palette {
  private static let named: [Style] = [
    .command, .tag, .mention, .partialMention, .link, .duration, .string, .number, .variable, .path, .dim, .error,
    .held,
    .ghost, .match,
  ]

  /// The style that is sent with these parameters.
  func style(_ parameters: String) -> Style {
    if let style = Palette.named.first(where: { self.parameters($0) == parameters }) { return style }
    let numbers = parameters.split(separator: ";").compactMap { UInt8($0) }
    if numbers.count == 10, numbers[0] == 38, numbers[5] == 48 {
      return .pixels(
        upper: .init(numbers[2], numbers[3], numbers[4]),
        lower: .init(numbers[7], numbers[8], numbers[9]))
    }
    guard numbers.count == 5, numbers[0] == 38, numbers[1] == 2 else { return .plain }
    return .shade(red: numbers[2], green: numbers[3], blue: numbers[4])
  }
}
