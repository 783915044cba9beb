import System

/// Texts as a part of HTML, SVG and other XML.
enum Markup {
  /// A text for HTML and XML, in which control characters are not allowed; bidirectional ones are not either.
  /// - Parameter keepingLines: whether ends of lines stay.
  static func escaped(_ text: String, keepingLines: Bool = false) -> String {
    var escaped = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "<": escaped += "&lt;".unicodeScalars
      case ">": escaped += "&gt;".unicodeScalars
      case "&": escaped += "&amp;".unicodeScalars
      case "\"": escaped += "&quot;".unicodeScalars
      case "\n" where keepingLines: escaped.append(scalar)
      case "\0"..<" ", "\u{7F}"..<"\u{A0}", "\u{FFFE}"..."\u{FFFF}": escaped.append("\u{FFFD}")
      // Bidirectional controls and line separators turn the order of a page's text around as well.
      case "\u{61C}", "\u{200E}"..."\u{200F}", "\u{2028}"..."\u{202E}", "\u{2066}"..."\u{2069}":
        escaped.append("\u{FFFD}")
      default:
        // As terminals show a byte of a name that is no UTF-8.
        if let byte = FileName.byte(scalar) {
          escaped += "\\x\(String(byte, radix: 16, uppercase: true))".unicodeScalars
        } else {
          escaped.append(scalar)
        }
      }
    }
    return String(escaped)
  }
}
