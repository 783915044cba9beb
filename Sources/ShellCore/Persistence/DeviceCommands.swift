import Journal
import StoryScript
import System
import TerminalText
import Timeline

/// The commands for the devices whose events count here.
package struct DeviceCommands {
  let session: Session

  init(_ session: Session) { self.session = session }

  private static let searchWords = ["device", "machine", "sync", "trust", "who", "family", "peers"]
  private static let name = Parameter("NAME", .text, "a device's name, as listed by `devices`")

  private static let forgetting: @Sendable (Arguments) -> String = { "devices forget \($0.text(0) ?? "")" }
  private static let remembering: @Sendable (Arguments) -> String = { "devices remember \($0.text(0) ?? "")" }

  package static let entries: [CommandEntry] = [
    CommandEntry(
      "devices", summary: "lists the devices that have saved data here",
      details: """
        This device comes first. `seen` is the time of a device's latest event, by its own clock; a time in the \
        future is shown as now. `events` is the number of events that the device saved, and `takenBack` is the number \
        of events that it undid. A device can undo only its own events.
        """,
      examples: [.init("devices | count", "the number of devices: 0 in a session that saves nothing")],
      searchWords: searchWords, in: .rewards,
      shows: .list(orElse: "no devices: this session saves nothing", toSeconds: true), role: .looks
    ) { (session, _) throws(Failure) in
      let now = try session.present()
      return .value(.list(DeviceCommands(session).devices.map { .record(record(of: $0, at: now)) }))
    },
    CommandEntry(
      "devices forget", [name], summary: "ignores all events from another device",
      details: """
        The device's events no longer count here, and `sync` neither copies its file here nor passes the file on. \
        Other devices are not told. `devices remember` makes the events count again.
        """,
      examples: [
        .init("expect error { devices forget \"kitchen-k3jx\" }", "a practice session has no other devices")
      ],
      searchWords: searchWords + ["remove", "delete", "block", "stranger", "lost", "dead", "dismiss"], effect: .outside,
      in: .rewards, reversal: remembering
    ) { (session, arguments) throws(Failure) in
      try DeviceCommands(session).setForgotten(arguments.text(0) ?? "", true)
    },
    CommandEntry(
      "devices remember", [name], summary: "makes the events from a forgotten device count again",
      examples: [.init("expect error { devices remember \"kitchen-k3jx\" }", "no device was forgotten")],
      searchWords: searchWords + ["restore", "allow"], effect: .outside, in: .rewards,
      reversal: forgetting
    ) { (session, arguments) throws(Failure) in
      try DeviceCommands(session).setForgotten(arguments.text(0) ?? "", false)
    },
  ]

  package static let events = [forgotten.row, remembered.row]

  private static let device = [EventField<String>("device", "the device's name") { .text($0) }]

  static let forgotten = EventEntry<String>(
    Journal.Event.forgetType, "another device was forgotten, and its events no longer count", lasts: true,
    fields: device,
    says: { line, name, _ in
      line.mark(.done)
      line.add("forgot ")
      line.add(text: name)
      line.add(": its events no longer count here, and sync skips its file")
    },
    because: { "The events from \($0) do not count until `devices remember \($0)`." })

  static let remembered = EventEntry<String>(
    Journal.Event.rememberType, "the events from a forgotten device count again", lasts: true, fields: device,
    says: { line, name, _ in
      line.mark(.done)
      line.add("remembered ")
      line.add(text: name)
      line.add(": its events count here again")
    },
    because: { "The events from \($0) count again, as they did before." })

  private static func record(of device: Journal.Device, at now: Instant) -> Record {
    [
      "device": .text(device.name), "here": .bool(device.isOwn),
      "seen": device.lastSeen.map { .date(min($0, now)) } ?? .none,
      "events": .number(Double(device.events)), "takenBack": .number(Double(device.retracted)),
      "forgotten": .bool(device.isForgotten),
    ]
  }
}

extension DeviceCommands {
  /// The devices that have saved something in this session's folder, this one first.
  fileprivate var devices: [Journal.Device] { session.persistence?.devices ?? [] }

  /// Leaves out the events of another device, or counts them again.
  fileprivate func setForgotten(_ name: String, _ isForgotten: Bool) throws(Failure) {
    _ = try session.present()
    guard let persistence = session.persistence else {
      throw .refused(
        "this session saves nothing, so there are no devices", "try: storyline --state FOLDER, or storyline --real")
    }
    try session.commit()
    let known = devices
    guard let device = known.first(where: { $0.name == name }) else {
      let others = known.filter { !$0.isOwn && $0.isForgotten != isForgotten }.map { $0.name }
      throw Failure.refused(
        "there is no device '\(name)' here", meant: closest(to: name, among: others), otherwise: "try: devices"
      ).about(0)
    }
    guard !device.isOwn else {
      throw Failure.refused("'\(name)' is this device", "try: devices").about(0)
    }
    guard try persistence.setForgotten(name, isForgotten, at: session.clock.now) else {
      throw Failure.refused(
        isForgotten ? "'\(name)' is already forgotten" : "'\(name)' was not forgotten", "try: devices"
      ).about(0)
    }
    try session.mergeOthers()
    session.emit(isForgotten ? DeviceCommands.forgotten : DeviceCommands.remembered, name, at: session.clock.now)
    session.reportFindings()
  }
}
