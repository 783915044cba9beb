import StoryScript
import Timeline

enum SettingCommands {
  static func entries(_ settings: [Setting]) -> [CommandEntry] { [set(settings), list] }

  private static let kept = """
    `settings` says what each can be and which are kept: in sessions on the wall clock how stories play and timers sound \
    is as it was left, on this device. The network, the cache and the apps' faults are as usual again in the next session, \
    as `set` says. Scripts and practice begin as usual.
    """

  private static func set(_ settings: [Setting]) -> CommandEntry {
    let names = settings.map(\.name)
    var name = Parameter(
      "NAME", .choice(names, orNumber: nil), optional: true, "which setting; all of them are listed unless said")
    for setting in settings { for word in setting.synonyms { name.synonyms[word] = setting.name } }
    return CommandEntry(
      "set",
      [
        name,
        Parameter("VALUE", .any, optional: true, "what it is to be; what it is and can be unless said"),
      ],
      summary: "changes how stories play, the feed loads and timers sound",
      details: (settings.map { "\($0.name): \($0.summary)." } + [kept]).joined(separator: "\n"),
      examples: [
        .init("set length 5s\nstory play 4\nwait 6s\nexpect story.number == 5", "shorter stories"),
        .init(
          "set press 350ms\nstory play 4\nhold 200ms\nexpect story.number == 5", "the classic press: this was a tap"),
        .init("set end dismiss\nstory play @ben for 1s\nwait 3s\nexpect story.state == dismissed", "no loop"),
        .init("set sound off", "timers are not heard; their events come all the same"),
      ],
      searchWords: ["settings", "options", "configure", "preferences", "threshold", "mute", "silent"]
        + names, in: .settings, shows: listed
    ) { (session, arguments) throws(Failure) in
      guard let name = arguments.text(0) else { return .value(session.settings) }
      if arguments.has(1) {
        try session.set(name, to: arguments[1])
      } else {
        session.describe(name)
      }
      return .value(.none)
    }
  }

  private static let list = CommandEntry(
    "settings", summary: "lists the settings, what they can be, and which of them this session keeps",
    examples: [
      .init("expect (settings | where name == \"length\" | first).value == 15s", "one of them, read by a script")
    ],
    searchWords: ["set", "options", "preferences"], in: .settings, shows: listed, role: .looks
  ) { (session, _) in .value(session.settings) }

  /// Shows all settings, a few more than a prompt shows of a long list.
  private static let listed = CommandEntry.View.drawn { session, value in
    if !value.isNone { session.speaker.show(value, whole: true, at: session.now) }
  }

  static let events = [changed.row]

  typealias Change = (name: String, value: Value, before: Value)
  private static let name = EventField<Change>("name", "its name") { .text($0.name) }

  static let changed = EventEntry<Change>(
    "setting.changed", "`set` was used",
    fields: [
      name, .init("value", "what it is now") { $0.value }, .init("before", "what it was") { $0.before },
    ],
    says: { line, setting, session in
      line.mark(.note)
      line.add(text: setting.name)
      line.add(" is ")
      line.add(text: ValueWriter().text(setting.value))
      if session.keepsSettings, !session.isKept(setting.name) { line.add(", for this session") }
    },
    reason: { fields, why in
      let settings = why.session.catalog.settings
      let changed = name.text(in: fields)
      guard let setting = settings.first(where: { $0.name == changed }) else { return [] }
      func text(_ field: String) -> String { ValueWriter().text(fields[field] ?? .none) }
      let change =
        text("value") == text("before") ? "still \(text("value"))" : "\(text("value")) now, \(text("before")) before"
      let lasts =
        why.session.keepsSettings ? setting.isKept ? ", and sessions to come have it too" : ", for this session" : ""
      return [
        "`\(why.input.text)` is about \(setting.summary): \(change)\(lasts).",
        "`settings` lists what each can be, and `undo` takes it back.",
      ]
    })
}

extension Session {
  /// `true` if the session saves settings, as real sessions do.
  fileprivate var keepsSettings: Bool { keeper?.place.isReal == true }

  /// All settings as records.
  fileprivate var settings: Value {
    .list(
      catalog.settings.map { setting in
        .record([
          "name": .text(setting.name), "value": setting.read(world), "can be": .text(setting.range),
          "kept": .bool(setting.isKept && keepsSettings),
        ])
      })
  }

  fileprivate func isKept(_ name: String) -> Bool {
    catalog.settings.first { $0.name == name }?.isKept == true
  }

  /// Shows a setting's meaning and its allowed values.
  fileprivate func describe(_ name: String) {
    guard let setting = catalog.settings.first(where: { $0.name == name }) else { return }
    let value = ValueWriter().text(setting.read(world))
    guard output.format == .text else { return }
    writeWrapped("\(name) is \(value): \(setting.summary). It can be \(setting.range).", .plain)
  }

  func set(_ name: String, to value: Value) throws(Failure) {
    let now = try present()
    guard let setting = catalog.settings.first(where: { $0.name == name }) else {
      throw .refused("there is no setting '\(name)'", "settings lists them").about(0)
    }
    if setting.isOfPractice, options.kind == .real {
      throw .refused("'\(name)' is about the network of practice sessions; this one has the real one", "practice")
        .about(0)
    }
    let before = setting.read(world)
    let isChanged = change { world in
      guard setting.change(&world, value) else { return false }
      setting.follows?(&world, now)
      return true
    }
    guard isChanged else {
      let meant = value.text.flatMap { closest(to: $0, among: setting.words) } ?? lengthMeant(by: value, setting)
      throw .refused(
        "'\(name)' is \(setting.range), not \(ValueWriter().brief(value))", meant: meant,
        otherwise: "such as: \(setting.suggestion)"
      ).about(1)
    }
    emit(SettingCommands.changed, (name, setting.read(world), before), at: now)
  }

  /// Returns the probable length for a number without a unit: the first unit with which the setting allows it.
  private func lengthMeant(by value: Value, _ setting: Setting) -> String? {
    guard let number = value.number, setting.read(world).duration != nil else { return nil }
    var tried = world
    for (unit, seconds) in [("s", 1.0), ("ms", 0.001), ("m", 60)] {
      guard let length = Duration(seconds: number * seconds) else { continue }
      if setting.change(&tried, .duration(length)) { return NumberText.plain(number) + unit }
    }
    return nil
  }
}
