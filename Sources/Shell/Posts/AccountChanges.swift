import System

/// Tells whoever listens which account publishes: each listener has a stream of its own, which begins with the present.
///
/// May be used from any thread. A stream ends with the session, or when its listener does.
public final class AccountChanges: @unchecked Sendable {
  /// Who an account is, without what proves it.
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

  /// A stream of who publishes; `nil` in it is nobody.
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

  /// Takes in who publishes now. What is as it was is not told.
  func tell(_ name: Name?) {
    lock.holding {
      guard name != present else { return }
      present = name
      for listener in listeners.values { listener.yield(name) }
    }
  }
}
