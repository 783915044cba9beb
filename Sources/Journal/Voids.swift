/// The devices that took each event back.
///
/// A device takes back only what it wrote itself: the event still counts as long as another device that wrote it has not
/// taken it back.
struct Voids {
  private var devices: [Journal.Event.ID: [UInt16]] = [:]
  /// The number of events taken back, each counted once for each device that did so.
  private(set) var count = 0

  var isEmpty: Bool { devices.isEmpty }

  /// - Parameter device: the number of the device that wrote the voiding line.
  /// - Returns: `true` if the device had not taken the event back before.
  mutating func insert(_ id: Journal.Event.ID, by device: UInt16) -> Bool {
    guard !contains(id, by: device) else { return false }
    devices[id, default: []].append(device)
    count += 1
    return true
  }

  /// The events that devices have taken back since `other`.
  func added(since other: Voids) -> [(id: Journal.Event.ID, device: UInt16)] {
    guard count != other.count else { return [] }
    return devices.flatMap { id, devices in devices.filter { !other.contains(id, by: $0) }.map { (id, $0) } }
  }

  func contains(_ id: Journal.Event.ID, by device: UInt16) -> Bool { devices[id]?.contains(device) ?? false }
}
