import Timeline

/// The contents of a file of sessions: the sessions that could be read, and the rows that could not, so that nothing is
/// lost.
public struct TimerSessionImport: Hashable, Sendable {
  /// A session and the line on which its row begins, from 1.
  public struct Row: Hashable, Sendable {
    public let line: Int
    public internal(set) var record: TimerSessionRecord
    /// The name of the child in the file; empty for the first child in files of older versions.
    public internal(set) var child = ""
  }

  /// A row that is not a valid session.
  public struct Damage: Hashable, Sendable {
    /// The line on which the row begins, from 1.
    public let line: Int
    public let problem: RowProblem
    /// The text of the row in the file: the line, or the object up to the point where reading continued.
    public let text: String
  }

  /// The sessions in the order of the file.
  public internal(set) var rows: [Row] = []
  public internal(set) var damaged: [Damage] = []
  /// `true` if the file ends inside an array that is never closed.
  public internal(set) var isCutOff = false
  /// `true` if the file has a column for children.
  public internal(set) var namesChildren = false

  init() {}

  public var records: [TimerSessionRecord] { rows.map { $0.record } }

  /// Returns a copy of the file in which the sessions that end after an instant are damaged rows.
  /// - Complexity: O(rows).
  public func ended(by instant: Instant) -> TimerSessionImport {
    var file = self
    file.rows.removeAll { $0.record.ended > instant }
    let late = rows.filter { $0.record.ended > instant }
      .map { Damage(line: $0.line, problem: .endsInFuture($0.record.ended), text: "") }
    if !late.isEmpty { file.damaged = (file.damaged + late).sorted { $0.line < $1.line } }
    return file
  }

  /// Returns a copy of the file in which each session belongs to the child that `child` returns for the name in the file.
  public func assigned(_ child: (String) -> ChildID?) -> TimerSessionImport {
    var file = self
    for index in file.rows.indices { file.rows[index].record.child = child(file.rows[index].child) }
    return file
  }

  /// Returns a copy of the file without one timer session.
  public func without(_ id: TimerSessionID) -> TimerSessionImport {
    var file = self
    file.rows.removeAll { $0.record.id == id }
    return file
  }

  /// A copy of the file without ratings.
  public var unrated: TimerSessionImport {
    var file = self
    for index in file.rows.indices { file.rows[index].record.rating = nil }
    return file
  }
}

extension TimerLedger {
  /// Returns the changes that importing `file` would make to this ledger.
  /// - Complexity: O(rows).
  public func plan(for file: TimerSessionImport) -> ImportPlan {
    var plan = ImportPlan()
    var seen: [TimerSessionID: TimerSessionRecord] = [:]
    for row in file.rows {
      var new = row.record
      if new.id.isShared { new.id = freeID(of: new, seen) }
      let id = new.id
      guard var old = seen[id] ?? self[id] else {
        seen[id] = new
        if knows(id) { plan.undone.append(new) } else { plan.added.append(new) }
        continue
      }
      var unrated = new
      // A session that was moved to another child since stays there.
      (unrated.rating, unrated.child) = (old.rating, old.child)
      if unrated != old {
        plan.conflicts.append(.init(line: row.line, found: new, kept: old))
      } else if new.rating == nil || new.rating == old.rating {
        plan.known += 1
      } else if old.rating == nil, let rating = new.rating {
        plan.ratings.append(.init(timerSession: id, rating: rating))
        old.rating = rating
      } else {
        plan.conflicts.append(.init(line: row.line, found: new, kept: old))
      }
      seen[id] = old
    }
    return plan
  }

  /// Returns the id of a session from a practice session that saved nothing. Each practice session gives its first
  /// timer the same id. If the id belongs to another session, this session is imported with the next number.
  private func freeID(of new: TimerSessionRecord, _ seen: [TimerSessionID: TimerSessionRecord]) -> TimerSessionID {
    var (id, ordinal) = (new.id, 0)
    while let old = seen[id] ?? self[id], !old.isSame(as: new) {
      ordinal += 1
      guard let next = TimerSessionID("\(new.id).\(ordinal)") else { break }
      id = next
    }
    return id
  }
}

extension TimerSessionRecord {
  /// Returns whether two records describe the same session, whatever its rating and id.
  fileprivate func isSame(as other: TimerSessionRecord) -> Bool {
    var other = other
    (other.rating, other.id, other.child) = (rating, id, child)
    return self == other
  }
}

extension TimerSessionID {
  /// `true` if several sessions may have this id: practice sessions that save nothing start at the same instant.
  fileprivate var isShared: Bool { text.utf8.starts(with: "practice/".utf8) }
}

/// The changes that an import would make to a ledger. Importing the same file a second time changes nothing: an
/// import is idempotent by id.
public struct ImportPlan: Hashable, Sendable {
  public struct NewRating: Hashable, Sendable {
    public let timerSession: TimerSessionID
    public let rating: Rating
  }

  /// A row that differs from the session stored under the same id; the stored session is kept.
  public struct Conflict: Hashable, Sendable {
    public let line: Int
    public let found: TimerSessionRecord
    public let kept: TimerSessionRecord

    /// `true` if the row is the stored session with another rating.
    public var isOnlyRating: Bool { kept.isSame(as: found) }
  }

  /// Sessions that are new to the ledger, to be saved with their ratings.
  public internal(set) var added: [TimerSessionRecord] = []
  /// New ratings of sessions without one.
  public internal(set) var ratings: [NewRating] = []
  /// Sessions that were undone; saving them again is a redo, under a new event id.
  public internal(set) var undone: [TimerSessionRecord] = []
  /// The number of rows that repeat a stored session or an earlier row of the file.
  public internal(set) var known = 0
  public internal(set) var conflicts: [Conflict] = []

  /// The number of ratings in the import.
  public var ratingCount: Int { ratings.count + (added + undone).count { $0.rating != nil } }
}

/// The reason why a row of an import is not a session.
public enum RowProblem: Error, Hashable, Sendable {
  // Problems of the CSV form.
  case fieldCount(Int, expected: Int)
  /// A quoted field does not end on its line. RFC 4180 allows that, but no column can hold a line break.
  case quoteNotClosed
  /// There is text between a closing quote and the next comma, or a quote within an unquoted field.
  case strayQuote

  /// The text ends in the middle of this column, the last column of the last line.
  case cutOff(TimerSessionColumn)

  // Problems of the JSON form.
  /// The text of an object ends or is malformed where this was expected.
  case syntax(expected: String)
  /// The value does not have the column's type: a number for lengths, otherwise a string.
  case wrongType(TimerSessionColumn)
  case unknownColumn(String)
  case doubledColumn(TimerSessionColumn)
  case missing(TimerSessionColumn)

  // Problems of the content.
  /// A required column is empty.
  case empty(TimerSessionColumn)
  /// The value is not valid for the column.
  case unreadable(TimerSessionColumn, String)
  /// The saved time is not the difference between the allocated and the actual time.
  case savedDoesNotFit(Duration, expected: Duration)
  /// The session ends after the present, at this instant: a wrong clock wrote it, or reads it.
  case endsInFuture(Instant)
  /// The values are readable but do not make a valid session.
  case timerSession(TimerSessionProblem)
}
