import JSON
import Journal
import Timeline

/// One type of event in the journal, as Sources/Journal/README.md describes it.
package struct PersistedKind {
  /// The event's name in `when`, `--json` and `events`, if it appears there.
  package let name: String
  /// Former names in the journal, which are read forever.
  package var formerly: [String] = []
  /// `true` if later events of this kind override earlier ones.
  package var changes = false
  /// The devices whose events of this type count.
  package var authority = Authority.anyone
  /// The field that identifies the subject, if each subject has its own last event.
  package var key: String?
  /// The field that names the owner of the subject, if two owners may each have one of that name.
  var owner: String?
  /// The field with the subject's new name, if an event can rename it.
  var newName: String?
  /// The field that names the device that stated the fact first, if the same folder continues under another name.
  package var origin: String?
  /// The fields that hold the fields of another type of event, by name: two facts that belong together are saved in
  /// one line, of which a crash leaves all or nothing.
  package var parts: [String: String] = [:]
  /// The event's effect on the kept data, for `sync`.
  package var action = Action.adds("event")
  /// `true` if an event holds only the fields that were changed, so that several events about one subject count.
  package var isPartial = false
  /// `false` if `sync` does not report the event: each device determines it by itself.
  package var isTold = true
  /// `true` if any device can send the change to a server, so that `sync` reports which device queued it.
  package var isSent = false
  /// The field that names the account to which a sent change belongs; events without it belong to no account yet.
  package var account: String?
  /// `true` if the first event about a subject adds it, which `sync` does not report as a change.
  package var firstAdds = false
  /// `true` if an event may replace an earlier one about the same thing, which `sync` reports as a change.
  var replaces = false
  /// The effects of events with these values of the field `state`, where they differ from that of the action.
  var effects: [String: Effect] = [:]
  /// Returns the words that name the thing that an event changed or removed, for `sync`; `nil` if its noun says enough.
  /// - Parameters:
  ///   - saved: returns the payload of an event by its ID.
  ///   - before: the snapshot before the merge.
  package typealias Naming =
    @Sendable (_ payload: Journal.Payload, _ saved: (String) -> Journal.Payload?, _ before: World.Snapshot) -> String?
  package var names: Naming?
  package let summary: String
  package let fields: KeyValuePairs<String, String>
  /// The forms of the fields, which events of other devices must have.
  var forms: [String: PersistedForm] = [:]

  /// The devices whose events of a type count.
  package enum Authority: String {
    /// Every device: the history is the union of the events of all devices.
    case anyone
    /// Only the device itself, or an earlier name of its folder: what runs on it, its settings and paths on its disk.
    /// For each subject the last event counts, in the order in which the device wrote them, whatever its clock said.
    case device = "the device itself"
  }

  /// The effect of an event, with the thing's name in the singular and the plural.
  package enum Action: Hashable {
    case adds(String, String? = nil)
    case changes(String, String? = nil)
    case removes(String, String? = nil)

    package var noun: Noun {
      switch self {
      case .adds(let one, let many), .changes(let one, let many), .removes(let one, let many):
        Noun(one: one, many: many)
      }
    }
  }

  /// The way in which `sync` reports events.
  package enum Effect: Hashable { case removed, changed, published, different, queued, unassigned }

  /// The name of a thing, in the singular and the plural.
  package struct Noun: Hashable {
    package let one: String
    package let many: String?
  }

  /// Returns the effect of an event that changed something; `nil` for an event that only adds something.
  package func effect(of payload: Journal.Payload) -> Effect? {
    if let state = payload["state"]?.stringValue, let effect = effects[state] { return effect }
    return switch action {
    case .adds: replaces ? .changed : nil
    case .changes: .changed
    case .removes: .removed
    }
  }

  /// Returns the things that an event is about, of which the last event counts: one, or two for a new name.
  package func things(_ payload: Journal.Payload) -> [String] {
    let whose = owner.flatMap { payload[$0]?.stringValue }.map { "\($0)/" } ?? ""
    let family = name.prefix { $0 != "." }
    guard let key else { return [isPartial ? "\(family)" : "\(family)/\(payload.text)"] }
    let names = [payload[key]?.stringValue] + (newName.map { [payload[$0]?.stringValue] } ?? [])
    let things = names.compactMap { $0.map { "\(family)/\(whose)\($0.lowercased())" } }
    return things.isEmpty ? ["\(family)"] : things
  }

  /// Returns the subject of an event; all events about the same thing have the same subject.
  package func subject(_ field: (String) -> String?) -> String {
    let family = key == nil ? name : String(name.prefix { $0 != "." })
    let whose = owner.flatMap(field).map { "/\($0)" } ?? ""
    return "\(family)/\(key ?? "")/\(key.flatMap(field) ?? "")\(whose)"
  }
}

/// A fact on its way into the journal.
package struct PersistedFact {
  /// The source of a fact's ID.
  package enum Identity {
    /// The ID covers the whole fact: the same fact said twice is one event.
    case id(Journal.Event.ID)
    /// One of two events that reverse each other, such as a like and its end. It gets a later instant than all such
    /// events written before, whatever the clock says, and its instant is part of its ID. Its name allows undoing it.
    case turn(cause: [String], name: String?)
  }

  package let type: String
  package let identity: Identity
  package let at: Instant
  /// The local day for which the fact counts; `nil` for the day of `at`.
  package var day: Journal.LocalDay?
  package let payload: Journal.Payload
}

/// A change to the journal when the world is replaced by another version of itself.
package enum PersistedChange {
  case void(Journal.Event.ID)
  /// The fact counts again, or for the first time if it was never saved.
  case append(PersistedFact)
  case restore(Journal.Event.ID)
  /// Voids the event of this session with this name; an event of another session is reversed by its opposite.
  case takeBack(name: String, otherwise: PersistedFact)
}

/// The place where facts are kept: its device and its calendar.
package struct PersistedPlace: Sendable {
  /// The device's name.
  package let device: String
  /// The part of IDs that is unique to this program. In real sessions no two events of one device share an instant, and
  /// several shells agree on the events that they all saw. The virtual clocks of practice sessions start alike: ten
  /// sessions in one folder start ten timers at one instant.
  package let origin: String
  /// The part of IDs that is unique to this session: if two shells of one device write in one microsecond, both
  /// count.
  package let session: String
  let zone: Zone
  /// The earlier names of the folder, the latest first.
  package var earlier: [String] = []
  /// `true` for a real session: its time continues by itself, so running timers and settings outlive it.
  package let isReal: Bool

  package init(device: String, zone: Zone, isReal: Bool) {
    (self.device, self.zone, self.isReal) = (device, zone, isReal)
    session = "\(device).\(String(UInt64.random(in: 0 ... .max), radix: 36))"
    origin = isReal ? device : session
  }

  package func day(_ instant: Instant) -> Journal.LocalDay {
    Journal.LocalDay(at: instant, offset: zone.offset(at: instant))
  }
}

/// The fold of the journal's events of one part of the world.
protocol PersistedShare: Sendable {
  /// The part's types of events.
  associatedtype Name: CaseIterable & Hashable & Sendable
  init()
  static func kind(_ name: Name) -> PersistedKind
  /// Reads a saved event back, in the order of folding.
  /// - Returns: `false` if the event could not be understood.
  mutating func fold(_ name: Name, _ saved: Journal.SavedEvent) -> Bool
}

/// The share of a part that keeps nothing.
struct NoPersistence: PersistedShare {
  package enum Name: CaseIterable, Hashable, Sendable {}
  static func kind(_ name: Name) -> PersistedKind {}
  mutating func fold(_ name: Name, _ saved: Journal.SavedEvent) -> Bool {}
}
