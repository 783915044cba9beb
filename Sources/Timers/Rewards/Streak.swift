/// Consecutive local days with a stint.
///
/// **What counts.** A day counts when at least one saved stint has it as its stored local day, rated or not; several
/// stints, also of several devices, count once. The streak *on a day* is the number of consecutive such days that end
/// with that day, which itself must be one of them.
///
/// **Which streak multiplies a stint's stars.** The streak on the stint's own stored day, that day included. So all
/// stints of a day have the same multiplier, the third day in a row is the first with ×1.5 and the seventh the first
/// with ×2, and what comes on later days never changes earlier stars. When the multiplier of a past day changes after
/// all, because another device adds a day before it or an undo takes one out, its stars are computed anew.
public struct Streak: Hashable, Sendable {
  /// Days in a row, today included; 0 when there is no stint today.
  public let length: Int
  /// Days in a row that ended yesterday. A first stint today makes it `carried + 1` days; without one it is lost.
  public let carried: Int

  /// - Parameters:
  ///   - length: 0, or `carried + 1`.
  ///   - carried: 0 or more.
  public init(length: Int, carried: Int) { (self.length, self.carried) = (length, carried) }

  /// No stint on any day.
  public static let none = Streak(length: 0, carried: 0)

  /// Whether today counts already.
  public var includesToday: Bool { length > 0 }
  /// The length after a stint today.
  public var afterStintToday: Int { carried + 1 }
  /// The multiplier of stars of a stint today.
  public var multiplierToday: Multiplier { Multiplier(streak: afterStintToday) }
  /// The next larger multiplier, and the days still to come until it holds, today's included unless it counts already;
  /// `nil` when the largest is reached.
  public var next: (multiplier: Multiplier, inDays: Int)? {
    Multiplier.allCases.first { $0.fromDays > max(length, carried) }
      .map { ($0, $0.fromDays - max(length, carried)) }
  }
}
