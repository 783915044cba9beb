import Timeline

/// How a condition's answer may change while the state that it reads moves evenly.
///
/// Where both sides of its comparisons move evenly, they meet once at most between two deadlines, and halving finds where.
/// `clock.now.hour`, `mod`, a function, a text of it move in steps: there an answer may come and go in between.
extension Program {
  /// The longest time in which what a function gives cannot come and go unseen; `nil` where it moves evenly.
  ///
  /// What is made of moving state is followed through the registers, and through definitions that it is given to or that
  /// read it. O(code × its depth of calls).
  /// - Parameter isBare: whether it gives the two sides of a comparison; what gives true or false itself changes in steps.
  func rhythm(of function: Int, isBare: Bool) -> Duration? {
    var walk = Walk(program: self)
    let found = walk.look(at: function, movingParameters: false)
    if let rhythm = found.rhythm { return rhythm }
    return found.movesResult && !isBare ? Walk.finest : nil
  }

  private struct Walk {
    let program: Program
    private var calls = 0

    /// What is looked at where nothing tells more: values that change within it are seen when they stay for it.
    static let finest = Duration.seconds(1)
    /// The offsets of zones are quarters of an hour, so that hours and days begin at one everywhere.
    private static let ofHours = Duration.minutes(15)
    /// Calls that are followed: beyond them everything may move in steps.
    private static let mostCalls = 1_000

    init(program: Program) { self.program = program }

    mutating func look(at function: Int, movingParameters: Bool) -> (rhythm: Duration?, movesResult: Bool) {
      calls += 1
      guard calls <= Self.mostCalls else { return (Self.finest, true) }
      let code = program.functions[function]
      var moving = Set<Int32>(movingParameters ? 0..<Int32(code.parameterCount) : 0..<0)
      var (rhythm, movesResult) = (Duration?.none, false)
      func meet(_ other: Duration?) { rhythm = [rhythm, other].compactMap { $0 }.min() }
      // A loop may carry what moves back to where it was read before.
      var before = 0
      // Registers are used again: where nothing is jumped over, what is written last counts.
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
            meet(Self.rhythm(ofPart: code.constants[Int(step.c)].text ?? ""))
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
            // Most definitions are given nothing that moves and read nothing.
            guard given || program.traits[callee].contains(.readsState) else { break }
            let found = look(at: callee, movingParameters: given)
            meet(found.rhythm)
            if found.movesResult { moving.insert(step.a) }
          case .returnValue: if moves(step.a) { movesResult = true }
          // What a list or a step makes of what moves; rare enough to be looked at closely.
          case .filter, .append, .setPart, .updatePart, .update, .sortBy, .groupBy, .forNext, .sumItems:
            if !moving.isEmpty { meet(Self.finest) }
          default: break
          }
        }
      } while !isStraight && moving.count != before && calls <= Self.mostCalls
      return (rhythm, movesResult || rhythm != nil)
    }

    private static func rhythm(ofPart name: String) -> Duration? {
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
  /// Whether what comes after it may be left out, or run again.
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
