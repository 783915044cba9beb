import JSON
import Journal
import StoryScript
import Timeline

/// The settings that a real session keeps: those that differ from their defaults, as the journal writes them.
///
/// Each setting has its own event, so that two sessions that set different settings do not overrule each other; the
/// last event of a setting counts. Settings stay on their device, also with `sync`: volume and speed depend on the
/// place.
struct PersistedSettings: Hashable, Sendable {
  private var values: [String: JSON] = [:]

  init() {}

  /// Reads the kept settings of a world.
  init(of world: World) { for setting in Self.settings { update(setting, from: world) } }

  static let kind = PersistedKind(
    name: "setting.changed", changes: true, authority: .device, key: "name", summary: "a setting was changed",
    fields: ["name": "the setting's name", "value": "text, a number, or a duration in microseconds"])

  private static let settings = World.settings.filter { $0.isKept }
  /// A world with default settings, and their values: the reference for the comparison after every command.
  private static let defaults = World(at: .distantPast)
  private static let defaultValues = Dictionary(
    uniqueKeysWithValues: settings.map { ($0.name, json($0.read(defaults))) })

  // MARK: Reading

  /// Reads a saved event back, in the order of folding.
  /// - Returns: `false` if there is no such setting, or it cannot have that value.
  mutating func fold(_ saved: Journal.SavedEvent) -> Bool {
    guard let payload = try? saved.event.payload.json,
      let setting = Self.settings.first(where: { $0.name == payload["name"]?.stringValue }),
      let value = payload["value"]
    else { return false }
    var world = Self.defaults
    guard setting.change(&world, Self.value(value, like: setting.read(world))) else { return false }
    update(setting, from: world)
    return true
  }

  private mutating func update(_ setting: Setting, from world: World) {
    let value = Self.json(setting.read(world))
    if value == Self.defaultValues[setting.name] {
      values.removeValue(forKey: setting.name)
    } else {
      values[setting.name] = value
    }
  }

  /// Applies these settings to a world; all other settings get their defaults.
  func apply(to world: inout World) {
    for setting in Self.settings {
      let defaults = setting.read(Self.defaults)
      _ = setting.change(&world, values[setting.name].map { Self.value($0, like: defaults) } ?? defaults)
    }
  }

  // MARK: Writing

  /// Returns the events that turn `before` into `self`.
  func changes(since before: PersistedSettings) -> [(type: String, payload: Journal.Payload)] {
    Self.settings.filter { values[$0.name] != before.values[$0.name] }.map { setting in
      let value = values[setting.name] ?? Self.defaultValues[setting.name] ?? .null
      return (Self.kind.name, ["name": .string(setting.name), "value": value])
    }
  }

  private static func json(_ value: Value) -> JSON {
    if let duration = value.duration { return .integer(duration.microseconds) }
    return value.number.map { .number($0) } ?? value.text.map { .string($0) } ?? .null
  }

  /// - Parameter defaults: the setting's default, which distinguishes a duration from a number.
  private static func value(_ json: JSON, like defaults: Value) -> Value {
    if defaults.duration != nil, let microseconds = json.integerValue {
      return .duration(Duration(microseconds: microseconds))
    }
    return json.numberValue.map { .number($0) } ?? json.stringValue.map { .text($0) } ?? .none
  }
}
