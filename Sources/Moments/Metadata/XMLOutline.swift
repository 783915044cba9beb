/// The outer elements of an XML document, with their positions in the text. The whole document is parsed strictly by
/// XML 1.0 and its namespaces, so that a file with an unexpected structure is never changed.
struct XMLOutline {
  struct Attribute {
    /// The name with its prefix.
    let name: String
    let value: Range<Int>
    /// The range from the name to after the closing quote.
    let whole: Range<Int>
  }

  struct Element {
    let name: String
    let parent: Int?
    let attributes: [Attribute]
    /// The namespaces by prefix, including those of the element's parents.
    let namespaces: [String: String]
    /// The end of the name.
    let nameEnd: Int
    /// The range from after the start tag to the end tag; empty for an empty-element tag.
    fileprivate(set) var content: Range<Int>
    let isSingleTag: Bool
    /// `true` if the element contains only text.
    fileprivate(set) var isPlain = true
  }

  enum Problem: Error, Hashable, Sendable {
    /// The document breaks a rule of XML at this line.
    case malformed(line: Int)
    /// The document defines a document type, which may change the meaning of names.
    case documentType
    case encoding
  }

  /// The depth to which elements are listed; deeper ones are only checked.
  private static let depth = 5

  let text: EncodedText
  private(set) var elements: [Element] = []
  private var place = 0
  /// The names of the open elements, and their indices in `elements`.
  private var open: [(name: Range<Int>, number: Int?)] = []
  private var units: [UInt32] { text.units }

  init(_ text: EncodedText) throws(Problem) {
    self.text = text
    try readDocument()
  }

  /// Splits a name into the namespace of its prefix and the local name.
  /// - Parameter isAttribute: Whether the name is an attribute's: without a prefix it has no namespace.
  static func resolve(
    _ name: String, in namespaces: [String: String], isAttribute: Bool = false
  ) -> (space: String, name: Substring)? {
    guard let colon = name.firstIndex(of: ":") else {
      return isAttribute ? nil : namespaces[""].map { ($0, name[...]) }
    }
    return namespaces[String(name[..<colon])].map { ($0, name[name.index(after: colon)...]) }
  }

  // MARK: Reading

  private func unit(_ place: Int) -> UInt32 { place < text.units.count ? text.units[place] : 0 }
  private func unit(_ place: Int, is character: Unicode.Scalar) -> Bool { unit(place) == character.value }
  private static func isBlank(_ unit: UInt32) -> Bool { unit == 0x20 || unit == 0x0A || unit == 0x0D || unit == 0x09 }
  private static func beginsName(_ unit: UInt32) -> Bool {
    (0x61...0x7A).contains(unit) || (0x41...0x5A).contains(unit) || unit == 0x5F || unit == 0x3A || unit >= 0x80
  }
  private static func continuesName(_ unit: UInt32) -> Bool {
    beginsName(unit) || (0x30...0x39).contains(unit) || unit == 0x2D || unit == 0x2E
  }

  private var malformed: Problem {
    let before = units[..<min(place, units.count)]
    let lines = before.contains(0x0A) ? before.count { $0 == 0x0A } : before.count { $0 == 0x0D }
    return .malformed(line: lines + 1)
  }

  private mutating func skipSpaces() { while place < units.count, Self.isBlank(units[place]) { place += 1 } }

  /// Moves to after the next occurrence of a text.
  private mutating func skip(past end: StaticString) throws(Problem) {
    let start = place
    while place < units.count, !text.has(end, at: place) { place += 1 }
    guard place < units.count else {
      place = start
      throw malformed
    }
    place += end.utf8CodeUnitCount
  }

  private mutating func readDocument() throws(Problem) {
    for (place, unit) in units.enumerated() where unit < 0x20 && !Self.isBlank(unit) {
      self.place = place
      throw malformed
    }
    try readDeclaration()
    var hasRoot = false
    while place < units.count {
      guard unit(place, is: "<") else {
        try readText()
        continue
      }
      if text.has("<?", at: place) {
        try readInstruction()
      } else if text.has("<!--", at: place) {
        try readComment()
      } else if text.has("<![CDATA[", at: place) {
        guard !open.isEmpty else { throw malformed }
        note(plain: false)
        try skip(past: "]]>")
      } else if text.has("<!", at: place) {
        throw .documentType
      } else if text.has("</", at: place) {
        try readEnd()
      } else {
        guard !open.isEmpty || !hasRoot else { throw malformed }
        hasRoot = true
        try readStart()
      }
    }
    guard open.isEmpty, hasRoot else { throw malformed }
  }

  private mutating func readDeclaration() throws(Problem) {
    var encoding: String?
    if text.has("<?xml", at: 0), !Self.continuesName(unit(5)) {
      try skip(past: "?>")
      let words = text.text(0..<place).split { "\"' =\t\r\n".contains($0) }
      encoding = words.firstIndex(of: "encoding").map { String(words[min($0 + 1, words.count - 1)]) }
    }
    guard text.isWritten(in: encoding) else { throw .encoding }
  }

  private mutating func readInstruction() throws(Problem) {
    let target = text.text(place + 2..<min(place + 6, units.count)).lowercased()
    // The declaration is allowed only at the beginning.
    guard Self.beginsName(unit(place + 2)), !target.hasPrefix("xml") || Self.continuesName(unit(place + 5)) else {
      throw malformed
    }
    note(plain: false)
    try skip(past: "?>")
  }

  private mutating func readComment() throws(Problem) {
    note(plain: false)
    place += 4
    try skip(past: "--")
    guard unit(place, is: ">") else { throw malformed }
    place += 1
  }

  private mutating func readText() throws(Problem) {
    while place < units.count, !unit(place, is: "<") {
      if open.isEmpty, !Self.isBlank(unit(place)) { throw malformed }
      if unit(place, is: "]"), text.has("]]>", at: place) { throw malformed }
      if unit(place, is: "&") { try checkReference() }
      place += 1
    }
  }

  /// Checks a reference: a document that defines nothing can only use XML's own entities.
  private func checkReference() throws(Problem) {
    let name = units[(place + 1)...].prefix(12).prefix { $0 != 0x3B }
    guard unit(place + 1 + name.count, is: ";"), let first = name.first else { throw malformed }
    let word = text.text(name.indices)
    guard first == 0x23 else {
      if !["amp", "lt", "gt", "quot", "apos"].contains(word) { throw malformed }
      return
    }
    let number = word.hasPrefix("#x") ? UInt32(word.dropFirst(2), radix: 16) : UInt32(word.dropFirst())
    guard let number, Unicode.Scalar(number) != nil else { throw malformed }
  }

  private mutating func readName() throws(Problem) -> Range<Int> {
    let start = place
    guard Self.beginsName(unit(place)) else { throw malformed }
    while place < units.count, Self.continuesName(units[place]) { place += 1 }
    return start..<place
  }

  /// Records the content of the innermost open element, if that element is listed.
  private mutating func note(plain: Bool) {
    if !plain, let number = open.last?.number { elements[number].isPlain = false }
  }

  private mutating func readStart() throws(Problem) {
    note(plain: false)
    place += 1
    let name = try readName()
    var attributes: [Attribute] = []
    while true {
      let isApart = Self.isBlank(unit(place))
      skipSpaces()
      if unit(place, is: ">") || text.has("/>", at: place) { break }
      guard isApart else { throw malformed }
      let attribute = try readAttribute()
      guard !attributes.contains(where: { $0.name == attribute.name }) else { throw malformed }
      attributes.append(attribute)
    }
    let isSingleTag = unit(place, is: "/")
    place += isSingleTag ? 2 : 1
    var number: Int?
    if open.count < Self.depth, open.allSatisfy({ $0.number != nil }) {
      let parent = open.last?.number
      var namespaces = parent.map { elements[$0].namespaces } ?? [:]
      for attribute in attributes {
        if attribute.name == "xmlns" { namespaces[""] = text.text(attribute.value) }
        if attribute.name.hasPrefix("xmlns:") {
          namespaces[String(attribute.name.dropFirst(6))] = text.text(attribute.value)
        }
      }
      number = elements.count
      elements.append(
        Element(
          name: text.text(name), parent: parent, attributes: attributes, namespaces: namespaces,
          nameEnd: name.upperBound,
          content: place..<place, isSingleTag: isSingleTag))
    }
    if !isSingleTag { open.append((name, number)) }
  }

  private mutating func readAttribute() throws(Problem) -> Attribute {
    let name = try readName()
    skipSpaces()
    guard unit(place, is: "=") else { throw malformed }
    place += 1
    skipSpaces()
    let quote = unit(place)
    guard quote == 0x22 || quote == 0x27 else { throw malformed }
    place += 1
    let start = place
    while place < units.count, units[place] != quote {
      if unit(place, is: "<") { throw malformed }
      if unit(place, is: "&") { try checkReference() }
      place += 1
    }
    guard place < units.count else { throw malformed }
    place += 1
    return Attribute(name: text.text(name), value: start..<place - 1, whole: name.lowerBound..<place)
  }

  private mutating func readEnd() throws(Problem) {
    let start = place
    place += 2
    let name = try readName()
    skipSpaces()
    guard unit(place, is: ">"), let last = open.popLast(), units[last.name].elementsEqual(units[name]) else {
      throw malformed
    }
    place += 1
    if let number = last.number { elements[number].content = elements[number].content.lowerBound..<start }
  }
}
