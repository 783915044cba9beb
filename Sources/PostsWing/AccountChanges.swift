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

  private let lock = Lock()
  private var present: Name?
  private var listeners: [Int: AsyncStream<Name?>.Continuation] = [:]
  private var count = 0

  init() {}
  deinit { for listener in listeners.values { listener.finish() } }

  /// Returns a stream of the publishing account; `nil` in the stream means that there is none.
  public func stream() -> AsyncStream<Name?> {
    let (stream, listener) = AsyncStream.makeStream(of: Name?.self)
    let number = lock.holding { () -> Int in
      count += 1
      listeners[count] = listener
      listener.yield(present)
      return count
    }
    listener.onTermination = { [weak self] _ in self?.forget(number) }
    return stream
  }

  private func forget(_ number: Int) { lock.holding { listeners[number] = nil } }

  /// Tells the listeners which account publishes now, unless it is unchanged.
  func report(_ name: Name?) {
    lock.holding {
      guard name != present else { return }
      present = name
      for listener in listeners.values { listener.yield(name) }
    }
  }
}
