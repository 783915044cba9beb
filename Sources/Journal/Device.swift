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

extension Journal {
  /// Names a device, and with it the one file that this device writes: `kitchen` writes `kitchen.journal`.
  ///
  /// Lower-case letters, digits and `-`, 1 to 64 of them: names that every file system holds and that no file system
  /// takes for one another.
  public struct DeviceID: Hashable, Sendable, Comparable, CustomStringConvertible {
    static let longest = 64

    public let name: String

    /// - Returns: `nil` when the name has other characters, or is empty or too long.
    public init?(_ name: String) {
      guard (1...Self.longest).contains(name.utf8.count), name.utf8.allSatisfy(Self.isAllowed) else { return nil }
      self.name = name
    }

    /// The nearest allowed name, for host names: `Ana's Mac.local` becomes `ana-s-mac-local`.
    public init(nearest name: String) {
      let bytes = name.lowercased().utf8.prefix(Self.longest).map { Self.isAllowed($0) ? $0 : UInt8(ascii: "-") }
      self.name = bytes.isEmpty ? "device" : String(decoding: bytes, as: UTF8.self)
    }

    /// A name out of a line whose checksum held.
    init(verbatim name: String) { self.name = name }

    public var description: String { name }
    /// By bytes.
    public static func < (a: DeviceID, b: DeviceID) -> Bool { a.name.utf8.lexicographicallyPrecedes(b.name.utf8) }

    static func isAllowed(_ byte: UInt8) -> Bool {
      (97...122).contains(byte) || (48...57).contains(byte) || byte == UInt8(ascii: "-")
    }
  }
}
