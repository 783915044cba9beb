/// The stints and ratings that a program run has added to the history and that still count, in its order.
///
/// A copy is one reference, whatever the length: copies share all that they have in common, so `undo` keeps a million of
/// them for nothing and finds what lies between two of them without a look at the rest.
public struct FactChain: Sendable {
  private final class Link: @unchecked Sendable {
    let event: TimerEvent
    let depth: Int
    // Changed by `deinit` alone.
    private(set) var previous: Link?

    init(_ event: TimerEvent, after previous: Link?) {
      self.event = event
      self.previous = previous
      depth = (previous?.depth ?? 0) + 1
    }

    // Link by link: a chain that frees itself recursively would exhaust the stack.
    deinit {
      var next = previous.take()
      while isKnownUniquelyReferenced(&next) { next = next?.previous.take() }
    }
  }

  private var last: Link?

  /// Without any event.
  public init() {}
  public var count: Int { last?.depth ?? 0 }

  /// The events, the newest first.
  public var newestFirst: some Sequence<TimerEvent> {
    sequence(state: last) { (link: inout Link?) -> TimerEvent? in
      defer { link = link?.previous }
      return link?.event
    }
  }

  /// O(1).
  public mutating func append(_ event: TimerEvent) { last = Link(event, after: last) }

  /// The events to take out of `self` and to put in so that it becomes `other`, each in the order of its chain. An event
  /// that both have is in neither, wherever it stands.
  /// - Complexity: O(events since they parted).
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
  /// Whether they hold the same events: in an instant where they share them.
  public static func == (a: FactChain, b: FactChain) -> Bool {
    a.last === b.last || (a.count == b.count && a.newestFirst.map { $0.id } == b.newestFirst.map { $0.id })
  }
}
