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
