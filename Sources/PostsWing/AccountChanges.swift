import System

/// Streams of the account that publishes: each listener has its own stream, which begins with the current account.
///
/// May be used from any thread. A stream ends with the session, or when its listener ends it.
public final class AccountChanges: @unchecked Sendable {
  /// The identity of an account, without its tokens.
  public struct Name: Hashable, Sendable {
    public let handle: String
    public let did: String
  }

  private struct Listener {
    let hear: (Name?) -> Void
    let end: () -> Void
  }

  private let lock = Lock()
  private var present: Name?
  private var listeners: [Int: Listener] = [:]
  private var count = 0

  init() {}
  deinit { for listener in listeners.values { listener.end() } }

  /// Adds a listener, which hears the present account first.
  private func add(_ listener: Listener) -> Int {
    lock.holding {
      count += 1
      listeners[count] = listener
      listener.hear(present)
      return count
    }
  }

  private func forget(_ number: Int) { lock.holding { listeners[number] = nil } }

  /// Tells the listeners which account publishes now, unless it is unchanged.
  func report(_ name: Name?) {
    lock.holding {
      guard name != present else { return }
      present = name
      for listener in listeners.values { listener.hear(name) }
    }
  }
}

#if !hasFeature(Embedded)
  extension AccountChanges {
    /// Returns a stream of the publishing account; `nil` in the stream means that there is none.
    public func stream() -> AsyncStream<Name?> {
      let (stream, continuation) = AsyncStream.makeStream(of: Name?.self)
      let number = add(Listener(hear: { continuation.yield($0) }, end: { continuation.finish() }))
      continuation.onTermination = { [weak self] _ in self?.forget(number) }
      return stream
    }
  }
#endif
