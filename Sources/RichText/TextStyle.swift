/// How a part of a text looks, before anyone decides on what: a terminal, a web page or a picture.
public struct TextStyle: Hashable, Sendable {
  /// A colour by its meaning in Storyline; each output has its own shade of it.
  public enum Color: Hashable, Sendable, CaseIterable {
    case cyan, magenta, blue
  }

  /// `nil` leaves the colour of the text around it.
  public var color: Color?
  public var isUnderlined: Bool
  public var isDim: Bool

  public init(color: Color? = nil, isUnderlined: Bool = false, isDim: Bool = false) {
    (self.color, self.isUnderlined, self.isDim) = (color, isUnderlined, isDim)
  }

  public static let plain = TextStyle()

  /// The parameters of the SGR control sequence that switch this style on (ECMA-48, 8.3.117); empty for `plain`.
  public var sgrParameters: [UInt8] {
    var parameters: [UInt8] = []
    if isDim { parameters.append(2) }
    if isUnderlined { parameters.append(4) }
    switch color {
    case .blue: parameters.append(34)
    case .magenta: parameters.append(35)
    case .cyan: parameters.append(36)
    case nil: break
    }
    return parameters
  }

  /// The control sequence that switches this style on, such as `ESC[4;34m`; empty for `plain`.
  public var sgr: String {
    let parameters = sgrParameters
    if parameters.isEmpty { return "" }
    return "\u{1B}[" + parameters.map { String($0) }.joined(separator: ";") + "m"
  }

  /// The control sequence that switches every style off.
  public static let sgrReset = "\u{1B}[0m"

  /// The declarations of a style sheet, such as `color:#0969da;text-decoration:underline`; empty for `plain`.
  public var css: String {
    var declarations: [String] = []
    if let color { declarations.append("color:" + color.hex) }
    if isUnderlined { declarations.append("text-decoration:underline") }
    if isDim { declarations.append("opacity:0.6") }
    return declarations.joined(separator: ";")
  }

  /// The attributes of an SVG text element, each with a space before it; empty for `plain`.
  public var svgAttributes: String {
    var attributes = ""
    if let color { attributes += " fill=\"\(color.hex)\"" }
    if isUnderlined { attributes += " text-decoration=\"underline\"" }
    if isDim { attributes += " fill-opacity=\"0.6\"" }
    return attributes
  }
}

extension TextStyle.Color {
  /// The shade on a page: dark enough to read on white (contrast above 4.5 : 1).
  public var hex: String {
    switch self {
    case .cyan: "#0b7285"
    case .magenta: "#a626a4"
    case .blue: "#0969da"
    }
  }
}
