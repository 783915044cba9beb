import Timeline

extension Functions {
  static let numbers: [Function] = [
    Function(
      "round", "NUMBER [PLACES]", gives: [.number, .duration],
      "the number rounded to PLACES decimal places (default 0)",
      ("round 2.345 1", "2.3")
    ) {
      (call) throws(Failure) in
      if case .duration(let duration) = call[0] {
        return .duration(Duration(microseconds: duration.microseconds.roundedToSeconds))
      }
      if case .whole = call[0] { return call[0] }
      let number = try call.number(0)
      let places = call.count > 1 ? try call.whole(1) : 0
      guard (0...15).contains(places) else { throw call.wrong("a whole number from 0 to 15", found: "\(places)") }
      return .number(NumberText.rounded(number, places))
    },
    Function("floor", "NUMBER", gives: .number, "the number rounded down", ("floor 2.7", "2")) {
      (call) throws(Failure) in
      if case .whole = call[0] { return call[0] }
      return .number(try call.number(0).rounded(.down))
    },
    Function("ceil", "NUMBER", gives: .number, "the number rounded up", ("ceil 2.1", "3")) { (call) throws(Failure) in
      if case .whole = call[0] { return call[0] }
      return .number(try call.number(0).rounded(.up))
    },
    Function("abs", "NUMBER", gives: [.number, .duration], "the absolute value", ("abs -3", "3")) {
      (call) throws(Failure) in
      if case .duration(let duration) = call[0] { return .duration(duration.magnitude) }
      if case .whole(let whole) = call[0] {
        guard whole != .min else { throw Failure(.outOfRange(what: "'abs'")) }
        return .number(exactly: abs(whole))
      }
      return .number(abs(try call.number(0)))
    },
    Function("sqrt", "NUMBER", gives: .number, "the square root", ("sqrt 9", "3")) { (call) throws(Failure) in
      let number = try call.number(0)
      guard number >= 0 else { throw call.wrong("a number that is 0 or greater", found: NumberText.plain(number)) }
      return .number(number.squareRoot())
    },
    Function("min", "VALUE…", "the smallest of several values or of a list", ("min 3 1 2", "1"), compares: true) {
      (call) throws(Failure) in
      try extreme(call, wanted: -1)
    },
    Function("max", "VALUE…", "the largest of several values or of a list", ("max [3, 1, 2]", "3"), compares: true) {
      (call) throws(Failure) in
      try extreme(call, wanted: 1)
    },
    Function(
      "average", "LIST", gives: [.number, .duration], "the mean of the numbers or durations in a list",
      ("average [1, 2, 6]", "3")
    ) {
      (call) throws(Failure) in
      try middle(of: call) { items in (items, items.count) }
    },
    Function(
      "median", "LIST", gives: [.number, .duration],
      "the middle value of the numbers or durations in a list, or the mean of the two middle values",
      ("median [1, 2, 6]", "2")
    ) {
      (call) throws(Failure) in
      try middle(of: call) { items in
        let sorted = items.sorted()
        let places = (sorted.count - 1) / 2...sorted.count / 2
        return (Array(sorted[places]), places.count)
      }
    },
    Function(
      "running", "LIST", gives: .list,
      "the running sums of the numbers or durations in a list: each item with the sum of those before it",
      ("running [1, 2, 6]", "[1, 3, 9]")
    ) {
      (call) throws(Failure) in
      let items = try call.list(0)
      try call.context.checkItems(items.count)
      var (sums, total) = (ValueList(), Value.none)
      for (index, item) in items.enumerated() {
        try call.context.look(at: index)
        do throws(Failure) { total = try added(total, item, call) } catch {
          throw error.at(index, of: items, call.context)
        }
        sums.append(total)
      }
      return .list(sums)
    },
    Function("seconds", "DURATION", gives: .number, "the duration in seconds, as a number", ("seconds 1m30s", "90")) {
      (call) throws(Failure) in
      guard case .duration(let duration) = call[0] else { throw call.wrong(0, "a duration") }
      return .number(duration.seconds)
    },
  ]

  /// Returns the mean of some of the numbers or durations in a list. Items that are `none` are skipped, as by `sum`.
  /// - Parameter choose: returns the chosen ones of at least one item, and their number.
  private static func middle(
    of call: FunctionCall, choosing choose: ([Double]) -> (items: [Double], count: Int)
  ) throws(Failure) -> Value {
    var items: [Double] = []
    var kind: ValueKind?
    for (index, item) in try call.list(0).enumerated() where !item.isNone {
      try call.context.look(at: index)
      guard kind == nil || kind == item.kind else { throw Failure(.incomparable(kind!.phrase, item.kind.phrase)) }
      kind = item.kind
      switch item {
      case .duration(let duration): items.append(Double(duration.microseconds))
      case .number, .whole: items.append(item.number ?? 0)
      default: throw call.wrong("a list of numbers or durations", found: "a list with \(item.kind.phrase)")
      }
    }
    guard !items.isEmpty else { throw call.wrong("a list with items", found: "an empty list") }
    let (chosen, count) = choose(items)
    let mean = chosen.reduce(0, +) / Double(count)
    guard mean.isFinite else { throw Failure(.outOfRange(what: "'\(call.name)'")) }
    return kind == .duration ? .duration(Duration(microseconds: Int64(mean.rounded()))) : .number(mean)
  }

  /// Returns the sum of two numbers or durations. As for `sum`, `none` adds nothing.
  private static func added(_ total: Value, _ item: Value, _ call: FunctionCall) throws(Failure) -> Value {
    switch (total, item) {
    case (_, .none): return total
    case (.none, .number), (.none, .whole), (.none, .duration): return item
    case (.number, .number), (.number, .whole), (.whole, .number), (.whole, .whole):
      return try Value.calculated(total, item, "this sum", { $0.addingReportingOverflow($1) }, +)
    case (.duration(let a), .duration(let b)): return try Value.checked(a + b, "this sum")
    case (.duration, .number), (.duration, .whole), (.number, .duration), (.whole, .duration):
      throw Failure(.incomparable(total.kind.phrase, item.kind.phrase))
    default: throw call.wrong("a list of numbers or durations", found: "a list with \(item.kind.phrase)")
    }
  }

  private static func extreme(_ call: FunctionCall, wanted: Int) throws(Failure) -> Value {
    var values = Array(call.arguments)
    if values.count == 1, case .list(let list) = values[0] { values = list.array }
    guard !values.isEmpty else { throw call.wrong("a list with items", found: "an empty list") }
    // Values that are `none` are neither the least nor the greatest.
    guard let first = values.firstIndex(where: { !$0.isNone }) else { return .none }
    var best = values[first]
    for (index, value) in values[(first + 1)...].enumerated() where !value.isNone {
      try call.context.look(at: index + 1)
      guard let order = try value.ordered(best, call.context) else {
        if case .list = values[0], case .text(let field) = value {
          throw Failure(
            .foreign(
              "'\(call.name)' expects one list or several values, not a list and text",
              instead: "for a field of each item, put a step before it: each { $it.\(field) } | \(call.name)"))
        }
        throw Failure(.incomparable(best.kind.phrase, value.kind.phrase))
      }
      if order == wanted { best = value }
    }
    if values.count == 1, best.ordered(best) == nil {
      throw call.wrong(0, "numbers, durations, dates, texts, or true and false")
    }
    return best
  }
}

extension Int64 {
  fileprivate var roundedToSeconds: Int64 {
    let (seconds, rest) = quotientAndRemainder(dividingBy: 1_000_000)
    return (seconds + (rest >= 500_000 ? 1 : rest <= -500_000 ? -1 : 0)) * 1_000_000
  }
}
