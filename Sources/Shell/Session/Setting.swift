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
  /// What else happens at the instant when somebody gives it another value.
  var follows: (@Sendable (inout World, Instant) -> Void)?
  /// The ways to write it that are words.
  var words: [String] = []
  /// The words for it of people who know it by another name.
  var synonyms: [String] = []
  /// The most likely meaning of a value that it cannot have.
  var suggestion: String
  /// Whether real sessions keep it. What makes faults happen is for trying out, and ends with the session.
  var isKept = false
  /// Whether it is about something that real sessions have not.
  var isOfPractice = false

  /// The same, of practice sessions alone.
  var ofPractice: Setting {
    var setting = self
    setting.isOfPractice = true
    return setting
  }

  /// The same, known by other names as well.
  func also(_ words: String...) -> Setting {
    var setting = self
    setting.synonyms = words
    return setting
  }

  /// The same, kept by real sessions.
  var kept: Setting {
    var setting = self
    setting.isKept = true
    return setting
  }

  /// Reaches a value of the world. No key path: these are made for every program that starts, and each of them would take
  /// the runtime longer than a script.
  typealias Place<Value> = @Sendable (inout World, (inout Value) -> Void) -> Void

  /// The value at a place.
  static func value<Content>(_ world: World, _ place: Place<Content>) -> Content? {
    var (world, found): (World, Content?) = (world, nil)
    place(&world) { found = $0 }
    return found
  }

  static func time(
    _ name: String, _ summary: String, _ allowed: ClosedRange<Duration>, _ range: String,
    _ place: @escaping Place<Duration>, _ suggestion: String
  ) -> Setting {
    within(allowed, name, summary, range, place, suggestion, { .duration($0) }, { $0.duration })
  }

  static func share(
    _ name: String, _ summary: String, _ place: @escaping Place<Double>, _ suggestion: String
  ) -> Setting {
    within(0...1, name, summary, "a share from 0 to 1", place, suggestion, { .number($0) }, { $0.number })
  }

  static func whole(
    _ name: String, _ summary: String, _ allowed: ClosedRange<Int>, _ place: @escaping Place<Int>, _ suggestion: String
  ) -> Setting {
    let range = "a whole number from \(allowed.lowerBound) to \(allowed.upperBound)"
    return within(
      allowed, name, summary, range, place, suggestion, { .number(Double($0)) },
      { $0.number.flatMap { Int(exactly: $0) } })
  }

  private static func within<Content: Comparable & Sendable>(
    _ allowed: ClosedRange<Content>, _ name: String, _ summary: String, _ range: String,
    _ place: @escaping Place<Content>, _ suggestion: String, _ shown: @escaping @Sendable (Content) -> Value,
    _ meant: @escaping @Sendable (Value) -> Content?
  ) -> Setting {
    Setting(
      name: name, summary: summary, range: range,
      read: { value($0, place).map(shown) ?? .none },
      change: { world, value in
        guard let content = meant(value), allowed.contains(content) else { return false }
        place(&world) { $0 = content }
        return true
      }, suggestion: suggestion)
  }
}

/// Words as they are typed.
enum Word {
  /// As it has to be written to be one word.
  static func quotedIfNeeded(_ text: String) -> String {
    needsQuotes(text) ? ValueWriter.quoted(text) : text
  }

  /// Whether a text would not be read as one word.
  static func needsQuotes(_ text: String) -> Bool {
    guard let first = text.utf8.first, first != UInt8(ascii: "#") else { return true }
    return text.utf8.contains { byte in
      switch byte {
      case UInt8(ascii: ";"), UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "["), UInt8(ascii: "]"),
        UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "|"), UInt8(ascii: "\""), UInt8(ascii: "'"),
        UInt8(ascii: "$"), UInt8(ascii: "\\"), 0...0x20, 0x7F:
        true
      // It begins what stands for a byte that is no UTF-8.
      case 0xF4: true
      default: false
      }
    }
  }
}
