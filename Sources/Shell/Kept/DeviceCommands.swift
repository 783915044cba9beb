import Journal
import StoryScript
import System
import Terminal
import Timeline

/// The commands for the devices whose events count here.
enum DeviceCommands {
  private static let searchWords = ["device", "machine", "sync", "trust", "who", "family", "peers"]
  private static let name = Parameter("NAME", .text, "a device's name, as `devices` lists it")

  private static let forgetting: @Sendable (Arguments) -> String = { "devices forget \($0.text(0) ?? "")" }
  private static let remembering: @Sendable (Arguments) -> String = { "devices remember \($0.text(0) ?? "")" }

  static let entries: [CommandEntry] = [
    CommandEntry(
      "devices", summary: "lists the devices that have saved something here",
      details: """
        This device is the first in the list. `seen` is the instant of a device's latest event, by its own clock. `events` \
        counts what it saved, `takenBack` what it took back by `undo`; a device takes back only what it did itself.
        """,
      examples: [.init("devices | count", "how many there are; a private session keeps nothing, and lists none")],
      searchWords: searchWords, in: .rewards,
      shows: .list(orElse: " no devices: this session keeps nothing", toSeconds: true), role: .looks
    ) { (session, _) throws(Failure) in
      .value(.list(session.devices.map { .record(record(of: $0)) }))
    },
    CommandEntry(
      "devices forget", [name], summary: "leaves out all that another device has saved",
      details: """
        Its events no longer count here, and `sync` neither takes over its file nor passes it on. Other devices are not \
        told. `devices remember` takes its events in again.
        """,
      examples: [.init("expect error { devices forget \"kitchen-k3jx\" }", "a private session knows no other device")],
      searchWords: searchWords + ["remove", "delete", "block", "stranger", "lost", "dead", "dismiss"], effect: .outside,
      in: .rewards, reversal: remembering
    ) { (session, arguments) throws(Failure) in
      try session.setForgotten(arguments.text(0) ?? "", true)
    },
    CommandEntry(
      "devices remember", [name], summary: "counts what a forgotten device has saved",
      examples: [.init("expect error { devices remember \"kitchen-k3jx\" }", "no device was forgotten")],
      searchWords: searchWords + ["restore", "allow"], effect: .outside, in: .rewards,
      reversal: forgetting
    ) { (session, arguments) throws(Failure) in
      try session.setForgotten(arguments.text(0) ?? "", false)
    },
  ]

  static let events = [forgotten.row, remembered.row]

  private static let device = [EventField<String>("device", "its name") { .text($0) }]

  static let forgotten = EventEntry<String>(
    Journal.Event.forgottenType, "the events of another device are left out", lasts: true, fields: device,
    says: { line, name, _ in
      line.mark(.done)
      line.add("forgot ")
      line.add(text: name)
      line.add(": its events no longer count here, and sync leaves out its file")
    },
    because: { "The events of \($0) are left out until `devices remember \($0)`." })

  static let remembered = EventEntry<String>(
    Journal.Event.rememberedType, "the events of a forgotten device count again", lasts: true, fields: device,
    says: { line, name, _ in
      line.mark(.done)
      line.add("remembered ")
      line.add(text: name)
      line.add(": its events count here again")
    },
    because: { "The events of \($0) count again, as before it was forgotten." })

  /// The types of these commands' events in the journal.
  static let kinds: [KeptKind] = [
    KeptKind(
      name: Journal.Event.forgottenType, sayer: .device, key: "device", summary: "another device's events are left out",
      fields: ["device": "its name"]),
    KeptKind(
      name: Journal.Event.rememberedType, sayer: .device, key: "device",
      summary: "a forgotten device's events count again", fields: ["device": "its name"]),
  ]

  private static func record(of device: Journal.Device) -> Record {
    [
      "device": .text(device.name), "here": .bool(device.isOwn), "seen": device.lastSeen.map { .date($0) } ?? .none,
      "events": .number(Double(device.events)), "takenBack": .number(Double(device.takenBack)),
      "forgotten": .bool(device.isForgotten),
    ]
  }
}

extension Session {
  /// The devices that have saved something in this session's folder, this one first.
  fileprivate var devices: [Journal.Device] { keeper?.devices ?? [] }

  /// Leaves out the events of another device, or counts them again.
  fileprivate func setForgotten(_ name: String, _ isForgotten: Bool) throws(Failure) {
    _ = try present()
    guard let keeper else {
      throw .refused("this session keeps nothing, so it knows no device", "storyline --state FOLDER, or a real session")
    }
    try commit()
    let known = devices
    guard let device = known.first(where: { $0.name == name }) else {
      let others = known.filter { !$0.isOwn && $0.isForgotten != isForgotten }.map(\.name)
      throw Failure.refused(
        "no device '\(name)' is known here", meant: closest(to: name, among: others), otherwise: "devices lists them"
      ).about(0)
    }
    guard !device.isOwn else {
      throw Failure.refused("'\(name)' is this device itself", "devices lists the others").about(0)
    }
    guard try keeper.setForgotten(name, isForgotten, at: clock.now) else {
      throw Failure.refused(
        isForgotten ? "'\(name)' is forgotten already" : "'\(name)' was not forgotten", "devices lists all of them"
      ).about(0)
    }
    try takeInOthers()
    emit(isForgotten ? DeviceCommands.forgotten : DeviceCommands.remembered, name, at: clock.now)
    tellFindings()
  }
}
