import StoryScript
import Timeline

/// A value that `set` can change: its name, its meaning, and its check.
package struct Setting: Sendable {
  package let name: String
  package let summary: String
  /// The allowed values, as the end of "… is".
  package let range: String
  package let read: @Sendable (World) -> Value
  /// Sets the value; returns `false` if it is not allowed, and then nothing has changed.
  package let change: @Sendable (inout World, Value) -> Bool
  /// Returns what is wrong with a value that is not allowed, and a way to correct it; `nil` if its range says so.
  package var flaw: (@Sendable (Value) -> (message: String, remedy: String)?)?
  /// Performs further changes at the instant at which the value changes.
  package var follows: (@Sendable (inout World, Instant) -> Void)?
  /// The values that are words.
  package var words: [String] = []
  /// Other names by which people may know the setting.
  package var synonyms: [String] = []
  /// The most likely intended value, for a value that is not allowed.
  package var suggestion: String
  /// `true` if real sessions save the setting. Settings that cause faults are experiments, and end with the session.
  package var isKept = false
  /// `true` if the setting concerns something that real sessions lack.
  package var isOfPractice = false

  package init(
    name: String, summary: String, range: String, read: @escaping @Sendable (World) -> Value,
    change: @escaping @Sendable (inout World, Value) -> Bool,
    flaw: (@Sendable (Value) -> (message: String, remedy: String)?)? = nil,
    follows: (@Sendable (inout World, Instant) -> Void)? = nil, words: [String] = [], synonyms: [String] = [],
    suggestion: String, isKept: Bool = false, isOfPractice: Bool = false
  ) {
    self.name = name
    self.summary = summary
    self.range = range
    self.read = read
    self.change = change
    self.flaw = flaw
    self.follows = follows
    self.words = words
    self.synonyms = synonyms
    self.suggestion = suggestion
    self.isKept = isKept
    self.isOfPractice = isOfPractice
  }

  /// A copy for practice sessions only.
  package var ofPractice: Setting {
    var setting = self
    setting.isOfPractice = true
    return setting
  }

  /// Returns a copy that is also known by other names.
  package func also(_ words: String...) -> Setting {
    var setting = self
    setting.synonyms = words
    return setting
  }

  /// A copy that real sessions save.
  package var kept: Setting {
    var setting = self
    setting.isKept = true
    return setting
  }

  /// Accesses a value of the world. Not a key path: these are created at each start of the program, and each key path
  /// would take the runtime longer than a script.
  package typealias Place<Value> = @Sendable (inout World, (inout Value) -> Void) -> Void

  /// Returns the value at a place.
  package static func value<Content>(_ world: World, _ place: Place<Content>) -> Content? {
    var (world, found): (World, Content?) = (world, nil)
    place(&world) { found = $0 }
    return found
  }

  package static func time(
    _ name: String, _ summary: String, _ allowed: ClosedRange<Duration>, _ range: String,
    _ place: @escaping Place<Duration>, _ suggestion: String
  ) -> Setting {
    within(allowed, name, summary, range, place, suggestion, { .duration($0) }, { $0.duration })
  }

  package static func share(
    _ name: String, _ summary: String, _ place: @escaping Place<Double>, _ suggestion: String
  ) -> Setting {
    within(0...1, name, summary, "a share from 0 to 1", place, suggestion, { .number($0) }, { $0.number })
  }

  package static func whole(
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

/// Words as the user types them.
package enum Word {
  /// Returns the text quoted if necessary, so that it is one word.
  package static func quotedIfNeeded(_ text: String) -> String {
    needsQuotes(text) ? ValueWriter.quoted(text) : text
  }

  /// Returns `true` if a text would not be parsed as one word.
  package static func needsQuotes(_ text: String) -> Bool {
    guard let first = text.utf8.first, first != UInt8(ascii: "#") else { return true }
    return text.utf8.contains { byte in
      switch byte {
      case UInt8(ascii: ";"), UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "["), UInt8(ascii: "]"),
        UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "|"), UInt8(ascii: "\""), UInt8(ascii: "'"),
        UInt8(ascii: "$"), UInt8(ascii: "\\"), 0...0x20, 0x7F:
        true
      // The first byte of a scalar that stands for a byte that is not UTF-8.
      case 0xF4: true
      default: false
      }
    }
  }
}
