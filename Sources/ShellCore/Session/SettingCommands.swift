import SessionState
import StoryScript
import TerminalText
import Timeline

/// The commands for settings.
package struct SettingCommands {
  let session: Session

  init(_ session: Session) { self.session = session }

  package static func entries(_ settings: [Setting]) -> [CommandEntry] { [set(settings), list] }

  private static let kept = """
    `settings` lists the allowed values, and whether each setting is saved. Real sessions save most \
    settings on this device. Settings for the network, the cache and the app's faults, for example, last for one \
    session; `set` tells you so. Scripts and practice sessions start with the defaults.
    """

  private static func set(_ settings: [Setting]) -> CommandEntry {
    let names = settings.map { $0.name }
    var name = Parameter(
      "NAME", .choice(names, orNumber: nil), optional: true, "the setting (default: lists all settings)")
    for setting in settings { for word in setting.synonyms { name.synonyms[word] = setting.name } }
    return CommandEntry(
      "set",
      [
        name,
        Parameter("VALUE", .any, optional: true, "the new value (default: shows the current value)"),
      ],
      summary: "shows or changes a setting, such as the length of stories or the sounds of timers",
      details: (settings.map { "\($0.name): \($0.summary)." } + [kept]).joined(separator: "\n"),
      examples: [
        .init("set length 5s\nstory play 4\nwait 6s\nexpect story.number == 5", "stories of 5 s"),
        .init(
          "set press 350ms\nstory play 4\nhold 200ms\nexpect story.number == 5",
          "with the classic long press, 200 ms is a tap"),
        .init(
          "set end dismiss\nstory play @ben for 1s\nwait 3s\nexpect story.state == dismissed",
          "viewing ends after the last story"),
        .init("set sound off", "timers make no sound; their events still happen"),
      ],
      searchWords: ["settings", "options", "configure", "preferences", "threshold", "mute", "silent"]
        + names, in: .settings, shows: listed
    ) { (session, arguments) throws(Failure) in
      guard let name = arguments.text(0) else { return .value(SettingCommands(session).settings) }
      if arguments.has(1) {
        try SettingCommands(session).set(name, to: arguments[1])
      } else {
        SettingCommands(session).describe(name)
      }
      return .value(.none)
    }
  }

  private static let list = CommandEntry(
    "settings", summary: "lists the settings, their allowed values, and whether this session saves them",
    examples: [
      .init("expect (settings | where name == \"length\" | first).value == 15s", "one setting, read by a script")
    ],
    searchWords: ["set", "options", "preferences"], in: .settings, shows: listed, role: .looks
  ) { (session, _) in .value(SettingCommands(session).settings) }

  /// Shows all settings, which are a few more than a prompt shows of a long list.
  private static let listed = CommandEntry.View.drawn { session, value in
    guard case .list(let rows) = value else { return }
    let shown = rows.map { row -> Value in
      guard case .record(var record) = row, case .bool(let isKept)? = record["kept"] else { return row }
      record["kept"] = .text(isKept ? "saved" : "this session")
      return .record(record)
    }
    session.printer.show(.list(shown), whole: true, at: session.now)
  }

  package static let events = [changed.row]

  typealias Change = (name: String, value: Value, before: Value)
  private static let name = EventField<Change>("name", "the setting's name") { .text($0.name) }

  static let changed = EventEntry<Change>(
    "setting.changed", "a setting was changed",
    fields: [
      name, .init("value", "the new value") { $0.value }, .init("before", "the previous value") { $0.before },
    ],
    says: { line, setting, session in
      line.mark(.note)
      line.add(text: setting.name)
      line.add(" is ")
      line.add(text: ValueWriter().text(setting.value))
      if SettingCommands(session).savesSettings, !SettingCommands(session).isKept(setting.name) {
        line.add(", for this session")
      }
    },
    reason: { fields, why in
      let settings = why.session.catalog.settings
      let changed = name.text(in: fields)
      guard let setting = settings.first(where: { $0.name == changed }) else { return [] }
      func text(_ field: String) -> String { ValueWriter().text(fields[field] ?? .none) }
      let change =
        text("value") == text("before")
        ? "still \(text("value"))" : "now \(text("value")) (previously \(text("before")))"
      let lasts =
        SettingCommands(why.session).savesSettings
        ? setting.isKept ? ", also in later sessions" : ", for this session" : ""
      return [
        "`\(changed)` is \(change)\(lasts): \(setting.summary).",
        "`settings` lists the allowed values, and `undo` restores the previous value.",
      ]
    }, already: { "`\(name.text(in: $0))` was already \(ValueWriter().text($0["value"] ?? .none))" })
}

extension SettingCommands {
  /// `true` if the session saves settings, as real sessions do.
  fileprivate var savesSettings: Bool { session.persistence?.place.isReal == true }

  /// All settings as records.
  fileprivate var settings: Value {
    .list(
      session.catalog.settings.map { setting in
        .record([
          "name": .text(setting.name), "value": setting.read(session.world), "can be": .text(setting.range),
          "kept": .bool(setting.isKept && savesSettings),
        ])
      })
  }

  fileprivate func isKept(_ name: String) -> Bool {
    session.catalog.settings.first { $0.name == name }?.isKept == true
  }

  /// Shows a setting's meaning and its allowed values.
  fileprivate func describe(_ name: String) {
    guard let setting = session.catalog.settings.first(where: { $0.name == name }) else { return }
    let value = ValueWriter().text(setting.read(session.world))
    guard session.output.format == .text else { return }
    session.printer.writeWrapped("\(name) is \(value): \(setting.summary). Allowed values: \(setting.range).", .plain)
  }

  func set(_ name: String, to value: Value) throws(Failure) {
    let now = try session.present()
    guard let setting = session.catalog.settings.first(where: { $0.name == name }) else {
      throw .refused("there is no setting '\(name)'", "try: settings").about(0)
    }
    if setting.isOfPractice, session.options.kind == .real {
      throw .refused(
        "'\(name)' is for the simulated network of a practice session; this session uses the real network",
        "try: practice"
      )
      .about(0)
    }
    if let text = value.text {
      guard SecretText.masked(text, session.catalog.schema.vocabulary) == text else {
        throw .refused("a setting cannot contain a PIN or a password: anyone could read it").about(1)
      }
      try session.refuseUsedSecrets(in: text, of: "a setting", about: 1)
    }
    let before = setting.read(session.world)
    let isChanged = session.change { world in
      guard setting.change(&world, value) else { return false }
      setting.follows?(&world, now)
      return true
    }
    guard isChanged else {
      if let (message, remedy) = setting.flaw?(value) { throw .refused(message, remedy).about(1) }
      let meant = value.text.flatMap { closest(to: $0, among: setting.words) } ?? lengthMeant(by: value, setting)
      throw .refused(
        "'\(name)' must be \(setting.range), not \(ValueWriter().brief(value))", meant: meant,
        otherwise: "try: \(setting.suggestion)"
      ).about(1)
    }
    session.emit(SettingCommands.changed, (name, setting.read(session.world), before), at: now)
  }

  /// Returns the probable length for a number without a unit: the first unit with which the setting allows it.
  private func lengthMeant(by value: Value, _ setting: Setting) -> String? {
    guard let number = value.number, setting.read(session.world).duration != nil else { return nil }
    var tried = session.world
    for (unit, seconds) in [("s", 1.0), ("ms", 0.001), ("m", 60)] {
      guard let length = Duration(seconds: number * seconds) else { continue }
      if setting.change(&tried, .duration(length)) { return NumberText.plain(number) + unit }
    }
    return nil
  }
}
