/// The words that begin a step of a pipeline; functions and definitions may, too.
public enum StageWord: String, CaseIterable, Sendable {
  case `where` = "where"
  case sort, select, first, last, count, sum, group, each

  /// Its effect, in one line.
  public var summary: String {
    switch self {
    case .where: "keeps the items for which a condition holds"
    case .sort: "puts the items in order: sort by FIELD, desc for the largest first"
    case .select: "keeps these fields of each record"
    case .first: "the first item, or the first N"
    case .last: "the last item, or the last N"
    case .count: "how many items there are"
    case .sum: "adds the items up, or one field of them"
    case .group: "a list of groups: group by FIELD"
    case .each: "runs a block for each item, which is $it"
    }
  }

  /// Words that are reserved in what follows.
  var partners: [String] {
    switch self {
    case .sort: ["by", "desc", "descending"]
    case .group: ["by"]
    default: []
    }
  }
}
