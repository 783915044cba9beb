import System

extension Functions {
  static let chances: [Function] = [
    Function(
      "random", "FROM TO", gives: .number,
      "a random whole number from FROM to TO; the same seed gives the same numbers",
      ("random 1 1", "1"),
      draws: true
    ) {
      (call) throws(Failure) in
      let low = try call.whole(0)
      let high = try call.whole(1)
      guard low <= high else { throw call.wrong("FROM to be at most TO", found: "more") }
      return .number(exactly: Int64(try call.context.draw(from: low...high, for: call.name)))
    },
    Function(
      "chance", "SHARE", gives: .bool, "`true` with the given probability, as in chance 10%", ("chance 100%", "true"),
      draws: true
    ) {
      (call) throws(Failure) in
      let share = try call.number(0)
      guard (0...1).contains(share) else {
        throw call.wrong("a share from 0% to 100%", found: NumberText.plain(share))
      }
      let steps = 1 << 53
      return .bool(Double(try call.context.draw(from: 0...(steps - 1), for: call.name)) < share * Double(steps))
    },
    Function("pick", "LIST", "a random item", ("pick [7]", "7"), draws: true) { (call) throws(Failure) in
      let list = try call.list(0)
      guard !list.isEmpty else { throw call.wrong("a list with items", found: "an empty list") }
      return list[try call.context.draw(from: 0...(list.count - 1), for: call.name)]
    },
    Function(
      "shuffle", "LIST", gives: .list, "the items in random order", ("shuffle [7, 7]", "[7, 7]"), draws: true
    ) {
      (call) throws(Failure) in
      let list = try call.list(0)
      var items = try call.context.copy(of: list[...])
      for place in items.indices.dropFirst().reversed() {
        try call.context.look(at: place)
        items.swapAt(place, try call.context.draw(from: 0...place, for: call.name))
      }
      return .list(items)
    },
  ]

  static let mathematics: [Function] = [
    Function(
      "power", "NUMBER EXPONENT", gives: .number, "the number raised to the power EXPONENT", ("power 2 10", "1024")
    ) {
      (call) throws(Failure) in
      let exponent = try call.number(1)
      if let base = call[0].wholeNumber, let count = call[1].wholeNumber, (0...64).contains(count) {
        return .number(exactly: try power(base, count, call.name))
      }
      return try finite(pow(try call.number(0), exponent), call)
    },
    Function("exp", "NUMBER", gives: .number, "e to the power of the number", ("exp 0", "1")) {
      (call) throws(Failure) in
      try finite(exp(try call.number(0)), call)
    },
    Function("log", "NUMBER [BASE]", gives: .number, "the logarithm (default base e)", ("log 8 2", "3")) {
      (call) throws(Failure) in
      let number = try call.number(0)
      guard number > 0 else { throw call.wrong("a number above 0", found: NumberText.plain(number)) }
      guard call.count > 1 else { return .number(log(number)) }
      let base = try call.number(1)
      guard base > 0, base != 1 else {
        throw call.wrong("a base above 0 that is not 1", found: NumberText.plain(base))
      }
      // The system's functions are exact if the result is whole.
      return try finite(base == 2 ? log2(number) : base == 10 ? log10(number) : log(number) / log(base), call)
    },
    Function("sin", "NUMBER", gives: .number, "the sine of an angle in radians", ("sin 0", "0")) {
      (call) throws(Failure) in
      .number(sin(try call.number(0)))
    },
    Function("cos", "NUMBER", gives: .number, "the cosine of an angle in radians", ("cos 0", "1")) {
      (call) throws(Failure) in
      .number(cos(try call.number(0)))
    },
  ]

  /// Computes an exact power, as products are exact.
  private static func power(_ base: Int64, _ count: Int64, _ name: String) throws(Failure) -> Int64 {
    var result: Int64 = 1
    for _ in 0..<count {
      let (product, overflow) = result.multipliedReportingOverflow(by: base)
      guard !overflow else { throw Failure(.outOfRange(what: "'\(name)'")) }
      result = product
    }
    return result
  }

  private static func finite(_ number: Double, _ call: FunctionCall) throws(Failure) -> Value {
    guard number.isFinite else { throw Failure(.outOfRange(what: "'\(call.name)'")) }
    return .number(number)
  }
}
