import JSON
import Timeline

/// An account's own posts and likes, searchable offline.
///
/// An archive is the text of its file, line by line, with an index that is built on opening: the position of each
/// record, and the words of all posts in one buffer, which is searched bytewise. Lines are only ever appended; the
/// last line of a record counts. O(lines) to open, O(words) to search.
public struct Archive: Hashable, Sendable {
  /// A checksum that detects damaged lines, such as CRC-32C.
  public typealias Checksum = @Sendable (UnsafeRawBufferPointer) -> UInt32

  /// The kinds of archived records: the account's own, and the posts of others that it has liked.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    case post, like, repost, follow, liked

    /// The account's own kinds, in the order in which they are fetched.
    public static let own: [Kind] = [.post, .like, .repost, .follow]

    /// The collection of the repository; `nil` for posts in other people's repositories.
    public var collection: String? {
      switch self {
      case .post: RecordAddress.posts
      case .like: Reaction.Kind.like.collection
      case .repost: Reaction.Kind.repost.collection
      case .follow: Reaction.Kind.follow.collection
      case .liked: nil
      }
    }
  }

  /// The damage found in an archive's text.
  public struct Damage: Hashable, Sendable {
    /// The number of damaged lines; their content has to be fetched again.
    public var lines = 0
    /// The number of bytes at the end that do not form a line.
    public var cut = 0
  }

  public enum Problem: Error, Hashable, Sendable {
    /// The text is not an archive, or it is another account's archive.
    case foreign
    /// The archive was written by a later version of the program.
    case newer
  }

  /// The DID of the account.
  public let account: String
  /// All intact lines.
  public private(set) var bytes: [UInt8] = []
  public private(set) var damage = Damage()
  private let checksum: Checksum
  private var entries: [Entry] = []
  /// The indices of entries, by the hashes of their names; see `slot`.
  private var slots: [UInt64: Int32] = [:]
  /// The words of posts; a line feed ends each entry's words.
  private var words: [UInt8] = []
  private var counts: [Kind: Int] = [:]
  private var places: [Kind: ArchivePosition] = [:]

  private struct Entry {
    let kind: Kind
    var isGone = false
    let at: Int64
    /// Ranges in `bytes`.
    let uri: Range<Int>
    let cid: Range<Int>
    let about: Range<Int>
    let record: Range<Int>
    /// The end of the entry's words in `words`; they begin where the previous entry's words end.
    let end: Int
  }

  /// Creates an empty archive.
  public init(of account: String, checksum: @escaping Checksum) {
    (self.account, self.checksum) = (account, checksum)
    append(ArchiveLine.header(of: account))
  }

  /// Opens the text of an archive. Damaged lines are dropped and counted. If there are any, the archive discards its
  /// record of how much was fetched, so that everything is compared again.
  public init(_ text: [UInt8], of account: String, checksum: @escaping Checksum) throws(Problem) {
    (self.account, self.checksum) = (account, checksum)
    guard let end = text.lastIndex(of: 0x0A) else {
      damage.cut = text.count
      append(ArchiveLine.header(of: account))
      return
    }
    bytes = text
    damage.cut = text.count - end - 1
    bytes.removeLast(damage.cut)
    var lines = Self.lines(of: bytes)
    let isWhole = lines.map { line in
      bytes.withUnsafeBytes { ArchiveLine.isWhole(UnsafeRawBufferPointer(rebasing: $0[line]), checksum) }
    }
    damage.lines = isWhole.count { !$0 }
    if damage.lines > 0 {
      if damage.lines == lines.count { throw .foreign }
      bytes = zip(lines, isWhole).flatMap { line, isWhole in isWhole ? Array(bytes[line]) + [0x0A] : [] }
      lines = Self.lines(of: bytes)
    }
    try index(lines)
    // The record of how much was fetched cannot be trusted.
    if damage.lines > 0 { places = [:] }
  }

  // MARK: Lines

  /// Returns the range of each line, without its line feed.
  private static func lines(of bytes: [UInt8]) -> [Range<Int>] {
    var lines: [Range<Int>] = []
    // Most lines are records of half a kilobyte.
    lines.reserveCapacity(bytes.count / 400)
    bytes.withUnsafeBytes { bytes in
      var start = 0
      while start < bytes.count {
        let end = lineFeed(in: bytes, from: start)
        lines.append(start..<end)
        start = end + 1
      }
    }
    return lines
  }

  /// Returns the position of the next line feed, comparing eight bytes at a time.
  private static func lineFeed(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
    var end = start
    let (ones, tops) = (0x0101_0101_0101_0101 as UInt64, 0x8080_8080_8080_8080 as UInt64)
    while end + 8 <= bytes.count {
      let word = bytes.loadUnaligned(fromByteOffset: end, as: UInt64.self) ^ (ones &* 0x0A)
      if (word &- ones) & ~word & tops != 0 { break }
      end += 8
    }
    while end < bytes.count, bytes[end] != 0x0A { end += 1 }
    return end
  }

  private mutating func index(_ lines: [Range<Int>]) throws(Problem) {
    entries.reserveCapacity(lines.count)
    slots.reserveCapacity(lines.count)
    words.reserveCapacity(bytes.count / 4)
    var problem: Problem?
    let text = bytes
    text.withUnsafeBytes { text in
      for line in lines where problem == nil {
        problem = readLine(UnsafeRawBufferPointer(rebasing: text[line]), at: line.lowerBound)
      }
    }
    if let problem { throw problem }
  }

  /// Reads one line into the index.
  private mutating func readLine(_ line: UnsafeRawBufferPointer, at start: Int) -> Problem? {
    if let parts = ArchiveLine.Parts(line) {
      add(parts, line, at: start)
      return nil
    }
    guard let json = try? JSON(parsing: line[ArchiveLine.prefix...]) else { return nil }
    switch json["kind"]?.stringValue {
    case "archive":
      guard json["account"]?.stringValue == account else { return .foreign }
      guard let version = json["version"]?.integerValue, version <= ArchiveLine.version else { return .newer }
    case "gone":
      if let kind = json["of"]?.stringValue.flatMap({ Kind(rawValue: $0) }), let uri = json["uri"]?.stringValue {
        leave(kind, uri)
      }
    case "place": if let place = ArchivePosition(json) { places[place.kind] = place }
    default: break
    }
    return nil
  }

  private mutating func add(_ parts: ArchiveLine.Parts, _ line: UnsafeRawBufferPointer, at start: Int) {
    func moved(_ range: Range<Int>) -> Range<Int> { (range.lowerBound + start)..<(range.upperBound + start) }
    if parts.kind == .post || parts.kind == .liked {
      words.append(contentsOf: line[parts.words])
      words.append(0x0A)
    }
    let (slot, known) = slot(parts.kind, UnsafeRawBufferPointer(rebasing: line[parts.uri]))
    if let known {
      if !entries[known].isGone { counts[parts.kind, default: 0] -= 1 }
      entries[known].isGone = true
    }
    slots[slot] = Int32(entries.count)
    counts[parts.kind, default: 0] += 1
    entries.append(
      Entry(
        kind: parts.kind, at: parts.at, uri: moved(parts.uri), cid: moved(parts.cid), about: moved(parts.words),
        record: moved(parts.record), end: words.count))
  }

  private mutating func leave(_ kind: Kind, _ uri: String) {
    guard let index = find(kind, uri) else { return }
    entries[index].isGone = true
    counts[kind, default: 0] -= 1
  }

  /// Returns the slot of a name, and the entry that already occupies the slot.
  private func slot(_ kind: Kind, _ uri: UnsafeRawBufferPointer) -> (slot: UInt64, entry: Int?) {
    // The account's own post and the same post among the liked ones are two entries.
    var slot = uri.fingerprint()
    if kind == .liked { slot = ~slot }
    return bytes.withUnsafeBytes { bytes in
      while let entry = slots[slot] {
        let there = entries[Int(entry)]
        if there.kind == kind, bytes[there.uri].elementsEqual(uri) { return (slot, Int(entry)) }
        slot &+= 1
      }
      return (slot, nil)
    }
  }

  /// Returns the index of a record's entry, unless the record is deleted or unknown.
  private func find(_ kind: Kind, _ uri: String) -> Int? {
    var uri = uri
    let entry = uri.withUTF8 { slot(kind, UnsafeRawBufferPointer($0)).entry }
    return entry.flatMap { entries[$0].isGone ? nil : $0 }
  }

  private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  private mutating func append(_ json: [UInt8]) {
    let line = ArchiveLine.framed(json, checksum)
    let start = bytes.count
    bytes += line
    _ = line.withUnsafeBytes { readLine(UnsafeRawBufferPointer(rebasing: $0.dropLast()), at: start) }
  }

  // MARK: Contents

  /// Returns the number of records of a kind.
  public func count(_ kind: Kind) -> Int { counts[kind] ?? 0 }

  /// The approximate memory use in bytes.
  public var storageBytes: Int {
    bytes.count + words.count + entries.count * (MemoryLayout<Entry>.stride + 2 * MemoryLayout<UInt64>.stride)
  }

  /// `true` if a fetch has ever completed, even one without records.
  public var isFetched: Bool { !entries.isEmpty || !places.isEmpty }

  func isThere(_ kind: Kind, _ uri: String) -> Bool { find(kind, uri) != nil }

  /// Returns whether the archive has the current version of a record.
  func isThere(_ kind: Kind, _ uri: String, cid: String) -> Bool {
    find(kind, uri).map { bytes[entries[$0].cid].elementsEqual(cid.utf8) } ?? false
  }

  /// Returns the subject of a record: the address of a liked or reposted post, the DID of a followed account.
  func subject(_ kind: Kind, _ uri: String) -> String? { find(kind, uri).map { text(entries[$0].about) } }

  /// Returns the subjects of all records of a kind and when each was written, in the order of arrival.
  func subjects(_ kind: Kind) -> [(subject: String, at: Int64)] {
    entries.compactMap { $0.kind == kind && !$0.isGone ? (text($0.about), $0.at) : nil }
  }

  /// Returns the keys of all records of a kind, sorted. O(n log n).
  func keys(_ kind: Kind) -> [String] {
    entries.compactMap { entry in
      guard entry.kind == kind, !entry.isGone else { return nil }
      let uri = bytes[entry.uri]
      return String(
        decoding: uri[(uri.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? uri.startIndex)...], as: UTF8.self)
    }.sorted()
  }

  func place(_ kind: Kind) -> ArchivePosition { places[kind] ?? ArchivePosition(kind) }

  // MARK: Changes

  /// Notes that the archive's file is intact again.
  public mutating func forgetDamage() { damage = Damage() }

  /// Notes how much of a collection has been read.
  mutating func note(_ place: ArchivePosition) {
    if self.place(place.kind) != place { append(ArchiveLine.place(place)) }
  }

  /// - Parameter words: the words by which the record is found, or its subject.
  mutating func put(_ kind: Kind, uri: String, cid: String, at: Int64, words: [UInt8], _ record: JSON) {
    append(ArchiveLine.record(kind, uri: uri, cid: cid, at: at, words: words, record))
  }

  mutating func remove(_ kind: Kind, uri: String) {
    if isThere(kind, uri) { append(ArchiveLine.gone(kind, uri: uri)) }
  }

  // MARK: Searching

  /// A search result.
  public struct Hit: Hashable, Sendable {
    public let kind: Kind
    public let uri: String
    public let cid: String
    /// The account's own record, or the liked post as its server returned it.
    public let record: JSON
  }

  /// Searches the account's own posts, or the posts that it has liked.
  /// - Parameter limit: the maximum number of hits: the latest posts, or the ones liked last.
  /// - Returns: the hits, newest first, and the number of all matches.
  /// - Complexity: O(words).
  public func search(_ query: ArchiveQuery, isLiked: Bool, limit: Int) -> (hits: [Hit], count: Int) {
    let kind = isLiked ? Kind.liked : .post
    var found: [Int] = []
    words.withUnsafeBufferPointer { words in
      let needle = ByteSearch(query.needles[0])
      let others = query.needles.dropFirst().map { ByteSearch($0) }
      // The entry that contains the match.
      var (entry, place) = (0, 0)
      while let hit = needle.first(in: words, from: place) {
        while entries[entry].end <= hit { entry += 1 }
        let start = entry == 0 ? 0 : entries[entry - 1].end
        place = entries[entry].end
        let text = UnsafeBufferPointer(rebasing: words[start..<place])
        guard entries[entry].kind == kind, !entries[entry].isGone else { continue }
        if others.allSatisfy({ $0.first(in: text, from: 0) != nil }) { found.append(entry) }
      }
    }
    return (latest(found, limit).compactMap(hit), found.count)
  }

  /// Below this limit, the latest hits are picked without sorting all of them.
  private static let few = 100

  /// Returns the latest of some entries, newest first.
  private func latest(_ found: [Int], _ limit: Int) -> [Int] {
    func isLater(_ a: Int, _ b: Int) -> Bool { self.isLater(entries[a], entries[b]) }
    guard limit < Self.few, limit < found.count else { return Array(found.sorted(by: isLater).prefix(limit)) }
    var latest: [Int] = []
    for entry in found {
      if latest.count == limit {
        guard let last = latest.last, isLater(entry, last) else { continue }
        latest.removeLast()
      }
      latest.insert(entry, at: latest.firstIndex { isLater(entry, $0) } ?? latest.count)
    }
    return latest
  }

  /// Compares by time; of two entries of one instant the greater key, which was assigned later, is the later one.
  private func isLater(_ a: Entry, _ b: Entry) -> Bool {
    a.at != b.at ? a.at > b.at : bytes[b.uri].lexicographicallyPrecedes(bytes[a.uri])
  }

  private func hit(_ index: Int) -> Hit? {
    let entry = entries[index]
    guard let record = try? JSON(parsing: bytes[entry.record]) else { return nil }
    return Hit(kind: entry.kind, uri: text(entry.uri), cid: text(entry.cid), record: record)
  }

  /// The account's own records as lines of JSON, such as `{"uri":…,"cid":…,"value":…}`: kind by kind, in a server's
  /// order, oldest first.
  public var lines: [UInt8] {
    var lines: [UInt8] = []
    lines.reserveCapacity(bytes.count)
    for kind in Kind.own {
      let those = entries.filter { $0.kind == kind && !$0.isGone }.sorted {
        bytes[$0.uri].lexicographicallyPrecedes(bytes[$1.uri])
      }
      for entry in those {
        lines += Array("{\"uri\":\"".utf8) + bytes[entry.uri] + Array("\",\"cid\":\"".utf8) + bytes[entry.cid]
        lines += Array("\",\"value\":".utf8) + bytes[entry.record] + Array("}\n".utf8)
      }
    }
    return lines
  }

  /// The pictures of the account's own posts, by their CIDs, in the order of arrival.
  public var pictures: [(cid: String, type: String)] {
    var known: Set<String> = []
    return entries.flatMap { entry -> [(cid: String, type: String)] in
      guard entry.kind == .post, !entry.isGone, let record = try? JSON(parsing: bytes[entry.record]),
        let embed = record["embed"]
      else { return [] }
      return (embed["images"] ?? embed["items"] ?? embed["media"]?["images"] ?? embed["media"]?["items"])?.arrayValue?
        .compactMap { image in
          guard let cid = image["image"]?["ref"]?["$link"]?.stringValue, known.insert(cid).inserted else { return nil }
          return (cid, image["image"]?["mimeType"]?.stringValue ?? "")
        } ?? []
    }
  }

  // MARK: Equality

  public static func == (a: Archive, b: Archive) -> Bool { a.account == b.account && a.bytes == b.bytes }
  public func hash(into hasher: inout Hasher) {
    hasher.combine(account)
    hasher.combine(bytes.count)
  }
}
