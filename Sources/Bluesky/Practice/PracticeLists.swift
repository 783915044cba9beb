import JSON
import Timeline

/// The answers of the practice network about lists of people, in the JSON of a server.
extension PracticeView {
  typealias ListRow = (address: RecordAddress, row: PracticeNetwork.Row)

  /// Returns an existing list.
  func list(_ uri: String?) -> ListRow? {
    uri.flatMap { RecordAddress($0) }.flatMap { address in
      guard address.collection == RecordAddress.lists else { return nil }
      return network.records[address.description].map { (address, $0) }
    }
  }

  /// Returns the members of a list and the records of their memberships, the latest first. Only the list's own author
  /// adds members.
  func members(of list: RecordAddress) -> [(did: String, item: RecordAddress)] {
    records(PeopleList.items).filter {
      $0.address.repository == list.repository && $0.row.value["list"] == .string(list.description)
    }.compactMap { address, row in
      row.value["subject"]?.stringValue.map {
        (created: row.value["createdAt"]?.stringValue ?? "", did: $0, item: address)
      }
    }.sorted { ($0.created, $0.did) > ($1.created, $1.did) }.map { ($0.did, $0.item) }
  }

  func lists(_ call: XRPCCall) -> XRPCAnswer {
    if call.method.hasSuffix("getList") {
      guard let list = list(call["list"]) else { return Self.refusal("List not found") }
      let answer = page("items", members(of: list.address), call) { member in
        ["uri": .string(member.item.description), "subject": person(member.did)]
      }
      guard case .done(.object(let fields)) = answer else { return answer }
      return .done(.object(fields + [.init("list", view(list))]))
    }
    guard let did = existingAccount(call["actor"]) else { return Self.refusal("Profile not found") }
    let lists = records(RecordAddress.lists).filter { $0.address.repository == did }.reversed()
    return page("lists", Array(lists), call) { view($0) }
  }

  private func view(_ list: ListRow) -> JSON {
    var fields: [JSON.Field] = [
      .init("uri", .string(list.address.description)), .init("cid", .string(list.row.cid)),
      .init("creator", person(list.address.repository)), .init("name", list.row.value["name"] ?? ""),
      .init("purpose", list.row.value["purpose"] ?? ""),
      .init("listItemCount", .integer(Int64(members(of: list.address).count))),
      .init("indexedAt", list.row.value["createdAt"] ?? ""),
    ]
    if let about = list.row.value["description"] { fields.append(.init("description", about)) }
    return .object(fields)
  }
}
