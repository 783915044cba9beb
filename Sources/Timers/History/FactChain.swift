/// The sessions and ratings that a program run has added to the history and that still count, in the history's order.
///
/// A copy costs one reference, regardless of length, and copies share all their common events. So `undo` can keep a
/// million copies at no cost, and finds the difference between two of them without reading the rest.
public struct FactChain: Sendable {
  private final class Link: @unchecked Sendable {
    let event: TimerEvent
    let depth: Int
    // Changed only by `deinit`.
    private(set) var previous: Link?

    init(_ event: TimerEvent, after previous: Link?) {
      self.event = event
      self.previous = previous
      depth = (previous?.depth ?? 0) + 1
    }

    // Frees the links in a loop: recursive deallocation would exhaust the stack.
    deinit {
      var next = previous.take()
      while isKnownUniquelyReferenced(&next) { next = next?.previous.take() }
    }
  }

  private var last: Link?

  /// Creates a chain without events.
  public init() {}
  public var count: Int { last?.depth ?? 0 }

  /// The events, newest first.
  public var newestFirst: some Sequence<TimerEvent> {
    sequence(state: last) { (link: inout Link?) -> TimerEvent? in
      defer { link = link?.previous }
      return link?.event
    }
  }

  /// - Complexity: O(1).
  public mutating func append(_ event: TimerEvent) { last = Link(event, after: last) }

  /// Returns the events to remove from `self` and to insert so that it becomes `other`, each list in the order of its
  /// chain. An event that both chains have is in neither list, at whatever position it is.
  /// - Complexity: O(events since the chains diverged).
  public func difference(to other: FactChain) -> (gone: [TimerEvent], new: [TimerEvent]) {
    var (gone, new): ([TimerEvent], [TimerEvent]) = ([], [])
    var (mine, theirs) = (last, other.last)
    while mine !== theirs {
      if (mine?.depth ?? 0) >= (theirs?.depth ?? 0), let link = mine {
        gone.append(link.event)
        mine = link.previous
      } else if let link = theirs {
        new.append(link.event)
        theirs = link.previous
      }
    }
    let both = Set(gone.map { $0.id }).intersection(new.map { $0.id })
    func rest(_ events: [TimerEvent]) -> [TimerEvent] { events.reversed().filter { !both.contains($0.id) } }
    return (rest(gone), rest(new))
  }
}

extension FactChain: Equatable {
  /// `true` if the two chains have the same events: O(1) if they share them.
  public static func == (a: FactChain, b: FactChain) -> Bool {
    a.last === b.last || (a.count == b.count && a.newestFirst.map { $0.id } == b.newestFirst.map { $0.id })
  }
}
