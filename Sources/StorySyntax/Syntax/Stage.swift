/// One step of a pipeline, after its `|`.
public struct Stage: Sendable {
  public enum Kind: Sendable {
    case whereTrue(Expression)
    /// Sorts by keys, the most significant key first; without keys by the items themselves.
    case sort(by: [SortKey], descending: Bool)
    case select([Name])
    case first(Expression?)
    case last(Expression?)
    case count
    case sum(Expression?)
    case group(by: Expression)
    /// The item with the largest or smallest key, or the first item for each key.
    case pick(KeyPick, by: Expression)
    /// Adds the fields of the records in a list whose field `theirs` equals the item's field `ours`.
    case join(Expression, ours: Name, theirs: Name)
    case any(Expression)
    case all(Expression)
    case number
    /// The initial value; the block computes the next `$sum` from `$sum` and `$it`.
    case reduce(from: Expression, Block)
    /// The item is `$it`, and also has this optional name.
    case each(Name?, Block)
    /// A function or definition that takes the list as its first argument.
    case call(Name, [Expression])
    /// A command that takes the value from the pipe as its first argument.
    case command(CommandCall)
  }

  /// One key of `sort by city, age desc`.
  public struct SortKey: Sendable {
    public var value: Expression
    public var descending: Bool
  }

  /// The choice of items by a key.
  public enum KeyPick: String, Sendable { case max, min, unique }

  public var kind: Kind
  public var range: SourceRange

  /// Passes on each expression directly inside the step, except those in a block.
  func forEachPart(_ body: (Expression) -> Void) {
    switch kind {
    case .whereTrue(let expression), .group(by: let expression), .any(let expression), .all(let expression),
      .reduce(from: let expression, _), .pick(_, by: let expression), .join(let expression, _, _):
      body(expression)
    case .sort(by: let keys, _): for key in keys { body(key.value) }
    case .first(let count), .last(let count), .sum(let count): if let count { body(count) }
    case .call(_, let arguments): for argument in arguments { body(argument) }
    case .command(let call): for case let argument? in call.arguments { body(argument) }
    case .select, .count, .number, .each: break
    }
  }
}

/// The words that begin a step of a pipeline; functions and definitions may begin one too.
public enum StageWord: String, CaseIterable, Sendable {
  case `where` = "where"
  case sort, select, first, last, count, sum, any, all, group, number, reduce, each

  /// `true` if the step may be called as a function, `(sum $ages)` for `$ages | sum`: it needs only a value besides
  /// the list.
  public var isCalled: Bool { gives != nil }

  /// The kinds of value that the step may return when called as a function; `nil` if it cannot be called.
  var gives: Kinds? {
    switch self {
    case .count: .number
    case .sum: [.number, .duration]
    case .sort: .list
    case .first, .last: .any
    case .where, .select, .any, .all, .group, .number, .reduce, .each: nil
    }
  }

  /// `true` if the step takes a block.
  var takesBlock: Bool { self == .each || self == .reduce }

  /// The step's effect, in one line.
  public var summary: String {
    switch self {
    case .where: "keeps the items for which a condition is true"
    case .sort: "sorts the items by one or more values; desc puts the largest first"
    case .select: "keeps only the given fields of each record"
    case .first: "returns the first item, or the first N items"
    case .last: "returns the last item, or the last N items"
    case .count: "counts the items"
    case .sum: "adds up the items, or one of their fields"
    case .any: "checks whether a condition is true for at least one item"
    case .all: "checks whether a condition is true for all items"
    case .group: "groups the items by the value of a field"
    case .number: "numbers the items from 1; each becomes a record with `number` and `item`"
    case .reduce: "combines the items into one value: the block calculates the next $sum from $sum and $it"
    case .each: "runs a block for each item; $it and the optional NAME hold the item"
    }
  }

  /// The step's syntax, for `help`.
  public var usage: String {
    switch self {
    case .where: "where CONDITION"
    case .sort: "sort [by FIELD [desc], …] [desc]"
    case .select: "select FIELD…"
    case .first, .last: "\(rawValue) [N]"
    case .count: "count"
    case .sum: "sum [FIELD]"
    case .any, .all: "\(rawValue) CONDITION"
    case .group: "group by FIELD"
    case .number: "number"
    case .reduce: "reduce START { … }"
    case .each: "each [NAME] { … }"
    }
  }

  /// A script that uses the step.
  public var example: Command.Example {
    switch self {
    case .where: .init("stories | where author == \"ana\" and story < 10", "a word is a field of the item")
    case .sort: .init("stories | sort by author, story desc", "by author, the newest first")
    case .select: .init("stories | select story author", "two columns")
    case .first: .init("stories | first 3", "the newest three")
    case .last: .init("[1, 2, 3] | last", "the last item")
    case .count: .init("print (stories | where author == \"ana\" | count)", "the number of items")
    case .sum: .init("print (activities | sum minutes)", "one field of all items")
    case .any: .init("expect ([1, 5] | any $it > 4)", "one item is above 4")
    case .all: .init("expect (stories | all (length author) > 1)", "all items meet the condition")
    case .number: .init("[\"ana\", \"ben\"] | number | each { print \"{number}. {item}\" }", "1. ana, 2. ben")
    case .reduce: .init("expect ([1, 2, 3] | reduce 1 { $sum * $it }) == 6", "a product")
    case .group: .init("stories | group by author", "each key with its items")
    case .each: .init("[1, 2] | each { print $it * 10 }", "each item times ten")
    }
  }

  /// All steps, for messages.
  static var list: String {
    "steps: \(allCases.map { $0.partners.first == "by" ? "\($0.rawValue) by" : $0.rawValue }.joined(separator: ", "))"
  }

  /// `true` if a word in the step is a field of the items.
  var namesFields: Bool {
    switch self {
    case .where, .sort, .select, .sum, .any, .all, .group: true
    case .first, .last, .count, .number, .reduce, .each: false
    }
  }

  /// Words reserved in the rest of the step.
  var partners: [String] {
    switch self {
    case .sort: ["by", "desc"]
    case .group: ["by"]
    default: []
    }
  }
}

/// The functions that are also steps with a key: `max by age`, `join $prices on item`.
public enum KeyedStep: String, CaseIterable, Sendable {
  case max, min, unique, join

  /// The word before the key.
  public var partner: String { self == .join ? "on" : "by" }

  /// The step's name, `max by`.
  public var name: String { "\(rawValue) \(partner)" }

  /// The step's effect, in one line.
  public var summary: String {
    switch self {
    case .max: "returns the first item with the largest value"
    case .min: "returns the first item with the smallest value"
    case .unique: "keeps only the first item for each value"
    case .join:
      "combines each item with the records in LIST that have the same value in FIELD; leaves out items without a match"
    }
  }

  /// The step's syntax, for `help`.
  public var usage: String { self == .join ? "join LIST on FIELD [FIELD-IN-LIST]" : "\(name) FIELD" }

  /// A script that uses the step.
  public var example: Command.Example {
    switch self {
    case .max: .init("print (stories | max by story).author", "the author of the newest story")
    case .min: .init("expect ([\"bob\", \"jo\"] | min by length $it) == \"jo\"", "the shortest name")
    case .unique: .init("stories | unique by author", "one story of each author")
    case .join:
      .init(
        "[{item: \"tea\", pieces: 2}] | join [{item: \"tea\", price: 3}] on item | each { $it.pieces * $it.price }",
        "the total for each order: 6")
    }
  }
}

extension Vocabulary {
  /// Returns `true` if a call may begin with this word: a function, or a step callable as one, unless a command
  /// begins with it.
  package func isCalled(_ word: String) -> Bool {
    if functions.names.contains(word) { return true }
    return StageWord(rawValue: word)?.isCalled == true && !commands.hasFirstWord(word)
  }
}
