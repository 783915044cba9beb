import JSON
import Journal
import Timers

/// The children in the journal: the family, which all devices share, and the active child, which is the device's own.
enum ChildRecords {
  static func kind(_ name: TimerJournal.Name) -> PersistedKind {
    let forms: [String: PersistedForm] = ["child": .line(), "name": .line()]
    return switch name {
    case .childAdded:
      PersistedKind(
        name: "child.added", changes: true, key: "child", action: .adds("child", "children"),
        summary: "a child was added", fields: ["child": "the child's permanent id", "name": "the child's name"],
        forms: forms)
    case .childRenamed:
      PersistedKind(
        name: "child.renamed", changes: true, key: "child", action: .changes("child", "children"),
        summary: "a child was renamed", fields: ["child": "the child's id", "name": "the new name"], forms: forms)
    case .childRemoved:
      PersistedKind(
        name: "child.removed", changes: true, key: "child", action: .removes("child", "children"),
        summary: "a child was removed", fields: ["child": "the child's id"], forms: forms)
    default:
      PersistedKind(
        name: "child.chosen", changes: true, authority: .device, summary: "another child is active on this device",
        fields: ["child": "the child's id, or null for the first child"])
    }
  }

  static let field: KeyValuePairs = ["child": "the child's id; absent for the first child"]

  /// Returns the field of a child in an event: none for the first child.
  static func fields(_ child: ChildID?) -> [JSON.Field] {
    child.map { [.init("child", .string($0.text))] } ?? []
  }

  /// Returns the child of an event.
  /// - Returns: `nil` for a damaged id; `.some(nil)` for the first child.
  static func child(_ payload: JSON) -> ChildID?? {
    guard let field = payload["child"], field != .null else { return .some(nil) }
    return field.stringValue.flatMap { ChildID($0) }.map { .some($0) }
  }

  /// Returns the events that turn one family into another.
  static func changes(
    from before: ChildCatalog, to after: ChildCatalog
  ) -> [(name: TimerJournal.Name, payload: Journal.Payload)] {
    func payload(_ entry: ChildCatalog.Entry) -> Journal.Payload {
      ["child": .string(entry.id.text), "name": .string(entry.name)]
    }
    return before.entries.filter { old in !after.entries.contains { $0.id == old.id } }
      .map { (.childRemoved, ["child": .string($0.id.text)]) }
      + after.entries.compactMap { entry in
        guard let old = before.entries.first(where: { $0.id == entry.id }) else { return (.childAdded, payload(entry)) }
        return old.name == entry.name ? nil : (.childRenamed, payload(entry))
      }
  }

  /// Reads a saved event back, in the order of folding.
  /// - Returns: `false` if the event could not be understood.
  static func fold(_ name: TimerJournal.Name, _ payload: JSON, into snapshot: inout TimersSnapshot) -> Bool {
    guard let child = child(payload) else { return false }
    if name == .childChosen {
      snapshot.activeChild = child
      return true
    }
    guard let id = child else { return false }
    if name == .childRemoved {
      snapshot.children.remove(id)
      return true
    }
    return payload["name"]?.stringValue.map { snapshot.children.put(id, name: $0) } ?? false
  }
}
