import Timeline

/// The contents of a file of stints: those that could be read, and the rows that could not, so that nothing gets lost.
public struct StintImport: Hashable, Sendable {
  /// A stint and the line on which its row begins, from 1.
  public struct Row: Hashable, Sendable {
    public let line: Int
    public internal(set) var record: StintRecord
  }

  /// A row that is no stint.
  public struct Damage: Hashable, Sendable {
    /// The line on which it begins, from 1.
    public let line: Int
    public let problem: RowProblem
    /// The file's text there: the line, or the object up to where reading went on.
    public let text: String
  }

  /// In the order of the file.
  public internal(set) var rows: [Row] = []
  public internal(set) var damaged: [Damage] = []
  /// Whether the file ends before what it began: an array that is never closed.
  public internal(set) var isCutOff = false

  init() {}

  public var records: [StintRecord] { rows.map { $0.record } }

  /// The same file as if nothing in it were rated.
  public var unrated: StintImport {
    var file = self
    for index in file.rows.indices { file.rows[index].record.rating = nil }
    return file
  }
}

extension TimerLedger {
  /// The changes that taking in `file` would make here.
  /// - Complexity: O(rows).
  public func plan(for file: StintImport) -> ImportPlan {
    var plan = ImportPlan()
    var seen: [StintID: StintRecord] = [:]
    for row in file.rows {
      let (new, id) = (row.record, row.record.id)
      guard var old = seen[id] ?? self[id] else {
        seen[id] = new
        if knows(id) { plan.undone.append(new) } else { plan.added.append(new) }
        continue
      }
      var unrated = new
      unrated.rating = old.rating
      if unrated != old {
        plan.conflicts.append(.init(line: row.line, found: new, kept: old))
      } else if new.rating == nil || new.rating == old.rating {
        plan.known += 1
      } else if old.rating == nil, let rating = new.rating {
        plan.ratings.append(.init(stint: id, rating: rating))
        old.rating = rating
      } else {
        plan.conflicts.append(.init(line: row.line, found: new, kept: old))
      }
      seen[id] = old
    }
    return plan
  }
}

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

/// Why a row of an import is not a stint.
public enum RowProblem: Error, Hashable, Sendable {
  // Of the form, CSV.
  case fieldCount(Int, expected: Int)
  /// A quoted field does not end on its line. RFC 4180 allows that, but no column can hold a line break.
  case quoteNotClosed
  /// Something stands between a closing quote and the next comma, or a quote within a field that is not quoted.
  case strayQuote

  /// The text ends in the middle of this column, which is the last one of its last line.
  case cutOff(StintColumn)

  // Of the form, JSON.
  /// The text of an object breaks off or goes wrong where this was expected.
  case syntax(expected: String)
  /// The value is not of the column's type: a number for lengths, else a string.
  case wrongType(StintColumn)
  case unknownColumn(String)
  case doubledColumn(StintColumn)
  case missing(StintColumn)

  // Of the content.
  /// A column that must have a value has none.
  case empty(StintColumn)
  /// The value cannot be read as what the column holds.
  case unreadable(StintColumn, String)
  /// The time left over is not the difference of the other two.
  case savedDoesNotFit(Duration, expected: Duration)
  /// Readable values that do not make a stint.
  case stint(StintProblem)
}
