import Timeline

/// The session's share of a built-in function: what it may use besides its arguments.
final class FunctionContext {
  /// The words for values, with the session's zone for dates.
  let writer: ValueWriter
  /// Set while a condition is evaluated: nothing may act then. The compiler refuses what would; this is the wall
  /// behind.
  var isReading = false
  private var chance: SeededGenerator
  /// Decides when `checkNesting` looks.
  private var nestingChance: UInt64 = 0

  init(writer: ValueWriter, seed: UInt64) {
    self.writer = writer
    chance = SeededGenerator(seed: seed, stream: 1)
  }

  /// A number of `range`; the same seed gives the same ones.
  func draw(from range: ClosedRange<Int>, for function: String) throws(Failure) -> Int {
    if isReading { throw Failure(.actInCondition(.draw(function: function))) }
    return Int.random(in: range, using: &chance)
  }

  /// Looks now and then whether `part` is nested so deep that nothing may be built around it.
  ///
  /// Looking each time would cost more than building. Nesting by one level at a time, a script passes here once for
  /// each level, so it is found out soon after the limit; chance keeps it from slipping through in step with its own
  /// loop.
  func checkNesting(of part: Value) throws(Failure) {
    guard part.hasParts else { return }
    nestingChance = nestingChance &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    guard nestingChance >> 59 == 0, part.extent(upTo: Limits.valueNesting).height >= Limits.valueNesting else { return }
    throw Failure(.valueTooDeep(limit: Limits.valueNesting))
  }
}
