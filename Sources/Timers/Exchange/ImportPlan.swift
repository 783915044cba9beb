/// The changes that an import would make in a ledger. Doing it and planning again changes nothing: an import is
/// idempotent by id.
public struct ImportPlan: Hashable, Sendable {
  public struct NewRating: Hashable, Sendable {
    public let stint: StintID
    public let rating: Rating
  }

  /// A row that says something else than what is there under the same id; what is there stays.
  public struct Conflict: Hashable, Sendable {
    public let line: Int
    public let found: StintRecord
    public let kept: StintRecord
  }

  /// Stints that the ledger does not know, to be saved with the ratings that they bring.
  public internal(set) var added: [StintRecord] = []
  /// Ratings for stints that wait for one.
  public internal(set) var ratings: [NewRating] = []
  /// Stints that were undone; saving them again is a redo, under a new event id.
  public internal(set) var undone: [StintRecord] = []
  /// Rows that say what is known already, also from further up in the file.
  public internal(set) var known = 0
  public internal(set) var conflicts: [Conflict] = []

  /// How many ratings come in.
  public var ratingCount: Int { ratings.count + (added + undone).count { $0.rating != nil } }
}
