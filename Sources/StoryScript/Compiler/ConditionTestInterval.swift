import Timeline

/// The ways in which a condition's result may change while the state that it reads changes linearly.
///
/// If both sides of its comparisons are linear, they meet at most once between two deadlines, and bisection finds
/// that instant. `clock.now.hour`, `mod`, functions and texts of such state change in steps: a result may come and go
/// in between.
extension Program {
  /// Returns the longest interval of tests at which no change of a function's result is missed; `nil` if the result
  /// is linear.
  ///
  /// Values computed from changing state are followed through the registers, and through definitions that receive them
  /// or read state. O(code × its depth of calls).
  /// - Parameter isBare: `true` if the function returns the two sides of a comparison; a function that returns true
  ///   or false changes in steps.
  func testInterval(of function: Int, isBare: Bool) -> Duration? {
    var walk = Walk(program: self)
    let found = walk.look(at: function, movingParameters: false)
    if let testInterval = found.testInterval { return testInterval }
    return found.movesResult && !isBare ? Walk.finest : nil
  }

  private struct Walk {
    let program: Program
    private var calls = 0

    /// The interval of tests if nothing more is known: a change is found if it lasts this long.
    static let finest = Duration.seconds(1)
    /// Time zone offsets are multiples of a quarter of an hour, so every hour and day begins on one.
    private static let ofHours = Duration.minutes(15)
    /// The maximum number of calls followed; beyond it everything may change in steps.
    private static let callLimit = 1_000

    init(program: Program) { self.program = program }

    mutating func look(at function: Int, movingParameters: Bool) -> (testInterval: Duration?, movesResult: Bool) {
      calls += 1
      guard calls <= Self.callLimit else { return (Self.finest, true) }
      let code = program.functions[function]
      var moving = Set<Int32>(movingParameters ? 0..<Int32(code.parameterCount) : 0..<0)
      var (testInterval, movesResult) = (Duration?.none, false)
      func meet(_ other: Duration?) { testInterval = [testInterval, other].compactMap { $0 }.min() }
      // A loop may carry a changing value back to where it was read before.
      var before = 0
      // Registers are reused: in code without jumps the last write counts.
      let isStraight = !(0..<code.codeCount).contains { code.code[$0].operation.jumps }
      repeat {
        before = moving.count
        for index in 0..<code.codeCount {
          let step = code.code[index]
          func moves(_ first: Int32, _ count: Int32 = 1) -> Bool {
            (first..<first + count).contains(where: moving.contains)
          }
          if isStraight, step.operation == .constant || step.operation == .getGlobal { moving.remove(step.a) }
          switch step.operation {
          case .state: moving.insert(step.a)
          case .move, .negate, .addK, .subtractK, .multiplyK, .divideK, .not:
            if moves(step.b) { moving.insert(step.a) }
          case .add, .subtract, .multiply, .divide:
            if moves(step.b) || moves(step.c) { moving.insert(step.a) }
          case .list: if moves(step.b, step.c) { moving.insert(step.a) }
          case .record: if moves(step.b, Int32(program.shapes[Int(step.c)].names.count)) { moving.insert(step.a) }
          case .field:
            guard moves(step.b) else { break }
            moving.insert(step.a)
            meet(Self.testInterval(ofPart: code.constants[Int(step.c)].text ?? ""))
          case .index where moves(step.b) || moves(step.c), .modulo where moves(step.b) || moves(step.c),
            .moduloK where moves(step.b), .isIn where moves(step.b) || moves(step.c),
            .isLike where moves(step.b) || moves(step.c), .interpolate where moves(step.b, step.c),
            .equal where moves(step.b) || moves(step.c), .notEqual where moves(step.b) || moves(step.c),
            .less where moves(step.b) || moves(step.c), .lessOrEqual where moves(step.b) || moves(step.c),
            .greater where moves(step.b) || moves(step.c), .greaterOrEqual where moves(step.b) || moves(step.c):
            moving.insert(step.a)
            meet(Self.finest)
          case .builtin where moves(step.c, Int32(step.n)):
            moving.insert(step.a)
            meet(Self.finest)
          case .jumpIfFalse where moves(step.a), .jumpIfTrue where moves(step.a): meet(Self.finest)
          case .jumpUnlessEqual, .jumpUnlessNotEqual, .jumpUnlessLess, .jumpUnlessLessOrEqual, .jumpUnlessGreater,
            .jumpUnlessGreaterOrEqual:
            if moves(step.a) || moves(step.b) { meet(Self.finest) }
          case .jumpUnlessEqualK, .jumpUnlessNotEqualK, .jumpUnlessLessK, .jumpUnlessLessOrEqualK, .jumpUnlessGreaterK,
            .jumpUnlessGreaterOrEqualK:
            if moves(step.a) { meet(Self.finest) }
          case .call:
            let callee = Int(step.b)
            let given = moves(step.c, Int32(program.functions[callee].parameterCount))
            // Most definitions receive no changing value and read no state.
            guard given || program.traits[callee].contains(.readsState) else { break }
            let found = look(at: callee, movingParameters: given)
            meet(found.testInterval)
            if found.movesResult { moving.insert(step.a) }
          case .returnValue: if moves(step.a) { movesResult = true }
          // Lists and steps made from changing values; rare enough for the finest interval.
          case .filter, .append, .setPart, .updatePart, .update, .sortBy, .groupBy, .extremeBy, .uniqueBy, .joinOn,
            .forNext,
            .sumItems:
            if !moving.isEmpty { meet(Self.finest) }
          default: break
          }
        }
      } while !isStraight && moving.count != before && calls <= Self.callLimit
      return (testInterval, movesResult || testInterval != nil)
    }

    private static func testInterval(ofPart name: String) -> Duration? {
      switch name {
      case "second": .seconds(1)
      case "minute": .minutes(1)
      case _ where DateParts.names.contains(name): ofHours
      default: nil
      }
    }
  }
}

extension Operation {
  /// `true` if the following code may be skipped, or run again.
  fileprivate var jumps: Bool {
    switch self {
    case .jump, .jumpBack, .jumpIfFalse, .jumpIfTrue, .jumpUnlessEqual, .jumpUnlessNotEqual, .jumpUnlessLess,
      .jumpUnlessLessOrEqual, .jumpUnlessGreater, .jumpUnlessGreaterOrEqual, .jumpUnlessEqualK, .jumpUnlessNotEqualK,
      .jumpUnlessLessK, .jumpUnlessLessOrEqualK, .jumpUnlessGreaterK, .jumpUnlessGreaterOrEqualK, .repeatNext, .forNext,
      .tryBegin:
      true
    default: false
    }
  }
}
