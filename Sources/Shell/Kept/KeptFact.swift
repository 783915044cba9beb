import Journal
import Timeline

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
