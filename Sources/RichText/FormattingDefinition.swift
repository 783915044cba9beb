/// Turns what a text's parts mean into how they look: the one place where a tag becomes cyan.
///
/// A definition is a value: copy one and change a style to get a theme of your own.
public struct FormattingDefinition: Hashable, Sendable {
  /// What the styled text is written for.
  public enum Output: Hashable, Sendable {
    /// Control sequences in the running text. The text's own control characters are passed on as they are; a caller
    /// that prints what strangers wrote makes them visible first.
    case terminal
    /// HTML: escaped text, `span` and `a` elements with inline styles. A line break in the text stays one.
    case html
    /// What stands within an SVG `text` element: escaped text and `tspan` elements.
    case svg
  }

  public var output: Output
  public var tag = TextStyle(color: .cyan)
  public var mention = TextStyle(color: .magenta)
  /// A mention that is not yet a full handle.
  public var partialMention = TextStyle(color: .magenta, isDim: true)
  public var link = TextStyle(color: .blue, isUnderlined: true)

  public init(output: Output) { self.output = output }

  public static let terminal = FormattingDefinition(output: .terminal)
  public static let html = FormattingDefinition(output: .html)
  public static let svg = FormattingDefinition(output: .svg)

  /// The style of a part that means `feature`.
  public func style(of feature: Facet.Feature) -> TextStyle {
    switch feature {
    case .mention(_, let isComplete): isComplete ? mention : partialMention
    case .link: link
    case .tag: tag
    }
  }

  /// The style of a part of this kind.
  public func style(of kind: FacetSpan.Kind) -> TextStyle {
    switch kind {
    case .mention: mention
    case .partialMention: partialMention
    case .link, .bareLink, .localLink: link
    case .tag, .cashtag: tag
    }
  }

  /// Writes `text` with the styles of its facets. Of overlapping facets the first is drawn, and one that does not fit the
  /// text is not. O(n).
  public func format(_ text: String, facets: [Facet]) -> String {
    var result = ""
    result.reserveCapacity(text.utf8.count + facets.count * 64)
    let fitting = facets.fitting(text)
    var text = text
    text.withUTF8 { bytes in
      func part(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
      var cursor = 0
      for facet in fitting {
        append(part(cursor..<facet.range.lowerBound), meaning: nil, to: &result)
        append(part(facet.range), meaning: facet.feature, to: &result)
        cursor = facet.range.upperBound
      }
      append(part(cursor..<bytes.count), meaning: nil, to: &result)
    }
    return result
  }

  /// Writes one part of a text; `nil` stands for text that means nothing more.
  func append(_ text: String, meaning feature: Facet.Feature?, to result: inout String) {
    if text.isEmpty { return }
    let style = feature.map { self.style(of: $0) } ?? .plain
    switch output {
    case .terminal:
      result += style.sgr
      result += text
      if style != .plain { result += TextStyle.sgrReset }
    case .html:
      let attribute = style == .plain ? "" : " style=\"\(style.css)\""
      // Whoever writes a link must not run a script in somebody's browser.
      if case .link(let uri)? = feature, uri.hasWebScheme {
        result += "<a href=\"\(escaped(uri))\"\(attribute)>\(escaped(text))</a>"
      } else {
        result += style == .plain ? escaped(text) : "<span\(attribute)>\(escaped(text))</span>"
      }
    case .svg:
      result += style == .plain ? escaped(text) : "<tspan\(style.svgAttributes)>\(escaped(text))</tspan>"
    }
  }

  /// `text` with the five characters that mean something in HTML and XML written as references.
  private func escaped(_ text: String) -> String {
    var result = ""
    result.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      // XML 1.0 allows no other control characters, not even as references.
      case "\u{0}"..."\u{8}", "\u{B}", "\u{C}", "\u{E}"..."\u{1F}": result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

extension String {
  /// Whether an address begins with `https://` or `http://`, in capitals or not.
  fileprivate var hasWebScheme: Bool {
    let start = prefix(8).lowercased()
    return start.hasPrefix("https://") || start.hasPrefix("http://")
  }
}
