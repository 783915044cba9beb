import Stories
import StoryScript
import Timeline

/// What `set` can change: a name, what it means, and how it is checked.
struct Setting: Sendable {
  let name: String
  let summary: String
  /// What it can be, as the end of "… is".
  let range: String
  let read: @Sendable (Player.Settings) -> Value
  /// - Returns: the settings with this value; `nil` when it cannot have it.
  let changed: @Sendable (Player.Settings, Value) -> Player.Settings?
  /// The ways to write it that are words.
  var words: [String] = []
  /// What it was most likely meant to be.
  var suggestion: String

  static let all: [Setting] = [length, press, zone, end]

  private static let length = Setting(
    name: "length", summary: "how long a story plays that does not say; counts from the next `story play`",
    range: "a duration from 100ms to 1d", read: { .duration($0.length) },
    changed: { settings, value in
      guard let length = value.duration, Catalog.storyLengths.contains(length) else { return nil }
      return settings.with { $0.length = length }
    }, suggestion: "set length 15s")

  private static let presses = Duration.zero ... .seconds(10)
  private static let press = Setting(
    name: "press",
    summary: "a press shorter than this is a tap; 0s: every press holds, 350ms is the classic long press",
    range: "a duration from 0s to 10s", read: { .duration($0.pressThreshold) },
    changed: { settings, value in
      guard let threshold = value.duration, presses.contains(threshold) else { return nil }
      return settings.with { $0.pressThreshold = threshold }
    }, suggestion: "set press 350ms")

  private static let zone = Setting(
    name: "zone", summary: "the share of the width, from the left, where a tap goes back",
    range: "a share from 0 to 1", read: { .number($0.previousZone) },
    changed: { settings, value in
      guard let share = value.number, (0...1).contains(share) else { return nil }
      return settings.with { $0.previousZone = share }
    }, suggestion: "set zone 33%")

  private static let end = Setting(
    name: "end", summary: "what comes after a deck's last story: loop, dismiss, or next for the next user's",
    range: "loop, dismiss or next", read: { .text(word($0.endOfDeck)) },
    changed: { settings, value in
      guard let end = Player.EndOfDeck.allCases.first(where: { word($0) == value.text }) else { return nil }
      return settings.with { $0.endOfDeck = end }
    }, words: Player.EndOfDeck.allCases.map { word($0) }, suggestion: "set end loop")

  private static func word(_ end: Player.EndOfDeck) -> String { end == .nextDeck ? "next" : end.rawValue }
}

extension Player.Settings {
  func with(_ change: (inout Player.Settings) -> Void) -> Player.Settings {
    var copy = self
    change(&copy)
    return copy
  }
}

extension Catalog {
  static let settingCommands: [CommandEntry] = [
    CommandEntry(
      Command(
        "set",
        [
          Parameter("NAME", .choice(Setting.all.map(\.name), orNumber: nil), "which setting"),
          Parameter("VALUE", .any, "what it is to be"),
        ],
        summary: "changes how stories play",
        details: Setting.all.map { "\($0.name): \($0.summary); \($0.range)." }.joined(separator: " "),
        examples: [
          .init("set length 5s\nstory play 4\nwait 6s\nexpect story.number == 5", "shorter stories"),
          .init(
            "set press 350ms\nstory play 4\nhold 200ms\nexpect story.number == 5", "the classic press: this was a tap"),
          .init("set end dismiss\nstory play @ben for 1s\nwait 3s\nexpect story.state == dismissed", "no loop"),
        ],
        searchWords: ["settings", "options", "configure", "preferences", "threshold", "loop"] + Setting.all.map(\.name))
    ) { (session, arguments) throws(Failure) in
      try session.set(arguments.text(0) ?? "", to: arguments[1])
      return .value(.none)
    },
    CommandEntry(
      Command(
        "settings", summary: "lists the settings and what they can be",
        examples: [
          .init("expect (settings | where name == \"length\" | first).value == 15s", "one of them, read by a script")
        ],
        searchWords: ["set", "options", "preferences"]),
      shows: .list(orElse: ""), role: .looks
    ) { (session, _) in
      .value(
        .list(
          Setting.all.map { setting in
            .record([
              "name": .text(setting.name), "value": setting.read(session.world.player.settings),
              "can be": .text(setting.range),
            ])
          }))
    },
  ]
}

extension Session {
  func set(_ name: String, to value: Value) throws(Failure) {
    let now = try present()
    guard let setting = Setting.all.first(where: { $0.name == name }) else {
      throw .refused("there is no setting '\(name)'", "settings lists them")
    }
    guard let changed = setting.changed(world.player.settings, value) else {
      let meant = value.text.flatMap { closest(to: $0, among: setting.words) }
      throw .refused(
        "'\(name)' is \(setting.range), not \(ValueWriter().brief(value))",
        meant.map { "did you mean '\($0)'?" } ?? "such as: \(setting.suggestion)")
    }
    world.player.settings = changed
    emit(.settingChanged, at: now, [.text(name), setting.read(changed)]) { line in
      line.mark(.note)
      line.add(text: name)
      line.add(" is ")
      line.add(text: ValueWriter().text(setting.read(changed)))
    }
  }
}
