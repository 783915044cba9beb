import Timeline

extension Journal {
  /// A device that has saved something in the folder, or was forgotten.
  public struct Device: Hashable, Sendable {
    public let name: String
    /// `true` for the device that has the folder open.
    public let isOwn: Bool
    /// The instant of its latest event, by its clock; `nil` for none that counts.
    public internal(set) var lastSeen: Instant?
    /// The number of its events.
    public internal(set) var events = 0
    /// The number of events that it took back.
    public internal(set) var takenBack = 0
    /// `true` if its events do not count here.
    public internal(set) var isForgotten = false

    init(name: String, isOwn: Bool) { (self.name, self.isOwn) = (name, isOwn) }
  }
}

extension Journal.Event {
  /// The types of events by which a device leaves out another one's events, or takes them in again. They hold for the
  /// device that writes them alone, and the later one holds.
  public static let forgottenType = "device.forgotten"
  public static let rememberedType = "device.remembered"

  /// The event that leaves out a device, or takes it in again.
  /// - Parameter origin: the run and number that the event gets, which make its id its own.
  init(_ device: String, isForgotten: Bool, by origin: Journal.Origin, at instant: Instant) {
    let type = isForgotten ? Self.forgottenType : Self.rememberedType
    self.init(
      id: ID(cause: type, origin.device.name, "\(origin.run)-\(origin.sequence)", device), type: type, instant: instant,
      payload: ["device": .string(device)])
  }
}
