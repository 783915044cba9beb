import Stories
import StoryScript
import Timeline

/// What `set` can change: a name, what it means, and how it is checked.
struct Setting: Sendable {
  let name: String
  let summary: String
  /// What it can be, as the end of "… is".
  let range: String
  let read: @Sendable (World) -> Value
  /// Gives it this value; `false` when it cannot have it, and nothing has changed then.
  let change: @Sendable (inout World, Value) -> Bool
  /// The ways to write it that are words.
  var words: [String] = []
  /// What it was most likely meant to be.
  var suggestion: String

  static let all: [Setting] =
    [
      length, press, zone, end, storyFailures, storyBuffering, bufferLength, feedDelay, feedFailures, cacheCount,
      cacheBytes,
    ] + sounds

  private static let length = time(
    "length", "how long a story plays that does not say; counts from the next `story play`",
    Catalog.storyLengths, "a duration from 100ms to 1d", { $1(&$0.player.settings.length) }, "set length 15s")

  private static let press = time(
    "press", "a press shorter than this is a tap; 0s: every press holds, 350ms is the classic long press",
    .zero ... .seconds(10), "a duration from 0s to 10s", { $1(&$0.player.settings.pressThreshold) }, "set press 350ms")

  private static let zone = share(
    "zone", "the share of the width, from the left, where a tap goes back", { $1(&$0.player.settings.previousZone) },
    "set zone 33%")

  private static let end = Setting(
    name: "end", summary: "what comes after a deck's last story: loop, dismiss, or next for the next user's",
    range: "loop, dismiss or next", read: { .text(word($0.player.settings.endOfDeck)) },
    change: { world, value in
      guard let end = Player.EndOfDeck.allCases.first(where: { word($0) == value.text }) else { return false }
      world.player.settings.endOfDeck = end
      return true
    }, words: Player.EndOfDeck.allCases.map { word($0) }, suggestion: "set end loop")

  private static let storyFailures = share(
    "story-failures", "the share of stories whose picture cannot be shown, by chance (`--seed`)",
    { $1(&$0.player.settings.faults.failureRate) }, "set story-failures 25%")

  private static let storyBuffering = share(
    "story-buffering", "the share of stories whose picture is late, by chance",
    { $1(&$0.player.settings.faults.bufferRate) }, "set story-buffering 10%")

  private static let bufferLength = time(
    "buffer-length", "how late such a picture is", .milliseconds(1) ... .hours(1), "a duration from 1ms to 1h",
    { $1(&$0.player.settings.faults.bufferLength) }, "set buffer-length 2s")

  private static let feedDelay = time(
    "feed-delay", "how long a list of the feed takes", .zero ... .hours(1), "a duration from 0s to 1h",
    { $1(&$0.loader.settings.delay) }, "set feed-delay 500ms")

  private static let feedFailures = share(
    "feed-failures", "the share of lists that do not come, by chance; the apps have 25%",
    { $1(&$0.loader.settings.failureRate) }, "set feed-failures 25%")

  private static let cacheCount = whole(
    "cache-count", "how many pictures and videos are kept", MediaCache.Limits.counts, { $1(&$0.cache.limits.count) },
    "set cache-count 24")

  private static let cacheBytes = whole(
    "cache-bytes", "how large they may be together", 0...1_000_000_000_000, { $1(&$0.cache.limits.bytes) },
    "set cache-bytes 32_000_000")

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

  private static func time(
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

  private static func share(
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

  private static func whole(
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

  private static func word(_ end: Player.EndOfDeck) -> String { end == .nextDeck ? "next" : end.rawValue }
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
        summary: "changes how stories play, the feed loads and timers sound",
        details: (Setting.all.map { "\($0.name): \($0.summary)." } + ["`settings` says what each can be."])
          .joined(separator: " "),
        examples: [
          .init("set length 5s\nstory play 4\nwait 6s\nexpect story.number == 5", "shorter stories"),
          .init(
            "set press 350ms\nstory play 4\nhold 200ms\nexpect story.number == 5", "the classic press: this was a tap"),
          .init("set end dismiss\nstory play @ben for 1s\nwait 3s\nexpect story.state == dismissed", "no loop"),
          .init("set sound off", "timers are not heard; their events come all the same"),
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
              "name": .text(setting.name), "value": setting.read(session.world),
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
    guard setting.change(&world, value) else {
      let meant = value.text.flatMap { closest(to: $0, among: setting.words) }
      throw .refused(
        "'\(name)' is \(setting.range), not \(ValueWriter().brief(value))",
        meant.map { "did you mean '\($0)'?" } ?? "such as: \(setting.suggestion)")
    }
    let changed = setting.read(world)
    emit(.settingChanged, at: now, [.text(name), changed]) { line in
      line.mark(.note)
      line.add(text: name)
      line.add(" is ")
      line.add(text: ValueWriter().text(changed))
    }
  }
}
