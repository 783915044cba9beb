import JSON
import Journal
import Timers

/// The children in the journal: the family, which all devices share, and the active child, which is the device's own.
enum ChildRecords {
  static func kind(_ name: TimerJournal.Name) -> PersistedKind {
    let forms: [String: PersistedForm] = [
      "child": .line(), "name": .orNull(.line()), "with": .line(), "beside": .lines,
    ]
    return switch name {
    case .childAdded:
      PersistedKind(
        name: "child.added", changes: true, key: "child", action: .adds("child", "children"),
        summary: "a child was added, or a removed one came back",
        fields: [
          "child": "the child's permanent id", "name": "the child's name",
          "beside":
            "the ids of the other children known at that time: different children, even if they have the same name",
        ],
        forms: forms)
    case .childRenamed:
      PersistedKind(
        name: "child.renamed", changes: true, key: "child", action: .changes("child", "children"),
        names: { payload, _, before in newName(payload, before) },
        summary: "a child was renamed",
        fields: ["child": "the child's id", "name": "the new name", "beside": "as in `child.added`"], forms: forms)
    case .childRemoved:
      PersistedKind(
        name: "child.removed", changes: true, key: "child", action: .removes("child", "children"),
        names: { payload, _, before in lastName(payload, before) },
        summary: "a child was removed", fields: ["child": "the child's id"], forms: forms)
    case .childJoined:
      PersistedKind(
        name: "child.joined", changes: true, key: "child", action: .changes("child", "children"), isTold: false,
        summary:
          "two ids turned out to belong to the same child, such as a Ben whom two devices added before they synced",
        fields: ["child": "an id of the child", "with": "another id of the same child"], forms: forms)
    default:
      PersistedKind(
        name: "child.chosen", changes: true, authority: .device, summary: "another child became active on this device",
        fields: ["child": "the child's id, or null for the device's first child"])
    }
  }

  static let field: KeyValuePairs = ["child": "the child's id; absent for the device's first child"]

  /// Returns the name that a child had before a merge.
  private static func lastName(_ payload: Journal.Payload, _ before: World.Snapshot) -> String? {
    payload["child"]?.stringValue.flatMap { ChildID($0) }.flatMap { before.timers.children.entry($0)?.name }
  }

  /// Returns the words for a child's new name, if it had another one.
  static func newName(_ payload: Journal.Payload, _ before: World.Snapshot) -> String? {
    guard let old = lastName(payload, before) else { return nil }
    return payload["name"]?.stringValue.map { "the name \(old) to \($0)" } ?? "the name \(old) to none"
  }

  /// Returns the field of a child in an event: none for the device's first child.
  static func fields(_ child: ChildID?) -> [JSON.Field] {
    child.map { [.init("child", .string($0.text))] } ?? []
  }

  /// Returns the child of an event that only its own device reads.
  /// - Returns: `nil` for a damaged id; `.some(nil)` for the device's first child.
  static func child(_ payload: JSON) -> ChildID?? {
    guard let field = payload["child"], field != .null else { return .some(nil) }
    return field.stringValue.flatMap { ChildID($0) }.map { .some($0) }
  }

  /// Returns the child of an event of any device: a device that names none means its first child.
  /// - Returns: `nil` for a damaged id.
  static func child(_ payload: JSON, of device: ChildID) -> ChildID? {
    guard let field = payload["child"], field != .null else { return device }
    return field.stringValue.flatMap { ChildID($0) }
  }

  // MARK: Writing

  /// Returns the events that turn one family into another. The names of first children are in `profile.changed`.
  /// - Parameter onboarding: the new answer to the welcome; `nil` if it has not changed.
  static func changes(
    from before: ChildCatalog, to after: ChildCatalog, onboarding: Profile.Onboarding?
  ) -> [(name: TimerJournal.Name, payload: Journal.Payload)] {
    var changes: [(name: TimerJournal.Name, payload: Journal.Payload)] = []
    var answer = onboarding.map { [JSON.Field("onboarding", .string($0.rawValue))] } ?? []
    func add(_ name: TimerJournal.Name, _ id: ChildID, _ fields: [JSON.Field]) {
      if name == .profile {
        changes.append((name, Journal.Payload(fields + answer + ChildRecords.fields(id))))
        answer = []
      } else {
        changes.append((name, Journal.Payload(ChildRecords.fields(id) + fields)))
      }
    }
    // Ids that were joined have one name by that alone: a new date would give it precedence over another device's.
    let joins = after.joins.filter { before.joins[$0.key] != $0.value }.sorted { $0.key < $1.key }
    var before = before
    for (id, other) in joins { before.join(id, to: other) }
    for old in before.entries where after.entry(old.id) == nil {
      if after.removedEntry(old.id) == nil, old.id.isFirst {
        if old.name != nil { add(.profile, old.id, [.init("name", .null)]) }
      } else {
        add(.childRemoved, old.id, [])
      }
    }
    for entry in after.entries {
      let old = before.entry(entry.id)
      guard old == nil || old?.name != entry.name else { continue }
      let others = entry.beside.sorted().map { JSON.string($0.text) }
      let name =
        [JSON.Field("name", entry.name.map { .string($0) } ?? .null)]
        + (others.isEmpty ? [] : [.init("beside", .array(others))])
      if entry.id.isFirst {
        add(.profile, entry.id, name)
      } else if old == nil {
        add(.childAdded, entry.id, name)
      } else {
        add(.childRenamed, entry.id, name)
      }
    }
    if !answer.isEmpty { changes.insert((.profile, Journal.Payload(answer)), at: 0) }
    for (id, other) in joins {
      add(.childJoined, id, [.init("with", .string(other.text))])
    }
    return changes
  }

  // MARK: Reading

  /// Reads a saved event back, in the order of folding.
  /// - Returns: `false` if the event could not be understood.
  static func fold(_ name: TimerJournal.Name, _ payload: JSON, into snapshot: inout TimersSnapshot) -> Bool {
    guard let child = child(payload) else { return false }
    if name == .childChosen {
      snapshot.activeChild = child
      return true
    }
    guard let id = child else { return false }
    switch name {
    case .childRemoved:
      snapshot.children.remove(id)
      return true
    case .childJoined:
      guard let other = payload["with"]?.stringValue.flatMap({ ChildID($0) }) else { return false }
      snapshot.children.join(id, to: other)
      return true
    default:
      guard let text = payload["name"]?.stringValue else { return false }
      let others = others(payload)
      return name == .childAdded
        ? snapshot.children.add(id, name: text, beside: others)
        : snapshot.children.rename(id, to: text, beside: others)
    }
  }

  private static func others(_ payload: JSON) -> Set<ChildID> {
    Set(payload["beside"]?.arrayValue?.compactMap { $0.stringValue.flatMap { ChildID($0) } } ?? [])
  }

  /// Reads the name in `profile.changed` back. Older versions did not record the child: the first name that a device
  /// chose belongs to its own first child; a later name, or a name chosen when another was known, renames that child.
  static func foldName(_ payload: JSON, of device: ChildID, into children: inout ChildCatalog) -> Bool {
    guard let field = payload["name"] else { return true }
    let name = field.stringValue
    guard name != nil || field == .null else { return false }
    if payload["child"] != nil {
      guard let id = child(payload, of: device), id.isFirst else { return false }
      return children.add(id, name: name, beside: others(payload))
    }
    let known = children.entry(device) ?? children.removedEntry(device)
    let isOwn = known != nil || payload["onboarding"] != nil
    guard let id = isOwn ? device : children.entries.first(where: { $0.id.isFirst })?.id else {
      return name == nil || children.add(device, name: name)
    }
    return name == nil && known == nil && isOwn || children.add(id, name: name)
  }
}
