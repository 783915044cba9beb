import Journal

/// The journal's own events about other devices.
enum DeviceEvents {
  static let kinds: [PersistedKind] = [
    PersistedKind(
      name: Journal.Event.forgetType, authority: .device, key: "device",
      summary: "another device was forgotten, and its events no longer count",
      fields: ["device": "the device's name"]),
    PersistedKind(
      name: Journal.Event.rememberType, authority: .device, key: "device",
      summary: "the events from a forgotten device count again", fields: ["device": "the device's name"]),
  ]
}
