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

  public var records: [StintRecord] { rows.map(\.record) }

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
