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

  /// The way it is written, for `help`.
  public var usage: String {
    switch self {
    case .where: "where CONDITION"
    case .sort: "sort [by FIELD] [desc]"
    case .select: "select FIELD…"
    case .first, .last: "\(rawValue) [N]"
    case .count: "count"
    case .sum: "sum [FIELD]"
    case .group: "group by FIELD"
    case .each: "each { … }"
    }
  }

  /// Its use, as a script that runs.
  public var example: Command.Example {
    switch self {
    case .where: .init("stories | where author == \"ana\" and story < 10", "a word is a field of the item")
    case .sort: .init("stories | sort by author desc", "the last name first")
    case .select: .init("stories | select story author", "two columns")
    case .first: .init("stories | first 3", "the newest three")
    case .last: .init("[1, 2, 3] | last", "one item")
    case .count: .init("print (stories | where author == \"ana\" | count)", "as a number")
    case .sum: .init("print (activities | sum minutes)", "one field of all items")
    case .group: .init("stories | group by author", "a key and its items")
    case .each: .init("[1, 2] | each { print $it * 10 }", "something with each item")
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
