/// The rules for links on a command line.
enum ShellLinkRules {
  /// Judges the text that begins with the letter or digit at `start`: an address with a scheme, a numeric host,
  /// `localhost` or a bare domain. Sets `end` to where it stopped looking; returns `nil` if the word is none of
  /// these.
  static func link(
    _ text: ByteView, at start: Int, end: inout Int, isLocalName: ((String) -> Bool)? = nil
  ) -> Outcome? {
    if text.hasPrefix("http://", at: start) { return address(text, start: start, host: start + 7, end: &end) }
    if text.hasPrefix("https://", at: start) { return address(text, start: start, host: start + 8, end: &end) }
    end = start
    while end < text.count, ByteClass.handle.holds(text[end]) { end += 1 }
    guard ShellRules.mayBegin(text, start) else { return .rejected(.notAtWordStart, start..<end) }
    var hostEnd = end
    while text[hostEnd - 1] == UInt8(ascii: ".") { hostEnd -= 1 }
    let host = start..<hostEnd
    if isLocalhost(text, host) || isIPv4(text, host) {
      return finish(text, host, runEnd: end, kind: .localLink, end: &end)
    }
    guard let (label, flaw) = checkDomain(text, host) else { return nil }
    if let flaw { return .rejected(flaw, label) }
    let outcome = finish(text, host, runEnd: end, kind: .bareLink, end: &end)
    guard case .facet(let span) = outcome else { return outcome }
    let hasPath = hostEnd < span.range.upperBound && text[hostEnd] == UInt8(ascii: "/")
    if !hasPath, !text.hasPrefix("www.", at: start), TopLevelDomain.isFileExtension(text, label) {
      return .rejected(.fileName, label)
    }
    if let isLocalName, isLocalName(text.string(span.range)) { return .rejected(.localName, span.range) }
    return outcome
  }

  /// Judges the numeric host in brackets whose `[` is at `start`: `[::1]:8080`.
  static func bracketedHost(_ text: ByteView, at start: Int, end: inout Int) -> Outcome? {
    // Without an address in it, the bracket only opens a word: the scanner continues right after it.
    end = start
    guard ShellRules.mayBegin(text, start), let host = IPv6.bracketed(text, at: start) else { return nil }
    return finish(text, host, runEnd: host.upperBound, kind: .localLink, end: &end)
  }

  // MARK: Addresses with a scheme

  private static func address(_ text: ByteView, start: Int, host: Int, end: inout Int) -> Outcome {
    end = host
    guard ShellRules.addressMayBegin(text, start) else { return .rejected(.notAtWordStart, start..<host) }
    var scan = host
    // The brackets of a numeric host are part of it; the rest is decided only by balance.
    if scan < text.count, let numbered = IPv6.bracketed(text, at: scan) { scan = numbered.upperBound }
    end = tailEnd(text, link: start, from: scan)
    guard end > host, text[host] >= 0x80 || text[host] == UInt8(ascii: "[") || ByteClass.alphanumeric.holds(text[host])
    else {
      end = host
      return .rejected(.noHost, start..<host)
    }
    return .facet(FacetSpan(.link, start..<end))
  }

  // MARK: Hosts

  /// Returns the range of a domain's last label, or the problem with the domain; `nil` for a text without a dot.
  private static func checkDomain(_ text: ByteView, _ host: Range<Int>) -> (label: Range<Int>, flaw: Rejection?)? {
    var (label, labels) = (host.lowerBound, 0)
    for index in host.lowerBound...host.upperBound
    where index == host.upperBound || text[index] == UInt8(ascii: ".") {
      labels += 1
      let size = index - label
      guard (1...63).contains(size), text[label] != UInt8(ascii: "-"), text[index - 1] != UInt8(ascii: "-") else {
        return labels == 1 && index == host.upperBound ? nil : (label..<index, .brokenLabel)
      }
      if index < host.upperBound { label = index + 1 }
    }
    guard labels > 1 else { return nil }
    let last = label..<host.upperBound
    return (last, TopLevelDomain.isKnownInAnyCase(text, last) ? nil : .unknownTopLevelDomain)
  }

  private static func isLocalhost(_ text: ByteView, _ host: Range<Int>) -> Bool {
    host.count == 9 && text.hasPrefix("localhost", at: host.lowerBound)
  }

  /// Returns whether the host is four numbers up to 255 without leading zeros.
  private static func isIPv4(_ text: ByteView, _ host: Range<Int>) -> Bool {
    guard (7...15).contains(host.count) else { return false }
    var (numbers, value, digits) = (0, 0, 0)
    for index in host.lowerBound...host.upperBound {
      if index == host.upperBound || text[index] == UInt8(ascii: ".") {
        guard digits > 0, value <= 255 else { return false }
        numbers += 1
        (value, digits) = (0, 0)
      } else {
        guard ByteClass.digit.holds(text[index]), digits == 0 || value > 0, digits < 3 else { return false }
        value = value * 10 + Int(text[index] - UInt8(ascii: "0"))
        digits += 1
      }
    }
    return numbers == 4
  }

  // MARK: The text after a host

  /// Judges a link by the text after `host` and finds its end. `runEnd` is the position after the dots that follow
  /// the host.
  private static func finish(
    _ text: ByteView, _ host: Range<Int>, runEnd: Int, kind: FacetSpan.Kind, end: inout Int
  ) -> Outcome {
    let hostEnd = host.upperBound
    guard runEnd < text.count, text.spaceLength(at: runEnd) == 0 else { return .facet(FacetSpan(kind, host)) }
    let next = text[runEnd]
    if runEnd > hostEnd {
      // A full stop ends a sentence only before something that ends a word.
      guard endsWord(text, runEnd) else { return .rejected(.hostRunsOn, hostEnd..<runEnd) }
      return .facet(FacetSpan(kind, host))
    }
    switch next {
    case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"):
      end = tailEnd(text, link: host.lowerBound, from: runEnd)
      return .facet(FacetSpan(kind, host.lowerBound..<end))
    case UInt8(ascii: ":"): return port(text, host, colon: runEnd, kind: kind, end: &end)
    case UInt8(ascii: "@"): return .rejected(.emailAddress, runEnd..<runEnd + 1)
    case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"):
      return .rejected(.functionCall, runEnd..<runEnd + 1)
    default:
      guard endsWord(text, runEnd) else {
        return .rejected(.hostRunsOn, runEnd..<runEnd + text.scalar(at: runEnd).length)
      }
      return .facet(FacetSpan(kind, host))
    }
  }

  /// Returns whether the mark at `index` closes a word or separates it from the next one.
  private static func endsWord(_ text: ByteView, _ index: Int) -> Bool {
    if text[index] >= 0x80 { return ShellRules.isWordEnd(text, index) }
    return text[index].isOne(of: ",;!?:\"'`)]}|&<>") || text.spaceLength(at: index) > 0
  }

  /// Judges a `:` after a host: a port, punctuation, or a path on another machine as `scp` writes it.
  private static func port(
    _ text: ByteView, _ host: Range<Int>, colon: Int, kind: FacetSpan.Kind, end: inout Int
  ) -> Outcome {
    var digits = colon + 1
    while digits < text.count, digits - colon <= 5, ByteClass.digit.holds(text[digits]) { digits += 1 }
    let hasDigits = digits > colon + 1
    end = digits
    if digits == text.count { return .facet(FacetSpan(kind, host.lowerBound..<(hasDigits ? digits : colon))) }
    switch text[digits] {
    case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"):
      guard hasDigits else { return .rejected(.remotePath, colon..<colon + 1) }
      end = tailEnd(text, link: host.lowerBound, from: digits)
      return .facet(FacetSpan(kind, host.lowerBound..<end))
    case UInt8(ascii: ".") where hasDigits: return .facet(FacetSpan(kind, host.lowerBound..<digits))
    default:
      guard endsWord(text, digits) else { return .rejected(.remotePath, colon..<colon + 1) }
      return .facet(FacetSpan(kind, host.lowerBound..<(hasDigits ? digits : colon)))
    }
  }

  // MARK: The end of a link

  /// Returns the end of the link that starts at `link` and has been read up to `start`: before white space, before a
  /// quotation mark that cannot be part of it, or before the bracket that closes one opened outside; without the
  /// punctuation of the surrounding sentence.
  static func tailEnd(_ text: ByteView, link: Int, from start: Int) -> Int {
    var index = start
    var open = (round: 0, square: 0, curly: 0)
    let inSingleQuotes = link > 0 && text[link - 1] == UInt8(ascii: "'")
    scan: while index < text.count, text.spaceLength(at: index) == 0 {
      switch text[index] {
      case UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "`"), UInt8(ascii: "|"): break scan
      case UInt8(ascii: "'") where inSingleQuotes: break scan
      case UInt8(ascii: "("): open.round += 1
      case UInt8(ascii: "["): open.square += 1
      case UInt8(ascii: "{"): open.curly += 1
      case UInt8(ascii: ")"): if open.round == 0 { break scan } else { open.round -= 1 }
      case UInt8(ascii: "]"): if open.square == 0 { break scan } else { open.square -= 1 }
      case UInt8(ascii: "}"): if open.curly == 0 { break scan } else { open.curly -= 1 }
      default: break
      }
      index += 1
    }
    return withoutPunctuation(text, from: start, to: index)
  }

  private static func withoutPunctuation(_ text: ByteView, from start: Int, to end: Int) -> Int {
    var end = end
    while end > start {
      if text[end - 1] < 0x80 {
        guard text[end - 1].isOne(of: ".,;:!?'([{") else { return end }
        end -= 1
      } else {
        let (scalar, length) = text.scalar(before: end)
        guard scalar.isPunctuation else { return end }
        end -= length
      }
    }
    return end
  }
}
