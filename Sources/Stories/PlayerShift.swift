import Timeline

extension Player {
  /// The same player as if everything had happened `length` later, or earlier for a negative length: what plays has come
  /// just as far, holds and pauses are just as old, and what is due comes as much later.
  public func shifted(by length: Duration) -> Player {
    var moved = self
    moved.now += length
    moved.origin += length
    moved.heldSince += length
    moved.pausedSince += length
    moved.stalledSince += length
    if stallEnd != .distantFuture { moved.stallEnd += length }
    if pressEnd != .distantFuture { moved.pressEnd += length }
    return moved
  }
}
