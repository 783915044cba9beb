import JSON

/// The words by which a record is found, and those that are looked for: in small letters, with one space between them and
/// without what JSON would escape, so that both can be compared byte by byte.
enum ArchiveWords {
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

  /// What a post says: its text, and the words of what it shows.
  static func words(of post: JSON) -> [String] {
    [post["text"]?.stringValue].compactMap { $0 } + (post["embed"].map { words(ofEmbed: $0) } ?? [])
      + (post["tags"]?.arrayValue ?? []).compactMap { $0.stringValue }
  }

  private static func words(ofEmbed embed: JSON) -> [String] {
    let images = (embed["images"]?.arrayValue ?? []).compactMap { $0["alt"]?.stringValue }
    let page = [embed["alt"], embed["external"]?["title"], embed["external"]?["description"]]
    return images + page.compactMap { $0?.stringValue } + (embed["media"].map { words(ofEmbed: $0) } ?? [])
  }

  /// The same with the names of whoever wrote it.
  static func words(ofView view: JSON) -> [String] {
    [view["author"]?["handle"], view["author"]?["displayName"]].compactMap { $0?.stringValue }
      + (view["record"].map { words(of: $0) } ?? [])
  }
}

/// What is looked for in an archive: all of several words and "phrases", wherever they stand, in small letters or large.
public struct ArchiveQuery: Hashable, Sendable {
  /// The longest first: it is found least often.
  let needles: [[UInt8]]

  /// - Returns: `nil` for a text without a word.
  public init?(_ text: String) {
    var needles: [[UInt8]] = []
    // What stands between quotes is one piece; one that is left open goes to the end.
    for (place, piece) in text.split(separator: "\"", omittingEmptySubsequences: false).enumerated() {
      let folded = ArchiveWords.folded(String(piece))
      needles += place % 2 == 1 ? [folded] : folded.split(separator: UInt8(ascii: " ")).map { Array($0) }
    }
    needles = needles.filter { !$0.isEmpty }.sorted { $0.count > $1.count }
    if needles.isEmpty { return nil }
    self.needles = needles
  }
}

/// Looks for a short text among many bytes.
///
/// Source: R. N. Horspool, "Practical fast searching in strings" (1980): what is looked for is laid over the text and
/// compared from its last byte on, and then moved on as far as that byte lets it.
struct ByteSearch {
  private let needle: [UInt8]
  /// How far it moves on, by the byte of the text beneath its last one.
  private let steps: [Int]

  /// - Parameter needle: at least one byte.
  init(_ needle: [UInt8]) {
    self.needle = needle
    var steps = [Int](repeating: needle.count, count: 256)
    for (place, byte) in needle.dropLast().enumerated() { steps[Int(byte)] = needle.count - 1 - place }
    self.steps = steps
  }

  /// The first place from `start` on; `nil` where there is none.
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
