import System

/// The terminal's bell.
///
/// BEL moves no cursor and draws nothing, so a line that is being typed stays as it is. It goes to the terminal at once
/// and not through the editor's buffer, which may be thrown away together with what it has drawn. All that the editor
/// sends goes out whole, on the same thread: the bell never falls into the middle of a sequence.
public struct Bell: Sendable {
  private let descriptor: Int32
  public init(descriptor: Int32) { self.descriptor = descriptor }

  /// Rings once. A terminal that takes nothing at the moment is not waited for.
  public func ring() {
    var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    guard poll(&ready, 1, 0) == 1 else { return }
    try? Descriptor(descriptor).writeAll("\u{07}")
  }
}
