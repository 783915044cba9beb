import RichText

/// A text split into pieces that each fit into a post. It is cut between paragraphs if that leaves posts of some
/// length, otherwise between lines, sentences or words; never inside a mention, tag or link, and never inside a
/// character.
public struct PostSplit: Hashable, Sendable {
  /// The text of each post, as if it had been typed.
  public let pieces: [String]

  /// - Parameter isNumbered: whether each piece ends with a number such as ` 1/4`, if there are several.
  /// - Complexity: O(length).
  public init(_ written: String, isNumbered: Bool = false) {
    let atoms = Atom.all(of: written)
    let whole = Self.pieces(atoms, room: PostMeasure.graphemeLimit)
    guard isNumbered, whole.count > 1 else {
      pieces = whole
      return
    }
    // Numbers need space, which can add pieces, which can make the numbers longer.
    var digits = 1
    while true {
      let cut = Self.pieces(atoms, room: PostMeasure.graphemeLimit - 2 * digits - 2)
      if "\(cut.count)".count <= digits {
        pieces = cut.enumerated().map { "\($1) \($0 + 1)/\(cut.count)" }
        return
      }
      digits += 1
    }
  }

  /// The smallest share of the available space that a piece may use in order to end at a better place.
  private static let minimumShare = 0.5

  private static func pieces(_ atoms: [Atom], room: Int) -> [String] {
    let bytes = PostMeasure.byteLimit - (PostMeasure.graphemeLimit - room)
    var (pieces, rest): ([String], ArraySlice<Atom>) = ([], atoms[...].drop(while: { $0.isSpace }))
    while !rest.isEmpty {
      let end = end(of: rest, room, bytes)
      let piece = rest[..<end].map { $0.text }.joined()
      pieces.append(piece.trimmedOfSpace)
      rest = rest[end...].drop(while: { $0.isSpace })
    }
    return pieces.filter { !$0.isEmpty }
  }

  /// Returns the index after the last atom of the next piece.
  private static func end(of atoms: ArraySlice<Atom>, _ room: Int, _ bytes: Int) -> Int {
    var (graphemes, size, end) = (0, 0, atoms.startIndex)
    while end < atoms.endIndex, graphemes + atoms[end].graphemes <= room, size + atoms[end].bytes <= bytes {
      graphemes += atoms[end].graphemes
      size += atoms[end].bytes
      end += 1
    }
    // A single character has more bytes than a post may have; creating the post reports the error.
    if end == atoms.startIndex { return end + 1 }
    // White space at the end is not published, so it needs no space.
    guard let word = atoms[end...].firstIndex(where: { !$0.isSpace }) else { return atoms.endIndex }
    if word > end { end = word }
    let least = atoms.startIndex + max(1, Int(Double(end - atoms.startIndex) * minimumShare))
    for rank in [Atom.Gap.paragraph, .line, .sentence] {
      if let place = (least...end).last(where: { gap(before: $0, atoms) >= rank }) { return place }
    }
    let place = (atoms.startIndex + 1...end).last { gap(before: $0, atoms) >= .word }
    return place ?? end
  }

  /// Returns the kind of gap between an atom and the one before it.
  private static func gap(before index: Int, _ atoms: ArraySlice<Atom>) -> Atom.Gap {
    guard index > atoms.startIndex, index < atoms.endIndex, !atoms[index].isSpace else { return .none }
    var (lines, place) = (0, index - 1)
    while place > atoms.startIndex, atoms[place].isSpace {
      lines += atoms[place].text.count(where: { $0.isNewline })
      place -= 1
    }
    if place == index - 1 { return .none }
    if lines > 0 { return lines > 1 ? .paragraph : .line }
    // Looks behind the quotes and brackets that close a sentence.
    while place > atoms.startIndex, "\"'”’)]»".contains(atoms[place].text) { place -= 1 }
    return ".!?…。！？".contains(atoms[place].text) ? .sentence : .word
  }
}

extension PostSplit {
  /// An indivisible part: a mention, tag or link, or one character.
  fileprivate struct Atom {
    /// The kinds of gaps; better places to cut are greater.
    enum Gap: Int, Comparable {
      case none, word, sentence, line, paragraph
      static func < (a: Gap, b: Gap) -> Bool { a.rawValue < b.rawValue }
    }

    let text: String
    /// The length as published.
    let graphemes: Int
    let bytes: Int
    var isSpace: Bool { text.allSatisfy { $0.isWhitespace } }

    private init(_ text: String, published: String) {
      (self.text, graphemes, bytes) = (text, published.count, published.utf8.count)
    }

    static func all(of written: String) -> [Atom] {
      var (atoms, offset) = ([Atom](), 0)
      var facets = Detector(.bluesky).facets(in: written).withoutOverlaps()[...]
      var rest = Substring(written)
      while let character = rest.first {
        while let facet = facets.first, facet.range.lowerBound < offset { facets = facets.dropFirst() }
        if let facet = facets.first, facet.range.lowerBound == offset {
          let text = String(decoding: rest.utf8.prefix(facet.range.count), as: UTF8.self)
          atoms.append(Atom(text, published: PublishedText(text).text))
          rest = rest[rest.utf8.index(rest.startIndex, offsetBy: facet.range.count)...]
          offset = facet.range.upperBound
        } else {
          atoms.append(Atom(String(character), published: String(character)))
          rest = rest.dropFirst()
          offset += character.utf8.count
        }
      }
      return atoms
    }
  }
}

extension String {
  fileprivate var trimmedOfSpace: String {
    guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace }) else {
      return ""
    }
    return String(self[first...last])
  }
}
