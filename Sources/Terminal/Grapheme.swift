import CLibEdit

/// A character as people see it: a scalar, and the accents, joiners and tone marks that belong to it. The cursor moves
/// over it, and a key deletes it, as a whole.
///
///     [Grapheme]("e\u{301}!").count      // 2
///
/// Equal graphemes have equal scalars, unlike equal values of `Character`: the line's bytes must stay as they were
/// typed.
struct Grapheme: Hashable, ExpressibleByUnicodeScalarLiteral {
  let scalar: Unicode.Scalar
  /// The scalars after the first; nearly always empty.
  let joined: [Unicode.Scalar]

  init(_ scalar: Unicode.Scalar, joined: [Unicode.Scalar] = []) { (self.scalar, self.joined) = (scalar, joined) }
  init(unicodeScalarLiteral scalar: Unicode.Scalar) { self.init(scalar) }

  var utf8Count: Int { joined.reduce(UTF8.width(scalar)) { $0 + UTF8.width($1) } }
  var scalarCount: Int { joined.count + 1 }
}

extension [Grapheme] {
  /// Complexity: linear.
  init(_ text: String) {
    self = []
    reserveCapacity(text.utf8.count)
    if text.utf8.allSatisfy({ $0 < 0x80 }) {
      for byte in text.utf8 { append(Grapheme(Unicode.Scalar(byte))) }
      return
    }
    for character in text {
      var scalars = character.unicodeScalars.makeIterator()
      guard let first = scalars.next() else { continue }
      guard let second = scalars.next() else {
        append(Grapheme(first))
        continue
      }
      if second == "\n" {
        // CR LF are two, so that a line end is always LF.
        append(Grapheme(first))
        append("\n")
      } else {
        append(Grapheme(first, joined: [second] + IteratorSequence(scalars)))
      }
    }
  }
}

extension String {
  init(_ graphemes: some Collection<Grapheme>) {
    // Their bytes at once: the library's conversion from scalars makes four checks for each.
    let count = graphemes.reduce(0) { $0 + $1.utf8Count }
    self.init(unsafeUninitializedCapacity: count) { bytes in
      var end = 0
      func append(_ scalar: Unicode.Scalar) {
        for byte in UTF8.encode(scalar)! {
          bytes[end] = byte
          end += 1
        }
      }
      for grapheme in graphemes {
        append(grapheme.scalar)
        for scalar in grapheme.joined { append(scalar) }
      }
      return end
    }
  }

  init(_ scalars: some Collection<Unicode.Scalar>) {
    self.init(String.UnicodeScalarView(scalars))
  }
}

/// The numbers that libedit edits in place of graphemes of several scalars, so that each of its own motions, deletions
/// and counts treats them as one character.
///
/// A stand-in is a scalar that hardly any text contains; where a text does contain it, it gets a stand-in, too.
struct GraphemePlaceholders {
  /// Stand-ins for letters, which libedit must take for letters: an extension of the Chinese characters.
  private static let letters: ClosedRange<UInt32> = 0x3_0000...0x3_1349
  /// Stand-ins for everything else: for private use.
  private static let others: ClosedRange<UInt32> = 0x10_0000...0x10_FFFD

  private var graphemes: [UInt32: Grapheme] = [:]
  private var codes: [Grapheme: UInt32] = [:]
  private var nextLetter = letters.lowerBound
  private var nextOther = others.lowerBound

  /// Returns the graphemes as numbers for libedit. If no more stand-ins are free, the scalars stay single.
  mutating func encoded(_ text: [Grapheme]) -> [wchar_t] {
    var result: [wchar_t] = []
    result.reserveCapacity(text.count + 1)
    for grapheme in text {
      if grapheme.joined.isEmpty, !Self.isReserved(grapheme.scalar.value) {
        result.append(wchar_t(bitPattern: grapheme.scalar.value))
      } else if let code = code(grapheme) {
        result.append(wchar_t(bitPattern: code))
      } else {
        result += ([grapheme.scalar] + grapheme.joined).map { wchar_t(bitPattern: $0.value) }
      }
    }
    return result
  }

  func decoded(_ code: wchar_t) -> Grapheme {
    let value = UInt32(bitPattern: code)
    if Self.isReserved(value), let grapheme = graphemes[value] { return grapheme }
    return Grapheme(Unicode.Scalar(value) ?? "\u{FFFD}")
  }

  private static func isReserved(_ value: UInt32) -> Bool {
    value >= letters.lowerBound && (letters.contains(value) || others.contains(value))
  }

  private mutating func code(_ grapheme: Grapheme) -> UInt32? {
    if let code = codes[grapheme] { return code }
    let isLetter = grapheme.scalar.properties.isAlphabetic && nextLetter <= Self.letters.upperBound
    let code = isLetter ? nextLetter : nextOther
    if code > (isLetter ? Self.letters : Self.others).upperBound { return nil }
    if isLetter { nextLetter += 1 } else { nextOther += 1 }
    codes[grapheme] = code
    graphemes[code] = grapheme
    return code
  }
}
