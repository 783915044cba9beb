/// A reward that a family has agreed on, and its price in stars: a film evening for 50 stars.
public struct Reward: Hashable, Sendable {
  /// The allowed prices.
  public static let prices = 1...10_000
  /// The allowed goals of a week.
  public static let goals = 1...10_000

  public let name: String
  public let stars: Int

  public init(name: String, stars: Int) { (self.name, self.stars) = (name, stars) }

  /// `true` if the name and the price are within the limits.
  public var isValid: Bool { (try? Reward.checked(name)) == name && Self.prices.contains(stars) }

  /// Returns the name in the form in which it is stored.
  static func checked(_ name: String) throws(RewardProblem) -> String {
    do throws(ActivityProblem) { return try ActivityCatalog.checked(name) } catch { throw .badName(name) }
  }
}

/// The reason why a reward could not be found or added.
public enum RewardProblem: Error, Hashable, Sendable {
  /// There is no reward of that name; `all` lists all rewards.
  case unknown(String, all: [Reward])
  /// Several rewards begin with this text.
  case ambiguous(String, candidates: [Reward])
  case badName(String)
  case nameTaken(Reward)
  case badPrice(Int, allowed: ClosedRange<Int>)
}

/// The rewards of a family, the cheapest first. Names are unique regardless of case. Copies share their storage.
public struct RewardCatalog: Hashable, Sendable {
  public private(set) var rewards: [Reward] = []

  public init() {}

  /// Finds a reward by its name or the beginning of it, regardless of case; a complete name takes precedence.
  /// - Throws: `unknown` or `ambiguous`.
  public func reward(_ text: String) throws(RewardProblem) -> Reward {
    let wanted = text.lowercased()
    if let whole = exact(text) { return whole }
    let beginning = wanted.isEmpty ? [] : rewards.filter { $0.name.lowercased().hasPrefix(wanted) }
    switch beginning.count {
    case 0: throw .unknown(text, all: rewards)
    case 1: return beginning[0]
    default: throw .ambiguous(text, candidates: beginning)
    }
  }

  /// Returns the reward with exactly this name, regardless of case.
  public func exact(_ name: String) -> Reward? { rewards.first { $0.name.lowercased() == name.lowercased() } }

  /// Adds a reward.
  /// - Throws: `badName`, `nameTaken` or `badPrice`.
  /// - Returns: The reward with its name as it is stored.
  @discardableResult
  public mutating func add(_ name: String, stars: Int) throws(RewardProblem) -> Reward {
    let reward = Reward(name: try Reward.checked(name), stars: stars)
    if let known = exact(reward.name) { throw .nameTaken(known) }
    guard Reward.prices.contains(stars) else { throw .badPrice(stars, allowed: Reward.prices) }
    put(reward)
    return reward
  }

  /// Removes a reward.
  /// - Throws: The errors of `reward(_:)`.
  @discardableResult
  public mutating func remove(_ text: String) throws(RewardProblem) -> Reward {
    let gone = try reward(text)
    remove(exactly: gone.name)
    return gone
  }

  /// Inserts a stored reward, or replaces the reward of the same name.
  /// - Returns: `false` if the reward is not valid.
  @discardableResult
  public mutating func put(_ reward: Reward) -> Bool {
    guard reward.isValid else { return false }
    remove(exactly: reward.name)
    let place = rewards.firstIndex { ($0.stars, $0.name) > (reward.stars, reward.name) }
    rewards.insert(reward, at: place ?? rewards.count)
    return true
  }

  /// Removes the reward with exactly this name, regardless of case, if there is one.
  public mutating func remove(exactly name: String) { rewards.removeAll { $0.name.lowercased() == name.lowercased() } }
}
