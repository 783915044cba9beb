import JSON

/// The words of a record and of a query in one form that can be compared byte by byte: lowercase, with single spaces
/// and without characters that JSON would escape.
enum SearchText {
  private static let space = UInt8(ascii: " ")

  /// - Complexity: O(text).
  static func folded(_ text: String) -> [UInt8] {
    let lower = text.lowercased()
    var bytes: [UInt8] = []
    bytes.reserveCapacity(lower.utf8.count)
    for scalar in lower.unicodeScalars {
      switch scalar {
      case "\"": bytes.append(UInt8(ascii: "'"))
      case "\\": bytes.append(UInt8(ascii: "/"))
      case _ where scalar.value <= 0x20 || scalar.properties.isWhitespace || scalar.value == 0x7F:
        if let last = bytes.last, last != space { bytes.append(space) }
      default: bytes.append(contentsOf: UTF8.encode(scalar)!)
      }
    }
    if bytes.last == space { bytes.removeLast() }
    return bytes
  }

  /// Returns the words of a post: its text, the words of its embed, and its tags.
  static func words(of post: JSON) -> [String] {
    [post["text"]?.stringValue].compactMap { $0 } + (post["embed"].map { words(ofEmbed: $0) } ?? [])
      + (post["tags"]?.arrayValue ?? []).compactMap { $0.stringValue }
  }

  private static func words(ofEmbed embed: JSON) -> [String] {
    let images = ((embed["images"] ?? embed["items"])?.arrayValue ?? []).compactMap { $0["alt"]?.stringValue }
    let page = [embed["alt"], embed["external"]?["title"], embed["external"]?["description"]]
    return images + page.compactMap { $0?.stringValue } + (embed["media"].map { words(ofEmbed: $0) } ?? [])
  }

  /// Returns the words of a post and the names of its author.
  static func words(ofView view: JSON) -> [String] {
    [view["author"]?["handle"], view["author"]?["displayName"]].compactMap { $0?.stringValue }
      + (view["record"].map { words(of: $0) } ?? [])
  }
}

/// A query to an archive: several words and "phrases", all of which must occur, in any place and in upper or lower
/// case.
public struct ArchiveQuery: Hashable, Sendable {
  /// The needles, longest first, because the longest is the rarest.
  let needles: [[UInt8]]

  /// - Returns: `nil` for a text without words.
  public init?(_ text: String) {
    var needles: [[UInt8]] = []
    // A quoted text is one needle; an unclosed quote extends to the end.
    for (place, piece) in text.split(separator: "\"", omittingEmptySubsequences: false).enumerated() {
      let folded = SearchText.folded(String(piece))
      needles += place % 2 == 1 ? [folded] : folded.split(separator: UInt8(ascii: " ")).map { Array($0) }
    }
    needles = needles.filter { !$0.isEmpty }.sorted { $0.count > $1.count }
    if needles.isEmpty { return nil }
    self.needles = needles
  }
}

/// A search for a short text among many bytes.
///
/// Source: R. N. Horspool, "Practical fast searching in strings" (1980): the needle is aligned with the text,
/// compared from its last byte on, and then shifted by the distance that the byte of the text below its end allows.
struct ByteSearch {
  private let needle: [UInt8]
  /// The shift of the needle, by the byte of the text below its last byte.
  private let steps: [Int]

  /// - Parameter needle: at least one byte.
  init(_ needle: [UInt8]) {
    self.needle = needle
    var steps = [Int](repeating: needle.count, count: 256)
    for (place, byte) in needle.dropLast().enumerated() { steps[Int(byte)] = needle.count - 1 - place }
    self.steps = steps
  }

  /// Returns the first match at or after `start`; `nil` if there is none.
  /// - Complexity: O(text / needle) as a rule.
  func first(in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    needle.withUnsafeBufferPointer { needle in
      steps.withUnsafeBufferPointer { steps in
        let last = needle.count - 1
        let tail = needle[last]
        var end = start + last
        while end < text.count {
          let byte = text[end]
          if byte == tail {
            var (place, offset) = (end - last, 0)
            while offset < last, text[place] == needle[offset] { (place, offset) = (place + 1, offset + 1) }
            if offset == last { return end - last }
          }
          end += steps[Int(byte)]
        }
        return nil
      }
    }
  }
}
