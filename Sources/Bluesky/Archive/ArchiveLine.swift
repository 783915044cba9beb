import JSON
import Timeline

/// A line of an archive's text: `checksum SPACE json LF`, eight digits of the checksum of the JSON.
///
/// What is asked of every line when an archive is opened stands in front, in one order and without escapes, so that no JSON
/// has to be taken apart:
///
///     {"kind":"post","uri":"at://…","cid":"…","at":1790000000000000,"words":"hello world","record":{…}}
///
/// `at` is in microseconds since 1970; `words` are those by which it is found, or what the record is about.
enum ArchiveLine {
  static let prefix = 9
  static let version: Int64 = 1

  // MARK: Writing

  /// - Parameter words: without quotes, reverse solidi and control characters.
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

  /// A record that is there no more.
  static func gone(_ kind: Archive.Kind, uri: String) -> [UInt8] {
    Array("{\"kind\":\"gone\",\"of\":\"\(kind.rawValue)\",\"uri\":\"\(uri)\"}".utf8)
  }

  /// The first line.
  static func header(of account: String) -> [UInt8] {
    let json: JSON = ["kind": "archive", "version": .integer(version), "account": .string(account)]
    return Array(json.text.utf8)
  }

  static func place(_ place: ArchivePlace) -> [UInt8] {
    func text(_ text: String?) -> JSON { text.map { .string($0) } ?? .null }
    let json: JSON = [
      "kind": "place", "of": .string(place.kind.rawValue), "through": text(place.through),
      "top": text(place.part?.top), "low": text(place.part?.low), "cursor": text(place.part?.cursor),
    ]
    return Array(json.text.utf8)
  }

  /// A whole line with this JSON.
  static func framed(_ json: [UInt8], _ checksum: Archive.Checksum) -> [UInt8] {
    let sum = json.withUnsafeBytes { checksum($0) }
    let digits = Array("0123456789abcdef".utf8)
    let head = (0..<8).map { digits[Int(sum >> (28 - 4 * UInt32($0)) & 15)] }
    return head + [UInt8(ascii: " ")] + json + [0x0A]
  }

  // MARK: Reading

  /// Whether the checksum of a line without its line feed holds.
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

  /// Where the parts of a record's line stand in it.
  struct Parts {
    let kind: Archive.Kind
    let uri: Range<Int>
    let cid: Range<Int>
    let at: Int64
    let words: Range<Int>
    let record: Range<Int>

    /// - Returns: `nil` for a line that is not of a record.
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

  /// Goes through a line from part to part.
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

    /// To the quote at the end of a text without escapes, and over it.
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

/// How far a collection was read.
///
/// A server lists the newest first. Where reading stopped in between, what is older than `part` is still to come.
struct ArchivePlace: Hashable, Sendable {
  /// Records that are there from `top` down to `low`, and the server's words for where to go on.
  struct Part: Hashable, Sendable {
    var top: String
    var low: String
    var cursor: String
  }

  let kind: Archive.Kind
  /// Every record with this key or an older one is there; `nil` for none.
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
  /// The post as lists have it: of one's own what its record says, of one that was liked as it was then.
  /// - Parameter handle: of the account whose archive it is.
  /// - Returns: `nil` for a post that was deleted before anybody read it, or cannot be used.
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

  /// What a record shows, as far as it can be told without asking: not what it quotes.
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

/// The name of bytes that is made of their hash (CID), as far as it is of whole pictures: version 1, raw bytes, SHA-256.
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
