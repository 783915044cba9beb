import Journal
import Timeline

/// One type of event in the journal, as Grammar.md describes it.
struct KeptKind {
  /// As `when`, `--json` and `events` call it, where it is an event of theirs.
  let name: String
  /// Names under which it was written once, which are read for ever.
  var formerly: [String] = []
  /// One of two or more of which the later one counts.
  var changes = false
  /// Who may say it.
  var sayer = Sayer.anyone
  /// The field that says what it is about, where each of these has a last event of its own.
  var key: String?
  /// The field that names the device of which it was said first, where the same folder continues it under another name.
  var origin: String?
  /// What it does to what is kept, for `sync`.
  var deed = Deed.adds("event")
  /// `true` if it is sent to a server by whichever device can, so that `sync` tells who said it.
  var isSent = false
  let summary: String
  let fields: KeyValuePairs<String, String>
  /// The forms of the fields, by which events of other devices are judged.
  var forms: [String: KeptForm] = [:]

  /// The devices whose events of a type count.
  enum Sayer: String {
    /// Every device: what people did is the union of what all devices say.
    case anyone
    /// Only the device itself, or an earlier name of its folder: what runs on it, how it is set up and paths on its disk. Of
    /// each thing the last event holds, in the order in which the device wrote them, whatever its clock said.
    case device = "the device itself"
  }

  /// What an event does, with the thing in the singular and the plural.
  enum Deed: Hashable {
    case adds(String, String? = nil)
    case changes(String, String? = nil)
    case removes(String, String? = nil)
  }

  /// What an event is about, so that all events about the same thing have the same subject.
  func subject(_ field: (String) -> String?) -> String {
    let family = key == nil ? name : String(name.prefix { $0 != "." })
    return "\(family)/\(key ?? "")/\(key.flatMap(field) ?? "")"
  }
}

/// A fact on its way into the journal.
struct KeptFact {
  /// The source of its id.
  enum Identity {
    /// It is all that the fact says: the same thing said twice is one event.
    case id(Journal.Event.ID)
    /// One of two that take each other back, such as a like and its end: it comes after all of its kind that were
    /// written before, whatever the clock says, and its instant belongs to its id. Under the name it can be taken back.
    case turn(cause: [String], name: String?)
  }

  let type: String
  let identity: Identity
  let at: Instant
  /// The local day for which it counts; `nil` for the day of `at`.
  var day: Journal.LocalDay?
  let payload: Journal.Payload
}

/// A change to the journal when the world becomes another version of itself.
enum KeptChange {
  case void(Journal.Event.ID)
  /// It counts again, or for the first time if nobody has noted it.
  case append(KeptFact)
  case restore(Journal.Event.ID)
  /// What this session wrote under this name is voided; what another one wrote is answered by its opposite.
  case takeBack(name: String, otherwise: KeptFact)
}

/// The place where facts are kept: its device, and what its calendar says.
struct KeptPlace: Sendable {
  /// The device's name.
  let device: String
  /// What makes ids this program's own. In real sessions no two things happen at one instant of one device, and several
  /// shells agree on what they saw together. The virtual clocks of practice sessions begin alike: ten of them on one folder
  /// start ten timers at one instant.
  let origin: String
  /// What makes ids this very session's: of what two shells of one device write at one microsecond, each counts.
  let session: String
  let zone: Zone
  /// Whether it is a real session's, which a timer that runs outlives, as time goes on by itself, and settings do.
  let isReal: Bool

  init(device: String, zone: Zone, isReal: Bool) {
    (self.device, self.zone, self.isReal) = (device, zone, isReal)
    session = "\(device).\(String(UInt64.random(in: 0 ... .max), radix: 36))"
    origin = isReal ? device : session
  }

  func day(_ instant: Instant) -> Journal.LocalDay {
    Journal.LocalDay(at: instant, offset: zone.offset(at: instant))
  }
}

/// The fold of what the journal says of one part of the world.
protocol KeptShare: Sendable {
  /// Its types of events.
  associatedtype Name: CaseIterable & Hashable & Sendable
  init()
  static func kind(_ name: Name) -> KeptKind
  /// Takes an event in, in the order of folding.
  /// - Returns: whether it could be understood.
  mutating func take(_ name: Name, _ saved: Journal.SavedEvent) -> Bool
}

/// The share of a part of which nothing is kept.
struct NothingKept: KeptShare {
  enum Name: CaseIterable, Hashable, Sendable {}
  static func kind(_ name: Name) -> KeptKind {}
  mutating func take(_ name: Name, _ saved: Journal.SavedEvent) -> Bool {}
}
