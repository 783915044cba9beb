import Timeline

extension Countdown {
  /// The same timer as if everything had happened `length` later, or earlier for a negative length: just as much is
  /// left, and a pause is just as old.
  public func shifted(by length: Duration) -> Countdown {
    var moved = self
    moved.now += length
    moved.started += length
    moved.origin += length
    moved.pausedSince += length
    return moved
  }
}
