import Timeline

/// How many questions a server still answers, as it says with each answer.
public struct RateLimit: Hashable, Sendable {
  public let limit: Int
  public let remaining: Int
  /// When all of them count anew; `nil` where it does not say.
  public let resets: Instant?

  public init(limit: Int, remaining: Int, resets: Instant?) {
    (self.limit, self.remaining, self.resets) = (limit, remaining, resets)
  }

  /// The values of `RateLimit-Limit`, `-Remaining` and `-Reset`, of which the last is seconds since 1970.
  /// - Returns: `nil` where a server says nothing of the kind.
  public init?(limit: String?, remaining: String?, reset: String?) {
    guard let limit = limit.flatMap({ Int($0) }), let remaining = remaining.flatMap({ Int($0) }), limit > 0,
      (0...limit).contains(remaining)
    else { return nil }
    let seconds = reset.flatMap { Int64($0) }.flatMap { (0...1 << 40).contains($0) ? $0 : nil }
    self.init(limit: limit, remaining: remaining, resets: seconds.map { Instant(microseconds: $0 * 1_000_000) })
  }

  /// Whether less than a fifth is left.
  var isNear: Bool { remaining < limit / 5 }
}
