import JSON
import Journal
import StoryScript
import Timeline

/// The settings that real sessions keep, with their defaults: the reference for the comparison after every command.
package final class KeptSettings: Sendable {
  fileprivate let all: [Setting]
  /// A world with default settings.
  fileprivate let defaults = World(at: .distantPast)
  fileprivate let defaultValues: [String: JSON]

  /// - Parameter settings: all settings; those that are not kept are left out.
  package init(_ settings: [Setting]) {
    all = settings.filter { $0.isKept }
    let world = defaults
    defaultValues = Dictionary(
      uniqueKeysWithValues: all.map { ($0.name, PersistedSettings.json($0.read(world))) })
  }
}

/// The settings that a real session keeps: those that differ from their defaults, as the journal writes them.
///
/// Each setting has its own event, so that two sessions that set different settings do not overrule each other; the
/// last event of a setting counts. Settings stay on their device, also with `sync`: volume and speed depend on the
/// place.
package struct PersistedSettings: Hashable, Sendable {
  private var values: [String: JSON] = [:]

  package init() {}

  /// Reads the kept settings of a world.
  package init(of world: World, _ kept: KeptSettings) { for setting in kept.all { update(setting, from: world, kept) } }

  static let kind = PersistedKind(
    name: "setting.changed", changes: true, authority: .device, key: "name", summary: "a setting was changed",
    fields: ["name": "the setting's name", "value": "text, a number, or a duration in microseconds"])

  // MARK: Reading

  /// Reads a saved event back, in the order of folding.
  /// - Returns: `false` if there is no such setting, or it cannot have that value.
  mutating func fold(_ saved: Journal.SavedEvent, _ kept: KeptSettings) -> Bool {
    guard let payload = try? saved.event.payload.json,
      let setting = kept.all.first(where: { $0.name == payload["name"]?.stringValue }),
      let value = payload["value"]
    else { return false }
    var world = kept.defaults
    guard setting.change(&world, Self.value(value, like: setting.read(world))) else { return false }
    update(setting, from: world, kept)
    return true
  }

  private mutating func update(_ setting: Setting, from world: World, _ kept: KeptSettings) {
    let value = Self.json(setting.read(world))
    if value == kept.defaultValues[setting.name] {
      values.removeValue(forKey: setting.name)
    } else {
      values[setting.name] = value
    }
  }

  /// Applies these settings to a world; all other settings get their defaults.
  func apply(to world: inout World, _ kept: KeptSettings) {
    for setting in kept.all {
      let defaults = setting.read(kept.defaults)
      _ = setting.change(&world, values[setting.name].map { Self.value($0, like: defaults) } ?? defaults)
    }
  }

  // MARK: Writing

  /// Returns the events that turn `before` into `self`.
  func changes(
    since before: PersistedSettings, _ kept: KeptSettings
  ) -> [(type: String, payload: Journal.Payload)] {
    kept.all.filter { values[$0.name] != before.values[$0.name] }.map { setting in
      let value = values[setting.name] ?? kept.defaultValues[setting.name] ?? .null
      return (Self.kind.name, ["name": .string(setting.name), "value": value])
    }
  }

  fileprivate static func json(_ value: Value) -> JSON {
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
