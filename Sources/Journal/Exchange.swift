extension Journal {
  /// The outcome of an exchange with a shared folder.
  public struct Exchange: Hashable, Sendable {
    /// Events that came from other devices, also where this device has saved the same, or came back after this device was
    /// set back to a backup.
    public var received = 0
    /// Bytes by which this device's file in the shared folder changed.
    public var sentBytes: Int64 = 0
    /// The events that came, by device and type; voiding events are not among them.
    public var arrived: [Tally] = []
    /// The events that were known and that other devices have taken back.
    public var takenBack: [Tally] = []
    /// The events that came under an id under which this device has saved something else: its own stay.
    public var different: [Tally] = []

    /// Events of one type.
    public struct Tally: Hashable, Sendable {
      public let device: String
      public let type: String
      public let count: Int
    }
  }
}

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
