import Timeline

/// The reason why a fiber stopped running.
enum Suspension {
  case finished(Value)
  /// It goes on when the clock shows this.
  case wait(Instant)
  /// It goes on when its condition holds.
  case condition
  /// Handlers that its last command woke go first, at the same instant.
  case yield
}
