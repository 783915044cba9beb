/// A place in the network that a user can go to and return from: a value that prints as the command leading there.
public enum Destination: Hashable, Sendable, CustomStringConvertible {
  /// The posts of the people that the account follows.
  case timeline
  /// The feeds that other people have made.
  case feeds
  case feed(RecordAddress)
  case notifications
  /// A person, by handle or DID; `nil` for the account itself.
  case profile(String?)
  /// A post with the conversation around it.
  case post(RecordAddress)
  /// The likes of a person, by handle or DID; `nil` for the account itself.
  case likes(String?)

  /// The kinds of destinations, by the word after `go`.
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

  /// The argument after the word: an address, a handle, or none.
  public var object: String? {
    switch self {
    case .timeline, .feeds, .notifications: nil
    case .feed(let address), .post(let address): address.description
    case .profile(let actor), .likes(let actor): actor
    }
  }

  /// `true` if the place can be visited without an account.
  public var isPublic: Bool {
    switch self {
    case .feeds, .feed, .profile(_?), .post: true
    case .timeline, .notifications, .profile(nil), .likes: false
    }
  }

  /// The command that leads here: `go post at://…`.
  public var description: String { (["go", kind.rawValue] + [object].compactMap { $0 }).joined(separator: " ") }
}

/// The user's position among the destinations: five tabs, each with its own stack, and the way back through both.
///
/// Within a tab the user goes deeper and comes back; every tab keeps its position while another one is shown. Going
/// back first leads out of the stack, and from the stack's root to the previous tab. Destinations that the user has
/// come back from stay ahead until the user goes elsewhere.
public struct Navigation: Hashable, Sendable {
  /// The tabs in order. The root of each is a destination.
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

    /// Creates the tab whose root is the destination.
    init?(ground destination: Destination) {
      guard let tab = Self.allCases.first(where: { $0.ground == destination }) else { return nil }
      self = tab
    }
  }

  /// The user's actions.
  public enum Input: String, CaseIterable, Hashable, Sendable {
    /// Opens a destination that is not the root of a tab.
    case open
    /// Goes to the current destination.
    case stay
    /// Goes to the root of another tab.
    case turn
    /// Goes to the root of the current tab from within its stack.
    case top
    case back, forward
  }

  /// The nearest place in a direction: in the stack, in another tab, or none.
  public enum Way: String, CaseIterable, Hashable, Sendable { case none, tab, stack }

  /// The effect of an input.
  public enum Step: Hashable, Sendable {
    /// Pushes the destination. This step and the next two discard everything ahead.
    case push
    /// Switches to another tab, which keeps its position.
    case turn
    /// Goes to the root of the stack and drops the rest of the stack.
    case top
    /// Moves one step back or forward within the stack.
    case pop, unpop
    /// Switches to the previous tab, or to the tab that the user has come back from.
    case tabBefore, tabAhead
    case ignored(Reason)
  }

  public enum Reason: String, Hashable, Sendable { case alreadyThere, nothingBehind, nothingAhead }

  private struct Stack: Hashable, Sendable {
    var destinations: [Destination]
    /// The index of the current destination; the destinations above it are ahead.
    var place = 0
  }

  private var stacks: [Tab: Stack] = [:]
  public private(set) var tab = Tab.timeline
  /// The tabs visited before the current one, latest last. `ahead` has the tabs that the user has come back from.
  private var before: [Tab] = []
  private var ahead: [Tab] = []

  /// The maximum number of steps that are remembered.
  static let limit = 100

  public init() {}

  /// Returns the effect of an input, given the nearest places behind and ahead.
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

  // MARK: Position

  private var stack: Stack { stacks[tab] ?? Stack(destinations: [tab.ground]) }
  public var destination: Destination { stack.destinations[stack.place] }
  public var behind: Way { stack.place > 0 ? .stack : before.isEmpty ? .none : .tab }
  public var inFront: Way {
    stack.place + 1 < stack.destinations.count ? .stack : ahead.isEmpty ? .none : .tab
  }

  /// Returns the stack of a tab, root first, and the index of the destination that the tab shows.
  public func stack(of tab: Tab) -> (destinations: [Destination], place: Int) {
    let stack = stacks[tab] ?? Stack(destinations: [tab.ground])
    return (stack.destinations, stack.place)
  }

  // MARK: Going

  /// Goes to a destination.
  /// - Returns: the step taken.
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
    return handle(input, destination)
  }

  @discardableResult
  public mutating func goBack() -> Step { handle(.back, nil) }
  @discardableResult
  public mutating func goForward() -> Step { handle(.forward, nil) }

  private mutating func handle(_ input: Input, _ destination: Destination?) -> Step {
    let step = Self.step(input, behind: behind, ahead: inFront)
    if [.push, .turn, .top].contains(step) { forgetAhead() }
    var stack = stack
    switch step {
    case .push:
      if let destination { stack.destinations.append(destination) }
      // The oldest destinations are dropped, but never the root.
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
