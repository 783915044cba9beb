import JSON
import Timeline

/// The choice of the posts of a live stream that arrive.
public struct StreamFilter: Hashable, Sendable {
  /// The text that a post must contain; `nil` for any post.
  public let needle: TextNeedle?
  /// The handles of the people whose posts arrive, by DID; `nil` for all people.
  public let people: [String: String]?

  /// The maximum number of people that a stream's server filters by.
  public static let peopleLimit = 10_000

  public init(matching needle: TextNeedle? = nil, of people: [String: String]? = nil) {
    (self.needle, self.people) = (needle, people)
  }

  /// Returns the message's post if it is chosen.
  /// - Parameter own: the DIDs of the user's own accounts, whose posts are left out: a script that answers posts would
  ///   otherwise answer itself endlessly.
  public func post(_ message: StreamMessage, except own: Set<String> = []) -> PostView? {
    guard let record = message.post?.record, !own.contains(message.did) else { return nil }
    if let people, people[message.did] == nil { return nil }
    if let needle {
      guard let text = record["text"]?.stringValue, needle.isFound(in: text) else { return nil }
    }
    return PostView(message, handle: people?[message.did])
  }
}

/// A text to be found in other texts, in upper or lower case, at whole characters: `e` is not in `é`.
public struct TextNeedle: Hashable, Sendable {
  public let text: String
  private let characters: [Character]
  /// The bytes, if all of them are ASCII and no line ends, so that each is a character.
  private let bytes: [UInt8]?

  /// - Returns: `nil` for a text without a visible character.
  public init?(_ text: String) {
    guard text.contains(where: { !$0.isWhitespace }) else { return nil }
    self.text = text
    let folded = text.lowercased()
    characters = Array(folded)
    bytes = folded.utf8.allSatisfy { (0x20..<0x7F).contains($0) } ? Array(folded.utf8) : nil
  }

  /// - Complexity: O(length of the text × length of the needle), in practice O(length of the text).
  public func isFound(in text: String) -> Bool {
    var text = text
    let quick = text.withUTF8 { text -> Bool? in
      guard text.allSatisfy({ $0 < 0x80 }) else { return nil }
      // Every character of the needle that is not ASCII, or is a line end, needs the whole comparison.
      return bytes.map { Self.isFound($0, in: text) }
    }
    return quick ?? isFound(in: Array(text.lowercased()))
  }

  private static func isFound(_ needle: [UInt8], in text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard text.count >= needle.count else { return false }
    for start in 0...(text.count - needle.count) {
      var place = 0
      while place < needle.count, lower(text[start + place]) == needle[place] { place += 1 }
      if place == needle.count { return true }
    }
    return false
  }

  private static func lower(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }

  private func isFound(in text: [Character]) -> Bool {
    guard text.count >= characters.count else { return false }
    return (0...(text.count - characters.count)).contains { start in
      text[start] == characters[0] && text[start..<(start + characters.count)].elementsEqual(characters)
    }
  }
}
