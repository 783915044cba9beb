/// App passwords in a text. The server makes four groups of four characters, letters and digits; people write them
/// with hyphens, with other dashes, with spaces, or in one piece.
struct AppPasswords {
  private let bytes: [UInt8]
  /// The runs of letters and digits.
  private let words: [Range<Int>]
  private let part: Range<Int>

  init(_ bytes: [UInt8], _ part: Range<Int>? = nil) {
    let part = part ?? 0..<bytes.count
    var words: [Range<Int>] = []
    var start = part.lowerBound
    while start < part.upperBound {
      guard Self.isWordByte(bytes[start]) else {
        start += 1
        continue
      }
      let end = bytes[start..<part.upperBound].firstIndex { !Self.isWordByte($0) } ?? part.upperBound
      words.append(start..<end)
      start = end
    }
    (self.bytes, self.words, self.part) = (bytes, words, part)
  }

  /// The separator between two words.
  private enum Joint {
    case dash, underscore, blank
  }

  /// The ranges in UTF-8 bytes.
  /// - Complexity: O(bytes).
  var ranges: [Range<Int>] {
    var found: [Range<Int>] = []
    var isTaken: Set<Int> = []
    for index in words.indices where words[index].count == 16 {
      if followsName(index), isUnlikeWord(words[index]) || hasDigit(words[index]) { found.append(words[index]) }
    }
    for chain in chains(areBlanks: false) where chain.count == 4 && areGroups(chain) {
      let isName = (chain.lowerBound + 1..<chain.upperBound).contains { joint(before: $0) == .underscore }
      if isName, !words[chain].contains(where: isUnlikeWord) { continue }
      found.append(words[chain.lowerBound].lowerBound..<words[chain.upperBound - 1].upperBound)
      isTaken.formUnion(chain)
    }
    // Words separated by spaces may be a sentence, so one of the groups must look unlike a word.
    for var chain in chains(areBlanks: true) where chain.count >= 4 && isTaken.isDisjoint(with: chain) {
      guard words[chain].contains(where: isUnlikeWord) else { continue }
      while chain.count > 4, !isUnlikeWord(words[chain.lowerBound]) { chain = chain.dropFirst() }
      while chain.count > 4, !isUnlikeWord(words[chain.upperBound - 1]) { chain = chain.dropLast() }
      found.append(words[chain.lowerBound].lowerBound..<words[chain.upperBound - 1].upperBound)
    }
    return found
  }

  /// Returns the runs of words joined by signs, or by spaces; each has at least one word. With spaces, only words of
  /// four characters are joined.
  private func chains(areBlanks: Bool) -> [Range<Int>] {
    var chains: [Range<Int>] = []
    var start = 0
    while start < words.count {
      var end = start + 1
      while end < words.count, let joint = joint(before: end), (joint == .blank) == areBlanks,
        !areBlanks || words[end - 1].count == 4 && words[end].count == 4
      {
        end += 1
      }
      chains.append(start..<end)
      start = end
    }
    return chains
  }

  private func areGroups(_ chain: Range<Int>) -> Bool { words[chain].allSatisfy { $0.count == 4 } }

  /// Returns the password that is the whole part, apart from signs around it.
  /// - Parameter isKnown: returns `true` if a word has a meaning at the beginning of a line.
  func alone(_ isKnown: (String) -> Bool) -> Range<Int>? {
    guard let first = words.first, let last = words.last, !isKnown(String(decoding: bytes[first], as: UTF8.self)) else {
      return nil
    }
    let isWhole = bytes[part].enumerated().allSatisfy { offset, byte in
      let place = part.lowerBound + offset
      return (first.lowerBound..<last.upperBound).contains(place) || !(byte == UInt8(ascii: "$") || byte >= 0x80)
    }
    guard isWhole else { return nil }
    let isGroups =
      words.count == 4 && words.allSatisfy { $0.count == 4 } && (1..<4).allSatisfy { joint(before: $0) != nil }
    let isPiece = words.count == 1 && first.count == 16 && (hasDigit(first) || isUnlikeWord(first))
    return isGroups || isPiece ? first.lowerBound..<last.upperBound : nil
  }

  /// Returns the separator between a word and the previous one; `nil` for any other text between them.
  private func joint(before index: Int) -> Joint? {
    let between = bytes[words[index - 1].upperBound..<words[index].lowerBound]
    if between.elementsEqual("-".utf8) || Self.isDash(between) { return .dash }
    if between.elementsEqual("_".utf8) { return .underscore }
    let bare = between.drop { $0.isOne(of: " \t") }
    guard bare.startIndex > between.startIndex || between.elementsEqual([0xC2, 0xA0]) else { return nil }
    let isBlank = bare.isEmpty || between.elementsEqual([0xC2, 0xA0])
    let sign = bare.prefix { !$0.isOne(of: " \t") }
    return isBlank || sign.elementsEqual("-".utf8) || Self.isDash(sign) ? .blank : nil
  }

  /// Returns `true` for Unicode dashes, the minus sign, full-width forms, and `--`.
  private static func isDash(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard bytes.count == 3 || bytes.count == 6 else { return bytes.elementsEqual("--".utf8) }
    let scalars = String(decoding: bytes, as: UTF8.self).unicodeScalars
    return scalars.allSatisfy {
      (0x2010...0x2015).contains($0.value) || [0x2212, 0xFE58, 0xFE63, 0xFF0D].contains($0.value)
    }
  }

  /// Returns `true` if the word mixes letters and digits, or has three consonants in a row: unlike four letters of a
  /// sentence.
  private func isUnlikeWord(_ word: Range<Int>) -> Bool {
    let isLetter = { (byte: UInt8) in byte > 0x39 }
    if hasDigit(word) { return bytes[word].contains(where: isLetter) }
    var run = 0
    for byte in bytes[word] {
      run = (byte | 0x20).isOne(of: "aeiouy") ? 0 : run + 1
      if run == 3 { return true }
    }
    return false
  }

  private func hasDigit(_ word: Range<Int>) -> Bool { bytes[word].contains { (0x30...0x39).contains($0) } }

  /// Returns `true` if a word such as `password` comes before this one, optionally with `is` or a sign between them.
  private func followsName(_ index: Int) -> Bool {
    for place in stride(from: index - 1, through: max(0, index - 2), by: -1) {
      let word = String(decoding: bytes[words[place]], as: UTF8.self).lowercased()
      if Self.names.contains(word) { return true }
      if word != "is" { return false }
    }
    return false
  }

  private static let names: Set = [
    "login", "signin", "password", "passwd", "passphrase", "passcode", "pwd", "pw", "pass",
  ]

  private static func isWordByte(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
  }
}
