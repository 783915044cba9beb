import JSON
import Timeline

/// A line of an archive's text: `checksum SPACE json LF`, with the checksum of the JSON in eight digits.
///
/// The fields that are needed from every line when an archive is opened come first, in a fixed order and without
/// escapes, so that no JSON has to be parsed:
///
///     {"kind":"post","uri":"at://…","cid":"…","at":1790000000000000,"words":"hello world","record":{…}}
///
/// `at` is in microseconds since 1970; `words` are the words by which the record is found, or its subject.
enum ArchiveLine {
  static let prefix = 9
  static let version: Int64 = 1

  // MARK: Writing

  /// - Parameter words: text without quotes, backslashes and control characters.
  static func record(
    _ kind: Archive.Kind, uri: String, cid: String, at: Int64, words: [UInt8], _ record: JSON
  ) -> [UInt8] {
    var writer = JSONWriter()
    writer.add(record)
    var bytes = Array("{\"kind\":\"\(kind.rawValue)\",\"uri\":\"\(uri)\",\"cid\":\"\(cid)\"".utf8)
    bytes += Array(",\"at\":\(at),\"words\":\"".utf8)
    bytes += words
    bytes += Array("\",\"record\":".utf8)
    bytes += writer.bytes
    bytes.append(UInt8(ascii: "}"))
    return bytes
  }

  /// Returns the line for a deleted record.
  static func gone(_ kind: Archive.Kind, uri: String) -> [UInt8] {
    Array("{\"kind\":\"gone\",\"of\":\"\(kind.rawValue)\",\"uri\":\"\(uri)\"}".utf8)
  }

  /// Returns the first line of an archive.
  static func header(of account: String) -> [UInt8] {
    let json: JSON = ["kind": "archive", "version": .integer(version), "account": .string(account)]
    return Array(json.text.utf8)
  }

  static func place(_ place: ArchivePosition) -> [UInt8] {
    func text(_ text: String?) -> JSON { text.map { .string($0) } ?? .null }
    let json: JSON = [
      "kind": "place", "of": .string(place.kind.rawValue), "through": text(place.through),
      "top": text(place.part?.top), "low": text(place.part?.low), "cursor": text(place.part?.cursor),
    ]
    return Array(json.text.utf8)
  }

  /// Returns a complete line with this JSON.
  static func framed(_ json: [UInt8], _ checksum: Archive.Checksum) -> [UInt8] {
    let sum = json.withUnsafeBytes { checksum($0) }
    let digits = Array("0123456789abcdef".utf8)
    let head = (0..<8).map { digits[Int(sum >> (28 - 4 * UInt32($0)) & 15)] }
    return head + [UInt8(ascii: " ")] + json + [0x0A]
  }

  // MARK: Reading

  /// Returns whether the checksum of a line matches. The line comes without its line feed.
  static func isWhole(_ line: UnsafeRawBufferPointer, _ checksum: Archive.Checksum) -> Bool {
    guard line.count > prefix, line[8] == UInt8(ascii: " ") else { return false }
    var expected: UInt32 = 0
    for byte in line[..<8] {
      switch byte {
      case 48...57: expected = expected << 4 | UInt32(byte - 48)
      case 97...102: expected = expected << 4 | UInt32(byte - 87)
      default: return false
      }
    }
    return checksum(UnsafeRawBufferPointer(rebasing: line[prefix...])) == expected
  }

  /// The ranges of the parts of a record's line.
  struct Parts {
    let kind: Archive.Kind
    let uri: Range<Int>
    let cid: Range<Int>
    let at: Int64
    let words: Range<Int>
    let record: Range<Int>

    /// - Returns: `nil` if the line does not hold a record.
    init?(_ line: UnsafeRawBufferPointer) {
      var walk = Walk(line, ArchiveLine.prefix)
      guard walk.skip("{\"kind\":\""), let name = walk.string(), let kind = Archive.Kind(line[name]),
        walk.skip(",\"uri\":\""), let uri = walk.string(), walk.skip(",\"cid\":\""), let cid = walk.string(),
        walk.skip(",\"at\":"), let at = walk.number(), walk.skip(",\"words\":\""), let words = walk.string(),
        walk.skip(",\"record\":"), walk.place < line.count - 1, line[line.count - 1] == UInt8(ascii: "}")
      else { return nil }
      (self.kind, self.uri, self.cid, self.at, self.words) = (kind, uri, cid, at, words)
      record = walk.place..<(line.count - 1)
    }
  }

  /// A cursor that reads a line part by part.
  private struct Walk {
    let line: UnsafeRawBufferPointer
    var place: Int

    init(_ line: UnsafeRawBufferPointer, _ place: Int) { (self.line, self.place) = (line, place) }

    mutating func skip(_ text: StaticString) -> Bool {
      let count = text.utf8CodeUnitCount
      guard place + count <= line.count else { return false }
      for offset in 0..<count where line[place + offset] != text.utf8Start[offset] { return false }
      place += count
      return true
    }

    /// Reads a string without escapes and its closing quote.
    mutating func string() -> Range<Int>? {
      let start = place
      while place < line.count {
        if line[place] == UInt8(ascii: "\"") {
          place += 1
          return start..<(place - 1)
        }
        place += 1
      }
      return nil
    }

    mutating func number() -> Int64? {
      let isNegative = place < line.count && line[place] == UInt8(ascii: "-")
      if isNegative { place += 1 }
      var value: Int64 = 0
      let start = place
      while place < line.count, (48...57).contains(line[place]) {
        let (ten, overflow) = value.multipliedReportingOverflow(by: 10)
        let (sum, more) = ten.addingReportingOverflow(Int64(line[place] - 48))
        if overflow || more { return nil }
        value = sum
        place += 1
      }
      return place == start ? nil : isNegative ? -value : value
    }
  }
}

/// The part of a collection that has been read.
///
/// A server lists the newest records first. If reading was interrupted, the records older than `part` are still to
/// come.
struct ArchivePosition: Hashable, Sendable {
  /// The records already read, from `top` down to `low`, and the server's cursor for the next page.
  struct Part: Hashable, Sendable {
    var top: String
    var low: String
    var cursor: String
  }

  let kind: Archive.Kind
  /// Every record with this key or an older one is in the archive; `nil` for none.
  var through: String?
  var part: Part?

  init(_ kind: Archive.Kind, through: String? = nil, part: Part? = nil) {
    (self.kind, self.through, self.part) = (kind, through, part)
  }

  init?(_ json: JSON) {
    guard json["kind"]?.stringValue == "place", let name = json["of"]?.stringValue,
      let kind = Archive.Kind(rawValue: name)
    else { return nil }
    self.init(kind, through: json["through"]?.stringValue)
    if let top = json["top"]?.stringValue, let low = json["low"]?.stringValue,
      let cursor = json["cursor"]?.stringValue
    {
      part = Part(top: top, low: low, cursor: cursor)
    }
  }
}

extension Archive.Kind {
  fileprivate init?(_ name: Slice<UnsafeRawBufferPointer>) {
    for kind in Self.allCases where kind.rawValue.utf8.elementsEqual(name) {
      self = kind
      return
    }
    return nil
  }
}

extension Archive.Hit {
  /// Returns the post as lists show it: the account's own post from its record, a liked post as the server returned
  /// it then.
  /// - Parameter handle: the handle of the archive's account.
  /// - Returns: `nil` for a post that was deleted before it was read, or that cannot be used.
  public func item(by handle: String) -> FeedItem? {
    var reader = AnswerReader()
    guard kind == .post else { return PostView(record, &reader).map { FeedItem($0) } }
    let did = RecordAddress(uri)?.repository ?? ""
    var fields: [JSON.Field] = [
      .init("uri", .string(uri)), .init("cid", .string(cid)),
      .init("author", ["did": .string(did), "handle": .string(handle)]), .init("record", record),
    ]
    if let embed = record["embed"].flatMap({ Self.view(of: $0) }) { fields.append(.init("embed", embed)) }
    return PostView(.object(fields), &reader).map { FeedItem($0) }
  }

  /// Returns the part of an embed's view that the record alone contains: not the quoted post.
  private static func view(of embed: JSON) -> JSON? {
    guard let type = embed.type, case .object(let fields) = embed else { return nil }
    switch type {
    case "app.bsky.embed.record": return nil
    case "app.bsky.embed.recordWithMedia": return embed["media"].flatMap { view(of: $0) }
    default:
      return .object([.init("$type", .string(type + "#view"))] + fields.filter { $0.name != "$type" })
    }
  }
}

/// A content identifier (CID), which is a hash of the bytes that it names. Only the form of whole pictures is read:
/// version 1, raw bytes, SHA-256.
///
/// Source: the AT Protocol's "Data Model" (blessed CID formats), and RFC 4648 for base32.
public struct ContentID: Hashable, Sendable {
  /// The 32 bytes of the hash.
  public let sha256: [UInt8]

  /// Version 1, raw bytes, SHA-256 of 32 bytes.
  private static let head: [UInt8] = [0x01, 0x55, 0x12, 0x20]
  private static let letters = Array("abcdefghijklmnopqrstuvwxyz234567".utf8)

  /// - Returns: `nil` for any other form.
  public init?(_ text: String) {
    guard text.utf8.count == 59, text.utf8.first == UInt8(ascii: "b") else { return nil }
    var bytes: [UInt8] = []
    var (bits, count) = (0 as UInt32, 0)
    for letter in text.utf8.dropFirst() {
      guard let digit = Self.letters.firstIndex(of: letter) else { return nil }
      bits = bits << 5 | UInt32(digit)
      count += 5
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      }
    }
    guard bytes.count == 36, bytes.starts(with: Self.head) else { return nil }
    sha256 = Array(bytes.dropFirst(4))
  }
}
