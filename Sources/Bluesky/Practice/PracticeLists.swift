import JSON
import Timeline

/// The answers of the practice network about lists of people, in the JSON of a server.
extension PracticeView {
  typealias ListRow = (address: RecordAddress, row: PracticeNetwork.Row)

  /// Returns an existing list.
  func list(_ uri: String?) -> ListRow? {
    uri.flatMap { RecordAddress($0) }.flatMap { address in
      guard address.collection == RecordAddress.lists else { return nil }
      if address == Self.packList {
        return (address, PracticeNetwork.Row(cid: "bafypacklist", value: Self.packListRecord))
      }
      return network.records[address.description].map { (address, $0) }
    }
  }

  // MARK: The starter pack

  private static let packMaker = PracticeNetwork.did(ofMember: "ana.test")
  private static let pack = RecordAddress(
    repository: packMaker, collection: RecordAddress.starterPacks, key: "harbour")
  private static let packList = RecordAddress(repository: packMaker, collection: RecordAddress.lists, key: "harbour")
  private static let packMembers = ["emil.test", "cleo.test", "june.test", "ivo.test"]
  private static let packSince = "2026-01-01T08:00:00.000Z"
  private static let packListRecord: JSON = [
    "$type": .string(RecordAddress.lists), "name": "Harbour people", "createdAt": .string(packSince),
    "purpose": .string(PeopleList.Purpose.starterPack.rawValue),
  ]

  func starterPacks(_ call: XRPCCall) -> XRPCAnswer {
    if call.method.hasSuffix("getActorStarterPacks") {
      guard let did = existingAccount(call["actor"]) else { return Self.refusal("Profile not found") }
      return page("starterPacks", did == Self.packMaker ? [Self.pack] : [], call) { _ in packView(isWhole: false) }
    }
    guard let address = call["starterPack"].flatMap({ RecordAddress($0) }),
      address.collection == RecordAddress.starterPacks, address.key == Self.pack.key,
      PracticeNetwork.resolve(address.repository) == Self.packMaker
    else { return Self.refusal("Starter pack not found") }
    return .done(["starterPack": packView(isWhole: true)])
  }

  private func packView(isWhole: Bool) -> JSON {
    let feeds = ["media", "hot"]
    var fields: [JSON.Field] = [
      .init("uri", .string(Self.pack.description)), .init("cid", "bafypack"), .init("creator", person(Self.packMaker)),
      .init(
        "record",
        [
          "$type": .string(RecordAddress.starterPacks), "name": "Harbour people",
          "description": "Who to read by the sea", "list": .string(Self.packList.description),
          "feeds": .array(feeds.map { ["uri": .string(Self.feedAddress($0).description)] }),
          "createdAt": .string(Self.packSince),
        ]), .init("joinedAllTimeCount", 12), .init("indexedAt", .string(Self.packSince)),
    ]
    if isWhole {
      fields += [
        .init("list", list(Self.packList.description).map { view($0) } ?? .null),
        .init("feeds", .array(Self.feeds.filter { feeds.contains($0.key) }.map { feedView($0) })),
      ]
    } else {
      fields.append(.init("listItemCount", .integer(Int64(Self.packMembers.count))))
    }
    return .object(fields)
  }

  /// Returns the members of a list and the records of their memberships, the latest first. Only the list's own author
  /// adds members.
  func members(of list: RecordAddress) -> [(did: String, item: RecordAddress)] {
    if list == Self.packList {
      return Self.packMembers.map { handle in
        (
          PracticeNetwork.did(ofMember: handle),
          RecordAddress(
            repository: Self.packMaker, collection: PeopleList.items, key: String(handle.prefix { $0 != "." }))
        )
      }
    }
    return records(PeopleList.items).filter {
      $0.address.repository == list.repository && $0.row.value["list"] == .string(list.description)
    }.compactMap { address, row in
      row.value["subject"]?.stringValue.map {
        (created: row.value["createdAt"]?.stringValue ?? "", did: $0, item: address)
      }
    }.sorted { ($0.created, $0.did) > ($1.created, $1.did) }.map { ($0.did, $0.item) }
  }

  /// Returns whether a person is on a list that the viewer mutes, and on one that the viewer blocks.
  func treatmentByList(_ did: String) -> (isMuted: Bool, isBlocked: Bool) {
    if viewer.isEmpty { return (false, false) }
    func isOn(_ list: String) -> Bool {
      RecordAddress(list).map { members(of: $0).contains { $0.did == did } } ?? false
    }
    let blocked = records(PeopleList.blocks).filter { $0.address.repository == viewer }
    return (
      network.mutedLists[viewer]?.contains(where: isOn) == true,
      blocked.contains { $0.row.value["subject"]?.stringValue.map(isOn) == true }
    )
  }

  /// The DIDs of all people whom the viewer mutes, individually or by a list.
  var mutedPeople: Set<String> {
    let lists = (network.mutedLists[viewer] ?? []).compactMap { RecordAddress($0) }
    return (network.mutes[viewer] ?? []).union(lists.flatMap { members(of: $0).map { $0.did } })
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
    let address = list.address.description
    let blocking = subject(viewer, of: address, in: PeopleList.blocks).map {
      [JSON.Field("blocked", .string($0.description))]
    }
    let muted = JSON.Field("muted", .bool(network.mutedLists[viewer]?.contains(address) == true))
    if !viewer.isEmpty { fields.append(.init("viewer", .object([muted] + (blocking ?? [])))) }
    if let about = list.row.value["description"] { fields.append(.init("description", about)) }
    return .object(fields)
  }
}
