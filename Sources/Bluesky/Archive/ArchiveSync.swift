import JSON
import RichText
import Timeline

/// A reading that brings an archive up to date with a server: it says what to ask next, receives the answer, and ends
/// by itself.
///
/// A server lists the newest records of a collection first, so reading ends at the first record that the archive
/// already has. A known record that is missing among the listed ones was deleted. `com.atproto.repo.listRecords`
/// returns plain records page by page, and can resume after a fault; `com.atproto.sync.getRepo` with `since` returns
/// blocks of a tree instead, which mean nothing without all earlier blocks.
public struct ArchiveSync: Sendable {
  public private(set) var archive: Archive
  /// The number of new or changed records of each kind.
  public private(set) var new: [Archive.Kind: Int] = [:]
  /// The number of deleted records.
  public private(set) var gone = 0
  /// The number of values in answers that could not be used.
  public private(set) var omitted = 0
  /// `true` if a server's pages did not lead on: then records may be missing.
  public private(set) var isBroken = false
  /// `true` if all records are compared, not only those newer than the archive's.
  private let isWhole: Bool
  private var kinds = Archive.Kind.own
  private var walk: Walk?
  /// The liked posts whose texts are still to be read, and when each was liked.
  private var wanted: [(uri: String, at: Int64)]?

  /// The state of reading one collection.
  private struct Walk: Sendable {
    let before: ArchivePosition
    /// The keys that the archive had before, sorted.
    let known: [String]
    /// The part of the collection read so far; its newest key is `top`.
    var part: ArchivePosition.Part?
    /// The key just above the next page; `nil` before the first page and when it is unknown.
    var above: String?
    var isFirst = true
    /// `true` if reading continues where an earlier one stopped.
    var isResumed = false
    var cursors: Set<String> = []
  }

  /// The maximum number of records on a server's page.
  private static let pageLimit = 100

  /// - Parameter isWhole: whether all records are compared, including those that were read before.
  public init(_ archive: Archive, isWhole: Bool) {
    (self.archive, self.isWhole) = (archive, isWhole)
    begin()
  }

  private mutating func begin() {
    guard let kind = kinds.first else {
      walk = nil
      wanted = missingPosts()
      return
    }
    walk = Walk(before: archive.place(kind), known: archive.keys(kind))
  }

  /// The next call; `nil` at the end.
  public var next: XRPCCall? {
    if let kind = kinds.first, let collection = kind.collection, let walk {
      return .listRecords(
        of: archive.account, collection, limit: Self.pageLimit, cursor: walk.part?.cursor)
    }
    guard let wanted, !wanted.isEmpty else { return nil }
    return PostView.call(wanted.prefix(PostView.callLimit).compactMap { RecordAddress($0.uri) })
  }

  /// Processes an answer.
  /// - Returns: `true` if it was a valid answer to the last call.
  public mutating func receive(_ json: JSON) -> Bool {
    if let kind = kinds.first { return receive(page: json, of: kind) }
    return receive(posts: json)
  }

  /// Starts the collection again if the server no longer knows the cursor at which an earlier reading stopped.
  /// - Returns: `true` if starting again may help.
  public mutating func forgetPlace() -> Bool {
    guard let kind = kinds.first, walk?.isResumed == true || walk?.part != nil else { return false }
    archive.note(ArchivePosition(kind, through: archive.place(kind).through))
    begin()
    return true
  }

  // MARK: A page

  private struct Row {
    let key: String
    let uri: String
    let cid: String
    let value: JSON
  }

  private mutating func receive(page json: JSON, of kind: Archive.Kind) -> Bool {
    guard var walk, let items = json["records"]?.arrayValue else { return false }
    let rows = items.compactMap { row($0, of: kind) }
    omitted += items.count - rows.count
    let keys = rows.map { $0.key }
    let isInOrder =
      zip(keys, keys.dropFirst()).allSatisfy { $0 > $1 } && (walk.above.map { $0 > keys.first ?? "" } ?? true)
    for row in rows where !archive.isThere(kind, row.uri, cid: row.cid) { put(row, kind) }
    let cursor = json["cursor"]?.stringValue
    if isInOrder, rows.count == items.count, walk.isFirst || walk.above != nil {
      removeMissing(kind, between: cursor == nil ? nil : keys.last, walk.above, except: Set(keys), walk.known)
    }
    walk.isFirst = false
    guard let cursor else {
      finish(kind, walk, top: walk.part?.top ?? keys.first)
      return true
    }
    guard let low = keys.last, walk.cursors.insert(cursor).inserted else {
      isBroken = true
      kinds.removeFirst()
      begin()
      return true
    }
    let part = ArchivePosition.Part(top: walk.part?.top ?? keys[0], low: low, cursor: cursor)
    if !isWhole, let through = walk.before.through, low <= through {
      finish(kind, walk, top: part.top)
      return true
    }
    walk.part = part
    walk.above = low
    // An earlier reading continued from here and stopped further down.
    if !isWhole, !walk.isResumed, let rest = walk.before.part, low <= rest.top {
      walk.part = ArchivePosition.Part(
        top: part.top, low: min(low, rest.low), cursor: low < rest.low ? cursor : rest.cursor)
      walk.above = walk.part?.low
      walk.isResumed = true
    }
    archive.note(ArchivePosition(kind, through: walk.before.through, part: walk.part))
    self.walk = walk
    return true
  }

  private func row(_ json: JSON, of kind: Archive.Kind) -> Row? {
    guard let reference = StrongReference(json), reference.address.repository == archive.account,
      reference.address.collection == kind.collection, isPlain(reference.cid), let value = json["value"], value.isObject
    else { return nil }
    return Row(
      key: reference.address.key, uri: reference.address.description, cid: reference.cid, value: value)
  }

  /// Returns whether a text needs no escapes in JSON.
  private func isPlain(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
  }

  private mutating func put(_ row: Row, _ kind: Archive.Kind) {
    let at = row.value["createdAt"]?.stringValue.flatMap { NetworkDate.instant($0) }?.microseconds ?? 0
    let words: [UInt8]
    if kind == .post {
      words = SearchText.folded(SearchText.words(of: row.value).joined(separator: " "))
    } else {
      let subject = row.value["subject"]?["uri"]?.stringValue ?? row.value["subject"]?.stringValue ?? ""
      words = isPlain(subject) ? Array(subject.utf8) : []
    }
    archive.put(kind, uri: row.uri, cid: row.cid, at: at, words: words, row.value)
    new[kind, default: 0] += 1
  }

  /// Removes the known records between two keys that the server no longer lists.
  private mutating func removeMissing(
    _ kind: Archive.Kind, between low: String?, _ above: String?, except keys: Set<String>, _ known: [String]
  ) {
    guard let collection = kind.collection else { return }
    var unliked: [String] = []
    for key in known[..<Self.place(of: above, in: known)].reversed() {
      if let low, key < low { break }
      if keys.contains(key) { continue }
      let uri = "at://\(archive.account)/\(collection)/\(key)"
      let subject = kind == .like ? archive.subject(kind, uri) : nil
      archive.remove(kind, uri: uri)
      gone += 1
      if let subject { unliked.append(subject) }
    }
    if unliked.isEmpty { return }
    let liked = Set(archive.subjects(.like).map { $0.subject })
    for subject in unliked where !liked.contains(subject) { archive.remove(.liked, uri: subject) }
  }

  /// Returns the number of sorted keys that are smaller than a key; all of them if the key is `nil`.
  private static func place(of key: String?, in known: [String]) -> Int {
    guard let key else { return known.count }
    var (low, high) = (0, known.count)
    while low < high {
      let middle = (low + high) / 2
      if known[middle] < key { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private mutating func finish(_ kind: Archive.Kind, _ walk: Walk, top: String?) {
    // An empty key is older than all others: it notes that nothing is there.
    archive.note(ArchivePosition(kind, through: max(top ?? "", walk.before.through ?? "")))
    kinds.removeFirst()
    begin()
  }

  // MARK: Liked posts

  private func missingPosts() -> [(uri: String, at: Int64)] {
    var known: Set<String> = []
    return archive.subjects(.like).reversed().compactMap { subject, at in
      guard RecordAddress(subject)?.collection == RecordAddress.posts, known.insert(subject).inserted,
        !archive.isThere(.liked, subject)
      else { return nil }
      return (subject, at)
    }
  }

  private mutating func receive(posts json: JSON) -> Bool {
    guard let views = json["posts"]?.arrayValue, let asked = wanted?.prefix(PostView.callLimit) else { return false }
    var found: [String: JSON] = [:]
    for view in views {
      if let uri = view["uri"]?.stringValue { found[uri] = view } else { omitted += 1 }
    }
    for (uri, at) in asked {
      // A deleted post is noted as well, so that it is not requested each time.
      let view = found[uri]
      let cid = view?["cid"]?.stringValue ?? ""
      let words = view.map { SearchText.folded(SearchText.words(ofView: $0).joined(separator: " ")) } ?? []
      archive.put(.liked, uri: uri, cid: isPlain(cid) ? cid : "", at: at, words: words, view ?? .null)
      new[.liked, default: 0] += 1
    }
    wanted?.removeFirst(asked.count)
    return true
  }
}

extension XRPCCall {
  /// Returns the call for a page of a collection, newest records first.
  public static func listRecords(
    of repository: String, _ collection: String, limit: Int, cursor: String?
  ) -> XRPCCall {
    XRPCCall(
      query: "com.atproto.repo.listRecords",
      [("repo", repository), ("collection", collection), ("limit", String(limit)), ("cursor", cursor)], by: .account)
  }

  /// Returns the call for a whole repository as a file of content-addressed blocks (CAR).
  public static func getRepo(_ did: String) -> XRPCCall { XRPCCall(query: "com.atproto.sync.getRepo", ["did": did]) }

  /// Returns the call for the bytes of a picture.
  public static func getBlob(_ did: String, _ cid: String) -> XRPCCall {
    XRPCCall(query: "com.atproto.sync.getBlob", ["did": did, "cid": cid])
  }
}
