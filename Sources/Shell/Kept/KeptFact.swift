import Journal
import Timeline

/// A fact on its way into the journal.
struct KeptFact {
  /// What makes its id.
  enum Identity {
    /// All that it says: the same thing said twice is one event.
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

/// What is to happen to the journal when the world becomes another version of itself.
enum KeptChange {
  case void(Journal.Event.ID)
  /// It counts again, or for the first time if nobody has noted it.
  case append(KeptFact)
  case restore(Journal.Event.ID)
  /// What this session wrote under this name is voided; what another one wrote is answered by its opposite.
  case takeBack(name: String, otherwise: KeptFact)
}

/// Where facts are kept: whose they are, and what its calendar says.
struct KeptPlace: Sendable {
  /// The device's name, part of many ids.
  let device: String
  let zone: Zone
  /// Whether a timer that runs outlives the session: real sessions, where time goes on by itself.
  let keepsTimer: Bool

  func day(_ instant: Instant) -> Journal.LocalDay {
    Journal.LocalDay(at: instant, offset: zone.offset(at: instant))
  }
}

/// One type of event in the journal, as Grammar.md describes it.
struct KeptKind {
  struct Field {
    let name: String
    let meaning: String
  }

  /// As `when`, `--json` and `events` call it, where it is an event of theirs.
  let name: String
  /// Names under which it was written once, which are read for ever.
  var formerly: [String] = []
  /// One of two or more of which the later one counts.
  var changes = false
  /// Only what this device wrote last counts, whatever its clock said.
  var isOwn = false
  let summary: String
  let fields: KeyValuePairs<String, String>
}

/// What the journal says of one part of the world: a fold of its events.
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
