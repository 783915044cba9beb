/// What a journal takes from whom.
///
/// An event counts whoever wrote it, but for two kinds. A line that takes an event back holds for its own device's lines
/// (see `Merge`). A fact of a device itself, such as the timer that runs on it or a path on its disk, counts from that
/// device alone: from its own file, or from the file of an earlier name of the same folder. The author of a line is the
/// device that it names as its origin, where it is in that device's own file `DEVICE.journal`; a line anywhere else is
/// merely told of that device.
struct Trust {
  /// The types of facts that only the device itself may say.
  var local: Set<String> = [Journal.Event.forgottenType, Journal.Event.rememberedType]
  /// The names that the folder had before, the latest first.
  var earlier: [Journal.DeviceID] = []

  /// `true` if this is a name of the device, or one that its folder had before.
  func isOurs(_ name: String, of device: Journal.DeviceID) -> Bool {
    name == device.name || earlier.contains { name == $0.name }
  }
}
