import JSON
import Timeline

/// The answers of the practice network about notifications, in the JSON of a server.
extension PracticeView {
  /// A notification.
  struct Notice {
    let at: Instant
    let kind: NotificationItem.Kind
    let address: RecordAddress
    let cid: String
    let record: JSON
    var subject: RecordAddress?
  }

  /// The notifications of the viewer, latest first, without those of muted people and of blocks in either direction.
  var notices: [Notice] {
    let unwanted = network.mutes[viewer] ?? []
    let all = mine.flatMap { notices(about: $0) } + viaReposts + mentioned + followed
    return all.filter {
      let did = $0.address.repository
      return $0.at <= now && !isMuted($0) && did != viewer && !unwanted.contains(did)
        && subject(viewer, of: did, in: Self.block) == nil && subject(did, of: viewer, in: Self.block) == nil
    }.sorted { ($0.at, $0.address.key) > ($1.at, $1.address.key) }
  }

  /// Returns whether a notification is about a conversation that the viewer has muted.
  private func isMuted(_ notice: Notice) -> Bool {
    guard let muted = network.mutedThreads[viewer], !muted.isEmpty else { return false }
    let root = notice.record["reply"]?["root"]?["uri"]?.stringValue
    let about = notice.subject.flatMap { entry($0) }.map {
      record($0)["reply"]?["root"]?["uri"]?.stringValue ?? $0.address.description
    }
    return [root, about].contains { $0.map(muted.contains) ?? false }
  }

  private var mine: [Entry] { own.filter { $0.did == viewer } }

  private func notices(about post: Entry) -> [Notice] {
    func marks(_ kind: NotificationItem.Kind, _ collection: String) -> [Notice] {
      let rows = kind == .like ? likes(post) : reposts(post)
      return rows.map { did, at, address in
        let key = RecordKey(at, device: did).description
        let address = address ?? RecordAddress(repository: did, collection: collection, key: key)
        let record: JSON = [
          "$type": .string(collection), "subject": StrongReference(post.address, cid: post.cid).json,
          "createdAt": .string(NetworkDate.text(at)),
        ]
        return Notice(
          at: at, kind: kind, address: address, cid: "bafymark" + address.key, record: record, subject: post.address)
      }
    }
    return marks(.like, Self.like) + marks(.repost, Self.repost) + replies(post).map { written($0, .reply, post) }
      + quotes(post).map { written($0, .quote, post) }
  }

  private func written(_ post: Entry, _ kind: NotificationItem.Kind, _ subject: Entry? = nil) -> Notice {
    Notice(
      at: post.created, kind: kind, address: post.address, cid: post.cid, record: record(post),
      subject: subject?.address)
  }

  /// The likes of posts that the viewer has reposted: a third of those since the repost came through it, always the
  /// same ones.
  private var viaReposts: [Notice] {
    records(Self.repost).filter { $0.address.repository == viewer }.flatMap { address, row -> [Notice] in
      guard let post = row.value["subject"]?["uri"]?.stringValue.flatMap({ entry($0) }), post.did != viewer,
        let since = row.value["createdAt"]?.stringValue.flatMap({ NetworkDate.instant($0) })
      else { return [] }
      return likes(post).filter { like in
        like.address == nil && like.at > since && (like.did + post.address.key).fingerprint % 3 == 0
      }.map { did, at, _ in
        let key = RecordKey(at, device: did).description
        let record: JSON = [
          "$type": .string(Self.like), "subject": StrongReference(post.address, cid: post.cid).json,
          "createdAt": .string(NetworkDate.text(at)), "via": StrongReference(address, cid: row.cid).json,
        ]
        return Notice(
          at: at, kind: .likeViaRepost, address: RecordAddress(repository: did, collection: Self.like, key: key),
          cid: "bafymark" + key, record: record, subject: address)
      }
    }
  }

  /// Posts that mention the viewer but do not answer or quote the viewer's posts.
  private var mentioned: [Notice] {
    let others = own.filter { post in
      guard post.did != viewer else { return false }
      let record = record(post)
      let facets = record["facets"]?.arrayValue ?? []
      let features = facets.flatMap { $0["features"]?.arrayValue ?? [] }
      guard features.contains(where: { $0["did"] == .string(viewer) }) else { return false }
      let quoted = record["embed"]?["record"]
      let about: [JSON?] = [record["reply"]?["parent"]?["uri"], (quoted?["record"] ?? quoted)?["uri"]]
      let addresses = about.compactMap { $0?.stringValue }.compactMap { RecordAddress($0) }
      return !addresses.contains { $0.repository == viewer }
    }
    return (mentions + others).map { written($0, .mention) }
  }

  private var followed: [Notice] {
    func notice(_ address: RecordAddress, _ cid: String, _ at: Instant) -> Notice {
      let record: JSON = [
        "$type": .string(Self.follow), "subject": .string(viewer), "createdAt": .string(NetworkDate.text(at)),
      ]
      return Notice(at: at, kind: .follow, address: address, cid: cid, record: record)
    }
    let crowd = crowd.follows(viewer, until: now).map { member, at in
      notice(followAddress(member, at), "bafyfollow" + member.handle, at)
    }
    let others = records(Self.follow).filter { $0.row.value["subject"] == .string(viewer) }.compactMap {
      address, row -> Notice? in
      let at = row.value["createdAt"]?.stringValue.flatMap { NetworkDate.instant($0) }
      return at.map { notice(address, row.cid, $0) }
    }
    return crowd + others
  }

  func notifications(_ call: XRPCCall) -> XRPCAnswer {
    let reasons = Set(call.parameters.filter { $0.name == "reasons" }.map { $0.value })
    let rows = notices.filter { reasons.isEmpty || reasons.contains($0.kind.rawValue) }
    let seen = network.seen(viewer)
    guard
      case .done(.object(let fields)) = page(
        "notifications", rows, call,
        { notice in
          var fields: [JSON.Field] = [
            .init("uri", .string(notice.address.description)), .init("cid", .string(notice.cid)),
            .init("author", person(notice.address.repository)), .init("reason", .string(notice.kind.rawValue)),
            .init("record", notice.record), .init("isRead", .bool(notice.at <= seen)),
            .init("indexedAt", .string(NetworkDate.text(notice.at))), .init("labels", []),
          ]
          if let subject = notice.subject {
            fields.append(.init("reasonSubject", .string(subject.description)))
          }
          return .object(fields)
        })
    else { return Self.refusal("no page") }
    return .done(.object(fields + [.init("seenAt", .string(NetworkDate.text(seen)))]))
  }
}
