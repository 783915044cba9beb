extension Journal {
  /// The outcome of an exchange with a shared folder.
  public struct Exchange: Hashable, Sendable {
    /// The number of events that came from other devices, including events that this device has saved too, and events
    /// that came back after this device was restored from a backup.
    public var received = 0
    /// The number of bytes by which this device's file in the shared folder changed.
    public var sentBytes: Int64 = 0
    /// The events that came, by device and type, without voiding events.
    public var arrived: [Tally] = []
    /// The known events that other devices have taken back.
    public var retracted: [Tally] = []
    /// The events that came with an id under which this device has saved a different event; this device's own event
    /// stays.
    public var different: [Tally] = []
    /// The reason why this device's file in the shared folder could not be updated, so that no other device gets the
    /// new events; `nil` if it is up to date.
    public var unsent: Failure?

    /// Events of one type.
    public struct Tally: Hashable, Sendable {
      public let device: String
      public let type: String
      public let count: Int
    }
  }
}

/// The rules for which events a journal accepts from which device.
///
/// An event counts whichever device wrote it, with two exceptions. A line that takes an event back applies to its own
/// device's lines (see `Merge`). A fact about a device itself, such as its running timer or a path on its disk,
/// counts only from that device: from its own file, or from the file of an earlier name of the same folder. The
/// author of a line is the device that it names as its origin, if the line is in that device's own file
/// `DEVICE.journal`; a line anywhere else is only hearsay about that device.
struct Trust {
  /// The types of facts that only the device itself may state.
  var local: Set<String> = [Journal.Event.forgetType, Journal.Event.rememberType]
  /// The earlier names of the folder, the latest first.
  var earlier: [Journal.DeviceID] = []

  /// `true` if this is a name of the device, or an earlier name of its folder.
  func isOurs(_ name: String, of device: Journal.DeviceID) -> Bool {
    name == device.name || earlier.contains { name == $0.name }
  }
}
