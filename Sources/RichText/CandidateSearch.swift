/// Finds everything in a word that looks like the start of a facet, in order.
struct CandidateSearch {
  struct Found {
    var candidate: Explanation.Candidate
    var start: Int
    /// The `.` or `:` by which a link is recognised; else the same as `start`.
    var mark: Int
  }

  private(set) var candidates: [Found] = []

  init(_ word: ByteView) {
    var (linkEnd, index) = (0, 0)
    while index < word.count {
      switch word[index] {
      case UInt8(ascii: "@"): candidates.append(Found(candidate: .mention, start: index, mark: index))
      case UInt8(ascii: "#"): candidates.append(Found(candidate: .tag, start: index, mark: index))
      case UInt8(ascii: "$"): candidates.append(Found(candidate: .cashtag, start: index, mark: index))
      case 0xEF where word.scalar(at: index).scalar == "＃":
        candidates.append(Found(candidate: .tag, start: index, mark: index))
      case UInt8(ascii: "."), UInt8(ascii: ":"):
        guard let start = CandidateSearch.linkStart(word, mark: index, from: linkEnd) else { break }
        candidates.append(Found(candidate: .link, start: start, mark: index))
        linkEnd = index
        // The rest of the name is one candidate, not one for each dot.
        while linkEnd < word.count, CandidateSearch.isNameByte(word[linkEnd]) { linkEnd += 1 }
        index = max(index, linkEnd - 1)
      default: break
      }
      index += 1
    }
  }

  /// Where the name or scheme before `mark` starts; `nil` where it belongs to a mention or nothing is there.
  private static func linkStart(_ word: ByteView, mark: Int, from bound: Int) -> Int? {
    let isScheme = word[mark] == UInt8(ascii: ":")
    if isScheme {
      guard mark + 2 < word.count, word[mark + 1] == UInt8(ascii: "/"), word[mark + 2] == UInt8(ascii: "/") else {
        return nil
      }
    } else {
      guard mark + 1 < word.count, ByteClass.alphanumeric.holds(word[mark + 1]) else { return nil }
    }
    var start = mark
    while start > bound, isScheme ? ByteClass.letter.holds(word[start - 1]) : isNameByte(word[start - 1]) { start -= 1 }
    guard start < mark else { return nil }
    return start > 0 && word[start - 1] == UInt8(ascii: "@") ? nil : start
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    ByteClass.handle.holds(byte) || byte == UInt8(ascii: "_")
  }
}
