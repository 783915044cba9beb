import System

/// The terminal's bell.
///
/// BEL moves no cursor and draws nothing, so a line that is being typed is unaffected. It is sent to the terminal at
/// once and not through the editor's buffer, which may be discarded together with its drawing. The editor sends its
/// output whole, on the same thread, so the bell never splits a sequence.
public struct Bell: Sendable {
  private let descriptor: Int32
  public init(descriptor: Int32) { self.descriptor = descriptor }

  /// Rings once, without waiting for a terminal that is not accepting output.
  public func ring() {
    var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    guard poll(&ready, 1, 0) == 1 else { return }
    try? Descriptor(descriptor).writeAll("\u{07}")
  }
}
