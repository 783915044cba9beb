import StoryScript
import Timeline

/// A value that `set` can change: its name, its meaning, and how it is checked.
struct Setting: Sendable {
  let name: String
  let summary: String
  /// The values that it can have, as the end of "… is".
  let range: String
  let read: @Sendable (World) -> Value
  /// Gives it this value; `false` when it cannot have it, and nothing has changed then.
  let change: @Sendable (inout World, Value) -> Bool
  /// The ways to write it that are words.
  var words: [String] = []
  /// The most likely meaning of a value that it cannot have.
  var suggestion: String

  // MARK: Kinds of settings

  /// Reaches a value of the world. No key path: these are made for every program that starts, and each of them would take
  /// the runtime longer than a script.
  typealias Place<Value> = @Sendable (inout World, (inout Value) -> Void) -> Void

  /// The value at a place.
  static func value<Value>(_ world: World, _ place: Place<Value>) -> Value? {
    var world = world
    var found: Value?
    place(&world) { found = $0 }
    return found
  }

  static func time(
    _ name: String, _ summary: String, _ allowed: ClosedRange<Duration>, _ range: String,
    _ place: @escaping Place<Duration>,
    _ suggestion: String
  ) -> Setting {
    Setting(
      name: name, summary: summary, range: range, read: { value($0, place).map { .duration($0) } ?? .none },
      change: { world, value in
        guard let length = value.duration, allowed.contains(length) else { return false }
        place(&world) { $0 = length }
        return true
      }, suggestion: suggestion)
  }

  static func share(
    _ name: String, _ summary: String, _ place: @escaping Place<Double>, _ suggestion: String
  ) -> Setting {
    Setting(
      name: name, summary: summary, range: "a share from 0 to 1",
      read: { value($0, place).map { .number($0) } ?? .none },
      change: { world, value in
        guard let share = value.number, (0...1).contains(share) else { return false }
        place(&world) { $0 = share }
        return true
      }, suggestion: suggestion)
  }

  static func whole(
    _ name: String, _ summary: String, _ allowed: ClosedRange<Int>, _ place: @escaping Place<Int>, _ suggestion: String
  ) -> Setting {
    Setting(
      name: name, summary: summary, range: "a whole number from \(allowed.lowerBound) to \(allowed.upperBound)",
      read: { value($0, place).map { .number(Double($0)) } ?? .none },
      change: { world, value in
        guard let number = value.number.flatMap({ Int(exactly: $0) }), allowed.contains(number) else { return false }
        place(&world) { $0 = number }
        return true
      }, suggestion: suggestion)
  }

}
