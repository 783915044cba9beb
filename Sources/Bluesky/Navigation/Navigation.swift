/// A place of the network that somebody can go to and come back from: a value, which prints as the command that leads there.
public enum Destination: Hashable, Sendable, CustomStringConvertible {
  /// What those whom the account follows have written.
  case timeline
  /// The feeds that others have made.
  case feeds
  case feed(RecordAddress)
  case notifications
  /// Somebody, by a handle or a DID; `nil` for the account itself.
  case profile(String?)
  /// A post with the conversation around it.
  case post(RecordAddress)
  /// What somebody likes, by a handle or a DID; `nil` for the account itself.
  case likes(String?)

  /// The kinds of destinations, by the word behind `go`.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    case timeline, feeds, feed, notifications, profile, post, likes
  }

  public var kind: Kind {
    switch self {
    case .timeline: .timeline
    case .feeds: .feeds
    case .feed: .feed
    case .notifications: .notifications
    case .profile: .profile
    case .post: .post
    case .likes: .likes
    }
  }

  /// What stands behind the word: an address, a handle, or nothing.
  public var object: String? {
    switch self {
    case .timeline, .feeds, .notifications: nil
    case .feed(let address), .post(let address): address.description
    case .profile(let actor), .likes(let actor): actor
    }
  }

  /// `go post at://…`
  public var description: String { (["go", kind.rawValue] + [object].compactMap { $0 }).joined(separator: " ") }
}

/// Where somebody is among the destinations: five tabs, each with a stack of its own, and the way back through both.
///
/// Within a tab one goes deeper and comes back; another tab is as it was left. Back leads out of the stack first, and from
/// its ground to the tab before. What one came back from is ahead until one goes somewhere else.
public struct Navigation: Hashable, Sendable {
  /// The tabs, in their order. The ground of each is a destination.
  public enum Tab: String, CaseIterable, Hashable, Sendable {
    case timeline, feeds, notifications, likes, profile

    public var ground: Destination {
      switch self {
      case .timeline: .timeline
      case .feeds: .feeds
      case .notifications: .notifications
      case .likes: .likes(nil)
      case .profile: .profile(nil)
      }
    }

    /// The tab whose ground a destination is.
    init?(ground destination: Destination) {
      guard let tab = Self.allCases.first(where: { $0.ground == destination }) else { return nil }
      self = tab
    }
  }

  /// What somebody does.
  public enum Input: String, CaseIterable, Hashable, Sendable {
    /// A destination that is no ground of a tab.
    case open
    /// The same that one is at.
    case stay
    /// The ground of another tab.
    case turn
    /// The ground of the tab that one is in, from within its stack.
    case top
    case back, forward
  }

  /// What lies in a direction.
  public enum Way: String, CaseIterable, Hashable, Sendable { case none, tab, stack }

  /// What an input does.
  public enum Step: Hashable, Sendable {
    /// Onto the stack. With this and the next two, nothing is ahead any more.
    case push
    /// To another tab, which is as it was left.
    case turn
    /// To the ground of the stack, of which the rest is gone.
    case top
    /// One back or forward within the stack.
    case pop, unpop
    /// To the tab before, or to the one that was come back from.
    case tabBefore, tabAhead
    case ignored(Reason)
  }

  public enum Reason: String, Hashable, Sendable { case alreadyThere, nothingBehind, nothingAhead }

  private struct Stack: Hashable, Sendable {
    var destinations: [Destination]
    /// Which of them one is at; those above are ahead.
    var place = 0
  }

  private var stacks: [Tab: Stack] = [:]
  public private(set) var tab = Tab.timeline
  /// The tabs that one has come through, the last at the end, and those that one has come back from.
  private var before: [Tab] = []
  private var ahead: [Tab] = []

  /// As many steps as anybody goes back.
  static let limit = 100

  public init() {}

  /// What an input does, by what lies behind and ahead.
  public static func step(_ input: Input, behind: Way, ahead: Way) -> Step {
    switch (input, behind, ahead) {
    case (.open, _, _): .push
    case (.stay, _, _): .ignored(.alreadyThere)
    case (.turn, _, _): .turn
    case (.top, _, _): .top
    case (.back, .stack, _): .pop
    case (.back, .tab, _): .tabBefore
    case (.back, .none, _): .ignored(.nothingBehind)
    case (.forward, _, .stack): .unpop
    case (.forward, _, .tab): .tabAhead
    case (.forward, _, .none): .ignored(.nothingAhead)
    }
  }

  // MARK: Where one is

  private var stack: Stack { stacks[tab] ?? Stack(destinations: [tab.ground]) }
  public var destination: Destination { stack.destinations[stack.place] }
  public var behind: Way { stack.place > 0 ? .stack : before.isEmpty ? .none : .tab }
  public var inFront: Way {
    stack.place + 1 < stack.destinations.count ? .stack : ahead.isEmpty ? .none : .tab
  }

  /// The stack of a tab, its ground first, and which of it is shown when one is in that tab.
  public func stack(of tab: Tab) -> (destinations: [Destination], place: Int) {
    let stack = stacks[tab] ?? Stack(destinations: [tab.ground])
    return (stack.destinations, stack.place)
  }

  // MARK: Going

  /// Goes to a destination.
  /// - Returns: what that did.
  @discardableResult
  public mutating func go(to destination: Destination) -> Step {
    let input: Input
    if destination == self.destination {
      input = .stay
    } else if let other = Tab(ground: destination) {
      input = other == tab ? .top : .turn
    } else {
      input = .open
    }
    return take(input, destination)
  }

  @discardableResult
  public mutating func goBack() -> Step { take(.back, nil) }
  @discardableResult
  public mutating func goForward() -> Step { take(.forward, nil) }

  private mutating func take(_ input: Input, _ destination: Destination?) -> Step {
    let step = Self.step(input, behind: behind, ahead: inFront)
    if [.push, .turn, .top].contains(step) { forgetAhead() }
    var stack = stack
    switch step {
    case .push:
      if let destination { stack.destinations.append(destination) }
      // The oldest are forgotten, but never the ground.
      if stack.destinations.count > Self.limit { stack.destinations.remove(at: 1) }
      stack.place = stack.destinations.count - 1
    case .turn:
      guard let next = destination.flatMap({ Tab(ground: $0) }) else { break }
      before = (before + [tab]).suffix(Self.limit)
      tab = next
      return step
    case .top: stack = Stack(destinations: [tab.ground])
    case .pop: stack.place -= 1
    case .unpop: stack.place += 1
    case .tabBefore:
      if let next = before.popLast() {
        ahead.append(tab)
        tab = next
      }
      return step
    case .tabAhead:
      if let next = ahead.popLast() {
        before.append(tab)
        tab = next
      }
      return step
    case .ignored: return step
    }
    stacks[tab] = stack
    return step
  }

  private mutating func forgetAhead() {
    ahead = []
    for (tab, stack) in stacks where stack.place + 1 < stack.destinations.count {
      stacks[tab]?.destinations.removeSubrange((stack.place + 1)...)
    }
  }
}
