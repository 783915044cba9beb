import JSON
import Timeline

/// The repositories of the practice network, in the JSON of a server.
extension PracticeView {
  /// A page of a collection, the newest records first.
  func repository(_ call: XRPCCall) -> XRPCAnswer {
    guard let did = PracticeNetwork.resolve(call["repo"] ?? ""), let collection = call["collection"] else {
      return Self.refusal("Could not find repo: \(call["repo"] ?? "")")
    }
    let rows = rows(of: did, collection).sorted { $0.address.key > $1.address.key }
    let rest = rows.drop { row in call["cursor"].map { row.address.key >= $0 } ?? false }
    let limit = min(max(1, call["limit"].flatMap { Int($0) } ?? 50), 100)
    let page = rest.prefix(limit)
    var fields: [JSON.Field] = [
      .init(
        "records",
        .array(
          page.map { address, cid, value in
            ["uri": .string(address.description), "cid": .string(cid), "value": value]
          }))
    ]
    // By the last key, so that what is written or deleted meanwhile moves nothing.
    if rest.count > limit, let last = page.last { fields.append(.init("cursor", .string(last.address.key))) }
    return .done(.object(fields))
  }

  private func rows(of did: String, _ collection: String) -> [(address: RecordAddress, cid: String, value: JSON)] {
    switch collection {
    case RecordAddress.posts: all.filter { $0.did == did }.map { ($0.address, $0.cid, record($0)) }
    case Self.follow:
      follows(of: did).map { subject, address in
        if let row = network.records[address.description] { return (address, row.cid, row.value) }
        let since = RecordKey(address.key).map { Instant(microseconds: Int64($0.value >> 10)) } ?? crowd.start
        let value: JSON = [
          "$type": .string(collection), "subject": .string(subject), "createdAt": .string(NetworkDate.text(since)),
        ]
        return (address, "bafyfollow" + address.key, value)
      }
    default: records(collection).filter { $0.address.repository == did }.map { ($0.address, $0.row.cid, $0.row.value) }
    }
  }
}
