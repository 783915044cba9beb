import Timeline

/// A block or a handler that was made and runs later. One thread owns it.
final class Pending: @unchecked Sendable {
  /// Its number on the board; a block of `every` keeps its own.
  let number: Int
  /// How many were made before it.
  let serial: Int
  let site: Int
  let captures: [Value]
  let every: Duration?
  /// Whether it is due at the instant at which it was made.
  var isImmediate = false
  /// Its place in the queue; `nil` for a handler.
  var entry: EventQueue<Runtime.Work>.ID?
  var isCancelled = false
  /// How often in a row it has failed.
  var failures = 0
  /// The failures in a row after which it rests.
  static let patience = 3

  init(number: Int, serial: Int, site: Int, captures: [Value], every: Duration?) {
    (self.number, self.serial, self.site, self.captures, self.every) = (number, serial, site, captures, every)
  }
}
